"""Duplicate matches: the same cards once for every seat the player can have, so that luck cancels out.

In each deal one player sits with others who all play alike; the deal is repeated with the player one seat further
until they have held every hand. Who plays like the others wins exactly nothing.
"""

from collections.abc import Callable

import msgspec

from omaha8.bots.rng import Rng
from omaha8.cards import Deck
from omaha8.hand.actions import Action, LegalActions, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup
from omaha8.hand.view import HandView, view

Player = Callable[[HandView, LegalActions, Rng], Action]
"""Chooses for the seat in the legal actions, which stand in the view too."""


class IllegalChoiceError(RuntimeError):
    """A player chose an action that the hand refuses."""


class Score(msgspec.Struct, frozen=True):
    """Big blinds won in a hundred hands, and the standard error of that rate."""

    hands: int
    bb_per_100: float
    standard_error: float

    @property
    def lower_bound(self) -> float:
        """Below this the true rate lies with a chance of a fortieth (95 % both ways)."""
        return self.bb_per_100 - 1.96 * self.standard_error


def play_duplicate(setup: HandSetup, deck: Deck, player: Player, others: Player, rng: Rng) -> int:
    """Chips that `player` wins in all over one deal, played once from every seat of `setup`."""
    return sum(_play(setup, deck, seat, player, others, rng) for seat, _ in setup.stacks)


def _play(setup: HandSetup, deck: Deck, seat: int, player: Player, others: Player, rng: Rng) -> int:
    state = replay(start(setup, deck), deck)
    while (legal := legal_actions(state)) is not None:
        chooses = player if legal.seat == seat else others
        action = chooses(view(state, legal.seat), legal, rng)
        outcome = decide(state, legal.seat, action, deck)
        if isinstance(outcome, Refusal):
            raise IllegalChoiceError(f"{action} was refused: {outcome}")
        state = replay(outcome, deck, state)
    return state.stacks[seat] - dict(setup.stacks)[seat]


def score(won: list[int], seats: int, big_blind: int) -> Score:
    """The rate from the chips won in each deal (`play_duplicate`) of a table of `seats`."""
    deals = len(won)
    mean = sum(won) / deals
    variance = sum((chips - mean) ** 2 for chips in won) / max(1, deals - 1)
    unit = 100 / (seats * big_blind)
    return Score(deals * seats, mean * unit, (variance / deals) ** 0.5 * unit)
