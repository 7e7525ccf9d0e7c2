"""A table, run: `decide` answers each command with what it causes, up to the next thing the table waits for.

Time comes in as `now`, cards as `deck` (the running hand's, or a fresh one when a hand may begin), the players'
private settings as `preferences`. Nothing is changed in place.
"""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from omaha8.cards import Deck
from omaha8.hand.actions import Action, Check, Fold, Muck, Protect, Refusal, Show
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEnded
from omaha8.hand.machine import decide as decide_hand
from omaha8.hand.machine import start
from omaha8.hand.setup import HandSetup
from omaha8.rules import TimeOutRule
from omaha8.table.blinds import place, posts, rotation
from omaha8.table.buyin import buy_in_range, lately_departed, top_up_range
from omaha8.table.clock import expired_seats, set_clock
from omaha8.table.commands import (
    Act,
    ComeBack,
    Command,
    JoinList,
    Leave,
    LeaveList,
    LoseConnection,
    Preferences,
    RestoreConnection,
    Resume,
    SeatedCommand,
    SitDown,
    SitOut,
    TableRefusal,
    TableRefusalCode,
    TimeOut,
    TopUp,
)
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
    SeatTaken,
    TableEvent,
    TimedOut,
    ToppedUp,
    Waiting,
)
from omaha8.table.evolve import evolve, replay
from omaha8.table.state import TableSeat, TableState
from omaha8.table.waiting_list import lapsed_offers, may_sit, new_offers, offers_afresh, why_not_join

DAY = 86_400_000
NO_PREFERENCES = Preferences()

Outcome = tuple[TableEvent, ...] | TableRefusal | Refusal


class Circumstances(msgspec.Struct, frozen=True):
    """What comes with every command from outside."""

    now: int
    deck: Deck
    preferences: Mapping[str, Preferences] = {}

    def of(self, player: str) -> Preferences:
        """A player's private settings; all off where they have set none."""
        return self.preferences.get(player, NO_PREFERENCES)


def decide(state: TableState, command: Command, given: Circumstances) -> Outcome:
    """The events a command causes, or why it is refused; `state` stays as it is."""
    outcome = _decide(state, command, given)
    if not isinstance(outcome, tuple):
        return outcome
    after = replay(outcome, state, given.deck)
    events, after = _consequences(outcome, after, given)
    return (*events, *set_clock(events, after, given.now))


def _decide(state: TableState, command: Command, given: Circumstances) -> Outcome:
    match command:
        case SitDown():
            return _sit_down(state, command, given.now)
        case JoinList():
            return why_not_join(state, command.player) or (ListJoined(command.player),)
        case LeaveList():
            if not state.waits(command.player):
                return TableRefusal(TableRefusalCode.NOT_WAITING)
            return (ListLeft(command.player),)
        case TimeOut():
            return _time_out(state, command, given)
        case Resume():
            return _resume(state, given.now)
        case Leave() | TopUp() | SitOut() | ComeBack() | Act() | LoseConnection() | RestoreConnection():
            number = state.find(command.player)
            if number is None:
                return TableRefusal(TableRefusalCode.NOT_SEATED)
            seat = state.seats[number - 1]
            assert seat is not None
            return _decide_seated(state, number, seat, command, given)
        case _:
            assert_never(command)


def _decide_seated(
    state: TableState,
    number: int,
    seat: TableSeat,
    command: SeatedCommand,
    given: Circumstances,
) -> Outcome:
    match command:
        case Act():
            return _act(state, command, given.deck)
        case Leave():
            if state.in_hand(number):
                return () if seat.leaving else (LeaveAsked(number),)
            return (SeatLeft(number, seat.player, seat.chips, given.now),)
        case TopUp():
            return _top_up(state, number, seat, command.chips)
        case SitOut():
            if seat.sitting_out:
                return TableRefusal(TableRefusalCode.ALREADY_SITTING_OUT)
            return (SatOut(number, given.now),)
        case ComeBack():
            if not seat.sitting_out:
                return TableRefusal(TableRefusalCode.NOT_SITTING_OUT)
            if seat.chips == 0:
                legal = top_up_range(state, number)
                least, most = (legal.least, legal.most) if legal else (None, None)
                return TableRefusal(TableRefusalCode.TOP_UP_RANGE, least, most)
            return (CameBack(number),)
        case LoseConnection():
            return (ConnectionLost(number),) if seat.connected else ()
        case RestoreConnection():
            return () if seat.connected else _restored(state, number, seat)
        case _:
            assert_never(command)


