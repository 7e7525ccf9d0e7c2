"""Sampled odds of ranges: for each sample hands are drawn, then a board.

Each player's hand is drawn by its weight; where two hold the same card, all hands are drawn anew. So every possible
combination of hands comes as often as the product of its weights says. Players who may hold any hand are dealt theirs
from what the others leave: of those hands there are always as many, so this comes to the same. As in `montecarlo`,
sample number `i` under a seed is the same on every machine, with numpy and compiled, however many threads share the
work. Its words of 64 bits are those of SplitMix64, with a stream for each sample; a hand's probability is off by less
than one part in 2 ** 20.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from omaha8.errors import InputError
from omaha8.evaluation.arrays import Bytes, arrays
from omaha8.evaluation.batch import ROWS_AT_ONCE, compiled, rank_rows
from omaha8.odds.exact import outcomes_of
from omaha8.odds.montecarlo import STEP, WORD, mixed, mixed_array, runs, take
from omaha8.odds.ranges.matchup import RangeMatchUp
from omaha8.odds.ranges.range import Masks, masks_of
from omaha8.odds.results import Counts

KERNELS = "omaha8.odds.ranges.kernels"

Progress = Callable[[int, int], object]
"""Told how much work is done, of how much in all."""
Found = TypeVar("Found")

_TRIED = 1 << 16
_FEWEST = 7
"""Draws of hands that are tried first, and how many must succeed: about one in 10,000."""


class Draws(NamedTuple):
    """The ranges of a match-up, made ready to be drawn from. A tuple, because a kernel takes it as an argument."""

    hands: Bytes
    """[hands of the ranges, hole cards]: one range after another."""
    dealt: NDArray[np.bool_]
    """[players]: who may hold any hand, all alike; such a range has no hands here."""
    starts: NDArray[np.int64]
    """[players + 1]: where each range starts, and where the last one ends."""
    totals: NDArray[np.int64]
    """[players]: the sum of each range's weights."""
    sums: NDArray[np.int64]
    """[hands of all ranges]: the sum of the weights of its range up to each hand; empty where all weights are one."""
    unseen: Bytes
    """The cards that may come on the board, ascending."""
    board: Bytes
    """The cards of the board that are known."""


Deals = tuple[Bytes, Bytes]
"""Hands [players, N, hole cards] and boards [N, 5]; the cards of a board in the order they are dealt."""


def each_run(
    match_up: RangeMatchUp, samples: int, seed: int, work: Callable[[Deals], Found], progress: Progress | None = None
) -> Iterator[Found]:
    """Draw the deals and yield what `work` finds in each run of them, in order; runs are shared among threads.

    `progress` is called with how many samples are done after each run. Ranges that hold so many of the same cards that
    hardly ever a draw of hands is possible are refused: an `InputError` `conflicting_ranges`.
    """
    ranges = ready(match_up)
    _refuse_conflicts(ranges, seed)
    kernels = compiled(samples * match_up.players, KERNELS)

    def run(first_and_size: tuple[int, int]) -> Found:
        first, size = first_and_size
        if kernels is None:
            return work(draw(ranges, first, size, seed))
        holes = np.empty((match_up.players, size, match_up.hole_cards), np.uint8)
        boards = np.empty((size, 5), np.uint8)
        kernels.draw(ranges, np.uint64(mixed(seed)), first, holes, boards)
        return work((holes, boards))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(run, runs(samples, ROWS_AT_ONCE))
        for number, each in enumerate(found, 1):
            if progress is not None:
                progress(min(samples, number * ROWS_AT_ONCE), samples)
            yield each


def count(match_up: RangeMatchUp, samples: int, seed: int, progress: Progress | None = None) -> Counts:
    """Return [4 ** players] int64: how many of the sampled deals lead to each outcome (`results`).

    `progress` and what is refused are as in `each_run`.
    """
    load = samples * match_up.players
    ranking, tallying = compiled(load), compiled(load, KERNELS)

    def work(deals: Deals) -> Counts:
        holes, boards = deals
        if ranking is None or tallying is None:
            keys = [rank_rows(hands, boards) for hands in holes]
            return np.bincount(outcomes_of(*zip(*keys, strict=True)), minlength=4**match_up.players)
        highs, lows = np.empty(holes.shape[:2], np.uint16), np.empty(holes.shape[:2], np.uint8)
        for hands, high, low in zip(holes, highs, lows, strict=True):
            ranking.rank_many(hands, boards, arrays(), high, low)
        counts = np.zeros(4**match_up.players, np.int64)
        tallying.count_deals(highs, lows, counts)
        return counts

    counts: Counts = sum(each_run(match_up, samples, seed, work, progress), np.zeros(4**match_up.players, np.int64))
    return counts


