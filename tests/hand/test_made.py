"""What the Hi/Lo line says of a low: how far it is, and what the board has taken from it (R6.2, R6.3)."""

import pytest

from omaha8.cards import parse_cards
from omaha8.hand.made import MadeHand, made_hand


def made(hole: str, board: str) -> MadeHand:
    found = made_hand(parse_cards(hole), parse_cards(board))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("hole", "board", "low", "needs"),
    [
        ("As2dKsKh", "4c7d8h", "8742A", 0),
        ("As2dKsKh", "4c7dKc", None, 1),
        ("As2dKsKh", "4cQdKc", None, 2),
        ("As2dKsKh", "4cQdKcJc", None, None),
        ("As2dKsKh", "2c7d8h", None, 1),
        ("AsQdKsKh", "2c7d8h", None, None),
    ],
)
def test_r6_2_a_low_is_made_or_so_many_cards_away_or_impossible(
    hole: str, board: str, low: str | None, needs: int | None
) -> None:
    found = made(hole, board)
    assert (found.low and found.low.ranks, found.low_needs) == (low, needs)


@pytest.mark.parametrize(
    ("hole", "board", "taken"),
    [
        pytest.param("As2dKs9h", "4s7sKd3c", "", id="the best low"),
        pytest.param("As2dKs9h", "4s7sKd3c2h", "2d", id="the best low before the river"),
        pytest.param("As2dKsKh", "2h7d8c", "2d", id="the best draw"),
        pytest.param("As2dKsKh", "2hAd8c", "As2d", id="both cards of the best draw"),
        pytest.param("As2d3sKh", "2hKd8c", "", id="a draw with another card in its place"),
        pytest.param("As2d3sKh", "2h7d8c", "", id="a low with another card in its place"),
        pytest.param("As2d4sKh", "2h7d8c", "2d", id="a low, but no longer the best"),
        pytest.param("As2dKs2h", "2c7d8c", "2d2h", id="each card of the rank"),
        pytest.param("QhJd5c3s", "Td4s6s3c7s", "", id="a low that others beat without it too"),
        pytest.param("5s5d3h8h", "3c4h5h6d2s", "", id="two cards that were never the best"),
        pytest.param("7s8dKsKh", "8h2d3c", "", id="a poor draw"),
        pytest.param("4s5dKsKh", "Ah2d3c4c", "", id="still the best, with four of it on the board"),
        pytest.param("AsKdKsKh", "Ah7d8c", "", id="one low card is no draw"),
    ],
)
def test_what_the_board_pairs_is_told_where_it_costs_the_best_low(hole: str, board: str, taken: str) -> None:
    assert "".join(made(hole, board).counterfeited) == taken
