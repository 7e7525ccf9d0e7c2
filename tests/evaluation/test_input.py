"""What `evaluate` reads and what it refuses."""

from typing import cast

import pytest

from omaha8.cards import Card, parse_cards
from omaha8.errors import CardError
from omaha8.evaluation import RankedBoard, evaluate

HOLE = "AsKs2h3d"
BOARD = "Ac8d7h3s2c"
CODES = list(parse_cards(HOLE))


def test_text_blanks_and_codes_mean_the_same() -> None:
    expected = evaluate(HOLE, BOARD)
    assert evaluate("As Ks 2h 3d", " Ac 8d 7h\n3s 2c ") == expected
    assert evaluate(CODES, BOARD) == expected
    assert evaluate(tuple(CODES), parse_cards(BOARD)) == expected
    assert expected.hole == parse_cards(HOLE)
    assert expected.board == parse_cards(BOARD)


@pytest.mark.parametrize(
    ("hole", "board"), [("AsKs2h3d", "Ac8d7h"), ("AsKs2h3d4c", "Ac8d7h3s"), ("AsKs2h3d4c5c", "Ac8d7h3s2c")]
)
def test_every_legal_number_of_cards(hole: str, board: str) -> None:
    found = evaluate(hole, board)
    assert (len(found.hole), len(found.board)) == (len(hole) // 2, len(board) // 2)
    assert evaluate(parse_cards(hole), parse_cards(board)) == found


@pytest.mark.parametrize(
    ("hole", "board", "code", "where", "says"),
    [
        ("AsKs2h", BOARD, "card_count", "hole", "4, 5 or 6"),
        ("AsKs2h3d4c5c6c", BOARD, "card_count", "hole", "4, 5 or 6"),
        ("", BOARD, "card_count", "hole", "0 hole cards"),
        (CODES[:3], BOARD, "card_count", "hole", "3 hole cards"),
        (HOLE, "Ac8d", "card_count", "board", "3, 4 or 5"),
        (HOLE, "Ac8d7h3s2c9c", "card_count", "board", "6 board cards"),
        (HOLE, [], "card_count", "board", "0 board cards"),
        ("AsKs2h2h", BOARD, "repeated_card", "hole", "2h"),
        (HOLE, "Ac8d7h3s7h", "repeated_card", "board", "7h"),
        (HOLE, "Ac8d7h3sKs", "repeated_card", "board", "Ks is a hole card"),
        ([51, 51, 1, 2], BOARD, "repeated_card", "hole", "As"),
        (HOLE, [0, 4, 8, 8, 12], "repeated_card", "board", "4c"),
        (CODES, [0, 4, 8, 12, CODES[1]], "repeated_card", "board", "Ks"),
        ("AsKs2h3x", BOARD, "bad_card", "hole", "'3x'"),
        ("AsKs2h10d", BOARD, "bad_card", "hole", "'10'"),
        ("asKs2h3d", BOARD, "bad_card", "hole", "'as'"),
        ("AsKs2h3", BOARD, "bad_card", "hole", "'3'"),
        ("AsKs2h3\N{BLACK DIAMOND SUIT}", BOARD, "bad_card", "hole", "not a card"),
        (HOLE, "Ac8d7h3s??", "bad_card", "board", "'??'"),
        ([51, 47, 1, 52], BOARD, "bad_card", "hole", "52"),
        ([51, 47, 1, -1], BOARD, "bad_card", "hole", "-1"),
        ([51, 47, 1, True], BOARD, "bad_card", "hole", "True"),
        (HOLE, [0, 4, 8.0, 12, 16], "bad_card", "board", "8.0"),
        (HOLE, [0, 4, None, 12, 16], "bad_card", "board", "None"),
        (HOLE, [0, 4, [8], 12, 16], "bad_card", "board", "0 .2c. to 51 .As."),
        (["As", "Ks", "2h", "3d"], BOARD, "bad_card", "hole", "'As'"),
    ],
)
def test_bad_cards_are_refused(hole: object, board: object, code: str, where: str, says: str) -> None:
    with pytest.raises(CardError, match=says) as refused:
        evaluate(cast(str, hole), cast(str, board))
    assert (refused.value.code, refused.value.where) == (code, where)


@pytest.mark.parametrize("count", [0, 1, 2, 6, 7])
def test_a_board_of_another_size_is_refused(count: int) -> None:
    with pytest.raises(CardError, match="3, 4 or 5") as refused:
        RankedBoard([Card(code) for code in range(count)])
    assert (refused.value.code, refused.value.where) == ("card_count", "board")


@pytest.mark.parametrize("count", [0, 2, 3, 7])
def test_a_hand_of_another_size_is_refused(count: int) -> None:
    board = RankedBoard(parse_cards(BOARD))
    with pytest.raises(CardError, match="4, 5 or 6") as refused:
        board.rank([Card(code) for code in range(1, 1 + count)])
    assert (refused.value.code, refused.value.where) == ("card_count", "hole")
