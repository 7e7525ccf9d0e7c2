"""The command line. Commands import what they run themselves, so that help comes at once."""

import click

from omaha8 import __version__


@click.group()
@click.version_option(__version__, prog_name="omaha8")
def main() -> None:
    """Omaha Hi/Lo (8-or-better), played by the rules to the chip."""


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document to standard output.")
@click.option("--show", is_flag=True, help="Tell each hand as a story.")
@click.option(
    "--odd-chips",
    type=click.Choice(["tda", "by_half", "low_remainder_to_high"]),
    default="tda",
    show_default=True,
    help="Where chips go that do not divide, in hand histories.",
)
@click.pass_context
def replay(context: click.Context, paths: tuple[str, ...], as_json: bool, show: bool, odd_chips: str) -> None:
    """Replay hands and say whether each comes out as written, to the chip.

    PATHS are PokerStars hand histories, hand scripts (*.hand), and folders, in which all *.txt and *.hand count.
    The exit status is 1 when any hand differs or cannot be read.
    """
    from omaha8.report import replay_paths, write_json, write_report  # noqa: PLC0415
    from omaha8.rules import OddChips  # noqa: PLC0415

    report = replay_paths(paths, OddChips(odd_chips), tell=show)
    if not report.outcomes:
        raise click.UsageError("no *.txt and no *.hand file there")
    if as_json:
        write_json(report)
    else:
        write_report(report)
    context.exit(0 if report.is_exact else 1)
