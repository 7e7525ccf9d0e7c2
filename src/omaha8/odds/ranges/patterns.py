"""Patterns of cards, and which of all hands fit one.

A pattern is a few cards, each out of a set, some tied to others by variables; a hand fits if it holds different cards
for all of them, whatever else it holds. Knows no text: `language` reads patterns.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes

ANY_CARD = (1 << 52) - 1

RANK_CARDS = 0b1111
"""The cards of the lowest rank; those of rank r are 4 * r bits further up."""
SUIT_CARDS = sum(1 << 4 * rank for rank in range(13))
"""The cards of the first suit; those of suit s are s bits further up."""

_AT_ONCE = 1 << 16
"""Hands that are searched together: what is kept for them then stays in the processor's cache."""

_KEPT = 256
"""Patterns of ranks alone or suits alone whose answers are kept: larger hands come in many blocks."""


class CardPattern(msgspec.Struct, frozen=True, order=True):
    """One card of a pattern.

    Cards with one rank variable have one rank, cards with different ones differ in rank; so do suit variables.
    """

    cards: int
    """The cards it may be, as a mask: bit c for card c."""
    rank_variable: str = ""
    suit_variable: str = ""


Pattern = tuple[CardPattern, ...]

_FREE = CardPattern(ANY_CARD)


def fitting(hands: Bytes, pattern: Pattern) -> NDArray[np.bool_]:
    """Return [N]: whether each of the hands [N, 4..6] of ascending cards fits."""
    cards = tuple(sorted((card for card in pattern if card != _FREE), key=lambda card: (card.cards.bit_count(), card)))
    if all(not card.suit_variable and card.cards == _all_suits(card.cards) for card in cards):
        _, places = _rank_multisets(hands.shape[1])
        return _fitting_ranks(cards, hands.shape[1])[places[_keys(hands >> 2, 13)]]
    if all(not card.rank_variable and card.cards == _all_ranks(card.cards) for card in cards):
        return _fitting_suits(cards, hands.shape[1])[_keys(hands & 3, 4)]
    parts = [_search(hands[start : start + _AT_ONCE], cards) for start in range(0, len(hands), _AT_ONCE)]
    return np.concatenate(parts)


@lru_cache(_KEPT)
def _fitting_ranks(cards: Pattern, hole_cards: int) -> NDArray[np.bool_]:
    """Return for each multiset of ranks whether such hands fit a pattern that leaves suits open."""
    return _search(_rank_multisets(hole_cards)[0] << 2, cards)


@cache
def _rank_multisets(hole_cards: int) -> tuple[Bytes, NDArray[np.int16]]:
    """Return all multisets of ranks, ascending, and [13 ** hole_cards] their places by key."""
    ranks = np.array(list(combinations_with_replacement(range(13), hole_cards)), np.uint8)
    places = np.zeros(13**hole_cards, np.int16)
    places[_keys(ranks, 13)] = np.arange(len(ranks))
    return ranks, places


@lru_cache(_KEPT)
def _fitting_suits(cards: Pattern, hole_cards: int) -> NDArray[np.bool_]:
    """Return [4 ** hole_cards] by key whether hands of these suits fit a pattern that leaves ranks open."""
    return _search(np.array(list(product(range(4), repeat=hole_cards)), np.uint8), cards)


def _keys(digits: NDArray[np.integer[Any]], base: int) -> NDArray[np.int32]:
    """Return [N]: each row as one number of that base."""
    keys = np.zeros(len(digits), np.int32)
    for column in digits.T:
        keys = keys * np.int32(base) + column
    return keys


def _search(hands: NDArray[np.integer[Any]], cards: Pattern) -> NDArray[np.bool_]:
    found = np.zeros(len(hands), np.bool_)
    _place(np.ascontiguousarray(hands.T), cards, np.arange(len(hands)), (), found)
    return found


def _place(
    columns: NDArray[np.integer[Any]],
    cards: Pattern,
    rows: NDArray[np.intp],
    taken: tuple[int, ...],
    found: NDArray[np.bool_],
) -> None:
    """Mark the rows that fit; `taken` are the columns that stand for the first cards already.

    Only rows that still fit are carried on, so that the work shrinks with each card.
    """
    if len(taken) == len(cards):
        found[rows] = True
        return
    card = cards[len(taken)]
    # Cards that are alike may change places, so only one order of them is tried.
    first = taken[-1] + 1 if taken and cards[len(taken) - 1] == card else 0
    for column in range(first, len(columns)):
        if column in taken:
            continue
        rows = rows[~found[rows]]
        own = columns[column, rows]
        fits = _members(card.cards)[own]
        for other, at in zip(cards, taken, strict=False):
            if card.rank_variable and other.rank_variable:
                fits &= (own >> 2 == columns[at, rows] >> 2) == (card.rank_variable == other.rank_variable)
            if card.suit_variable and other.suit_variable:
                fits &= (own & 3 == columns[at, rows] & 3) == (card.suit_variable == other.suit_variable)
        if fits.any():
            _place(columns, cards, rows[fits], (*taken, column), found)


def _all_suits(cards: int) -> int:
    """Add to a set the other cards of the same ranks."""
    return sum(RANK_CARDS << 4 * rank for rank in range(13) if cards & RANK_CARDS << 4 * rank)


def _all_ranks(cards: int) -> int:
    """Add to a set the other cards of the same suits."""
    return sum(SUIT_CARDS << suit for suit in range(4) if cards & SUIT_CARDS << suit)


@cache
def _members(cards: int) -> NDArray[np.bool_]:
    """Return [52]: whether a card is in the set."""
    return np.array([cards >> card & 1 for card in range(52)], np.bool_)


def all_hands(hole_cards: int) -> Iterator[Bytes]:
    """Yield all hands of four to six cards in blocks [M, hole_cards], in lexicographic order of ascending codes.

    The 270,725 hands of four are one block; larger hands come in blocks by their first cards.
    """
    fours = _fours()
    if hole_cards == 4:
        yield fours
        return
    for card in range(52 - hole_cards + 1):
        heads = [(card, *more) for more in combinations(range(card + 1, 52), hole_cards - 5)]
        tails = [fours[len(fours) - comb(51 - head[-1], 4) :] for head in heads]
        yield np.concatenate(
            [
                np.concatenate((np.array([head], np.uint8).repeat(len(tail), axis=0), tail), axis=1)
                for head, tail in zip(heads, tails, strict=True)
            ]
        )


@cache
def _fours() -> Bytes:
    codes = np.fromiter(chain.from_iterable(combinations(range(52), 4)), np.uint8, 4 * comb(52, 4))
    cards = codes.reshape(-1, 4)
    cards.flags.writeable = False
    return cards
