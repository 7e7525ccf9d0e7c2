"""Sampled odds: the same on every tier, near the exact ones, and honest about their error."""

import random

import numpy as np
import pytest

from odds.memory import most_memory
from odds.spots import seats, spot
from omaha8.cards import FULL_DECK, format_cards
from omaha8.evaluation import batch
from omaha8.odds import equity, montecarlo
from omaha8.odds.matchup import read

HANDS = ["AsKs2s3h", "QhJh5c6d"]


def test_a_seed_repeats_itself(tier: str) -> None:
    once = equity(HANDS, samples=3_000, seed=11)
    assert once == equity(HANDS, samples=3_000, seed=11)
    assert once != equity(HANDS, samples=3_000, seed=12)
    assert (once.boards, once.seed) == (3_000, 11)
    assert sum(hand.equity for hand in once.hands) == 1


def test_without_a_seed_one_is_taken_and_told(tier: str) -> None:
    fresh = equity(HANDS, samples=500)
    assert fresh.seed is not None
    assert fresh == equity(HANDS, samples=500, seed=fresh.seed)
    assert fresh.seed != equity(HANDS, samples=500).seed


def test_both_tiers_and_any_division_of_work_draw_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    rng = random.Random("tiers")
    asked = []
    for case in range(9):
        hole_cards = 4 + case % 3
        asked.append(read(*spot(rng, seats(rng, hole_cards, 2), hole_cards, (0, 3, 4, 5)[case % 4], case % 2)))
    whole = [montecarlo.count(match_up, 2_000, 5) for match_up in asked]
    monkeypatch.setattr(montecarlo, "ROWS_AT_ONCE", 300)
    assert all((counts == montecarlo.count(each, 2_000, 5)).all() for each, counts in zip(asked, whole, strict=True))
    if not batch.load_kernels():
        pytest.skip("numba is not installed")
    monkeypatch.setattr(montecarlo, "_AT_ONCE", 700)
    assert all((counts == montecarlo.count(each, 2_000, 5)).all() for each, counts in zip(asked, whole, strict=True))


@pytest.mark.parametrize("players", [2, 10])
def test_many_threads_and_hands_take_little_memory(players: int) -> None:
    """Ten hands have a million outcomes."""
    hands = [format_cards(FULL_DECK[first::10][:4]) for first in range(players)]
    assert most_memory(f"equity({hands}, samples=6_000_000, seed=1)", cores=64) < 250_000


def test_the_standard_error_is_right(tier: str) -> None:
    """Over many seeds the distance from the exact equity is what the error says: a chi-square within wide bounds."""
    exact = float(equity(HANDS, "4s7dKd").hands[0].equity)
    runs = [equity(HANDS, "4s7dKd", samples=400, seed=seed).hands[0] for seed in range(100)]
    squares = [((float(run.equity) - exact) / run.standard_error) ** 2 for run in runs]
    assert 60 < sum(squares) < 150
    assert equity(HANDS, samples=1, seed=1).hands[0].standard_error == 1


def test_every_card_comes_as_often_as_another() -> None:
    """Chi-square of the five places over 44 cards, 43 degrees of freedom: above 90 once in 30,000."""
    match_up = read(HANDS)
    boards = montecarlo.draw(match_up, 0, 44_000, 3)
    assert all(len(set(board)) == 5 for board in boards[:2_000].tolist())
    for place in range(5):
        seen = np.bincount(boards[:, place], minlength=52)
        assert (seen[list(match_up.cards)] == 0).all()
        assert ((seen[match_up.unseen] - 1_000) ** 2 / 1_000).sum() < 90


def test_a_known_board_stays(tier: str) -> None:
    match_up = read(HANDS, "4s7dKd9c", "2c")
    boards = montecarlo.draw(match_up, 0, 200, 3)
    assert {tuple(board[:4]) for board in boards.tolist()} == {match_up.board}
    assert set(boards[:, 4].tolist()) <= set(match_up.unseen)
    assert (
        equity(HANDS, "4s7dKd9c2c", samples=10, seed=0).hands[0].equity == equity(HANDS, "4s7dKd9c2c").hands[0].equity
    )
