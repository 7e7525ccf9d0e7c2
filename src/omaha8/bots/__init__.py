"""The house players: `choose` answers for a seat by what that seat may see, in one of the house's manners of play.

Pure functions: no clock, no input or output, no randomness but what they are given.
"""

from omaha8.bots.player import choose
from omaha8.bots.rng import Rng
from omaha8.bots.style import CHARACTERS, HOUSE, Style

__all__ = ["CHARACTERS", "HOUSE", "Rng", "Style", "choose"]
