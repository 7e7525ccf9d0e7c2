"""The command line. Commands import what they run themselves, so that help comes at once."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from omaha8 import __version__

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from omaha8.replay import Customs


def _console_on_stderr() -> "Console":
    """Progress goes beside the output, never into it."""
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True)


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give what shows a bar on a terminal from its first call on: with how much is done, of how much."""
    with ExitStack() as stack:
        bars: list[Progress] = []

        def show(done: int, of: int) -> None:
            from rich.progress import Progress  # noqa: PLC0415

            if not bars:
                bars.append(stack.enter_context(Progress(transient=True, console=_console_on_stderr())))
                bars[0].add_task(what)
            bars[0].update(bars[0].task_ids[0], completed=done, total=of)

        yield show if sys.stderr.isatty() else None


@click.group()
@click.version_option(__version__, prog_name="omaha8")
def main() -> None:
    """Omaha Hi/Lo (8-or-better), played by the rules to the chip."""


def _customs(command: Callable[..., None]) -> Callable[..., None]:
    """The options that tell what is the custom in the room the hands are from."""
    for option in (
        click.option(
            "--smallest-chip",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            help="The table's smallest chip, in cents or chips.",
        ),
        click.option("--capped-raises", is_flag=True, help="No raise must be larger than the others' stacks."),
        click.option(
            "--odd-chips",
            type=click.Choice(["tda", "by_half", "low_remainder_to_high"]),
            default="tda",
            show_default=True,
            help="Where chips go that do not divide, in hand histories.",
        ),
    ):
        command = option(command)
    return command


def _customs_of(odd_chips: str, capped_raises: bool, smallest_chip: int) -> "Customs":
    from msgspec.structs import replace  # noqa: PLC0415

    from omaha8.replay import USUAL_RULES, Customs  # noqa: PLC0415
    from omaha8.rules import OddChips  # noqa: PLC0415

    rules = replace(USUAL_RULES, odd_chips=OddChips(odd_chips), least_raise_capped=capped_raises)
    return Customs(rules=rules, smallest_chip=smallest_chip)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--json", "as_json", is_flag=True, help="Write one JSON document to standard output.")
@click.option("--show", is_flag=True, help="Tell each hand as a story.")
@_customs
@click.pass_context
def replay(context: click.Context, /, paths: tuple[str, ...], as_json: bool, show: bool, **customs: Any) -> None:
    """Replay hands and say whether each comes out as written, to the chip.

    PATHS are hand histories (PokerStars' and PartyPoker's texts, PHH, Open Hand History; the text tells which), hand
    scripts (*.hand, *.table), and folders, in which all *.txt, *.phh, *.phhs, *.ohh, *.jsonl and scripts count.
    The exit status is 1 when any hand differs or cannot be read.
    """
    from omaha8.report import replay_paths, write_json, write_report  # noqa: PLC0415

    report = replay_paths(paths, _customs_of(**customs), tell=show)
    if not report.outcomes:
        raise click.UsageError("no *.txt, no *.hand and no other file of hands there")
    if as_json:
        write_json(report)
    else:
        write_report(report)
    context.exit(0 if report.is_exact else 1)


@main.command()
@click.argument("paths", metavar="IN...", nargs=-1, required=True, type=click.Path(exists=True))
@click.option("--to", "target", type=click.Choice(["pokerstars", "phh", "ohh"]), required=True, help="The format.")
@click.option(
    "--out",
    default="-",
    show_default=True,
    type=click.Path(allow_dash=True),
    help="A folder for a file each, or - for standard output.",
)
@_customs
@click.pass_context
def convert(context: click.Context, /, paths: tuple[str, ...], target: str, out: str, **customs: Any) -> None:
    """Write hands of any format that `replay` reads in another one.

    Only hands that replay exactly are written. The others are named, and the exit status is 1 when there are any.
    """
    from omaha8.convert import convert_to  # noqa: PLC0415
    from omaha8.formats.writing import Target  # noqa: PLC0415

    written, problems = convert_to(paths, Target(target), _customs_of(**customs), None if out == "-" else Path(out))
    for problem in problems:
        click.echo(str(problem), err=True)
    if not written and not problems:
        raise click.UsageError("no hand histories there; scripts are not converted (docs/formats.md says what is)")
    click.echo(f"hands written: {written}, problems: {len(problems)}", err=True)
    context.exit(1 if problems else 0)


