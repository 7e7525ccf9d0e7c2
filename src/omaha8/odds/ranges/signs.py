"""What the signs of one hand of a range mean: cards, variables and spans as patterns.

The tree of a range is made of these; `language` reads it from text.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from omaha8.cards import RANKS
from omaha8.odds.ranges.patterns import ANY_CARD, RANK_CARDS, SUIT_CARDS, CardPattern, Pattern

_ACE = len(RANKS) - 1
_ENDS = "the ends of a span differ in ranks only, and all by as much, as in JT98-8765"


class Hands(msgspec.Struct, frozen=True):
    """Hands that fit a pattern; `at` is its place in the text, from 1."""

    pattern: Pattern
    at: int


class Percent(msgspec.Struct, frozen=True):
    """Hands by their place in a ranking, in percent from the best: more than `above`, up to `up_to`."""

    above: float
    up_to: float
    at: int


class Either(msgspec.Struct, frozen=True):
    """Hands that are in any part, each with its weight in percent."""

    parts: tuple[tuple["Node", int], ...]


class Steps(msgspec.Struct, frozen=True):
    """From the left, hands that are in each further part too (True) or are not (False)."""

    first: "Node"
    more: tuple[tuple[bool, "Node"], ...]


Node = Hands | Percent | Either | Steps


class RangeProblemError(Exception):
    """Text that is well-formed and makes no sense."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


class Element(msgspec.Struct, frozen=True):
    """What one or two signs of a hand say about a card: its rank, its suit, or both."""

    at: int
    rank: int | None = None
    """The one rank it may have, which a span moves."""
    cards: int = ANY_CARD
    rank_variable: str = ""
    suit_variable: str = ""
    is_suit: bool = False
    """It says the suit of the rank before it, or of a card of its own."""
    suit: int | None = None
    """The one suit it may have."""
    kind: str = ""
    """A kind of hands, and no card."""


def ranked(rank: int, at: int) -> Element:
    """A card of one rank."""
    return Element(at, rank=rank, cards=RANK_CARDS << 4 * rank)


def suited(suit: int, at: int) -> Element:
    """A card of one suit."""
    return Element(at, suit=suit, cards=SUIT_CARDS << suit, is_suit=True)


def joined(elements: Sequence[Element]) -> list[Element]:
    """Join each suit to the rank before it."""
    cards: list[Element] = []
    rank_waits = False
    for element in elements:
        if element.is_suit and rank_waits:
            rank = cards[-1]
            cards[-1] = replace(
                rank, cards=rank.cards & element.cards, suit_variable=element.suit_variable, suit=element.suit
            )
        else:
            cards.append(element)
        rank_waits = not element.is_suit
    return cards


def pattern_of(cards: Sequence[Element]) -> Pattern:
    """Make the pattern; variables stand for no rank and no suit that the hand names itself."""
    named_ranks = sum({RANK_CARDS << 4 * card.rank for card in cards if card.rank is not None})
    named_suits = sum({SUIT_CARDS << card.suit for card in cards if card.suit is not None})
    return tuple(
        CardPattern(
            card.cards & ~(named_ranks if card.rank_variable else 0) & ~(named_suits if card.suit_variable else 0),
            card.rank_variable,
            card.suit_variable,
        )
        for card in cards
    )


def open_span(cards: Sequence[Element], upwards: bool, at: int) -> Node:
    """The hand and all that its ranks become when they go up together, aces staying, or down, to the deuce."""
    ranks = [card.rank for card in cards if card.rank is not None]
    if not ranks:
        raise RangeProblemError(at, "a span moves ranks, and there is none before it")
    if not upwards:
        return _span(cards, [card.rank is not None for card in cards], -min(ranks))
    moved = [rank for rank in ranks if rank != _ACE]
    top = _ACE if len(moved) == len(ranks) else _ACE - 1  # "AJ+" ends with "AK"
    return _span(cards, [card.rank not in (None, _ACE) for card in cards], top - max(moved, default=top))


def closed_span(start: Sequence[Element], end: Sequence[Element]) -> Node:
    """The hands from one end to the other; they differ in ranks only, all that differ by as much."""
    pairs = list(zip(start, end, strict=False))
    apart = [other.rank - card.rank for card, other in pairs if card.rank is not None and other.rank is not None]
    distance = next((ranks for ranks in apart if ranks), 0)
    moving = [card.rank is not None and card.rank != other.rank for card, other in pairs]
    reached = [_moved(card, distance) if moves else card for card, moves in zip(start, moving, strict=False)]
    if len(start) != len(end) or [replace(card, at=0) for card in reached] != [replace(card, at=0) for card in end]:
        raise RangeProblemError(end[0].at, _ENDS)
    return _span(start, moving, distance)


def _span(cards: Sequence[Element], moving: Sequence[bool], distance: int) -> Node:
    step = 1 if distance >= 0 else -1
    hands = []
    for by in range(0, distance + step, step):
        moved = [_moved(card, by) if moves else card for card, moves in zip(cards, moving, strict=True)]
        hands.append((Hands(pattern_of(moved), cards[0].at), 100))
    return Either(tuple(hands))


def _moved(card: Element, by: int) -> Element:
    """The card some ranks up, or down; only a card of one rank is moved."""
    assert card.rank is not None
    rank = card.rank + by
    if not 0 <= rank <= _ACE:
        raise RangeProblemError(card.at, _ENDS)
    return replace(card, rank=rank, cards=card.cards << 4 * by if by >= 0 else card.cards >> -4 * by)
