"""What hands and ranges make by the flop, the turn and the river: the kinds of high, and the lows by their top card.

Where hands or boards must be drawn, the three streets of one deal are looked at together.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations as choose
from math import comb
from secrets import randbits

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import RANKS, Card, format_cards
from omaha8.evaluation.arrays import Bytes, Words, arrays, hole_pairs
from omaha8.evaluation.batch import rank_many
from omaha8.evaluation.classes import Category, high_classes, low_classes
from omaha8.evaluation.layout import ROW
from omaha8.evaluation.tables import tables
from omaha8.odds.calculator import SEED_BITS
from omaha8.odds.matchup import Cards
from omaha8.odds.montecarlo import refuse_sampling
from omaha8.odds.ranges.exact import Combinations, all_boards, combine
from omaha8.odds.ranges.matchup import Hand, RangeMatchUp, read_ranges
from omaha8.odds.ranges.samples import Deals, Progress, each_run

LOWS = ("no low", *(f"{RANKS[top]} low" for top in range(6, 2, -1)))
"""Kinds of low: none, then by the top card from 8 to 5."""

STREETS = {3: "flop", 4: "turn", 5: "river"}
USUAL_SAMPLES = 200_000
BUDGET = 5_000_000
"""Combinations of hands times boards of the river up to which all are counted."""

_KINDS = len(Category) + len(LOWS)
_ROWS_AT_ONCE = 1 << 16
_NO_PAIR = 91
"""A column of zeros in every row: the pair id of two cards that make no flush."""

Kinds = NDArray[np.int64]


class StreetKinds(msgspec.Struct, frozen=True, gc=False):
    """How often a hand or range makes what by one street, in deals out of `deals`, weights counted as in `Equity`."""

    street: str
    """flop, turn or river."""
    deals: int
    high: tuple[int, ...]
    """By `Category`, high cards first."""
    low: tuple[int, ...]
    """By `LOWS`, no low first."""


class HandKinds(msgspec.Struct, frozen=True, gc=False):
    """One hand or range: from the street of the board on, what it makes."""

    cards: tuple[Card, ...]
    range: str
    streets: tuple[StreetKinds, ...]

    @property
    def name(self) -> str:
        """The cards as text, or the range."""
        return self.range or format_cards(self.cards)


class Distribution(msgspec.Struct, frozen=True, gc=False):
    """What all of a match-up make; `seed` is None where every deal was counted."""

    hands: tuple[HandKinds, ...]
    seed: int | None = None


def distribution(
    hands: Sequence[Hand],
    board: Cards = "",
    dead: Cards = "",
    *,
    samples: int | None = None,
    seed: int | None = None,
    hole_cards: int | None = None,
    progress: Progress | None = None,
) -> Distribution:
    """Work out what two to ten hands or ranges make by each street; no card of one may lie on the board for another.

    Arguments, and what is refused, are as in `equity`. Without `samples` every deal is counted where combinations of
    hands times boards fit `BUDGET`, else `USUAL_SAMPLES` are drawn.
    """
    refuse_sampling(samples, seed)
    match_up = read_ranges(hands, board, dead, hole_cards)
    counts = _exact(match_up, progress) if samples is None else None
    if counts is not None:
        return _summed(match_up, counts)
    seed = randbits(SEED_BITS) if seed is None else seed
    return _summed(match_up, _sampled(match_up, samples or USUAL_SAMPLES, seed, progress), seed)


def _summed(match_up: RangeMatchUp, counts: Kinds, seed: int | None = None) -> Distribution:
    """Make the answer of counts [players, streets, kinds]."""
    highs = len(Category)
    found = []
    for cards, text, by_street in zip(match_up.hands, match_up.texts, counts.tolist(), strict=True):
        streets = [
            StreetKinds(STREETS[size], sum(kinds[:highs]), tuple(kinds[:highs]), tuple(kinds[highs:]))
            for size, kinds in zip(_sizes(match_up), by_street, strict=True)
        ]
        found.append(HandKinds(cards, text, tuple(streets)))
    return Distribution(tuple(found), seed)


def _sizes(match_up: RangeMatchUp) -> range:
    """Return how many cards the boards of the streets have that are looked at."""
    return range(max(3, len(match_up.board)), 6)


def _sampled(match_up: RangeMatchUp, samples: int, seed: int, progress: Progress | None) -> Kinds:
    def work(deals: Deals) -> Kinds:
        holes, boards = deals
        counts = np.zeros((match_up.players, len(_sizes(match_up)), _KINDS), np.int64)
        for player, hands in enumerate(holes):
            for street, size in enumerate(_sizes(match_up)):
                for kinds in _kinds(hands, boards[:, :size]):
                    counts[player, street] += np.bincount(kinds, minlength=_KINDS)
        return counts

    runs = each_run(match_up, samples, seed, work, progress)
    return np.add.reduce(list(runs))  # type: ignore[no-any-return]


def _exact(match_up: RangeMatchUp, progress: Progress | None) -> Kinds | None:
    """Count every deal, or return None where there are too many."""
    boards = comb(len(match_up.unseen), match_up.missing)
    found = combine(match_up, (BUDGET // boards, BUDGET))
    if found is None:
        return None
    counts = np.zeros((match_up.players, len(_sizes(match_up)), _KINDS), np.int64)
    for street, size in enumerate(_sizes(match_up)):
        counts[:, street] = _on_street(match_up, found, size)
        if progress is not None:
            progress(street + 1, counts.shape[1])
    return counts


def _on_street(match_up: RangeMatchUp, found: Combinations, size: int) -> Kinds:
    """Return [players, kinds]: the weights of all combinations on all boards of one street."""
    boards, news = all_boards(match_up, size - len(match_up.board))
    hands, masks = found.hands, found.masks
    counts = np.zeros((match_up.players, _KINDS), np.int64)
    at_once = max(1, _ROWS_AT_ONCE // max(len(hands), len(masks)))
    for start in range(0, len(boards), at_once):
        some = boards[start : start + at_once]
        rows = np.tile(hands, (len(some), 1)), some.repeat(len(hands), axis=0)
        by_board = [kinds.reshape(len(some), len(hands)) for kinds in _kinds(*rows)]
        board, combination = np.nonzero((news[start : start + at_once, None] & masks) == 0)
        weights = found.weights[combination]
        for player, places in enumerate(found.places):
            for kinds in by_board:
                sums = np.bincount(kinds[board, places[combination]], weights, _KINDS)
                counts[player] += np.rint(sums).astype(np.int64)  # whole numbers below 2 ** 53: exact
    return counts


def _kinds(hands: Bytes, boards: Bytes) -> tuple[Bytes, Bytes]:
    """Return [N] the kind of high and [N] the kind of low, after those of high, of each hand on its board."""
    highs, lows = rank_many(hands, boards) if boards.shape[1] == 5 else rank_part(hands, boards)
    of_high, of_low = _kinds_of_keys()
    return of_high[highs], of_low[lows]


@cache
def _kinds_of_keys() -> tuple[Bytes, Bytes]:
    """Return the kind of each high key and of each low key."""
    lows = [0, *(7 - ranks[0] for ranks in low_classes())]  # an eight, rank 6, is the first after none
    return (
        np.array([0, *(hand.category for hand in high_classes())], np.uint8),
        np.array(lows, np.uint8) + np.uint8(len(Category)),
    )


def rank_part(hands: Bytes, boards: Bytes) -> tuple[Words, Bytes]:
    """Rank hands [N, 4..6] on flops or turns [N, 3..4], row by row: the keys [N] of high and low, as `batch` does."""
    known, rows = arrays(), _three_card_rows()
    triples = [known.tri[tuple(boards[:, places].T >> 2)] for places in map(list, choose(range(boards.shape[1]), 3))]
    flushing, flush, suits = _flushes(boards)
    highs = np.zeros(len(hands), np.uint16)
    best = np.zeros(len(flushing), np.uint16)
    for i, j in hole_pairs(hands.shape[1]):
        pair = known.pair[hands[:, i], hands[:, j]]
        for triple in triples:
            np.maximum(highs, rows[triple, pair], out=highs)
        one, other = hands[flushing, i], hands[flushing, j]
        suited = np.where((one & 3 == suits) & (other & 3 == suits), pair[flushing], _NO_PAIR)
        np.maximum(best, known.flush_rows[flush, suited], out=best)
    highs[flushing] = np.maximum(highs[flushing], best)
    of_board = np.bitwise_or.reduce(known.low_bit[boards], axis=1)
    return highs, known.lows[of_board, np.bitwise_or.reduce(known.low_bit[hands], axis=1)]


def _flushes(boards: Bytes) -> tuple[NDArray[np.intp], Words, Bytes]:
    """Return the rows of boards [N, 3..4] with three cards of a suit, and of each its flush row and the suit."""
    suits = boards & 3
    middle = np.sort(suits, axis=1)[:, boards.shape[1] // 2]  # which is the suit of three, if there is one
    flushing = np.flatnonzero((suits == middle[:, None]).sum(axis=1) >= 3)
    bits = np.left_shift(1, (boards[flushing] >> 2).astype(np.int64))
    masks = np.where(suits[flushing] == middle[flushing, None], bits, 0).sum(axis=1)
    return flushing, arrays().flush_place[masks], middle[flushing]


@cache
def _three_card_rows() -> Words:
    """Return [455, 96]: high key of three ranks and a pair, no flush."""
    return np.frombuffer(tables().five_rows, np.uint16).reshape(-1, ROW)
