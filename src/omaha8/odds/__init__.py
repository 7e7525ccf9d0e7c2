"""Odds: what hands and ranges are worth against each other, exactly or from samples.

Needs numpy; with numba (the extra `fast`) the same answers come faster. `equity` is the question, `Equity` the answer,
and `distribution` says what is made on the way; `parse_range` reads a range (docs/ranges.md). `against_random` asks for
one hand against any other; `preflop_equity`, `percentile` and `ranking` have its answers for start hands.
"""

from omaha8.evaluation.batch import load_kernels
from omaha8.odds.calculator import equity
from omaha8.odds.distribution import Distribution, HandKinds, StreetKinds, distribution
from omaha8.odds.preflop import percentile, preflop_equity, ranking
from omaha8.odds.random_hand import against_random
from omaha8.odds.ranges.range import Range, parse_range
from omaha8.odds.results import Equity, HandEquity

__all__ = [
    "Distribution",
    "Equity",
    "HandEquity",
    "HandKinds",
    "Range",
    "StreetKinds",
    "against_random",
    "distribution",
    "equity",
    "load_kernels",
    "parse_range",
    "percentile",
    "preflop_equity",
    "ranking",
]
