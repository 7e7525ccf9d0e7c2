"""How each event changes a table: the only writer of `TableState`. Hand events pass to the hand's own `evolve`."""

from collections.abc import Iterable

from msgspec.structs import replace

from omaha8.cards import Deck
from omaha8.hand.events import HandEnded, HandStarted
from omaha8.hand.evolve import evolve as evolve_hand
from omaha8.hand.state import HandState
from omaha8.table.events import (
    CameBack,
    ClockSet,
    ConnectionLost,
    ConnectionRestored,
    HandPrepared,
    LeaveAsked,
    ListJoined,
    ListLeft,
    SatOut,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    StoodStill,
    TableEvent,
    TimedOut,
    ToppedUp,
)
from omaha8.table.state import Clock, Departed, Protections, TableSeat, TableState, Waiter


def replay(events: Iterable[TableEvent], state: TableState, deck: Deck | None = None) -> TableState:
    """Fold events into the state they lead to. `deck` is that of the hand they belong to."""
    for event in events:
        state = evolve(state, event, deck)
    return state


def evolve(  # noqa: C901 - one case an event
    state: TableState, event: TableEvent, deck: Deck | None = None
) -> TableState:
    """The table after the event."""
    match event:
        case ClockSet():
            clock = Clock(event.waiting, event.turn, event.seat, event.deadline, event.time, event.extended)
            return replace(state, clock=clock)
        case SeatTaken():
            return _seat_taken(state, event)
        case SeatLeft():
            return _seat_left(state, event)
        case ToppedUp():
            chips = _occupied(state, event.seat).chips + event.chips
            return _changed(state, event.seat, chips=chips)
        case ListJoined():
            return replace(state, waiting_list=(*state.waiting_list, Waiter(event.player)))
        case ListLeft():
            return replace(state, waiting_list=_without(state, event.player))
        case SeatOffered():
            return _offered(state, event)
        case SatOut():
            return _changed(state, event.seat, sitting_out=True, out_since=event.at)
        case CameBack():
            return _changed(state, event.seat, sitting_out=False, out_since=None)
        case LeaveAsked():
            return _changed(state, event.seat, leaving=True)
        case ConnectionLost():
            lost_in = state.hand_number if state.in_hand(event.seat) else 0
            return _changed(state, event.seat, connected=False, lost_in=lost_in)
        case ConnectionRestored():
            return _changed(state, event.seat, connected=True)
        case TimedOut():
            return _count_protection(state, event) if event.protected else state
        case HandPrepared():
            return _prepared(state, event)
        case StoodStill():
            return _stood_still(state)
        case HandStarted():
            return replace(state, hand=evolve_hand(None, event, deck))
        case HandEnded():
            hand = evolve_hand(state.hand, event, deck)
            return replace(state, hand=hand, seats=_with_stacks(state, hand))
        case _:
            return replace(state, hand=evolve_hand(state.hand, event, deck))


def _occupied(state: TableState, number: int) -> TableSeat:
    seat = state.seats[number - 1]
    if seat is None:
        raise ValueError(f"seat {number} is empty")
    return seat


def _changed(state: TableState, number: int, **changes: object) -> TableState:
    seat = replace(_occupied(state, number), **changes)
    return replace(state, seats=(*state.seats[: number - 1], seat, *state.seats[number:]))


def _seat_taken(state: TableState, event: SeatTaken) -> TableState:
    seat = TableSeat(
        player=event.player, name=event.name, chips=event.chips, order=state.sat_down, owes_small=event.owes_small
    )
    seats = (*state.seats[: event.seat - 1], seat, *state.seats[event.seat :])
    departed = tuple(gone for gone in state.departed if gone.player != event.player)
    return replace(
        state,
        seats=seats,
        sat_down=state.sat_down + 1,
        departed=departed,
        waiting_list=_without(state, event.player),
    )


def _seat_left(state: TableState, event: SeatLeft) -> TableState:
    owes_small = _occupied(state, event.seat).owes_small
    since = event.at - state.config.rules.rathole
    remembered = tuple(gone for gone in state.departed if gone.at > since and gone.player != event.player)
    return replace(
        state,
        seats=(*state.seats[: event.seat - 1], None, *state.seats[event.seat :]),
        departed=(*remembered, Departed(event.player, event.chips, event.at, owes_small)),
    )


def _without(state: TableState, player: str) -> tuple[Waiter, ...]:
    return tuple(waiter for waiter in state.waiting_list if waiter.player != player)


def _offered(state: TableState, event: SeatOffered) -> TableState:
    waiting_list = tuple(
        Waiter(event.player, event.at) if waiter.player == event.player else waiter for waiter in state.waiting_list
    )
    return replace(state, waiting_list=waiting_list)


def _count_protection(state: TableState, event: TimedOut) -> TableState:
    player = _occupied(state, event.seat).player
    today = tuple(p for p in state.protections if p.day == event.day)
    used = next((p.count for p in today if p.player == player), 0)
    others = tuple(p for p in today if p.player != player)
    return replace(state, protections=(*others, Protections(player, event.day, used + 1)))


def _prepared(state: TableState, event: HandPrepared) -> TableState:
    seats = list(state.seats)
    for number in event.dealt:
        seats[number - 1] = replace(_occupied(state, number), newcomer=False, owes_big=False, owes_small=False)
    for number in event.missed:
        seats[number - 1] = replace(_occupied(state, number), owes_big=True, owes_small=True)
    for number in event.missed_small:
        seats[number - 1] = replace(_occupied(state, number), owes_small=True)
    return replace(
        state,
        seats=tuple(seats),
        hand_number=event.hand,
        rotation=event.rotation,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        heads_up=event.heads_up,
        dealt=tuple((number, _occupied(state, number).player) for number in event.dealt),
        moving=True,
    )


def _stood_still(state: TableState) -> TableState:
    """The next hand is a first hand, at which nobody owes a blind (R2.1)."""
    seats = tuple(None if seat is None else replace(seat, owes_big=False, owes_small=False) for seat in state.seats)
    departed = tuple(replace(gone, owes_small=False) for gone in state.departed)
    return replace(state, seats=seats, departed=departed, moving=False)


def _with_stacks(state: TableState, hand: HandState) -> tuple[TableSeat | None, ...]:
    stacks = hand.stacks
    return tuple(
        replace(seat, chips=stacks[number]) if seat is not None and number in stacks else seat
        for number, seat in enumerate(state.seats, 1)
    )
