"""What goes over the socket, in both directions: the protocol of `docs/protocol.md`.

Messages are JSON objects with a `type`. Unknown types and fields are refused here and ignored by clients. Views and
view events are the types of the two `view` modules. Times are milliseconds of the server's clock.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from omaha8.hand.actions import LegalActions
from omaha8.hand.view import HandView
from omaha8.rules import Stakes
from omaha8.table.commands import Preferences
from omaha8.table.view import TableView, ViewEvent

PROTOCOL = 1
MAX_FRAME = 16 * 1024
MAX_CHAT = 300
MAX_SAMPLES = 1_000_000
MAX_SEED = 2**53 - 1  # the greatest whole number that every JSON reader keeps exactly

ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Chips = Annotated[int, Meta(ge=1, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=1, le=10)]
HandText = Annotated[str, Meta(min_length=1, max_length=400)]
TurnId = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Anything a client asks. `id` is the client's own and unique for its player; it comes back in the answer."""

    id: ActionId


class Fold(Request, frozen=True, tag="fold"):
    """Give up the hand (R4.2). `turn` is the clock's turn that is answered, in this and the next five."""

    turn: TurnId


class Check(Request, frozen=True, tag="check"):
    """Pass, owing nothing."""

    turn: TurnId


class Call(Request, frozen=True, tag="call"):
    """Match the bet."""

    turn: TurnId


class Bet(Request, frozen=True, tag="bet"):
    """Open the betting with `to` chips."""

    turn: TurnId
    to: Chips


class Raise(Request, frozen=True, tag="raise"):
    """Raise to `to` chips in all."""

    turn: TurnId
    to: Chips


class Show(Request, frozen=True, tag="show"):
    """Show the hand: at the showdown (R7.5), or after winning without one (R7.9)."""

    turn: TurnId


class Muck(Request, frozen=True, tag="muck"):
    """Give up a beaten hand unseen (R7.5)."""

    turn: TurnId


class Sit(Request, frozen=True, tag="sit"):
    """Take a seat with `chips`."""

    seat: SeatNumber
    chips: Chips


class Leave(Request, frozen=True, tag="leave"):
    """Give the seat up."""


class JoinList(Request, frozen=True, tag="join_list"):
    """Wait for a seat at a full table (R9.1)."""


class LeaveList(Request, frozen=True, tag="leave_list"):
    """Wait for a seat no longer."""


class TopUp(Request, frozen=True, tag="top_up"):
    """Add chips between hands."""

    chips: Chips


class SitOut(Request, frozen=True, tag="sit_out"):
    """Sit out from the next hand on."""


class ComeBack(Request, frozen=True, tag="come_back"):
    """Play again."""


class Prefer(Request, frozen=True, tag="prefer"):
    """Set the private settings of this player at this table."""

    preferences: Preferences


class Chat(Request, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]


Action = Fold | Check | Call | Bet | Raise | Show | Muck
TableCommand = Action | Sit | Leave | LeaveList | TopUp | SitOut | ComeBack
ClientMessage = TableCommand | JoinList | Prefer | Chat


class Reply(msgspec.Struct, frozen=True):
    """Anything the server sends."""


class Hello(Reply, frozen=True, tag="hello"):
    """The first message of a connection. A page of another `build` loads itself anew."""

    protocol: int
    build: str
    name: str
    now: int


class Update(Reply, frozen=True, tag="update"):
    """The table after command number `seq`: what happened, for animation and the dealer's lines, and the whole truth.

    The first update of a connection has no events. `preferences` are the viewer's own, for who has a seat.
    """

    seq: int
    now: int
    events: tuple[ViewEvent, ...]
    view: TableView
    preferences: Preferences | None = None


class Accepted(Reply, frozen=True, tag="accepted"):
    """The request with this id was carried out, as command number `seq`; a repeated id gets the same answer."""

    id: str
    seq: int


class Refused(Reply, frozen=True, tag="refused"):
    """The request was not carried out, and nothing has changed. `code` says why; the rest what would be legal.

    `id` is empty where the request could not be read; `detail` then says what of it.
    """

    id: str
    code: str
    least: int | None = None
    most: int | None = None
    legal: LegalActions | None = None
    detail: str = ""


class Said(Reply, frozen=True, tag="said"):
    """Somebody's talk; `seat` is `None` for a spectator."""

    name: str
    seat: int | None
    text: str
    at: int


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """Of a hand: its expected part of the pot, and how often it wins what; all from 0 to 1.

    `scoop` is the whole pot and nobody else any of it, `quartered` a part of one half that is shared and nothing of
    the other.
    """

    equity: float
    scoop: float
    high: float
    high_tie: float
    low: float
    low_tie: float
    quartered: float


