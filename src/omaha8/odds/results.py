"""What odds are given as: whole numbers of boards, and fractions made of them.

An outcome is `winners of the high << players | winners of the low`, each a mask of players (bit 0 for the first hand);
the second mask is 0 where no low qualifies. Everything here is counted from how many boards lead to each outcome.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import Card, format_cards
from omaha8.odds.matchup import MatchUp
from omaha8.odds.ranges.matchup import RangeMatchUp

Counts = NDArray[np.int64]
RunCounts = NDArray[np.int32]
"""Of a run of samples: half as large, since every thread has them, and of ten players there are a million."""

_SUMS = 9
"""Sums kept for each player."""

_KEPT_PLAYERS = 3
"""Up to so many players the sums for all outcomes are kept; beyond, they are made for the outcomes that occur."""
_OUTCOMES_AT_ONCE = 1 << 12
"""Of those: ten players have hundreds of thousands, and each adds to 91 sums."""


class HandEquity(msgspec.Struct, frozen=True, gc=False):
    """What one hand or range wins, counted in boards out of `Equity.boards`."""

    cards: tuple[Card, ...]
    """None for a range."""
    share: int
    """Pots won, parts of pots included, in units of one pot divided by `Equity.parts`."""
    whole: int
    """All pots in the same unit: the hand's equity is `share / whole`."""
    scoops: int
    """The whole pot and nobody else any of it."""
    high_wins: int
    """The high alone (with or without a low on the board)."""
    high_ties: int
    """The high together with others."""
    low_wins: int
    """The low alone."""
    low_ties: int
    """The low together with others."""
    quartered: int
    """A part of one half that others share, and nothing of the other half: a quarter of the pot or less."""
    standard_error: float
    """Of the equity as a share of the pot; 0 where every board was counted."""
    high_share: int
    """What of `share` comes from the high, the whole pot where there is no low."""
    range: str = ""
    """The text of a range."""

    @property
    def name(self) -> str:
        """The cards as text, or the range."""
        return self.range or format_cards(self.cards)

    @property
    def equity(self) -> Fraction:
        """The expected share of the pot, exactly as counted."""
        return Fraction(self.share, self.whole)


class Equity(msgspec.Struct, frozen=True, gc=False):
    """The odds of a match-up; `seed` is None where every board was counted, else that of the samples."""

    hands: tuple[HandEquity, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    boards: int
    """How many boards were counted: all, or as many as there were samples. Of ranges, each board counts once for each
    possible combination of hands, times the product of their weights (in each range divided by what they share)."""
    parts: int
    """Into how many parts a pot divides so that each possible share is a whole number of them."""
    no_low: int
    """Boards on which no hand has a low."""
    seed: int | None = None
    combinations: int | None = 1
    """How many combinations of hands were counted; None where hands were drawn too."""

    @property
    def no_low_probability(self) -> Fraction:
        """How often nobody has a low."""
        return Fraction(self.no_low, self.boards)


def parts(players: int) -> int:
    """Return the unit of shares: half a pot can be divided by any number of winners up to `players`."""
    return 2 * lcm(*range(1, players + 1))


def result(
    match_up: MatchUp | RangeMatchUp,
    counts: Counts,
    boards: int,
    seed: int | None = None,
    *,
    combinations: int | None = 1,
) -> Equity:
    """Sum up `counts` [4 ** players], of `boards` boards in all; with a seed, boards are samples."""
    players, unit = match_up.players, parts(match_up.players)
    if players <= _KEPT_PLAYERS:
        sums = (counts @ _every_outcome(players)).tolist()
    else:
        occurring = np.flatnonzero(counts)
        blocks = np.split(occurring, range(_OUTCOMES_AT_ONCE, len(occurring), _OUTCOMES_AT_ONCE))
        sums = np.sum([counts[block] @ _of_outcomes(players, block) for block in blocks], axis=0).tolist()
    no_low = sums[-1]
    hands = []
    for player, (cards, text) in enumerate(zip(match_up.hands, match_up.texts, strict=True)):
        share, squares, high_share, *won = sums[_SUMS * player : _SUMS * (player + 1)]
        scoops, high_wins, high_ties, low_wins, low_ties, quartered = won
        error = 0.0 if seed is None else _standard_error(share, squares, unit, boards)
        hands.append(
            HandEquity(
                cards=cards,
                share=share,
                whole=unit * boards,
                scoops=scoops,
                high_wins=high_wins,
                high_ties=high_ties,
                low_wins=low_wins,
                low_ties=low_ties,
                quartered=quartered,
                standard_error=error,
                high_share=high_share,
                range=text,
            )
        )
    return Equity(tuple(hands), match_up.board, match_up.dead, boards, unit, no_low, seed, combinations)


def _standard_error(share: int, squares: int, unit: int, boards: int) -> float:
    """Return the standard error of the mean share of one board, in pots."""
    if boards < 2:
        return 1.0  # one board says nothing about how much boards differ
    return sqrt((boards * squares - share * share) / (boards - 1)) / (unit * boards)


@cache
def _every_outcome(players: int) -> Counts:
    return _of_outcomes(players, np.arange(4**players))


def _of_outcomes(players: int, outcomes: NDArray[np.intp]) -> Counts:
    """Return [outcomes, _SUMS * players + 1]: what one board of each outcome adds to every sum.

    For each player the share, its square and what of it comes from the high (in the unit of `parts`), and the six
    counts of `HandEquity`; last, one where there is no low.
    """
    unit = parts(players)
    bits = np.arange(players)
    high = (outcomes[:, None] >> (bits + players)) & 1
    low = (outcomes[:, None] >> bits) & 1
    high_winners, low_winners = high.sum(axis=1, keepdims=True), low.sum(axis=1, keepdims=True)
    for_high = np.where(low_winners, unit // 2, unit)
    high_share = high * for_high // np.maximum(high_winners, 1)
    share = high_share + low * (unit // 2) // np.maximum(low_winners, 1)
    high_alone, low_alone = high * (high_winners == 1), low * (low_winners == 1)
    per_player: Sequence[NDArray[np.intp]] = (
        share,
        share * share,
        high_share,
        (share == unit).astype(np.intp),
        high_alone,
        high - high_alone,
        low_alone,
        low - low_alone,
        ((low_winners > 0) & (high + low == 1) & (high_alone + low_alone == 0)).astype(np.intp),
    )
    sums = np.stack(per_player, axis=2).reshape(len(outcomes), _SUMS * players)
    return np.concatenate((sums, (low_winners == 0).astype(np.intp)), axis=1, dtype=np.int64)