def _sit_down(state: TableState, command: SitDown, now: int) -> Outcome:
    if not 1 <= command.seat <= len(state.seats):
        return TableRefusal(TableRefusalCode.NO_SUCH_SEAT, 1, len(state.seats))
    if state.find(command.player) is not None:
        return TableRefusal(TableRefusalCode.ALREADY_SEATED)
    if state.seats[command.seat - 1] is not None:
        return TableRefusal(TableRefusalCode.SEAT_TAKEN)
    if not may_sit(state, command.player):
        return TableRefusal(TableRefusalCode.SEAT_KEPT)
    legal = buy_in_range(state, command.player, now)
    if not legal.least <= command.chips <= legal.most:
        return TableRefusal(TableRefusalCode.BUY_IN_RANGE, legal.least, legal.most)
    gone = lately_departed(state, command.player, now)
    owes_small = gone is not None and gone.owes_small
    return (SeatTaken(command.seat, command.player, command.name, command.chips, owes_small),)


def _top_up(state: TableState, number: int, seat: TableSeat, chips: int) -> Outcome:
    if state.in_hand(number):
        return TableRefusal(TableRefusalCode.IN_HAND)
    legal = top_up_range(state, number)
    if legal is None:
        return TableRefusal(TableRefusalCode.STACK_FULL)
    if not legal.least <= chips <= legal.most:
        return TableRefusal(TableRefusalCode.TOP_UP_RANGE, legal.least, legal.most)
    added = ToppedUp(number, seat.player, chips)
    # Who ran out of chips was sat out by the room; buying chips means playing on.
    return (added, CameBack(number)) if seat.chips == 0 and seat.sitting_out else (added,)


def _restored(state: TableState, number: int, seat: TableSeat) -> tuple[TableEvent, ...]:
    """Lost in this hand and back before the turn's time is over: 20 seconds more, once a turn (R8.2)."""
    clock, back = state.clock, ConnectionRestored(number)
    if seat.lost_in != state.hand_number:
        return (back,)
    if clock.waiting is not Waiting.ACTION or clock.seat != number or clock.extended or clock.deadline is None:
        return (back,)
    later = ClockSet(
        waiting=clock.waiting,
        turn=clock.turn,
        seat=number,
        deadline=clock.deadline + state.config.rules.reconnect_time,
        time=clock.time + state.config.rules.reconnect_time,
        extended=True,
    )
    return (back, later)


def _act(state: TableState, command: Act, deck: Deck) -> Outcome:
    number = state.seat_in_hand(command.player)
    if state.hand is None or number is None:
        return TableRefusal(TableRefusalCode.NO_HAND)
    # A winner may show after the hand, when no turn is on (R7.9); else the action must answer the turn that is on.
    if state.hand_runs and command.turn != state.clock.turn:
        return TableRefusal(TableRefusalCode.STALE_TURN)
    if not state.hand_runs and not isinstance(command.action, Show):
        return TableRefusal(TableRefusalCode.NO_HAND)
    return decide_hand(state.hand, number, command.action, deck)


def _time_out(state: TableState, command: TimeOut, given: Circumstances) -> Outcome:
    clock = state.clock
    if clock.deadline is not None and given.now >= clock.deadline:
        match clock.waiting:
            case Waiting.ACTION:
                return _time_out_action(state, given)
            case Waiting.SHOW:
                return _in_hand(state, Muck(), given.deck)
            case Waiting.NEXT_HAND if command.deals:
                return _deal(state, given)
            case Waiting.NEXT_HAND | Waiting.NOTHING:
                pass
    expired: tuple[TableEvent, ...] = (*expired_seats(state, given.now), *lapsed_offers(state, given.now))
    return expired or TableRefusal(TableRefusalCode.TOO_EARLY)


def _time_out_action(state: TableState, given: Circumstances) -> tuple[TableEvent, ...]:
    """R8.3: check if that is free, else fold. R8.4: protected if the house protects. Then sit out."""
    assert state.hand is not None
    number = state.hand.to_act
    legal = legal_actions(state.hand)
    assert number is not None
    assert legal is not None
    seat = state.seats[number - 1]
    assert seat is not None
    day = given.now // DAY
    protected = _is_protected(state, number, seat, day)
    action: Action | Protect = Protect() if protected else Check() if legal.check else Fold()
    gone = () if seat.sitting_out else (SatOut(number, given.now),)
    return (TimedOut(number, protected, day), *_in_hand(state, action, given.deck), *gone)


