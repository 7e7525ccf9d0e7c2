"""The order of hands: every class of high and low against the oracle's own enumeration."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from evaluation import oracle
from omaha8.cards import Card
from omaha8.errors import InputError
from omaha8.evaluation import Category, HighHand, RankedBoard, high_class, low_ranks

CATEGORY_SIZES = {
    Category.STRAIGHT_FLUSH: 10,
    Category.FOUR_OF_A_KIND: 156,
    Category.FULL_HOUSE: 156,
    Category.FLUSH: 1277,
    Category.STRAIGHT: 10,
    Category.THREE_OF_A_KIND: 858,
    Category.TWO_PAIR: 858,
    Category.PAIR: 2860,
    Category.HIGH_CARD: 1277,
}
SPLITS = [(chosen, tuple(place for place in range(5) if place not in chosen)) for chosen in combinations(range(5), 2)]


def keys_of_five(five: oracle.Five) -> set[tuple[int, int]]:
    """The keys of five cards, however they are divided into two of the hand and three of the board."""
    cards = [Card(card) for card in five]
    return {
        RankedBoard([cards[place] for place in three]).rank_pair(cards[two[0]], cards[two[1]]) for two, three in SPLITS
    }


def test_r6_1_every_class_of_high_has_its_place() -> None:
    assert len(oracle.HIGH_STRENGTHS) == 7462
    seen = set()
    for five in oracle.every_five():
        place = oracle.HIGH_PLACE[oracle.high_strength(five)]
        assert {high for high, _ in keys_of_five(five)} == {place}, five
        seen.add(place)
    assert seen == set(range(1, 7463))


def test_r6_3_every_class_of_low_has_its_place() -> None:
    assert len(oracle.LOW_STRENGTHS) == 56
    seen = set()
    for five in oracle.every_five():
        strength = oracle.low_strength(five)
        place = 0 if strength is None else oracle.LOW_PLACE[strength]
        assert {low for _, low in keys_of_five(five)} == {place}, five
        seen.add(place)
    assert seen == set(range(57))


def test_r6_1_the_categories_have_their_sizes() -> None:
    assert Counter(high_class(key).category for key in range(1, 7463)) == CATEGORY_SIZES
    assert Counter(strength[0] for strength in oracle.HIGH_STRENGTHS) == CATEGORY_SIZES


def test_high_class_says_what_the_oracle_says() -> None:
    classes = [high_class(key) for key in range(1, 7463)]
    assert [(hand.category, *hand.ranks) for hand in classes] == oracle.HIGH_STRENGTHS


def test_high_classes_compare_as_their_keys_and_lead_back_to_them() -> None:
    classes = [high_class(key) for key in range(1, 7463)]
    assert all(weaker < stronger for weaker, stronger in pairwise(classes))
    key_of = {hand: key for key, hand in enumerate(classes, start=1)}
    assert key_of[HighHand(Category.STRAIGHT_FLUSH, (12,))] == 7462
    assert key_of[HighHand(Category.HIGH_CARD, (5, 3, 2, 1, 0))] == 1
    assert [key_of[high_class(key)] for key in range(1, 7463)] == list(range(1, 7463))


def test_low_ranks_say_what_the_oracle_says() -> None:
    lows = [low_ranks(key) for key in range(1, 57)]
    values = [tuple(-1 if rank == 12 else -(rank + 2) for rank in ranks) for ranks in lows]
    assert values == oracle.LOW_STRENGTHS
    assert lows[-1] == (3, 2, 1, 0, 12)
    assert lows[0] == (6, 5, 4, 3, 2)


@pytest.mark.parametrize("key", [-1, 0, 7463])
def test_a_number_that_is_no_high_key_is_refused(key: int) -> None:
    with pytest.raises(InputError, match="7462") as refused:
        high_class(key)
    assert (refused.value.code, refused.value.where) == ("bad_key", "high")


@pytest.mark.parametrize("key", [-1, 0, 57])
def test_no_low_and_other_numbers_are_refused_as_lows(key: int) -> None:
    with pytest.raises(InputError, match="56") as refused:
        low_ranks(key)
    assert (refused.value.code, refused.value.where) == ("bad_key", "low")
