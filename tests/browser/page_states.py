"""The page alone: a test plays the server, so that every state can be shown at once.

Views are made of the server's own types, so that what the page is shown here is what a server would send. One hand is
told through most states: pot limit 5/10, ten seats, the viewer is Annikki at seat 1.
"""

import json
import mimetypes
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, WebSocketRoute, expect

from omaha8.cards import parse_cards
from omaha8.hand.actions import AmountRange, LegalActions
from omaha8.hand.events import Half
from omaha8.hand.made import MadeHand, made_hand
from omaha8.hand.state import Showing, Standing
from omaha8.hand.view import HandView, PotPaid, PotView, SeatView, ShareView, StreetName
from omaha8.rules import PROFILES, Stakes, fixed_limit, no_limit, pot_limit
from omaha8.server import wire
from omaha8.server.http import STATIC
from omaha8.table.buyin import Amounts
from omaha8.table.commands import Preferences
from omaha8.table.events import Waiting
from omaha8.table.view import ClockView, PlayerView, TableView, ViewEvent, WaitingListView, YourView

PATIENCE = 15_000  # ms; this machine may be busy with other tests
ARMED = 300  # ms after which a new button takes a press
ORIGIN = "http://omaha8.test"  # plain http and not this machine: no secure context, as in a home network
TABLE = f"{ORIGIN}/table/ladoga"
NOW = 1_700_000_000_000
HOUR = 3_600  # seconds
LOOK = 20  # ms from one look at what the page has asked for to the next

SIZES = {"wide": (1280, 800), "tall": (390, 844), "small": (360, 640), "side": (844, 390)}
NAMES = ("Annikki", "Bob", "Čeněk", "Дмитрий", "Østein", "Frans", "Grace", "Hjördis", "Ivan", "Jasmine L.")
STACKS = (1240, 2105, 866, 1410, 995, 565, 222, 780, 1532, 450)
HERO = "As 2d Ks 9h"
BOARD = "4s 7s Kd 3c 2h"
STREETS: Mapping[int, StreetName] = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
PL = pot_limit(5, 10)
NL = no_limit(5, 10)
FL = fixed_limit(PROFILES["classic"], 5, 10)


def made(hole: str, board: str) -> MadeHand | None:
    return made_hand(parse_cards(hole), parse_cards(board))


def player(seat: int, **changes: Any) -> PlayerView:
    """Somebody of the story at their seat."""
    usual: dict[str, Any] = {
        "seat": seat,
        "name": NAMES[seat - 1],
        "chips": STACKS[seat - 1],
        "sitting_out": False,
        "dealt": True,
        "waiting": False,
        "leaving": False,
        "connected": True,
    }
    return PlayerView(**{**usual, **changes})


def seated(seat: int, *, hole: str = "", board: str = "", **changes: Any) -> SeatView:
    """A seat of the hand; `hole` where the viewer may see it."""
    cards = tuple(hole.split()) or None
    usual: dict[str, Any] = {
        "seat": seat,
        "stack": STACKS[seat - 1],
        "bet": 0,
        "put_in": 0,
        "standing": Standing.IN,
        "all_in": False,
        "showing": Showing.HIDDEN,
        "holding": 4,
        "cards": cards,
        "made": made(hole, board) if hole else None,
    }
    return SeatView(**{**usual, **changes})


def folded(seat: int) -> SeatView:
    return seated(seat, standing=Standing.FOLDED, holding=0)


def hand(seats: tuple[SeatView, ...], board: str = "", **changes: Any) -> HandView:
    usual: dict[str, Any] = {
        "stakes": PL,
        "button": 4,
        "street": STREETS[len(board.split())],
        "board": tuple(board.split()),
        "seats": seats,
        "pots": (),
        "total_pot": 0,
        "to_act": None,
        "at_showdown": False,
        "ended": False,
        "legal": None,
        "results": (),
    }
    return HandView(**{**usual, **changes})