def _is_protected(state: TableState, number: int, seat: TableSeat, day: int) -> bool:
    rules = state.config.rules
    assert state.hand is not None
    if rules.time_out is not TimeOutRule.PROTECT:
        return False
    if rules.protect_only_lost_connections and seat.connected:
        return False
    used = next((p.count for p in state.protections if p.player == seat.player and p.day == day), 0)
    if rules.protections_per_day is not None and used >= rules.protections_per_day:
        return False
    in_hand = state.hand.seat(number)
    return in_hand.paid > in_hand.ante


def _in_hand(state: TableState, action: Action | Protect, deck: Deck) -> tuple[TableEvent, ...]:
    """The room acts for the seat whose turn it is."""
    assert state.hand is not None
    assert state.hand.to_act is not None
    outcome = decide_hand(state.hand, state.hand.to_act, action, deck)
    assert isinstance(outcome, tuple), outcome
    return outcome


def _deal(state: TableState, given: Circumstances) -> tuple[TableEvent, ...]:
    """The pause is over: give up long-empty seats, then deal the next hand if two are ready."""
    events: list[TableEvent] = list(expired_seats(state, given.now))
    events += [
        SatOut(number, given.now)
        for number, seat in enumerate(state.seats, 1)
        if seat is not None and not seat.sitting_out and given.of(seat.player).sit_out_next_hand
    ]
    state = replay(events, state)
    placed = place(state, _posting_now(state, given))
    if placed is None:
        return tuple(events)
    entry = rotation(state, placed)
    events.append(
        HandPrepared(
            hand=state.hand_number + 1,
            rotation=entry,
            button=placed.button,
            small_blind=placed.small_blind,
            big_blind=placed.big_blind,
            dealt=placed.dealt,
            missed=placed.missed,
            missed_small=placed.missed_small,
            heads_up=placed.heads_up,
        )
    )
    stakes = state.config.rotation[entry]
    setup = HandSetup(
        rules=state.config.rules.hand,
        stakes=stakes,
        button=placed.button,
        stacks=tuple((number, state.stack(number)) for number in placed.dealt),
        posts=posts(state, placed, stakes),
    )
    return (*events, *start(setup, given.deck))


def _posting_now(state: TableState, given: Circumstances) -> frozenset[int]:
    return frozenset(
        number for number, seat in enumerate(state.seats, 1) if seat is not None and given.of(seat.player).post_now
    )


def _resume(state: TableState, now: int) -> tuple[TableEvent, ...]:
    """The same turn goes on, and seats are kept for who sits out or waits, with clocks given afresh (R8.6)."""
    out = tuple(
        SatOut(number, now) for number, seat in enumerate(state.seats, 1) if seat is not None and seat.sitting_out
    )
    return (*out, *offers_afresh(state, now), *set_clock((), state, now, afresh=True))


def _consequences(
    events: tuple[TableEvent, ...], state: TableState, given: Circumstances
) -> tuple[tuple[TableEvent, ...], TableState]:
    """What follows without anybody's command: leavers fold, the absent muck, the broke sit out, leavers go.

    A seat that is free then is kept for the first who waits.
    """
    made = list(events)
    while (action := _acts_by_itself(state, given)) is not None:
        more = _in_hand(state, action, given.deck)
        made += more
        state = replay(more, state, given.deck)
    if any(isinstance(event, HandEnded) for event in made):
        for event in _after_hand(state, given.now):
            made.append(event)
            state = evolve(state, event)
    offers = new_offers(state, given.now)
    return (*made, *offers), replay(offers, state)


def _acts_by_itself(state: TableState, given: Circumstances) -> Action | None:
    """The action of a seat that is not waited for: a leaver's fold (R8.7), an absent or auto-mucking player's muck."""
    if not state.hand_runs or state.hand is None or state.hand.to_act is None:
        return None
    seat = state.seats[state.hand.to_act - 1]
    assert seat is not None
    if not state.hand.at_showdown:
        return Fold() if seat.leaving else None
    mucks = seat.leaving or not seat.connected or given.of(seat.player).auto_muck
    return Muck() if mucks else None


def _after_hand(state: TableState, now: int) -> tuple[TableEvent, ...]:
    gone = expired_seats(state, now)
    given_up = [event.seat for event in gone]
    events: list[TableEvent] = [*gone]
    for number, seat in enumerate(state.seats, 1):
        if seat is None or number in given_up:
            continue
        if seat.leaving:
            events.append(SeatLeft(number, seat.player, seat.chips, now))
        elif seat.chips == 0 and not seat.sitting_out:
            events.append(SatOut(number, now))
    return tuple(events)
