"""The same pot-limit hands, decks and players' choices for both engines.

Both compute what is legal at every decision: whether folding makes sense, the call, least and most of a raise. The
choices come from random numbers drawn beforehand and look at nothing else, so the hands are the same as far as the
engines agree.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import msgspec
import pokerkit
from pokerkit import Automation, BettingStructure, Opening, State, Street

from omaha8.cards import CARD_NAMES, FULL_DECK, Deck
from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, Muck, RaiseTo, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, blinds
from omaha8.rules import HouseRules, pot_limit

SMALL_BLIND, BIG_BLIND, STACK = 5, 10, 1000
HOLE_CARDS = 4
MOST_DRAWS = 400
FOLD = -1
PASS = 0  # check or call

Choose = Callable[[Iterator[float], bool, tuple[int, int] | None], int]
"""From random numbers, whether folding makes sense and the range of a raise: `FOLD`, `PASS`, or what to raise to."""


class Dealt(msgspec.Struct, frozen=True):
    """One hand to be played: its deck, in both libraries' cards, and the random numbers of its choices."""

    deck: Deck
    theirs: tuple[pokerkit.Card, ...]
    draws: tuple[float, ...]


CARDS = tuple(next(iter(pokerkit.Card.parse(name))) for name in CARD_NAMES)


def deal(count: int) -> tuple[Dealt, ...]:
    """The first `count` hands, always the same."""
    rng = random.Random(8)
    hands = []
    for _ in range(count):
        cards = tuple(rng.sample(FULL_DECK, 52))
        draws = tuple(rng.random() for _ in range(MOST_DRAWS))
        hands.append(Dealt(Deck(cards), tuple(CARDS[card] for card in cards), draws))
    return tuple(hands)


def check_down(_draws: Iterator[float], _may_fold: bool, _amounts: tuple[int, int] | None) -> int:
    """Everybody calls and checks to the showdown."""
    return PASS


def at_random(folds: float, raises: float) -> Choose:
    """A fold where something is owed, a bet or raise of any legal size, else a check or call, with these odds."""

    def choose(draws: Iterator[float], may_fold: bool, amounts: tuple[int, int] | None) -> int:
        chance = next(draws)
        if chance < folds:
            return FOLD if may_fold else PASS
        if chance < 1 - raises or amounts is None:
            return PASS
        least, most = amounts
        return least + int(next(draws) * (most - least + 1))

    return choose


def play_ours(hands: Sequence[Dealt], players: int, choose: Choose) -> int:
    """Play on omaha8; how many decisions were made."""
    stakes = pot_limit(SMALL_BLIND, BIG_BLIND)
    seats = range(1, players + 1)
    setup = HandSetup(
        rules=HouseRules(),
        stakes=stakes,
        button=players,
        stacks=tuple((seat, STACK) for seat in seats),
        posts=blinds(stakes, seats, players),
    )
    return sum(_play_ours(setup, hand, choose) for hand in hands)


def _play_ours(setup: HandSetup, hand: Dealt, choose: Choose) -> int:
    deck, draws = hand.deck, iter(hand.draws)
    state = replay(start(setup, deck), deck)
    decisions = 0
    while (legal := legal_actions(state)) is not None:
        action: Action
        if legal.muck:
            action = Muck()
        else:
            amounts = legal.bet or legal.raise_to
            choice = choose(draws, not legal.check, None if amounts is None else (amounts.least, amounts.most))
            decisions += 1
            if choice == FOLD:
                action = Fold()
            elif choice == PASS:
                action = Check() if legal.check else Call()
            else:
                action = BetTo(choice) if legal.bet else RaiseTo(choice)
        events = decide(state, legal.seat, action, deck)
        assert not isinstance(events, Refusal)
        state = replay(events, deck, state)
    assert state.has_ended
    return decisions


AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STREETS = tuple(
    Street(False, (False,) * hole, board, False, Opening.POSITION, BIG_BLIND, None)
    for hole, board in ((HOLE_CARDS, 0), (0, 3), (0, 1), (0, 1))
)


def play_theirs(hands: Sequence[Dealt], players: int, choose: Choose) -> int:
    """Play on PokerKit, all but betting and dealing automated, no card burnt; how many decisions were made."""
    return sum(_play_theirs(hand, players, choose) for hand in hands)


def _play_theirs(hand: Dealt, players: int, choose: Choose) -> int:
    draws = iter(hand.draws)
    state = State(
        AUTOMATIONS,
        pokerkit.Deck.STANDARD,
        (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
        STREETS,
        BettingStructure.POT_LIMIT,
        True,
        0,
        (SMALL_BLIND, BIG_BLIND),
        0,
        STACK,
        players,
    )
    dealt = HOLE_CARDS * players
    for player in range(players):
        state.deal_hole(hand.theirs[player:dealt:players], player)
    decisions = 0
    while state.status:
        if (count := state.board_dealing_count) is not None:
            state.deal_board(hand.theirs[dealt : dealt + count])
            dealt += count
            continue
        may_fold = state.can_fold()
        call = state.checking_or_calling_amount
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        assert call is not None
        choice = choose(draws, may_fold, None if least is None or most is None else (least, most))
        decisions += 1
        if choice == FOLD:
            state.fold()
        elif choice == PASS:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(choice)
    return decisions
