"""Perft: how many ways the betting of a hand can go, per structure and stacks, as data in `perft.jsonl`.

A line of the data counts every legal sequence to the end of the hand, each legal amount a branch of its own: `hands`
ways to the end, `actions` actions in all. The engine must find these numbers, and so must `Counter` below, which is
written from the rulebook alone and keeps its books differently. Stacks stand in deal order: the small blind first, the
big blind next, the button last; with two players the big blind first.
"""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import pytest
from _pytest.mark import ParameterSet

from omaha8.cards import Deck, parse_cards
from omaha8.hand.actions import Action, AmountRange, BetTo, Call, Check, Fold, LegalActions, RaiseTo, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, blinds, deck_of
from omaha8.hand.state import HandState
from omaha8.rules import HouseRules, Stakes, Structure

T = TypeVar("T")

# Nobody's hand is beaten: the same ranks in each suit, and no flush, straight or low for anybody.
HANDS = [parse_cards(f"A{suit}K{suit}Q{suit}J{suit}") for suit in "cdhs"]
BOARD = parse_cards("2c3d7h8s9c")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the data."""

    structure: Structure
    blinds: tuple[int, int]
    stacks: tuple[int, ...]
    hands: int
    actions: int
    big_bet: int = 0
    cap_heads_up: bool = True
    deep: bool = False

    @property
    def name(self) -> str:
        """For the test's id: `nl-1/2-5,6`."""
        small, big = self.blinds
        stacks = ",".join(map(str, self.stacks))
        return f"{self.structure.value}-{small}/{big}-{stacks}{'' if self.cap_heads_up else '-uncapped'}"


class Count(NamedTuple):
    """Ways to the end of the hand, and actions on all of them together, shared beginnings counted once."""

    hands: int
    actions: int