def clock(waiting: Waiting = Waiting.ACTION, seat: int | None = 1, *, turn: int = 7, left: int = 18_000) -> ClockView:
    time = {Waiting.ACTION: 30_000, Waiting.SHOW: 5_000, Waiting.NEXT_HAND: 4_000, Waiting.NOTHING: 0}[waiting]
    deadline = None if waiting is Waiting.NOTHING else NOW + left
    return ClockView(waiting=waiting, turn=turn, seat=seat, deadline=deadline, time=time, visible=time, extended=False)


def you(**changes: Any) -> YourView:
    usual: dict[str, Any] = {
        "seat": 1,
        "top_up": None,
        "may_sit_out": True,
        "may_come_back": False,
        "may_show": False,
        "to_play_live": 0,
        "to_play_dead": 0,
        "seat_kept_until": None,
    }
    return YourView(**{**usual, **changes})


ALL_PLAYERS = tuple(player(number) for number in range(1, 11))


def table(shown: HandView | None, **changes: Any) -> TableView:
    usual: dict[str, Any] = {
        "name": "Ladoga",
        "seats": 10,
        "hole_cards": 4,
        "stakes": PL,
        "next_stakes": PL,
        "hand_number": 4187,
        "button": 4,
        "players": ALL_PLAYERS,
        "hand": shown,
        "clock": clock(),
        "buy_in": None,
        "waiting_list": None,
        "you": you(),
    }
    return TableView(**{**usual, **changes})


def update(view: TableView, *events: ViewEvent, seq: int = 1, preferences: Preferences | None = None) -> wire.Update:
    return wire.Update(seq=seq, now=NOW, events=events, view=view, preferences=preferences or Preferences())


OTHERS = tuple(folded(number) for number in (3, 4, 5, 8, 9, 10))
DEAL_ORDER = (5, 6, 7, 8, 9, 10, 1, 2, 3, 4)


def in_order(*seats: SeatView) -> tuple[SeatView, ...]:
    """Every seat once, in deal order; seats named here before the folded ones."""
    by_number = {seat.seat: seat for seat in (*OTHERS, *seats)}
    return tuple(by_number[number] for number in DEAL_ORDER if number in by_number)


TURN_LEGAL = LegalActions(seat=1, fold=True, call=90, raise_to=AmountRange(180, 545), sizes=(180, 317, 431, 545))


def turn_view(**changes: Any) -> TableView:
    """The viewer faces a bet of 90 on the turn card, pot 365."""
    board = BOARD.rsplit(" ", 1)[0]
    seats = in_order(seated(1, hole=HERO, board=board), seated(2), seated(6, bet=90), seated(7, bet=90))
    shown = hand(seats, board, pots=(PotView(185, (1, 2, 6, 7)),), total_pot=365, to_act=1, legal=TURN_LEGAL)
    sits_out, offline = player(8, sitting_out=True), player(9, connected=False)
    return table(shown, **{"players": (*ALL_PLAYERS[:7], sits_out, offline, ALL_PLAYERS[9]), **changes})


def free_view(**changes: Any) -> TableView:
    """The viewer's turn on the flop with nothing to call."""
    board = "4s 7s Kd"
    legal = LegalActions(seat=1, fold=True, check=True, bet=AmountRange(10, 185), sizes=(10, 93, 139, 185))
    seats = in_order(seated(1, hole=HERO, board=board), seated(2), seated(6), seated(7))
    shown = hand(seats, board, pots=(PotView(185, (1, 2, 6, 7)),), total_pot=185, to_act=1, legal=legal)
    return table(shown, **changes)


def fixed_view() -> TableView:
    """Fixed limit: one amount to raise to."""
    board = BOARD.rsplit(" ", 1)[0]
    legal = LegalActions(seat=1, fold=True, call=10, raise_to=AmountRange(20, 20))
    seats = in_order(seated(1, hole=HERO, board=board), seated(2), seated(6, bet=10), seated(7, bet=10))
    shown = hand(seats, board, stakes=FL, total_pot=60, to_act=1, legal=legal)
    return table(shown, stakes=FL, next_stakes=FL)


