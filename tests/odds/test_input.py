"""What `equity` reads and what it refuses, naming the place."""

from typing import Any

import numpy as np
import pytest

from omaha8.cards import Card, parse_cards
from omaha8.errors import CardError, InputError
from omaha8.odds import equity
from omaha8.odds.matchup import read

HANDS = ["AsKs2s3h", "QhJh5c6d"]


def test_text_blanks_and_codes_mean_the_same() -> None:
    codes = [parse_cards(hand) for hand in HANDS]
    assert (
        read(codes, parse_cards("4s7dKd"), [Card(0)])
        == read(HANDS, "4s7dKd", "2c")
        == read(["As Ks 2s 3h", HANDS[1]], " 4s 7d Kd", "2c")
    )
    match_up = read(HANDS, "4s7dKd", "2c")
    assert (match_up.hands, match_up.board, match_up.dead) == (tuple(codes), parse_cards("4s7dKd"), (0,))
    assert match_up.boards == 40 * 39 // 2


@pytest.mark.parametrize(
    ("hands", "board", "dead", "code", "where", "says"),
    [
        ([], "", "", "player_count", "hands", "0 given"),
        (HANDS[:1], "", "", "player_count", "hands", "1 given"),
        (HANDS[0], "", "", "player_count", "hands", "2 to 10"),
        (["AsKs"] * 11, "", "", "player_count", "hands", "11 given"),
        (["AsKs2s3h4h5h7h", HANDS[1]], "", "", "card_count", "hand 1", "7 hole cards"),
        ([HANDS[0], "QhJh5c6d7d"], "", "", "card_count", "hand 2", "hand 1 has 4"),
        ([HANDS[0], ""], "", "", "card_count", "hand 2", "0 hole cards"),
        ([HANDS[0], "QhJh5cQh"], "", "", "repeated_card", "hand 2", "Qh stands twice"),
        ([HANDS[0], "QhJh5cAs"], "", "", "repeated_card", "hand 2", "As stands in hand 1"),
        (HANDS, "4s7dAs", "", "repeated_card", "board", "As stands in hand 1"),
        (HANDS, "4s7d4s", "", "repeated_card", "board", "4s stands twice"),
        (HANDS, "4s7dKd", "Kd", "repeated_card", "dead", "Kd stands in board"),
        (HANDS, "4s", "", "card_count", "board", "0, 3, 4 or 5"),
        (HANDS, "4s7d", "", "card_count", "board", "2 board cards"),
        (HANDS, "4s7dKd9c8c7c", "", "card_count", "board", "6 board cards"),
        ([HANDS[0], "QhJh5c6q"], "", "", "bad_range", "hand 2", "place 8: 'q' cannot stand here"),
        (HANDS, "4s7dK", "", "bad_card", "board", "'K'"),
        (HANDS, "", "10d", "bad_card", "dead", "'10'"),
        ([[51, 50, 49, 52], HANDS[1]], "", "", "bad_card", "hand 1", "52"),
        ([[51, 50, 49, True], HANDS[1]], "", "", "bad_card", "hand 1", "True"),
        ([np.array([51, 50, 49, 52]), HANDS[1]], "", "", "bad_card", "hand 1", "52"),
        ([np.array([3.0, 50, 49, 5]), HANDS[1]], "", "", "bad_card", "hand 1", "3.0"),
        ([np.array([True, False]), HANDS[1]], "", "", "bad_card", "hand 1", "True"),
        ([[51, 50, 49, -1], HANDS[1]], "", "", "bad_card", "hand 1", "-1"),
        ([[51, 50, 49, "As"], HANDS[1]], "", "", "bad_card", "hand 1", "'As'"),
        ([range(4), range(4, 8)], [], range(8, 48), "card_count", "dead", "4 cards are left"),
        ([range(n, n + 6) for n in range(0, 48, 6)], "", "", "card_count", "hands", "4 cards are left"),
    ],
)
def test_bad_cards_are_refused(hands: Any, board: Any, dead: Any, code: str, where: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        equity(hands, board, dead)
    assert (refused.value.code, refused.value.where) == (code, where)
    assert isinstance(refused.value, CardError) == (code not in ("player_count", "bad_range"))


def test_whole_numbers_of_any_kind_are_codes() -> None:
    asked = read(HANDS, "4s7dKd", "2c")
    hands: Any = np.array(asked.hands, np.uint8)
    board: Any = np.array(asked.board)
    dead: Any = [np.int64(0)]
    found = read([*hands], board, dead)
    assert found == asked
    assert all(type(card) is int for card in (*found.hands[0], *found.board, *found.dead))
    assert equity([hands[0], "AA"], board, samples=9, seed=1) == equity([HANDS[0], "AA"], "4s7dKd", samples=9, seed=1)


@pytest.mark.parametrize("samples", [0, -1, 1_000_000_001, 10**30, 1.5, True, "100"])
def test_absurd_sample_counts_are_refused(samples: Any) -> None:
    with pytest.raises(InputError, match="1 to 1,000,000,000") as refused:
        equity(HANDS, samples=samples)
    assert (refused.value.code, refused.value.where) == ("sample_count", "samples")


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, "x"])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(InputError, match="not a seed") as refused:
        equity(HANDS, samples=10, seed=seed)
    assert (refused.value.code, refused.value.where) == ("seed", "seed")


def test_a_seed_without_samples_is_refused() -> None:
    with pytest.raises(InputError, match="exact odds need none"):
        equity(HANDS, seed=1)
