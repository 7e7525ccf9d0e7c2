"""Input that cannot be used ends in a `HistoryError` that names file, line, reason and expectation; nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.goldens import NAMES, golden, replayed
from omaha8.errors import HistoryError
from omaha8.formats.pokerstars import read_histories


def only_error(text: str) -> HistoryError:
    (outcome,) = replayed(text)
    assert isinstance(outcome, HistoryError), outcome
    return outcome


@pytest.mark.parametrize("name", NAMES)
def test_truncated_after_every_line(name: str) -> None:
    """Up to the line with the total pot the hand is incomplete; after it, only cards of the summary are missing."""
    lines = golden(name).splitlines()
    complete = next(number for number, line in enumerate(lines) if line.startswith("Total pot"))
    for count in range(len(lines)):
        (outcome,) = replayed("\n".join(lines[:count]))
        if count <= complete:
            assert isinstance(outcome, HistoryError), count
            assert outcome.where.startswith("text:")
        else:
            assert outcome == []


@pytest.mark.parametrize("name", NAMES)
def test_any_line_missing(name: str) -> None:
    lines = golden(name).splitlines()
    for missing in range(len(lines)):
        for outcome in replayed("\n".join(lines[:missing] + lines[missing + 1 :])):
            assert isinstance(outcome, HistoryError | list)


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("posts", "PokerStars Game", "Full Tilt Game", "unknown_site"),
        ("posts", "Omaha Hi/Lo Pot", "Omaha Pot", "wrong_game"),
        ("posts", "Omaha Hi/Lo Pot", "Hold'em No", "wrong_game"),
        ("posts", "Omaha Hi/Lo Pot", "Courchevel Hi/Lo Pot", "wrong_game"),
        ("posts", "($1/$2 USD)", "", "no_stakes"),
        ("posts", "($1/$2 USD)", "($3/$2 USD)", "blinds"),
        ("bounty", "(15/30)", "(15.5/30)", "bad_amount"),
        ("posts", "Seat 3: Sal ($50 in", "Seat 3: Vera ($50 in", "repeated_seat"),
        ("posts", "Vera: folds", "Vero: folds", "unknown_player"),
        ("posts", "Vera: folds", "Vera: waves", "unknown_line"),
        ("posts", "raises $10 to $12", "raises $10 to $12.345", "unknown_line"),
        ("posts", "raises $10 to $12", "raises $13 to $12", "bad_amount"),
        ("posts", "raises $10 to $12", "raises $11 to $13", "raise_too_large"),
        ("posts", "raises $10 to $12", "raises $1 to $3", "raise_too_small"),
        ("posts", "raises $10 to $12", "raises $10 to $12 and is all-in", "not_all_in"),
        ("posts", "Uri: raises $10 to $12", "Uri: bets $12", "already_bet"),
        ("posts", "Tia: calls $2", "Tia: calls $1", "bad_call"),
        ("posts", "Tia: calls $2", "Tia: checks", "cannot_check"),
        ("posts", "Sal: checks", "Sal: calls $2", "nothing_to_call"),
        ("posts", "Sal: checks", "Tia: checks", "turn_order"),
        ("posts", "Vera: posts big blind $2", "Vera: posts big blind $3", "bad_post"),
        ("limit_2005", "raises $6 to $24", "raises $5 to $23", "raise_too_small"),
        ("limit_2005", "Anna: calls $6\n*** RIVER", "Anna: raises $6 to $30\n*** RIVER", "capped"),
        ("limit_2005", "[3d 7s Jc] [8h]", "[3d 7s Jd] [8h]", "bad_board"),
        ("limit_2005", "[3d 7s Jc] [8h]", "[3d 7s Jc] [8x]", "bad_card"),
        ("limit_2005", "Board [3d 7s Jc 8h Jd]", "Board [3d 7s Jc 8h Jh]", "bad_board"),
        ("limit_2005", "Js Tc 5s 6d", "Js Tc 5s 6d 2c", "bad_cards"),
        ("limit_2005", "*** TURN ***", "*** RIVER ***", "out_of_place"),
        ("limit_2005", "*** FLOP ***", "*** FIRST FLOP ***", "run_it_twice"),
        ("limit_2005", "Board [3d", "FIRST Board [3d", "run_it_twice"),
        (
            "limit_2005",
            "Seat 4: C: folds (small blind)",
            "Seat 5: C: folds mucked [2c 3c 4c 5c]",
            "unknown_player",
        ),
        ("limit_2005", "Seat #2 is", "Seat #0 is", "unknown_line"),
        ("limit_2005", "Seat #2 is", "Seat #11 is", "unknown_line"),
    ],
)
def test_reasons(name: str, old: str, new: str, code: str) -> None:
    """These errors stand at the line that was changed."""
    text = golden(name)
    line = text[: text.index(old)].count("\n") + 1
    error = only_error(text.replace(old, new, 1))
    assert (error.code, error.where) == (code, f"text:{line}"), str(error)


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "line"),
    [
        ("posts", "Seat 2: Vera ($50 in", "Seat 3: Vera ($50 in", "repeated_seat", 4),
        ("posts", "Uri: posts big blind $2", "Uri: posts big blind $9", "bad_post", 1),
        ("posts", "Tia: folds \n", "", "unfinished", 28),
        ("limit_2005", "[3d 7s Jc] [8h]", "[3d 7s Jc] [3d]", "bad_board", 31),
        ("limit_2005", "shows [Js Tc 5s 6d]", "shows [Js Tc 5s 7s]", "bad_cards", 44),
        ("limit_2005", "Ah 2h Kd 9c]\nBo", "Ah 2h Kd Tc]\nBo", "bad_cards", 37),
        ("limit_2005", "*** HOLE CARDS ***\n", "", "out_of_place", 12),
        ("limit_2005", "Table 'Amber Hill' Seat #2 is the button\n", "", "truncated", 46),
        ("limit_2005", "Rake $1", "Rake $100", "rake", 34),
        ("play_money_short_blind", "*** RIVER *** [8c 8d Kd Qc] [3s]\n", "", "bad_board", 24),
        ("side_pots_antes", "Uma: posts the ante 10", "Uma: posts the ante 0", "bad_post", 1),
    ],
)
def test_reasons_that_show_elsewhere(name: str, old: str, new: str, code: str, line: int) -> None:
    """These show at a later line, or concern the hand as a whole: its first line."""
    text = golden(name)
    assert old in text
    error = only_error(text.replace(old, new, 1))
    assert (error.code, error.where) == (code, f"text:{line}"), str(error)


def test_a_card_in_two_places() -> None:
    """One deck has no doubles (R1.1); where they stand only the whole hand tells."""
    error = only_error(golden("limit_2005").replace("Js Tc 5s 6d", "Ah Tc 5s 6d"))
    assert (error.code, error.where) == ("repeated_card", "text:1")


def test_the_message_names_the_hand_what_was_asked_and_what_is_legal() -> None:
    error = only_error(golden("posts").replace("raises $10 to $12", "raises $11 to $13"))
    assert str(error) == (
        "text:25: hand 2100000007: Uri: raise to 13.00 on the preflop, refused as raise_too_large; "
        "legal: Uri on the preflop: fold, check, raise to 4.00..12.00"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "one line", "one\n\nanother\n\nand one more", "\ufeff", "\x00"])
def test_a_text_of_another_kind_is_one_error(text: str) -> None:
    assert only_error(text).code == "unknown_site"


def test_unknown_board_cards_that_must_be_dealt() -> None:
    text = golden("bounty").replace("*** RIVER *** [2c 9d Kd 5h] [6h]\n", "").replace("Kd 5h 6h]", "Kd 5h]")
    assert "does not know the river" in str(only_error(text))


_TOKENS = st.sampled_from(
    ["0", "-1", "$", "99999999999999", "[As As]", "[", "]", "raises", "to", ": ", "*** FLOP ***", "Seat 1: ", "", "\n"]
)

_ODD_TEXT = st.text(alphabet="aZ09 :$€[]()#*\"'\n\r\t\x00\x85\u2028\ufeff", max_size=30)


@given(data=st.data(), name=st.sampled_from(NAMES))
def test_mutated_texts_end_in_a_result_or_an_error(data: st.DataObject, name: str) -> None:
    lines = golden(name).splitlines()
    for _ in range(data.draw(st.integers(1, 4), label="mutations")):
        at = data.draw(st.integers(0, len(lines) - 1), label="line")
        match data.draw(st.sampled_from(["drop", "copy", "move", "word", "text"]), label="kind"):
            case "drop" if len(lines) > 1:
                del lines[at]
            case "copy":
                lines.insert(data.draw(st.integers(0, len(lines)), label="to"), lines[at])
            case "move":
                lines.insert(data.draw(st.integers(0, len(lines) - 1), label="to"), lines.pop(at))
            case "word":
                words = lines[at].split(" ")
                words[data.draw(st.integers(0, len(words) - 1), label="word")] = data.draw(_TOKENS, label="token")
                lines[at] = " ".join(words)
            case _:
                lines[at] = data.draw(_ODD_TEXT, label="text")
    for outcome in replayed("\n".join(lines)):
        assert isinstance(outcome, HistoryError | list)


@given(_ODD_TEXT)
def test_any_text_ends_in_errors(text: str) -> None:
    for read in read_histories(text):
        assert isinstance(read, HistoryError)
