"""Cards: parsing and printing.

A card is an integer 0..51, `4 * rank + suit`, with rank 0..12 for 2..A and suit 0..3 for c, d, h, s. A deck is a
permutation that is given; nothing here (or anywhere in the rules) shuffles.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

import msgspec

from omaha8.errors import CardError

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
FULL_DECK = tuple(Card(code) for code in range(52))

_BY_NAME = {name: Card(code) for code, name in enumerate(CARD_NAMES)}


def parse_card(text: str, where: str = "") -> Card:
    """Read one card such as `As` or `Td`; the rank in upper case (`10` is not accepted), the suit in lower case."""
    card = _BY_NAME.get(text)
    if card is None:
        raise CardError(
            "bad_card",
            f"{text!r} is not a card; write a rank of {RANKS} and a suit of {SUITS}, like As",
            where,
        )
    return card


def parse_cards(text: str, where: str = "") -> tuple[Card, ...]:
    """Read cards written together or with blanks between them, `AsKd` or `As Kd`; a card twice is refused."""
    packed = "".join(text.split())
    cards = tuple(parse_card(packed[at : at + 2], where) for at in range(0, len(packed), 2))
    refuse_repeats(cards, where)
    return cards


def refuse_repeats(cards: Iterable[Card], where: str = "") -> None:
    """Raise `CardError` if a card stands twice: one deck has no doubles (R1.1)."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardError("repeated_card", f"{card_name(card)} stands twice; a deck has each card once", where)
        seen.add(card)


def card_name(card: Card) -> str:
    """`As` for the ace of spades."""
    return CARD_NAMES[card]


def format_cards(cards: Sequence[Card | None], separator: str = "") -> str:
    """Cards as text, an unknown one (`None`) as `?`."""
    return separator.join("?" if card is None else CARD_NAMES[card] for card in cards)


class Deck(msgspec.Struct, frozen=True):
    """The order of the cards of one hand, given by who shuffled; `None` is a card nobody here knows.

    Hole card `r` of the `s`-th of `n` players in deal order lies at `r * n + s`, board card `b` of `h`-card hands
    at `h * n + b` (R3.1, R3.2; no burn cards). Never printed: its `repr` names no card.
    """

    cards: tuple[Card | None, ...]

    def __repr__(self) -> str:
        return f"Deck({len(self.cards)} cards)"

    def hole_cards(self, player: int, players: int, count: int) -> tuple[Card | None, ...]:
        """The `count` hole cards of one player, in the order dealt."""
        return self.cards[player : count * players : players]

    def board(self, players: int, count: int) -> tuple[Card | None, ...]:
        """The five board cards behind `players` hands of `count` cards."""
        first = players * count
        return self.cards[first : first + 5]
