"""Reading hands: the best high and the best qualifying low of Omaha holdings, from tables, in plain Python.

`evaluate` takes cards as people write them and tells everything about one hand; `RankedBoard` and `rank` give
the keys alone, fast, for cards already known to be good; `high_class`, `low_ranks`, `high_name` and
`low_name` say what a key means.
"""

from omaha8.evaluation.classes import Category, HighHand, high_class, low_ranks
from omaha8.evaluation.evaluate import Evaluation, MadeHigh, MadeLow, evaluate
from omaha8.evaluation.names import high_name, low_name
from omaha8.evaluation.ranking import RankedBoard, rank
from omaha8.evaluation.tables import TablesError

__all__ = [
    "Category",
    "Evaluation",
    "HighHand",
    "MadeHigh",
    "MadeLow",
    "RankedBoard",
    "TablesError",
    "evaluate",
    "high_class",
    "high_name",
    "low_name",
    "low_ranks",
    "rank",
]