def ready(match_up: RangeMatchUp) -> Draws:
    """Make the ranges ready to be drawn from."""
    dealt = np.array(match_up.any_hand)
    none = np.zeros(0, np.int64)
    weights = [none if any_hand else each for each, any_hand in zip(match_up.weights, dealt, strict=True)]
    weighted = any((each != 1).any() for each in weights)
    return Draws(
        hands=np.concatenate([each.hands[: len(own)] for each, own in zip(match_up.ranges, weights, strict=True)]),
        dealt=dealt,
        starts=np.cumsum([0, *map(len, weights)]),
        totals=np.array([each.sum() for each in weights]),
        sums=np.concatenate([each.cumsum() for each in weights]) if weighted else np.zeros(0, np.int64),
        unseen=np.array(match_up.unseen, np.uint8),
        board=np.array(match_up.board, np.uint8),
    )


def draw(ranges: Draws, first: int, size: int, seed: int) -> Deals:
    """Draw the deals of the samples from number `first` on, with numpy."""
    drawn, hole_cards = np.flatnonzero(~ranges.dealt), ranges.hands.shape[1]
    holes = np.empty((len(ranges.dealt), size, hole_cards), np.uint8)
    taken = np.empty(size, np.uint64)
    streams = _streams(first, size, seed)
    waiting = np.arange(size)
    while len(waiting):
        hands, cards, clash = _hands(ranges, streams[waiting])
        streams[waiting] += np.uint64(len(drawn) * STEP & WORD)
        holes[drawn[:, None], waiting] = hands
        taken[waiting] = cards
        waiting = waiting[clash]
    free = taken[:, None] >> ranges.unseen.astype(np.uint64) & np.uint64(1) == 0
    decks = ranges.unseen[np.nonzero(free)[1]].reshape(size, -1)
    for player in np.flatnonzero(ranges.dealt):
        streams += np.uint64(STEP)
        holes[player] = take(decks, mixed_array(streams), hole_cards)
        decks = decks[:, :-hole_cards]  # where `take` leaves the rest
    known = np.broadcast_to(ranges.board, (size, len(ranges.board)))
    new = take(decks, mixed_array(streams + np.uint64(STEP)), 5 - len(ranges.board))
    return holes, np.concatenate((known, new), axis=1)


def _streams(first: int, size: int, seed: int) -> NDArray[np.uint64]:
    """Return [size]: where the words of each sample start."""
    numbers = np.arange(first, first + size, dtype=np.uint64)
    return mixed_array(np.uint64(mixed(seed)) + numbers * np.uint64(STEP))


def _hands(ranges: Draws, streams: NDArray[np.uint64]) -> tuple[Bytes, Masks, NDArray[np.bool_]]:
    """Draw hands out of the ranges: [ranges, N, hole cards], their cards [N], and whether one is held twice."""
    taken = np.zeros(len(streams), np.uint64)
    clash = np.zeros(len(streams), np.bool_)
    hands = np.empty((int((~ranges.dealt).sum()), len(streams), ranges.hands.shape[1]), np.uint8)
    for own, player in zip(hands, np.flatnonzero(~ranges.dealt), strict=True):
        total = int(ranges.totals[player])
        streams = streams + np.uint64(STEP)
        fractions = (mixed_array(streams) >> np.uint64(11)).astype(np.float64)
        at = np.minimum((fractions * (total * 2.0**-53)).astype(np.int64), total - 1)
        start, end = ranges.starts[player : player + 2]
        if len(ranges.sums):
            at = ranges.sums[start:end].searchsorted(at, "right")
        own[:] = ranges.hands[start + at]
        cards = masks_of(own)
        clash |= (taken & cards) != 0
        taken |= cards
    return hands, taken, clash


def _refuse_conflicts(ranges: Draws, seed: int) -> None:
    clash = _hands(ranges, _streams(0, _TRIED, seed))[2]
    possible = _TRIED - int(clash.sum())
    if possible < _FEWEST:
        found = f"{possible} of {_TRIED:,} draws of hands had no card twice"
        raise InputError("conflicting_ranges", f"{found}; these ranges are in each other's way", "hands")