@main.command()
@click.option("--hands", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many to play.")
@click.option("--players", type=click.IntRange(2, 10), default=6, show_default=True)
@click.option("--game", type=click.Choice(["fl", "pl", "nl"]), default="pl", show_default=True)
@click.option("--cards", type=click.Choice(["4", "5", "6"]), default="4", show_default=True, help="Hole cards.")
@click.option(
    "--policy",
    type=click.Choice(["call", "random", "loose"]),
    default="random",
    show_default=True,
    help="How the players choose: always call, any legal action, or mostly calls.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed plays the same hands.")
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON to standard output.")
def simulate(hands: int, players: int, game: str, cards: str, policy: str, seed: int, as_json: bool) -> None:
    """Play many hands on the real engine, check the chips of each, and say how fast it went."""
    import msgspec  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    from omaha8.errors import InputError  # noqa: PLC0415
    from omaha8.rules import Structure  # noqa: PLC0415
    from omaha8.simulate import Policy  # noqa: PLC0415
    from omaha8.simulate import simulate as play  # noqa: PLC0415

    with Progress(transient=True, disable=not sys.stderr.isatty(), console=_console_on_stderr()) as progress:
        task = progress.add_task("hands", total=hands)
        try:
            result = play(
                hands,
                players,
                Structure(game),
                int(cards),
                seed=seed,
                policy=Policy(policy),
                progress=lambda played: progress.advance(task, played),
            )
        except InputError as error:
            raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
        return
    click.echo(
        f"{result.hands} hands of {game} with {players} players: every chip accounted for\n"
        f"{result.decisions} decisions, {result.showdowns} showdowns, {result.split_pots} pots split\n"
        f"{result.hands_per_second:,.0f} hands/s"
    )


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8008, show_default=True)
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder that keeps the room.")
@click.option("--tables", type=click.Path(path_type=Path, dir_okay=False), help="A TOML file of tables to create.")
@click.option("--bots", type=click.IntRange(0, 9), default=0, show_default=True, help="House players at each table.")
@click.option("--lan", is_flag=True, help="Let friends on the same network in.")
@click.option("--public-url", help="The address people reach the room by, behind a proxy or a name of its own.")
def serve(**options: Any) -> None:
    """Open the room."""
    from omaha8.server.start import open_room  # noqa: PLC0415

    open_room(**options)


@main.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder that keeps the room.")
@click.option("--port", type=click.IntRange(1, 65535), default=8008, show_default=True)
def doctor(data: Path | None, port: int) -> None:
    """Look whether a room can run here, and whether its books are right."""
    from omaha8.server.doctor import examine  # noqa: PLC0415

    click.get_current_context().exit(examine(data, port))


@main.group()
def bot() -> None:
    """Programs that play: their names and tokens."""


@bot.command()
@click.argument("name")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder that keeps the room.")
def token(name: str, data: Path | None) -> None:
    """Make a token for the bot NAME. It is shown once; a second call makes another and the first worthless."""
    from omaha8.server.start import make_bot_token  # noqa: PLC0415

    click.echo(make_bot_token(name, data))


@main.command()
@click.argument("hands", metavar="HAND_OR_RANGE...", nargs=-1, required=True)
@click.option("--board", default="", help="The board cards that are known: three, four or five.")
@click.option("--dead", default="", help="Other cards known to be out.")
@click.option("--cards", type=click.Choice(["4", "5", "6"]), help="Hole cards, where there are ranges only.")
@click.option("--exact", is_flag=True, help="Count everything, as is done for known hands unless --samples is given.")
@click.option("--samples", type=int, help="Draw so many boards, or deals of ranges, at random instead.")
@click.option("--seed", type=int, help="For what is drawn: the same seed draws the same.")
@click.option("--distribution", is_flag=True, help="Say too how often each makes what by flop, turn and river.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write bars of the equities to a PNG, SVG or PDF file.")
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON to standard output.")
def equity(
    hands: tuple[str, ...], cards: str | None, distribution: bool, plot: Path | None, as_json: bool, **asked: Any
) -> None:
    """Say what two to ten hands, as in AsKs2s3h QhJh5c6d, or ranges, as in A2 KK$ds, are worth against each other.

    Boards of known hands are all counted. Ranges are counted where that is quick or --exact is given, else drawn.
    """
    import msgspec  # noqa: PLC0415

    from omaha8.errors import InputError  # noqa: PLC0415
    from omaha8.odds import equity as odds_of  # noqa: PLC0415
    from omaha8.odds.distribution import distribution as kinds_of  # noqa: PLC0415
    from omaha8.odds.plot import refuse_plot, save_plot  # noqa: PLC0415
    from omaha8.odds.report import (  # noqa: PLC0415
        distribution_lines,
        distribution_values,
        equity_lines,
        equity_values,
    )

    asked["hole_cards"] = int(cards) if cards else None
    try:
        if plot is not None:
            refuse_plot(plot)
        with _progress("odds") as progress:
            found = odds_of(hands, **asked, progress=progress)
            del asked["exact"]
            kinds = kinds_of(hands, **asked, progress=progress) if distribution else None
    except InputError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        more = {} if kinds is None else {"distribution": distribution_values(kinds)}
        click.echo(msgspec.json.encode(equity_values(found) | more).decode())
    else:
        more_lines = [] if kinds is None else distribution_lines(kinds)
        click.echo("\n".join(equity_lines(found) + more_lines))
    if plot is not None:
        try:
            save_plot(found, plot)
        except InputError as error:
            raise click.UsageError(str(error)) from error


@main.command()
@click.argument("hand")
@click.argument("board")
@click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON to standard output.")
def rank(hand: str, board: str, as_json: bool) -> None:
    """Say what HAND makes on BOARD, high and low, how far it is from the nuts, and which next cards make it so."""
    import msgspec  # noqa: PLC0415

    from omaha8.errors import InputError  # noqa: PLC0415
    from omaha8.odds.nuts import standing  # noqa: PLC0415
    from omaha8.odds.report import standing_lines, standing_values  # noqa: PLC0415

    try:
        found = standing(hand, board)
    except InputError as error:
        raise click.UsageError(str(error)) from error
    click.echo(msgspec.json.encode(standing_values(found)).decode() if as_json else "\n".join(standing_lines(found)))
