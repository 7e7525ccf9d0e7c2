"""What passes between `play` and the kernels: many hands, a row each. Players are columns, seat 1 the first."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes

Numbers = NDArray[np.int64]
Keys = NDArray[np.uint64]


class Deals(NamedTuple):
    """What chance decides."""

    decks: Bytes
    """[N, hole cards * players + 5]: cards in the order they are dealt (`cards.Deck`)."""
    keys: Keys
    """[N]: where a hand's random choices begin; choice k of it, from 1, is SplitMix64's output number k from there."""
    firsts: Numbers
    """[N]: the column of the player dealt first, left of the button."""


class Bets(NamedTuple):
    """Hands as the betting left them; what nobody called is back."""

    stacks: Numbers
    """[N, players]: chips behind. Before the betting, all of them; after the payment, what each ended with."""
    paid: Numbers
    """[N, players]: chips in the pots."""
    live: Numbers
    """[N]: who has not folded, a bit for each column."""
    actions: Numbers
    """[N]: decisions that were made; showing and mucking are none."""


class Awards(NamedTuple):
    """What came of the pots, counted by hand; [N] each."""

    pots: Numbers
    split: Numbers
    """Pots paid in more than one share, a high and a low share of one player counting as two."""
    scooped: Numbers
    """Pots that two or more contested and one share took whole."""
