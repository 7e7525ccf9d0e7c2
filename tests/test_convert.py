"""`omaha8 convert`: hands of any format into another one, and what is left out."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from formats.goldens import DATA, NAMES, OHH, PARTY, PHH, golden, read_one
from omaha8.cli import main
from omaha8.errors import HistoryError
from omaha8.formats.history import ReadHand
from omaha8.formats.reading import read_hands
from omaha8.formats.writing import Target, write_hand
from omaha8.replay import Customs, record, replay_history


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def played(text: str) -> list[tuple[object, ...]]:
    """What of each hand must be the same in every format."""
    hands: list[tuple[object, ...]] = []
    for read in read_hands(text):
        assert isinstance(read, ReadHand), read
        events = Customs().replay(read.history).events
        hands.append((read.history.hand_id, sorted(read.history.names.items()), events))
    return hands


FILES = [*(f"{name}.txt" for name in NAMES), *PARTY, *PHH]
NO_CURRENCY = "party/new_style_side_pot.txt"


@pytest.mark.parametrize("target", Target)
@pytest.mark.parametrize("name", FILES)
def test_every_golden_in_every_format(name: str, target: Target) -> None:
    result = run("convert", DATA / name, "--to", target)
    if target is Target.POKERSTARS and name == NO_CURRENCY:
        assert result.exit_code == 1
        assert "no named currency" in result.stderr
        return
    assert result.exit_code == 0, result.output
    before, after = played(golden(name)), played(result.stdout)
    if target is Target.POKERSTARS and name in PHH:  # no number of the hand, and the small blind of limit is not named
        before, after = [hand[1:] for hand in before], [hand[1:] for hand in after]
    assert after == before


def test_a_pokerstars_text_is_written_as_it_was() -> None:
    """Our text of a hand has the room's own lines, but for chat, tournament and clock."""
    for name in ("five_cards_euro", "side_pots_antes", "posts", "eight_game_home"):
        read = read_one(golden(name))
        text = write_hand(record(read.history, replay_history(read.history)), Target.POKERSTARS)
        kind = re.compile(r".*(?:posts|folds|checks|calls|bets|raises|shows|collected|Dealt to|\*\*\*|Uncalled|Board)")
        before = [" ".join(line.partition(" (HI")[0].split()) for line in golden(name).splitlines() if kind.match(line)]
        after = [" ".join(line.partition(" (HI")[0].split()) for line in text.splitlines() if kind.match(line)]
        said = [line for line in before if " said, " not in line]
        assert sorted(after) == sorted(said), name


def test_a_file_for_each_file(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    result = run("convert", DATA / "posts.txt", DATA / PHH[0], DATA / PHH[1], "--to", "phh", "--out", out)
    assert result.exit_code == 0
    assert "hands written: 4" in result.stderr
    assert {path.name for path in out.iterdir()} == {"posts.phh", "limit.phh", "heads_up_and_big_blind_alone.phhs"}
    assert run("replay", out).exit_code == 0
    again = run("convert", DATA / "posts.txt", "--to", "phh", "--out", out)
    assert again.exit_code == 1
    assert "none is replaced" in again.stderr


def test_names_of_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "some.ohh.jsonl").write_text(golden(OHH[0]).splitlines()[1] + "\n", encoding="utf-8")
    assert run("convert", tmp_path / "in", "--to", "ohh", "--out", tmp_path / "out").exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["some.ohh"]


def test_what_is_not_exact_is_named_and_left_out(tmp_path: Path) -> None:
    wrong = golden("limit_2005").replace("Anna collected $43.50", "Anna collected $43.49")
    file = tmp_path / "some.txt"
    file.write_text("\n\n".join((golden("posts"), wrong, "no hand")), encoding="utf-8")
    result = run("convert", file, "--to", "ohh")
    assert result.exit_code == 1
    assert [hand_id for hand_id, _, _ in played(result.stdout)] == ["2100000007"]
    assert f"{file}:42: hand 2100000001: not converted" in result.stderr
    assert "hands written: 1, problems: 2" in result.stderr


def test_customs_of_the_room() -> None:
    assert run("convert", DATA / OHH[0], "--to", "ohh").exit_code == 1
    result = run("convert", DATA / OHH[0], "--to", "ohh", "--odd-chips", "by_half")
    assert result.exit_code == 0
    assert len(list(read_hands(result.stdout))) == 3


def test_a_raise_capped_by_what_others_have(tmp_path: Path) -> None:
    """Heads-up the big blind has 2 chips behind: a room lets the small one raise to 27, where 50 is the least."""
    hand = """PokerStars Hand #31:  Omaha Hi/Lo Pot Limit (10/25)
Table 'x' 2-max Seat #1 is the button
Seat 1: A (5000 in chips)
Seat 2: B (27 in chips)
A: posts small blind 10
B: posts big blind 25
*** HOLE CARDS ***
A: raises 2 to 27
B: folds
Uncalled bet (2) returned to A
A collected 50 from pot
*** SUMMARY ***
Total pot 50 | Rake 0
"""
    file = tmp_path / "capped.txt"
    file.write_text(hand, encoding="utf-8")
    assert run("replay", file).exit_code == 1
    assert run("replay", file, "--capped-raises").exit_code == 0


def test_a_smallest_chip() -> None:
    text = golden("limit_2005")
    read = read_one(text)
    assert Customs(smallest_chip=100).replay(read.history).state.stacks != Customs().replay(read.history).state.stacks
    assert run("replay", DATA / "limit_2005.txt", "--smallest-chip", "100").exit_code == 1
    assert run("replay", DATA / "limit_2005.txt", "--smallest-chip", "50").exit_code == 0


def test_names_are_told_apart_whatever_they_are() -> None:
    read = read_one(golden("posts"))
    history = read.history
    names = ("same", "same ", " ", "a\nb")
    told = record(history, replay_history(history))
    changed = type(told)(
        events=told.events,
        names=dict(zip((player.seat for player in history.players), names, strict=True)),
        cards=told.cards,
        hand_id="?/1",
        unit=told.unit,
        scene=told.scene,
    )
    for target in Target:
        read = read_one(write_hand(changed, target))
        assert len(set(read.history.names.values())) == 4
        assert Customs().replay(read.history).events == told.events


def test_what_no_format_can_say() -> None:
    history = read_one(golden("posts")).history
    told = record(history, replay_history(history))
    cut = type(told)(events=told.events[1:], names={}, cards={}, hand_id="1", unit=told.unit)
    for target in Target:
        with pytest.raises(HistoryError, match="from its start"):
            write_hand(cut, target)


@pytest.mark.parametrize(
    "arguments",
    [("convert",), ("convert", DATA), ("convert", DATA, "--to", "html"), ("convert", "no file", "--to", "phh")],
)
def test_wrong_use_is_status_2(arguments: tuple[object, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_folder_without_hands_is_wrong_use(tmp_path: Path) -> None:
    assert run("convert", tmp_path, "--to", "phh").exit_code == 2
