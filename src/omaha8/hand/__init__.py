"""One hand of Omaha Hi/Lo as a pure state machine: `start`, `decide`, `evolve`, `view`.

It knows no clock, no randomness, no storage and no network; the deck and every choice come in as arguments.
"""

from omaha8.hand.actions import (
    Action,
    AmountRange,
    BetTo,
    Call,
    Check,
    Fold,
    LegalActions,
    Muck,
    Protect,
    RaiseTo,
    Refusal,
    RefusalCode,
    Show,
)
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEvent, PostKind
from omaha8.hand.evolve import evolve, replay
from omaha8.hand.machine import decide, start
from omaha8.hand.pots import pots
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order, deck_of
from omaha8.hand.state import HandState, Phase, Street
from omaha8.hand.view import last_hand, view, view_events

__all__ = [
    "Action",
    "AmountRange",
    "BetTo",
    "Call",
    "Check",
    "Fold",
    "HandEvent",
    "HandSetup",
    "HandState",
    "LegalActions",
    "Muck",
    "Phase",
    "Post",
    "PostKind",
    "Protect",
    "RaiseTo",
    "Refusal",
    "RefusalCode",
    "Show",
    "Street",
    "blinds",
    "deal_order",
    "decide",
    "deck_of",
    "evolve",
    "last_hand",
    "legal_actions",
    "pots",
    "replay",
    "start",
    "view",
    "view_events",
]
