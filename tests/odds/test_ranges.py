"""The language of ranges: what docs/ranges.md says, a second reading of patterns that shares no code, and refusals."""

import random
import re
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omaha8.cards import CARD_NAMES, parse_cards
from omaha8.errors import InputError
from omaha8.odds import Range, equity, parse_range, ranking
from omaha8.odds.ranges.language import KINDS, LISTS, parse
from omaha8.odds.ranges.patterns import all_hands, fitting
from omaha8.odds.ranges.signs import Hands

PAGE = (Path(__file__).parents[2] / "docs" / "ranges.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| (.+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)

ONE_CARD = re.compile(r"(\[[^\]]*\]|[2-9TJQKARONP*])?([cdhswxyz])?")


def held(found: Range) -> set[frozenset[int]]:
    return {frozenset(hand) for hand in found.hands.tolist()}


def weights(found: Range) -> dict[frozenset[int], int]:
    return dict(zip(map(frozenset, found.hands.tolist()), found.weights.tolist(), strict=True))


@pytest.mark.parametrize(("text", "count"), [(text, count) for text, _, count in ROWS])
def test_the_examples_of_the_page_have_so_many_hands(text: str, count: str) -> None:
    assert len(parse_range(text.replace("\\|", "|")).hands) == int(count.replace(",", ""))


def test_the_page_has_examples_of_everything() -> None:
    texts = [text for text, _, _ in ROWS]
    for sign in (*LISTS, *KINDS, "*", ",", ":", "!", "(", "[", "+", "-", "%", "@", "x", "R"):
        assert any(sign in text for text in texts), sign
    for name, meaning in (LISTS | KINDS).items():
        assert f"| `{name}` | `{meaning}` |" in PAGE


def fits(hand: Sequence[int], pattern: str) -> bool:
    """By trying every order of the cards and every meaning of the variables; reads cards of one rank or any only."""
    cards = [(match[1], match[2]) for match in ONE_CARD.finditer(pattern) if match.group()]
    names = [CARD_NAMES[card] for card in hand]
    return any(means(cards, order) for order in permutations(names, len(cards)))


def means(cards: list[tuple[str | None, str | None]], names: tuple[str, ...]) -> bool:
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    for (rank, suit), name in zip(cards, names, strict=True):
        if rank is not None and rank != "*" and ranks.setdefault(rank, name[0]) != name[0]:
            return False
        if suit is not None and suits.setdefault(suit, name[1]) != name[1]:
            return False
    plain = all(meant == sign for signs in (ranks, suits) for sign, meant in signs.items() if sign not in "RONPwxyz")
    return plain and all(len(set(signs.values())) == len(signs) for signs in (ranks, suits))


def random_pattern(rng: random.Random, hole_cards: int) -> str:
    ranks, suits = (
        rng.choice(["AK2", "RO", "AARR3", "*", "RRON"]),
        rng.choice(["", "x", "xy", "xxyy", "sx", "sh", "wxyz"]),
    )
    cards = []
    for _ in range(rng.randint(1, hole_cards)):
        rank, suit = rng.choice(["", *ranks]), rng.choice(["", *suits])
        cards.append(rank + suit or "*")
    return "".join(cards)


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
def test_patterns_mean_what_a_second_reading_says(hole_cards: int) -> None:
    rng = random.Random(f"patterns {hole_cards}")
    hands = np.array([sorted(rng.sample(range(52), hole_cards)) for _ in range(5_000)], np.uint8)
    several = 0
    for _ in range(30):
        pattern = random_pattern(rng, hole_cards)
        tree = parse(pattern, "range")
        assert isinstance(tree, Hands)
        found = fitting(hands, tree.pattern)
        checked = [*range(40), *np.flatnonzero(found)[:20].tolist()]
        assert [bool(found[place]) for place in checked] == [
            fits(hands[place].tolist(), pattern) for place in checked
        ], pattern
        several += 20 <= found.sum() <= 4_000
    assert several >= 10


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        ("AA", comb(52, 6) - comb(48, 6) - 4 * comb(48, 5)),
        ("wxyz", comb(52, 6) - 4 * comb(39, 6) + 6 * comb(26, 6) - 4 * comb(13, 6)),
        ("!RR", comb(13, 6) * 4**6),
        ("AxKxQxJxTx9x", 4),
    ],
)
def test_six_cards(pattern: str, count: int) -> None:
    found = parse_range(pattern, 6)
    assert len(found.hands) == count
    assert found.hands.shape == (count, 6)
    assert (np.diff(found.hands[::97].astype(int), axis=1) > 0).all()


