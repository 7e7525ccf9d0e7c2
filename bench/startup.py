"""How long `import omaha8` takes in a fresh interpreter."""

import resource
import statistics
import subprocess
import sys

from bench.measure import Row

ROUNDS = 15
MOST_SECONDS = 0.1


def import_time() -> Row:
    """Python with the import less Python without it, by turns; the median of the differences.

    Processor time, which is what an import takes on a machine that has nothing else to do.
    """
    taken = statistics.median(_seconds("import omaha8") - _seconds("pass") for _ in range(ROUNDS))
    return Row(name="import omaha8", unit="seconds", ours=taken, floor=MOST_SECONDS, passed=taken < MOST_SECONDS)


def _seconds(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
