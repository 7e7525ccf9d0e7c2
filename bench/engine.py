"""Whole hands on both engines, legal actions computed at every decision; and the evaluator, a hand at a time."""

from bench.evaluations import evaluations
from bench.hands import Choose, at_random, check_down, deal, play_ours, play_theirs
from bench.measure import Row, against

PLAYERS = 6
FLOOR = 50.0


def measure() -> list[Row]:
    """All rows against PokerKit but that of the batches."""
    return [
        hands("hands, checked down", check_down, 20, 15),
        hands("hands, random: 20% folds, 20% raises", at_random(0.2, 0.2), 60, 10),
        hands("hands, random: a third each", at_random(1 / 3, 1 / 3), 100, 5, None),
        evaluations(),
    ]


def hands(name: str, choose: Choose, count: int, repeat: int, floor: float | None = FLOOR) -> Row:
    """So many hands whose players choose like that; ours plays them `repeat` times."""
    dealt = deal(count)
    return against(
        name,
        ours=lambda: play_ours(dealt, PLAYERS, choose),
        theirs=lambda: play_theirs(dealt, PLAYERS, choose),
        items=count,
        repeat=repeat,
        floor=floor,
    )
