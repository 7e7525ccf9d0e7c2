"""Timing two contestants by turns, and one line of results."""

import statistics
from collections.abc import Callable
from time import perf_counter

import msgspec

ROUNDS = 7


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement. `ours` and `theirs` are medians in `unit`; `ratio` is the median of the rounds' ratios.

    `floor` is the least ratio, for what has no contestant the most that `ours` may be, or None; `passed` says whether
    it was kept.
    """

    name: str
    unit: str
    ours: float
    theirs: float | None = None
    ratio: float | None = None
    floor: float | None
    passed: bool


def against(
    name: str,
    *,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    items: int,
    repeat: int,
    floor: float | None,
) -> Row:
    """Time both, by turns, on the same `items`; ours does them `repeat` times over to be long enough to time."""
    ours(), theirs()  # tables are loaded, caches warm
    rounds = [(_seconds_each(ours, items, repeat), _seconds_each(theirs, items, 1)) for _ in range(ROUNDS)]
    ratio = statistics.median(slow / fast for fast, slow in rounds)
    return Row(
        name=name,
        unit="per second",
        ours=1 / statistics.median(fast for fast, _ in rounds),
        theirs=1 / statistics.median(slow for _, slow in rounds),
        ratio=ratio,
        floor=floor,
        passed=floor is None or ratio >= floor,
    )


def _seconds_each(work: Callable[[], object], items: int, repeat: int) -> float:
    begun = perf_counter()
    for _ in range(repeat):
        work()
    return (perf_counter() - begun) / (items * repeat)
