"""House players against players who look at no card: duplicate matches, and what makes them fair."""

import random

import pytest

from omaha8.bots import CHARACTERS, Rng, choose
from omaha8.bots.match import IllegalChoiceError, Player, Score, play_duplicate, score
from omaha8.hand.actions import Action, Call, Check, LegalActions
from omaha8.hand.setup import HandSetup, blinds
from omaha8.hand.view import HandView
from omaha8.rules import HouseRules, fixed_limit, no_limit, pot_limit
from omaha8.simulate import Policy
from omaha8.simulate import choose as simple
from strategies import shuffled

STAKES = {"fl": fixed_limit(HouseRules(), 20, 40), "pl": pot_limit(10, 20), "nl": no_limit(10, 20)}


def plays(policy: Policy, seed: int) -> Player:
    own = random.Random(seed)
    return lambda _view, legal, _rng: simple(policy, legal, own)


def match(game: str, players: int, deals: int, player: Player, others: Player) -> Score:
    stakes = STAKES[game]
    won = []
    for number in range(deals):
        seats = range(1, players + 1)
        button = number % players + 1
        setup = HandSetup(
            rules=HouseRules(),
            stakes=stakes,
            button=button,
            stacks=tuple((seat, 100 * stakes.big_blind) for seat in seats),
            posts=blinds(stakes, seats, button),
        )
        won.append(play_duplicate(setup, shuffled(number), player, others, random.Random(number)))
    return score(won, players, stakes.big_blind)


def test_who_plays_like_the_others_wins_exactly_nothing() -> None:
    calls = plays(Policy.CALL, 1)
    assert match("fl", 6, 20, calls, calls) == Score(120, 0.0, 0.0)


def test_the_rate_and_its_error_are_per_hundred_hands() -> None:
    rate = score([40, -20, 100, 0], seats=2, big_blind=20)
    assert rate.hands == 8
    assert rate.bb_per_100 == 75.0
    assert rate.standard_error == pytest.approx(100 / 40 * (8400 / 3 / 4) ** 0.5)
    assert rate.lower_bound < rate.bb_per_100


def test_a_refused_choice_ends_the_match_loudly() -> None:
    def bad(_view: HandView, legal: LegalActions, _rng: Rng) -> Action:
        return Call() if legal.check else Check()

    with pytest.raises(IllegalChoiceError):
        match("fl", 2, 1, bad, bad)


@pytest.mark.parametrize("name", CHARACTERS)
def test_every_character_beats_callers_over_a_few_hands(name: str) -> None:
    def player(seen: HandView, legal: LegalActions, rng: Rng) -> Action:
        return choose(seen, legal, rng, CHARACTERS[name])

    assert match("pl", 6, 40, player, plays(Policy.CALL, 1)).bb_per_100 > 0


@pytest.mark.deep
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("policy", [Policy.CALL, Policy.RANDOM])
@pytest.mark.parametrize("game", ["fl", "pl"])
def test_the_house_player_clearly_beats_who_looks_at_no_card(game: str, policy: Policy, players: int) -> None:
    rate = match(game, players, 1_800 // players, choose, plays(policy, 8))
    assert rate.lower_bound > 0, rate