def lines() -> list[ParameterSet]:
    found = (Path(__file__).parent / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    made = [msgspec.json.decode(text, type=Line) for text in found]
    return [pytest.param(line, id=line.name, marks=[pytest.mark.deep] * line.deep) for line in made]


@pytest.mark.parametrize("line", lines())
def test_the_engine_finds_every_legal_sequence_and_no_other(line: Line) -> None:
    assert engine_count(line) == Count(line.hands, line.actions)


@pytest.mark.parametrize("line", lines())
def test_the_rulebook_has_as_many_sequences(line: Line) -> None:
    assert rulebook_count(line) == Count(line.hands, line.actions)


def engine_count(line: Line) -> Count:
    small, big = line.blinds
    stakes = Stakes(structure=line.structure, small_blind=small, big_blind=big, big_bet=line.big_bet)
    seats = range(1, len(line.stacks) + 1)
    setup = HandSetup(
        rules=HouseRules(cap_heads_up=line.cap_heads_up),
        stakes=stakes,
        button=len(line.stacks),
        stacks=tuple(zip(seats, line.stacks, strict=True)),
        posts=blinds(stakes, seats, len(line.stacks)),
    )
    deck = deck_of(HANDS[: len(line.stacks)], BOARD)
    return _engine_count(replay(start(setup, deck), deck), deck)


def _engine_count(state: HandState, deck: Deck) -> Count:
    legal = legal_actions(state)
    if legal is None:
        return Count(1, 0)
    hands = actions = 0
    for action in every_action(legal):
        events = decide(state, legal.seat, action, deck)
        assert not isinstance(events, Refusal)
        below = _engine_count(replay(events, deck, state), deck)
        hands += below.hands
        actions += below.actions + 1
    return Count(hands, actions)


def every_action(legal: LegalActions) -> Iterator[Action]:
    if legal.fold:
        yield Fold()
    if legal.check:
        yield Check()
    if legal.call is not None:
        yield Call()
    yield from (BetTo(amount) for amount in amounts(legal.bet))
    yield from (RaiseTo(amount) for amount in amounts(legal.raise_to))


def amounts(span: AmountRange | None) -> range:
    return range(0) if span is None else range(span.least, span.most + 1)


class Node(NamedTuple):
    """A point of the betting as the rulebook tells it. Per player: chips behind, chips in front, folded or not, and the
    bet (in fixed limit the level) they last acted at. `waiting` are those still to speak, in turn.
    """

    behind: tuple[int, ...]
    front: tuple[int, ...]
    folded: tuple[bool, ...]
    seen: tuple[int | None, ...]
    waiting: tuple[int, ...]
    middle: int
    street: int
    bet: int
    step: int
    level: int
    capped: bool

    def clockwise(self, after: int) -> tuple[int, ...]:
        """All players from the one left of `after` round to `after`."""
        count = len(self.behind)
        return tuple((after + step) % count for step in range(1, count + 1))

    def has_chips(self, player: int) -> bool:
        """Live with chips behind."""
        return self.behind[player] > 0 and not self.folded[player]

    def price(self, player: int) -> int:
        """The amount to match: the full big blind, but what is really there if nobody else has chips (R2.5)."""
        others = [other for other in range(len(self.behind)) if other != player]
        if any(self.has_chips(other) for other in others):
            return self.bet
        return max(self.front[other] for other in others)

    def owes(self, player: int) -> int:
        """What calling costs, a short stack aside."""
        return max(0, self.price(player) - self.front[player])


def rulebook_count(line: Line) -> Count:
    """The count of sequences by the rules of sections 2, 4 and 5, sharing no code with the engine."""
    small, big = line.blinds
    players = len(line.stacks)
    big_blind = 0 if players == 2 else 1
    posted = [0] * players
    posted[(big_blind - 1) % players] = small
    posted[big_blind] = big
    front = tuple(min(post, stack) for post, stack in zip(posted, line.stacks, strict=True))
    node = Node(
        behind=tuple(stack - post for stack, post in zip(line.stacks, front, strict=True)),
        front=front,
        folded=(False,) * players,
        seen=(None,) * players,
        waiting=(),
        middle=0,
        street=0,
        bet=big,
        step=big,
        level=1,
        capped=False,
    )
    return Counter(line).count(node._replace(waiting=node.clockwise(big_blind)))


class Counter:
    """Counts what can follow a point of the betting."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.limit = line.structure is Structure.FIXED_LIMIT
        self.count = cache(self._count)

    def _count(self, node: Node) -> Count:
        if node.folded.count(False) == 1:
            return Count(1, 0)
        waiting = tuple(player for player in node.waiting if node.has_chips(player))
        able = [player for player in range(len(node.behind)) if node.has_chips(player)]
        if not waiting or (len(able) == 1 and node.owes(able[0]) == 0):  # R4.1, R4.8
            return Count(1, 0) if node.street == 3 else self.count(next_street(node, self.line.blinds[1]))
        below = [self.count(after) for after in self.choices(node._replace(waiting=waiting))]
        return Count(sum(each.hands for each in below), sum(each.actions + 1 for each in below))

    def choices(self, node: Node) -> Iterator[Node]:
        """Fold, check or call, and every bet or raise of the player to act (R4.2)."""
        player = node.waiting[0]
        rest = node._replace(waiting=node.waiting[1:])
        yield rest._replace(folded=put(rest.folded, player, True))
        owes = node.owes(player)
        yield self.pay(rest, player, min(owes, node.behind[player]))
        if self.may_raise(node, player, owes):
            everything = node.front[player] + node.behind[player]
            least, most = self.sizes(node, player)
            for total in range(min(least, everything), min(most, everything) + 1):
                yield self.raise_to(node, player, total)

    def pay(self, node: Node, player: int, chips: int) -> Node:
        return node._replace(
            behind=put(node.behind, player, node.behind[player] - chips),
            front=put(node.front, player, node.front[player] + chips),
            seen=put(node.seen, player, node.level if self.limit else node.bet),
        )

    def may_raise(self, node: Node, player: int, owes: int) -> bool:
        """R4.7, R4.8, the cap (R5.1), and short all-ins that do not reopen (R5.5)."""
        others = [other for other in range(len(node.behind)) if other != player and node.has_chips(other)]
        if node.behind[player] <= owes or not others or node.capped:
            return False
        seen = node.seen[player]
        if seen is None:
            return True
        return node.level > seen if self.limit else node.bet - seen >= node.step

    def sizes(self, node: Node, player: int) -> tuple[int, int]:
        """Least and most of a bet or raise, the stack aside (R5.1 to R5.3)."""
        if self.limit:
            return (node.level + 1) * self.unit(node), (node.level + 1) * self.unit(node)
        least = node.bet + node.step
        if self.line.structure is Structure.NO_LIMIT:
            return least, node.front[player] + node.behind[player]
        to_call = node.bet - node.front[player]
        return least, max(least, node.bet + node.middle + sum(node.front) + to_call)

    def unit(self, node: Node) -> int:
        return self.line.blinds[1] if node.street < 2 else self.line.big_bet

    def raise_to(self, node: Node, player: int, total: int) -> Node:
        level, step, capped = node.level, node.step, node.capped
        if self.limit:
            if 2 * (total - level * self.unit(node)) >= self.unit(node):
                level += 1
            capped = level >= 4 and (self.line.cap_heads_up or node.folded.count(False) > 2)
        else:
            step = max(step, total - node.bet)
        node = node._replace(bet=total, step=step, level=level, capped=capped, waiting=node.clockwise(player)[:-1])
        return self.pay(node, player, total - node.front[player])


def next_street(node: Node, big_blind: int) -> Node:
    """The bets go to the middle, what nobody matched back to its owner; first left of the button speaks first."""
    behind, front = list(node.behind), list(node.front)
    top = front.index(max(front))
    uncalled = max(front) - max(bet for player, bet in enumerate(front) if player != top)
    if not node.folded[top]:
        behind[top] += uncalled
        front[top] -= uncalled
    players = len(front)
    return node._replace(
        behind=tuple(behind),
        front=(0,) * players,
        seen=(None,) * players,
        waiting=tuple(range(players)),
        middle=node.middle + sum(front),
        street=node.street + 1,
        bet=0,
        step=big_blind,
        level=0,
        capped=False,
    )


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


@pytest.mark.parametrize(
    ("seed", "setups"), [pytest.param(1, 60, id="quick"), pytest.param(2, 1_000, id="deep", marks=pytest.mark.deep)]
)
def test_engine_and_rulebook_agree_on_random_short_stacks(seed: int, setups: int) -> None:
    rng = random.Random(seed)
    for _ in range(setups):
        line = random_line(rng)
        expected = rulebook_count(line)
        if expected.actions <= 5_000:
            assert engine_count(line) == expected, line


def random_line(rng: random.Random) -> Line:
    structure = rng.choice(list(Structure))
    small, big = rng.choice(((1, 1), (1, 2), (2, 3), (2, 4), (1, 4), (3, 5)))
    limit = structure is Structure.FIXED_LIMIT
    most = big * rng.choice((2, 5) if limit else (1, 2, 4))
    return Line(
        structure=structure,
        blinds=(small, big),
        stacks=tuple(rng.randint(1, most) for _ in range(rng.choice((2, 2, 3, 3, 4)))),
        hands=0,
        actions=0,
        big_bet=rng.choice((1, 2, 2, 3)) * big if limit else 0,
        cap_heads_up=rng.random() < 0.7,
    )
