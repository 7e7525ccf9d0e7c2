"""How long `import omaha8` takes in a fresh interpreter."""

import statistics
import subprocess
import sys

from bench.measure import Row, seconds

ROUNDS = 15
MOST_SECONDS = 0.1


def import_time() -> Row:
    """Python with the import minus Python without it, by turns; the median of the differences."""
    differences = [seconds(lambda: _python("import omaha8")) - seconds(lambda: _python("pass")) for _ in range(ROUNDS)]
    taken = statistics.median(differences)
    return Row(name="import omaha8", unit="seconds", ours=taken, floor=MOST_SECONDS, passed=taken < MOST_SECONDS)


def _python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)