def no_limit_view(stack: int = 98_765) -> TableView:
    """No limit, the viewer's turn on the flop with nothing to call; the least bet 10, the pot 185."""
    board = "4s 7s Kd"
    sizes = (10, min(93, stack), min(139, stack), min(185, stack))
    legal = LegalActions(seat=1, fold=True, check=True, bet=AmountRange(10, stack), sizes=sizes)
    seats = in_order(seated(1, hole=HERO, board=board, stack=stack), seated(2), seated(6), seated(7))
    shown = hand(seats, board, stakes=NL, pots=(PotView(185, (1, 2, 6, 7)),), total_pot=185, to_act=1, legal=legal)
    return table(shown, stakes=NL, next_stakes=NL)


def before_view(bet: int = 90, *, to_act: int = 7, turn: int = 6, board: str = "4s 7s Kd 3c") -> TableView:
    """Somebody else's turn, the viewer still to act."""
    seats = in_order(seated(1, hole=HERO, board=board), seated(2), seated(6, bet=bet), seated(7))
    shown = hand(seats, board, pots=(PotView(185, (1, 2, 6, 7)),), total_pot=185 + bet, to_act=to_act)
    return table(shown, clock=clock(seat=to_act, turn=turn, left=12_000))


def all_in_view() -> TableView:
    """Three all-in on the turn card, hands face up."""
    board = "4s 7s Kd 3c"
    up = {"showing": Showing.TURNED_UP}
    seats = in_order(
        seated(1, hole=HERO, board=board, stack=585, **up),
        seated(6, hole="Ad 8d 8c 7h", board=board, stack=0, all_in=True, **up),
        seated(7, hole="Kh Kc 7d Jh", board=board, stack=0, all_in=True, **up),
        folded(2),
    )
    pots = (PotView(1121, (1, 6, 7)), PotView(686, (1, 6)))
    shown = hand(seats, board, pots=pots, total_pot=1807)
    players = tuple(
        player(number, chips={1: 585, 6: 0, 7: 0}.get(number, STACKS[number - 1])) for number in range(1, 11)
    )
    return table(shown, players=players, clock=clock(Waiting.NOTHING, None))


def all_in_odds() -> wire.Odds:
    """What the hands of `all_in_view` are worth with one card to come."""

    def worth(seat: int, equity: float, scoop: float, high: float, low: float) -> wire.SeatOdds:
        shares = wire.Shares(
            equity=equity, scoop=scoop, high=high, high_tie=0.0, low=low, low_tie=0.05, quartered=0.056
        )
        return wire.SeatOdds(seat, shares)

    seats = (worth(1, 0.63, 0.278, 0.306, 0.917), worth(6, 0.02, 0.0, 0.0, 0.0), worth(7, 0.35, 0.0, 0.694, 0.0))
    return wire.Odds(4187, (wire.StreetOdds(4, 0.0, seats),))


def results_view(**changes: Any) -> TableView:
    """The hand of `all_in_view` after the river: two pots, one half quartered, an odd chip."""
    up = {"showing": Showing.SHOWN, "all_in": False}
    seats = in_order(
        seated(1, hole=HERO, board=BOARD, stack=1379, put_in=700, **up),
        seated(6, hole="Ad 8d 8c 7h", board=BOARD, stack=452, **up),
        seated(7, hole="Kh Kc 7d Jh", board=BOARD, stack=561, **up),
        folded(2),
    )
    side = PotPaid(
        1,
        686,
        (1, 6),
        (
            ShareView(1, Half.HIGH, 343, 1, odd=False),
            ShareView(6, Half.LOW, 172, 2, odd=True),
            ShareView(1, Half.LOW, 171, 2, odd=False),
        ),
    )
    main = PotPaid(
        0,
        1121,
        (1, 6, 7),
        (
            ShareView(7, Half.HIGH, 561, 1, odd=False),
            ShareView(6, Half.LOW, 280, 2, odd=False),
            ShareView(1, Half.LOW, 280, 2, odd=False),
        ),
    )
    shown = hand(seats, BOARD, ended=True, at_showdown=True, results=(side, main))
    chips = {1: 1379, 6: 452, 7: 561}
    players = tuple(player(number, chips=chips.get(number, STACKS[number - 1])) for number in range(1, 11))
    return table(shown, **{"players": players, "clock": clock(Waiting.NEXT_HAND, None, left=4_000), **changes})


