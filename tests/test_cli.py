"""The command line: what it prints, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from formats.goldens import DATA, NAMES, golden
from omaha8 import __version__
from omaha8.cli import main

SCRIPT = """rule R4.3 all fold to the big blind
game pl 5/10
stacks s1 100 s2 100 s3 100
button s1
preflop s1 fold | s2 fold
final s1 100 s2 95 s3 105
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two exact hands, one that differs, one that is unreadable, a script, and a file of no concern."""
    (tmp_path / "deeper").mkdir()
    changed = golden("limit_2005").replace("Anna collected $43.50", "Anna collected $43.49")
    (tmp_path / "deeper" / "some.txt").write_text("\n\n".join((golden("posts"), changed)), encoding="utf-8")
    (tmp_path / "more.txt").write_text("\n\n".join((golden("bounty"), "no hand")), encoding="utf-8")
    (tmp_path / "walk.hand").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "notes.md").write_text("no hand", encoding="utf-8")
    return tmp_path


def test_exact_files() -> None:
    result = run("replay", *(DATA / f"{name}.txt" for name in NAMES))
    assert result.exit_code == 0
    assert "all" in result.output
    assert result.output.splitlines()[-2].split("│")[2].strip() == str(len(NAMES))


def test_each_difference_is_named_and_the_status_is_1(folder: Path) -> None:
    result = run("replay", folder)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    where = f"{folder / 'deeper' / 'some.txt'}:42: hand 2100000001"
    assert f"{where}: paid to Anna from the pots: expected 43.49, got 43.50" in lines
    assert any(line.startswith(f"{folder / 'more.txt'}:") and "expected a line like" in line for line in lines)
    assert f"{folder / 'walk.hand'}: ok" in lines


def test_the_first_difference_of_a_script_is_named_with_its_line(folder: Path) -> None:
    script = folder / "walk.hand"
    script.write_text(SCRIPT.replace("s2 95 s3 105", "s2 90 s3 110"), encoding="utf-8")
    result = run("replay", script)
    assert result.exit_code == 1
    assert f"{script}:6" in result.output


def test_json(folder: Path) -> None:
    result = run("replay", "--json", folder)
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert report["exact"] is False
    assert report["counts"] == {
        "pl": {"exact": 1},
        "fl": {"different": 1},
        "nl": {"exact": 1},
        "unknown": {"unreadable": 1},
        "script": {"exact": 1},
    }
    different = next(hand for hand in report["hands"] if hand["status"] == "different")
    assert different["hand"] == "2100000001"
    assert {"what": "paid to Anna from the pots", "expected": 4349, "got": 4350} in different["differences"]


def test_show_tells_a_script_and_a_hand(folder: Path) -> None:
    result = run("replay", "--show", folder / "walk.hand", DATA / "side_pots_antes.txt")
    lines = result.output.splitlines()
    for line in (
        "seat 2 posts the small blind, 5",
        "seat 3 takes back 5 that nobody called",
        "seat 3 wins 10 from the pot",
        "Omaha Hi/Lo pot limit, 4 cards, 50/100, button on seat 3",
        "Uma raises to 2590 and is all-in",
        "River: 4c 7d Ts 8h 4s",
        "Walt shows Ad 3h 5h 6h: a straight, Four to Eight; low 8,7,4,3,A",
        "Vic wins 2425 from the main pot for high",
        "Uma wins 900 from the side pot 1 for low",
    ):
        assert line in lines


def test_odd_chips() -> None:
    golden_file = DATA / "side_pots_antes.txt"
    assert run("replay", "--odd-chips", "by_half", golden_file).exit_code == 0
    result = run("replay", "--odd-chips", "low_remainder_to_high", golden_file)
    assert result.exit_code == 1
    assert "paid to Vic from the main pot: expected 2425, got 2426" in result.output


@pytest.mark.parametrize("arguments", [("replay",), ("replay", "no such file"), ("replay", "--odd-chips", "mine", "x")])
def test_wrong_use_is_status_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_folder_without_hands_is_wrong_use(tmp_path: Path) -> None:
    result = run("replay", tmp_path)
    assert result.exit_code == 2
    assert "no *.txt" in result.output


def test_version_and_help() -> None:
    assert run("--version").output.strip().endswith(__version__)
    assert "replay" in run("--help").output


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, omaha8.cli\n"
        "try:\n    omaha8.cli.main(['--help'])\n"
        "except SystemExit:\n    pass\n"
        "heavy = ('omaha8.report', 'omaha8.formats', 'omaha8.hand', 'rich')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("ending", "status", "said"), [("", 0, "one.table: ok"), ("nonsense\n", 1, "one.table:")])
def test_replay_runs_table_scripts_and_names_the_first_difference(
    tmp_path: Path, ending: str, status: int, said: str
) -> None:
    script = min((Path(__file__).parent / "table" / "scripts").rglob("*.table"))
    file = tmp_path / "one.table"
    file.write_text(script.read_text(encoding="utf-8") + ending, encoding="utf-8")
    done = CliRunner().invoke(main, ["replay", str(file)])
    assert done.exit_code == status
    assert said in done.output
    assert ("nonsense" in done.output) is (status == 1)
