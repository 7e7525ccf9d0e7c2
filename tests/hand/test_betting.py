"""What a seat may do that no script can say: the usual sizes of a bet or raise (R5.2, R5.3)."""

import pytest

from omaha8.hand.betting import legal_actions
from omaha8.hand.script import run_script


def sizes(game: str, stacks: tuple[int, int, int], actions: str) -> tuple[int, ...] | None:
    """Those offered to the seat on turn after these actions."""
    seats = " ".join(f"s{number} {stack}" for number, stack in enumerate(stacks, 1))
    state = run_script(f"game {game}\nstacks {seats}\nbutton s3\n{actions}\nunfinished").state
    assert state is not None
    legal = legal_actions(state)
    assert legal is not None
    return legal.sizes


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
    assert sizes(game, stacks, actions) == expected
