"""The shuffle: a fresh deck for every hand, from the operating system's cryptographic random source (R1.2).

`SystemRandom` draws each position without bias and keeps no state that could be reused. The verifiable deal will
stand beside it here.
"""

from random import SystemRandom

from omaha8.cards import FULL_DECK, Deck

_RANDOM = SystemRandom()


def shuffled() -> Deck:
    """All 52 cards in a uniformly random order."""
    return Deck(tuple(_RANDOM.sample(FULL_DECK, len(FULL_DECK))))
