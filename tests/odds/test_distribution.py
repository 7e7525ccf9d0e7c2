"""What is made by each street: against every deal by the book, and samples against exact."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from evaluation import oracle
from odds.spots import spot
from omaha8.cards import FULL_DECK, Card
from omaha8.errors import InputError
from omaha8.evaluation import Category, rank
from omaha8.odds import Distribution, Range, distribution
from omaha8.odds.distribution import LOWS, rank_part

STREETS = {"flop": 3, "turn": 4, "river": 5}


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
@pytest.mark.parametrize("board_cards", [3, 4])
def test_flops_and_turns_are_ranked_as_one_hand_is(hole_cards: int, board_cards: int) -> None:
    rng = random.Random(f"part {hole_cards} {board_cards}")
    deals = [rng.sample(FULL_DECK, hole_cards + board_cards) for _ in range(1_500)]
    flushing = [card for card in FULL_DECK if card & 3 < 2]  # two suits only: flushes are thick
    deals += [rng.sample(flushing, hole_cards + board_cards) for _ in range(1_500)]
    cards = np.array(deals, np.uint8)
    highs, lows = rank_part(cards[:, :hole_cards], cards[:, hole_cards:])
    assert [*zip(highs.tolist(), lows.tolist(), strict=True)] == [
        rank(deal[:hole_cards], deal[hole_cards:]) for deal in deals
    ]


def by_the_book(hands: list[list[Card]], board: list[Card], dead: list[Card], street: str) -> list[Counter[str]]:
    """How many boards of the street give each hand each kind of high and of low."""
    seen = {card for group in (*hands, board, dead) for card in group}
    left = [card for card in FULL_DECK if card not in seen]
    found: list[Counter[str]] = [Counter() for _ in hands]
    for rest in combinations(left, STREETS[street] - len(board)):
        for hand, counter in zip(hands, found, strict=True):
            fives = [(*two, *three) for two in combinations(hand, 2) for three in combinations((*board, *rest), 3)]
            counter[Category(max(oracle.high_strength(five) for five in fives)[0]).name] += 1
            lows = [low for low in map(oracle.low_strength, fives) if low is not None]
            counter[f"{-max(lows)[0]} low" if lows else "no low"] += 1
    return found


def kinds(found: Distribution, player: int, street: str) -> Counter[str]:
    (one,) = [each for each in found.hands[player].streets if each.street == street]
    assert sum(one.high) == sum(one.low) == one.deals
    names = [category.name for category in Category]
    return +Counter(dict(zip((*names, *LOWS), (*one.high, *one.low), strict=True)))


@pytest.mark.parametrize(("players", "hole_cards", "board_cards"), [(2, 4, 3), (3, 5, 4), (2, 6, 5), (2, 4, 0)])
def test_hands_by_the_book(tier: str, players: int, hole_cards: int, board_cards: int) -> None:
    rng = random.Random(f"kinds {players} {hole_cards}")
    hands, board, dead = spot(rng, players, hole_cards, board_cards, 52 - players * hole_cards - board_cards - 9)
    found = distribution(hands, board, dead)
    assert found.seed is None
    for street, size in STREETS.items():
        if size >= board_cards:
            right = by_the_book(hands, board, dead, street)
            assert [kinds(found, player, street) for player in range(players)] == right
        else:
            assert street not in [each.street for each in found.hands[0].streets]


def test_ranges_are_all_their_combinations(tier: str) -> None:
    """Weights count, and what a combination holds does not come."""
    rng = random.Random("kinds of ranges")
    deck = rng.sample(FULL_DECK, 52)
    board, dead, cards = deck[:3], deck[3:25], deck[25:]
    ranges = [[sorted(rng.sample(cards[:12], 4)) for _ in range(4)] for _ in range(2)]
    weights = [[1, 2, 2, 3], [5, 1, 1, 1]]
    asked = [
        Range("some", np.array(hands, np.uint8), np.array(own, np.uint8))
        for hands, own in zip(ranges, weights, strict=True)
    ]
    found = distribution(asked, board, dead)
    for street in STREETS:
        right: list[Counter[str]] = [Counter(), Counter()]
        for one, weight in zip(*(ranges[0], weights[0]), strict=True):
            for other, more in zip(*(ranges[1], weights[1]), strict=True):
                if not {*one} & {*other}:
                    for mine, counter in zip(right, by_the_book([one, other], board, dead, street), strict=True):
                        mine.update({kind: weight * more * count for kind, count in counter.items()})
        for player, counter in enumerate(right):
            made = kinds(found, player, street)
            scale = Fraction(counter.total(), made.total())  # weights are divided by what they share
            assert {kind: count * scale for kind, count in made.items()} == counter


def test_samples_agree_with_exact(tier: str) -> None:
    hands = ["AsKs2s3h", "A2$ds@30,KK"]
    exact = distribution(hands, "4s7dKd")
    found = distribution(hands, "4s7dKd", samples=40_000, seed=2)
    assert (exact.seed, found.seed) == (None, 2)
    assert found == distribution(hands, "4s7dKd", samples=40_000, seed=2)
    for player in range(2):
        for street in STREETS:
            right, drawn = kinds(exact, player, street), kinds(found, player, street)
            for kind, count in right.items():
                chance = 2 * count / right.total()
                assert abs(drawn[kind] / 40_000 - chance) <= 4 * (chance * (1 - chance) / 40_000) ** 0.5 + 1e-9


def test_what_is_too_much_is_drawn() -> None:
    found = distribution(["AA", "KK"], seed=4)
    assert (found.seed, found.hands[0].streets[2].deals) == (4, 200_000)
    with pytest.raises(InputError, match="1 to 1,000,000,000"):
        distribution(["AA", "KK"], samples=0)
