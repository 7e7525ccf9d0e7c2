"""Random hands against the oracle: both keys, and exactly the cards that play."""

import random

import pytest

from evaluation import oracle
from omaha8.cards import FULL_DECK, Card
from omaha8.evaluation import RankedBoard, evaluate, rank


def check(hole: list[Card], board: list[Card]) -> None:
    high, low = oracle.best(hole, board)
    found = evaluate(hole, board)
    assert (found.high_key, found.low_key) == (high[0], low[0]), (hole, board)
    assert rank(hole, board) == (high[0], low[0])
    made = found.high
    assert (made.key, made.hole, made.board) == high, (hole, board)
    assert oracle.HIGH_PLACE[oracle.high_strength(made.hole + made.board)] == made.key
    made_low = found.low
    if made_low is None:
        assert low[0] == 0
    else:
        assert (made_low.key, made_low.hole, made_low.board) == low, (hole, board)
        strength = oracle.low_strength(made_low.hole + made_low.board)
        assert strength is not None
        assert oracle.LOW_PLACE[strength] == made_low.key


def check_random(cases: int, hole_cards: int, board_cards: int, seed: str) -> None:
    rng = random.Random(f"{seed} {hole_cards} {board_cards}")
    for _ in range(cases):
        cards = rng.sample(FULL_DECK, hole_cards + board_cards)
        check(cards[:hole_cards], cards[hole_cards:])


@pytest.mark.parametrize("board_cards", [3, 4, 5])
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_r6_1_r6_2_random_hands(hole_cards: int, board_cards: int) -> None:
    check_random(3_000, hole_cards, board_cards, "quick")


@pytest.mark.deep
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_r6_1_r6_2_many_random_hands_on_full_boards(hole_cards: int, part: int) -> None:
    check_random(20_000, hole_cards, 5, f"deep {part}")


@pytest.mark.deep
@pytest.mark.parametrize("board_cards", [3, 4])
@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_r6_1_r6_2_many_random_hands_on_flops_and_turns(hole_cards: int, board_cards: int) -> None:
    check_random(20_000, hole_cards, board_cards, "deep")


def test_r6_5_hands_of_few_ranks_and_suits() -> None:
    """Where pairs, flushes and lows are thick: decks of few ranks, and of one or two suits."""
    rng = random.Random("thick")
    decks = [[card for card in FULL_DECK if card >> 2 in (0, 1, 2, 12)], [card for card in FULL_DECK if card & 3 == 1]]
    decks.append([card for card in FULL_DECK if card & 3 in (0, 3)])
    decks.append([card for card in FULL_DECK if card >> 2 <= 6 or card >> 2 == 12])
    for deck in decks:
        for hole_cards in (4, 5, 6):
            for _ in range(400):
                cards = rng.sample(deck, hole_cards + 5)
                check(cards[:hole_cards], cards[hole_cards:])


def test_one_board_ranks_many_hands() -> None:
    rng = random.Random("board")
    for _ in range(200):
        cards = rng.sample(FULL_DECK, 52)
        board = RankedBoard(cards[:5])
        for seat in range(9):
            hole = cards[5 + 5 * seat : 10 + 5 * seat]
            high, low = oracle.best(hole, cards[:5])
            assert board.rank(hole) == (high[0], low[0])


def test_r6_5_neither_suits_nor_the_order_of_cards_matter() -> None:
    rng = random.Random("order")
    for _ in range(300):
        cards = rng.sample(FULL_DECK, 9)
        keys = rank(cards[:4], cards[4:])
        suits = rng.sample(range(4), 4)
        moved = [Card(card & ~3 | suits[card & 3]) for card in cards]
        hole, board = moved[:4], moved[4:]
        rng.shuffle(hole)
        rng.shuffle(board)
        assert rank(hole, board) == keys
