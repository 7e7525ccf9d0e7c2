"""A host's tables file: what is wrong in it is said with the file, the table and what would be right."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from omaha8.cli import main
from omaha8.rules import TABLE_PROFILES, Structure
from omaha8.server.tables_file import TablesFileError, read_tables

GOOD = 'name = "One"\ngame = "pl 1/2"\nbuy_in = [40, 200]\n'

BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "no_tables"),
    "no TOML": ("[tables.one", "not_toml"),
    "not UTF-8": (b"[tables.one]\nname = '\xff'", "not_toml"),
    "no tables": ("name = 'x'", "no_tables"),
    "an empty list": ("[tables]", "no_tables"),
    "tables that are none": ("tables = 5", "no_tables"),
    "something else at the top": (f"port = 5\n[tables.one]\n{GOOD}", "no_tables"),
    "a table that is none": ("[tables]\none = 5", "bad_table"),
    "a bad id": (f'[tables."a b"]\n{GOOD}', "bad_id"),
    "an empty id": (f'[tables.""]\n{GOOD}', "bad_id"),
    "an id with a slash": (f'[tables."../x"]\n{GOOD}', "bad_id"),
    "an unknown field": (f"[tables.one]\n{GOOD}rake = 5", "bad_table"),
    "an empty name": (f"[tables.one]\n{GOOD}".replace("One", ""), "bad_table"),
    "a name that fits nowhere": (f"[tables.one]\n{GOOD}".replace("One", 41 * "x"), "bad_table"),
    "a name that nobody sees": (f"[tables.one]\n{GOOD}".replace("One", "\u202ex"), "bad_table"),
    "a number without end": (f"[tables.one]\n{GOOD}".replace("200", 5_000 * "9"), "not_toml"),
    "a list in a list in a list": (5_000 * "x = [", "not_toml"),
    "lists without end": ("x = " + 5_000 * "[", "not_toml"),
    "an id without end": (f"[tables.{41 * 'a'}]\n{GOOD}", "bad_id"),
    "stakes without end": (f"[tables.one]\n{GOOD}".replace("1/2", "1/" + 5_000 * "9"), "bad_table"),
    "stakes in other digits": (f"[tables.one]\n{GOOD}".replace("1/2", "\u0661/\u0662"), "bad_table"),
    "more chips than a page can count": (f"[tables.one]\n{GOOD}".replace("200", 20 * "9"), "bad_table"),
    "bets of more than that": (
        f"[tables.one]\n{GOOD}".replace("pl 1/2", "fl 1/9999999999999"),
        "bad_table",
    ),
    "a buy-in of less than the big blind": (f"[tables.one]\n{GOOD}".replace("1/2", "50/100"), "bad_table"),
    "a time to act of ages": (f"[tables.one]\n{GOOD}options = {{ time_to_act = {2**63 - 1} }}", "option"),
    "a pause of ages": (f"[tables.one]\n{GOOD}options = {{ between_hands = {10**9} }}", "option"),
    "no name": ('[tables.one]\ngame = "pl 1/2"\nbuy_in = [40, 200]', "bad_table"),
    "no game": ('[tables.one]\nname = "x"\nbuy_in = [40, 200]', "bad_table"),
    "no buy-in": ('[tables.one]\nname = "x"\ngame = "pl 1/2"', "bad_table"),
    "a game nobody plays": (f"[tables.one]\n{GOOD}".replace("pl 1/2", "stud 1/2"), "bad_table"),
    "stakes that are none": (f"[tables.one]\n{GOOD}".replace("pl 1/2", "pl one/two"), "bad_table"),
    "stakes in cents": (f"[tables.one]\n{GOOD}".replace("pl 1/2", "pl 0.5/1"), "bad_table"),
    "blinds the wrong way round": (f"[tables.one]\n{GOOD}".replace("pl 1/2", "pl 2/1"), "bad_table"),
    "no stakes": (f"[tables.one]\n{GOOD}".replace('"pl 1/2"', "[]"), "bad_table"),
    "a float to buy in with": (f"[tables.one]\n{GOOD}".replace("[40, 200]", "[40.5, 200]"), "bad_table"),
    "a buy-in of nothing": (f"[tables.one]\n{GOOD}".replace("[40, 200]", "[0, 200]"), "bad_table"),
    "a buy-in the wrong way round": (f"[tables.one]\n{GOOD}".replace("[40, 200]", "[200, 40]"), "bad_table"),
    "three buy-ins": (f"[tables.one]\n{GOOD}".replace("[40, 200]", "[1, 2, 3]"), "bad_table"),
    "an unknown profile": (f'[tables.one]\n{GOOD}profile = "monaco"', "profile"),
    "no seats": (f"[tables.one]\n{GOOD}seats = 0", "bad_table"),
    "one seat": (f"[tables.one]\n{GOOD}seats = 1", "bad_table"),
    "too many seats": (f"[tables.one]\n{GOOD}seats = 11", "bad_table"),
    "too many seats for the cards": (f"[tables.one]\n{GOOD}seats = 10\ncards = 5", "bad_table"),
    "no cards": (f"[tables.one]\n{GOOD}cards = 0", "bad_table"),
    "three cards": (f"[tables.one]\n{GOOD}cards = 3", "bad_table"),
    "cards below zero": (f"[tables.one]\n{GOOD}cards = -4", "bad_table"),
    "an unknown option": (f"[tables.one]\n{GOOD}options = {{ ante = 5 }}", "option"),
    "an option with its own place": (f"[tables.one]\n{GOOD}options = {{ seats = 5 }}", "option"),
    "an option out of range": (f"[tables.one]\n{GOOD}options = {{ time_to_act = 0 }}", "bad_table"),
    "an option of another type": (f'[tables.one]\n{GOOD}options = {{ muck_time = "5 s" }}', "option"),
    "a time that is none": (f'[tables.one]\n{GOOD}options = {{ time_to_act = "long" }}', "option"),
    "a number for yes": (f"[tables.one]\n{GOOD}options = {{ pl_full_blinds = 1 }}", "option"),
    "an option nobody knows the value of": (f'[tables.one]\n{GOOD}options = {{ odd_chips = "mine" }}', "option"),
    "options that are none": (f"[tables.one]\n{GOOD}options = 5", "bad_table"),
}


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "tables.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("wrong", BAD)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, wrong: str) -> None:
    content, code = BAD[wrong]
    path = written(tmp_path, content)
    with pytest.raises(TablesFileError) as error:
        read_tables(path)
    assert error.value.code == code, error.value
    assert str(path) in error.value.where
    if code in ("bad_table", "profile", "option"):
        assert "table one" in error.value.where


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("gaem = 5", "'gaem'; legal are 'name', 'game', 'profile', 'buy_in', 'seats', 'cards', 'small_blind'"),
        ('seats = "nine"', "seats: Expected `int`, got `str`"),
        ('options = { odd_chips = "mine" }', "odd_chips: 'mine'; legal are 'tda', "),
        ("options = { odd_chip = 1 }", "'odd_chip' is no option; did you mean 'odd_chips'? docs/hosting.md"),
        ('profile = "english"', "profile: 'english'; legal are 'classic', 'party', 'russian'"),
        ('options = { time_to_act = "long" }', "time_to_act: 'long'; legal are whole numbers"),
        ("options = { cap_heads_up = 1 }", "cap_heads_up: 1; legal are true and false"),
    ],
)
def test_what_would_be_right_is_said(tmp_path: Path, content: str, says: str) -> None:
    with pytest.raises(TablesFileError) as error:
        read_tables(written(tmp_path, f"[tables.one]\n{GOOD}{content}"))
    assert says in error.value.message


@pytest.mark.parametrize("wrong", BAD)
def test_a_room_with_a_broken_file_says_one_line(tmp_path: Path, wrong: str) -> None:
    path = written(tmp_path, BAD[wrong][0])
    done = CliRunner().invoke(main, ["serve", "--tables", str(path), "--data", str(tmp_path / "data"), "--port", "0"])
    assert done.exit_code == 1, done.output
    (line,) = done.output.splitlines()
    assert line.startswith(f"Error: {path}")
    assert not (tmp_path / "data").exists(), "nothing was begun"


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(TablesFileError, match="cannot be read"):
            read_tables(path)


def test_the_built_in_tables_are_good() -> None:
    tables = read_tables(None)
    assert len(tables) >= 5
    assert {stakes.structure for table in tables.values() for stakes in table.rotation} == set(Structure)
    assert {table.profile for table in tables.values()} == set(TABLE_PROFILES)


def test_what_is_not_written_is_the_profiles(tmp_path: Path) -> None:
    content = f'[tables.one]\n{GOOD}profile = "party"\ncards = 5\noptions = {{ muck_time = 7 }}'
    table = read_tables(written(tmp_path, content))["one"]
    party = TABLE_PROFILES["party"]
    assert table.rules.muck_time == 7
    assert table.rules.time_out is party.time_out
    assert table.rules.hand.hole_cards == 5
    assert table.rules.seats == 9, "as many as the deck has cards for"
