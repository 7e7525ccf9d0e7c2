"""`python -m bench.mutants`: faults planted in the rules one at a time, to see whether the tests find each of them.

mutmut makes the mutants and runs the tests on each, in a copy of the tree. A mutant is killed when a test fails or when
it goes on long after they should have ended. Prints the figures as JSON; exits 1 where too few of a module are killed.

It is the plugin of those test runs as well (`-p bench.mutants`).
"""

import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, chdir
from pathlib import Path

import click
import msgspec
import pytest
from hypothesis import Phase, settings
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code

from bench.machine import ROOT

MODULES = ("hand/betting.py", "hand/pots.py", "hand/showdown.py", "table/blinds.py")
LEAST_KILLED = 0.9

# The quick tests that know these modules, quickest first: most mutants die of a script, in a second.
TESTS = (
    "tests/hand/test_scripts.py::test_script_plays_as_it_says",
    "tests/table/test_scripts.py::test_script_runs_as_it_says",
    "tests/hand/test_refusals.py",
    "tests/table/test_refusals.py",
    "tests/hand/test_setup.py",
    "tests/hand/test_betting.py",
    "tests/hand/test_showdown.py",
    "tests/hand/test_pots.py",
    "tests/hand/test_perft.py",
    "tests/hand/test_properties.py::test_whatever_is_offered_is_accepted",
    "tests/hand/test_properties.py::test_what_is_not_legal_is_refused_with_its_code_and_changes_nothing",
    "tests/table/test_properties.py::test_a_lively_table_for_hundreds_of_commands",
)
COPIED = ("src", "tests", "bench", "docs", "examples", "pyproject.toml")
CONFIGURATION = f"""
[tool.mutmut]
source_paths = ["src"]
only_mutate = {[f"src/omaha8/{module}" for module in MODULES]}
also_copy = {list(COPIED[2:])}
pytest_add_cli_args = ["-p", "bench.mutants", "-p", "no:cacheprovider", "-m", "not deep"]
pytest_add_cli_args_test_selection = {list(TESTS)}
use_git_change_detection = false
timeout_multiplier = 1.0
timeout_constant = 30.0  # seconds beyond what the tests take without a fault
"""


class Mutant(msgspec.Struct, frozen=True):
    """What was changed; `name` is mutmut's."""

    name: str
    line: int
    before: str
    after: str


class Mutated(msgspec.Struct, frozen=True):
    """What became of a module's mutants. Those that ran out of time count as killed."""

    mutants: int
    killed: int
    survived: int
    survivors: Sequence[Mutant]
    timed_out: Sequence[Mutant]


def pytest_configure() -> None:
    """A fault that is found is enough: no smallest example is looked for."""
    settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutants")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests run in the order in which they are listed here; mutmut names them in no order."""
    places = {path: place for place, path in enumerate(test.partition("::")[0] for test in TESTS)}
    items.sort(key=lambda item: places[item.nodeid.partition("::")[0]])


def copy_tree(folder: Path) -> None:
    """Copy what the tests need, with mutmut's configuration: mutants never lie in the working tree."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "static", "results")
            shutil.copytree(source, folder / name, ignore=ignored, dirs_exist_ok=True)
        else:
            shutil.copy(source, folder)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(CONFIGURATION)


def mutated(module: str) -> Mutated:
    """The results for a module, in the folder that mutmut ran in."""
    path = f"src/omaha8/{module}"
    data = SourceFileMutationData(path=path)
    data.load()
    statuses = {name: status_by_exit_code[code] for name, code in data.exit_code_by_key.items()}
    survivors = [_mutant(name, path) for name, status in statuses.items() if status not in {"killed", "timeout"}]
    timed_out = [_mutant(name, path) for name, status in statuses.items() if status == "timeout"]
    return Mutated(len(statuses), len(statuses) - len(survivors), len(survivors), survivors, timed_out)


def _mutant(name: str, path: str) -> Mutant:
    """Where a mutant differs from the module, by mutmut's diff of its function."""
    diff = get_diff_for_mutant(name, path=path).split("\n")[2:]
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    function = name.rpartition(".")[2].removeprefix("x_").partition("__mutmut_")[0]
    begins = next(node.lineno for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    hunk = re.match(r"@@ -(\d+)", diff[0])
    assert hunk is not None
    unchanged = next(at for at, line in enumerate(diff[1:]) if line[0] in "+-")
    return Mutant(name, begins + int(hunk[1]) - 1 + unchanged, _lines(diff, "-"), _lines(diff, "+"))


def _lines(diff: Sequence[str], sign: str) -> str:
    return " ".join(line[1:].strip() for line in diff if line.startswith(sign))


@click.command()
@click.option("--session", type=click.Path(path_type=Path), help="Keep the copy here: mutmut browses and reruns in it.")
def main(session: Path | None) -> None:
    """Make every mutant, run the tests on each, print what survived."""
    with ExitStack() as stack:
        folder = session or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="omaha8-mutants-")))
        folder.mkdir(parents=True, exist_ok=True)
        copy_tree(folder)
        stack.enter_context(chdir(folder))
        subprocess.run([sys.executable, "-m", "mutmut", "run", "--max-children", "1"], stdout=sys.stderr, check=True)
        modules = {module: mutated(module) for module in MODULES}
    click.echo(msgspec.json.format(msgspec.json.encode(modules)))
    sys.exit(any(result.killed < LEAST_KILLED * result.mutants for result in modules.values()))


if __name__ == "__main__":
    main()
