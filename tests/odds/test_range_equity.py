"""Odds of ranges: against every combination by the book, samples against exact, and both tiers the same."""

import os
import random
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from odds.by_hand import expected
from odds.memory import most_memory
from omaha8.cards import FULL_DECK, Card
from omaha8.errors import CardError, InputError
from omaha8.evaluation import batch
from omaha8.odds import Equity, Range, against_random, calculator, equity, exact
from omaha8.odds.matchup import read
from omaha8.odds.ranges import exact as range_exact
from omaha8.odds.ranges import samples as range_samples
from omaha8.odds.ranges.matchup import read_ranges

Weighted = list[tuple[tuple[Card, ...], int]]
COUNTS = ("scoops", "high_wins", "high_ties", "low_wins", "low_ties", "quartered")


def some_range(rng: random.Random, cards: Sequence[Card], hole_cards: int, size: int) -> Weighted:
    """Different hands out of these cards, each with a weight."""
    hands: dict[tuple[Card, ...], int] = {}
    while len(hands) < size:
        hands[tuple(sorted(rng.sample(cards, hole_cards)))] = rng.choice((10, 30, 100))
    return [*hands.items()]


def as_range(weighted: Weighted) -> Range:
    hands = np.array([hand for hand, _ in weighted], np.uint8)
    return Range("some", hands, np.array([weight for _, weight in weighted], np.uint8))


def by_the_book(ranges: Sequence[Weighted], board: Sequence[Card], dead: Sequence[Card]) -> list[dict[str, Fraction]]:
    """Every combination without a card twice, each by its weight: equities and how often each thing happens."""
    sums: list[dict[str, Fraction]] = [dict.fromkeys(("equity", *COUNTS), Fraction(0)) for _ in ranges]
    total = 0
    for combination in product(*ranges):
        cards = [card for hand, _ in combination for card in hand] + [*board, *dead]
        if len(set(cards)) < len(cards):
            continue
        weight = 1
        for _, own in combination:
            weight *= own
        won, boards, _ = expected([hand for hand, _ in combination], board, dead)
        total += weight
        for mine, hand in zip(sums, won, strict=True):
            for name in mine:
                mine[name] += weight * (Fraction(hand.get(name, 0)) / (1 if name == "equity" else boards))
    return [{name: value / total for name, value in mine.items()} for mine in sums]


def agrees(found: Equity, right: Sequence[dict[str, Fraction]]) -> None:
    assert found.seed is None
    assert sum(hand.equity for hand in found.hands) == 1
    for hand, by_name in zip(found.hands, right, strict=True):
        assert hand.equity == by_name["equity"]
        assert {name: Fraction(getattr(hand, name), found.boards) for name in COUNTS} == {
            name: by_name[name] for name in COUNTS
        }
        assert hand.standard_error == 0


@pytest.mark.parametrize(("players", "hole_cards"), [(2, 4), (2, 5), (3, 4), (2, 6), (4, 4)])
def test_ranges_on_turns_by_the_book(tier: str, players: int, hole_cards: int) -> None:
    """Few cards, so that hands often are in each other's way and in that of dead cards and board."""
    rng = random.Random(f"ranges {players} {hole_cards}")
    deck = rng.sample(FULL_DECK, 52)
    few = 14 if players * hole_cards < 10 else 26
    cards, rest = deck[:few], deck[few:]
    board, dead = rest[:4], [*cards[:2], *rest[4:6]]
    ranges = [some_range(rng, cards, hole_cards, 6) for _ in range(players)]
    left = [[(hand, weight) for hand, weight in each if not {*hand} & {*board, *dead}] for each in ranges]
    agrees(equity([as_range(each) for each in ranges], board, dead), by_the_book(left, board, dead))


def test_ranges_before_the_flop_by_the_book(tier: str) -> None:
    """Most cards are dead; combinations that are alike but for suits are counted once."""
    rng = random.Random("before")
    dead = [card for card in FULL_DECK if 8 <= card < 40]
    cards = [card for card in FULL_DECK if card not in dead]
    ranges = [some_range(rng, cards, 4, 8), some_range(rng, cards, 4, 4)]
    agrees(equity([as_range(each) for each in ranges], "", dead), by_the_book(ranges, [], dead))


def test_alike_combinations_count_as_each_of_them() -> None:
    """A range and its suits renamed, against the combinations one after another."""
    match_up = read_ranges(["AsKs2s3h", "AAK:KKA$ds"], dead="4c4d")
    found = range_exact.combine(match_up, (2_000, 0))
    assert found is not None
    assert found.possible > 1.4 * len(found.weights)
    counts = sum(exact.count(read(["AsKs2s3h", hand], dead="4c4d")) for hand in match_up.ranges[1].hands.tolist())
    assert (range_exact.count(match_up, found) == counts).all()