def test_all_hands_are_all_and_in_order() -> None:
    for hole_cards in (4, 5):
        hands = np.concatenate([*all_hands(hole_cards)])
        some = [*range(0, len(hands), 9_973)]
        every = [*combinations(range(52), hole_cards)]
        assert [tuple(hand) for hand in hands[some].tolist()] == [every[place] for place in some]
        assert len(hands) == len(every)


def test_and_or_not() -> None:
    aces, kings, double = held(parse_range("AA")), held(parse_range("KK")), held(parse_range("xxyy"))
    assert held(parse_range("AA,KK")) == aces | kings
    assert held(parse_range("AA:KK")) == aces & kings
    assert held(parse_range("AA!KK")) == aces - kings
    assert held(parse_range("AA,KK:xxyy")) == aces | kings & double
    assert held(parse_range("(AA,KK):xxyy")) == (aces | kings) & double
    assert held(parse_range("AA!KK:xxyy")) == (aces - kings) & double
    assert held(parse_range("!(AA,KK)")) == held(parse_range("*")) - aces - kings
    assert held(parse_range(" A A $ds ")) == held(parse_range("AA:$ds")) == aces & double


def test_weights() -> None:
    found = weights(parse_range("AA@50,KK@20,AAKK"))
    aces, kings = held(parse_range("AA")), held(parse_range("KK"))
    assert found == {hand: 100 if hand in aces & kings else 50 if hand in aces else 20 for hand in aces | kings}
    assert set(parse_range("AA").weights.tolist()) == {100}


def test_dead_cards_are_removed() -> None:
    aces = parse_range("AA@30,KK")
    left = aces.without(parse_cards("AsKd"))
    gone = set(parse_cards("AsKd"))
    assert weights(left) == {hand: weight for hand, weight in weights(aces).items() if not hand & gone}
    assert left.without(parse_cards("2c")).text == "AA@30,KK"


def test_spans() -> None:
    assert held(parse_range("JT98-9876")) == held(parse_range("JT98,T987,9876"))
    assert held(parse_range("5432-7654")) == held(parse_range("7654-5432"))
    assert held(parse_range("QQ+")) == held(parse_range("QQ,KK,AA"))
    assert held(parse_range("44-")) == held(parse_range("22-44"))
    assert held(parse_range("AxJx+")) == held(parse_range("AxJx,AxQx,AxKx"))
    assert held(parse_range("AA+")) == held(parse_range("AA"))
    assert held(parse_range("AsJh-AsTh")) == held(parse_range("AsJh,AsTh"))


def test_percentages_follow_the_ranking() -> None:
    places = ranking()
    tenth = parse_range("10%")
    best = set(map(frozenset, all_of_four()[places < 27_000].tolist()))
    assert best <= held(tenth)
    assert 0 <= len(tenth.hands) - 27_072 < 24
    assert held(parse_range("5%")) | held(parse_range("5%-10%")) == held(tenth)
    assert not held(parse_range("5%")) & held(parse_range("5%-10%"))
    assert len(parse_range("100%").hands) == 270_725
    for order in ("hdcs", "shdc"):  # suits renamed
        renamed = [[4 * (card >> 2) + "cdhs".index(order[card & 3]) for card in hand] for hand in tenth.hands.tolist()]
        assert set(map(frozenset, renamed)) == held(tenth)


