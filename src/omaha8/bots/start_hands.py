"""What a start hand is worth before the flop: points for both halves, and its place among all hands.

Exactly two hole cards play, so a hand is worth the sum of its two-card holdings. The points are hundredths of a fair
share of the pot: a hand of 100 points wins its share, one of 150 half as much again. They were fitted by least squares
to 1.2 million deals among two, four and six players who all stay to the end (`docs/house-players.md`).
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import combinations

from omaha8.cards import Card

_BASE = 91

# Ranks from the two up, both ways: the wheel cards with the ace are the game, middle cards are danglers.
_HOLDING = (
    (-12, 12, 9, 4, 1, -2, -3, -3, -2, -1, -1, -1, 21),
    (12, -11, 8, 4, 1, -2, -4, -2, -1, -1, -2, -1, 18),
    (9, 8, -10, 4, 1, -2, -3, -4, -2, -2, -1, -1, 15),
    (4, 4, 4, -8, 1, -1, -2, -2, -3, -2, -1, -1, 10),
    (1, 1, 1, 1, -5, -2, -2, -2, -2, -3, -2, -1, 6),
    (-2, -2, -2, -1, -2, -3, -2, -2, -2, -2, -4, -2, 4),
    (-3, -4, -3, -2, -2, -2, -1, -2, -2, -2, -3, -5, 2),
    (-3, -2, -4, -2, -2, -2, -2, 1, -3, -4, -4, -5, 1),
    (-2, -1, -2, -3, -2, -2, -2, -3, 2, -1, -2, -2, 4),
    (-1, -1, -2, -2, -3, -2, -2, -4, -1, 4, -2, -2, 5),
    (-1, -2, -1, -1, -2, -4, -3, -4, -2, -2, 8, -2, 5),
    (-1, -1, -1, -1, -1, -2, -5, -5, -2, -2, -2, 11, 5),
    (21, 18, 15, 10, 6, 4, 2, 1, 4, 5, 5, 5, 8),
)
_SUITED = (0, 7, 6, 7, 7, 8, 8, 8, 8, 9, 10, 10, 12)  # by the higher rank of two or more cards of a suit
_THIRD_OF_SUIT = -2
_THIRD_OF_RANK = -31
_OVERLAP = -11  # each of A, 2, 3, 4 beyond two: their holdings count fully above, but only one low can be made
_BEST_LOWS = frozenset((0, 1, 2, 12))

_PERCENTILES = {
    4: (-43, 80, 83, 84, 86, 87, 89, 90, 92, 94, 95, 98, 100, 103, 107, 110, 115, 120, 127, 135, 202),
    5: (-32, 74, 78, 80, 83, 85, 87, 89, 92, 94, 97, 101, 105, 110, 114, 120, 125, 132, 139, 151, 244),
    6: (-47, 66, 71, 75, 78, 81, 84, 87, 91, 95, 99, 104, 110, 116, 122, 128, 134, 142, 151, 168, 289),
}
"""By number of hole cards: the points that 0, 5, 10 ... 100 % of all hands do not exceed."""


def points(hole: Sequence[Card]) -> int:
    """Hundredths of a fair share of the pot that four hole cards win; with five or six only the order means much."""
    ranks = [card >> 2 for card in hole]
    total = _BASE + sum([_HOLDING[a][b] for a, b in combinations(ranks, 2)])
    for suit in range(4):
        suited = [card >> 2 for card in hole if card & 3 == suit]
        if len(suited) > 1:
            total += _SUITED[max(suited)] + _THIRD_OF_SUIT * (len(suited) - 2)
    distinct = set(ranks)
    if len(distinct) < len(ranks) - 1:
        total += _THIRD_OF_RANK * sum(max(0, ranks.count(rank) - 2) for rank in distinct)
    return total + _OVERLAP * max(0, len(distinct & _BEST_LOWS) - 2)


def top_part(hole: Sequence[Card]) -> float:
    """The part of all hands that are better, from 0 for the best to 1 for the worst."""
    marks = _PERCENTILES[len(hole)]
    value = points(hole)
    place = bisect_left(marks, value)
    if place == 0:
        return 1.0
    if place == len(marks):
        return 0.0
    below, above = marks[place - 1], marks[place]
    return 1 - (place - 1 + (value - below) / (above - below)) / (len(marks) - 1)
