"""The table's side of the ledger: balanced movements, and nothing at the table that the ledger does not know."""

import random

import pytest

from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEnded, HandStarted
from omaha8.rules import TABLE_PROFILES, no_limit
from omaha8.simulate import Policy, choose
from omaha8.table.commands import Leave, LoseConnection, SitDown, SitOut, TimeOut, TopUp
from omaha8.table.events import SeatLeft
from omaha8.table.transfers import Transfer, escrow, transfers, wallet
from table.room import NAME, Room, check_ledger, config


def at_table(player: str) -> str:
    return escrow(NAME, player)


def test_a_buy_in_moves_from_wallet_to_table() -> None:
    room = Room()
    room.sit(a=100)
    assert room.moved == (Transfer("buy_in", ((wallet("a"), -100), (at_table("a"), 100))),)


def test_chips_added_move_from_wallet_to_table() -> None:
    room = Room()
    room.sit(a=100)
    room.do(TopUp("a", 30))
    assert room.moved == (Transfer("top_up", ((wallet("a"), -30), (at_table("a"), 30))),)


def test_leaving_moves_the_stack_to_the_wallet() -> None:
    room = Room()
    room.sit(a=100)
    room.do(Leave("a"))
    assert room.moved == (Transfer("cash_out", ((at_table("a"), -100), (wallet("a"), 100))),)


def test_r2_9_seats_given_up_together_are_one_movement() -> None:
    room = Room()
    room.sit(a=100, b=80)
    room.do(SitOut("a"), SitOut("b"))
    room.wait()
    (moved,) = room.moved
    assert dict(moved.entries) == {at_table("a"): -100, wallet("a"): 100, at_table("b"): -80, wallet("b"): 80}


def test_a_hand_moves_what_was_won_and_lost_when_it_ends_and_nothing_before() -> None:
    room = Room()
    room.sit(a=100, b=100, c=100)
    seen = []
    room.wait()
    for action in (RaiseTo(7), Call(), Fold(), Check(), BetTo(2), Fold()):
        seen.append(room.moved)
        room.act(action)
    assert not any(seen)
    (moved,) = room.moved
    assert moved.kind == "hand"
    assert dict(moved.entries) == {at_table("a"): 9, at_table("b"): -7, at_table("c"): -2}


def test_who_won_and_lost_nothing_is_in_no_movement() -> None:
    room = Room()
    room.sit(a=100, b=100, c=100)
    room.wait()
    room.act(Fold(), Fold())
    (moved,) = room.moved
    assert dict(moved.entries) == {at_table("b"): -1, at_table("c"): 1}


def test_r8_7_a_leaver_is_paid_after_the_hand_is_settled() -> None:
    room = Room()
    room.sit(a=100, b=100, c=100)
    room.wait()
    room.do(Leave("b"))
    room.act(Fold())
    assert [moved.kind for moved in room.moved] == ["hand", "cash_out"]
    assert dict(room.moved[1].entries) == {at_table("b"): -99, wallet("b"): 99}


def test_a_hand_that_ends_as_it_begins_is_settled() -> None:
    """Both are all-in in the blinds: one command deals the hand and ends it."""
    room = Room(config(rotation=(no_limit(50, 100),), min_buy_in=1))
    room.sit(a=40, b=70)
    events = room.wait()
    assert any(isinstance(event, HandStarted) for event in events)
    assert any(isinstance(event, HandEnded) for event in events)
    check_ledger(room)


def test_a_refused_or_empty_command_moves_nothing() -> None:
    room = Room()
    room.sit(a=100)
    assert transfers(NAME, room.state, (), room.state) == ()
    room.do(LoseConnection("a"))
    assert room.moved == ()


@pytest.mark.parametrize("profile", TABLE_PROFILES)
@pytest.mark.parametrize("seed", range(3))
def test_the_ledger_has_exactly_what_lies_at_the_table(profile: str, seed: int) -> None:
    rng = random.Random(seed)
    room = Room(config(TABLE_PROFILES[profile]))
    room.sit(a=20, b=40, c=100, d=200)
    for _ in range(150):
        if rng.random() < 0.05:
            room.send(rng.choice((Leave("a"), SitDown("a", "a", 1, 200), TopUp("b", 50), SitOut("c"), TimeOut())))
        elif room.state.hand_runs and rng.random() < 0.95:
            legal = legal_actions(room.hand)
            assert legal is not None
            room.act(choose(Policy.LOOSE, legal, rng))
        elif room.state.clock.deadline is not None:
            room.wait()
        check_ledger(room)
    assert room.state.hand_number > 2


def test_what_leaves_with_a_seat_is_what_its_player_had() -> None:
    room = Room()
    room.sit(a=100, b=100, c=100)
    room.wait()
    room.act(RaiseTo(7), Fold())
    (left,) = [event for event in room.do(Leave(room.to_act)) if isinstance(event, SeatLeft)]
    assert (left.player, left.chips) == ("c", 98)
