"""Shapes of boards and hands: what is alike but for suits that do not matter, and how much is of each shape.

With suits left aside the shape of a board or a hand is a multiset of ranks. Where flushes in one suit are looked at it
is the ranks of that suit, a set, and a multiset of the ranks of its other cards. How many boards or hands have one
shape is a product of binomials over the cards that are left.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes, Words, arrays, hole_pairs

Ranks = NDArray[np.intp]
"""How many cards of each rank; the last axis is 13 long."""


class BoardShapes(NamedTuple):
    """Full boards: each shape has one of K sets of ranks in a suit and one of Q multisets of other ranks to come."""

    ids: NDArray[np.intp]
    """[K, Q]: board id."""
    masks: NDArray[np.int64]
    """[K]: the ranks that have come in the suit, bit r for rank r."""
    rests: Bytes
    """[Q, n]: the other ranks that have come, ascending."""
    ways: NDArray[np.int64]
    """[Q]: how many boards are of each shape."""
    left: Ranks
    """[Q, 13]: the cards that are left then, those of the suit apart."""


class HandShapes(NamedTuple):
    """Hands with a given number of cards of a suit: one of S sets of ranks in it, one of R multisets of other ranks."""

    masks: NDArray[np.int64]
    """[S]: the ranks of the suit, bit r for rank r."""
    pairs: Bytes
    """[P, S]: the pair ids of each two of them."""
    rests: Bytes
    """[R, n]: the other ranks, ascending."""
    whole: Words
    """[S, R]: the place of all ranks of the hand in `multisets`."""


@cache
def multisets(count: int) -> Bytes:
    """Return [M, count]: the multisets of so many ranks, each ascending, in lexicographic order."""
    return np.array(list(combinations_with_replacement(range(13), count)), np.uint8)


def sets(ranks: Sequence[int], count: int) -> Bytes:
    """Return [N, count]: the sets of so many of the given ranks, each ascending, in lexicographic order."""
    return np.array(list(combinations(ranks, count)), np.uint8).reshape(comb(len(ranks), count), count)


def ways(left: Ranks, ranks: Bytes) -> NDArray[np.int64]:
    """Return [N, M]: how many choices from the cards `left` [N, 13] have each of the multisets [M, n] of ranks."""
    choose = np.array([[comb(cards, taken) for taken in range(7)] for cards in range(5)])
    chosen = choose[left].reshape(len(left), 13 * 7)
    product = np.ones((len(left), len(ranks)), np.int64)
    run = np.zeros(len(ranks), np.intp)
    for k in range(ranks.shape[1]):
        run += 1
        ends = np.ones(len(ranks), np.bool_) if k + 1 == ranks.shape[1] else ranks[:, k] != ranks[:, k + 1]
        product *= chosen[:, np.where(ends, 7 * ranks[:, k].astype(np.intp) + run, 0)]  # a rank counts where it ends
        run[ends] = 0
    return product


def taken(ranks: Bytes) -> Ranks:
    """Return [M, 13]: how often each rank stands in multisets [M, n]."""
    counts: Ranks = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    return counts


def board_shapes(board: Bytes, suited: Bytes, others: Ranks, missing: int) -> BoardShapes:
    """Return the shapes of full boards with ranks `board`, each row of `suited` [K, n], and `missing` ranks besides.

    These come from the cards `others` [13]; shapes that do not occur are left out.
    """
    known = arrays()
    rests = multisets(missing)
    amounts = ways(others[None], rests)[0]
    rests, amounts = rests[amounts > 0], amounts[amounts > 0]
    ranks = np.empty((len(suited), len(rests), 5), np.uint8)
    ranks[:, :, : len(board)] = board
    ranks[:, :, len(board) : 5 - missing] = suited[:, None]
    ranks[:, :, 5 - missing :] = rests
    a, b, c, d, e = np.moveaxis(ranks, 2, 0)
    ids = known.board_ids[known.tri[a, b, c], known.pair[4 * d, 4 * e]].astype(np.intp)
    return BoardShapes(ids, _masks(suited), rests, amounts, others - taken(rests))


@cache
def hand_shapes(hole_cards: int) -> tuple[HandShapes, ...]:
    """Return the shapes of hands of so many cards, by how many of them are of the suit."""
    power = 13 ** np.arange(hole_cards)[::-1]
    every = multisets(hole_cards) @ power  # as numbers to the base of 13, ascending
    found = []
    for count in range(hole_cards + 1):
        suited, rests = sets(range(13), count), multisets(hole_cards - count)
        whole = np.empty((len(suited), len(rests), hole_cards), np.uint8)
        whole[:, :, :count] = suited[:, None]
        whole[:, :, count:] = rests
        places = np.searchsorted(every, np.sort(whole, axis=2) @ power).astype(np.uint16)
        found.append(HandShapes(_masks(suited), pair_ids(4 * suited), rests, places))
    return tuple(found)


def pair_ids(hands: Bytes) -> Bytes:
    """Return [P, N]: the pair ids of each two cards of hands [N, k]."""
    places = hole_pairs(hands.shape[1])
    ids = np.empty((len(places), len(hands)), np.uint8)
    for row, (i, j) in enumerate(places):
        ids[row] = arrays().pair[hands[:, i], hands[:, j]]
    return ids


def best(rows: Words, pairs: Bytes) -> Words:
    """Return [N, M]: in each row by pair id [N, 96], the largest entry over each column of pair ids [P, M]."""
    found = np.zeros((len(rows), pairs.shape[1]), np.uint16)
    for pair in pairs:
        np.maximum(found, rows[:, pair], out=found)
    return found


def _masks(ranks: Bytes) -> NDArray[np.int64]:
    """Return [N]: sets of ranks [N, n] as masks."""
    masks: NDArray[np.int64] = np.left_shift(1, ranks.astype(np.int64)).sum(axis=1)
    return masks
