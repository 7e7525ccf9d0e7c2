"""What a house player needs of a source of randomness; `random.Random` is one. Nothing here makes any."""

from typing import Protocol


class Rng(Protocol):
    """Gives numbers from 0 up to, not including, 1."""

    def random(self) -> float:
        """Return the next number."""
        ...
