"""Deal, play and add up: the checked way to the kernels.

Hand number `i` under a seed is the same on every machine, however many threads share the work. Its cards and choices
come from SplitMix64 of seed and number, 32 bits each: a card's probability is off by less than one part in 2 ** 26.
"""

import os
from types import ModuleType
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha8.batch_play.arrays import Awards, Bets, Deals, Numbers
from omaha8.batch_play.mixes import Mixes, thresholds
from omaha8.errors import CardError, RulesError, SetupError
from omaha8.evaluation.batch import compiled, load_kernels, rank_many
from omaha8.rules import BOARD_CARDS, HOLE_CARDS, MAX_SEATS, HouseRules, Stakes, Structure
from omaha8.threads import in_order

MOST_HANDS = 10_000_000_000
MOST_SEED = (1 << 64) - 1
MOST_THREADS = 1 << 10
MOST_CHIPS = 1 << 40
"""Of a stack and of a bet: far more than a table has, and no sum of them overflows."""

_AT_ONCE = 1 << 10
"""Rounds of the button that one thread plays at a time: what the steps hand on stays in the processor's cache."""


class PlayedHands(NamedTuple):
    """What came of each of N hands."""

    stacks: Numbers
    """[N, players]: what each player ended with; seat 1 is the first column."""
    actions: Numbers
    """[N]: decisions that were made; showing and mucking are none."""
    pot: Numbers
    """[N]: chips in all pots."""
    pots: Numbers
    """[N]: how many pots were paid."""
    showdown: NDArray[np.bool_]
    """[N]: whether two or more were live in the end."""
    split: Numbers
    """[N]: pots paid in more than one share, a high and a low share of one player counting as two."""
    scooped: Numbers
    """[N]: pots that two or more contested and one share took whole."""


