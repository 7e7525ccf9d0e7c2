"""Start hands of four cards in their order: what each is worth against a random hand, to the last digit.

The numbers stand in the package's data file, which `python -m tools.preflop` makes (docs/odds.md says how and what it
was held against). It is an npz archive with two arrays, a row for each of the 16,432 classes of hands that are alike
but for the names of the suits, in ascending order of `class_keys`:

- `hands` [16432, 4] uint8: the first hand of the class in lexicographic order of ascending card codes;
- `quarters` [16432] int64: the quarters of a pot it wins in all `DEALS`.
"""

from fractions import Fraction
from functools import cache
from importlib import resources
from math import comb
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from omaha8.cards import refuse_repeats
from omaha8.errors import CardError
from omaha8.evaluation.arrays import Bytes
from omaha8.evaluation.tables import TablesError
from omaha8.odds.matchup import Cards, codes
from omaha8.odds.ranges.patterns import all_hands

FILE_NAME = "preflop.npz"

CLASSES = 16_432

DEALS = comb(48, 5) * comb(43, 4)
"""Boards times hands of the opponent: a hand's equity is its quarters of a pot, divided by four and by this."""


class _Classes(NamedTuple):
    """The classes of hands."""

    keys: NDArray[np.int64]
    """[16432]: `class_keys`, ascending."""
    quarters: NDArray[np.int64]
    """[16432]: as in the file."""
    better: NDArray[np.int64]
    """[16432]: how many of the 270,725 hands are worth more."""


def preflop_equity(hand: Cards) -> Fraction:
    """The share of the pot that a hand of four wins on average against a random hand when both stay to the end.

    The equity that `against_random` counts on an empty board, from the data file. The hand is text or card codes;
    refused with a `CardError` `bad_card`, `repeated_card` or `card_count`, `where` "hand".
    """
    return Fraction(int(_classes().quarters[_class_of(hand)]), 4 * DEALS)


def percentile(hand: Cards) -> Fraction:
    """The part of all hands of four that are worth more, from 0 for the best hand; refused as by `preflop_equity`."""
    return Fraction(int(_classes().better[_class_of(hand)]), comb(52, 4))


@cache
def ranking() -> NDArray[np.int32]:
    """Return [270725]: the place of each hand of four by `preflop_equity`, 0 for the best; read-only.

    The hands are in lexicographic order of their ascending codes, as `itertools.combinations(range(52), 4)` has them.
    The hands of one class have places in a row, in that order; no two classes are worth the same. Takes about a tenth
    of a second, once.
    """
    (hands,) = all_hands(4)
    of_class = np.searchsorted(_classes().keys, class_keys(hands))
    places = np.empty(len(hands), np.int32)
    places[np.argsort(-_classes().quarters[of_class], kind="stable")] = np.arange(len(hands))
    places.flags.writeable = False
    return places


def class_keys(hands: Bytes) -> NDArray[np.int64]:
    """Return [N]: the same number for hands [N, 4] that differ by the names of suits alone.

    The ranks of each suit as a mask (bit r for rank r), the least mask in the lowest thirteen bits and so on upwards.
    """
    masks = _suit_masks(hands)
    keys: NDArray[np.int64] = (masks << 13 * np.arange(4)).sum(axis=1)
    return keys


def _suit_masks(hands: Bytes) -> NDArray[np.int64]:
    """Return [N, 4]: the ranks of each suit as masks, in ascending order."""
    bits = np.left_shift(1, (hands >> np.uint8(2)).astype(np.int64))
    in_suit = (hands & np.uint8(3))[:, :, None] == np.arange(4, dtype=np.uint8)
    return np.sort(np.where(in_suit, bits[:, :, None], 0).sum(axis=1), axis=1)


def _class_of(hand: Cards) -> int:
    cards = codes(hand, "hand")
    refuse_repeats(cards, "hand")
    if len(cards) != 4:
        raise CardError("card_count", f"{len(cards)} hole cards; hands of 4 are ranked", "hand")
    return int(np.searchsorted(_classes().keys, class_keys(np.array([cards], np.uint8)))[0])


@cache
def _classes() -> _Classes:
    """Return the classes, read once for the process (a few ms)."""
    try:
        with resources.files("omaha8.odds").joinpath(FILE_NAME).open("rb") as file, np.load(file) as found:
            hands, quarters = found["hands"], found["quarters"]
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise TablesError(f"cannot read the start hands {FILE_NAME} ({error}); reinstall omaha8") from error
    order = np.argsort(quarters)[::-1]
    sizes = class_sizes(hands)[order]
    better = np.empty(len(hands), np.int64)
    better[order] = np.cumsum(sizes) - sizes
    return _Classes(class_keys(hands), quarters, better)


def class_sizes(hands: Bytes) -> NDArray[np.int64]:
    """Return [N]: how many hands are in the class of each."""
    masks = _suit_masks(hands)
    sizes = np.full(len(hands), 24)
    run = np.ones(len(hands), np.int64)
    for suit in range(1, 4):
        run = np.where(masks[:, suit] == masks[:, suit - 1], run + 1, 1)
        sizes //= run
    return sizes
