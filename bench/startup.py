"""How long `import omaha8` and a first answer of the command line take, each in a fresh interpreter."""

import resource
import statistics
import subprocess
import sys
from time import perf_counter

from bench.measure import Row, at_most

ROUNDS = 15
MOST_SECONDS = 0.1
EQUITY = ("-m", "omaha8", "equity", "AsKs2s3h", "QhJh5c6d")
MOST_SECONDS_OF_EQUITY = 0.5


def measure() -> list[Row]:
    """Both rows."""
    return [import_time(), whole_equity()]


def import_time() -> Row:
    """Python with the import less Python without it, by turns; the median of the differences.

    Processor time, which is what an import takes on a machine that has nothing else to do.
    """
    taken = statistics.median(_seconds("import omaha8") - _seconds("pass") for _ in range(ROUNDS))
    return at_most("import omaha8", taken, MOST_SECONDS)


def whole_equity() -> Row:
    """`omaha8 equity` of two hands before the flop, from the start of the process to its end; numba is not loaded."""

    def once() -> float:
        begun = perf_counter()
        subprocess.run([sys.executable, *EQUITY], check=True, stdout=subprocess.DEVNULL)
        return perf_counter() - begun

    return at_most(
        "omaha8 equity, a whole process", statistics.median(once() for _ in range(ROUNDS)), MOST_SECONDS_OF_EQUITY
    )


def _seconds(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
