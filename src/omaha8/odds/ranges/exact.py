"""Exact odds of ranges: every possible combination of hands, on every board, by its weight.

With a flop on the board all hands are ranked on each full board, and the combinations compared there. Before the flop
each combination is counted as known hands are (`exact`); combinations that are one another with suits renamed lead to
the same outcomes, so one of them is counted for all.
"""

from collections.abc import Sequence
from itertools import chain, permutations
from itertools import combinations as choose
from math import comb, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card
from omaha8.errors import InputError
from omaha8.evaluation.arrays import Bytes
from omaha8.evaluation.batch import compiled, rank_on_boards
from omaha8.odds import exact
from omaha8.odds.matchup import read
from omaha8.odds.ranges.matchup import RangeMatchUp
from omaha8.odds.ranges.range import Masks, masks_of
from omaha8.odds.ranges.samples import KERNELS, Progress
from omaha8.odds.results import Counts, parts

MOST_COMBINATIONS = 1 << 21
"""Products of the sizes of ranges up to which combinations are made at all."""

_BOARDS_AT_ONCE = 64
_RENAMINGS = 24
"""Of suits: so many combinations at most are alike."""


class Combinations(msgspec.Struct, frozen=True, eq=False):
    """The possible combinations of hands: all in which no card is held twice."""

    hands: Bytes
    """[hands of all ranges, hole cards]: one range after another."""
    places: NDArray[np.int32]
    """[players, N]: the place of each player's hand among them."""
    weights: NDArray[np.int64]
    """[N]: the product of the hands' weights."""
    possible: int
    """How many combinations these stand for."""

    @property
    def masks(self) -> Masks:
        """[N]: the cards that are held, bit c for card c."""
        masks: Masks = np.bitwise_or.reduce(masks_of(self.hands)[self.places], axis=0)
        return masks


def combine(match_up: RangeMatchUp, most: tuple[int, int]) -> Combinations | None:
    """Return the combinations to count, or None where there are too many.

    `most` is how many may be counted before the flop, with one for all that are alike, and how many may be on a board,
    times the boards. There are too many, too, where more than `MOST_COMBINATIONS` would have to be looked through, or
    counts could reach 2 ** 53.

    Refused with an `InputError` `conflicting_ranges` where none is possible.
    """
    others = comb(len(match_up.unseen), match_up.hole_cards)  # which may be any hand
    sizes = [len(each.hands) or others for each in match_up.ranges]
    heaviest = prod(int(each.shares.max(initial=1)) for each in match_up.ranges) * prod(sizes) * match_up.boards
    if prod(sizes) > MOST_COMBINATIONS or heaviest * parts(match_up.players) ** 2 >= 1 << 53:
        return None
    found = _possible(match_up, sizes)
    before_flop, after_flop = most
    if match_up.board:
        return found if found.possible * match_up.boards <= after_flop else None
    if found.possible > _RENAMINGS * before_flop:
        return None
    found = _alike(match_up, found)
    return found if len(found.weights) <= before_flop else None


def _possible(match_up: RangeMatchUp, sizes: list[int]) -> Combinations:
    others = _chosen(match_up.unseen, match_up.hole_cards) if any(match_up.any_hand) else None
    hands = np.concatenate([each.hands if others is None or len(each.hands) else others for each in match_up.ranges])
    masks = masks_of(hands)
    ends = np.cumsum(sizes)
    places = np.zeros((0, 1), np.int32)
    held, weights = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for end, size, each in zip(ends.tolist(), sizes, match_up.ranges, strict=True):
        next_masks = masks[end - size : end]
        before, hand = np.nonzero((held[:, None] & next_masks) == 0)
        places = np.concatenate((places[:, before], (end - size + hand[None]).astype(np.int32)))
        held = held[before] | next_masks[hand]
        weights = weights[before] * each.shares[hand] if len(each.hands) else weights[before]
    if not len(weights):
        raise InputError("conflicting_ranges", "in every combination of hands some card is held twice", "hands")
    return Combinations(hands, places, weights, len(weights))


