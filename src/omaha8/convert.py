"""What the command `omaha8 convert` does: reads hands, replays them, and writes those that come out exact.

A hand that the engine does not confirm is not written: what is converted is what was played, not what was misread.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec

from omaha8.errors import HistoryError
from omaha8.formats.history import ReadHand
from omaha8.formats.reading import read_hands
from omaha8.formats.source import decode_text
from omaha8.formats.writing import Target, file_suffix, join_hands, write_hand
from omaha8.replay import Customs, compare, record
from omaha8.report import SUFFIXES, files_of


class Converted(msgspec.Struct, frozen=True):
    """One file's hands in the other format, and why others are left out."""

    file: Path
    texts: tuple[str, ...]
    problems: tuple[HistoryError, ...]


def convert_to(
    paths: Iterable[str], target: Target, customs: Customs, folder: Path | None
) -> tuple[int, list[HistoryError]]:
    """Convert to files in the folder, or to standard output; how many hands were written, and what is wrong."""
    problems: list[HistoryError] = []
    texts: list[str] = []
    written = 0
    for converted in convert_paths(paths, target, customs):
        problems += converted.problems
        if folder is None:
            texts += converted.texts
        elif converted.texts:
            try:
                save(converted, target, folder)
            except HistoryError as error:
                problems.append(error)
            else:
                written += len(converted.texts)
    if folder is None and texts:
        written = len(texts)
        click.echo(join_hands(texts, target), nl=False)
    return written, problems


def convert_paths(paths: Iterable[str], target: Target, customs: Customs) -> Iterator[Converted]:
    """Convert every file, and every file of hands in folders; scripts of our own are passed over."""
    for file in files_of(paths):
        if file.suffix != ".hand":
            yield convert_file(file, target, customs)


def convert_file(file: Path, target: Target, customs: Customs) -> Converted:
    """Convert every hand of one file."""
    texts: list[str] = []
    problems: list[HistoryError] = []
    try:
        text = decode_text(file.read_bytes())
    except OSError as error:
        return Converted(file, (), (HistoryError("no_file", str(error.strerror), str(file)),))
    for read in read_hands(text, str(file)):
        try:
            texts.append(_convert(read, target, customs))
        except HistoryError as error:
            problems.append(error)
    return Converted(file, tuple(texts), tuple(problems))


def _convert(read: ReadHand | HistoryError, target: Target, customs: Customs) -> str:
    if isinstance(read, HistoryError):
        raise read
    history = read.history
    replayed = customs.replay(history)
    differences = compare(history, read.results, replayed)
    if differences:
        raise history.error(
            "differs", f"not converted, for its replay differs: {differences[0].describe(history.unit)}"
        )
    return write_hand(record(history, replayed), target)


def save(converted: Converted, target: Target, folder: Path) -> Path:
    """Write the hands of one file into the folder, under its name; `HistoryError` rather than replace a file."""
    name = converted.file.name
    while (stem := name.rpartition("."))[0] and f".{stem[2]}".lower() in SUFFIXES:
        name = stem[0]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name + file_suffix(len(converted.texts), target))
    try:
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(join_hands(converted.texts, target))
    except FileExistsError:
        raise HistoryError("file_exists", "there is such a file already; none is replaced", str(path)) from None
    return path
