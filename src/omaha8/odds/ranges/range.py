"""Ranges: hands that a player may hold, each with a weight (docs/ranges.md is their language)."""

import re
from collections.abc import Iterable
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card, format_cards
from omaha8.errors import CardError, InputError
from omaha8.evaluation.arrays import Bytes
from omaha8.evaluation.ranking import HOLE_COUNTS
from omaha8.odds.preflop import class_keys, ranking
from omaha8.odds.ranges.patterns import all_hands, fitting
from omaha8.odds.ranges.signs import Either, Hands, Node, Percent, Steps

Masks = NDArray[np.uint64]

_CARDS = re.compile(r"\s*(?:[2-9TJQKA][cdhs]\s*){4,}")
FULL_WEIGHT = 100


class Range(msgspec.Struct, frozen=True, eq=False):
    """The hands a player may hold and how likely each is beside the others."""

    text: str
    hands: Bytes
    """[N, 4..6]: card codes; no hand stands twice."""
    weights: Bytes
    """[N]: 1 to 100."""
    is_hand: bool = False
    """It is one known hand, and not a range of which one hand is left."""

    def without(self, cards: Iterable[Card]) -> "Range":
        """The hands that hold none of the cards; maybe none are left."""
        return self.kept(~holding(self.hands, cards))

    def kept(self, kept: NDArray[np.bool_]) -> "Range":
        """The hands for which `kept` [N] is true."""
        if kept.all():
            return self
        return Range(self.text, self.hands[kept], self.weights[kept], self.is_hand)


def parse_range(text: str, hole_cards: int = 4, *, where: str = "range") -> Range:
    """Read a range of hands of four, five or six cards, as docs/ranges.md has it.

    Takes a few hundredths of a second for hands of four. For those of six it takes some seconds, ten where variables of
    ranks and suits are mixed, and some hundred MB where most of the 20 million hands are in it.

    Refused, with `where` in the error: an `InputError` `bad_range` for text that cannot be read, with the place in the
    text and what is legal there, and for percentages of hands of five and six cards, of which there is no ranking;
    `empty_range` where no hand fits; `hole_cards` for another number of them.
    """
    if hole_cards not in HOLE_COUNTS:
        raise InputError("hole_cards", f"{hole_cards} hole cards; a hand has 4, 5 or 6", "hole_cards")
    from omaha8.odds.ranges.language import parse  # noqa: PLC0415 - lark is loaded when there is text to read

    tree = parse(text, where)
    hands, weights = [], []
    for block in all_hands(hole_cards):
        found = _weights(tree, block, where)
        held = np.flatnonzero(found)
        hands.append(block[held])
        weights.append(found[held])
    found = np.concatenate(weights)
    if not len(found):
        raise InputError("empty_range", f"no hand of {hole_cards} cards fits {text!r}", where)
    return Range(" ".join(text.split()), np.concatenate(hands), found)


def refuse_bad(given: Range, where: str) -> None:
    """Raise an `InputError` for a range that was not made by `parse_range`, and not as `Range` says it must be."""
    hands, weights = given.hands, given.weights
    if hands.dtype != np.uint8 or hands.ndim != 2 or not len(hands) or hands.shape[1] not in HOLE_COUNTS:
        problem = f"hands of shape {hands.shape} and type {hands.dtype}; expected uint8 [N, 4], [N, 5] or [N, 6]"
        raise CardError("card_count", problem, where)
    if hands.max() > 51:
        raise CardError("bad_card", f"{hands.max()} is not a card code; codes are 0 (2c) to 51 (As)", where)
    ordered = np.sort(hands, axis=1)
    repeats = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if repeats.any():
        raise CardError("repeated_card", f"hand {repeats.argmax()} of the range has a card twice", where)
    if weights.dtype != np.uint8 or weights.shape != (len(hands),) or not 1 <= weights.min() <= weights.max() <= 100:
        raise InputError("bad_range", f"weights must be uint8 [{len(hands)}], from 1 to {FULL_WEIGHT}", where)


def known(hand: Iterable[Card]) -> Range:
    """The range of one hand, its cards in the order given."""
    cards = list(hand)
    return Range(format_cards(cards), np.array([cards], np.uint8), np.full(1, FULL_WEIGHT, np.uint8), True)


def is_range(hand: object) -> bool:
    """Whether this is a range or the text of one: four and more cards written out are a hand."""
    return isinstance(hand, Range) or (isinstance(hand, str) and bool(hand.strip()) and not _CARDS.fullmatch(hand))


def holding(hands: Bytes, cards: Iterable[Card]) -> NDArray[np.bool_]:
    """Return [N]: whether each hand [N, k] holds any of the cards."""
    wanted = np.zeros(52, np.bool_)
    wanted[list(cards)] = True
    found = np.zeros(len(hands), np.bool_)
    for column in hands.T:
        found |= wanted[column]
    return found


def masks_of(hands: Bytes) -> Masks:
    """Return [N]: the cards of each hand [N, k], bit c for card c."""
    masks = np.zeros(len(hands), np.uint64)
    for column in hands.T:
        masks |= np.uint64(1) << column.astype(np.uint64)
    return masks


def _weights(node: Node, hands: Bytes, where: str) -> Bytes:
    """Return [N]: the weight of each hand, 0 where it does not fit.

    A hand that several parts of a union have gets the largest of its weights, and in "and" the smallest.
    """
    match node:
        case Hands(pattern, at):
            if len(pattern) > hands.shape[1]:
                problem = f"{len(pattern)} cards at place {at}; a hand has {hands.shape[1]}"
                raise InputError("bad_range", problem, where)
            return fitting(hands, pattern) * np.uint8(FULL_WEIGHT)
        case Percent():
            return _ranked(node, hands, where)
        case Either(parts):
            weights = np.zeros(len(hands), np.uint8)
            for part, weight in parts:
                np.maximum(weights, np.minimum(_weights(part, hands, where), np.uint8(weight)), out=weights)
            return weights
        case Steps(first, more):
            weights = _weights(first, hands, where)
            for wanted, part in more:
                other = _weights(part, hands, where)
                weights = np.minimum(weights, other) if wanted else np.where(other > 0, np.uint8(0), weights)
            return weights


def _ranked(percent: Percent, hands: Bytes, where: str) -> Bytes:
    """Return [N]: full weight for hands at the places of the ranking that the percentages span."""
    if hands.shape[1] != 4:
        problem = (
            f"percentages at place {percent.at}, of hands of {hands.shape[1]} cards; only those of four are ranked"
        )
        raise InputError("bad_range", problem, where)
    better = _better() * 100
    return ((percent.above * len(hands) <= better) & (better < percent.up_to * len(hands))) * np.uint8(FULL_WEIGHT)


@cache
def _better() -> NDArray[np.int64]:
    """Return [270725]: how many hands of four come before each and its like, suits renamed, in the ranking.

    So hands that are alike are in a percentage together.
    """
    (hands,) = all_hands(4)
    classes, group = np.unique(class_keys(hands), return_inverse=True)
    better = np.full(len(classes), len(hands))
    np.minimum.at(better, group, ranking())
    return better[group]
