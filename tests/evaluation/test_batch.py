"""Batches rank as the one hand at a time does (which the oracle checks), on both tiers."""

import random
from typing import Any

import numpy as np
import pytest

from odds.tiers import tier
from omaha8.cards import FULL_DECK
from omaha8.errors import CardError
from omaha8.evaluation import batch, rank

__all__ = ["tier"]


def deals(count: int, hole_cards: int, seed: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = random.Random(f"{seed} {hole_cards}")
    cards = np.array([rng.sample(FULL_DECK, hole_cards + 5) for _ in range(count)])
    return cards[:, :hole_cards], cards[:, hole_cards:]


def check_rows(holes: np.ndarray[Any, Any], boards: np.ndarray[Any, Any]) -> None:
    highs, lows = batch.rank_many(holes, boards)
    assert (str(highs.dtype), str(lows.dtype), highs.shape) == ("uint16", "uint8", (len(holes),))
    one_by_one = [rank(hole, board) for hole, board in zip(holes.tolist(), boards.tolist(), strict=True)]
    assert list(zip(highs.tolist(), lows.tolist(), strict=True)) == one_by_one


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_row_by_row(tier: str, hole_cards: int) -> None:
    check_rows(*deals(3_000, hole_cards, "rows"))


@pytest.mark.deep
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_many_row_by_row(tier: str, hole_cards: int) -> None:
    check_rows(*deals(100_000, hole_cards, "deep"))


@pytest.mark.parametrize(("hole_cards", "count"), [(4, 200), (4, 9_000), (5, 300), (6, 300)])
def test_every_hand_on_every_board(tier: str, hole_cards: int, count: int) -> None:
    """Nine thousand hands of four are enough to be ranked by their halves."""
    holes, boards = deals(count, hole_cards, "boards")
    boards = boards[:6]
    boards[0] = [3, 7, 11, 15, 50]  # four of one suit
    highs, lows = batch.rank_on_boards(holes, boards)
    assert (str(highs.dtype), str(lows.dtype), highs.shape) == ("uint16", "uint8", (6, count))
    for place, board in enumerate(boards):
        row_highs, row_lows = batch.rank_many(holes, np.tile(board, (count, 1)))
        assert (highs[place] == row_highs).all()
        assert (lows[place] == row_lows).all()


def test_more_rows_than_fit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    monkeypatch.setattr(batch, "ROWS_AT_ONCE", 100)
    holes, boards = deals(250, 4, "cut")
    check_rows(holes, boards)
    highs, _ = batch.rank_on_boards(holes, boards[:3])
    assert highs[1, 249] == rank(holes[249].tolist(), boards[1].tolist())[0]


def test_large_work_loads_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    assert batch.compiled(batch.WORTH_COMPILED - 1) is None
    pytest.importorskip("numba")
    assert batch.compiled(batch.WORTH_COMPILED) is not None


def test_without_numba_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    monkeypatch.setattr(batch, "_import_kernels", lambda module: None)
    assert not batch.load_kernels()
    assert batch.compiled(10**9) is None
    check_rows(*deals(50, 4, "without"))


def test_no_hands_at_all(tier: str) -> None:
    highs, lows = batch.rank_many(np.empty((0, 4), int), np.empty((0, 5), int))
    assert (len(highs), len(lows)) == (0, 0)


HOLES = [[51, 47, 3, 6], [42, 38, 12, 17]]
BOARDS = [[0, 4, 8, 13, 22], [1, 5, 9, 14, 23]]


@pytest.mark.parametrize(
    ("holes", "boards", "code", "where", "says"),
    [
        ([[1, 2, 3]], BOARDS, "card_count", "holes", "4 or 5 or 6"),
        ([[1, 2, 3, 4, 5, 6, 7]], BOARDS, "card_count", "holes", "shape"),
        (HOLES[0], BOARDS, "card_count", "holes", "shape"),
        (HOLES, [[1, 2, 3, 4]] * 2, "card_count", "boards", "rows of 5"),
        (HOLES, BOARDS[:1], "card_count", "boards", "1 boards for 2 hands"),
        ([[51, 47, 3, 6], [0, 1, 2, 52]], BOARDS, "bad_card", "holes", "row 1"),
        (HOLES, [[0, 4, 8, 13, -1], BOARDS[1]], "bad_card", "boards", "row 0"),
        ([[51.0, 47, 3, 6]] * 2, BOARDS, "bad_card", "holes", "float64"),
    ],
)
def test_bad_arrays_are_refused(tier: str, holes: Any, boards: Any, code: str, where: str, says: str) -> None:
    with pytest.raises(CardError, match=says) as refused:
        batch.rank_many(holes, boards)
    assert (refused.value.code, refused.value.where) == (code, where)
