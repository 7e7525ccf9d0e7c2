"""One hand against a random hand: by the book, by ranking every deal, and the same on both tiers."""

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from odds.by_hand import expected
from odds.memory import most_memory
from odds.spots import spot
from omaha8.cards import FULL_DECK, Card
from omaha8.errors import InputError
from omaha8.evaluation.batch import rank_many
from omaha8.odds import against_random, equity, preflop_equity, random_hand

COUNTED = ("scoops", "high_wins", "high_ties", "low_wins", "low_ties", "quartered")


def agrees_by_the_book(hand: list[Card], board: list[Card], dead: list[Card]) -> None:
    """Every hand the opponent may hold, every board, ranked by the oracle."""
    found = against_random(hand, board, dead)
    boards = no_low = 0
    sums: list[dict[str, Fraction | int]] = [dict.fromkeys(("equity", *COUNTED), 0) for _ in range(2)]
    unseen = [card for card in FULL_DECK if card not in (*hand, *board, *dead)]
    for opponent in combinations(unseen, len(hand)):
        won, of_hand, without = expected([hand, opponent], board, dead)
        boards += of_hand
        no_low += without
        for total, part in zip(sums, won, strict=True):
            for field in total:
                total[field] += part.get(field, 0) * (of_hand if field == "equity" else 1)
    assert (found.boards, found.no_low, found.combinations) == (boards, no_low, len([*combinations(unseen, len(hand))]))
    for each, total in zip(found.hands, sums, strict=True):
        assert each.equity == Fraction(total["equity"]) / boards
        assert {field: getattr(each, field) for field in COUNTED} == {field: total[field] for field in COUNTED}
    assert [each.cards for each in found.hands] == [tuple(hand), ()]


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_by_the_book_with_few_cards_left(tier: str, hole_cards: int, board_cards: int) -> None:
    rng = random.Random(f"{hole_cards} {board_cards}")
    left = 5 - board_cards + hole_cards + (hole_cards < 6)  # more would take the oracle long
    hands, board, dead = spot(rng, 1, hole_cards, board_cards, 52 - hole_cards - board_cards - left)
    agrees_by_the_book(hands[0], board, dead)


@pytest.mark.parametrize("hand", ["AsKs2s3s", "9h9d9c4h", "8s7s6h5h"])
@pytest.mark.parametrize("board", ["2h5s6sTsQs", "4d7d8dAd6d", "3h3d8cKhKd"])
def test_full_boards_by_ranking_every_hand(tier: str, hand: str, board: str) -> None:
    """Boards of every flush: none, four of the suit and five, with and without lows; a hand shares no card with any."""
    found = against_random(hand, board).hands[0]
    own, on = random_hand.read(hand, board).hands[0], random_hand.read(hand, board).board
    left = [card for card in FULL_DECK if card not in (*own, *on)]
    others = np.array([*combinations(left, 4)], np.uint8)
    highs, lows = rank_many(others, np.array([on]).repeat(len(others), axis=0))
    (high,), (low,) = rank_many([own], [on])
    counted = (high > highs).sum(), (high == highs).sum(), (low > lows).sum(), ((low == lows) & (lows > 0)).sum()
    assert (found.high_wins, found.high_ties, found.low_wins, found.low_ties) == counted