class SeatOdds(msgspec.Struct, frozen=True):
    """What the hand of a seat was worth."""

    seat: int
    shares: Shares


class StreetOdds(msgspec.Struct, frozen=True):
    """The odds on the first so many board cards; `no_low` is how often nobody makes a low."""

    board: int
    no_low: float
    seats: tuple[SeatOdds, ...]


class Odds(Reply, frozen=True, tag="odds"):
    """All-in (R7.6): what the hands that lie face up were worth, from when they were turned up to the turn.

    Comes when it is counted, if at all. Folded cards count as unknown.
    """

    hand: int
    streets: tuple[StreetOdds, ...]


ServerMessage = Hello | Update | Accepted | Refused | Said | Odds


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """`GET /api/me`: who the browser is; a first visit makes a guest. `refill` is the chips that can be had now."""

    name: str
    chips: int
    host: bool
    refill: int
    next_refill_at: int | None
    now: int


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/me`: another display name, of 1 to 20 characters; shown from the next time the player sits down."""

    name: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/bots`, the host's: a program that may play here, and a new token if it has one already."""

    name: str


class BotToken(msgspec.Struct, frozen=True):
    """A program's bearer token, told once."""

    token: str


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the lobby shows it (R9.1). `taken` are the occupied seats; the figures are of the last hands.

    `waiting` is how many wait for a seat, `your_place` one's own among them, from 1; until `seat_kept_until` a seat is
    kept for one.

    `average_pot` is in chips, `players_per_flop` in whole percent of those dealt in; both `None` before there are any.
    """

    id: str
    name: str
    profile: str
    stakes: tuple[Stakes, ...]
    hole_cards: int
    seats: int
    taken: tuple[int, ...]
    min_buy_in: int
    max_buy_in: int
    average_pot: int | None
    players_per_flop: int | None
    hands_per_hour: int | None
    waiting: int
    your_seat: int | None
    your_place: int | None
    seat_kept_until: int | None


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """`GET /api/tables`: every table, and how many people are at one, in a seat or looking on."""

    now: int
    online: int
    tables: tuple[LobbyTable, ...]


class SeatName(msgspec.Struct, frozen=True):
    """How the player at a seat is called."""

    seat: int
    name: str


class PlayedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is over, for the player who was dealt in at `seat`; `names` are the names of all who were, today's.

    `events` and `view` are as updates have them, from the hand's first event on, without what happened at the table
    besides: who came and went. The view has every hand that may be looked up (R7.8): one's own, those that were shown,
    and where the house has it those that were mucked.
    """

    number: int
    ended_at: int
    seat: int
    names: tuple[SeatName, ...]
    events: tuple[ViewEvent, ...]
    view: HandView


class PlayedHands(msgspec.Struct, frozen=True):
    """`GET /api/tables/ID/hands`: the last 50 hands at the table that one was dealt in, newest first (R9.4)."""

    hands: tuple[PlayedHand, ...]


class EquityRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/equity`: what hands and ranges are worth against each other (docs/ranges.md).

    `board` is empty, a flop, a turn or a full board, `dead` what else is known to be out. Without `samples` everything
    is counted where that is possible; the same `seed` draws the same samples.
    """

    hands: Annotated[tuple[HandText, ...], Meta(min_length=2, max_length=10)]
    board: Annotated[str, Meta(max_length=30)] = ""
    dead: Annotated[str, Meta(max_length=150)] = ""
    samples: Annotated[int, Meta(ge=1, le=MAX_SAMPLES)] | None = None
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] | None = None


class HandOdds(msgspec.Struct, frozen=True):
    """The shares of one of the hands asked for; the standard error is that of the equity, 0 where all was counted.

    `better` is for a known hand of four cards: the part of all such hands that are worth more before the flop, against
    a random hand.
    """

    hand: str
    shares: Shares
    standard_error: float
    better: float | None


class EquityAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The odds, and what was counted: all boards, or as many samples, which have a `seed`."""

    board: str
    dead: str
    boards: int
    seed: int | None
    no_low: float
    hands: tuple[HandOdds, ...]


class ApiError(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every HTTP error: a code, what it is about, and what would be legal.

    `where` names the part of the request that is meant, such as `hand 2` or `board`; empty for all of it.
    """

    code: str
    detail: str
    where: str = ""
    least: int | None = None
    most: int | None = None
