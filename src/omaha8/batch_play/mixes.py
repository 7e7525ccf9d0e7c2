"""How a simulated player chooses: by odds alone, its cards and the others' actions left aside."""

from collections.abc import Sequence

import msgspec
import numpy as np

from omaha8.batch_play.arrays import Numbers
from omaha8.errors import SetupError

DRAW_BITS = 32
"""A choice is made by a number of so many random bits; odds are rounded down to such fractions."""

MOST_WEIGHT = 1 << DRAW_BITS


class Mix(msgspec.Struct, frozen=True):
    """Odds as three weights: `Mix(1, 6, 3)` folds in one of ten choices, calls in six and raises in three.

    Where nothing is owed, folding and calling are a check. Where no raise is legal, it is a call or a check.
    """

    fold: int
    call: int
    raise_: int

    def __post_init__(self) -> None:
        weights = (self.fold, self.call, self.raise_)
        if any(type(weight) is not int or not 0 <= weight <= MOST_WEIGHT for weight in weights) or not any(weights):
            raise SetupError("mix", f"{weights}; weights are whole, 0 to {MOST_WEIGHT}, and not all of them 0", "mixes")


class ByStreet(msgspec.Struct, frozen=True):
    """A mix for each street."""

    preflop: Mix
    flop: Mix
    turn: Mix
    river: Mix


Mixes = Mix | ByStreet | Sequence[Mix | ByStreet]
"""One for all seats, or one for each."""


def thresholds(mixes: Mixes, players: int) -> Numbers:
    """Return [players, 4, 2] for each seat and street: a draw below the first folds, one from the second on raises."""
    seats = [mixes] * players if isinstance(mixes, Mix | ByStreet) else list(mixes)
    if len(seats) != players:
        raise SetupError("mixes", f"{len(seats)} for {players} players; give one for all or one for each", "mixes")
    return np.array([[_bounds(mix) for mix in _by_street(seat)] for seat in seats], np.int64)


def _by_street(mix: object) -> tuple[Mix, Mix, Mix, Mix]:
    match mix:
        case Mix():
            return mix, mix, mix, mix
        case ByStreet():
            return mix.preflop, mix.flop, mix.turn, mix.river
        case _:
            raise SetupError("mixes", f"{mix!r}; a seat has a Mix or a ByStreet", "mixes")


def _bounds(mix: Mix) -> tuple[int, int]:
    whole = mix.fold + mix.call + mix.raise_
    return (mix.fold << DRAW_BITS) // whole, (mix.fold + mix.call << DRAW_BITS) // whole
