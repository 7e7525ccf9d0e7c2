"""The start hands: the data file, what is read from it, and that it is what comes out when it is made."""

import random
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from omaha8.cards import SUITS, Card, format_cards
from omaha8.errors import CardError
from omaha8.evaluation.batch import rank_on_boards
from omaha8.evaluation.tables import TablesError
from omaha8.odds import against_random, percentile, preflop, preflop_equity, ranking
from omaha8.odds.matchup import codes
from omaha8.odds.random_hand import KERNELS
from omaha8.odds.ranges.patterns import all_hands
from omaha8.odds.shapes import board_shapes, taken

BEST_TO_WORST = ["AsAh2s3h", "AsAh2s3d", "AsAc2d3h", "AsAhKsKh", "KsKhQsQh", "AsKhQsJh", "9s8h7d6c", "2s2h2d2c"]


def some_hands(count: int) -> list[str]:
    """Hands of so many classes, evenly spread from the best to the worst."""
    (hands,) = all_hands(4)
    by_place = hands[np.argsort(ranking())]
    return [
        format_cards([Card(card) for card in by_place[place]]) for place in np.linspace(0, 270_724, count, dtype=int)
    ]


def test_all_hands_together_win_half_of_all_pots() -> None:
    classes = preflop._classes()
    (hands,) = all_hands(4)
    of_class = np.searchsorted(classes.keys, preflop.class_keys(hands))
    assert (classes.keys[of_class] == preflop.class_keys(hands)).all()
    assert len(classes.keys) == preflop.CLASSES == len(np.unique(of_class))
    assert int(classes.quarters[of_class].sum()) == 2 * preflop.DEALS * comb(52, 4)


def test_no_two_classes_are_worth_the_same() -> None:
    """So the order needs no rule for ties."""
    assert len(np.unique(preflop._classes().quarters)) == preflop.CLASSES


def test_names_of_suits_and_the_order_of_cards_do_not_matter() -> None:
    rng = random.Random(1)
    for _ in range(50):
        hand = rng.sample(range(52), 4)
        found = {
            preflop_equity([Card(card & ~3 | suits[card & 3]) for card in rng.sample(hand, 4)])
            for suits in permutations(range(4))
        }
        assert len(found) == 1


def test_hands_stand_in_the_order_players_know() -> None:
    places = [percentile(hand) for hand in BEST_TO_WORST]
    assert places == sorted(places)
    assert places[0] == 0
    assert places[-1] == Fraction(comb(52, 4) - 1, comb(52, 4))


def test_places_follow_equity() -> None:
    places = ranking()
    (hands,) = all_hands(4)
    assert (np.sort(places) == np.arange(comb(52, 4))).all()
    rng = random.Random(2)
    for _ in range(300):
        one, other = rng.sample(range(len(hands)), 2)
        equities = [preflop_equity(hands[row].tolist()) for row in (one, other)]
        if equities[0] != equities[1]:
            assert (places[one] < places[other]) == (equities[0] > equities[1])
        assert percentile(hands[one].tolist()) <= Fraction(int(places[one]), comb(52, 4))


def test_a_percentile_is_the_place_of_the_first_hand_of_the_class() -> None:
    (hands,) = all_hands(4)
    keys = preflop.class_keys(hands)
    for hand in some_hands(12):
        key = preflop.class_keys(np.array([codes(hand, "hand")], np.uint8))
        assert percentile(hand) == Fraction(int(ranking()[keys == key].min()), comb(52, 4))


@pytest.mark.parametrize(
    ("hand", "code"),
    [("AsKs2s3h4h", "card_count"), ("AsKs2s", "card_count"), ("AsKs2s2s", "repeated_card"), ("AsKs2sXx", "bad_card")],
)
def test_other_than_four_cards_are_refused(hand: str, code: str) -> None:
    for question in (preflop_equity, percentile):
        with pytest.raises(CardError) as refused:
            question(hand)
        assert (refused.value.code, refused.value.where) == (code, "hand")


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflop, "FILE_NAME", "absent.npz")
    with pytest.raises(TablesError, match=r"absent\.npz"):
        preflop._classes.__wrapped__()


def test_a_damaged_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflop, "FILE_NAME", "preflop.py")
    with pytest.raises(TablesError, match="reinstall"):
        preflop._classes.__wrapped__()


@pytest.mark.parametrize(
    ("board", "suit"),
    [("2h5s6sTsQs", "s"), ("4d7d8dAd6d", "d"), ("AsKhQhJcTh", "h"), ("2h3h5d7c7s", ""), ("9hKhJdTc7s", "")],
)
def test_shares_on_one_board_are_those_of_every_two_hands(board: str, suit: str) -> None:
    """The sweep that makes the file, on boards with a flush and without, against each hand ranked on its own."""
    pytest.importorskip("numba")
    from tools import preflop as tool

    cards = np.array([codes(board, "board")], np.uint8)
    of_suit = SUITS.find(suit) if suit else len(SUITS)
    in_suit = cards & 3 == of_suit
    shapes = tool.hands_by(4 if suit else 0)
    left = np.full(13, 3 if suit else 4) - taken(cards[~in_suit][None] >> 2)[0]
    ids = board_shapes(cards[0] >> 2, np.zeros((1, 0), np.uint8), left, 0).ids
    mask = int((1 << (cards[in_suit] >> 2).astype(int)).sum())
    shares = tool.shares_on(shapes, int(ids[0, 0]), mask, tool.weigh(shapes, left))
    others = np.array([card for card in range(52) if card not in cards], np.uint8)
    hands = others[np.array([*combinations(range(47), 4)])]
    (highs,), (lows,) = rank_on_boards(hands, cards)
    held = np.left_shift(1, hands.astype(np.int64)).sum(axis=1)
    for row in random.Random(board).sample(range(len(hands)), 40):
        apart = held & held[row] == 0
        high, low = highs[apart], lows[apart]
        for_high = np.where(highs[row] > high, 2, highs[row] == high)
        for_low = np.where(lows[row] > low, 2, lows[row] == low)
        quarters = for_high + np.where(np.maximum(lows[row], low) > 0, for_low, for_high)
        (shape,) = tool.shapes_of(shapes, hands[row : row + 1], of_suit)
        assert shares[shape] == quarters.sum(), hands[row]


@pytest.mark.deep
def test_twenty_hands_counted_one_by_one() -> None:
    pytest.importorskip(KERNELS)
    for hand in some_hands(20):
        assert against_random(hand).hands[0].equity == preflop_equity(hand), hand


@pytest.mark.deep
def test_the_file_is_what_comes_out() -> None:
    pytest.importorskip("numba")
    from tools.preflop import worked_out

    hands, quarters = worked_out()
    assert (preflop.class_keys(hands) == preflop._classes().keys).all()
    assert (quarters == preflop._classes().quarters).all()
