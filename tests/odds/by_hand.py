"""Odds by the book: every board, every hand ranked by the oracle, pots divided as fractions.

Shares no code with `omaha8.odds`.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from evaluation import oracle
from omaha8.odds import Equity

Expected = list[dict[str, Fraction | int]]


def expected(hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]) -> tuple[Expected, int, int]:
    """What each hand wins, the number of boards, and on how many of them there is no low."""
    seen = {card for group in (*hands, board, dead) for card in group}
    won: list[Counter[str]] = [Counter() for _ in hands]
    equities = [Fraction(0) for _ in hands]
    boards = no_low = 0
    for rest in combinations([card for card in range(52) if card not in seen], 5 - len(board)):
        made = [oracle.best(hand, (*board, *rest)) for hand in hands]
        boards += 1
        highs = [high[0] for high, _ in made]
        lows = [low[0] for _, low in made]
        high_winners = [place for place, key in enumerate(highs) if key == max(highs)]
        low_winners = [place for place, key in enumerate(lows) if key == max(lows) > 0]
        no_low += not low_winners
        half = Fraction(1, 2) if low_winners else Fraction(1)
        for place, counter in enumerate(won):
            from_high = half / len(high_winners) if place in high_winners else Fraction(0)
            from_low = Fraction(1, 2) / len(low_winners) if place in low_winners else Fraction(0)
            equities[place] += from_high + from_low
            counter["scoops"] += from_high + from_low == 1
            counter["high_wins"] += high_winners == [place]
            counter["high_ties"] += place in high_winners and len(high_winners) > 1
            counter["low_wins"] += low_winners == [place]
            counter["low_ties"] += place in low_winners and len(low_winners) > 1
            counter["quartered"] += bool(low_winners) and 0 < from_high + from_low <= Fraction(1, 4)
    return (
        [{**counter, "equity": equity / boards} for counter, equity in zip(won, equities, strict=True)],
        boards,
        no_low,
    )


def agrees(found: Equity, hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]) -> None:
    """Fail unless the answer is right in everything it says."""
    by_hand, boards, no_low = expected(hands, board, dead)
    assert (found.boards, found.no_low, found.seed) == (boards, no_low, None)
    assert sum(hand.equity for hand in found.hands) == 1
    for hand, right in zip(found.hands, by_hand, strict=True):
        assert {field: getattr(hand, field) for field in right} == right, (hands, board, dead)
        assert hand.standard_error == 0
