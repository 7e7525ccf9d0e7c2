"""`python -m bench.nightly`: the checks that take minutes; the figures of each go to a file in `bench/results/`.

Exits 1 at any failure, with the reason on the standard error. Names of checks as arguments run only those.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from time import perf_counter
from types import MappingProxyType
from typing import Any

import click
import msgspec

from bench.machine import ROOT, Circumstances, circumstances
from omaha8.odds import against_random, preflop_equity
from omaha8.odds.preflop import DEALS
from omaha8.rules import MAX_SEATS, Structure
from omaha8.simulate import SimulationResult, simulate
from tools.preflop import worked_out

RESULTS = ROOT / "bench" / "results"
PROCESSES = 2
DIFFERENTIAL_HANDS = 20_000
SIMULATED_HANDS = 1_000_000
KILLS = 200
COUNTED_HANDS = 200
LEAST_BETWEEN, LEAST_SHOWDOWNS = 150, 30  # at least so many between an action and its answer, and at a showdown
BATCH = 5_000

Figures = Mapping[str, Any]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One check: how it ended and what it measured."""

    name: str
    passed: bool
    seconds: float
    figures: Figures
    failure: str = ""


class Result(msgspec.Struct, frozen=True):
    """A file's content."""

    circumstances: Circumstances
    check: Outcome


class CheckError(Exception):
    """A check failed; `figures` are what it measured all the same."""

    def __init__(self, message: str, figures: Figures) -> None:
        super().__init__(message)
        self.figures = figures


def differential() -> Figures:
    """The same hands on PokerKit (`tests/differential`)."""
    return _module("differential", "--json", "--hands", str(DIFFERENTIAL_HANDS), "--processes", str(PROCESSES))


def simulation() -> Figures:
    """Random hands of every structure and table size with stacks from one chip; every chip is counted."""
    hands = decisions = showdowns = split_pots = 0
    begun = perf_counter()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for result in pool.map(_simulate, _batches()):
            hands += result.hands
            decisions += result.decisions
            showdowns += result.showdowns
            split_pots += result.split_pots
            click.echo(f"{hands}/{SIMULATED_HANDS} hands simulated", err=True)
    return {
        "hands": hands,
        "decisions": decisions,
        "showdowns": showdowns,
        "split_pots": split_pots,
        "hands_per_second": hands / (perf_counter() - begun),
    }


def _batches() -> Iterator[tuple[int, int, Structure, int]]:
    """Hands, players, structure and seed: the tables take turns until all hands are dealt."""
    tables = [(players, game) for players in range(2, MAX_SEATS + 1) for game in Structure]
    for seed, dealt in enumerate(range(0, SIMULATED_HANDS, BATCH)):
        players, game = tables[seed % len(tables)]
        yield min(BATCH, SIMULATED_HANDS - dealt), players, game, seed


def _simulate(batch: tuple[int, int, Structure, int]) -> SimulationResult:
    hands, players, game, seed = batch
    return simulate(hands, players, game, seed=seed)


def house_players() -> Figures:
    """Duplicate matches of 100,000 hands: by how much they beat players who always call or act at random."""
    return _module("bench.bots", "--workers", str(PROCESSES))


def kills() -> Figures:
    """A room killed with SIGKILL at its worst moments: the same hand goes on, and nothing acknowledged is lost."""
    figures = _module("server.crash", str(KILLS))
    if figures["between"] < LEAST_BETWEEN or figures["showdowns"] < LEAST_SHOWDOWNS:
        raise CheckError("too few kills at the moments that matter", figures)
    return figures


def mutants() -> Figures:
    """Faults planted in betting, pots, showdowns and blinds: the quick tests must find nine of ten in each module."""
    return _module("bench.mutants")


def preflop() -> Figures:
    """Every start hand against a random hand worked out anew, and some of them counted one by one by other code."""
    hands, quarters = worked_out()
    known = [preflop_equity(hand) for hand in hands.tolist()]
    wrong = sum(Fraction(won, 4 * DEALS) != equity for won, equity in zip(quarters.tolist(), known, strict=True))
    counted = range(0, len(known), len(known) // COUNTED_HANDS)
    differing = 0
    for done, place in enumerate(counted, 1):
        differing += against_random(hands[place].tolist()).hands[0].equity != known[place]
        click.echo(f"{done}/{len(counted)} hands counted", err=True)
    figures = {"classes": len(known), "wrong": wrong, "counted": len(counted), "counted_wrong": differing}
    if wrong or differing:
        raise CheckError("the data file of start hands is not what comes out", figures)
    return figures


def _module(name: str, *arguments: str) -> dict[str, Any]:
    """What a check of its own, run as a module, prints as JSON; it exits with 1 where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", name, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))},
        stdout=subprocess.PIPE,
        check=False,
    )
    figures: dict[str, Any] = msgspec.json.decode(done.stdout) if done.stdout else {}
    if done.returncode:
        raise CheckError(f"it ended with {done.returncode}", figures)
    return figures


CHECKS: Mapping[str, Callable[[], Figures]] = MappingProxyType(
    {
        "differential": differential,
        "simulation": simulation,
        "kills": kills,
        "house_players": house_players,
        "mutants": mutants,
        "preflop": preflop,
    }
)


def run(name: str) -> Outcome:
    """Run one check to its end, whatever happens in it."""
    begun = perf_counter()
    figures: Figures = {}
    failure = ""
    try:
        figures = CHECKS[name]()
    except CheckError as error:
        figures, failure = error.figures, str(error)
    except Exception as error:  # a check must not hide the ones after it
        failure = f"{type(error).__name__}: {error}"
    return Outcome(
        name=name, passed=not failure, seconds=round(perf_counter() - begun, 1), figures=figures, failure=failure
    )


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(CHECKS)))
def main(names: Sequence[str]) -> None:
    """Run the long checks (all of them, or those named) and write their figures; exit 1 at any failure."""
    RESULTS.mkdir(exist_ok=True)
    passed = True
    for name in names or CHECKS:
        result = Result(circumstances(), run(name))
        (RESULTS / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")
        click.echo(f"{name}: {result.check.failure or 'passed'}, {result.check.seconds:.0f} s")
        passed = passed and result.check.passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
