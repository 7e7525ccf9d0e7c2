"""One known hand against a hand that nobody has seen: every board, and every hand that the opponent may then hold.

Before the flop those are 1,712,304 boards times 123,410 hands, and they are not gone through: boards and hands are
counted by their shapes (`shapes`), first with flushes left aside, then the boards on which a flush is possible, suit by
suit. As in `exact`, a board has one such suit at most and a flush never changes a low, so the deals that flushes decide
are moved from one outcome to another.

This is the numpy tier; `random_kernels` has the compiled twins of its two loops, which return the same numbers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.errors import InputError
from omaha8.evaluation import layout
from omaha8.evaluation.arrays import Bytes, Words, arrays
from omaha8.evaluation.batch import compiled
from omaha8.evaluation.ranking import HOLE_COUNTS
from omaha8.odds.matchup import Cards, MatchUp, codes, refuse_board, refuse_hand, refuse_repeated
from omaha8.odds.results import Counts, Equity, result
from omaha8.odds.shapes import BoardShapes, Ranks, best, board_shapes, hand_shapes, multisets, pair_ids, sets, ways

KERNELS = "omaha8.odds.random_kernels"

MOST_DEALS = 300_000_000_000
"""Deals that numpy counts in some ten seconds: those of four cards before the flop are 211 billion."""

_AT_ONCE = 1 << 17
"""Shapes of boards times shapes of hands that are weighed together."""

_KEPT = 1 << 23
"""The same of what is made, which is kept until flushes have been looked at: 16 MiB."""


class Unseen(MatchUp, frozen=True, gc=False):
    """A match-up of two hands, of which the second has not been seen and is without cards here."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The opponent's hand as a range: any."""
        return "", "*"

    @property
    def combinations(self) -> int:
        """How many hands the opponent may hold."""
        return comb(52 - len(self.cards), self.hole_cards)

    @property
    def deals(self) -> int:
        """How many full boards are possible, times the hands that the opponent may then hold."""
        missing = 5 - self.board_cards
        return self.combinations * comb(52 - len(self.cards) - self.hole_cards, missing)


class _Plain(NamedTuple):
    """What is made when flushes are left aside, on B of the shapes of boards that may come."""

    place: NDArray[np.intp]
    """[6175]: the place of a board id among them, -1 for one that is not."""
    made: Words
    """[B, M]: of each of `multisets` the high key << 2 | who wins the low, a mask as in an outcome."""
    own: Words
    """[B]: high key of the known hand."""


def against_random(hand: Cards, board: Cards = "", dead: Cards = "") -> Equity:
    """Work out the odds of a known hand against one dealt at random from the cards that nobody has seen, exactly.

    Each group of cards is text (`"AsKs2s3h"`) or card codes: a hand of four, five or six; a board of none, three, four
    or five; `dead` the other cards known to be out. The answer is the one that `equity` would give of the hand and the
    range of all hands, `*`, if it counted it.

    Before the flop a hand of four takes a second or two with the compiled kernels, which are loaded by themselves, and
    some ten seconds with numpy alone; a hand of five some ten seconds and one of six half a minute, with kernels only.

    Raises a `CardError` `bad_card`, `card_count` or `repeated_card` with the argument's name in `where`, and an
    `InputError` `needs_fast` for five or six cards before the flop where numba is not installed.
    """
    match_up = read(hand, board, dead)
    return result(match_up, count(match_up), match_up.deals, combinations=match_up.combinations)


def read(hand: Cards, board: Cards = "", dead: Cards = "") -> Unseen:
    """Read a hand and what else is known; refused as `against_random` says."""
    places = ("hand", "board", "dead")
    groups = [codes(group, where) for group, where in zip((hand, board, dead), places, strict=True)]
    refuse_repeated(groups, places)
    held, known, out = groups
    if len(held) not in HOLE_COUNTS:
        refuse_hand(len(held), len(held), "hand")
    refuse_board(len(known), 52 - 2 * len(held) - len(known) - len(out), "dead")
    return Unseen(bytes((*held, *known, *out)), (held, ()), known, out, 2, len(held), len(known))


def count(match_up: Unseen) -> Counts:
    """Return [16] int64: how many of the deals lead to each outcome (`results`)."""
    kernels = compiled(0 if match_up.board_cards else match_up.deals, KERNELS)
    if kernels is None and match_up.deals > MOST_DEALS:
        raise InputError(
            "needs_fast",
            f"{match_up.hole_cards} cards before the flop need the compiled kernels (pip install 'omaha8[fast]'); "
            "hands of 4, and all from the flop on, do without",
            "hand",
        )
    counts = np.zeros(16, np.int64)
    no_suit = np.zeros((1, 0), np.uint8)
    boards = board_shapes(_ranks(match_up.board), no_suit, _left(match_up), 5 - match_up.board_cards)
    at_once = _KEPT // len(multisets(match_up.hole_cards))
    for start in range(0, len(boards.ways), at_once):
        plain = _count_plain(match_up, boards, slice(start, start + at_once), kernels, counts)
        for suit, times in _suits(match_up).items():
            moved = np.zeros(16, np.int64)
            for flushing in _flush_boards(match_up, suit):
                _move_flushes(match_up, suit, flushing, plain, kernels, moved)
            counts += times * moved
    return counts


