"""Reading PartyPoker's texts, on texts written for it."""

from datetime import UTC, datetime

import pytest

from formats.goldens import PARTY, golden, read_one, replayed
from omaha8.errors import HistoryError
from omaha8.formats.history import Collected, Scene, Unit
from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.state import Street
from omaha8.rules import HouseRules, fixed_limit, pot_limit

ALL_IN, LIMIT, NEW = "party/pot_limit_all_in.txt", "party/limit_uncalled.txt", "party/new_style_side_pot.txt"


@pytest.mark.parametrize("name", PARTY)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_golden_is_exact(name: str, end: str) -> None:
    assert list(replayed(golden(name).replace("\n", end))) == [[]]


def test_stakes_and_scene() -> None:
    """Pot limit names the largest buy-in only, a hundred big blinds; fixed limit its two bets."""
    history = read_one(golden(ALL_IN)).history
    assert (history.hand_id, history.unit, history.stakes) == ("9100000001", Unit.CENT, pot_limit(100, 200))
    assert history.scene == Scene(
        room="PartyPoker",
        table="Amber Hill",
        seats=6,
        started=datetime(2015, 2, 15, 2, 5, 9, tzinfo=UTC),
        currency="USD",
        hero=2,
    )
    assert read_one(golden(LIMIT)).history.stakes == fixed_limit(HouseRules(), 1000, 2000)
    assert read_one(golden(NEW)).history.stakes == pot_limit(50, 100)


def test_added_amounts_become_the_engines_actions() -> None:
    history = read_one(golden(ALL_IN)).history
    assert [(post.seat, post.kind, post.amount) for post in history.postings] == [
        (1, PostKind.SMALL_BLIND, 100),
        (2, PostKind.BIG_BLIND, 200),
        (4, PostKind.LIVE, 200),
        (4, PostKind.DEAD, 100),
    ]
    assert [(move.seat, move.action) for move in history.moves] == [
        (4, Check()),
        (6, RaiseTo(1000)),
        (1, Fold()),
        (2, RaiseTo(3000)),
        (4, Fold()),
        (6, Call()),
    ]
    moves = read_one(golden(NEW)).history.moves
    assert [move.action for move in moves[3:]] == [BetTo(500), RaiseTo(2000), Call()]
    assert moves[5].all_in
    assert {move.street for move in moves[3:]} == {Street.FLOP}


def test_who_neither_posts_nor_acts_is_not_dealt_in() -> None:
    assert set(read_one(golden(ALL_IN)).history.names.values()) == {"Fred", "Ines", "Ursa Minor", "quill: 7"}


def test_what_nobody_called_is_no_win_and_what_is_missing_is_the_rake() -> None:
    read = read_one(golden(LIMIT))
    assert read.results.collected == (Collected(2, 3900),)
    assert read.results.uncalled == ((2, 1000),)
    assert read.history.rake == 100
    read = read_one(golden(NEW))
    assert read.results.uncalled == ((4, 300),)
    assert (read.results.collected or ())[0] == Collected(4, 1200, 1)


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        (LIMIT, "FL Omaha Hi-Lo", "FL Texas Hold'em", "wrong_game"),
        (LIMIT, "$10/$20 USD FL Omaha Hi-Lo", "$10 USD FL Omaha Hi-Lo", "no_stakes"),
        (LIMIT, "Kit raises", "Kat raises", "unknown_player"),
        (LIMIT, "Kit raises [$15", "Kit raises [$14", "raise_too_small"),
        (LIMIT, "Bea checks", "Bea dances", "unknown_line"),
        (LIMIT, "[ 4s, Td, 9c ]", "[ 4s, Td ]", "bad_board"),
        (LIMIT, "[ 4s, Td, 9c ]", "[ 4s, Td, 9x ]", "bad_card"),
        (LIMIT, "** Dealing Flop **", "** Dealing Turn **", "out_of_place"),
        (LIMIT, "Bea calls [$10 USD]", "Bea calls [$9 USD]", "bad_call"),
    ],
)
def test_reasons_at_the_changed_line(name: str, old: str, new: str, code: str) -> None:
    text = golden(name)
    line = text[: text.index(old)].count("\n") + 1
    (error,) = replayed(text.replace(old, new, 1))
    assert isinstance(error, HistoryError)
    if code == "no_stakes":
        line = 10  # where the stakes are first needed
    assert (error.code, error.where) == (code, f"text:{line}"), str(error)


@pytest.mark.parametrize("name", PARTY)
def test_truncated_after_every_line(name: str) -> None:
    lines = golden(name).splitlines()
    assert " wins " in lines[-1]
    for count in range(1, len(lines)):
        (outcome,) = replayed("\n".join(lines[:count]))
        assert isinstance(outcome, HistoryError), count


def test_payments_of_more_than_was_put_in() -> None:
    (error,) = replayed(golden(LIMIT).replace("wins $49", "wins $59"))
    assert isinstance(error, HistoryError)
    assert error.code == "bad_amount"
