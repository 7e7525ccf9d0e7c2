"""What a seat may do that no script can say: the usual sizes of a bet or raise (R5.2, R5.3), what a call can win."""

import pytest

from omaha8.hand.actions import LegalActions
from omaha8.hand.betting import legal_actions
from omaha8.hand.script import run_script


def legal_after(game: str, stacks: tuple[int, ...], actions: str) -> LegalActions:
    """What the seat on turn may do after these actions."""
    seats = " ".join(f"s{number} {stack}" for number, stack in enumerate(stacks, 1))
    state = run_script(f"game {game}\nstacks {seats}\nbutton s3\n{actions}\nunfinished").state
    assert state is not None
    legal = legal_actions(state)
    assert legal is not None
    return legal


@pytest.mark.parametrize(
    ("game", "stacks", "actions", "expected"),
    [
        # 30 in the middle: nothing to call, so half, three quarters and all of it.
        (
            "nl 5/10",
            (500, 500, 500),
            "preflop s3 call | s1 call | s2 check\nflop Kd 7c 2h : s1 check",
            (10, 15, 22, 30),
        ),
        # 31 + 60 + 10 in the middle and 50 to call: parts of 151, rounded down, on top of the bet of 60.
        ("nl 5/10", (500, 500, 500), "preflop s3 raise 31 | s1 raise 60", (89, 135, 173, 211)),
        ("pl 5/10", (500, 500, 500), "preflop s3 raise 31 | s1 raise 60", (89, 135, 173, 211)),
        # Nobody bets more than they have.
        ("nl 5/10", (500, 55, 500), "preflop s3 raise 20 | s1 call", (30, 50, 55, 55)),
        ("nl 5/10", (500, 40, 500), "preflop s3 raise 20 | s1 call", (30, 40, 40, 40)),
        # Seat 2 has 2 for the big blind of 10: 13 with the call, of which half and three quarters are no raise.
        ("nl 1/10", (500, 2, 500), "", (20, 20, 20, 23)),
        ("fl 10/20", (500, 500, 500), "preflop s3 call", None),
    ],
)
def test_r5_3_sizes_count_the_pot_after_the_call(
    game: str, stacks: tuple[int, int, int], actions: str, expected: tuple[int, ...] | None
) -> None:
    assert legal_after(game, stacks, actions).sizes == expected


@pytest.mark.parametrize(
    ("stacks", "actions", "call", "wins"),
    [
        # All of the bet can be paid, with chips behind or without.
        ((500, 500, 500), "preflop s3 raise 40", 35, None),
        ((500, 500, 40), "preflop s3 call | s1 raise 40 | s2 fold", 30, None),
        # Of 200 seat 2, the big blind, can match 40: 40 and the folded 10 and its own 10.
        ((200, 40, 500), "preflop s3 call | s1 raise 200", 30, 60),
        # Seat 3 is all-in for 25 of it; seat 2 can match 40 of seat 1's 200: 25 + 40 + 10.
        ((200, 40, 25), "preflop s3 raise 25 | s1 raise 200", 30, 75),
        # Of 210 in front of seat 3 seat 2 can match 100; seat 1 has folded 60, and 60 are its own.
        (
            (500, 100, 500),
            "preflop s3 call | s1 call | s2 check\nflop Kd 7c 2h : s1 bet 50 | s2 call | s3 raise 200 | s1 fold",
            40,
            220,
        ),
    ],
)
def test_r7_1_a_short_call_wins_no_more_of_anybody_than_it_pays(
    stacks: tuple[int, ...], actions: str, call: int | None, wins: int | None
) -> None:
    legal = legal_after("nl 5/10", stacks, actions)
    assert (legal.call, legal.call_wins) == (call, wins)