def scoop_view(*, show: bool = False) -> TableView:
    """No low: one player takes all; with `show` the viewer chooses to show or muck first."""
    board = "4s 7s Kd Qc Qh"
    grace = seated(7, hole="Kh Kc 7d Jh", board=board, showing=Showing.SHOWN, stack=222 if show else 587)
    seats = in_order(seated(1, hole=HERO, board=board), grace, folded(2), folded(6))
    if show:
        legal = LegalActions(seat=1, show=True, muck=True)
        shown = hand(seats, board, pots=(PotView(365, (1, 7)),), total_pot=365, at_showdown=True, to_act=1, legal=legal)
        return table(shown, clock=clock(Waiting.SHOW, 1, turn=9, left=4_000))
    results = (PotPaid(0, 365, (1, 7), (ShareView(7, Half.WHOLE, 365, 1, odd=False),)),)
    shown = hand(seats, board, ended=True, at_showdown=True, results=results)
    return table(shown, clock=clock(Waiting.NEXT_HAND, None, left=4_000))


def walk_view() -> TableView:
    """Everybody folded to the viewer, who may show."""
    seats = in_order(seated(1, hole=HERO, board="4s 7s Kd"), folded(2), folded(6), folded(7))
    results = (PotPaid(0, 185, (1,), (ShareView(1, Half.WHOLE, 185, 1, odd=False),)),)
    shown = hand(seats, "4s 7s Kd", ended=True, results=results)
    return table(shown, you=you(may_show=True), clock=clock(Waiting.NEXT_HAND, None, left=4_000))


def sit_view(**changes: Any) -> TableView:
    """A spectator at a table with three free seats."""
    taken = tuple(each for each in ALL_PLAYERS if each.seat not in {1, 3, 8})
    seats = tuple(
        seat
        for seat in in_order(seated(2), seated(4), seated(5, bet=5), seated(6, bet=10), seated(7), seated(9))
        if seat.seat in {2, 4, 5, 6, 7, 9}
    )
    shown = hand(seats, total_pot=15, to_act=7)
    usual: dict[str, Any] = {
        "players": taken,
        "you": None,
        "buy_in": Amounts(200, 1000),
        "waiting_list": waiting_list(),
        "clock": clock(seat=7, left=22_000),
    }
    return table(shown, **{**usual, **changes})


def waiting_list(
    length: int = 0, place: int | None = None, *, kept: int | None = None, may_sit: bool = True
) -> WaitingListView:
    """The list as somebody without a seat sees it; for `kept` ms more a seat is kept for them."""
    until = None if kept is None else NOW + kept
    return WaitingListView(length=length, place=place, kept_until=until, may_sit=may_sit)


def full_table_view(place: int | None = None) -> TableView:
    """A spectator, who may be on the waiting list, at a table where every seat is taken."""
    waiting = waiting_list(2, place, may_sit=False)
    return sit_view(players=ALL_PLAYERS, waiting_list=waiting)


def kept_view(place: int | None = 1) -> TableView:
    """The seats that are free are kept, one of them for the viewer, if they wait."""
    kept = None if place is None else 47_000
    return sit_view(waiting_list=waiting_list(3, place, kept=kept, may_sit=place is not None))


def away_view() -> TableView:
    """The viewer sits out and owes both blinds."""
    board = "4s 7s Kd 3c"
    seats = tuple(seat for seat in in_order(seated(2), seated(6, bet=90), seated(7)) if seat.seat != 1)
    shown = hand(seats, board, pots=(PotView(140, (2, 6, 7)),), total_pot=230, to_act=7)
    own = you(may_sit_out=False, may_come_back=True, to_play_live=10, to_play_dead=5, seat_kept_until=NOW + 11 * 60_000)
    players = (player(1, sitting_out=True), *ALL_PLAYERS[1:])
    return table(shown, players=players, you=own, clock=clock(seat=7, turn=6, left=12_000))