def test_one_hand_as_a_range_is_that_hand(tier: str) -> None:
    hands = ["AsKs2s3h", "QhJh5c6d"]
    alone = equity(hands, "4s7dKd", "2c")
    found = equity([f"({hands[0]})", hands[1]], "4s7dKd", "2c")
    assert [hand.equity for hand in found.hands] == [hand.equity for hand in alone.hands]
    assert (found.boards, found.no_low, found.combinations) == (alone.boards, alone.no_low, 1)
    assert [(hand.name, hand.range) for hand in found.hands] == [("(AsKs2s3h)", "(AsKs2s3h)"), ("QhJh5c6d", "")]


SPOTS = [
    (["AsKs2s3h", "AA"], "", "2c"),
    (["AsKs2s3h", "A2$ds@30,KK@90"], "4s7dKd", ""),
    (["AKs@10,22", "AsKs2s3h", "Q*J*"], "4h7dKd9c2h", "8c"),
    (["A2:[K,Q]s", "99:J8"], "9d4h8d3s", "Ac"),
    (["*", "AA@30,2", "AsKs2s3h", "*"], "", "9c"),
]


@pytest.mark.parametrize(("hands", "board", "dead"), SPOTS[1:4:2])
def test_samples_agree_with_exact(tier: str, hands: list[str], board: str, dead: str) -> None:
    right = equity(hands, board, dead, exact=True)
    found = equity(hands, board, dead, samples=60_000, seed=5)
    assert right.combinations is not None
    assert right.combinations > 100
    assert found.seed == 5
    assert sum(hand.equity for hand in found.hands) == 1
    for sampled, counted in zip(found.hands, right.hands, strict=True):
        assert abs(float(sampled.equity - counted.equity)) < 4 * sampled.standard_error
        for name in COUNTS:
            chance = getattr(counted, name) / right.boards
            error = (chance * (1 - chance) / 60_000) ** 0.5
            assert abs(getattr(sampled, name) / 60_000 - chance) <= 4 * error + 1e-9


def test_the_standard_error_is_right(tier: str) -> None:
    """Over many seeds the distance from the exact equity is what the error says: a chi-square within wide bounds."""
    hands, board, dead = SPOTS[1]
    right = float(equity(hands, board, dead).hands[0].equity)
    runs = [equity(hands, board, dead, samples=400, seed=seed).hands[0] for seed in range(60)]
    squares = [((float(run.equity) - right) / run.standard_error) ** 2 for run in runs]
    assert 30 < sum(squares) < 100


def test_any_number_of_hands_that_may_be_any(tier: str) -> None:
    """Nine opponents with any hand win alike, and the known hand what it wins against any, drawn in another way."""
    found = equity(["AsKs2s3h", *["*"] * 9], samples=20_000, seed=2)
    assert len({hand.range for hand in found.hands[1:]}) == 1
    mean = float(1 - found.hands[0].equity) / 9
    assert all(abs(float(hand.equity) - mean) < 4.5 * hand.standard_error for hand in found.hands[1:])
    right = float(against_random("AsKs2s3h", "4s7dKd").hands[0].equity)
    drawn = equity(["AsKs2s3h", "*"], "4s7dKd", samples=40_000, seed=3).hands[0]
    assert abs(float(drawn.equity) - right) < 4 * drawn.standard_error


def test_conflicts_do_not_bend_the_draw() -> None:
    """Each combination comes as often as the product of its weights: chi-square, 8 degrees of freedom."""
    ranges = [
        as_range([((0, 1, 2, 3), 100), ((4, 5, 6, 7), 50), ((8, 9, 10, 11), 100)]),  # type: ignore[list-item]
        as_range([((0, 13, 14, 15), 20), ((4, 8, 16, 17), 100), ((20, 21, 22, 23), 100)]),  # type: ignore[list-item]
        as_range([((8, 24, 25, 26), 100), ((20, 30, 31, 32), 30), ((33, 34, 35, 36), 60)]),  # type: ignore[list-item]
    ]
    match_up = read_ranges(ranges)
    size = 40_000
    holes, _ = range_samples.draw(range_samples.ready(match_up), 0, size, 9)
    seen: dict[tuple[int, ...], int] = {}
    for deal in zip(*(hands[:, 1].tolist() for hands in holes), strict=True):
        seen[deal] = seen.get(deal, 0) + 1
    right: dict[tuple[int, ...], int] = {}
    for deal in product(*(zip(each.hands.tolist(), each.weights.tolist(), strict=True) for each in ranges)):
        cards = [card for hand, _ in deal for card in hand]
        if len(set(cards)) == len(cards):
            right[tuple(hand[1] for hand, _ in deal)] = deal[0][1] * deal[1][1] * deal[2][1]
    total = sum(right.values())
    assert set(seen) == set(right)
    chances = {deal: size * weight / total for deal, weight in right.items()}
    assert sum((seen[deal] - chance) ** 2 / chance for deal, chance in chances.items()) < 3.5 * len(right)


