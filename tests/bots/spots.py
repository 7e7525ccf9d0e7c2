"""Spots for house players: a hand is set up with known cards, played to a point, and asked about many times."""

import random
from collections import Counter

from omaha8.bots import HOUSE, Style, choose
from omaha8.cards import parse_cards
from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, LegalActions, RaiseTo, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, blinds, deck_of
from omaha8.hand.state import HandState
from omaha8.hand.view import view
from omaha8.rules import HouseRules, Stakes, fixed_limit, no_limit, pot_limit

STAKES = {
    "fl": fixed_limit(HouseRules(), 20, 40),
    "pl": pot_limit(10, 20),
    "nl": no_limit(10, 20),
}
_WORDS: dict[str, Action] = {"f": Fold(), "k": Check(), "c": Call()}
_SPARE = (
    "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc Ad 2h 3s 4c 5d 6h 7s 8c 9d Th Js Qc"
)
TRIES = 60


def spot(game: str, hands: list[str], board: str = "", play: str = "", stacks: list[int] | None = None) -> HandState:
    """The hand after `play`: seats 1, 2, ... hold `hands`, the last is the button; f, k, c, b40, r60 are actions.

    A hand `-` is dealt from what the others and the board leave.
    """
    stakes: Stakes = STAKES[game]
    named = {card for text in (*hands, board) if text != "-" for card in parse_cards(text)}
    spare = [card for card in parse_cards(_SPARE) if card not in named]
    cards = [tuple(spare.pop() for _ in range(4)) if text == "-" else parse_cards(text) for text in hands]
    seats = range(1, len(hands) + 1)
    setup = HandSetup(
        rules=HouseRules(hole_cards=len(cards[0])),
        stakes=stakes,
        button=len(hands),
        stacks=tuple(zip(seats, stacks or [100 * stakes.big_blind] * len(hands), strict=True)),
        posts=blinds(stakes, seats, len(hands)),
    )
    deck = deck_of(cards, parse_cards(board))
    state = replay(start(setup, deck), deck)
    for word in play.split():
        action = _WORDS.get(word) or (BetTo if word[0] == "b" else RaiseTo)(int(word[1:]))
        assert state.to_act is not None
        outcome = decide(state, state.to_act, action, deck)
        assert not isinstance(outcome, Refusal), (word, outcome)
        state = replay(outcome, deck, state)
    return state


def legal_in(state: HandState) -> LegalActions:
    legal = legal_actions(state)
    assert legal is not None
    return legal


def answers(state: HandState, style: Style = HOUSE, tries: int = TRIES) -> Counter[str]:
    """What the player to act does, by kind of action, asked once with each of many seeds."""
    legal = legal_in(state)
    seen = view(state, legal.seat)
    return Counter(type(choose(seen, legal, random.Random(seed), style)).__name__ for seed in range(tries))