class BatchResult(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Many hands added up; what is counted is that of `PlayedHands`."""

    hands: int
    players: int
    actions: int
    showdowns: int
    split_pots: int
    scooped_pots: int
    net: Numbers
    """[players, players]: chips won less chips lost, by seat and by place; place 0 is the button, 1 left of it."""
    squares: NDArray[np.float64]
    """[players]: the sum over hands of the squared chips that a seat won or lost."""

    @property
    def by_seat(self) -> Numbers:
        """[players]: chips won less chips lost in all hands, seat 1 first."""
        seats: Numbers = self.net.sum(axis=1)
        return seats

    @property
    def by_place(self) -> Numbers:
        """[players]: the same by place, the button first."""
        places: Numbers = self.net.sum(axis=0)
        return places

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """[players]: of the chips that a seat wins in a hand, `by_seat / hands`."""
        of_mean = np.square(self.by_seat, dtype=np.float64) / self.hands
        errors: NDArray[np.float64] = np.sqrt(np.maximum(self.squares - of_mean, 0)) / self.hands
        return errors


def deal_many(hands: int, players: int, cards: int = 4, *, seed: int = 0, first: int = 0) -> Deals:
    """Return the hands number `first`, `first + 1`, ... of a seed; the button is seat 1 in hand 0 and moves each hand.

    Refused as in `play_many`.
    """
    _refuse_bad_table(players, cards)
    _refuse_outside("hands", hands, 1, MOST_HANDS)
    _refuse_outside("seed", seed, 0, MOST_SEED)
    _refuse_outside("first", first, 0, MOST_HANDS)
    return _deal(hands, players, cards, seed, first)


def play_dealt(deals: Deals, players: int, mixes: Mixes, *, stakes: Stakes, stacks: ArrayLike) -> PlayedHands:
    """Play hands that are given. `stacks` is one number of chips, one for each seat, or one for each hand and seat.

    Refused as in `play_many`, and with a `CardError` decks that are not rows of different cards, as many as `players`
    with 4, 5 or 6 hole cards and a board need.
    """
    cards = _refuse_bad_deals(deals, players)
    return _play(
        deals, cards, thresholds(mixes, players), _amounts(stakes), _chips(stacks, (len(deals.decks), players))
    )


def play_many(  # noqa: PLR0913 - a table, how it is played, and how much of it
    hands: int,
    players: int,
    mixes: Mixes,
    *,
    stakes: Stakes,
    stacks: ArrayLike,
    cards: int = 4,
    seed: int = 0,
    threads: int | None = None,
) -> BatchResult:
    """Play the first hands of a seed, each from the same stacks, the button moving each hand, and add them up.

    `stacks` is one number of chips, or one for each seat. The rules are the profile `classic`; each hand has its two
    blinds and no ante, straddle or other post. `threads` share the work, one a processor where it is None.

    Refused: with a `RulesError` other stakes than fixed limit and other hole cards than 4, 5 and 6, with a `SetupError`
    what is out of range, more players than one deck has cards for among it. `ModuleNotFoundError` without numba.
    """
    _refuse_bad_table(players, cards)
    _refuse_outside("hands", hands, 1, MOST_HANDS)
    _refuse_outside("seed", seed, 0, MOST_SEED)
    if threads is not None:
        _refuse_outside("threads", threads, 1, MOST_THREADS)
    odds, amounts, chips = thresholds(mixes, players), _amounts(stakes), _chips(stacks, (players,))

    def run(first: int) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
        deals = _deal(min(at_once, hands - first), players, cards, seed, first)
        return _added_up(_play(deals, cards, odds, amounts, np.repeat(chips[None], len(deals.decks), axis=0)), chips)

    at_once = _AT_ONCE * players  # whole rounds, so that every run begins with the button on seat 1
    counts, net, squares = np.zeros(4, np.int64), np.zeros((players, players), np.int64), np.zeros(players)
    workers = threads or os.cpu_count() or 1
    for parts in in_order(run, range(0, hands, at_once), workers):  # in order, since sums of floats depend on it
        counts += parts[0]
        net += parts[1]
        squares += parts[2]
    actions, showdowns, split, scooped = counts.tolist()
    return BatchResult(
        hands=hands,
        players=players,
        actions=actions,
        showdowns=showdowns,
        split_pots=split,
        scooped_pots=scooped,
        net=net,
        squares=squares,
    )


def _added_up(played: PlayedHands, chips: Numbers) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
    """Return [4] counts, then `net` and `squares` as results have them; seat 1 has the first hand's button."""
    won = played.stacks - chips
    seats = np.arange(len(chips))
    net = np.empty((len(chips), len(chips)), np.int64)
    for button in seats:
        net[seats, (seats - button) % len(chips)] = won[button :: len(chips)].sum(axis=0)
    counts = [played.actions.sum(), played.showdown.sum(), played.split.sum(), played.scooped.sum()]
    return np.array(counts), net, np.square(won, dtype=np.float64).sum(axis=0)


def _kernels() -> ModuleType:
    """Load the kernels, those that rank hands too (`load_kernels`)."""
    if not load_kernels():
        raise ModuleNotFoundError("playing in batches needs compiled kernels: pip install 'omaha8[fast]'", name="numba")
    kernels = compiled(0, "omaha8.batch_play.kernels")
    assert kernels is not None
    return kernels


def _deal(hands: int, players: int, cards: int, seed: int, first: int) -> Deals:
    decks, keys = np.empty((hands, players * cards + BOARD_CARDS), np.uint8), np.empty(hands, np.uint64)
    _kernels().deal_many(first, np.uint64(seed), decks, keys)
    return Deals(decks, keys, (np.arange(first, first + hands) + 1) % players)


def _play(deals: Deals, cards: int, odds: Numbers, amounts: tuple[int, int, int], stacks: Numbers) -> PlayedHands:
    """Play checked hands; ends in `stacks`."""
    kernels = _kernels()
    hands = len(stacks)
    bets = Bets(stacks, np.zeros_like(stacks), np.empty(hands, np.int64), np.empty(hands, np.int64))
    shown = kernels.bet_many(deals, odds, amounts, bets)
    holes, boards = np.empty((shown, cards), np.uint8), np.empty((shown, BOARD_CARDS), np.uint8)
    kernels.show_many(deals, bets, holes, boards)
    awards = Awards(*np.zeros((3, hands), np.int64))
    kernels.pay_many(deals.firsts, bets, *rank_many(holes, boards), awards)
    showdown = bets.live & bets.live - 1 != 0
    return PlayedHands(stacks, bets.actions, bets.paid.sum(axis=1), awards.pots, showdown, awards.split, awards.scooped)


def _amounts(stakes: Stakes) -> tuple[int, int, int]:
    """Return small blind, big blind and big bet."""
    if stakes.structure is not Structure.FIXED_LIMIT:
        raise RulesError("structure", f"{stakes.structure.value}; batches are fixed limit (fl)", "stakes")
    if stakes.big_bet > MOST_CHIPS:
        raise SetupError("stakes", f"a big bet of {stakes.big_bet}; {MOST_CHIPS} is the most", "stakes")
    return stakes.small_blind, stakes.big_blind, stakes.big_bet


def _chips(stacks: ArrayLike, shape: tuple[int, ...]) -> Numbers:
    """Return the stacks as a new array of this shape, whose last axis is seats."""
    given = np.asarray(stacks)
    if given.shape not in {shape[place:] for place in range(len(shape) + 1)}:
        legal = "one for all or one for each seat" + (" or one for each hand and seat" if len(shape) > 1 else "")
        raise SetupError("stacks", f"an array of shape {given.shape} for {shape[-1]} players; give {legal}", "stacks")
    if not np.issubdtype(given.dtype, np.integer) or ((given < 1) | (given > MOST_CHIPS)).any():
        raise SetupError("bad_stack", f"stacks are whole chips, 1 to {MOST_CHIPS}", "stacks")
    return np.broadcast_to(given, shape).astype(np.int64, order="C")


def _refuse_bad_table(players: int, cards: int) -> None:
    _refuse_outside("players", players, 2, HouseRules(hole_cards=cards).max_seats)


def _refuse_outside(where: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise SetupError(where, f"{value!r}; legal are {least} to {most}", where)


def _refuse_bad_deals(deals: Deals, players: int) -> int:
    """Refuse what would read foreign memory and decks that repeat a card; the number of hole cards."""
    decks, keys, firsts = deals
    _refuse_outside("players", players, 2, MAX_SEATS)
    fitting = [cards for cards in HOLE_CARDS if players <= HouseRules(hole_cards=cards).max_seats]
    cards_by_width = {players * cards + BOARD_CARDS: cards for cards in fitting}
    if decks.dtype != np.uint8 or decks.ndim != 2 or decks.shape[1] not in cards_by_width:
        legal = " or ".join(str(width) for width in cards_by_width)
        raise CardError("card_count", f"{decks.dtype} of shape {decks.shape}; expected uint8, rows of {legal}", "decks")
    if decks.max(initial=0) > 51:
        raise CardError("bad_card", "a code that is no card; codes are 0 (2c) to 51 (As)", "decks")
    repeating = np.bitwise_count(np.bitwise_or.reduce(np.uint64(1) << decks, axis=1)) < decks.shape[1]
    if repeating.any():
        raise CardError("repeated_card", f"row {int(repeating.argmax())} has a card twice", "decks")
    if keys.dtype != np.uint64 or keys.shape != decks.shape[:1]:
        raise SetupError("keys", f"{keys.dtype} of shape {keys.shape}; expected uint64, one a deck", "keys")
    if firsts.dtype != np.int64 or firsts.shape != keys.shape or not np.isin(firsts, range(players)).all():
        raise SetupError("firsts", f"expected int64, 0 to {players - 1}, one a deck", "firsts")
    return cards_by_width[decks.shape[1]]
