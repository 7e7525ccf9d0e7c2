"""The golden texts of `data/`, written for these tests: each is exact as it stands."""

from collections.abc import Iterator
from pathlib import Path

from omaha8.errors import HistoryError
from omaha8.formats.history import ReadHand
from omaha8.formats.pokerstars import read_histories
from omaha8.replay import Difference, compare, replay_history

DATA = Path(__file__).parent / "data"
NAMES = tuple(sorted(path.stem for path in DATA.glob("*.txt")))


def golden(name: str) -> str:
    return (DATA / f"{name}.txt").read_text(encoding="utf-8")


def read_one(text: str) -> ReadHand:
    """The only hand of a text, which must be readable."""
    (read,) = read_histories(text)
    if isinstance(read, HistoryError):
        raise read
    return read


def replayed(text: str) -> Iterator[list[Difference] | HistoryError]:
    """Every hand read, replayed and compared: what `omaha8 replay` does with a text."""
    for read in read_histories(text):
        if isinstance(read, HistoryError):
            yield read
            continue
        try:
            yield compare(read.history, read.results, replay_history(read.history))
        except HistoryError as error:
            yield error
