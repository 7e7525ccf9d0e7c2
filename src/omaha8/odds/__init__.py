"""Odds: what known hands are worth against each other, exactly or from samples.

Needs numpy; with numba (the extra `fast`) the same answers come faster. `equity` is the question, `Equity` the answer.
"""

from omaha8.evaluation.batch import load_kernels
from omaha8.odds.calculator import equity
from omaha8.odds.results import Equity, HandEquity

__all__ = ["Equity", "HandEquity", "equity", "load_kernels"]
