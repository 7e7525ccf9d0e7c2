"""`omaha8 equity` with ranges: tables, JSON, pictures, and a place without a home."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from omaha8.cli import main
from omaha8.errors import InputError
from omaha8.odds import equity
from omaha8.odds.plot import refuse_plot, save_plot


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_a_range_with_signs_of_formulas_is_drawn_as_it_is(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    result = run("equity", "A2$ds,KK$ss@50", "QQ$ds,JJ$ss", "--samples", "100", "--plot", str(picture))
    assert result.exit_code == 0, result.output
    assert "standard error" in result.output
    assert picture.stat().st_size > 1000


@pytest.mark.parametrize("more", [[], ["--distribution"]])
def test_cards_that_contradict_a_hand_are_refused(more: list[str]) -> None:
    for hands in (["AsKs2s3h", "KK"], ["KK", "AsKs2s3h"], ["AsKs2s3h", "QhJh5c6d"]):
        result = run("equity", *hands, "--cards", "5", "--samples", "10", *more)
        assert result.exit_code == 2
        assert "hole_cards: 5 hole cards; hand" in result.output


def test_a_table_of_ranges() -> None:
    lines = run("equity", "AsKs2s3h", "A2$ds,KK@50", "--board", "4s7dKd").output.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["hand", "AsKs2s3h", "A2$ds,KK@50"]
    assert lines[1].split()[1] == "54.884%"
    assert lines[-1] == "board 4s7dKd; all boards of 2,002 combinations of hands; no low on 28.994%"


def test_samples_of_ranges() -> None:
    result = run("equity", "AA", "KK", "--samples", "1000", "--seed", "4")
    assert "1,000 deals drawn, seed 4" in result.output
    assert "standard error" in result.output


def test_json_of_ranges() -> None:
    answer = json.loads(run("equity", "AsKs2s3h", "KK", "--board", "4s7dKd9c", "--distribution", "--json").output)
    assert [(hand["cards"], hand["range"]) for hand in answer["hands"]] == [("AsKs2s3h", ""), ("", "KK")]
    assert sum(hand["share"] for hand in answer["hands"]) == answer["hands"][0]["whole"]
    assert all(0 <= hand["high_share"] < hand["share"] for hand in answer["hands"])
    turn, river = answer["distribution"]["hands"][1]["streets"]
    assert (turn["street"], river["street"]) == ("turn", "river")
    assert sum(turn["high"].values()) == sum(river["low"].values()) / 40 == turn["deals"]


def test_a_table_of_what_is_made() -> None:
    lines = run("equity", "AsKs2s3h", "QhJh5c6d", "--board", "4s7dKd", "--distribution").output.splitlines()
    assert lines[6].split() == ["AsKs2s3h", "flop", "turn", "river"]
    assert lines[14].split()[:2] == ["pair", "100.000%"]
    assert lines[20].split() == ["no", "low", "100.000%", "53.659%", "28.171%"]


def test_hole_cards() -> None:
    result = run("equity", "AAK", "QQJ", "--cards", "5", "--board", "4s7dKd9c2h", "--samples", "500", "--seed", "1")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["equity", "AA", "KK,,QQ"], "hand 2: 'KK,,QQ', place 4"),
        (["equity", "AA", "AsKs2s3h", "--board", "4s"], "board: 1 board cards"),
        (["equity", "AA", "KK", "--board", "4s7dKd9c8c7c"], "board: 6 board cards"),
        (["equity", "AA", "KK", "--samples", "0"], "samples: 0 samples"),
        (["equity", "AA", "KK", "--samples", "1000000001"], "1 to 1,000,000,000"),
        (["equity", "AA", "KK", "--exact"], "exact: ranges too wide"),
        (["equity", "AA", "10%", "--cards", "5"], "hand 2: percentages at place 1"),
        (["equity", "AA", "KK", "--plot", "odds.jpg"], "plot: 'odds.jpg' ends in none of .png, .svg, .pdf"),
        (["equity", "AA", "KK", "--plot", "/no/such/odds.png"], "plot: '/no/such' is no folder"),
    ],
)
def test_bad_input_is_a_usage_error(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.output


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures(tmp_path: Path, ending: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"odds.{ending}"
    result = run("equity", "AsKs2s3h", "KK$ds,A2:ss", "--board", "4s7dKd9c", "--plot", str(path))
    assert result.exit_code == 0
    assert path.read_bytes().startswith(start)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    odds = equity(["AsKs2s3h", "QhJh5c6d"], "4s7dKd9c")
    folder = tmp_path / "folder.png"
    folder.mkdir()
    with pytest.raises(InputError, match="is a folder"):
        refuse_plot(folder)
    with pytest.raises(InputError, match="cannot be written") as refused:
        save_plot(odds, Path("/proc/odds.png"))
    assert refused.value.where == "plot"


def test_without_matplotlib_the_plot_names_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("equity", "AsKs2s3h", "QhJh5c6d", "--plot", str(tmp_path / "odds.png"))
    assert result.exit_code == 2
    assert result.output.splitlines()[-1] == 'Error: plot: plots need matplotlib: pip install "omaha8[plot]"'


def test_known_hands_load_neither_lark_nor_rich_nor_numba() -> None:
    code = (
        "import sys; from omaha8.cli import main; main(['equity', 'AsKs2s3h', 'QhJh5c6d'], standalone_mode=False);"
        "print([name for name in ('lark', 'rich', 'numba', 'matplotlib') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.mark.deep
@pytest.mark.parametrize("home", ["/dev/null", None])
def test_without_a_home_and_with_a_package_that_cannot_be_written(tmp_path: Path, home: str | None) -> None:
    """A copy of the package in folders that nobody may write to, and no home folder: the same odds, kernels and all.

    Either the home is no folder, or the user is none that the machine knows.
    """
    pytest.importorskip("numba")
    source = Path(__file__).parents[2] / "src" / "omaha8"
    copy = tmp_path / "site" / "omaha8"
    for name in ("", "evaluation", "odds", "odds/ranges"):
        (copy / name).mkdir(parents=True, exist_ok=True)
        for path in (source / name).glob("*.*"):
            (copy / name / path.name).write_bytes(path.read_bytes())
    for name in ("evaluation", "odds", "odds/ranges"):
        (copy / name / "__pycache__").write_text("a file where a folder is wanted", encoding="utf-8")
    code = (
        f"{'import pwd; pwd.getpwuid = {}.__getitem__;' if home is None else ''}"
        "from omaha8.odds import equity, load_kernels; assert load_kernels();"
        f"import omaha8; assert omaha8.__file__.startswith({str(tmp_path)!r}), omaha8.__file__;"
        "print(equity(['AA', 'KK$ds'], samples=5000, seed=3).hands[0].share)"
    )
    environment = {
        name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")
    }
    environment |= {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {} if home is None else {"HOME": home}
    found = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert int(found.stdout) == equity(["AA", "KK$ds"], samples=5_000, seed=3).hands[0].share
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
