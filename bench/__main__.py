"""`python -m bench`: measure, print, and exit 1 where a floor is missed."""

import sys
from collections.abc import Callable

import click
import msgspec
from rich.console import Console
from rich.table import Table

from bench.evaluations import evaluations
from bench.hands import Choose, anything, check_down, deal, play_ours, play_theirs
from bench.machine import Circumstances, circumstances
from bench.measure import Row, against
from bench.startup import import_time

PLAYERS = 6
ENGINE_FLOOR = 50.0


class Report(msgspec.Struct, frozen=True):
    """A whole run."""

    circumstances: Circumstances
    rows: list[Row]


def engine(name: str, choose: Choose, hands: int, repeat: int) -> Row:
    """Whole hands on both engines, legal actions computed at every decision."""
    dealt = deal(hands)
    ours = play_ours(dealt, PLAYERS, choose)
    theirs = play_theirs(dealt, PLAYERS, choose)
    print(f"{name}: {hands} hands, {ours} decisions, PokerKit {theirs}", file=sys.stderr)
    return against(
        name,
        ours=lambda: play_ours(dealt, PLAYERS, choose),
        theirs=lambda: play_theirs(dealt, PLAYERS, choose),
        items=hands,
        repeat=repeat,
        floor=ENGINE_FLOOR,
    )


MEASUREMENTS: tuple[Callable[[], Row], ...] = (
    lambda: engine("six-handed hands checked down", check_down, 15, 20),
    lambda: engine("six-handed hands, random legal actions", anything, 100, 3),
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
            f"< {row.floor} s" if timed else f">= {row.floor:,.0f}",
            "ok" if row.passed else "MISSED",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
