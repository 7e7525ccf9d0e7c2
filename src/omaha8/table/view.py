"""Who sees what of a table, in the form clients get it. Built by adding, like `omaha8.hand.view`.

Everything here is the same for everybody but `you`, which the player at a seat alone is sent.
"""

from collections.abc import Iterable, Mapping

import msgspec

from omaha8.hand.state import Showing
from omaha8.hand.view import HandView, given_back_in
from omaha8.hand.view import ViewEvent as HandViewEvent
from omaha8.hand.view import public_view as public_hand
from omaha8.hand.view import seen_by as hand_seen_by
from omaha8.hand.view import view_event as hand_view_event
from omaha8.rules import Stakes
from omaha8.table import events as log
from omaha8.table.blinds import next_stakes
from omaha8.table.buyin import Amounts, buy_in_range, top_up_range
from omaha8.table.debts import price_to_play
from omaha8.table.events import TableEvent, Waiting
from omaha8.table.state import TableState
from omaha8.table.waiting_list import kept_until, may_sit


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the table. `waiting`: a newcomer or returner who is not dealt in yet (R2.6, R2.7).

    `dealt`: the hand at this seat is theirs, and not that of somebody who has left since.
    """

    seat: int
    name: str
    chips: int
    sitting_out: bool
    dealt: bool
    waiting: bool
    leaving: bool
    connected: bool


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for, in ms.

    `deadline` is of the server's clock, like the update's `now`; `time` is the whole time given, and the clock is
    shown for the last `visible` of it (R8.1).
    """

    waiting: Waiting
    turn: int
    seat: int | None
    deadline: int | None
    time: int
    visible: int
    extended: bool


class YourView(msgspec.Struct, frozen=True, kw_only=True):
    """What only the player at a seat is told: what they may do at the table, and what coming back costs.

    `to_play_live` and `to_play_dead` are the chips to post for being dealt in at once (R2.6, R2.7); the seat of one who
    sits out is given up at `seat_kept_until` (R2.9).
    """

    seat: int
    top_up: Amounts | None
    may_sit_out: bool
    may_come_back: bool
    may_show: bool
    to_play_live: int
    to_play_dead: int
    seat_kept_until: int | None


class WaitingListView(msgspec.Struct, frozen=True, kw_only=True):
    """The waiting list (R9.1), for a viewer without a seat: how many wait, and the viewer's `place`, from 1.

    A seat is kept for the viewer until `kept_until`. `may_sit`: a seat is free that is kept for nobody else.
    """

    length: int
    place: int | None
    kept_until: int | None
    may_sit: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table as one viewer may see it; `buy_in` and `waiting_list` are there for a viewer without a seat."""

    name: str
    seats: int
    hole_cards: int
    stakes: Stakes
    next_stakes: Stakes
    hand_number: int
    button: int | None
    players: tuple[PlayerView, ...]
    hand: HandView | None
    clock: ClockView
    buy_in: Amounts | None
    waiting_list: WaitingListView | None
    you: YourView | None


class PlayerSat(msgspec.Struct, frozen=True, tag="player_sat"):
    """Somebody sat down."""

    seat: int
    name: str
    chips: int


class PlayerLeft(msgspec.Struct, frozen=True, tag="player_left"):
    """Somebody left; the seat is free."""

    seat: int


class ChipsAdded(msgspec.Struct, frozen=True, tag="chips_added"):
    """A player added chips."""

    seat: int
    chips: int


class PlayerSatOut(msgspec.Struct, frozen=True, tag="player_sat_out"):
    """A player sits out."""

    seat: int


class PlayerBack(msgspec.Struct, frozen=True, tag="player_back"):
    """A player who sat out plays again."""

    seat: int


class PlayerLeaving(msgspec.Struct, frozen=True, tag="player_leaving"):
    """A player leaves after this hand."""

    seat: int


class PlayerOffline(msgspec.Struct, frozen=True, tag="player_offline"):
    """A player's connection is lost."""

    seat: int


class PlayerOnline(msgspec.Struct, frozen=True, tag="player_online"):
    """A player's connection is back."""

    seat: int


class PlayerTimedOut(msgspec.Struct, frozen=True, tag="player_timed_out"):
    """A player's time was out; `protected` by R8.4 or not."""

    seat: int
    protected: bool


class NextHand(msgspec.Struct, frozen=True, tag="next_hand"):
    """A new hand begins, with its number at this table and its stakes (R5.4)."""

    hand: int
    stakes: Stakes


class TableWaits(msgspec.Struct, frozen=True, tag="table_waits"):
    """Too few players are ready; the table waits for more."""


ViewEvent = (
    PlayerSat
    | PlayerLeft
    | ChipsAdded
    | PlayerSatOut
    | PlayerBack
    | PlayerLeaving
    | PlayerOffline
    | PlayerOnline
    | PlayerTimedOut
    | NextHand
    | TableWaits
    | HandViewEvent
)


def view(state: TableState, viewer: str | None, now: int) -> TableView:
    """What the player `viewer` may see at a time; `None` or somebody without a seat is a spectator."""
    return seen_by(viewer, public_view(state), state, now)


