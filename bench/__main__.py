"""`python -m bench`: measure, print, and exit 1 where a floor is missed."""

import sys
from collections.abc import Callable

import click
import msgspec
from rich.console import Console
from rich.table import Table

from bench.evaluations import evaluations
from bench.hands import Choose, at_random, check_down, deal, play_ours, play_theirs
from bench.machine import Circumstances, circumstances
from bench.measure import Row, against
from bench.startup import import_time

PLAYERS = 6
ENGINE_FLOOR = 50.0


class Report(msgspec.Struct, frozen=True):
    """A whole run."""

    circumstances: Circumstances
    rows: list[Row]


def engine(name: str, choose: Choose, hands: int, repeat: int, floor: float | None = ENGINE_FLOOR) -> Row:
    """Whole hands on both engines, legal actions computed at every decision."""
    dealt = deal(hands)
    return against(
        name,
        ours=lambda: play_ours(dealt, PLAYERS, choose),
        theirs=lambda: play_theirs(dealt, PLAYERS, choose),
        items=hands,
        repeat=repeat,
        floor=floor,
    )


MEASUREMENTS: tuple[Callable[[], Row], ...] = (
    lambda: engine("hands, checked down", check_down, 20, 15),
    lambda: engine("hands, random: 20% folds, 20% raises", at_random(0.2, 0.2), 60, 10),
    lambda: engine("hands, random: a third each", at_random(1 / 3, 1 / 3), 100, 5, None),
    evaluations,
    import_time,
)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def main(as_json: bool) -> None:
    """Measure omaha8 against PokerKit in the same run, by turns; exit 1 where a floor is missed."""
    report = Report(circumstances(), [measure() for measure in MEASUREMENTS])
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)))
    else:
        _print(report)
    sys.exit(0 if all(row.passed for row in report.rows) else 1)


def _print(report: Report) -> None:
    at = report.circumstances
    table = Table("", "omaha8", "PokerKit", "ratio", "floor", "", title=f"{at.cpu}, {at.python}, {at.date}")
    for row in report.rows:
        timed = row.ratio is None
        table.add_row(
            row.name,
            f"{row.ours:.3f} s" if timed else f"{row.ours:,.0f}/s",
            "" if row.theirs is None else f"{row.theirs:,.1f}/s",
            "" if row.ratio is None else f"{row.ratio:,.0f}",
            _floor(row),
            "" if row.floor is None else "ok" if row.passed else "MISSED",
        )
    Console().print(table)


def _floor(row: Row) -> str:
    if row.floor is None:
        return "none"
    return f"< {row.floor} s" if row.ratio is None else f">= {row.floor:,.0f}"


if __name__ == "__main__":
    main()