def wait_view() -> TableView:
    """The viewer has just sat down and waits for the big blind."""
    view = away_view()
    players = (player(1, waiting=True, chips=1000), *ALL_PLAYERS[1:])
    return msgspec.structs.replace(view, players=players, you=you(to_play_live=10))


def broke_view() -> TableView:
    """The viewer has lost everything."""
    players = (player(1, chips=0), *ALL_PLAYERS[1:])
    own = you(top_up=Amounts(200, 1000))
    return table(None, players=players, you=own, clock=clock(Waiting.NEXT_HAND, None, left=4_000))


def folded_view(**changes: Any) -> TableView:
    """The viewer has folded; the hand goes on."""
    board = "4s 7s Kd 3c"
    seats = in_order(
        seated(1, hole=HERO, board=board, standing=Standing.FOLDED, holding=0), seated(2), seated(6), seated(7)
    )
    shown = hand(seats, board, pots=(PotView(365, (2, 6, 7)),), total_pot=365, to_act=7)
    return table(shown, **{"clock": clock(seat=7, turn=8, left=12_000), **changes})


def full_view() -> TableView:
    """The worst case for room: ten long names, ten bets of five digits, two pots, five cards all marked."""
    seats = tuple(
        seated(number, bet=12_840, stack=98_765, **({"hole": HERO, "board": BOARD} if number == 1 else {}))
        for number in DEAL_ORDER
    )
    legal = LegalActions(
        seat=1, fold=True, call=12_840, raise_to=AmountRange(25_680, 98_765), sizes=(25_680, 60_000, 80_000, 98_765)
    )
    pots = (PotView(104_870, DEAL_ORDER), PotView(23_400, DEAL_ORDER[:4]))
    shown = hand(seats, BOARD, pots=pots, total_pot=128_270, to_act=1, legal=legal)
    players = tuple(
        player(number, chips=98_765, name="Maximilian_1994" if number % 3 == 2 else NAMES[number - 1])
        for number in range(1, 11)
    )
    return table(shown, players=players)


def looked_on(view: TableView) -> TableView:
    """The same table for somebody without a seat, who sees nobody's cards."""
    assert view.hand is not None
    seats = tuple(msgspec.structs.replace(seat, cards=None, made=None) for seat in view.hand.seats)
    shown = msgspec.structs.replace(view.hand, seats=seats, legal=None)
    return msgspec.structs.replace(view, you=None, hand=shown, waiting_list=waiting_list(may_sit=False))


def three_pots_view() -> TableView:
    """Three pots, all split; five winners of the main pot's low."""
    seats = tuple(
        seated(number, hole=hole, board=BOARD, showing=Showing.SHOWN)
        for number, hole in ((5, "Ad 8d 8c 7h"), (6, "Ah 8h 9c 7c"), (7, "Kh Kc 7d Jh"), (1, HERO))
    )
    lows = tuple(ShareView(number, Half.LOW, 150, 3, odd=False) for number in (5, 6, 1))
    pots = tuple(
        PotPaid(number, 900, (1, 5, 6, 7), (ShareView(7, Half.HIGH, 450, 1, odd=False), *lows)) for number in (2, 1, 0)
    )
    shown = hand(seats, BOARD, ended=True, at_showdown=True, results=pots)
    return table(shown, clock=clock(Waiting.NEXT_HAND, None, left=4_000))