def all_of_four() -> Any:
    (hands,) = all_hands(4)
    return hands


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", 1, "a range is expected; legal here: a card"),
        ("  ", 3, "a range is expected"),
        ("AAq", 3, "'q' cannot stand here; legal here: a card"),
        ("10s9s8s7s", 1, "'1' cannot stand here (a ten is T); legal here: a card"),
        ("ASKS2S3H", 2, "'S' cannot stand here (suits are small letters); legal here: a card"),
        ("AA,", 4, "more is expected"),
        ("(AA", 4, "legal here: ',', ')'"),
        ("AA)", 3, "')' cannot stand here"),
        ("AA,,KK", 4, "',' cannot stand here"),
        ("[]", 2, "a rank (AKQJT98765432), a suit (cdhs)"),
        ("[A,K", 5, "legal here: a suit (cdhs), ',', ']', '-'"),
        ("[A-]", 4, "a rank"),
        ("A$q", 2, "'$q' is no name; names are $R"),
        ("AA@0", 3, "weights are 1 to 100"),
        ("KK,AA@101", 6, "weights are 1 to 100"),
        ("AA@" + "9" * 5_000, 13, "'9' cannot stand here"),
        ("9" * 5_000 + "%", 1, "percentages rise and are 0 to 100"),
        ("AA@50:KK", 6, "':' cannot stand here; legal here: ',', the end"),
        ("(AA@50):KK", 4, "'@50' cannot stand here"),
        ("5%-2%", 1, "percentages rise"),
        ("101%", 1, "0 to 100"),
        ("AA,0%", 4, "percentages rise"),
        ("JT98-543", 6, "the ends of a span"),
        ("JT-98-76", 6, "'-' cannot stand here"),
        ("JT98-8766", 6, "the ends of a span"),
        ("AsKs-AhQh", 6, "the ends of a span"),
        ("x+", 2, "a span moves ranks"),
        ("QQ$ds+", 3, "put it behind, as in QQ+:$ds"),
        ("AAKKQ", 1, "5 cards at place 1; a hand has 4"),
        ("KK,(AA:AKQJT)", 8, "5 cards at place 8; a hand has 4"),
        ("(" * 60, 51, "parentheses"),
        ("A" + "," * 20_001, None, "20,000 at most"),
    ],
)
def test_refusals_name_the_place(text: str, place: int | None, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)) as refused:
        parse_range(text, where="hand 2")
    assert (refused.value.code, refused.value.where) == ("bad_range", "hand 2")
    assert place is None or f"place {place}" in refused.value.message


@pytest.mark.parametrize("text", ["AA!A", "AsAs", "RRR:RONP", "xxxx:wx"])
def test_empty_ranges_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="no hand of 4 cards fits") as refused:
        parse_range(text)
    assert refused.value.code == "empty_range"


@pytest.mark.parametrize("hole_cards", [5, 6])
def test_percentages_are_for_four_cards(hole_cards: int) -> None:
    with pytest.raises(InputError, match="only those of four are ranked") as refused:
        parse_range("AA:10%", hole_cards)
    assert refused.value.code == "bad_range"


@pytest.mark.parametrize("hole_cards", [0, 3, 7])
def test_other_numbers_of_hole_cards_are_refused(hole_cards: int) -> None:
    with pytest.raises(InputError, match="4, 5 or 6") as refused:
        parse_range("AA", hole_cards)
    assert refused.value.where == "hole_cards"


def test_any_text_is_read_or_refused() -> None:
    """Never another error than an `InputError`."""
    rng = random.Random("garbage")
    signs = [*"AKQ2shxyRO*,:!()[]-+@%$5 ", "$ds", "@50", "10%", "é", "\n"]
    refused = 0
    for _ in range(400):
        try:
            parse("".join(rng.choices(signs, k=rng.randint(1, 9))), "range")
        except InputError:
            refused += 1
    assert 100 < refused < 390


def test_every_name_for_a_list_has_its_ranks() -> None:
    for name, meaning in LISTS.items():
        fours = held(parse_range(f"{name * 4}:RRRR"))
        assert {CARD_NAMES[min(hand)][0] for hand in fours} == set(listed(meaning))


def listed(text: str) -> str:
    """The ranks of a list such as [A,2-5]."""
    order = "23456789TJQKA"
    found = ""
    for part in text.strip("[]").split(","):
        low, high = sorted((order.index(part[0]), order.index(part[-1])))
        found += order[low : high + 1]
    return found


def test_a_hand_of_fewer_cards_is_a_range() -> None:
    found = equity(["AsKs2s", "QhJh5c6d"], "4s7dKd9cTc", samples=10, seed=1)
    assert [hand.range for hand in found.hands] == ["AsKs2s", ""]
