"""PokerKit, an oracle by other hands, orders hands and lows as the keys do."""

import random

from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

from omaha8.cards import FULL_DECK, format_cards
from omaha8.evaluation import evaluate


def order(a: int, b: int) -> int:
    return (a > b) - (a < b)


def test_r6_1_r6_3_pokerkit_orders_hands_alike() -> None:
    rng = random.Random("pokerkit")
    for _ in range(300):
        cards = rng.sample(FULL_DECK, 13)
        board = format_cards(cards[:5])
        holes = (format_cards(cards[5:9]), format_cards(cards[9:]))
        ours = [evaluate(hole, board) for hole in holes]
        high = [OmahaHoldemHand.from_game(hole, board) for hole in holes]
        assert order(ours[0].high_key, ours[1].high_key) == (high[0] > high[1]) - (high[0] < high[1])
        lows = [OmahaEightOrBetterLowHand.from_game_or_none(hole, board) for hole in holes]
        assert [low is None for low in lows] == [found.low is None for found in ours]
        a, b = lows
        if a is not None and b is not None:
            assert order(ours[0].low_key, ours[1].low_key) == (a > b) - (a < b)
