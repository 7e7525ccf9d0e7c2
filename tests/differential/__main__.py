"""`python -m differential`: play many hands in several processes, show the progress, exit 1 at any difference."""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import click
import msgspec

from differential.compare import Tally, compare

CHUNK = 200


@click.command()
@click.option("--hands", default=3000, show_default=True)
@click.option("--first", default=10_000, show_default=True, help="Number of the first hand; a number is a hand.")
@click.option("--processes", default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The tally as JSON on the standard output.")
def main(hands: int, first: int, processes: int, as_json: bool) -> None:
    """Compare the engine with PokerKit; exit 1 where they differ or too few hands could be compared."""
    tally = Tally()
    with ProcessPoolExecutor(processes) as pool:
        for part in pool.map(compare, _chunks(first, hands)):
            tally.merge(part)
            click.echo(f"{tally.hands}/{hands} hands, {len(tally.differences)} differences", err=True)
    click.echo(msgspec.json.encode(tally) if as_json else str(tally))
    for difference in tally.differences:
        click.echo(f"\n{difference}", err=True)
    sys.exit(1 if tally.differences or 2 * tally.clean < tally.hands else 0)


def _chunks(first: int, hands: int) -> Iterator[range]:
    for start in range(first, first + hands, CHUNK):
        yield range(start, min(start + CHUNK, first + hands))


if __name__ == "__main__":
    main()
