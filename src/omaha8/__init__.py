"""Omaha Hi/Lo (8-or-better): the rules, an evaluator, and hands replayed to the chip.

`evaluate` values a hand; `omaha8.hand` plays one; the rest reads, checks and simulates hands.
"""

from omaha8.cards import Card, Deck, card_name, format_cards, parse_card, parse_cards
from omaha8.errors import CardError, HistoryError, InputError, RulesError, ScriptError, SetupError
from omaha8.evaluation import Evaluation, evaluate
from omaha8.rules import PROFILES, HouseRules, Stakes, Structure, fixed_limit, no_limit, pot_limit

__version__ = "0.1.0"

__all__ = [
    "PROFILES",
    "Card",
    "CardError",
    "Deck",
    "Evaluation",
    "HistoryError",
    "HouseRules",
    "InputError",
    "RulesError",
    "ScriptError",
    "SetupError",
    "Stakes",
    "Structure",
    "card_name",
    "evaluate",
    "fixed_limit",
    "format_cards",
    "no_limit",
    "parse_card",
    "parse_cards",
    "pot_limit",
]