def _count_plain(
    match_up: Unseen, boards: BoardShapes, some: slice, kernels: ModuleType | None, counts: Counts
) -> _Plain:
    """Add all deals on some of the boards to `counts`, with flushes left aside."""
    known = arrays()
    ids, left, amounts_of = boards.ids[0, some], boards.left[some], boards.ways[some]
    place = np.full(layout.BOARDS, -1)
    place[ids] = np.arange(len(ids))
    hand, ranks = np.array([match_up.hands[0]], np.uint8), multisets(match_up.hole_cards)
    own = best(known.board_rows[ids], pair_ids(hand))[:, 0]
    made = np.empty((len(ids), len(ranks)), np.uint16)
    pairs, low_masks = pair_ids(4 * ranks), np.bitwise_or.reduce(known.low_bit[4 * ranks], axis=1)
    low_winners = _low_winners(hand)
    step = max(1, _AT_ONCE // len(ranks))
    for start in range(0, len(ids), step):
        at = slice(start, start + step)
        lows = low_winners[known.board_low[ids[at]]][:, low_masks]
        made[at] = best(known.board_rows[ids[at]], pairs) << 2 | lows
        amounts = amounts_of[at, None] * ways(left[at], ranks)
        if kernels is None:
            highs = made[at] >> np.uint16(2)
            counts += _sums(_winners(own[at, None], highs) << np.uint16(2) | lows, amounts)
        else:
            kernels.count_plain(made[at], own[at], amounts, counts)
    return _Plain(place, made, own)


def _move_flushes(
    match_up: Unseen, suit: int, boards: BoardShapes, plain: _Plain, kernels: ModuleType | None, counts: Counts
) -> None:
    """Move in `counts` the deals that flushes in one suit decide, on those of the boards that are kept in `plain`."""
    known = arrays()
    at = plain.place[boards.ids]
    in_suit, besides = np.flatnonzero((at >= 0).any(axis=1)), np.flatnonzero((at >= 0).any(axis=0))
    at, suited_ranks = at[np.ix_(in_suit, besides)], boards.masks[in_suit]
    masks = suited_ranks | _mask(match_up.board, suit)
    rows = known.flush_rows[known.flush_place[masks]]
    own_pairs = pair_ids(np.array([[card for card in match_up.hands[0] if card & 3 == suit]], np.uint8))
    own_flush = best(rows, own_pairs)[:, 0]
    seen = suited_ranks | _mask(match_up.cards, suit)
    for suited, hands in enumerate(hand_shapes(match_up.hole_cards)):
        if suited < 2 and not own_flush.any():
            continue  # neither has a flush
        flush = best(rows, hands.pairs)
        amounts = ways(boards.left[besides], hands.rests)
        amounts *= boards.ways[besides, None]
        if kernels is not None:
            flushes = own_flush, flush
            kernels.move_flushes(plain.made, plain.own, at, seen, hands.masks, hands.whole, *flushes, amounts, counts)
            continue
        for k in range(len(at)):
            free, there = np.flatnonzero(hands.masks & seen[k] == 0), np.flatnonzero(at[k] >= 0)
            made = plain.made[at[k, there][:, None, None], hands.whole[free]]
            before = plain.own[at[k, there]][:, None, None]
            was = _winners(before, made >> 2)
            now = _winners(np.maximum(before, own_flush[k]), np.maximum(made >> 2, flush[k, free][:, None]))
            q, s, r = np.nonzero(was != now)
            low, moved = made[q, s, r] & 3, amounts[there[q], r]
            counts += _sums(now[q, s, r] << 2 | low, moved) - _sums(was[q, s, r] << 2 | low, moved)


def _flush_boards(match_up: Unseen, suit: int) -> Iterator[BoardShapes]:
    """Find the shapes of boards with three cards of a suit or more, by how many of these are still to come."""
    missing = 5 - match_up.board_cards
    there = sum(card & 3 == suit for card in match_up.board)
    seen = _mask(match_up.cards, suit)
    ranks = [rank for rank in range(13) if not seen >> rank & 1]
    others = _left(match_up)
    others[ranks] -= 1
    for to_come in range(max(0, 3 - there), missing + 1):
        yield board_shapes(_ranks(match_up.board), sets(ranks, to_come), others, missing - to_come)


def _suits(match_up: Unseen) -> Counter[int]:
    """Return the suits to go through and how many each stands for: those without known cards are all alike."""
    known = {card & 3 for card in match_up.cards}
    return Counter(suit if suit in known else min({0, 1, 2, 3} - known) for suit in range(4))


def _winners(own: Words | Bytes, other: Words | Bytes) -> Words:
    """Return who has the better key, as a mask: 1 the known hand, 2 its opponent, 3 both."""
    winners: Words = (own >= other) + np.uint16(2) * (own <= other)
    return winners


def _low_winners(hand: Bytes) -> Words:
    """Return [256, 256]: who wins the low, by the low masks of board and opponent; 0 where nobody has one."""
    lows = arrays().lows
    own = lows[:, np.bitwise_or.reduce(arrays().low_bit[hand[0]])][:, None]
    return np.where(np.maximum(own, lows) > 0, _winners(own, lows), np.uint16(0))


def _sums(outcomes: Words, amounts: Counts) -> Counts:
    """Return [16]: how many deals lead to each outcome."""
    sums = np.bincount(outcomes.ravel(), amounts.ravel(), minlength=16)
    return np.rint(sums).astype(np.int64)  # sums of whole numbers below 2 ** 53: exact


def _left(match_up: Unseen) -> Ranks:
    """Return [13]: the cards that nobody has seen."""
    return np.full(13, 4) - np.bincount(_ranks(match_up.cards), minlength=13)


def _ranks(cards: Iterable[int]) -> Bytes:
    return np.array([*cards], np.uint8) >> np.uint8(2)


def _mask(cards: Iterable[int], suit: int) -> int:
    """Return the ranks that cards have in a suit, bit r for rank r."""
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)