def shown_view(*, button: int = 4, **changes: Any) -> TableView:
    """The worst case for room after the river: ten hands face up with their marks, three of them win."""
    dealt = {*HERO.split(), *BOARD.split()}
    rest = [card for rank in "A823456T9JQK7" for suit in "cdhs" if (card := rank + suit) not in dealt]
    holes = {number: " ".join(rest[number - 2 :: 9][:4]) for number in range(2, 11)} | {1: HERO}
    seats = tuple(seated(number, hole=holes[number], board=BOARD, showing=Showing.SHOWN) for number in DEAL_ORDER)
    shares = (
        ShareView(3, Half.HIGH, 1_420, 1, odd=False),
        ShareView(7, Half.LOW, 710, 2, odd=False),
        ShareView(1, Half.LOW, 710, 2, odd=False),
    )
    shown = hand(
        seats, BOARD, button=button, ended=True, at_showdown=True, results=(PotPaid(0, 2_840, DEAL_ORDER, shares),)
    )
    usual: dict[str, Any] = {"button": button, "clock": clock(Waiting.NEXT_HAND, None, left=4_000)}
    return table(shown, **{**usual, **changes})


def six_cards_view() -> TableView:
    """Six hole cards each, two hands face up."""
    board, up = "4s 7s Kd 3c", {"showing": Showing.TURNED_UP, "holding": 6}
    seats = tuple(
        seated(number, hole=hole, board=board, **up)
        for number, hole in ((6, "Ad 8d 8c 7h 2c 2s"), (7, "Kh Kc 7d Jh Qd Qs"), (1, "As 2d Ks 9h 9c Td"))
    )
    shown = hand(seats, board, pots=(PotView(365, (1, 6, 7)),), total_pot=365)
    return table(shown, hole_cards=6, seats=7, players=ALL_PLAYERS[:7], clock=clock(Waiting.NOTHING, None))


ME = wire.Me(name="Annikki", chips=8450, host=False, refill=0, next_refill_at=NOW + 3_600_000, now=NOW)


def lobby_table(name: str, structure: Stakes, taken: int, seats: int = 10, **changes: Any) -> wire.LobbyTable:
    usual: dict[str, Any] = {
        "id": name.lower(),
        "name": name,
        "profile": "classic",
        "stakes": (structure,),
        "hole_cards": 4,
        "seats": seats,
        "taken": tuple(range(1, taken + 1)),
        "min_buy_in": 200,
        "max_buy_in": 1000,
        "average_pot": 248,
        "players_per_flop": 44,
        "hands_per_hour": 61,
        "waiting": 0,
        "your_seat": None,
        "your_place": None,
        "seat_kept_until": None,
    }
    return wire.LobbyTable(**{**usual, **changes})


NO_HANDS = wire.PlayedHands(())
LOBBY = wire.Lobby(
    now=NOW,
    online=31,
    tables=(
        lobby_table("Ladoga", PL, 7, your_seat=1),
        lobby_table("Saimaa", FL, 10, waiting=2, average_pot=37, players_per_flop=52),
        lobby_table("Vltava", pot_limit(1, 2), 8, 9, profile="russian"),
        lobby_table("Onega", PL, 4, 9, stakes=(PL, FL), profile="party", hole_cards=5),
        lobby_table("Inari", FL, 0, 6, average_pot=None, players_per_flop=None, hands_per_hour=None),
    ),
)


