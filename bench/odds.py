"""How fast odds and batches are against phevaluator's C and poker-equity's Rust, by turns in the same run.

Times are processor time of this process, all on one thread. phevaluator ranks highs alone and has no batches, so its
rows include the calls from Python, as a program that uses it has them.
"""

import random
import sys
from itertools import combinations

import numpy as np
import poker_equity
from phevaluator import _pheval

from bench.measure import Row, at_most, compare, processor_time
from omaha8.cards import FULL_DECK, format_cards
from omaha8.evaluation import batch
from omaha8.odds import against_random, equity, load_kernels
from omaha8.odds.exact import count
from omaha8.odds.matchup import read

HEADS_UP = ["AsKs2s3h", "QhJh5c6d"]
THREE = [*HEADS_UP, "9c9d7h8h"]
SIX = [*THREE, "TcTd4s4h", "AcKc2d3d", "AhAd2c7c"]
FLOP = "4s7dKd"
TURN = "4s7dKd9c"
GAME = "omaha_hi_lo"
ROUNDS = 5
POKER_EQUITY, PHEVALUATOR = "poker-equity", "phevaluator"
MOST_SECONDS_AGAINST_RANDOM = 3.0


def batches() -> list[Row]:
    """Ranking many hands, high and low on our side."""
    rng = random.Random(8)
    deals = [rng.sample(FULL_DECK, 9) for _ in range(200_000)]
    holes, boards = np.array([deal[:4] for deal in deals], np.uint8), np.array([deal[4:] for deal in deals], np.uint8)
    theirs = [(*deal[4:], *deal[:4]) for deal in deals[:20_000]]
    every = np.array(list(combinations(range(52), 4)), np.uint8)
    rank = _pheval.evaluate_plo4_cards

    def one_by_one() -> None:
        for cards in theirs:
            rank(*cards)

    return [
        compare(
            "random hands and boards",
            (lambda: batch.rank_many(holes, boards), len(holes)),
            PHEVALUATOR,
            (one_by_one, len(theirs)),
            4,
        ),
        compare(
            "all 270,725 hands on a board",
            (lambda: batch.rank_on_boards(every, boards[:20]), 20 * len(every)),
            PHEVALUATOR,
            (one_by_one, len(theirs)),
            60,
        ),
    ]


def exact(name: str, hands: list[str], floor: float | None, board: str = "", rounds: int = ROUNDS) -> Row:
    """Exact odds, from text to the equity of each hand."""
    return compare(
        name,
        (lambda: [hand.share for hand in equity(hands, board).hands], 1),
        POKER_EQUITY,
        (lambda: poker_equity.exact_from_text(GAME, hands, board), 1),
        floor,
        rounds,
    )


def counting(name: str, board: str, floor: float | None) -> Row:
    """Exact odds without reading text and making an answer: both are given cards in their own form."""
    match_up = read(HEADS_UP, board)
    their_hands = [[_masks(hand)] for hand in HEADS_UP]
    their_board = _masks(board)
    return compare(
        name,
        (lambda: count(match_up), 1),
        POKER_EQUITY,
        (lambda: poker_equity.exact(GAME, their_hands, their_board, 0), 1),
        floor,
    )


def _masks(cards: str) -> list[int]:
    """Cards as poker-equity has them, a bit each."""
    return [1 << poker_equity.card_index(cards[at : at + 2]) for at in range(0, len(cards), 2)]


def random_heads_up(name: str, floor: float) -> Row:
    """Exact heads-up odds before the flop, ours over many random match-ups; theirs takes as long for any."""
    rng = random.Random(9)
    dealt = [rng.sample(FULL_DECK, 8) for _ in range(50)]
    hands = [[format_cards(cards[:4]), format_cards(cards[4:])] for cards in dealt]
    return compare(
        name,
        (lambda: [equity(pair) for pair in hands], len(hands)),
        POKER_EQUITY,
        (lambda: poker_equity.exact_from_text(GAME, HEADS_UP), 1),
        floor,
        rounds=3,
    )


def one_thread_sampling(name: str, floor: float) -> Row:
    """Sampling, a thread each; the most samples that we draw without starting threads."""
    samples = 1 << 18
    return compare(
        name,
        (lambda: equity(HEADS_UP, samples=samples, seed=1), samples),
        POKER_EQUITY,
        (lambda: poker_equity.chunk_from_text(GAME, HEADS_UP, "", "", 20_000, 1, 1), 20_000),
        floor,
    )


def against_a_random_hand(name: str, hands: list[str]) -> Row:
    """Exact odds before the flop against all hands; nobody else counts them. The slowest of the hands counts."""
    against_random(hands[0])  # compiled
    seconds = max(processor_time(lambda hand=hand: against_random(hand), least=0) for hand in hands)  # type: ignore[misc]
    return at_most(name, seconds, MOST_SECONDS_AGAINST_RANDOM)


def measure() -> list[Row]:
    """All rows: what numpy does alone first, then with the compiled kernels."""
    rows = [random_heads_up("heads-up before the flop, numpy alone", 150)]
    if not load_kernels():
        sys.exit("the other rows need numba")
    return [
        *rows,
        random_heads_up("heads-up before the flop", 2_000),
        exact("three hands before the flop", THREE, 1_000, rounds=3),
        exact("six hands before the flop", SIX, 200, rounds=3),
        exact("heads-up on a flop", HEADS_UP, None, FLOP),
        exact("heads-up on a turn", HEADS_UP, None, TURN),
        counting("heads-up on a flop, counting alone", FLOP, 15),
        counting("heads-up on a turn, counting alone", TURN, 15),
        against_a_random_hand("one hand against a random hand, exact", SIX),
        one_thread_sampling("samples, one thread", 7),
        *batches(),
    ]
