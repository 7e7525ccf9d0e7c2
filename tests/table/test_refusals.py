"""What a table refuses, and what it says is legal instead. A refusal changes nothing: it is an answer, not an event."""

from collections.abc import Callable

import msgspec
import pytest

from omaha8.cards import parse_cards
from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo, Refusal, RefusalCode, Show
from omaha8.hand.setup import deck_of
from omaha8.rules import TableRules, no_limit
from omaha8.table.commands import (
    Act,
    ComeBack,
    Command,
    JoinList,
    Leave,
    LeaveList,
    LoseConnection,
    RestoreConnection,
    SitDown,
    SitOut,
    TableRefusal,
    TableRefusalCode,
    TimeOut,
    TopUp,
)
from omaha8.table.waiting_list import LONGEST_LIST
from table.room import Room, config

CODES = TableRefusalCode


def empty() -> Room:
    return Room()


def waiting() -> Room:
    """Three players between hands."""
    room = Room()
    room.sit(a=100, b=200, c=150)
    return room


def playing() -> Room:
    """Hand 1: a has the button and is first to act, b and c have posted."""
    room = waiting()
    room.wait()
    return room


def sitting_out() -> Room:
    room = waiting()
    room.do(SitOut("a"))
    return room


def full() -> Room:
    """Two players at a table for two."""
    room = Room(config(TableRules(seats=2)))
    room.sit(a=100, b=100)
    return room


def kept() -> Room:
    """The seat that b left is kept for c."""
    room = full()
    room.do(JoinList("c"), Leave("b"))
    return room


def long_list() -> Room:
    room = full()
    room.do(*(JoinList(f"p{number}") for number in range(LONGEST_LIST)))
    return room


def broke() -> Room:
    """Heads-up, `broke` has lost everything to `winner`."""
    room = Room(config(rotation=(no_limit(1, 2),)))
    # The winner, left of the button and dealt to first, makes quads; there is no low.
    hands, board = (parse_cards("QcJdTc9d"), parse_cards("AsAhKsKh")), parse_cards("AdAcKd7c7h")
    room.next_deck = lambda _: deck_of((hands[1], hands[0]), board)
    room.sit(broke=100, winner=100)
    room.wait()
    room.act(RaiseTo(100), Call())
    return room


def all_in() -> Room:
    """Hand 1: b is all-in and c still to act."""
    room = Room(config(rotation=(no_limit(1, 2),)))
    room.sit(a=100, b=50, c=150)
    room.wait()
    room.act(RaiseTo(100), Call())
    return room


