"""One hand, played: `start` it, then `decide` each action. Both answer with events; nothing is changed in place.

After an action the dealer goes on by itself (closes the street, deals, shows, pays) up to the next decision of a
seat, so the events of one call belong together: one row of a log.
"""

from typing import assert_never

from omaha8.cards import Deck
from omaha8.errors import SetupError
from omaha8.hand.actions import (
    Action,
    BetTo,
    Call,
    Check,
    Fold,
    Muck,
    Protect,
    RaiseTo,
    Refusal,
    RefusalCode,
    Show,
)
from omaha8.hand.betting import legal_actions, owed, raise_range, why_no_raise
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEvent,
    HandStarted,
    HandsTurnedUp,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Protected,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from omaha8.hand.evolve import evolve
from omaha8.hand.setup import HandSetup, deal_order, refuse_bad_setup
from omaha8.hand.showdown import pay, show_hands, shown
from omaha8.hand.state import BOARD_CARDS_BY, NOBODY, HandState, Phase, Seat, Showing, Street


def start(setup: HandSetup, deck: Deck) -> tuple[HandEvent, ...]:
    """Post, deal, and go on to the first decision. `SetupError` or `CardError` where the hand cannot be played."""
    refuse_bad_setup(setup, deck)
    stacks = dict(setup.stacks)
    order = deal_order(stacks, setup.button)
    begun = HandStarted(
        rules=setup.rules,
        stakes=setup.stakes,
        button=setup.button,
        stacks=tuple((number, stacks[number]) for number in order),
        smallest_chip=setup.smallest_chip,
        rake=setup.rake,
    )
    events: list[HandEvent] = [begun]
    for post in setup.posts:
        amount = min(post.amount, stacks[post.seat])
        stacks[post.seat] -= amount
        # A big blind or straddle of nothing (its stack went into the ante) still says what is bet and who acts first.
        if amount or post.kind in (PostKind.BIG_BLIND, PostKind.STRADDLE):
            events.append(Posted(post.seat, post.kind, amount))
    events.append(HoleDealt(order))
    state: HandState | None = None
    for event in events:
        state = evolve(state, event, deck)
    assert state is not None
    return (*events, *_dealer_goes_on(state, deck))


def decide(state: HandState, seat: int, action: Action | Protect, deck: Deck) -> tuple[HandEvent, ...] | Refusal:
    """The events that the action of a seat causes, or why it is illegal and what is legal; `state` stays as it is.

    `SetupError` where the deck does not know a board card that must be dealt, or the rake exceeds the main pot.
    """
    if seat not in state.numbers:
        return Refusal(RefusalCode.NOT_IN_HAND, seat)
    index = state.numbers.index(seat)
    if state.has_ended:
        if isinstance(action, Show):
            return _show_after(state, state.seats[index])
        return Refusal(RefusalCode.HAND_ENDED, seat)
    if index != state.turn:
        return Refusal(RefusalCode.NOT_YOUR_TURN, seat)
    if state.phase is Phase.SHOWDOWN:
        outcome = _decide_showdown(state, action)
    else:
        outcome = _decide_betting(state, index, action)
    if isinstance(outcome, RefusalCode):
        return Refusal(outcome, seat, legal_actions(state))
    after = evolve(state, outcome, deck)
    return (outcome,) if after.turn != NOBODY else (outcome, *_dealer_goes_on(after, deck))


def _decide_betting(state: HandState, index: int, action: Action | Protect) -> HandEvent | RefusalCode:
    seat = state.seats[index]
    match action:
        case Fold():
            return Folded(seat.number)
        case Check():
            return RefusalCode.CANNOT_CHECK if owed(state, index) else Checked(seat.number)
        case Call():
            owes = owed(state, index)
            return Called(seat.number, min(owes, seat.stack)) if owes else RefusalCode.NOTHING_TO_CALL
        case BetTo():
            return _refuse_amount(state, index, action) or BetMade(seat.number, action.amount)
        case RaiseTo():
            return _refuse_amount(state, index, action) or Raised(seat.number, action.amount)
        case Protect():
            return Protected(seat.number) if seat.paid > seat.ante else RefusalCode.NOTHING_TO_PROTECT
        case Show() | Muck():
            return RefusalCode.NOT_AT_SHOWDOWN
        case _:
            assert_never(action)


