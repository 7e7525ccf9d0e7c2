"""Ranges: hands that a player may hold, each with a weight (docs/ranges.md is their language)."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card, format_cards
from omaha8.errors import CardError, InputError
from omaha8.evaluation.arrays import Bytes
from omaha8.evaluation.ranking import HOLE_COUNTS
from omaha8.odds.preflop import class_keys, ranking
from omaha8.odds.ranges.patterns import ANY_CARD, CardPattern, all_hands, fitting
from omaha8.odds.ranges.signs import Either, Hands, Node, Percent, Steps

Masks = NDArray[np.uint64]

_CARDS = re.compile(r"\s*(?:[2-9TJQKA][cdhs]\s*){4,}")
FULL_WEIGHT = 100

_AT_ONCE = 1 << 16
"""Hands that are checked together."""

_FREE = CardPattern(ANY_CARD)


class Range(msgspec.Struct, frozen=True, eq=False):
    """The hands a player may hold and how likely each is beside the others."""

    text: str
    hands: Bytes
    """[N, 4..6]: card codes; no hand stands twice."""
    weights: Bytes
    """[N]: 1 to 100."""
    is_hand: bool = False
    """It is one known hand, and not a range of which one hand is left."""

    @property
    def shares(self) -> Bytes:
        """[N]: the weights, divided by what they have in common."""
        shares: Bytes = self.weights // max(np.gcd.reduce(self.weights), np.uint8(1))
        return shares

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
    ranks and suits are mixed; a hand takes seven bytes, so 140 MB where most of the 20 million are in it.

    Refused, with `where` in the error: an `InputError` `bad_range` for text that cannot be read, with the place in the
    text and what is legal there, and for percentages of hands of five and six cards, of which there is no ranking;
    `empty_range` where no hand fits; `hole_cards` for another number of them.
    """
    return _listed(text, _parsed(text, hole_cards, where), hole_cards, (), where)


def read_range(text: str, hole_cards: int, gone: Sequence[Card], where: str) -> Range:
    """Read a range as `parse_range` does, without the hands that hold one of the cards that are gone.

    Where the text says that it is any hand, all alike, the range that is returned lists none (`any_hand`).
    """
    tree = _parsed(text, hole_cards, where)
    if _is_any(tree, hole_cards):
        return any_hand(text, hole_cards)
    return _listed(text, tree, hole_cards, gone, where)


def any_hand(text: str, hole_cards: int) -> Range:
    """Return a range that lists no hands, which stands for all that there may be, all alike."""
    return Range(" ".join(text.split()), np.zeros((0, hole_cards), np.uint8), np.zeros(0, np.uint8))


def refuse_bad(given: Range, where: str) -> None:
    """Raise an `InputError` for a range that was not made by `parse_range`, and not as `Range` says it must be."""
    hands, weights = given.hands, given.weights
    if not isinstance(given.text, str):
        raise InputError("bad_range", f"a text of type {type(given.text).__name__}; expected str", where)
    for name, array in ("hands", hands), ("weights", weights):
        if not isinstance(array, np.ndarray):
            raise InputError("bad_range", f"{name} of type {type(array).__name__}; expected a numpy array", where)
    if hands.dtype != np.uint8 or hands.ndim != 2 or not len(hands) or hands.shape[1] not in HOLE_COUNTS:
        problem = f"hands of shape {hands.shape} and type {hands.dtype}; expected uint8 [N, 4], [N, 5] or [N, 6]"
        raise CardError("card_count", problem, where)
    if hands.max() > 51:
        raise CardError("bad_card", f"{hands.max()} is not a card code; codes are 0 (2c) to 51 (As)", where)
    different = _different(hands, where)
    if different < len(hands):
        problem = f"{len(hands):,} hands, of which {different:,} are different; each stands once, in any order of cards"
        raise InputError("bad_range", problem, where)
    if weights.dtype != np.uint8 or weights.shape != (len(hands),) or not 1 <= weights.min() <= weights.max() <= 100:
        raise InputError("bad_range", f"weights must be uint8 [{len(hands)}], from 1 to {FULL_WEIGHT}", where)
    if given.is_hand and len(hands) > 1:
        raise InputError("bad_range", f"{len(hands)} hands, and `is_hand` says that it is one known hand", where)


def _different(hands: Bytes, where: str) -> int:
    """Count the different hands; one with a card twice is refused."""
    hole_cards = hands.shape[1]
    ways = np.array([[comb(card, place + 1) for place in range(hole_cards)] for card in range(52)], np.int32)
    seen = np.zeros(comb(52, hole_cards), np.bool_)
    for start in range(0, len(hands), _AT_ONCE):
        ordered = np.sort(hands[start : start + _AT_ONCE], axis=1)
        repeats = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if repeats.any():
            raise CardError("repeated_card", f"hand {start + repeats.argmax()} of the range has a card twice", where)
        seen[ways[ordered, np.arange(hole_cards)].sum(axis=1)] = True  # the number of a hand among all hands
    return int(np.count_nonzero(seen))


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


def _parsed(text: str, hole_cards: int, where: str) -> Node:
    if hole_cards not in HOLE_COUNTS:
        raise InputError("hole_cards", f"{hole_cards} hole cards; a hand has 4, 5 or 6", "hole_cards")
    from omaha8.odds.ranges.language import parse  # noqa: PLC0415 - lark is loaded when there is text to read

    return parse(text, where)


def _is_any(node: Node, hole_cards: int) -> bool:
    """Whether this says in so many words that it is any hand, as `*` and `**@50` do."""
    match node:
        case Hands(pattern):
            return len(pattern) <= hole_cards and all(card == _FREE for card in pattern)
        case Either(parts):
            return all(_is_any(part, hole_cards) for part, _ in parts)
        case _:
            return False


def _listed(text: str, node: Node, hole_cards: int, gone: Sequence[Card], where: str) -> Range:
    """List the hands that fit and hold no card that is gone.

    All hands are gone through twice, to count and to fill in: what is collected and joined is there twice.
    """
    weights = np.empty(comb(52, hole_cards), np.uint8)
    end, fit = 0, False
    for block in all_hands(hole_cards):
        own = weights[end : end + len(block)]
        own[:] = _weights(node, block, where)
        fit |= bool(own.any())
        if gone:
            own[holding(block, gone)] = 0
        end += len(block)
    if not fit:
        raise InputError("empty_range", f"no hand of {hole_cards} cards fits {text!r}", where)
    hands = np.empty((np.count_nonzero(weights), hole_cards), np.uint8)
    if not len(hands):
        raise InputError("empty_range", f"{text!r} has no hand without a card of {format_cards(gone)}", where)
    end = filled = 0
    for block in all_hands(hole_cards):
        held = block[weights[end : end + len(block)] > 0]
        hands[filled : filled + len(held)] = held
        end, filled = end + len(block), filled + len(held)
    return Range(" ".join(text.split()), hands, weights[weights > 0])


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