CASES: list[tuple[Callable[[], Room], Command, TableRefusal]] = [
    (empty, SitDown("d", "d", 0, 100), TableRefusal(CODES.NO_SUCH_SEAT, 1, 10)),
    (empty, SitDown("d", "d", 11, 100), TableRefusal(CODES.NO_SUCH_SEAT, 1, 10)),
    (empty, SitDown("d", "d", -1, 100), TableRefusal(CODES.NO_SUCH_SEAT, 1, 10)),
    (waiting, SitDown("d", "d", 1, 100), TableRefusal(CODES.SEAT_TAKEN)),
    (waiting, SitDown("a", "a", 4, 100), TableRefusal(CODES.ALREADY_SEATED)),
    (waiting, SitDown("a", "a", 1, 100), TableRefusal(CODES.ALREADY_SEATED)),
    (waiting, SitDown("d", "d", 4, 19), TableRefusal(CODES.BUY_IN_RANGE, 20, 200)),
    (waiting, SitDown("d", "d", 4, 201), TableRefusal(CODES.BUY_IN_RANGE, 20, 200)),
    (waiting, SitDown("d", "d", 4, -20), TableRefusal(CODES.BUY_IN_RANGE, 20, 200)),
    (kept, SitDown("d", "d", 2, 100), TableRefusal(CODES.SEAT_KEPT)),
    (waiting, JoinList("d"), TableRefusal(CODES.SEAT_FREE)),
    (full, JoinList("a"), TableRefusal(CODES.ALREADY_SEATED)),
    (kept, JoinList("c"), TableRefusal(CODES.ALREADY_WAITING)),
    (full, LeaveList("c"), TableRefusal(CODES.NOT_WAITING)),
    (long_list, JoinList("c"), TableRefusal(CODES.LIST_FULL, 0, LONGEST_LIST)),
    (waiting, Leave("d"), TableRefusal(CODES.NOT_SEATED)),
    (waiting, TopUp("d", 1), TableRefusal(CODES.NOT_SEATED)),
    (waiting, SitOut("d"), TableRefusal(CODES.NOT_SEATED)),
    (waiting, ComeBack("d"), TableRefusal(CODES.NOT_SEATED)),
    (waiting, LoseConnection("d"), TableRefusal(CODES.NOT_SEATED)),
    (waiting, RestoreConnection("d"), TableRefusal(CODES.NOT_SEATED)),
    (playing, Act("d", 1, Fold()), TableRefusal(CODES.NOT_SEATED)),
    (waiting, TopUp("a", 0), TableRefusal(CODES.TOP_UP_RANGE, 1, 100)),
    (waiting, TopUp("a", -5), TableRefusal(CODES.TOP_UP_RANGE, 1, 100)),
    (waiting, TopUp("a", 101), TableRefusal(CODES.TOP_UP_RANGE, 1, 100)),
    (waiting, TopUp("b", 1), TableRefusal(CODES.STACK_FULL)),
    (playing, TopUp("a", 1), TableRefusal(CODES.IN_HAND)),
    (playing, TopUp("b", 1), TableRefusal(CODES.IN_HAND)),
    (all_in, TopUp("b", 1), TableRefusal(CODES.IN_HAND)),
    (sitting_out, SitOut("a"), TableRefusal(CODES.ALREADY_SITTING_OUT)),
    (waiting, ComeBack("a"), TableRefusal(CODES.NOT_SITTING_OUT)),
    (broke, ComeBack("broke"), TableRefusal(CODES.TOP_UP_RANGE, 20, 200)),
    (broke, TopUp("broke", 19), TableRefusal(CODES.TOP_UP_RANGE, 20, 200)),
    (waiting, Act("a", 0, Fold()), TableRefusal(CODES.NO_HAND)),
    (waiting, Act("a", 1, Show()), TableRefusal(CODES.NO_HAND)),
    (playing, Act("a", 1, Call()), TableRefusal(CODES.STALE_TURN)),
    (playing, Act("a", 3, Call()), TableRefusal(CODES.STALE_TURN)),
    (empty, TimeOut(), TableRefusal(CODES.TOO_EARLY)),
    (waiting, TimeOut(), TableRefusal(CODES.TOO_EARLY)),
    (playing, TimeOut(), TableRefusal(CODES.TOO_EARLY)),
    (sitting_out, TimeOut(), TableRefusal(CODES.TOO_EARLY)),
]


@pytest.mark.parametrize(("room", "command", "refusal"), CASES)
def test_a_refusal_says_what_is_legal(room: Callable[[], Room], command: Command, refusal: TableRefusal) -> None:
    table = room()
    before = table.state
    assert table.send(command) == refusal
    assert table.state == before


def test_every_code_is_produced() -> None:
    assert {refusal.code for _, _, refusal in CASES} == set(TableRefusalCode)


HAND_CASES = [
    ("b", Call(), RefusalCode.NOT_YOUR_TURN),
    ("a", Check(), RefusalCode.CANNOT_CHECK),
    ("a", BetTo(4), RefusalCode.ALREADY_BET),
    ("a", RaiseTo(8), RefusalCode.RAISE_TOO_LARGE),
    ("a", RaiseTo(3), RefusalCode.RAISE_TOO_SMALL),
    ("a", Show(), RefusalCode.NOT_AT_SHOWDOWN),
]


@pytest.mark.parametrize(("player", "action", "code"), HAND_CASES)
def test_the_hands_refusals_come_through(player: str, action: Fold, code: RefusalCode) -> None:
    room = playing()
    before = room.state
    outcome = room.send(Act(player, room.state.clock.turn, action))
    assert isinstance(outcome, Refusal)
    assert outcome.code is code
    assert room.state == before


def test_an_action_sent_twice_hits_no_later_turn() -> None:
    room = playing()
    turn = room.state.clock.turn
    room.do(Act("a", turn, Call()))
    assert room.send(Act("a", turn, Call())) == TableRefusal(CODES.STALE_TURN)


def test_a_time_out_that_comes_after_the_action_hits_nobody() -> None:
    room = playing()
    due = room.state.clock.deadline
    assert due is not None
    room.now = due - 1
    room.act(Call())
    room.now = due
    assert room.send(TimeOut()) == TableRefusal(CODES.TOO_EARLY)


def test_a_refusal_is_json() -> None:
    for _, _, refusal in CASES:
        assert msgspec.json.decode(msgspec.json.encode(refusal), type=TableRefusal) == refusal
