"""High and low of four hole cards on a full board, each library given cards of its own kind."""

import random
from collections.abc import Sequence

import pokerkit

from bench.hands import CARDS
from bench.measure import Row, against
from omaha8 import Card, evaluate
from omaha8.cards import FULL_DECK

DEALS = 200
REPEAT = 100
FLOOR = 300.0

Deal = tuple[tuple[Card, ...], tuple[Card, ...]]
TheirDeal = tuple[tuple[pokerkit.Card, ...], tuple[pokerkit.Card, ...]]


def evaluations() -> Row:
    """`evaluate` against `from_game` of both of PokerKit's hand types."""
    rng = random.Random(8)
    dealt = [tuple(rng.sample(FULL_DECK, 9)) for _ in range(DEALS)]
    ours = [(cards[:4], cards[4:]) for cards in dealt]
    theirs = [(tuple(CARDS[card] for card in hole), tuple(CARDS[card] for card in board)) for hole, board in ours]
    return against(
        "evaluate, high and low",
        ours=lambda: _evaluate_ours(ours),
        theirs=lambda: _evaluate_theirs(theirs),
        items=DEALS,
        repeat=REPEAT,
        floor=FLOOR,
    )


def _evaluate_ours(deals: Sequence[Deal]) -> None:
    for hole, board in deals:
        evaluate(hole, board)


def _evaluate_theirs(deals: Sequence[TheirDeal]) -> None:
    for hole, board in deals:
        pokerkit.OmahaHoldemHand.from_game(hole, board)
        pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(hole, board)
