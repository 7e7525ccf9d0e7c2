"""The rulebook's section 6 and hands that other programs misread, by number."""

from itertools import combinations

import pytest

from omaha8.cards import FULL_DECK, format_cards, parse_cards
from omaha8.errors import CardError
from omaha8.evaluation import RankedBoard, evaluate, rank


def cards_of(hole: str, board: str) -> tuple[str, str | None]:
    """The five cards that play for high and for low, as text."""
    found = evaluate(hole, board)
    high = format_cards(found.high.hole) + " " + format_cards(found.high.board)
    made = found.low
    return high, None if made is None else format_cards(made.hole) + " " + format_cards(made.board)


def low_name(hole: str, board: str) -> str | None:
    low = evaluate(hole, board).low
    return None if low is None else low.name


def test_r6_1_exactly_two_hole_and_three_board_cards() -> None:
    board = "2c2d2h2sKd"
    assert str(evaluate("AcAdAhAs", board)) == "HI: a full house, Deuces full of Aces"
    assert str(evaluate("KcQdJhTs", board)) == "HI: three of a kind, Deuces"
    # Four of one suit on the board and one in the hand are no flush; four in the hand and two are none.
    assert str(evaluate("AhKdJs9c", "2h5h8hQh3c")) == "HI: high card Ace"
    assert str(evaluate("AhKhQh9h", "2h5hTcJdKs")).startswith("HI: a straight")


def test_r6_2_straights_and_flushes_do_not_count_against_a_low() -> None:
    assert str(evaluate("Ah2hKcKd", "3h4h5hKsQd")) == "HI: a straight flush, Ace to Five; LO: 5,4,3,2,A"
    assert low_name("4c5dKcKd", "6h7s8dKsQd") == "8,7,6,5,4"


def test_r6_2_high_and_low_may_use_the_same_or_other_hole_cards() -> None:
    assert cards_of("As2sKcKd", "3s4s5sQh9d") == ("As2s 3s4s5s", "As2s 3s4s5s")
    assert cards_of("AsKs2d3d", "4s7s8sQh9d") == ("AsKs 4s7s8s", "As2d 4s7s8s")
    assert cards_of("KhKdAs2s", "KsQd7c6c3h") == ("KhKd KsQd7c", "As2s 7c6c3h")


def test_r6_3_lows_compare_from_the_highest_card_down() -> None:
    seven = rank(parse_cards("4c2dKcKd"), parse_cards("7h6s5dQsQd"))
    eight = rank(parse_cards("Ac2dKcKd"), parse_cards("8h6s4dQsQd"))
    assert seven[1] > eight[1] > 0
    assert rank(parse_cards("Ac2dKcKd"), parse_cards("5h4s3dQsQd"))[1] == 56
    assert rank(parse_cards("4c5dKcKd"), parse_cards("6h7s8dQsQd"))[1] == 1


@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        pytest.param("Ac2dKcKd", "8h7sQsQdJc", None, id="two low cards on the board"),
        pytest.param("Ac2dKcKd", "8h8s7cQdJc", None, id="three low cards on the board, two different"),
        pytest.param("AcKh9dKd", "8h7s6cQdJc", None, id="one low card in the hand"),
        pytest.param("AcAhKcKd", "8h7s6cQdJc", None, id="two aces are one low rank"),
        pytest.param("Ac2dKcKd", "Ah7s6cQdJc", None, id="counterfeited ace"),
        pytest.param("Ac2d3hKd", "Ah7s6cQdJc", "7,6,3,2,A", id="a third low card against the counterfeit"),
        pytest.param("Ac2d3hKd", "Ah2s6cQdJc", None, id="counterfeited twice"),
        pytest.param("Ac2d3hKd", "Ah2s6c8dJc", "8,6,3,2,A", id="counterfeited twice with four low cards"),
        pytest.param("Ac2dKcKd", "8h7s6c5d4c", "6,5,4,2,A", id="the three lowest of five"),
    ],
)
def test_r6_4_a_low_needs_three_on_the_board_and_two_more_in_the_hand(hole: str, board: str, low: str | None) -> None:
    assert low_name(hole, board) == low


