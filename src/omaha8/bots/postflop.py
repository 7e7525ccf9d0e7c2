"""From the flop on: what the hand can expect to win, against what it costs."""

from omaha8.bots.outlook import outlook
from omaha8.bots.rng import Rng
from omaha8.bots.situation import Situation
from omaha8.bots.sizing import bet_or_raise
from omaha8.bots.style import Style
from omaha8.hand.actions import Action, Call, Check, Fold, LegalActions
from omaha8.rules import Structure

# How many times its fair share a hand must expect of the pot to be bet, to be raised, and what is asked besides.
_BET_EDGE = 1.12
_RAISE_EDGE = 1.3
_BIG_BET_EDGE = 0.15  # in pot and no limit a bet costs more, and only good hands pay it
_CLAIM_EDGE = 0.1
_STRONG_EDGE = 1.6
_CERTAIN = 0.9  # a share at which nothing is left to fear

_KEPT = {3: 0.9, 4: 0.94, 5: 1.0}
"""By board cards: the part of its share that a hand keeps on average when more bets are to come."""
_KEPT_OF_BIG_BETS = {3: 0.82, 4: 0.9, 5: 1.0}

_MOST_BLUFFED = 2
_SEMI_BLUFF = 1.5  # a hand that can still win is bluffed more often


def postflop(spot: Situation, legal: LegalActions, style: Style, rng: Rng) -> Action:
    """Bet and raise for value, call where the pot pays for it, sometimes bluff, else check or fold."""
    share = outlook(spot, style.respect, rng)
    if legal.check:
        return _bet(spot, legal, share, style, rng) or Check()
    if _is_worth_a_raise(spot, share, style, rng):
        raised = bet_or_raise(spot, legal, _strength(spot, share), rng)
        if raised is not None:
            return raised
    return Call() if share * _kept(spot) >= spot.price else Fold()


def _bet(spot: Situation, legal: LegalActions, share: float, style: Style, rng: Rng) -> Action | None:
    """A bet for value, or now and then without it."""
    edge = _BET_EDGE + (0.0 if spot.structure is Structure.FIXED_LIMIT else _BIG_BET_EDGE)
    if share >= _fair(spot) * edge:
        sure = share >= _fair(spot) * _STRONG_EDGE
        if rng.random() < (max(style.aggression, 0.8) if sure else style.aggression):
            return bet_or_raise(spot, legal, _strength(spot, share), rng)
        return None
    if rng.random() < _bluffing(spot, share, style):
        return bet_or_raise(spot, legal, 1, rng)
    return None


def _is_worth_a_raise(spot: Situation, share: float, style: Style, rng: Rng) -> bool:
    """Whether more money is wanted in: the stronger the rivals claim to be, the surer the hand must be."""
    if share >= _CERTAIN:
        return True
    fixed = spot.structure is Structure.FIXED_LIMIT
    claimed = max(rival.pressure for rival in spot.rivals)
    edge = _RAISE_EDGE + (0.0 if fixed else _BIG_BET_EDGE)
    edge += max(0, claimed - 1) * (_CLAIM_EDGE if fixed else 2 * _CLAIM_EDGE)
    return share >= _fair(spot) * edge and rng.random() < style.aggression


def _bluffing(spot: Situation, share: float, style: Style) -> float:
    """The chance to bet a hand that should lose: few rivals, and every one of them able to fold."""
    if not 1 <= spot.answering <= _MOST_BLUFFED or spot.answering < len(spot.rivals):
        return 0.0
    chance = style.bluffing / spot.answering
    if spot.behind:
        chance /= 2
    if len(spot.board) < 5 and share > _fair(spot) * 0.8:
        chance *= _SEMI_BLUFF
    return chance


def _fair(spot: Situation) -> float:
    return 1 / (len(spot.rivals) + 1)


def _strength(spot: Situation, share: float) -> int:
    """For the size of a bet: 2 for a hand that wins most of the pot, 1 for a good one, 0 for a little edge."""
    if share >= min(_CERTAIN, _fair(spot) * _STRONG_EDGE):
        return 2
    return int(share >= _fair(spot) * _RAISE_EDGE)


def _kept(spot: Situation) -> float:
    if spot.is_all_in_call:
        return 1.0
    kept = _KEPT if spot.structure is Structure.FIXED_LIMIT else _KEPT_OF_BIG_BETS
    return kept[len(spot.board)]