def public_view(state: TableState) -> TableView:
    """What everybody may see: made once, however many there are to be told."""
    return TableView(
        name=state.config.name,
        seats=state.config.rules.seats,
        hole_cards=state.config.rules.hand.hole_cards,
        stakes=state.stakes,
        next_stakes=next_stakes(state),
        hand_number=state.hand_number,
        button=state.button,
        players=_players(state),
        hand=None if state.hand is None else public_hand(state.hand),
        clock=_clock(state),
        buy_in=None,
        waiting_list=None,
        you=None,
    )


def seen_by(viewer: str | None, public: TableView, state: TableState, now: int) -> TableView:
    """Add to the public view what `viewer` is told besides."""
    number = None if viewer is None else state.find(viewer)
    hand = public.hand
    if hand is not None and state.hand is not None:
        hand = hand_seen_by(state.seat_in_hand(viewer), hand, state.hand)
    return msgspec.structs.replace(
        public,
        hand=hand,
        buy_in=buy_in_range(state, viewer, now) if number is None else None,
        waiting_list=waiting_list_seen(state, viewer) if number is None else None,
        you=None if number is None else _you(state, number),
    )


def waiting_list_seen(state: TableState, viewer: str | None) -> WaitingListView:
    """The waiting list as somebody without a seat may see it; `None` is nobody in particular."""
    place, waiter = next(
        ((place, waiter) for place, waiter in enumerate(state.waiting_list, 1) if waiter.player == viewer), (None, None)
    )
    return WaitingListView(
        length=len(state.waiting_list),
        place=place,
        kept_until=None if waiter is None else kept_until(state, waiter),
        may_sit=may_sit(state, viewer),
    )


def _players(state: TableState) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(
            seat=number,
            name=seat.name,
            chips=state.stack(number),
            sitting_out=seat.sitting_out,
            dealt=(number, seat.player) in state.dealt,
            waiting=seat.is_ready and not seat.is_regular and not state.in_hand(number),
            leaving=seat.leaving,
            connected=seat.connected,
        )
        for number, seat in enumerate(state.seats, 1)
        if seat is not None
    )


def _clock(state: TableState) -> ClockView:
    clock = state.clock
    return ClockView(
        waiting=clock.waiting,
        turn=clock.turn,
        seat=clock.seat,
        deadline=clock.deadline,
        time=clock.time,
        visible=state.config.rules.visible_clock if clock.waiting is Waiting.ACTION else clock.time,
        extended=clock.extended,
    )


def _you(state: TableState, number: int) -> YourView:
    seat = state.seats[number - 1]
    assert seat is not None
    live, dead = price_to_play(state, number)
    return YourView(
        seat=number,
        top_up=top_up_range(state, number),
        may_sit_out=not seat.sitting_out,
        may_come_back=seat.sitting_out and seat.chips > 0,
        may_show=_may_show(state, seat.player),
        to_play_live=live,
        to_play_dead=dead,
        seat_kept_until=None if seat.out_since is None else seat.out_since + state.config.rules.max_sit_out,
    )


def _may_show(state: TableState, player: str) -> bool:
    """The winner of a hand that ended without a showdown may still show it (R7.9)."""
    hand, number = state.hand, state.seat_in_hand(player)
    if hand is None or not hand.has_ended or number is None:
        return False
    seat = hand.seat(number)
    return seat.is_live and seat.showing is Showing.HIDDEN and seat.known_cards is not None


def view_events(events: Iterable[TableEvent], state: TableState, viewer: str | None) -> tuple[ViewEvent, ...]:
    """The events as the viewer may see them; `state` is the state after them."""
    number = state.seat_in_hand(viewer)
    all_events = tuple(events)
    back = given_back_in(all_events)
    seen: list[ViewEvent] = []
    for event in all_events:
        seen += _view_event(event, state, number, back)
    return tuple(seen)


def _view_event(  # noqa: C901 - one case an event
    event: TableEvent, state: TableState, number: int | None, back: Mapping[int, int]
) -> tuple[ViewEvent, ...]:
    match event:
        case log.SeatTaken():
            return (PlayerSat(event.seat, event.name, event.chips),)
        case log.SeatLeft():
            return (PlayerLeft(event.seat),)
        case log.ToppedUp():
            return (ChipsAdded(event.seat, event.chips),)
        case log.SatOut():
            return (PlayerSatOut(event.seat),)
        case log.CameBack():
            return (PlayerBack(event.seat),)
        case log.LeaveAsked():
            return (PlayerLeaving(event.seat),)
        case log.ConnectionLost():
            return (PlayerOffline(event.seat),)
        case log.ConnectionRestored():
            return (PlayerOnline(event.seat),)
        case log.TimedOut():
            return (PlayerTimedOut(event.seat, event.protected),)
        case log.HandPrepared():
            return (NextHand(event.hand, state.config.rotation[event.rotation]),)
        case log.StoodStill():
            return (TableWaits(),)
        case log.ClockSet() | log.ListJoined() | log.ListLeft() | log.SeatOffered():
            return ()  # the view carries the clock, and the list for those it is of interest to
        case _:
            assert state.hand is not None
            return (hand_view_event(event, state.hand, number, back),)
