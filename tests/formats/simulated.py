"""Hands from a seed for the round trips: every structure, 4 to 6 cards, short stacks, odd posts, rake; no time-outs."""

import random
from datetime import UTC, datetime

from msgspec.structs import replace

from omaha8.cards import FULL_DECK, Deck
from omaha8.formats.history import Record, Scene, Unit
from omaha8.hand.betting import legal_actions, straddle
from omaha8.hand.events import HandEvent, PostKind
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order
from omaha8.rules import FirstToShow, HouseRules, OddChips, Stakes, Structure, fixed_limit, no_limit, pot_limit
from omaha8.simulate import Policy, choose

_BLINDS = ((1, 2), (2, 4), (2, 5), (5, 10), (25, 50), (1, 1))
_NAMES = ("Ann", "Bo K.", "C: folds", "däh ☃", "Eve (1)", "x", "Zoë said", "1 2 3", "$5", "Seat 9")


class Simulated:
    """One played hand: set-up, deck, events, and the record a writer gets.

    A `plain` one is four-card fixed limit without what PHH has no words for or PokerKit other rules: dead blinds,
    straddles, rake, equal blinds, cents to halve, other ways with odd chips.
    """

    def __init__(self, seed: int, *, plain: bool = False) -> None:
        rng = random.Random(seed)
        structure = Structure.FIXED_LIMIT if plain else tuple(Structure)[seed % 3]
        rules = HouseRules(
            hole_cards=4 if plain else (4, 5, 6)[seed // 3 % 3],
            odd_chips=OddChips.TDA if plain else rng.choice(tuple(OddChips)),
            first_to_show=rng.choice(tuple(FirstToShow)),
            all_in_face_up=rng.random() < 0.8,
        )
        self.setup = _setup(rng, rules, _stakes(rng, structure, rules))
        if plain:
            self.setup = replace(self.setup, rake=0, stakes=fixed_limit(rules, 10, 20), posts=_plain(self.setup))
        self.deck = Deck(tuple(rng.sample(FULL_DECK, 52)))
        self.events = _play(self.setup, self.deck, rng)
        seats = [seat for seat, _ in self.setup.stacks]
        order = deal_order(seats, self.setup.button)
        unit = Unit.CHIP if plain else rng.choice((Unit.CENT, Unit.CHIP))
        hero = rng.choice((0, *seats))
        dealt = {hero: self.deck.hole_cards(order.index(hero), len(order), rules.hole_cards)} if hero else {}
        self.record = Record(
            events=self.events,
            names=dict(zip(seats, rng.sample(_NAMES, len(seats)), strict=True)),
            cards=dealt,
            hand_id=str(1_000_000 + seed),
            unit=unit,
            scene=Scene(
                room="PokerStars",
                table="Home's 'table'",
                seats=10,
                started=datetime(2026, 11, 29, 5, 6, 7, tzinfo=UTC),
                currency=rng.choice(("USD", "EUR", "GBP")) if unit is Unit.CENT else "",
                hero=hero,
            ),
        )


def _stakes(rng: random.Random, structure: Structure, rules: HouseRules) -> Stakes:
    small, big = rng.choice(_BLINDS)
    if structure is Structure.FIXED_LIMIT:
        return fixed_limit(rules, big, 2 * big)
    return pot_limit(small, big) if structure is Structure.POT_LIMIT else no_limit(small, big)


def _setup(rng: random.Random, rules: HouseRules, stakes: Stakes) -> HandSetup:
    count = rng.randint(2, rng.choice((2, 3, 6, rules.max_seats)))
    seats = rng.sample(range(1, 11), count)
    button = rng.choice((rng.randint(1, 10), rng.choice(seats)))
    big = stakes.big_blind
    stacks = tuple((seat, rng.choice((rng.randint(1, 4 * big), rng.randint(1, 100 * big)))) for seat in seats)
    posts = _posts(rng, stakes, deal_order(seats, button))
    rake = rng.choice((0, 0, 1)) if len(posts) > 1 else 0
    return HandSetup(rules=rules, stakes=stakes, button=button, stacks=stacks, posts=posts, rake=rake)


def _posts(rng: random.Random, stakes: Stakes, order: tuple[int, ...]) -> tuple[Post, ...]:
    both = blinds(stakes, order, order[-1], small_blind=rng.random() < 0.85)
    made = list(both)
    others = [seat for seat in order if seat not in {post.seat for post in both}]
    straddles = rng.choice((0, 0, 0, 0, 1, 2))
    made += [Post(seat, PostKind.STRADDLE, straddle(stakes, n)) for n, seat in enumerate(others[:straddles], 1)]
    for seat in others[straddles:]:
        kind = rng.choice(("", "", "", "", "live", "dead", "both"))
        if kind in {"live", "both"}:
            made.append(Post(seat, PostKind.LIVE, stakes.big_blind))
        if kind in {"dead", "both"}:
            made.append(Post(seat, PostKind.DEAD, stakes.small_blind))
    ante = rng.choice((0, 0, 0, 1, stakes.big_blind))
    antes = [Post(seat, PostKind.ANTE, ante) for seat in order if ante]
    return tuple(antes + made if rng.random() < 0.5 else made + antes)


def _plain(setup: HandSetup) -> tuple[Post, ...]:
    """The blinds, antes and newcomers' posts of 5/10."""
    due = {PostKind.SMALL_BLIND: 5, PostKind.BIG_BLIND: 10, PostKind.LIVE: 10, PostKind.ANTE: 1}
    return tuple(replace(post, amount=due[post.kind]) for post in setup.posts if post.kind in due)


def _play(setup: HandSetup, deck: Deck, rng: random.Random) -> tuple[HandEvent, ...]:
    events = [*start(setup, deck)]
    state = replay(events, deck)
    policy = rng.choice((Policy.CALL, Policy.LOOSE, Policy.LOOSE, Policy.RANDOM))
    while (legal := legal_actions(state)) is not None:
        outcome = decide(state, legal.seat, choose(policy, legal, rng), deck)
        assert isinstance(outcome, tuple)
        events += outcome
        state = replay(outcome, deck, state)
    return tuple(events)
