"""`python -m bench`: measure, print, and exit 1 where a floor is missed."""

import sys
from collections.abc import Callable, Mapping

import click
import msgspec
from rich.console import Console
from rich.table import Table

from bench import batch, engine, histories, odds, room, startup
from bench.machine import Circumstances, circumstances
from bench.measure import Row

GROUPS: Mapping[str, Callable[[], list[Row]]] = {
    "engine": engine.measure,
    "histories": histories.measure,
    "startup": startup.measure,
    "odds": odds.measure,
    "batch": batch.measure,
    "room": room.rows,
}


class Report(msgspec.Struct, frozen=True):
    """A whole run."""

    circumstances: Circumstances
    rows: list[Row]


@click.command()
@click.argument("groups", nargs=-1, type=click.Choice(list(GROUPS)))
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def main(groups: tuple[str, ...], as_json: bool) -> None:
    """Measure omaha8 against its peers, by turns: all GROUPS or some. Exits with 1 where a floor is missed."""
    at = circumstances()
    report = Report(at, [row for group in groups or GROUPS for row in GROUPS[group]()])
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)))
    else:
        _print(report)
    sys.exit(0 if all(row.passed for row in report.rows) else 1)


def _print(report: Report) -> None:
    at = report.circumstances
    columns = ("", "omaha8", "against", "its figure", "ratio", "floor", "")
    table = Table(*columns, title=f"{at.cpu}, {at.python}, {at.date}")
    for row in report.rows:
        table.add_row(
            row.name,
            f"{row.ours:,.0f}/s" if row.peer else f"{row.ours:.3g} {row.unit}",
            row.peer or "",
            "" if row.theirs is None else f"{row.theirs:,.1f}/s",
            "" if row.ratio is None else f"{row.ratio:,.0f}" if row.ratio >= 100 else f"{row.ratio:.1f}",
            _floor(row),
            "" if row.floor is None else "ok" if row.passed else "MISSED",
        )
    Console().print(table)


def _floor(row: Row) -> str:
    if row.floor is None:
        return "none"
    return f">= {row.floor:,.0f}" if row.peer else f"<= {row.floor} {row.unit}"


if __name__ == "__main__":
    main()
