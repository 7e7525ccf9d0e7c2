"""The one question put to a house player, and its answer."""

from omaha8.bots.postflop import postflop
from omaha8.bots.preflop import preflop
from omaha8.bots.rng import Rng
from omaha8.bots.situation import read
from omaha8.bots.style import HOUSE, Style
from omaha8.hand.actions import Action, Check, Fold, LegalActions, Muck, Show
from omaha8.hand.view import HandView


def choose(view: HandView, legal: LegalActions, rng: Rng, style: Style = HOUSE) -> Action:
    """One action that is legal for the seat in `legal`, chosen by its own view alone.

    Pure: the same view, style and state of `rng` give the same action, and of what is given only `rng` changes.
    A player whose own cards are unknown checks or folds. Costs about a millisecond after the flop, for the run-outs.
    """
    if legal.muck:
        return Show() if legal.show and rng.random() < style.shows else Muck()
    spot = read(view, legal)
    if spot is None:
        return Check() if legal.check else Fold()
    decide = postflop if spot.board else preflop
    return decide(spot, legal, style, rng)
