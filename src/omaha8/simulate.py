"""Play many hands on the real engine with simple policies, and check the chips of each.

It is the engine's endurance test and its yardstick, not a model of play. Randomness comes from a seed, so that a hand
that fails can be found again.
"""

import random
from collections.abc import Callable
from enum import StrEnum
from time import perf_counter
from typing import assert_never

import msgspec

from omaha8.cards import FULL_DECK, Deck
from omaha8.errors import SetupError
from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, LegalActions, Muck, RaiseTo, Refusal, Show
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, blinds
from omaha8.hand.state import HandState
from omaha8.rules import HouseRules, Stakes, Structure, fixed_limit, no_limit, pot_limit

DEEPEST_STACK = 100  # big blinds
SHORTEST_STACK = 1  # chip


class Policy(StrEnum):
    """How the simulated players choose."""

    CALL = "call"  # check or call to the end: every hand is shown down
    RANDOM = "random"  # any legal action, any legal amount
    LOOSE = "loose"  # mostly check and call, now and then a bet, a raise or a fold


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was played, and how fast. `seconds` is wall time of the play alone."""

    hands: int
    players: int
    game: Structure
    cards: int
    policy: Policy
    seed: int
    decisions: int
    showdowns: int
    split_pots: int
    seconds: float
    hands_per_second: float


class SimulationError(RuntimeError):
    """The engine broke a promise: chips appeared or vanished, or it refused what it had called legal."""


def choose(policy: Policy, legal: LegalActions, rng: random.Random) -> Action:
    """One legal action, by the policy's odds alone; the cards are not looked at."""
    if legal.muck:
        return Show() if legal.show and rng.random() < 0.5 else Muck()
    passive: Action = Check() if legal.check else Call()
    if policy is Policy.CALL:
        return passive
    folds, raises = (0.33, 0.34) if policy is Policy.RANDOM else (0.0 if legal.check else 0.1, 0.15)
    chance = rng.random()
    if chance < folds:
        return Fold()
    if chance < 1 - raises:
        return passive
    if legal.bet is not None:
        return BetTo(rng.randint(legal.bet.least, legal.bet.most))
    if legal.raise_to is not None:
        return RaiseTo(rng.randint(legal.raise_to.least, legal.raise_to.most))
    return passive


def play_hand(setup: HandSetup, deck: Deck, policy: Policy, rng: random.Random) -> tuple[HandState, int]:
    """Play one hand to its end; the final state and the number of decisions."""
    state = replay(start(setup, deck), deck)
    decisions = 0
    while (legal := legal_actions(state)) is not None:
        action = choose(policy, legal, rng)
        outcome = decide(state, legal.seat, action, deck)
        if isinstance(outcome, Refusal):
            raise SimulationError(f"{action} was refused: {outcome}")
        state = replay(outcome, deck, state)
        decisions += 1
    return state, decisions


def simulate(
    hands: int,
    players: int,
    game: Structure,
    cards: int = 4,
    *,
    seed: int = 0,
    policy: Policy = Policy.RANDOM,
    progress: Callable[[int], None] | None = None,
) -> SimulationResult:
    """Play `hands` hands from `seed`, stacks from one chip to a hundred big blinds, the button moving each hand.

    `progress` is told the number of hands played since it was last told. Raises `SimulationError` when a chip is
    gained or lost, `RulesError` or `SetupError` when the table cannot exist.
    """
    rules = HouseRules(hole_cards=cards)
    if not 2 <= players <= rules.max_seats:
        raise SetupError("players", f"{players}; with {cards} hole cards legal are 2 to {rules.max_seats}", "players")
    stakes = _stakes(game, rules)
    rng = random.Random(seed)
    decisions = showdowns = split_pots = 0
    begun = perf_counter()
    for number in range(hands):
        setup, deck = _deal(number, players, rules, stakes, rng)
        state, made = play_hand(setup, deck, policy, rng)
        if not state.has_ended or state.pot or sum(state.stacks.values()) != sum(chips for _, chips in setup.stacks):
            raise SimulationError(f"hand {number} of seed {seed}: {setup} ended with {state.stacks}, pot {state.pot}")
        decisions += made
        showdowns += len(state.board) == 5 and sum(seat.is_live for seat in state.seats) > 1
        split_pots += sum(len(award.shares) > 1 for award in state.awards)
        if progress is not None:
            progress(1)
    seconds = perf_counter() - begun
    return SimulationResult(
        hands=hands,
        players=players,
        game=game,
        cards=cards,
        policy=policy,
        seed=seed,
        decisions=decisions,
        showdowns=showdowns,
        split_pots=split_pots,
        seconds=seconds,
        hands_per_second=hands / seconds if hands else 0.0,
    )


def _stakes(game: Structure, rules: HouseRules) -> Stakes:
    match game:
        case Structure.FIXED_LIMIT:
            return fixed_limit(rules, 2, 4)
        case Structure.POT_LIMIT:
            return pot_limit(1, 2)
        case Structure.NO_LIMIT:
            return no_limit(1, 2)
        case _:
            assert_never(game)


def _deal(number: int, players: int, rules: HouseRules, stakes: Stakes, rng: random.Random) -> tuple[HandSetup, Deck]:
    seats = range(1, players + 1)
    button = number % players + 1
    # Half of the stacks are a few chips, so that blinds are short and side pots many.
    stacks = tuple(
        (seat, rng.randint(SHORTEST_STACK, stakes.big_blind * rng.choice((5, DEEPEST_STACK)))) for seat in seats
    )
    setup = HandSetup(rules=rules, stakes=stakes, button=button, stacks=stacks, posts=blinds(stakes, seats, button))
    return setup, Deck(tuple(rng.sample(FULL_DECK, players * rules.hole_cards + 5)))
