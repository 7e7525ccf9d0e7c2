"""How each event changes the state: the only writer of `HandState`.

`evolve` never evaluates, never chooses and never refuses; what happened is in the event. The deck is needed by
`HoleDealt` alone and may be missing: then the hole cards stay unknown until an event shows them.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from omaha8.cards import Deck
from omaha8.hand.betting import CAP, FIXED_LIMIT, bet_unit, mark, next_to_act, straddle
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEnded,
    HandEvent,
    HandStarted,
    HandsTurnedUp,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    Shown,
    ShowOffered,
    StreetClosed,
    UncalledReturned,
)
from omaha8.hand.state import (
    BOARD_CARDS_BY,
    NOBODY,
    NOT_ACTED,
    BettingRound,
    HandState,
    Phase,
    Seat,
    Showing,
    Standing,
    Street,
)
from omaha8.rules import BOARD_CARDS


def replay(events: Iterable[HandEvent], deck: Deck | None = None, state: HandState | None = None) -> HandState:
    """Fold events into the state they lead to; without `state` the first must be `HandStarted`."""
    for event in events:
        state = evolve(state, event, deck)
    if state is None:
        raise ValueError("no events to replay")
    return state


def evolve(  # noqa: C901 - one case an event
    state: HandState | None, event: HandEvent, deck: Deck | None = None
) -> HandState:
    """The state after the event. `state` is `None` before `HandStarted` only."""
    if state is None:
        if not isinstance(event, HandStarted):
            raise ValueError(f"a hand begins with HandStarted, not {type(event).__name__}")
        return _started(event)
    match event:
        case Checked():
            return _acted(state, event.seat, 0)
        case Called():
            return _acted(state, event.seat, event.amount)
        case Folded():
            return _stepped_back(state, event.seat, Standing.FOLDED)
        case BetMade() | Raised():
            return _raised(state, event.seat, event.to)
        case Protected():
            return _stepped_back(state, event.seat, Standing.PROTECTED)
        case UncalledReturned():
            return _returned(state, event)
        case StreetClosed():
            return _closed(state)
        case BoardDealt():
            return _board_dealt(state, event)
        case ShowOffered():
            return replace(state, turn=state.numbers.index(event.seat))
        case Shown():
            return _showed(state, event)
        case Mucked():
            index = state.numbers.index(event.seat)
            seats = _with_seat(state.seats, index, replace(state.seats[index], showing=Showing.MUCKED))
            return replace(state, seats=seats, turn=NOBODY)
        case RakeTaken():
            return replace(state, rake_taken=event.amount)
        case PotAwarded():
            return _awarded(state, event)
        case HandsTurnedUp():
            return _turned_up(state, event)
        case Posted():
            return _posted(state, event)
        case HoleDealt():
            return _hole_dealt(state, deck)
        case HandEnded():
            return replace(state, phase=Phase.ENDED)
        case HandStarted():
            raise ValueError("the hand has started already")
        case _:
            assert_never(event)


def _with_seat(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    changed = list(seats)
    changed[index] = seat
    return tuple(changed)


def _started(event: HandStarted) -> HandState:
    stakes = event.stakes
    return HandState(
        rules=event.rules,
        stakes=stakes,
        button=event.button,
        smallest_chip=event.smallest_chip,
        rake=event.rake,
        numbers=tuple(number for number, _ in event.stacks),
        seats=tuple(Seat(number, stack) for number, stack in event.stacks),
        # The big blind is the first bet, even if it is posted short (R2.5, R5.1).
        round=BettingRound(highest=stakes.big_blind, full_raise=stakes.big_blind, level=1),
    )


def _posted(state: HandState, event: Posted) -> HandState:
    index = state.numbers.index(event.seat)
    seat, amount = state.seats[index], event.amount
    stack = seat.stack - amount
    match event.kind:
        case PostKind.DEAD:
            seat = replace(seat, stack=stack, dead=seat.dead + amount)
        case PostKind.ANTE:
            seat = replace(seat, stack=stack, paid=seat.paid + amount, ante=seat.ante + amount)
        case PostKind.SMALL_BLIND | PostKind.BIG_BLIND | PostKind.LIVE | PostKind.STRADDLE:
            seat = replace(seat, stack=stack, paid=seat.paid + amount, bet=seat.bet + amount)
        case _:
            assert_never(event.kind)
    seats = _with_seat(state.seats, index, seat)
    small, big = state.blinds_posted
    match event.kind:
        case PostKind.SMALL_BLIND:
            return replace(state, seats=seats, blinds_posted=(amount, big))
        case PostKind.BIG_BLIND:
            return replace(state, seats=seats, blinds_posted=(small, amount), last_blind=index)
        case PostKind.STRADDLE:
            return replace(state, seats=seats, round=_straddled(state), last_blind=index)
        case _:
            return replace(state, seats=seats)


def _straddled(state: HandState) -> BettingRound:
    """A straddle, short or not, is a bigger blind: it sets what to match and what a full raise is (R2.5, R2.10)."""
    level = state.round.level + 1
    highest = straddle(state.stakes, level - 1)
    return replace(state.round, highest=highest, full_raise=highest, level=level, capped=level >= CAP)


def _hole_dealt(state: HandState, deck: Deck | None) -> HandState:
    players, count = len(state.seats), state.rules.hole_cards
    seats = tuple(
        [
            replace(seat, cards=(None,) * count if deck is None else deck.hole_cards(index, players, count))
            for index, seat in enumerate(state.seats)
        ]
    )
    turn = next_to_act(seats, state.round.highest, state.last_blind + 1)
    return replace(state, seats=seats, phase=Phase.BETTING, turn=turn, round=replace(state.round, first_to_act=turn))


def _acted(state: HandState, number: int, added: int) -> HandState:
    """A check (nothing added) or a call."""
    index = state.numbers.index(number)
    seats = _with_seat(state.seats, index, _put_in(state.seats[index], added, mark(state)))
    return replace(state, seats=seats, turn=next_to_act(seats, state.round.highest, index + 1))


def _put_in(seat: Seat, added: int, acted_at: int) -> Seat:
    return replace(seat, stack=seat.stack - added, bet=seat.bet + added, paid=seat.paid + added, acted_at=acted_at)


def _stepped_back(state: HandState, number: int, standing: Standing) -> HandState:
    """A fold, or a time-out under protection: the seat acts no more."""
    index = state.numbers.index(number)
    seats = _with_seat(state.seats, index, replace(state.seats[index], standing=standing))
    return replace(state, seats=seats, turn=next_to_act(seats, state.round.highest, index + 1))


def _raised(state: HandState, number: int, to: int) -> HandState:
    index = state.numbers.index(number)
    betting = state.round
    level, full_raise, capped = betting.level, betting.full_raise, betting.capped
    fixed = state.stakes.structure is FIXED_LIMIT
    if fixed:
        unit = bet_unit(state)
        # Half-way to the next level counts as that level, short all-ins adding up (R5.5).
        if 2 * (to - level * unit) >= unit:
            level += 1
        live = sum(seat.is_live for seat in state.seats)
        capped = level >= CAP and (state.rules.cap_heads_up or live > 2)
    elif to - betting.highest >= full_raise:
        full_raise = to - betting.highest
    opener = index if betting.opener == NOBODY else betting.opener
    seat = state.seats[index]
    seats = _with_seat(state.seats, index, _put_in(seat, to - seat.bet, level if fixed else to))
    return replace(
        state,
        seats=seats,
        turn=next_to_act(seats, to, index + 1),
        round=BettingRound(to, full_raise, level, capped, betting.first_to_act, opener),
        aggressor=index,
        aggressor_street=state.street,
    )


def _returned(state: HandState, event: UncalledReturned) -> HandState:
    index = state.numbers.index(event.seat)
    seat, amount = state.seats[index], event.amount
    seat = replace(seat, stack=seat.stack + amount, bet=seat.bet - amount, paid=seat.paid - amount)
    return replace(state, seats=_with_seat(state.seats, index, seat))


def _closed(state: HandState) -> HandState:
    seats = tuple([replace(seat, bet=0, acted_at=NOT_ACTED) for seat in state.seats])
    return replace(state, seats=seats, phase=_phase_between_streets(seats, len(state.board)))


def _phase_between_streets(seats: tuple[Seat, ...], board_cards: int) -> Phase:
    if len([seat for seat in seats if seat.standing is not Standing.FOLDED]) == 1:
        return Phase.PAYING
    return Phase.SHOWDOWN if board_cards == BOARD_CARDS else Phase.DEALING


def _board_dealt(state: HandState, event: BoardDealt) -> HandState:
    board = state.board + event.cards
    state = replace(
        state,
        board=board,
        street=Street(BOARD_CARDS_BY.index(len(board))),
        round=BettingRound(highest=0, full_raise=state.stakes.big_blind),
    )
    turn = next_to_act(state.seats, 0, 0)
    if turn == NOBODY:
        return replace(state, phase=_phase_between_streets(state.seats, len(board)))
    return replace(state, phase=Phase.BETTING, turn=turn, round=replace(state.round, first_to_act=turn))


def _turned_up(state: HandState, event: HandsTurnedUp) -> HandState:
    seats = state.seats
    for number, cards in event.hands:
        index = state.numbers.index(number)
        seats = _with_seat(seats, index, replace(seats[index], cards=cards, showing=Showing.TURNED_UP))
    return replace(state, seats=seats)


def _showed(state: HandState, event: Shown) -> HandState:
    index = state.numbers.index(event.seat)
    seat = replace(
        state.seats[index],
        cards=event.cards,
        showing=Showing.SHOWN,
        high=event.high or 0,
        low=event.low or 0,
    )
    return replace(state, seats=_with_seat(state.seats, index, seat), turn=NOBODY)


def _awarded(state: HandState, event: PotAwarded) -> HandState:
    seats = state.seats
    for share in event.shares:
        index = state.numbers.index(share.seat)
        seats = _with_seat(seats, index, replace(seats[index], stack=seats[index].stack + share.amount))
    return replace(state, seats=seats, awards=(*state.awards, event))
