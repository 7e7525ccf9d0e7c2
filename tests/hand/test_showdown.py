"""Shown hands carry their value, as soon as there is one."""

from omaha8.cards import parse_cards
from omaha8.evaluation import rank
from omaha8.hand.events import Shown
from omaha8.hand.script import run_script

CALLED = """
game      nl 1/2
stacks    s1 10  s2 10
button    s1
deal      s1 AsAh2c3d  s2 KsKh2d3c
preflop   s1 call | s2 check
flop      Kd 4c 8h : s2 check | s1 check
turn      9s : s2 check | s1 check
river     Jd : s2 check | s1 check
show      legal s1: show, muck | s1 show
"""

FOLDED = """
game      nl 1/2
stacks    s1 10  s2 10
button    s1
deal      s1 AsAh2c3d
preflop   s1 call | s2 check
flop      Kd 4c 8h : s2 check | s1 bet 2 | s2 fold
show      s1 show
"""


def shown(text: str) -> list[Shown]:
    return [event for event in run_script(text).events if isinstance(event, Shown)]


def test_r7_5_a_beaten_hand_that_is_shown_carries_its_own_value() -> None:
    board = parse_cards("Kd4c8h9sJd")
    values = {event.seat: (event.high, event.low) for event in shown(CALLED)}
    assert values == {2: rank(parse_cards("KsKh2d3c"), board), 1: rank(parse_cards("AsAh2c3d"), board)}


def test_r7_9_a_hand_shown_before_the_board_is_full_has_no_value() -> None:
    assert shown(FOLDED) == [Shown(1, tuple(parse_cards("AsAh2c3d")))]
