"""The order of hands: every class of high and low hand, weakest first, and the key of each.

A key is the place of a hand's class in that order, from 1: high 1..7462, low 1..56, larger is better in both.
The low key 0 stands for "no low"; it is no hand, so test for it before comparing. This module defines what
the keys mean and knows neither holdings nor boards: which cards play is `ranking`'s business, words are
`names`'.
"""

import enum
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import msgspec

from omaha8.errors import InputError

ACE = 12
FIVE = 3
HIGH_CLASSES = 7462
LOW_CLASSES = 56
WHEEL = (ACE, 3, 2, 1, 0)  # A-5-4-3-2: the one straight in which the ace is low


class Category(enum.IntEnum):
    """The nine kinds of high hand in the usual order (R6.1)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class HighHand(msgspec.Struct, frozen=True, order=True):
    """One class of high hand; comparing two of them compares the hands.

    `ranks` are card ranks 0..12 (2..A), the deciding one first: the cards that stand together (pairs, threes,
    fours) before the kickers, each group from the top down. A straight is named by its top card alone, a five
    for the wheel.
    """

    category: Category
    ranks: tuple[int, ...]


def five_card_class(ranks: Iterable[int], suited: bool) -> HighHand:
    """Name the class of five cards of the given ranks 0..12 (R6.1); `suited` when all five share a suit.

    The ranks must be those of five real cards: no rank five times, and none twice if `suited`.
    """
    held = list(ranks)
    grouped = sorted(set(held), key=lambda rank: (held.count(rank), rank), reverse=True)
    counts = [held.count(rank) for rank in grouped]
    order = tuple(grouped)
    if counts[0] == 1:
        top = _straight_top(order)
        if top is not None:
            return HighHand(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))
        return HighHand(Category.FLUSH if suited else Category.HIGH_CARD, order)
    categories = {
        (2, 1, 1, 1): Category.PAIR,
        (2, 2, 1): Category.TWO_PAIR,
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (4, 1): Category.FOUR_OF_A_KIND,
    }
    return HighHand(categories[tuple(counts)], order)


def _straight_top(descending: tuple[int, ...]) -> int | None:
    """Return the top rank of five different ranks in sequence, or None if they are not."""
    if descending == WHEEL:
        return FIVE
    return descending[0] if descending[0] - descending[4] == 4 else None


@cache
def high_classes() -> tuple[HighHand, ...]:
    """All 7,462 classes of high hand, weakest first: the class of key `k` stands at `k - 1`."""
    return tuple(sorted(_every_high_class()))


def _every_high_class() -> Iterator[HighHand]:
    for top in range(FIVE, ACE + 1):
        yield HighHand(Category.STRAIGHT, (top,))
        yield HighHand(Category.STRAIGHT_FLUSH, (top,))
    for ranks in _descending(5):
        if _straight_top(ranks) is None:
            yield HighHand(Category.HIGH_CARD, ranks)
            yield HighHand(Category.FLUSH, ranks)
    for rank in range(13):
        for kickers in _descending(3, without=(rank,)):
            yield HighHand(Category.PAIR, (rank, *kickers))
        for kickers in _descending(2, without=(rank,)):
            yield HighHand(Category.THREE_OF_A_KIND, (rank, *kickers))
        for (other,) in _descending(1, without=(rank,)):
            yield HighHand(Category.FULL_HOUSE, (rank, other))
            yield HighHand(Category.FOUR_OF_A_KIND, (rank, other))
    for pairs in _descending(2):
        for (kicker,) in _descending(1, without=pairs):
            yield HighHand(Category.TWO_PAIR, (*pairs, kicker))


def _descending(count: int, without: Sequence[int] = ()) -> Iterator[tuple[int, ...]]:
    """Every choice of `count` different ranks, each written from the top down."""
    return combinations([rank for rank in range(ACE, -1, -1) if rank not in without], count)


@cache
def low_classes() -> tuple[tuple[int, ...], ...]:
    """All 56 lows, worst first: the low of key `k` stands at `k - 1`.

    Five ranks 0..12 each, highest first, the ace (12) last because it is low (R6.2).
    """
    # From the highest card down the smaller card wins (R6.3): with the ace as -1, the order of tuples.
    lows = combinations(range(6, -2, -1), 5)
    return tuple(tuple(ACE if rank < 0 else rank for rank in low) for low in sorted(lows, reverse=True))


def high_class(key: int) -> HighHand:
    """Return the class of a high key, 1..7462; any other number is refused with an `InputError`."""
    if not 1 <= key <= HIGH_CLASSES:
        raise InputError("bad_key", f"{key} is not a high key; they run from 1 to {HIGH_CLASSES}", "high")
    return high_classes()[key - 1]


def low_ranks(key: int) -> tuple[int, ...]:
    """Return the five ranks of a low key, 1..56, as in `low_classes`.

    0 ("no low") is no hand and refused with an `InputError`, as is any other number.
    """
    if not 1 <= key <= LOW_CLASSES:
        raise InputError("bad_key", f"{key} is not a low; they run from 1 to {LOW_CLASSES} (0 is no low)", "low")
    return low_classes()[key - 1]
