"""Odds by sampling boards, for a given number of samples and a seed.

Sample number `i` under a seed is the same board on every machine, with numpy and compiled, however many threads share
the work: 64 bits from SplitMix64 of seed and number are read as a fraction, from which the missing cards are drawn one
after another from what is left of the deck. A card's probability is off by less than one part in 2 ** 30.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from omaha8.errors import InputError
from omaha8.evaluation.arrays import Bytes, arrays
from omaha8.evaluation.batch import ROWS_AT_ONCE, compiled
from omaha8.odds.exact import KERNELS, tally
from omaha8.odds.matchup import MatchUp
from omaha8.odds.results import Counts, RunCounts
from omaha8.threads import in_order, threads_for

MOST_SAMPLES = 1_000_000_000
MOST_SEED = (1 << 64) - 1

_AT_ONCE = 1 << 18
"""Samples that one thread takes at a time."""

Occurring = tuple[NDArray[np.intp], RunCounts]
"""Outcomes, and how often each occurs: what a thread hands over."""

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
_FRACTION_BITS = 58
"""A fraction of so many bits, times 52 at most, still fits into 64."""


def count(match_up: MatchUp, samples: int, seed: int, progress: Callable[[int, int], object] | None = None) -> Counts:
    """Return [4 ** players] int64: how many of the sampled boards lead to each outcome (`results`).

    `progress` is called with how many samples are done, of how many.
    """
    kernels = compiled(samples * match_up.players, KERNELS)
    counts = np.zeros(4**match_up.players, np.int64)
    if kernels is None:
        for first, size in runs(samples, ROWS_AT_ONCE):
            counts += tally(match_up, draw(match_up, first, size, seed))
            if progress is not None:
                progress(first + size, samples)
        return counts
    cards = np.frombuffer(match_up.cards, np.uint8)
    key = np.uint64(mixed(seed))

    def run(first_and_size: tuple[int, int]) -> Occurring:
        sizes = match_up.players, match_up.hole_cards, match_up.board_cards
        return occurring(kernels.count_samples(cards, *sizes, arrays(), key, *first_and_size))

    found = in_order(run, runs(samples, _AT_ONCE), threads_for(bytes_of_counts(match_up.players)))
    for number, (outcomes, counted) in enumerate(found, 1):
        counts[outcomes] += counted
        if progress is not None:
            progress(min(samples, number * _AT_ONCE), samples)
    return counts


def bytes_of_counts(players: int) -> int:
    """Return what the counts of a run take."""
    return (1 << 2 * players) * np.dtype(np.int32).itemsize


def occurring(counts: RunCounts) -> Occurring:
    """Return the outcomes that occur, and how often: few of the million there are of ten hands."""
    outcomes = np.flatnonzero(counts)
    return outcomes, counts[outcomes]


def refuse_sampling(samples: int | None, seed: int | None) -> None:
    """Raise an `InputError` `sample_count` or `seed`, named in `where`, for what is none."""
    if samples is not None and (type(samples) is not int or not 1 <= samples <= MOST_SAMPLES):
        raise InputError("sample_count", f"{samples!r} samples; 1 to {MOST_SAMPLES:,} are drawn", "samples")
    if seed is not None and (type(seed) is not int or not 0 <= seed <= MOST_SEED):
        raise InputError("seed", f"{seed!r} is not a seed; seeds are integers from 0 to 2 ** 64 - 1", "seed")


def draw(match_up: MatchUp, first: int, size: int, seed: int) -> Bytes:
    """Return [size, 5] uint8: the boards of the samples from number `first` on."""
    missing = 5 - match_up.board_cards
    numbers = np.arange(first, first + size, dtype=np.uint64)
    words = mixed_array(np.uint64(mixed(seed)) + numbers * np.uint64(STEP))
    deck = np.array([match_up.unseen], np.uint8).repeat(size, axis=0)
    boards = np.empty((size, 5), np.uint8)
    boards[:, : match_up.board_cards] = match_up.board
    boards[:, match_up.board_cards :] = take(deck, words, missing)
    return boards


def take(decks: Bytes, words: NDArray[np.uint64], missing: int) -> Bytes:
    """Return [size, missing] uint8: cards drawn from each deck [size, left] by a word [size]; decks are spoilt."""
    fractions = words >> np.uint64(64 - _FRACTION_BITS)
    drawn = np.empty((len(decks), missing), np.uint8)
    rows = np.arange(len(decks))
    for k in range(missing):
        last = decks.shape[1] - 1 - k
        fractions *= np.uint64(last + 1)
        places = fractions >> np.uint64(_FRACTION_BITS)
        fractions &= np.uint64((1 << _FRACTION_BITS) - 1)
        drawn[:, k] = decks[rows, places]
        decks[rows, places] = decks[:, last]  # the place of a card that is out is taken by the last one
    return drawn


def runs(samples: int, size: int) -> Iterator[tuple[int, int]]:
    """Divide the samples into runs: the first number and how many."""
    for first in range(0, samples, size):
        yield first, min(size, samples - first)


def mixed(number: int) -> int:
    """Return 64 bits that look random, a different value for each number (the output step of SplitMix64)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


def mixed_array(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return `mixed` of each."""
    numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return numbers ^ numbers >> np.uint64(31)
