"""Before the flop: which start hands to play at which price, and which to raise."""

from itertools import pairwise

from omaha8.bots.rng import Rng
from omaha8.bots.situation import Situation
from omaha8.bots.sizing import bet_or_raise
from omaha8.bots.start_hands import top_part
from omaha8.bots.style import Style
from omaha8.hand.actions import Action, Call, Check, Fold, LegalActions

_WIDTHS = ((0.0, 1.0), (0.05, 0.97), (0.1, 0.85), (0.2, 0.55), (0.3, 0.36), (0.4, 0.24), (0.5, 0.12), (1.0, 0.02))
"""By the price of a call: the part of all hands worth playing, six-handed and nothing raised."""

_SHORT = {1: 1.6, 2: 1.35, 3: 1.15, 4: 1.05, 5: 1.0}
_CROWDED = 0.85  # six rivals or more: somebody has the nut low
_AFTER_RAISES = (1.0, 0.8, 0.6)
_RAISING_AFTER_RAISES = (1.0, 0.5, 0.25)
_LATE = 1.2  # at most one player to act behind
_SLOWLY = 0.15  # the chance to only call with a raising hand, at most


def preflop(spot: Situation, legal: LegalActions, style: Style, rng: Rng) -> Action:
    """Raise the best hands, play what is worth its price, check what is free."""
    place = top_part(spot.hole)
    crowd = _SHORT.get(len(spot.rivals), _CROWDED)
    late = _LATE if spot.behind <= 1 else 1.0
    raising = style.raising * crowd * crowd * late * _RAISING_AFTER_RAISES[spot.raises]
    if place < raising and rng.random() >= _SLOWLY * (1.5 - style.aggression):
        strong = place < raising / 2
        raised = bet_or_raise(spot, legal, 2 if strong else 1, rng)
        if raised is not None:
            return raised
    if legal.check:
        return Check()
    width = _width(spot.price) * style.looseness * crowd * late * _AFTER_RAISES[spot.raises]
    return Call() if place < max(width, raising) else Fold()


def _width(price: float) -> float:
    """The part of all hands to play at a price, between the marks in a straight line."""
    for (cheap, wide), (dear, narrow) in pairwise(_WIDTHS):
        if price <= dear:
            return wide + (narrow - wide) * (price - cheap) / (dear - cheap)
    return 0.0
