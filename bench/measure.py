"""Timing two contestants by turns, and one line of results."""

import statistics
from collections.abc import Callable
from time import perf_counter, process_time

import msgspec

ROUNDS = 7
LEAST_SECONDS = 0.02  # what is over sooner is done again

Work = Callable[[], object]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement. `ours` and `theirs`, the figure of `peer`, are medians in `unit`; `ratio` is that of the rounds.

    `floor` is the least ratio, for what has no contestant the most that `ours` may be, or None; `passed` says whether
    it was kept.
    """

    name: str
    unit: str
    ours: float
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None
    floor: float | None
    passed: bool


def against(
    name: str,
    *,
    ours: Work,
    theirs: Work,
    items: int,
    repeat: int,
    floor: float | None,
) -> Row:
    """Time PokerKit and us, by turns, on the same `items`; ours does them `repeat` times over to be long enough."""
    ours(), theirs()  # tables are loaded, caches warm
    rounds = [(_seconds_each(ours, items, repeat), _seconds_each(theirs, items, 1)) for _ in range(ROUNDS)]
    return _row(name, rounds, "PokerKit", floor)


def compare(
    name: str, ours: tuple[Work, int], peer: str, theirs: tuple[Work, int], floor: float | None, rounds: int = ROUNDS
) -> Row:
    """Time both by turns, in processor time of this process; each is a piece of work and how many items it does."""
    ours[0](), theirs[0]()  # compiled, tables loaded, caches warm
    return _row(name, [(processor_time(*ours), processor_time(*theirs)) for _ in range(rounds)], peer, floor)


def at_most(name: str, figure: float, floor: float | None, unit: str = "seconds") -> Row:
    """A row without a contestant."""
    return Row(name=name, unit=unit, ours=figure, floor=floor, passed=floor is None or figure <= floor)


def processor_time(work: Work, items: int = 1, least: float = LEAST_SECONDS) -> float:
    """Seconds for one item, repeated until there is enough to time."""
    begun, done = process_time(), 0
    while True:
        work()
        done += items
        taken = process_time() - begun
        if taken >= least:
            return taken / done


def _row(name: str, rounds: list[tuple[float, float]], peer: str, floor: float | None) -> Row:
    ratio = statistics.median(slow / fast for fast, slow in rounds)
    return Row(
        name=name,
        unit="per second",
        ours=1 / statistics.median(fast for fast, _ in rounds),
        peer=peer,
        theirs=1 / statistics.median(slow for _, slow in rounds),
        ratio=ratio,
        floor=floor,
        passed=floor is None or ratio >= floor,
    )


def _seconds_each(work: Work, items: int, repeat: int) -> float:
    begun = perf_counter()
    for _ in range(repeat):
        work()
    return (perf_counter() - begun) / (items * repeat)
