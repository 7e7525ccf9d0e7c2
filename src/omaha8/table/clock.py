"""What a table waits for, and until when. Times are values; nothing here knows what time it is."""

from omaha8.hand.events import BoardDealt, HandEnded, HandsTurnedUp
from omaha8.table.events import ClockSet, SeatLeft, StoodStill, TableEvent, TableOnlyEvent, Waiting
from omaha8.table.state import TableState
from omaha8.table.waiting_list import kept_until


def next_deadline(state: TableState, *, deals: bool = True) -> int | None:
    """When the room must send `TimeOut` next, in ms: the clock's, or that of a seat that is given up or kept no longer.

    Without `deals` the next hand is not waited for.
    """
    given_up = (_given_up_at(state, number) for number in range(1, len(state.seats) + 1))
    kept = (kept_until(state, waiter) for waiter in state.waiting_list)
    clock = state.clock.deadline if deals or state.clock.waiting is not Waiting.NEXT_HAND else None
    known = [at for at in (clock, *given_up, *kept) if at is not None]
    return min(known, default=None)


def expired_seats(state: TableState, now: int) -> tuple[SeatLeft, ...]:
    """The seats that are given up now (R2.9)."""
    left = []
    for number, seat in enumerate(state.seats, 1):
        at = _given_up_at(state, number)
        if seat is not None and at is not None and now >= at:
            left.append(SeatLeft(number, seat.player, seat.chips, now))
    return tuple(left)


def _given_up_at(state: TableState, number: int) -> int | None:
    seat = state.seats[number - 1]
    if seat is None or seat.out_since is None or state.in_hand(number):
        return None
    return seat.out_since + state.config.rules.max_sit_out


def set_clock(
    events: tuple[TableEvent, ...], state: TableState, now: int, *, afresh: bool = False
) -> tuple[TableEvent, ...]:
    """The clock events that end a command: whom the table now waits for, if that has changed.

    `afresh` starts the same wait again, for a room that was down.
    """
    clock = state.clock
    ended = any(isinstance(event, HandEnded) for event in events)
    # A table stands still when a hand is due and too few are ready, not when somebody is out for a part of the pause.
    pauses = ended or (clock.deadline is not None and (afresh or now < clock.deadline))
    waiting, seat = _waits_for(state, pauses=pauses)
    # Every step of a hand begins a wait of its own, even for the same seat; a hand shown after its end does not.
    moved = ended or (state.hand_runs and any(not isinstance(event, TableOnlyEvent) for event in events))
    if not (moved or afresh or (waiting, seat) != (clock.waiting, clock.seat)):
        return ()
    still: tuple[TableEvent, ...] = ()
    if waiting is Waiting.NOTHING and state.moving:
        still = (StoodStill(),)
    if afresh and waiting is Waiting.NOTHING:
        return still
    time = _time_for(state, waiting, _looked_at(state, events) if ended else 0)
    return (
        *still,
        ClockSet(
            waiting=waiting,
            turn=clock.turn if afresh else clock.turn + 1,
            seat=seat,
            deadline=None if time is None else now + time,
            time=time or 0,
        ),
    )


def _waits_for(state: TableState, *, pauses: bool) -> tuple[Waiting, int | None]:
    if state.hand_runs and state.hand is not None:
        return (Waiting.SHOW if state.hand.at_showdown else Waiting.ACTION), state.hand.to_act
    ready = sum(seat is not None and seat.is_ready for seat in state.seats)
    return (Waiting.NEXT_HAND if ready >= 2 or (state.moving and pauses) else Waiting.NOTHING), None


def _looked_at(state: TableState, events: tuple[TableEvent, ...]) -> int:
    """How much longer the pause is for what there is to see: several pots, streets dealt with the hands face up."""
    rules, hand = state.config.rules, state.hand
    further_pots = 0 if hand is None else max(0, len(hand.awards) - 1)
    up = next((at for at, event in enumerate(events) if isinstance(event, HandsTurnedUp)), len(events))
    streets = sum(isinstance(event, BoardDealt) for event in events[up:])
    return rules.per_further_pot * further_pots + rules.per_street_face_up * streets


def _time_for(state: TableState, waiting: Waiting, looked_at: int) -> int | None:
    rules = state.config.rules
    match waiting:
        case Waiting.ACTION:
            return rules.time_to_act
        case Waiting.SHOW:
            return rules.muck_time
        case Waiting.NEXT_HAND:
            return rules.between_hands + looked_at
        case Waiting.NOTHING:
            return None