def _refuse_amount(state: HandState, index: int, action: BetTo | RaiseTo) -> RefusalCode | None:
    """Why this bet or raise is illegal; nothing is rounded (R5.6)."""
    betting, bet_stands = isinstance(action, BetTo), state.round.highest > 0
    if betting is bet_stands:
        return RefusalCode.ALREADY_BET if betting else RefusalCode.NOTHING_TO_RAISE
    reason = why_no_raise(state, index, owed(state, index))
    if reason is not None:
        return reason
    if type(action.amount) is not int:
        return RefusalCode.BAD_AMOUNT
    amounts = raise_range(state, index)
    if action.amount < amounts.least:
        return RefusalCode.BET_TOO_SMALL if betting else RefusalCode.RAISE_TOO_SMALL
    if action.amount > amounts.most:
        return RefusalCode.BET_TOO_LARGE if betting else RefusalCode.RAISE_TOO_LARGE
    return None


def _decide_showdown(state: HandState, action: Action | Protect) -> HandEvent | RefusalCode:
    seat = state.seats[state.turn]
    match action:
        case Muck():
            return Mucked(seat.number)
        case Show():
            cards = seat.known_cards
            return RefusalCode.CARDS_UNKNOWN if cards is None else shown(state, seat, cards)
        case _:
            return RefusalCode.SHOWDOWN_NOW


def _show_after(state: HandState, seat: Seat) -> tuple[HandEvent, ...] | Refusal:
    """The winner of a hand without a showdown may show it (R7.9)."""
    if not seat.is_live or seat.showing is not Showing.HIDDEN:
        return Refusal(RefusalCode.HAND_ENDED, seat.number)
    cards = seat.known_cards
    if cards is None:
        return Refusal(RefusalCode.CARDS_UNKNOWN, seat.number)
    return (shown(state, seat, cards),)


def _dealer_goes_on(state: HandState, deck: Deck) -> tuple[HandEvent, ...]:
    """Everything that happens without anybody's choice, up to the next decision or the end."""
    events: list[HandEvent] = []
    while batch := _next(state, deck):
        for event in batch:
            state = evolve(state, event, deck)
        events += batch
    return tuple(events)


def _next(state: HandState, deck: Deck) -> tuple[HandEvent, ...]:
    """What the dealer does next; empty when a seat must decide or the hand is over."""
    if state.turn != NOBODY:
        return ()
    match state.phase:
        case Phase.BETTING:
            return _close_street(state)
        case Phase.DEALING:
            return _deal(state, deck)
        case Phase.SHOWDOWN:
            return show_hands(state) or pay(state)
        case Phase.PAYING:
            return pay(state)
        case Phase.POSTING | Phase.ENDED:
            return ()
        case _:
            assert_never(state.phase)


def _close_street(state: HandState) -> tuple[HandEvent, ...]:
    """What nobody matched goes back first (R4.3, R7.1)."""
    bets = [seat.bet for seat in state.seats]
    highest = max(bets)
    bettor = bets.index(highest)
    bets[bettor] = 0
    uncalled = highest - max(bets)
    if uncalled and state.seats[bettor].is_live:
        return (UncalledReturned(state.numbers[bettor], uncalled), StreetClosed())
    return (StreetClosed(),)


def _deal(state: HandState, deck: Deck) -> tuple[HandEvent, ...]:
    """The next street's board cards; before them live hands are turned up if the betting is over (R7.6)."""
    street = Street(state.street + 1)
    board = deck.board(len(state.seats), state.rules.hole_cards)
    cards = board[len(state.board) : BOARD_CARDS_BY[street]]
    known = tuple(card for card in cards if card is not None)
    if len(known) < len(cards):
        raise SetupError("unknown_board", f"the deck does not know the {street.name.lower()}", "deck")
    dealt = BoardDealt(known)
    turned_up = _turn_up(state)
    return (dealt,) if turned_up is None else (turned_up, dealt)


def _turn_up(state: HandState) -> HandsTurnedUp | None:
    seats = state.seats
    betting_goes_on = sum(seat.can_act for seat in seats) > 1
    if betting_goes_on or not state.rules.all_in_face_up:
        return None
    hands = tuple(
        (seat.number, cards)
        for seat in seats
        if seat.is_live and seat.showing is Showing.HIDDEN and (cards := seat.known_cards) is not None
    )
    return HandsTurnedUp(hands) if hands else None