def test_r6_5_suits_never_break_ties() -> None:
    board = parse_cards("2c7dJhQsKc")
    assert rank(parse_cards("AcTc3d4d"), board) == rank(parse_cards("AsTs3h4h"), board)


def test_r6_6_both_halves_the_nuts() -> None:
    hole, board = "AdKd3s2s", "Jd4d3cQd5h"
    found = evaluate(hole, board)
    assert str(found) == "HI: a flush, Ace high; LO: 5,4,3,2,A"
    assert cards_of(hole, board) == ("AdKd Jd4dQd", "Ad2s 4d3c5h")
    # No two cards that anybody could hold do better.
    ranked = RankedBoard(found.board)
    rest = [card for card in FULL_DECK if card not in found.board]
    others = [ranked.rank_pair(a, b) for a, b in combinations(rest, 2)]
    assert found.high_key == max(high for high, _ in others)
    assert found.low_key == max(low for _, low in others) == 56


def test_b01_no_low_is_a_value_and_never_an_error() -> None:
    assert low_name("AsAd3d2s", "4s8c3s") == "8,4,3,2,A"
    assert cards_of("AsAd3d2s", "4s8c3s")[1] == "As2s 4s8c3s"
    villain = evaluate("KhKcQdQh", "4s8c3s")
    assert villain.low is None
    assert villain.low_key == 0


def test_b02_two_hole_cards_play_and_three_spades_make_no_flush() -> None:
    assert str(evaluate("Ks8cJs5c", "3s5hQsQd9h")) == "HI: two pair, Queens and Fives"
    assert cards_of("Ks8cJs5c", "3s5hQsQd9h") == ("Ks5c 5hQsQd", None)


def test_b03_no_hand_misses_the_tables() -> None:
    assert str(evaluate("AsKs5d7c", "Ts7d8h4s2c")) == "HI: a pair of Sevens; LO: 7,5,4,2,A"
    assert cards_of("AsKs5d7c", "Ts7d8h4s2c") == ("As7c Ts7d8h", "As5d 7d4s2c")


def test_b04_never_three_or_four_cards_of_the_hand() -> None:
    board = "AsKsQsJs2d"
    assert str(evaluate("Ts9h8c7d", board)) == "HI: a straight, Nine to King"
    assert str(evaluate("9s8s2h2c", board)) == "HI: a flush, Ace high"
    assert cards_of("9s8s2h2c", board) == ("9s8s AsKsQs", None)


def test_b06_a_counterfeited_ace_and_deuce() -> None:
    board = "As9c2d4h9d"
    assert low_name("Ac2c3c4c", board) is None
    assert low_name("2h3h4d5h", board) == "5,4,3,2,A"
    assert str(evaluate("Ad9h3d6d", board)) == "HI: a full house, Nines full of Aces; LO: 6,4,3,2,A"


def test_b07_a_pair_on_the_board_leaves_no_low() -> None:
    board = "2c5d8hJdQs"
    assert str(evaluate("As2sKhQh", board)) == "HI: two pair, Queens and Deuces"
    assert str(evaluate("3s4sKdQd", board)) == "HI: a pair of Queens; LO: 8,5,4,3,2"


def test_b09_a_straight_is_the_best_low() -> None:
    wheel = evaluate("Ah2cTdTh", "3s4d5cKhQs")
    assert str(wheel) == "HI: a straight, Ace to Five; LO: 5,4,3,2,A"
    six = evaluate("Ah2cTdTh", "3s4d6cKhQs")
    assert six.low is not None
    assert six.low.name == "6,4,3,2,A"
    assert wheel.low_key == 56 > six.low_key


def test_b10_a_hand_that_lost_a_card_is_not_ranked() -> None:
    board = parse_cards("Ks6dKc7c5c")
    winner = evaluate("QsQd2c3c", board)
    assert str(winner) == "HI: a flush, King high; LO: 7,6,5,3,2"
    loser = evaluate("ThTs9c8h", board)
    assert str(loser) == "HI: a straight, Five to Nine"
    assert winner.high_key > loser.high_key
    with pytest.raises(CardError, match="3 hole cards"):
        rank(parse_cards("QsQd2c"), board)
