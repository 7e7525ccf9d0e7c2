"""The English names, in the wording of PokerStars' hand histories."""

import pytest

from omaha8.errors import InputError
from omaha8.evaluation import evaluate, high_name, low_name


@pytest.mark.parametrize(
    ("hole", "board", "name"),
    [
        ("AsKs2c3d", "QsJsTs4h5h", "a Royal Flush"),
        ("9s8s2c3d", "7s6s5sAhKh", "a straight flush, Five to Nine"),
        ("As2sKcQd", "3s4s5sKhKd", "a straight flush, Ace to Five"),
        ("9s9hAcAd", "9c9dKhQd2s", "four of a kind, Nines"),
        ("AsAh7cQd", "Ac7d7h2s3s", "a full house, Aces full of Sevens"),
        ("6s6h2c3d", "6c2dTh2sKs", "a full house, Sixes full of Deuces"),
        ("As9s7cQd", "Ks5s2sQh7h", "a flush, Ace high"),
        ("7s6h2cJd", "5c4d3hJsQs", "a straight, Three to Seven"),
        ("AsKhQcJd", "Th9d8c2s2d", "a straight, Eight to Queen"),
        ("AsKh9c9d", "QhJdTc2s2d", "a straight, Ten to Ace"),
        ("As2hKcQd", "3c4d5hTs9s", "a straight, Ace to Five"),
        ("JsJhAc2d", "Jc4d5hTs8s", "three of a kind, Jacks"),
        ("9s2hAcKd", "9c2d5hJs7s", "two pair, Nines and Deuces"),
        ("KsJhAc2d", "Kc4d9h8s6c", "a pair of Kings"),
        ("6sJhAc2d", "6cKd9h8s3c", "a pair of Sixes"),
        ("AsJh3c2d", "Kc4d9h8sTc", "high card Ace"),
    ],
)
def test_r7_7_a_high_hand_by_name(hole: str, board: str, name: str) -> None:
    found = evaluate(hole, board)
    assert (found.high.name, str(found.high)) == (name, name)


def test_r7_7_a_low_hand_by_name() -> None:
    low = evaluate("3h2cKsKd", "8d6h4sQcQd").low
    assert low is not None
    assert (low.name, str(low), low.ranks) == ("8,6,4,3,2", "8,6,4,3,2", (6, 4, 2, 1, 0))
    assert low_name(56) == "5,4,3,2,A"
    assert low_name(1) == "8,7,6,5,4"


def test_every_key_has_a_name() -> None:
    highs = [high_name(key) for key in range(1, 7463)]
    assert highs[0] == "high card Seven"
    assert highs[-1] == "a Royal Flush"
    assert len(set(highs)) == 8 + 13 + 78 + 13 + 10 + 8 + 156 + 13 + 10
    lows = [low_name(key) for key in range(1, 57)]
    assert len(set(lows)) == 56


def test_an_evaluation_reads_as_the_histories_do() -> None:
    assert str(evaluate("3h2cKsKd", "8d6h4sQcQd")) == "HI: two pair, Kings and Queens; LO: 8,6,4,3,2"
    assert str(evaluate("3h2cKsKd", "8d9hTsQcQd")) == "HI: two pair, Kings and Queens"
    made = evaluate("3h2cKsKd", "8d9hTsQcQd").high
    assert made.hand.ranks == (11, 10, 8)


def test_no_low_has_no_name() -> None:
    with pytest.raises(InputError, match="0 is no low"):
        low_name(0)
