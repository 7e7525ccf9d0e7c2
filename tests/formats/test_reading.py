"""Which format a text is in is seen from the text; what cannot be used is named, and the rest goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.goldens import NAMES, OHH, PARTY, PHH, golden, replayed
from omaha8.errors import HistoryError
from omaha8.formats.reading import read_hands
from omaha8.formats.source import decode_text
from omaha8.replay import USUAL_RULES
from omaha8.rules import HouseRules, OddChips

ALL = (*NAMES, *PARTY, *PHH, *OHH)
BY_HALF = HouseRules(first_to_show=USUAL_RULES.first_to_show, odd_chips=OddChips.BY_HALF)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_the_format_is_known_by_the_text(name: str, end: str, encoding: str) -> None:
    text = decode_text(golden(name).replace("\n", end).encode(encoding))
    outcomes = list(replayed(text, BY_HALF))
    assert outcomes
    assert all(outcome == [] for outcome in outcomes)


def test_texts_of_both_rooms_in_one_file() -> None:
    texts = [golden(PARTY[0]), golden(NAMES[0]), "no hand", golden(PARTY[1]), golden(NAMES[1])]
    first, second, error, third, fourth = replayed("\n\n".join(texts), BY_HALF)
    assert first == second == third == fourth == []
    assert isinstance(error, HistoryError)
    line = "\n\n".join(texts).splitlines().index("no hand") + 1
    assert (error.code, error.where) == ("unknown_site", f"text:{line}")


def test_bytes_of_two_encodings_in_one_file() -> None:
    """One player's name in each: the file as a whole is read by the older encoding, and the hands are exact."""
    name = "play_money_short_blind"
    data = golden(name).replace("Dax", "Zoë").encode() + b"\n\n" + golden(name).replace("Dax", "Zoë").encode("cp1252")
    assert list(replayed(decode_text(data), BY_HALF)) == [[], []]


@pytest.mark.parametrize("name", [*PHH, *OHH])
def test_truncated_anywhere(name: str) -> None:
    """Hands before the cut are exact; the cut one is an error, or plays like a hand with less said of it."""
    text = golden(name)
    whole = len(list(read_hands(text)))
    for count in range(0, len(text) - 2, 37):
        outcomes = list(replayed(text[:count], BY_HALF))
        assert len(outcomes) <= whole
        assert all(outcome == [] for outcome in outcomes[:-1])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Full Tilt Poker Game #1: Table Nine - $1/$2\nSeat 1: a ($1)", "unknown_site"),
        ("<?xml version='1.0'?>\n<game/>", "unknown_site"),
        ("[1]\nvariant = 'NT'\n", "wrong_game"),
        ("variant = 'NT'\n", "wrong_game"),
        ('{"ohh": {"game_type": "Holdem", "game_number": "1"}}', "wrong_game"),
        ("***** Hand History for Game 1 *****\n$1/$2 USD NL Texas Hold'em - Monday\n", "wrong_game"),
        ("***** Hand History for Game 1 *****", "truncated"),
        ("PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020", "wrong_game"),
    ],
)
def test_other_sites_and_games(text: str, code: str) -> None:
    (error,) = replayed(text)
    assert isinstance(error, HistoryError)
    assert error.code == code
    assert error.where == ("text:2" if "\n" in text and text.startswith(("[1]", "*")) else "text:1")


@given(data=st.data(), name=st.sampled_from((*PARTY, *PHH, *OHH)))
def test_mutated_texts_end_in_a_result_or_an_error(data: st.DataObject, name: str) -> None:
    text = golden(name)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        new = data.draw(st.sampled_from(["", "9", "-1", "[", "}", '"', "p1 cc", "As", "null", ".5", "\n", "inf", "{}"]))
        text = text[:at] + new + text[at + cut :]
    for outcome in replayed(text):
        assert isinstance(outcome, HistoryError | list)
