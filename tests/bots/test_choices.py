"""What holds for every choice: it is legal, repeatable, changes nothing, and comes from the player's own view."""

import ast
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st

import omaha8.bots
from omaha8.bots import CHARACTERS, choose
from omaha8.bots.situation import read
from omaha8.cards import FULL_DECK, Card
from omaha8.hand.actions import Action, Fold, LegalActions, Refusal
from omaha8.hand.machine import decide
from omaha8.hand.state import HandState
from omaha8.hand.view import view
from strategies import Played, decks, each_tier, options, play, setups

STYLES = tuple(CHARACTERS.values())
DETOURS = 0.3  # how often another legal action is played, so that hands come where the characters would not go


@st.composite
def house_hands(draw: st.DrawFn) -> Played:
    """Hands of every kind, played by the characters with detours; a refused choice fails."""
    setup, deck, seed = draw(setups()), draw(decks), draw(st.integers(0, 2**32 - 1))
    rng = random.Random(seed)

    def chooses(state: HandState, legal: LegalActions) -> Action:
        action = choose(view(state, legal.seat), legal, rng, rng.choice(STYLES))
        assert not isinstance(decide(state, legal.seat, action, deck), Refusal), (action, legal)
        assert not (legal.check and isinstance(action, Fold)), "nobody folds where checking is free"
        return action if rng.random() >= DETOURS else rng.choice(options(legal))

    return play(setup, deck, chooses)


@each_tier(house_hands(), quick=120, deep=1_500)
def test_every_choice_is_legal_and_every_hand_ends(hand: Played) -> None:
    assert hand.state.has_ended


@each_tier(house_hands(), quick=30, deep=300)
def test_the_same_view_and_dice_give_the_same_action_and_nothing_changes(hand: Played) -> None:
    for step in hand.steps:
        seen = view(step.state, step.seat)
        assert seen.legal is not None
        before = msgspec.json.encode(seen)
        assert choose(seen, seen.legal, random.Random(11)) == choose(seen, seen.legal, random.Random(11))
        assert msgspec.json.encode(seen) == before


def with_others_cards_swapped(state: HandState, seat: int, rng: random.Random) -> HandState:
    """The same hand with other cards wherever this seat cannot see them."""
    seen: set[Card | None] = {*state.board}
    for each in state.seats:
        if each.number == seat or each.is_face_up:
            seen |= set(each.cards)
    unseen = [card for card in FULL_DECK if card not in seen]
    rng.shuffle(unseen)
    return msgspec.structs.replace(
        state,
        seats=tuple(
            each
            if each.number == seat or each.is_face_up
            else msgspec.structs.replace(each, cards=tuple(unseen.pop() for _ in each.cards))
            for each in state.seats
        ),
    )


@each_tier(house_hands(), quick=30, deep=300)
def test_no_choice_depends_on_cards_that_others_hold(hand: Played) -> None:
    rng = random.Random(7)
    for step in hand.steps:
        other = with_others_cards_swapped(step.state, step.seat, rng)
        choices = []
        for state in (step.state, other):
            seen = view(state, step.seat)
            assert seen.legal is not None
            choices.append(choose(seen, seen.legal, random.Random(3)))
        assert choices[0] == choices[1]


@each_tier(house_hands(), quick=40, deep=400)
def test_what_can_be_won_is_what_lies_there_and_the_call(hand: Played) -> None:
    for step in hand.steps:
        seen = view(step.state, step.seat)
        assert seen.legal is not None
        if seen.at_showdown:
            continue
        spot = read(seen, seen.legal)
        assert spot is not None
        reach = spot.bet + spot.to_call
        out_of_reach = sum(max(0, seat.bet - reach) for seat in seen.seats)
        assert spot.prize == seen.total_pot + spot.to_call - out_of_reach
        if seen.legal.call_wins is not None:
            assert seen.legal.call_wins == spot.prize - spot.to_call
        assert 0 <= spot.price <= 1
        assert all(set(layer.rivals) <= set(range(len(spot.rivals))) for layer in spot.layers)


FORBIDDEN = {"asyncio", "logging", "os", "random", "secrets", "sqlite3", "sys", "time", "datetime", "numpy", "numba"}


SOURCES = sorted(Path(omaha8.bots.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_players_know_no_clock_and_make_no_chance(source: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert not imported & FORBIDDEN
