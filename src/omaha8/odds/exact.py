"""Exact odds: how many of all boards that may come lead to each outcome.

On a flop or later every board is ranked. Before the flop there are a million and more, so they are not gone through:
with suits left aside a board is one of 6,175 multisets of ranks, each standing for a known number of boards. Outcomes
are counted over those, and then the boards that a flush decides are moved. A board has one suit at most in which
flushes are possible, so these corrections never overlap, and a flush never changes a low.

This is the numpy tier; `kernels` has the compiled one, which returns the same numbers.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes, Words, arrays, board_ranks, flush_boards, hole_pairs
from omaha8.evaluation.batch import ROWS_AT_ONCE, compiled, rank_rows
from omaha8.evaluation.layout import BOARDS
from omaha8.odds.matchup import MatchUp
from omaha8.odds.results import Counts

KERNELS = "omaha8.odds.kernels"

Key = TypeVar("Key", Words, Bytes)


def count(match_up: MatchUp, match_ups: int = 1) -> Counts:
    """Return [4 ** players] int64: how many of all boards lead to each outcome (`results`).

    `match_ups` is how many are going to be counted: many are worth loading the compiled kernels.
    """
    kernels = compiled(0 if match_ups == 1 else match_ups * match_up.players * BOARDS, KERNELS)
    if kernels is None:
        return count_boards(match_up) if match_up.board_cards else count_preflop(match_up)
    cards = np.frombuffer(match_up.cards, np.uint8)
    sizes = match_up.players, match_up.hole_cards
    counts: Counts = (
        kernels.count_postflop(cards, *sizes, match_up.board_cards, arrays())
        if match_up.board_cards
        else kernels.count_preflop(cards, *sizes, arrays(), flush_boards())
    )
    return counts


def count_boards(match_up: MatchUp) -> Counts:
    """Count by ranking every board; from an empty board this is slow and serves as a second opinion."""
    missing = 5 - match_up.board_cards
    rests = np.array(list(combinations(match_up.unseen, missing)), np.uint8).reshape(match_up.boards, missing)
    known = np.array([match_up.board], np.uint8).repeat(len(rests), axis=0)
    boards = np.concatenate((known, rests), axis=1)
    counts = np.zeros(4**match_up.players, np.int64)
    for start in range(0, len(boards), ROWS_AT_ONCE):
        counts += tally(match_up, boards[start : start + ROWS_AT_ONCE])
    return counts


def tally(match_up: MatchUp, boards: Bytes) -> Counts:
    """Return [4 ** players]: how many of the full boards [N, 5] lead to each outcome."""
    hands = np.array(match_up.hands, np.uint8)
    keys = [rank_rows(hands[player : player + 1], boards) for player in range(match_up.players)]
    outcomes = outcomes_of([high for high, _ in keys], [low for _, low in keys])
    return np.bincount(outcomes, minlength=4**match_up.players)


def outcomes_of(highs: Sequence[Words], lows: Sequence[Bytes]) -> NDArray[np.int64]:
    """Return [N] the outcomes by the high and the low keys [N] of each player."""
    _, high_winners = _winners(highs)
    best_low, low_winners = _winners(lows)
    return high_winners << len(highs) | np.where(best_low, low_winners, 0)


def count_preflop(match_up: MatchUp) -> Counts:
    """Count on an empty board, by multisets of ranks and with corrections for flushes."""
    players = match_up.players
    best_high, outcomes = _plain_outcomes(match_up)
    ranks_left, suits_left = _cards_left(match_up)
    moved = [outcomes]
    weights = [_weigh(ranks_left)]
    for suit in range(4):
        suited = [_suited_pairs(hand, suit) for hand in match_up.hands]
        if any(suited):
            others = ranks_left - (suits_left[suit] >> np.arange(13) & 1)
            for boards, amounts, winners in _flushes(suited, suits_left[suit], others, best_high):
                moved += (outcomes[boards], winners << players | outcomes[boards] & ((1 << players) - 1))
                weights += (-amounts, amounts)
    sums = np.bincount(np.concatenate(moved), np.concatenate(weights), minlength=4**players)
    return np.rint(sums).astype(np.int64)  # sums of whole numbers far below 2 ** 53: exact


def _plain_outcomes(match_up: MatchUp) -> tuple[Words, NDArray[np.int64]]:
    """Return [6175] the best high key on each board, flushes left aside, and [6175] the outcome there."""
    known = arrays()
    highs, lows = [], []
    for hand in match_up.hands:
        pairs = {int(known.pair[hand[i], hand[j]]) for i, j in hole_pairs(match_up.hole_cards)}
        highs.append(known.board_columns[sorted(pairs)].max(axis=0))
        low_mask = np.bitwise_or.reduce(known.low_bit[list(hand)])
        lows.append(known.lows_of_hand[low_mask][known.board_low])
    best_high, high_winners = _winners(highs)
    best_low, low_winners = _winners(lows)
    return best_high, high_winners << match_up.players | np.where(best_low, low_winners, 0)


def _winners(keys: Sequence[Key]) -> tuple[Key, NDArray[np.int64]]:
    """Return [N] the best key and [N] the mask of players who have it, of the keys [N] of each player."""
    best = keys[0]
    for own in keys[1:]:
        best = np.maximum(best, own)
    masks = np.zeros(len(best), np.int64)
    for player, own in enumerate(keys):
        masks |= (own == best).astype(np.int64) << player
    return best, masks


def _flushes(
    suited: list[list[int]], suit_left: int, others: NDArray[np.int64], best_high: Words
) -> list[tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]]:
    """Find the boards that a flush in one suit decides.

    `suited` has the pair ids each player holds in the suit, `suit_left` the ranks of it that may come, `others` [13]
    how many cards of other suits may, by rank. Returns for three, four and five cards of the suit the board ids, how
    many boards each stands for, and who wins the high. A flush never ties with another: it has two cards of its own.
    """
    known, boards = arrays(), flush_boards()
    a, b = _pair_ranks()
    twos = np.where(a != b, others[a] * others[b], others[a] * (others[a] - 1) // 2)
    found = []
    start = 0
    for ids, weights in ((boards.with_two, twos), (boards.with_one, others), (boards.with_none, np.ones(1, np.int64))):
        rests = np.flatnonzero(weights)
        masks = np.flatnonzero(boards.masks[start : start + len(ids)] & (0x1FFF ^ suit_left) == 0)
        rows = known.flush_rows[boards.places[start + masks]]
        keys = np.stack([rows[:, pairs].max(axis=1) if pairs else np.zeros(len(rows), np.uint16) for pairs in suited])
        top, winner = keys.max(axis=0), keys.argmax(axis=0)
        at = ids.reshape(len(ids), -1)[masks[:, None], rests]
        mask, rest = np.nonzero(top[:, None] > best_high[at])
        found.append((at[mask, rest].astype(np.intp), weights[rests[rest]], np.left_shift(1, winner[mask])))
        start += len(ids)
    return found


def _suited_pairs(hand: tuple[int, ...], suit: int) -> list[int]:
    """Return the ids of the pairs a hand holds in a suit."""
    return [int(arrays().pair[a, b]) for a, b in combinations([card for card in hand if card & 3 == suit], 2)]


def _cards_left(match_up: MatchUp) -> tuple[NDArray[np.int64], list[int]]:
    """Return how many cards of each rank may come, [13], and the ranks of each suit that may, as masks."""
    ranks = np.full(13, 4)
    suits = [0x1FFF] * 4
    for card in match_up.cards:
        ranks[card >> 2] -= 1
        suits[card & 3] &= ~(1 << (card >> 2))
    return ranks, suits


def _weigh(ranks_left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return [6175]: how many boards there are of each id: over ranks, the product of "left choose taken"."""
    choose, taken = _choices()
    weights: NDArray[np.int64] = np.multiply.reduce(choose[ranks_left].ravel()[taken], axis=0)
    return weights


@cache
def _choices() -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return [5, 5] "n choose k", and [13, 6175] how many cards of a rank a board takes, plus 5 times the rank."""
    choose = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
    taken = (board_ranks()[None] == np.arange(13)[:, None, None]).sum(axis=2)
    return choose, taken + 5 * np.arange(13)[:, None]


@cache
def _pair_ranks() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return [91] the lower and [91] the higher rank of each pair id."""
    lower, higher = np.triu_indices(13)
    return lower, higher
