"""How much to bet or raise, given that it will be: among the legal amounts only."""

from omaha8.bots.rng import Rng
from omaha8.bots.situation import Situation
from omaha8.hand.actions import Action, BetTo, LegalActions, RaiseTo

LEAST, HALF, MOST_OF, WHOLE = range(4)  # places in `LegalActions.sizes`

COMMITTED = 0.7
"""A bet of this part of the stack leaves nothing worth keeping: the whole stack goes in."""

_CHANCES = ((0.1, 0.6, 0.9), (0.0, 0.3, 0.7), (0.0, 0.1, 0.3))
"""By strength from 0 to 2: up to which chance the size is the least, half the pot, three quarters; else the pot."""


def bet_or_raise(spot: Situation, legal: LegalActions, strength: int, rng: Rng) -> Action | None:
    """A bet or raise where one is legal, larger the more `strength` (0 to 2) there is; else `None`."""
    amounts = legal.bet or legal.raise_to
    if amounts is None:
        return None
    total = amounts.least
    if legal.sizes is not None:
        chance = rng.random()
        size = next((place for place, limit in enumerate(_CHANCES[strength]) if chance < limit), WHOLE)
        total = legal.sizes[size]
        if total - spot.bet >= COMMITTED * spot.stack:
            total = amounts.most if amounts.most == spot.bet + spot.stack else total
    return BetTo(total) if legal.bet is not None else RaiseTo(total)