def count(match_up: RangeMatchUp, found: Combinations, progress: Progress | None = None) -> Counts:
    """Return [4 ** players] int64: the weights of all deals by their outcome; their sum is that of all deals."""
    if match_up.board:
        return _count_on_boards(match_up, found, progress)
    return _count_preflop(match_up, found, progress)


def _count_on_boards(match_up: RangeMatchUp, found: Combinations, progress: Progress | None) -> Counts:
    boards, news = all_boards(match_up, match_up.missing)
    kernels = compiled(len(found.weights) * len(boards), KERNELS)
    masks = found.masks
    counts = np.zeros(4**match_up.players, np.int64)
    for start in range(0, len(boards), _BOARDS_AT_ONCE):
        some = slice(start, start + _BOARDS_AT_ONCE)
        highs, lows = rank_on_boards(found.hands, boards[some])
        if kernels is None:
            for high, low, new in zip(highs, lows, news[some], strict=True):
                possible = np.flatnonzero((masks & new) == 0)
                at = found.places[:, possible]
                outcomes = exact.outcomes_of([*high[at]], [*low[at]])
                sums = np.bincount(outcomes, found.weights[possible], minlength=len(counts))
                counts += np.rint(sums).astype(np.int64)  # whole numbers below 2 ** 53: exact
        else:
            kernels.count_combinations(highs, lows, news[some], found.places, masks, found.weights, counts)
        if progress is not None:
            progress(min(start + _BOARDS_AT_ONCE, len(boards)), len(boards))
    return counts


def all_boards(match_up: RangeMatchUp, missing: int) -> tuple[Bytes, Masks]:
    """Return all boards [M, known and missing], and the new cards of each as a mask; players may hold some of these."""
    new = _chosen(match_up.unseen, missing)
    known = np.broadcast_to(np.array(match_up.board, np.uint8), (len(new), len(match_up.board)))
    return np.concatenate((known, new), axis=1), masks_of(new)


def _chosen(cards: Sequence[Card], size: int) -> Bytes:
    """Return [N, size]: each choice of so many of the cards."""
    number = comb(len(cards), size)
    return np.fromiter(chain.from_iterable(choose(cards, size)), np.uint8, number * size).reshape(number, size)


def _count_preflop(match_up: RangeMatchUp, found: Combinations, progress: Progress | None) -> Counts:
    counts = np.zeros(4**match_up.players, np.int64)
    total = len(found.weights)
    combined = zip(found.hands[found.places.T].tolist(), found.weights.tolist(), strict=True)
    for done, (hands, weight) in enumerate(combined, 1):
        counts += weight * exact.count(read(hands, (), match_up.dead), total)
        if progress is not None:
            progress(done, total)
    return counts


def _alike(match_up: RangeMatchUp, found: Combinations) -> Combinations:
    """Return one combination for all that are one another with suits renamed, with the sum of their weights.

    Only such renamings count as leave the dead cards the same.
    """
    best = masks_of(found.hands)[found.places]
    for order in permutations(range(4)):
        if {card & ~3 | order[card & 3] for card in match_up.dead} == set(match_up.dead):
            hands = found.hands & 0xFC | np.array(order, np.uint8)[found.hands & 3]
            best = _smaller(best, masks_of(hands)[found.places])
    _, first, group = np.unique(best.T, axis=0, return_index=True, return_inverse=True)
    weights = np.bincount(group.ravel(), found.weights, minlength=len(first))
    return Combinations(found.hands, found.places[:, first], np.rint(weights).astype(np.int64), found.possible)


def _smaller(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for each column [players] of two arrays the one that comes first in order."""
    less = np.zeros(one.shape[1], np.bool_)
    equal = np.ones(one.shape[1], np.bool_)
    for mine, yours in zip(one, other, strict=True):
        less |= equal & (yours < mine)
        equal &= yours == mine
    return np.where(less, other, one)
