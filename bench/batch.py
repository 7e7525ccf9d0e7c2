"""How many fixed-limit hands a second a batch plays, against PokerKit, by turns in the same run.

Six-handed 2/4 with stacks that are never all-in; the choices are a tenth folds where something is owed, a quarter bets
and raises, else calls and checks. Ours is `play_many` on one thread, dealing included. Theirs has the decks and random
numbers of the first of those hands drawn beforehand, everything automated but betting and dealing, and no card burnt;
its ready-made fixed-limit game has pot-limit bets, so the game is put together here from its parts. Both must come to
the same decisions. Times are processor time.
"""

import msgspec
import numpy as np
import pokerkit
from pokerkit import BettingStructure, Opening, State, Street

from bench.hands import AUTOMATIONS, CARDS
from bench.measure import Row, compare
from omaha8.batch_play import Deals, Mix, deal_many, play_dealt, play_many
from omaha8.odds.montecarlo import STEP, mixed_array
from omaha8.rules import HouseRules, fixed_limit

PLAYERS, STACK = 6, 60
STAKES = fixed_limit(HouseRules(), 2, 4)
FOLDS, CALLS, RAISES = 10, 65, 25
MIX = Mix(FOLDS, CALLS, RAISES)
OURS, THEIRS = 100_000, 20
FLOOR = 10_000
MOST_DRAWS = 400
STREETS = tuple(
    Street(False, (False,) * hole, board, False, Opening.POSITION, bet, raises)
    for hole, board, bet, raises in ((4, 0, 2, 3), (0, 3, 2, 4), (0, 1, 4, 4), (0, 1, 4, 4))
)


class Dealt(msgspec.Struct, frozen=True):
    """A hand as PokerKit is given it: cards as they are dealt, and a number of 0 to 99.99 for each choice."""

    cards: tuple[pokerkit.Card, ...]
    draws: tuple[float, ...]


def dealt(deals: Deals) -> list[Dealt]:
    """The same hands for PokerKit: choice k of a hand is SplitMix64's output k from its key, 32 bits of it."""
    words = mixed_array(deals.keys[:, None] + np.arange(1, MOST_DRAWS + 1, dtype=np.uint64) * np.uint64(STEP))
    draws = (words >> np.uint64(32)) * (100 / (1 << 32))
    return [
        Dealt(tuple(CARDS[card] for card in deck), tuple(of_hand))
        for deck, of_hand in zip(deals.decks.tolist(), draws.tolist(), strict=True)
    ]


def play_theirs(hand: Dealt) -> int:
    """Play one hand on PokerKit; how many decisions were made."""
    state = State(
        AUTOMATIONS,
        pokerkit.Deck.STANDARD,
        (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
        STREETS,
        BettingStructure.FIXED_LIMIT,
        True,
        0,
        (STAKES.small_blind, STAKES.big_blind),
        0,
        STACK,
        PLAYERS,
    )
    at = 4 * PLAYERS
    for player in range(PLAYERS):
        state.deal_hole(hand.cards[player:at:PLAYERS], player)
    decisions = 0
    while state.status:
        if (board := state.board_dealing_count) is not None:
            state.deal_board(hand.cards[at : at + board])
            at += board
            continue
        draw = hand.draws[decisions]
        decisions += 1
        if draw < FOLDS and state.can_fold():
            state.fold()
        elif draw >= FOLDS + CALLS and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()
    return decisions


def measure() -> list[Row]:
    """The one row there is."""
    deals = deal_many(THEIRS, PLAYERS)
    theirs = dealt(deals)
    ours = play_dealt(deals, PLAYERS, MIX, stakes=STAKES, stacks=STACK)
    assert [play_theirs(hand) for hand in theirs] == ours.actions.tolist(), "not the same hands"
    return [
        compare(
            "fixed-limit hands in batches",
            (lambda: play_many(OURS, PLAYERS, MIX, stakes=STAKES, stacks=STACK, threads=1), OURS),
            "PokerKit",
            (lambda: [play_theirs(hand) for hand in theirs], THEIRS),
            FLOOR,
        )
    ]
