"""Millions of fixed-limit hands in seconds, on compiled copies of the rules; needs numba (the extra `fast`).

For what is won in the long run by seats, positions and mixes of play. A hand ends as it does on the engine, to the
chip, given the same deck and the same choices; the tests hold that. What happened within a hand, only the engine tells.
"""

from omaha8.batch_play.arrays import Deals
from omaha8.batch_play.mixes import ByStreet, Mix
from omaha8.batch_play.play import BatchResult, PlayedHands, deal_many, play_dealt, play_many

__all__ = ["BatchResult", "ByStreet", "Deals", "Mix", "PlayedHands", "deal_many", "play_dealt", "play_many"]
