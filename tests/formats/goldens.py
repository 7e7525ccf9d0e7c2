"""The golden texts of `data/`, written for these tests: each is exact as it stands."""

from collections.abc import Iterator
from pathlib import Path

from omaha8.errors import HistoryError
from omaha8.formats.history import ReadHand
from omaha8.formats.reading import read_hands
from omaha8.replay import USUAL_RULES, Difference, compare, replay_history
from omaha8.rules import HouseRules

DATA = Path(__file__).parent / "data"
NAMES = tuple(sorted(path.stem for path in DATA.glob("*.txt")))  # PokerStars' texts
PARTY = tuple(sorted(f"party/{path.name}" for path in (DATA / "party").iterdir()))
PHH = tuple(sorted(f"phh/{path.name}" for path in (DATA / "phh").iterdir()))
OHH = tuple(sorted(f"ohh/{path.name}" for path in (DATA / "ohh").iterdir()))


def golden(name: str) -> str:
    path = DATA / name if "." in name else DATA / f"{name}.txt"
    return path.read_text(encoding="utf-8")


def read_one(text: str) -> ReadHand:
    """The only hand of a text, which must be readable."""
    (read,) = read_hands(text)
    if isinstance(read, HistoryError):
        raise read
    return read


def replayed(text: str, rules: HouseRules = USUAL_RULES) -> Iterator[list[Difference] | HistoryError]:
    """Every hand read, replayed and compared: what `omaha8 replay` does with a text."""
    for read in read_hands(text):
        if isinstance(read, HistoryError):
            yield read
            continue
        try:
            yield compare(read.history, read.results, replay_history(read.history, rules))
        except HistoryError as error:
            yield error