def test_flops_of_all_cards_are_the_same_on_both_tiers(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = pytest.importorskip(random_hand.KERNELS)
    rng = random.Random(3)
    for case in range(6):
        hands, board, dead = spot(rng, 1, 4 + case % 3, 3 + case % 2, case % 5)
        match_up = random_hand.read(hands[0], board, dead)
        with monkeypatch.context() as patched:
            patched.setattr(random_hand, "compiled", lambda *_: None)
            counts = random_hand.count(match_up)
            patched.setattr(random_hand, "compiled", lambda *_: kernels)
            assert (random_hand.count(match_up) == counts).all(), match_up
        assert counts.sum() == match_up.deals


def test_a_few_boards_at_a_time_are_all_boards(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    for case in range(6):
        hands, board, dead = spot(rng, 1, 4 + case % 3, 3, 20 * (case % 2))
        match_up = random_hand.read(hands[0], board, dead)
        counts = random_hand.count(match_up)
        with monkeypatch.context() as patched:
            patched.setattr(random_hand, "_KEPT", 100_000)
            assert (random_hand.count(match_up) == counts).all(), match_up


@pytest.mark.parametrize(("hand", "board"), [("AsKs2s3h", "4s7dKd9c2c"), ("QhJh5c6d", "2h8hAh5d")])
def test_it_is_the_answer_of_equity_for_the_range_of_all_hands(hand: str, board: str) -> None:
    """Every combination is counted on its own there; dead cards keep the second one short."""
    known = random_hand.read(hand, board)
    dead = known.unseen[::2] if len(known.board) < 5 else ()
    assert against_random(hand, board, dead) == equity([hand, "*"], board, dead, exact=True)


def test_before_the_flop_it_is_what_the_data_file_has() -> None:
    pytest.importorskip(random_hand.KERNELS)
    found = against_random("KdKc7s2h")
    assert found.hands[0].equity == preflop_equity("KdKc7s2h")
    assert sum(each.equity for each in found.hands) == 1
    assert found.boards == 1_712_304 * 123_410


@pytest.mark.deep
def test_before_the_flop_with_numpy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_hand, "compiled", lambda *_: None)
    for hand in ("As2h3d4c", "QsQhJs9s"):
        assert against_random(hand).hands[0].equity == preflop_equity(hand)


@pytest.mark.deep
def test_five_and_six_cards_before_the_flop_with_some_cards_dead() -> None:
    """Every suit is short of other ranks, so no two suits are alike."""
    pytest.importorskip(random_hand.KERNELS)
    rng = random.Random(5)
    for hole_cards in (4, 5, 6):
        hands, board, dead = spot(rng, 1, hole_cards, 0, 12)
        found = against_random(hands[0], board, dead)
        drawn = equity([hands[0], "*"], dead=dead, samples=400_000, seed=hole_cards).hands[0]
        error = 4 * drawn.standard_error
        assert float(found.hands[0].equity) == pytest.approx(float(drawn.equity), abs=error)


@pytest.mark.deep
def test_six_cards_before_the_flop_take_little_memory() -> None:
    pytest.importorskip(random_hand.KERNELS)
    assert most_memory("equity(['AsKs2s3h4d5c', '*'], exact=True)") < 250_000


@pytest.mark.parametrize(
    ("given", "code", "where"),
    [
        (("AsKs2s",), "card_count", "hand"),
        (("AsKs2s3h4h5h6h",), "card_count", "hand"),
        (("AsKs2s3x",), "bad_card", "hand"),
        (([0, 1, 2, 52],), "bad_card", "hand"),
        (("AsAs2s3h",), "repeated_card", "hand"),
        (("AsKs2s3h", "As7dKd"), "repeated_card", "board"),
        (("AsKs2s3h", "4s7d"), "card_count", "board"),
        (("AsKs2s3h", "4s7dKd", "4s"), "repeated_card", "dead"),
        (("AsKsQsJs", "", [*range(39), 40]), "card_count", "dead"),
    ],
)
def test_bad_cards_are_refused_with_their_place(given: tuple[Any, ...], code: str, where: str) -> None:
    with pytest.raises(InputError) as refused:
        against_random(*given)
    assert (refused.value.code, refused.value.where) == (code, where)


def test_what_numpy_cannot_do_in_time_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_hand, "compiled", lambda *_: None)
    with pytest.raises(InputError, match=r"5 cards before the flop need .*omaha8\[fast\]") as refused:
        against_random("AsKs2s3hQd")
    assert (refused.value.code, refused.value.where) == ("needs_fast", "hand")


@pytest.mark.parametrize("hands", [["AsKs2s3h", "*"], ["*", "AsKs2s3h"]])
def test_equity_counts_a_hand_against_any_hand_on_a_board(hands: list[str]) -> None:
    found = equity(hands, "4s7dKd", "2c")
    alone = against_random("AsKs2s3h", "4s7dKd", "2c")
    assert found.seed is None
    assert found.hands == (alone.hands if hands[1] == "*" else alone.hands[::-1])
    assert found.combinations == alone.combinations
