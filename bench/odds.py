"""How fast odds and batches are against phevaluator's C and poker-equity's Rust, by turns in the same run.

    python -m bench.odds                 a table
    python -m bench.odds --json          the same as JSON, with the circumstances

Times are processor time of this process, all on one thread. Floors are least ratios. phevaluator ranks highs alone and
has no batches, so its rows include the calls from Python, as a program that uses it has them. Exits with 1 where a
floor is missed.
"""

import argparse
import random
import statistics
import sys
from collections.abc import Callable
from itertools import combinations
from time import process_time

import msgspec
import numpy as np
import poker_equity
from phevaluator import _pheval

from bench.machine import Circumstances, circumstances
from bench.measure import Row
from omaha8.cards import FULL_DECK, format_cards
from omaha8.evaluation import batch
from omaha8.odds import equity, load_kernels
from omaha8.odds.exact import count
from omaha8.odds.matchup import read

HEADS_UP = ["AsKs2s3h", "QhJh5c6d"]
THREE = [*HEADS_UP, "9c9d7h8h"]
SIX = [*THREE, "TcTd4s4h", "AcKc2d3d", "AhAd2c7c"]
FLOP = "4s7dKd"
TURN = "4s7dKd9c"
GAME = "omaha_hi_lo"
ROUNDS = 5

Work = Callable[[], object]


class Report(msgspec.Struct, frozen=True):
    """A whole run."""

    circumstances: Circumstances
    rows: list[Row]


def compare(
    name: str, ours: tuple[Work, int], theirs: tuple[Work, int], floor: float | None, rounds: int = ROUNDS
) -> Row:
    """Time both by turns; each is a piece of work and how many items it does."""
    ours[0](), theirs[0]()  # compiled, tables loaded, caches warm
    timed = [(_per_item(*ours, least=0.02), _per_item(*theirs, least=0.02)) for _ in range(rounds)]
    ratio = statistics.median(slow / fast for fast, slow in timed)
    return Row(
        name=name,
        unit="per second",
        ours=1 / statistics.median(fast for fast, _ in timed),
        theirs=1 / statistics.median(slow for _, slow in timed),
        ratio=ratio,
        floor=floor,
        passed=floor is None or ratio >= floor,
    )


def _per_item(work: Work, items: int, least: float) -> float:
    """Seconds for one item, repeated until there is enough to time."""
    begun, done = process_time(), 0
    while True:
        work()
        done += items
        taken = process_time() - begun
        if taken >= least:
            return taken / done


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
            (one_by_one, len(theirs)),
            4,
        ),
        compare(
            "all 270,725 hands on a board",
            (lambda: batch.rank_on_boards(every, boards[:20]), 20 * len(every)),
            (one_by_one, len(theirs)),
            60,
        ),
    ]


def exact(name: str, hands: list[str], floor: float | None, board: str = "", rounds: int = ROUNDS) -> Row:
    """Exact odds, from text to the equity of each hand."""
    return compare(
        name,
        (lambda: [hand.share for hand in equity(hands, board).hands], 1),
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
        (lambda: poker_equity.chunk_from_text(GAME, HEADS_UP, "", "", 20_000, 1, 1), 20_000),
        floor,
    )


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
        one_thread_sampling("samples, one thread", 7),
        *batches(),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.odds", description="Odds against two peers.")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    report = Report(circumstances(), measure())
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        print(f"{report.circumstances.cpu}, {report.circumstances.python}, {report.circumstances.date}")
        for row in report.rows:
            print(_line(row))
    return 0 if all(row.passed for row in report.rows) else 1


def _line(row: Row) -> str:
    floor = "" if row.floor is None else f"floor {row.floor:,.0f}  {'ok' if row.passed else 'MISSED'}"
    return f"{row.name:40}{row.ours:>14,.0f}/s{row.theirs:>12,.1f}/s{row.ratio:>10,.1f} x  {floor}"


if __name__ == "__main__":
    sys.exit(main())
