"""Sampled odds of ranges: for each sample hands are drawn, then a board.

Each player's hand is drawn by its weight; at the first one with a card that is held already, all hands are drawn anew.
So every possible combination of hands comes as often as the product of its weights says. Players who may hold any hand
are dealt theirs from what the others leave: of those hands there are always as many, so this comes to the same. As in
`montecarlo`, sample number `i` under a seed is the same on every machine, with numpy and compiled, however many threads
share the work. Its words of 64 bits are those of SplitMix64, with a stream for each sample; a hand's probability is off
by less than one part in 2 ** 20.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from omaha8.errors import InputError
from omaha8.evaluation.arrays import Bytes, arrays
from omaha8.evaluation.batch import ROWS_AT_ONCE, compiled, rank_rows
from omaha8.odds.exact import outcomes_of
from omaha8.odds.montecarlo import STEP, Occurring, bytes_of_counts, mixed, mixed_array, occurring, runs, take
from omaha8.odds.ranges.matchup import RangeMatchUp
from omaha8.odds.ranges.range import Masks, masks_of
from omaha8.odds.results import Counts
from omaha8.threads import in_order, threads_for

KERNELS = "omaha8.odds.ranges.kernels"

Progress = Callable[[int, int], object]
"""Told how much work is done, of how much in all."""
Found = TypeVar("Found")

_BYTES_A_HAND = 12
_BYTES_A_HAND_IN_NUMPY = 100
"""What one player takes in one sample, about: cards and keys, and with numpy temporaries."""

_TRIED = 1 << 16
_FEWEST = 7
"""Draws of hands that are tried first, and how many must succeed: about one in 10,000."""


class Draws(NamedTuple):
    """The ranges of a match-up, made ready to be drawn from. A tuple, because a kernel takes it as an argument."""

    hands: Bytes
    """[hands of all different ranges, hole cards]: one range after another."""
    dealt: NDArray[np.bool_]
    """[players]: who may hold any hand, all alike; such a range has no hands here."""
    starts: NDArray[np.int64]
    """[players]: where the hands of each player start."""
    ends: NDArray[np.int64]
    """[players]: where they end."""
    totals: NDArray[np.int64]
    """[players]: the sum of each range's weights."""
    sums: NDArray[np.int32]
    """[hands]: the sum of the weights of its range up to each hand, two thousand million at most; empty where all
    weights are one."""
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

    bytes_a_hand = _BYTES_A_HAND_IN_NUMPY if kernels is None else _BYTES_A_HAND
    bytes_each = ROWS_AT_ONCE * match_up.players * bytes_a_hand + bytes_of_counts(match_up.players)
    found = in_order(run, runs(samples, ROWS_AT_ONCE), threads_for(bytes_each))
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

    def work(deals: Deals) -> Occurring:
        holes, boards = deals
        if ranking is None or tallying is None:
            keys = [rank_rows(hands, boards) for hands in holes]
            return occurring(np.bincount(outcomes_of(*zip(*keys, strict=True))).astype(np.int32))
        highs, lows = np.empty(holes.shape[:2], np.uint16), np.empty(holes.shape[:2], np.uint8)
        for hands, high, low in zip(holes, highs, lows, strict=True):
            ranking.rank_many(hands, boards, arrays(), high, low)
        counted = np.zeros(4**match_up.players, np.int32)
        tallying.count_deals(highs, lows, counted)
        return occurring(counted)

    counts = np.zeros(4**match_up.players, np.int64)
    for outcomes, counted in each_run(match_up, samples, seed, work, progress):
        counts[outcomes] += counted
    return counts


def ready(match_up: RangeMatchUp) -> Draws:
    """Make the ranges ready to be drawn from."""
    ranges = list({id(each): each for each in match_up.ranges}.values())  # what several players have is kept once
    place = {id(each): number for number, each in enumerate(ranges)}
    of_player = [place[id(each)] for each in match_up.ranges]
    sizes = np.array([len(each.hands) for each in ranges])
    ends = sizes.cumsum()
    shares = [each.shares for each in ranges]
    weighted = any(own.max(initial=1) > 1 for own in shares)
    sums = np.zeros(ends[-1] if weighted else 0, np.int32)
    for own, end in zip(shares if weighted else [], ends, strict=False):
        own.cumsum(out=sums[end - len(own) : end], dtype=np.int32)
    hands = [each.hands for each in ranges if len(each.hands)] or [ranges[0].hands]
    return Draws(
        hands=np.require(hands[0], requirements=["C", "W"]) if len(hands) == 1 else np.concatenate(hands),
        dealt=np.array(match_up.any_hand),
        starts=(ends - sizes)[of_player],
        ends=ends[of_player],
        totals=np.array([own.sum(dtype=np.int64) for own in shares])[of_player],
        sums=sums,
        unseen=np.array(match_up.unseen, np.uint8),
        board=np.array(match_up.board, np.uint8),
    )


def draw(ranges: Draws, first: int, size: int, seed: int) -> Deals:
    """Draw the deals of the samples from number `first` on, with numpy."""
    hole_cards = ranges.hands.shape[1]
    holes = np.empty((len(ranges.dealt), size, hole_cards), np.uint8)
    taken = np.empty(size, np.uint64)
    streams = _streams(first, size, seed)
    waiting = np.arange(size)
    while len(waiting):
        waiting = _draw_hands(ranges, waiting, streams, taken, holes)
    held = np.unpackbits(taken[:, None].view(np.uint8), axis=1, bitorder="little")
    free = held[:, ranges.unseen] == 0
    decks = np.broadcast_to(ranges.unseen, free.shape)[free].reshape(size, -1)
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


def _draw_hands(
    ranges: Draws, rows: NDArray[np.intp], streams: NDArray[np.uint64], taken: Masks, holes: Bytes
) -> NDArray[np.intp]:
    """Draw hands out of the ranges for some rows, and return those rows whose hands must be drawn anew.

    A row is left alone from its first card on that is held twice. Streams [N] go on by the words used; written are
    the cards that are held [N] and the hands [players, N, hole cards].
    """
    anew = [rows[:0]]
    taken[rows] = 0
    for player in np.flatnonzero(~ranges.dealt):
        total, start, end = int(ranges.totals[player]), ranges.starts[player], ranges.ends[player]
        streams[rows] += np.uint64(STEP)
        fractions = (mixed_array(streams[rows]) >> np.uint64(11)).astype(np.float64)
        at = np.minimum((fractions * (total * 2.0**-53)).astype(np.int32), total - 1)
        if len(ranges.sums):
            at = ranges.sums[start:end].searchsorted(at, "right")
        hands = ranges.hands[start + at]
        cards = masks_of(hands)
        clash = (taken[rows] & cards) != 0
        taken[rows] |= cards
        holes[player, rows] = hands
        anew.append(rows[clash])
        rows = rows[~clash]
    return np.concatenate(anew)


def _refuse_conflicts(ranges: Draws, seed: int) -> None:
    holes = np.empty((len(ranges.dealt), _TRIED, ranges.hands.shape[1]), np.uint8)
    anew = _draw_hands(ranges, np.arange(_TRIED), _streams(0, _TRIED, seed), np.empty(_TRIED, np.uint64), holes)
    possible = _TRIED - len(anew)
    if possible < _FEWEST:
        found = f"{possible:,} of {_TRIED:,} draws of hands were possible, with no card twice"
        reasons = "too many players for ranges as wide as these, or ranges that need the same cards"
        raise InputError("conflicting_ranges", f"{found}: {reasons}", "hands")
