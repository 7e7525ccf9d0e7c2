"""Random match-ups."""

import random
from collections.abc import Sequence

from omaha8.cards import FULL_DECK, Card

Spot = tuple[list[list[Card]], list[Card], list[Card]]


def spot(rng: random.Random, players: int, hole_cards: int, board_cards: int, dead: int) -> Spot:
    """Hands, board and dead cards."""
    cards = rng.sample(FULL_DECK, players * hole_cards + board_cards + dead)
    ends = range(hole_cards, players * hole_cards + 1, hole_cards)
    return [cards[end - hole_cards : end] for end in ends], *_cut(cards[ends[-1] :], board_cards)


def _cut(cards: Sequence[Card], at: int) -> tuple[list[Card], list[Card]]:
    return [*cards[:at]], [*cards[at:]]


def seats(rng: random.Random, hole_cards: int, least: int = 3) -> int:
    """How many may sit: as many as there are cards for, with eight left to come."""
    return rng.randint(least, min(10, 44 // hole_cards))