@dataclass
class Room:
    """The server as a test plays it: it greets, sends what it is told to, and notes what it is asked."""

    view: TableView
    preferences: Preferences = field(default_factory=Preferences)
    protocol: int = wire.PROTOCOL
    build: str = "test"
    accepts: bool = True
    gone: bool = False
    sockets: list[WebSocketRoute] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    lobby: wire.Lobby = LOBBY
    me: wire.Me = ME
    posted: list[tuple[str, Any]] = field(default_factory=list)
    refuses: wire.ApiError | None = None
    hands: wire.PlayedHands | wire.ApiError = NO_HANDS
    looked_up: list[str] = field(default_factory=list)
    seq: int = 1
    looked_at: int = 0

    def send(self, message: wire.ServerMessage | dict[str, Any]) -> None:
        self.sockets[-1].send(msgspec.json.encode(message).decode())

    def show(self, view: TableView, *events: ViewEvent) -> None:
        """Send another view, with what happened."""
        self.view = view
        self.seq += 1
        self.send(update(view, *events, seq=self.seq, preferences=self.preferences))

    def connect(self, socket: WebSocketRoute) -> None:
        if self.gone:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(self._hear)
        self.send(wire.Hello(self.protocol, self.build, "Annikki", NOW))
        self.send(update(self.view, seq=self.seq, preferences=self.preferences))

    def _hear(self, message: str | bytes) -> None:
        request = json.loads(message)
        self.asked.append(request)
        if self.accepts:
            self.send(wire.Accepted(request["id"], self.seq))

    def next_request(self, page: Page) -> dict[str, Any]:
        """The next request that no test has looked at yet, as soon as it has come."""
        for _ in range(PATIENCE // LOOK):
            if len(self.asked) > self.looked_at:
                self.looked_at += 1
                return self.asked[self.looked_at - 1]
            page.wait_for_timeout(LOOK)
        raise AssertionError("the page asked for nothing")

    def wait_for_sockets(self, page: Page, count: int) -> None:
        """Let time pass until the page has connected that often."""
        for _ in range(PATIENCE // LOOK):
            if len(self.sockets) >= count:
                return
            page.clock.run_for(LOOK)
        raise AssertionError(f"{len(self.sockets)} connections, not {count}")

    def answer(self, route: Route) -> None:
        """What a plain request gets: the built page, and the few calls that it makes."""
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        if path.startswith("/api/"):
            if route.request.method == "POST":
                self.posted.append((path, route.request.post_data_json))
            self._answer_api(route, path)
            return
        file = STATIC / (path.lstrip("/") if path.startswith(("/assets/", "/icon")) else "index.html")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(body=file.read_bytes(), content_type=kind)

    def _answer_api(self, route: Route, path: str) -> None:
        body: object = self.me
        if path == "/api/tables":
            body = self.lobby
        elif path.endswith("/hands"):
            self.looked_up.append(path)
            body = self.hands
        elif self.refuses is not None:
            body = self.refuses
        status = 429 if isinstance(body, wire.ApiError) else 200
        route.fulfill(status=status, body=msgspec.json.encode(body), content_type="application/json")


Show = Callable[..., tuple[Page, Room]]


def ready(page: Page) -> None:
    """Let the moment pass after which the buttons of the panel take a press."""
    expect(page.locator(".go")).to_have_class(re.compile("arming"))
    page.clock.run_for(ARMED)
    expect(page.locator(".go")).not_to_have_class(re.compile("arming"))


def pages(browser: Browser) -> Iterator[Show]:
    """`show(view, size)` opens the page at that size with a `Room`; afterwards no page may have complained.

    Its clock stands still until a test lets it run (`page.clock.run_for`), so that a busy machine changes nothing.
    What a room refuses on purpose the browser complains of, and that is passed over.
    """
    contexts = []
    problems: list[str] = []

    def show(
        view: TableView, size: str = "wide", *, url: str = TABLE, room: Room | None = None, **context: Any
    ) -> tuple[Page, Room]:
        width, height = SIZES[size]
        options = {"reduced_motion": "reduce", "color_scheme": "dark", **context}
        opened = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(opened)
        page = opened.new_page()
        page.set_default_timeout(PATIENCE)
        page.clock.install(time=NOW / 1000 - HOUR)  # it runs from then on, and can only be stopped later than it shows
        page.clock.pause_at(NOW / 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        played = room or Room(view)

        def complain(said: ConsoleMessage) -> None:
            if said.type in {"error", "warning"} and not (played.refuses is not None and "429" in said.text):
                problems.append(said.text)

        page.on("console", complain)
        page.route(f"{ORIGIN}/**", played.answer)
        page.route_web_socket(f"{ORIGIN.replace('http', 'ws')}/api/tables/*/socket", played.connect)
        page.goto(url)
        if "/table/" in url and not played.gone:
            page.locator(".panel").wait_for()
        return page, played

    yield show
    for context in contexts:
        context.close()
    assert not problems, problems
