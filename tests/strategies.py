"""Hypothesis strategies for hands: house rules, stakes, set-ups, decks, and hands played by random legal actions.

The one place for generators. What is drawn is legal unless a name says otherwise; the tests decide what must hold.
"""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omaha8.cards import FULL_DECK, Card, Deck
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
    Show,
)
from omaha8.hand.betting import legal_actions, straddle
from omaha8.hand.events import HandEvent, PostKind
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order
from omaha8.hand.state import HandState
from omaha8.rules import (
    MAX_SEATS,
    FirstToShow,
    HouseRules,
    OddChips,
    PotLimitPot,
    Rounding,
    Stakes,
    Structure,
)

BLINDS = ((1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (5, 10), (25, 50))
SAMPLE_AMOUNTS = (0.0, 0.25, 0.5, 1.0)  # where in the legal range a bet may lie
MOST_ACTIONS = 2_000  # no hand drawn here has more


class Step(NamedTuple):
    """One accepted action: the state it met, and the events it caused."""

    state: HandState
    seat: int
    action: Action | Protect
    events: tuple[HandEvent, ...]


class Played(NamedTuple):
    """A hand from its set-up to its end."""

    setup: HandSetup
    deck: Deck
    opening: tuple[HandEvent, ...]
    steps: tuple[Step, ...]
    state: HandState

    @property
    def events(self) -> tuple[HandEvent, ...]:
        """Every event of the hand."""
        return (*self.opening, *(event for step in self.steps for event in step.events))

    def states(self) -> Iterator[tuple[HandEvent, HandState]]:
        """Each event with the state after it."""
        state: HandState | None = None
        for event in self.events:
            state = replay((event,), self.deck, state)
            yield event, state


house_rules: st.SearchStrategy[HouseRules] = st.builds(
    HouseRules,
    hole_cards=st.sampled_from((4, 4, 5, 6)),
    small_blind_rounding=st.sampled_from(Rounding),
    first_to_show=st.sampled_from(FirstToShow),
    odd_chips=st.sampled_from(OddChips),
    cap_heads_up=st.booleans(),
    pl_pot=st.sampled_from(PotLimitPot),
    pl_full_blinds=st.booleans(),
    all_in_face_up=st.booleans(),
    mucked_in_last_hand=st.booleans(),
)


@st.composite
def stakes(draw: st.DrawFn) -> Stakes:
    """Stakes of any structure; in fixed limit the big bet is mostly, not always, twice the small one."""
    structure = draw(st.sampled_from(Structure))
    small, big = draw(st.sampled_from(BLINDS))
    big_bet = draw(st.sampled_from((2, 2, 2, 1, 3))) * big if structure is Structure.FIXED_LIMIT else 0
    return Stakes(structure=structure, small_blind=small, big_blind=big, big_bet=big_bet)


@st.composite
def setups(draw: st.DrawFn) -> HandSetup:
    """Hands of every size and kind, short stacks and odd posts included."""
    rules = draw(house_rules)
    at = draw(stakes())
    count = draw(st.integers(2, draw(st.sampled_from((3, 4, rules.max_seats)))))
    numbers = draw(st.permutations(range(1, MAX_SEATS + 1)))[:count]
    button = draw(st.integers(1, MAX_SEATS))
    stack = st.integers(1, 60) | st.integers(1, 3 * at.big_blind) | st.integers(10, 60).map(at.big_blind.__mul__)
    stacks = tuple((number, draw(stack)) for number in numbers)
    order = deal_order(numbers, button)
    posted = draw(posts(at, order))
    # A big blind alone comes back when all fold, and there is nothing to take a rake from.
    rake = 0 if len(posted) == 1 else draw(st.sampled_from((0, 0, 0, 1)))
    return HandSetup(
        rules=rules,
        stakes=at,
        button=button,
        stacks=stacks,
        posts=posted,
        smallest_chip=draw(st.sampled_from((1, 1, 1, 2, 5))),
        rake=rake,
    )


@st.composite
def posts(draw: st.DrawFn, at: Stakes, order: tuple[int, ...]) -> tuple[Post, ...]:
    """The blinds, and sometimes antes, newcomers' and returners' posts, and straddles left of the big blind."""
    both = blinds(at, order, order[-1], small_blind=draw(st.sampled_from((True, True, True, False))))
    made = list(both)
    bystanders = [seat for seat in order if seat not in {post.seat for post in both}]
    straddles = draw(st.sampled_from((0, 0, 0, 0, 1, 2)))
    made += [
        Post(seat, PostKind.STRADDLE, straddle(at, number)) for number, seat in enumerate(bystanders[:straddles], 1)
    ]
    for seat in bystanders[straddles:]:
        kind = draw(st.sampled_from(("", "", "", "", "", "live", "dead", "both")))
        if kind in {"live", "both"}:
            made.append(Post(seat, PostKind.LIVE, at.big_blind))
        if kind in {"dead", "both"}:
            made.append(Post(seat, PostKind.DEAD, at.small_blind))
    ante = draw(st.sampled_from((0, 0, 0, 1, at.big_blind)))
    antes = [Post(seat, PostKind.ANTE, ante) for seat in order if ante]
    return tuple(antes + made if draw(st.booleans()) else made + antes)


def shuffled(seed: int) -> Deck:
    """A full deck in the order that the seed gives."""
    cards = list(FULL_DECK)
    random.Random(seed).shuffle(cards)
    return Deck(tuple(cards))


decks: st.SearchStrategy[Deck] = st.integers(0, 2**32 - 1).map(shuffled)


def without_cards(deck: Deck, players: int, hole_cards: int, hidden: dict[int, int]) -> Deck:
    """The deck with the first so many hole cards of some players unknown; `hidden` is by index in deal order."""
    cards: list[Card | None] = list(deck.cards)
    for player, count in hidden.items():
        for place in range(min(count, hole_cards)):
            cards[place * players + player] = None
    return Deck(tuple(cards))


def options(legal: LegalActions) -> list[Action]:
    """The legal actions, amounts at a few places of their range."""
    found: list[Action] = []
    found += [Fold()] * legal.fold + [Check()] * legal.check + [Show()] * legal.show + [Muck()] * legal.muck
    if legal.call is not None:
        found.append(Call())
    found += [BetTo(amount) for amount in _amounts(legal.bet)]
    found += [RaiseTo(amount) for amount in _amounts(legal.raise_to)]
    return found


def _amounts(span: AmountRange | None) -> list[int]:
    if span is None:
        return []
    return sorted({span.least + int((span.most - span.least) * part) for part in SAMPLE_AMOUNTS})


def chosen(legal: LegalActions, number: int) -> Action | Protect:
    """The action that a number of 0 to 999 stands for: mostly staying in, sometimes a fold or a time-out."""
    if legal.fold and number >= 850:
        return Fold() if number < 970 else Protect()
    staying = [action for action in options(legal) if not isinstance(action, Fold)]
    return staying[number % len(staying)]


def play(setup: HandSetup, deck: Deck, choose: Callable[[HandState, LegalActions], Action | Protect]) -> Played:
    """Play a hand to its end; a choice that is refused (a time-out with nothing to protect) becomes a fold."""
    opening = start(setup, deck)
    state = replay(opening, deck)
    steps: list[Step] = []
    while (legal := legal_actions(state)) is not None:
        assert len(steps) < MOST_ACTIONS, "the hand does not end"
        action = choose(state, legal)
        events = decide(state, legal.seat, action, deck)
        if isinstance(events, Refusal):
            action = Fold()
            events = decide(state, legal.seat, action, deck)
        assert not isinstance(events, Refusal), (action, events)
        steps.append(Step(state, legal.seat, action, events))
        state = replay(events, deck, state)
    return Played(setup, deck, opening, tuple(steps), state)


@st.composite
def played_hands(draw: st.DrawFn, *, unknown: bool = False) -> Played:
    """Hands played by random legal actions and time-outs; with `unknown`, some seats' cards are not known."""
    setup = draw(setups())
    deck = draw(decks)
    if unknown:
        players, hole_cards = len(setup.stacks), setup.rules.hole_cards
        seats = st.integers(0, players - 1)
        hidden = draw(st.dictionaries(seats, st.integers(1, hole_cards), min_size=1))
        deck = without_cards(deck, players, hole_cards, hidden)
    numbers = st.integers(0, 999)
    return play(setup, deck, lambda _, legal: chosen(legal, draw(numbers)))


ALWAYS_SAME = "CI" in os.environ


def each_tier(
    values: st.SearchStrategy[Any], *, quick: int, deep: int
) -> Callable[[Callable[[Any], None]], Callable[[int], None]]:
    """Make a test of a property: `quick` examples, always the same ones, in every run, `deep` others on request.

    Where a change is judged (`.ci/run`) the deep ones are the same each time too: what it fails on is its own.
    """

    def decorate(check: Callable[[Any], None]) -> Callable[[int], None]:
        def test(examples: int) -> None:
            run = settings(
                max_examples=examples,
                deadline=None,
                derandomize=examples == quick or ALWAYS_SAME,
                database=None,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
            )(given(values)(check))
            run()

        test.__name__ = test.__qualname__ = check.__name__
        test.__doc__ = check.__doc__
        tiers = [pytest.param(quick, id="quick"), pytest.param(deep, id="deep", marks=pytest.mark.deep)]
        return pytest.mark.parametrize("examples", tiers)(test)

    return decorate
