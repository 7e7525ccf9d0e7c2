"""What the command `omaha8 replay` finds in files and folders, and how it is written: counts, differences, stories."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from omaha8.errors import HistoryError, InputError, ScriptError
from omaha8.formats.history import History, ReadHand, format_amount
from omaha8.formats.reading import read_hands
from omaha8.formats.source import decode_text
from omaha8.formats.story import story
from omaha8.hand.events import HandEvent
from omaha8.hand.script import run_script
from omaha8.replay import Customs, Difference, compare
from omaha8.table.script import run_table_script

SUFFIXES = (
    ".txt",
    ".hand",
    ".table",
    ".phh",
    ".phhs",
    ".ohh",
    ".jsonl",
)  # in folders; a file named is read whatever its name
_MANY_FILES = 20  # from here on a progress bar is worth its line
_SCRIPT = "script"
_UNKNOWN = "unknown"


class Status(StrEnum):
    """How a hand came out; a script that holds is exact, one that does not is different."""

    EXACT = "exact"
    DIFFERENT = "different"
    UNREADABLE = "unreadable"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One hand or script. `kind` is `fl`, `pl`, `nl`, `script`, or `unknown` where the text was not understood."""

    where: str
    hand: str | None = None
    kind: str
    status: Status
    differences: tuple[Difference, ...] = ()
    error_code: str | None = None
    problems: tuple[str, ...] = ()
    story: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """Every outcome, in the order of the files."""

    outcomes: tuple[Outcome, ...]

    @property
    def is_exact(self) -> bool:
        """Whether nothing differed and everything could be read."""
        return all(outcome.status is Status.EXACT for outcome in self.outcomes)

    def counts(self) -> dict[str, Counter[Status]]:
        """How many hands came out how, by kind."""
        counts: dict[str, Counter[Status]] = {}
        for outcome in self.outcomes:
            counts.setdefault(outcome.kind, Counter())[outcome.status] += 1
        return counts


def replay_paths(paths: Iterable[str], customs: Customs, *, tell: bool = False) -> Report:
    """Replay every file, and every file of hands in folders; `tell` keeps each hand's story."""
    files = list(files_of(paths))
    console = Console(stderr=True)
    shown = track(
        files,
        "Replaying",
        console=console,
        transient=True,
        disable=len(files) < _MANY_FILES or not console.is_terminal,
    )
    return Report(tuple(outcome for file in shown for outcome in replay_file(file, customs, tell=tell)))


def files_of(paths: Iterable[str]) -> Iterator[Path]:
    """The files named, and in folders those whose names end as files of hands do."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
        else:
            yield path


def replay_file(file: Path, customs: Customs, *, tell: bool = False) -> Iterator[Outcome]:
    """Replay the script or every hand of one file."""
    try:
        text = decode_text(file.read_bytes())
    except OSError as error:
        problem = f"{file}: {error.strerror}"
        yield Outcome(
            where=str(file), kind=_UNKNOWN, status=Status.UNREADABLE, error_code="no_file", problems=(problem,)
        )
        return
    if file.suffix in (".hand", ".table"):
        yield _replay_script(text, str(file), of_table=file.suffix == ".table", tell=tell)
        return
    for read in read_hands(text, str(file)):
        if isinstance(read, HistoryError):
            yield _unreadable(read, None)
        else:
            yield _replay_hand(read, customs, tell=tell)


def _replay_script(text: str, name: str, *, of_table: bool, tell: bool) -> Outcome:
    """A script of one hand, or of a table, which is only checked: it tells no story."""
    events: tuple[HandEvent, ...] = ()
    try:
        if of_table:
            run_table_script(text, name)
        else:
            events = run_script(text, name).events
    except ScriptError as error:
        return Outcome(
            where=error.where or name,
            kind=_SCRIPT,
            status=Status.DIFFERENT,
            error_code=error.code,
            problems=(str(error),),
        )
    lines = tuple(story(events)) if tell and not of_table else ()
    return Outcome(where=name, kind=_SCRIPT, status=Status.EXACT, story=lines)


def _replay_hand(read: ReadHand, customs: Customs, *, tell: bool) -> Outcome:
    history = read.history
    try:
        replayed = customs.replay(history)
    except HistoryError as error:
        return _unreadable(error, history)
    differences = compare(history, read.results, replayed)
    where = f"{history.file}:{history.line}"
    write = partial(format_amount, unit=history.unit)
    return Outcome(
        where=where,
        hand=history.hand_id,
        kind=history.stakes.structure.value,
        status=Status.DIFFERENT if differences else Status.EXACT,
        differences=tuple(differences),
        problems=tuple(
            f"{where}: hand {history.hand_id}: {difference.describe(history.unit)}" for difference in differences
        ),
        story=tuple(story(replayed.events, history.names, write)) if tell else (),
    )


def _unreadable(error: InputError, history: History | None) -> Outcome:
    return Outcome(
        where=error.where,
        hand=None if history is None else history.hand_id,
        kind=_UNKNOWN if history is None else history.stakes.structure.value,
        status=Status.UNREADABLE,
        error_code=error.code,
        problems=(str(error),),
    )


def write_json(report: Report) -> None:
    """Write the report to standard output as one JSON document; amounts are cents or chips."""
    document = {"exact": report.is_exact, "counts": report.counts(), "hands": report.outcomes}
    click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2))


def write_report(report: Report) -> None:
    """Write stories, a word on each script, each difference, and the table of counts to standard output."""
    for outcome in report.outcomes:
        if outcome.story:
            click.echo("\n".join((f"--- {outcome.where}", *outcome.story, "")))
        if outcome.kind == _SCRIPT and outcome.status is Status.EXACT:
            click.echo(f"{outcome.where}: ok")
        for problem in outcome.problems:
            click.echo(problem)
    counts = report.counts()
    if counts.keys() - {_SCRIPT}:
        Console().print(_table(counts))


def _table(counts: dict[str, Counter[Status]]) -> Table:
    table = Table()
    table.add_column("structure")
    for title in ("hands", *Status):
        table.add_column(title, justify="right")
    for kind in sorted(counts):
        _add_row(table, kind, counts[kind])
    if len(counts) > 1:
        table.add_section()
        _add_row(table, "all", sum(counts.values(), Counter[Status]()))
    return table


def _add_row(table: Table, kind: str, count: Counter[Status]) -> None:
    cells: Sequence[int] = (count.total(), *(count[status] for status in Status))
    table.add_row(kind, *map(str, cells))