def test_both_tiers_and_any_division_of_work_draw_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    match_ups = [read_ranges(hands, board, dead) for hands, board, dead in SPOTS]
    whole = [range_samples.count(each, 3_000, 7) for each in match_ups]
    counted = range_exact.count(match_ups[1], combined(match_ups[1]))
    monkeypatch.setattr(range_samples, "ROWS_AT_ONCE", 700)
    assert all((range_samples.count(each, 3_000, 7) == one).all() for each, one in zip(match_ups, whole, strict=True))
    if not batch.load_kernels():
        pytest.skip("numba is not installed")
    assert all((range_samples.count(each, 3_000, 7) == one).all() for each, one in zip(match_ups, whole, strict=True))
    assert (range_exact.count(match_ups[1], combined(match_ups[1])) == counted).all()


def combined(match_up: Any) -> range_exact.Combinations:
    found = range_exact.combine(match_up, calculator.BUDGET)
    assert found is not None
    return found


def test_what_is_too_much_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculator, "USUAL_SAMPLES", 2_000)
    found = equity(["AA", "KK"], seed=3)
    assert (found.boards, found.seed, found.combinations) == (2_000, 3, None)
    assert found == equity(["AA", "KK"], samples=2_000, seed=3)
    assert equity(["AA", "KK"]).seed is not None
    with pytest.raises(InputError, match="too wide to be counted") as refused:
        equity(["AA", "KK"], exact=True)
    assert (refused.value.code, refused.value.where) == ("exact", "exact")


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(range_samples, "ROWS_AT_ONCE", 1_000)
    told: list[tuple[int, int]] = []
    equity(["AA", "KK"], samples=2_500, seed=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(1_000, 2_500), (2_000, 2_500), (2_500, 2_500)]
    told.clear()
    equity(["AsKs2s3h", "QQJJ"], "4s7dKd", progress=lambda done, of: told.append((done, of)))
    assert told
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize(
    ("hands", "board", "dead", "code", "where", "says"),
    [
        (["AA"], "", "", "player_count", "hands", "1 given"),
        (["AA"] * 11, "", "", "player_count", "hands", "11 given"),
        (["AA", "AAx]"], "", "", "bad_range", "hand 2", "place 4"),
        (["10%", "AsKs2s3h4h"], "", "", "bad_range", "hand 1", "only those of four"),
        (["AA", "KK"], "4s7d", "", "card_count", "board", "2 board cards"),
        (["AA", "KK"], "4s", "", "card_count", "board", "1 board cards"),
        (["AA", "KK"], "4s7dKd9c8c7c", "", "card_count", "board", "6 board cards"),
        (["AA", "KK"], "4s7dK", "", "bad_card", "board", "'K'"),
        (["AA", "KK"], "4s7dKd", "Kd", "repeated_card", "dead", "Kd stands in board"),
        (["AsKs2s3h", "KK"], "4s7dAs", "", "repeated_card", "board", "As stands in hand 1"),
        (["AA", "KK"], "AsAhAd", "", "empty_range", "hand 1", "'AA' has no hand without a card of AsAhAd"),
        (["KK", "AA"], "", "AsAhAd", "empty_range", "hand 2", "AsAhAd"),
        (["AsAhAd2c", "AA"], "", "", "conflicting_ranges", "hand 2", "no hand is left beside"),
        (["AA:KK:xxyy", "AA:KK:xxyy", "AA:KK:xxyy"], "", "", "conflicting_ranges", "hands", "held twice"),
        (["AA", "AA", "AA"], "", "", "conflicting_ranges", "hands", "0 of 65,536 draws .* that need the same cards"),
        (["15%"] * 6, "", "", "conflicting_ranges", "hands", "too many players for ranges as wide as these"),
        (["*"] * 10, "4s7dKd", "2c3c4c5c6c7c8c9c", "card_count", "dead", "1 cards are left"),
    ],
)
def test_bad_input_is_refused(hands: Any, board: str, dead: str, code: str, where: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        equity(hands, board, dead)
    assert (refused.value.code, refused.value.where) == (code, where)


def test_hole_cards() -> None:
    assert read_ranges(["AA", "AsKs2s3h4h"]).hole_cards == 5
    assert read_ranges(["AA", "KK"]).hole_cards == 4
    assert read_ranges(["AA", "KK"], hole_cards=5).hole_cards == 5
    assert equity(["AAKKQ", "QQJJT"], "4s7dKd9c", hole_cards=5, samples=10, seed=1).hands[0].range == "AAKKQ"
    with pytest.raises(InputError, match="hand 1 has 4"):
        equity(["AsKs2s3h", "QhJh5c6d"], hole_cards=5)
    with pytest.raises(CardError, match="4 hole cards"):
        equity(["AsKs2s3h4h", "QhJh5c6d", "AA"])
    with pytest.raises(InputError, match="4, 5 or 6"):
        equity(["AA", "KK"], hole_cards=7)


@pytest.mark.parametrize(
    ("hands", "weights", "code"),
    [
        (np.zeros((0, 4), np.uint8), np.zeros(0, np.uint8), "card_count"),
        (np.array([[0, 1, 2]], np.uint8), np.ones(1, np.uint8), "card_count"),
        (np.array([[0, 1, 2, 3]]), np.ones(1, np.uint8), "card_count"),
        (np.array([[0, 1, 2, 52]], np.uint8), np.ones(1, np.uint8), "bad_card"),
        (np.array([[0, 1, 2, 0]], np.uint8), np.ones(1, np.uint8), "repeated_card"),
        (np.array([[0, 1, 2, 3]], np.uint8), np.zeros(1, np.uint8), "bad_range"),
        (np.array([[0, 1, 2, 3]], np.uint8), np.full(1, 101, np.uint8), "bad_range"),
        (np.array([[0, 1, 2, 3]], np.uint8), np.ones(2, np.uint8), "bad_range"),
    ],
)
def test_bad_ranges_of_ones_own_are_refused(hands: Any, weights: Any, code: str) -> None:
    with pytest.raises(InputError) as refused:
        equity(["AsKs2s3h", Range("mine", hands, weights)])
    assert (refused.value.code, refused.value.where) == (code, "hand 2")


def test_a_hand_stands_once_in_a_range_of_ones_own() -> None:
    hand = [0, 1, 2, 3]
    refused_as_bad(np.array([hand, [4, 5, 6, 7], hand], np.uint8), np.ones(3, np.uint8), "of which 2 are different")
    refused_as_bad(np.array([hand, hand[::-1]], np.uint8), np.ones(2, np.uint8), "of which 1 are different")


def test_a_known_hand_is_one() -> None:
    hands = np.array([[0, 1, 2, 3], [4, 5, 6, 7]], np.uint8)
    refused_as_bad(hands, np.ones(2, np.uint8), "one known hand", is_hand=True)
    held = equity(["AsKs2s4h", Range("mine", hands[1:], np.ones(1, np.uint8), True)], "5s7dKd").hands[1].cards
    assert held == (4, 5, 6, 7)


def test_ranges_of_ones_own_are_arrays() -> None:
    hands = np.array([[0, 1, 2, 3]], np.uint8)
    refused_as_bad(hands.tolist(), np.ones(1, np.uint8), "hands of type list; expected a numpy array")
    refused_as_bad(hands, [1], "weights of type list")
    refused_as_bad(None, None, "hands of type NoneType")
    refused_as_bad(hands.astype("U"), np.ones(1, np.uint8), "expected uint8")
    refused_as_bad(hands, np.array(["a"]), "weights must be uint8")
    refused_as_bad(hands, np.ones(1, np.uint8), "expected str", text=5)


def refused_as_bad(hands: Any, weights: Any, says: str, *, text: Any = "mine", is_hand: bool = False) -> None:
    with pytest.raises(InputError, match=says) as refused:
        equity([Range(text, hands, weights, is_hand), "AsKs2s3h"])
    assert refused.value.where == "hand 1"


@pytest.mark.parametrize("asked", [{"samples": 0}, {"samples": 10**10}, {"seed": -1}, {"exact": True, "samples": 5}])
def test_bad_numbers_are_refused(asked: Any) -> None:
    with pytest.raises(InputError):
        equity(["AA", "KK"], **asked)


@pytest.mark.parametrize("samples", [300_000, 3_000_000])
@pytest.mark.parametrize("ranges", [["A", "!A", "*"], ["*"] * 10])
def test_a_large_draw_takes_little_memory(ranges: list[str], samples: int) -> None:
    """On many cores: as many samples as numpy draws and as kernels do, of wide ranges and of a million outcomes."""
    assert most_memory(f"equity({ranges}, samples={samples}, seed=1)", cores=64) < 250_000


def test_nearly_all_work_is_done_without_the_interpreters_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine tenths of a thread's processor time is in kernels, which let others run: two threads can be 1.8 as fast."""
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    if not batch.load_kernels():
        pytest.skip("numba is not installed")
    spent: list[float] = []

    def timed(load: int, module: str = "omaha8.evaluation.kernels") -> Any:
        kernels = batch.compiled(load, module)

        class Timed:
            def __getattr__(self, name: str) -> Any:
                kernel = getattr(kernels, name)
                assert kernel.targetoptions["nogil"]

                def run(*arguments: Any) -> None:
                    before = time.thread_time()
                    kernel(*arguments)
                    spent.append(time.thread_time() - before)

                return run

        return Timed()

    monkeypatch.setattr(range_samples, "compiled", timed)
    match_up = read_ranges(["AA", "KK"])
    range_samples.count(match_up, 100_000, 1)
    spent.clear()
    before = time.process_time()
    range_samples.count(match_up, 4_000_000, 1)
    assert sum(spent) > 0.9 * (time.process_time() - before)


@pytest.mark.parametrize(
    "asked",
    [
        "['*'] * 7, hole_cards=6, samples=100_000, seed=1",
        "['AsKs2s3h4h5h', '**@50'], '4s7dKd'",
    ],
)
def test_any_hand_of_six_takes_little_memory(asked: str) -> None:
    """There are 20 million of them."""
    assert most_memory(f"equity({asked})") < 250_000


def test_equal_texts_are_one_range() -> None:
    match_up = read_ranges(["A2", "A2", "AsKs2s3h", "A2"])
    assert match_up.ranges[0] is match_up.ranges[1] is match_up.ranges[3]
    draws = range_samples.ready(match_up)
    assert len(draws.hands) == len(match_up.ranges[0].hands) + 1


@pytest.mark.parametrize("text", ["*", "**@50", "*,**", "100%", "!A,A"])
def test_any_hand_is_known_as_that(text: str) -> None:
    """Said in so many words, or found by listing."""
    match_up = read_ranges([text, "AsKs2s3h", "AA"], "4s7dKd")
    assert match_up.any_hand == (True, False, False)
    assert match_up.texts[0] == text
    assert read_ranges(["!A", "AsAh2s3h", "*"], "4s7dKd", "AdAc").any_hand == (True, False, True)
    assert not any(read_ranges(["*@50,AA", "AsKs2s3h"]).any_hand)


@pytest.mark.parametrize(("board_cards", "players"), [(4, 2), (5, 2), (5, 3)])
def test_any_hand_is_counted_from_the_cards_left(tier: str, board_cards: int, players: int) -> None:
    deck = random.Random("left").sample(FULL_DECK, 52)
    left, board, dead = deck[:12], deck[12 : 12 + board_cards], deck[12 + board_cards :]
    some: Weighted = [(tuple(left[:4]), 100), (tuple(left[3:7]), 30)]
    every: Weighted = [(hand, 1) for hand in combinations(left, 4)]
    asked: list[str | Range] = ["*", as_range(some), "*"]
    found = equity(asked[:players], board, dead, exact=True)
    agrees(found, by_the_book([every, some, every][:players], board, dead))


def test_the_last_cards_left_are_not_a_range_of_one_hand(tier: str) -> None:
    """One hand is all the hands there may be of four cards, but these are not those four."""
    hands, board = ["(AsKs2s3h)", "QhJh5c6d"], "4s7dKd9cTc"
    left = read(["AsKs2s3h", "QhJh5c6d"], board).unseen
    whole = equity(hands, board, left[4:])
    assert [hand.equity for hand in equity(hands, board, left[4:], samples=9, seed=1).hands] == [
        hand.equity for hand in whole.hands
    ]


@pytest.mark.deep
def test_two_threads_are_nearly_twice_as_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the processor time used in a second of the clock."""
    if not batch.load_kernels():
        pytest.skip("numba is not installed")
    if os.cpu_count() == 1 or os.getloadavg()[0] > 0.7:
        pytest.skip("the machine has other work, or one core")
    match_up = read_ranges(["AA", "KK"])
    range_samples.count(match_up, 100_000, 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    best = 0.0
    for seed in range(8):
        wall, used = time.perf_counter(), time.process_time()
        range_samples.count(match_up, 3_000_000, seed)
        best = max(best, (time.process_time() - used) / (time.perf_counter() - wall))
    assert best >= 1.8
