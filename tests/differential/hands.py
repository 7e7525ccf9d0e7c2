"""Random hands, each from its number: the table, the deck, and what the players do. Nothing here knows PokerKit."""

import random

import msgspec

from omaha8.cards import FULL_DECK, Deck
from omaha8.hand.actions import Action, AmountRange, BetTo, Call, Check, Fold, LegalActions, Muck, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order
from omaha8.rules import MAX_SEATS, HouseRules, Stakes, Structure

MOST_PLAYERS = 9  # PokerKit's listed speed and the real games end there
BLINDS = ((1, 2), (1, 3), (2, 4), (3, 7), (5, 10), (5, 10), (50, 100))
SHORT_STACKS = 0.35  # share of the stacks that are a few big blinds at most
SHORT_BIG_BLINDS = 0.01  # share of the hands with one: PokerKit is wrong from the first decision on (R2.5)
PLAIN, ANTES, LIVE_POSTS, DEAD_POSTS = "plain", "antes", "live posts", "dead posts"
POSTING = (PLAIN, PLAIN, PLAIN, ANTES, LIVE_POSTS, DEAD_POSTS)


class Hand(msgspec.Struct, frozen=True):
    """One hand to be played; `rng` makes its players' choices."""

    number: int
    setup: HandSetup
    deck: Deck
    rng: random.Random


def make_hand(number: int) -> Hand:
    """The hand with this number: always the same."""
    rng = random.Random(number)
    rules = HouseRules()
    stakes = _stakes(rng)
    seats = rng.sample(range(1, MAX_SEATS + 1), rng.randint(2, MOST_PLAYERS))
    # A dead button needs three players: heads-up the button is a player (R2.3, R2.4).
    button = rng.choice(range(1, MAX_SEATS + 1) if len(seats) > 2 else seats)
    stacks = {seat: _stack(stakes, rng) for seat in seats}
    blind_posts = blinds(stakes, seats, button)
    posting = rng.choice(POSTING)
    big_blind = next(post.seat for post in blind_posts if post.kind is PostKind.BIG_BLIND)
    if rng.random() < SHORT_BIG_BLINDS:
        stacks[big_blind] = rng.randint(1, stakes.big_blind)
    else:
        stacks[big_blind] += 2 * stakes.big_blind
    setup = HandSetup(
        rules=rules,
        stakes=stakes,
        button=button,
        stacks=tuple(stacks.items()),
        posts=_posts(posting, stakes, stacks, deal_order(seats, button), rng) + blind_posts,
    )
    return Hand(number, setup, Deck(tuple(rng.sample(FULL_DECK, 52))), rng)


def _stakes(rng: random.Random) -> Stakes:
    structure = rng.choice(list(Structure))
    small, big = rng.choice(BLINDS)
    return Stakes(
        structure=structure,
        small_blind=small,
        big_blind=big,
        big_bet=2 * big if structure is Structure.FIXED_LIMIT else 0,
    )


def _stack(stakes: Stakes, rng: random.Random) -> int:
    big = stakes.big_blind
    if rng.random() < SHORT_STACKS:
        return rng.randint(1, 6 * big)
    deep = 25 if stakes.structure is Structure.FIXED_LIMIT else 120
    return rng.randint(6 * big, deep * big)


def _posts(
    posting: str, stakes: Stakes, stacks: dict[int, int], order: tuple[int, ...], rng: random.Random
) -> tuple[Post, ...]:
    """What is posted besides the blinds: PokerKit has a word for antes, live posts, and one dead post each."""
    big = stakes.big_blind
    others = [seat for seat in order[2:] if stacks[seat] > 2 * big] if len(order) > 2 else []
    posters = rng.sample(others, min(len(others), rng.choice((1, 1, 2))))
    live = tuple(Post(seat, PostKind.LIVE, big) for seat in posters)
    dead = tuple(Post(seat, PostKind.DEAD, stakes.small_blind) for seat in posters)
    if posting == ANTES:
        ante = max(1, big // rng.choice((2, 5, 10)))
        # With one stack alone that can pay the ante, PokerKit gives part of it back at once.
        able = sum(stack > ante for stack in stacks.values()) > 1
        return tuple(Post(seat, PostKind.ANTE, ante) for seat in order) if able else ()
    if posting == LIVE_POSTS:
        return live
    if posting == DEAD_POSTS:
        return live + dead
    return ()


def choose(legal: LegalActions, rng: random.Random) -> Action:
    """A legal action; the cards are not looked at. Raises are small, large and anything between."""
    if legal.muck:
        return Muck()
    passive: Action = Check() if legal.check else Call()
    amounts = legal.bet or legal.raise_to
    chance = rng.random()
    if chance < (0.02 if legal.check else 0.22):
        return Fold()
    if chance < 0.7 or amounts is None:
        return passive
    amount = _amount(amounts, rng)
    return BetTo(amount) if legal.bet is not None else RaiseTo(amount)


def _amount(amounts: AmountRange, rng: random.Random) -> int:
    kind = rng.random()
    if kind < 0.4:
        return amounts.least
    if kind < 0.5:
        return amounts.most
    # Squared, so that most are small: pots then grow over several raises.
    return amounts.least + int((amounts.most - amounts.least) * rng.random() ** 2)
