"""The ranking tables as numpy arrays, for work on many hands at once.

The values are those of `tables`, seen through numpy without a copy where the layout allows it; what is added here are
tables by rank instead of by card, and two turned-over copies that make whole columns contiguous. Needs numpy; nothing
that a room runs imports this module.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation import layout
from omaha8.evaluation.layout import RANK_PAIRS, RANK_TRIPLES, ROW, SUIT_MASKS
from omaha8.evaluation.tables import tables

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]
Array = TypeVar("Array", bound=NDArray[np.generic])


class Arrays(NamedTuple):
    """The tables. A tuple, because compiled kernels take one as an argument; all arrays are read-only."""

    pair: Bytes
    """[52, 52]: pair id of two cards."""
    tri: Words
    """[13, 13, 13]: tri id of three ranks in any order."""
    board_ids: Words
    """[455, 96]: board id by tri id of three cards and pair id of the other two."""
    board_rows: Words
    """[6175, 96]: best high key without a flush, by board id and pair id."""
    board_columns: Words
    """[91, 6175]: the same turned over, by pair id and board id."""
    flush_rows: Words
    """[2288, 96]: best flush by the board's suit mask (its place in `SUIT_MASKS`) and pair id; 0 for none."""
    flush_place: Words
    """[8192]: place of a suit mask in `SUIT_MASKS`."""
    lows: Bytes
    """[256, 256]: low key by low mask of the board and low mask of the hand; 0 is no low."""
    lows_of_hand: Bytes
    """[256, 256]: the same turned over, by hand and board."""
    low_bit: Bytes
    """[52]: low mask of a card."""
    board_low: Bytes
    """[6175]: low mask of a board by its id."""


class FlushBoards(NamedTuple):
    """Boards with three to five cards of one suit, by those cards' ranks (a mask) and what else lies there.

    The masks of three ranks come first, then those of four and of five: 286, 715 and 1,287.
    """

    masks: Words
    """[2288]: bit r for rank r."""
    places: Words
    """[2288]: the place of each in `SUIT_MASKS`."""
    with_two: Words
    """[286, 91]: board id of three ranks and the pair id of the other two."""
    with_one: Words
    """[715, 13]: board id of four ranks and one more."""
    with_none: Words
    """[1287]: board id of five ranks."""


class Holdings(NamedTuple):
    """The hands of a match-up, made ready to be ranked on many boards."""

    pairs: Bytes
    """[players, 15]: pair ids; the first 6, 10 or 15 count."""
    suited: Bytes
    """[players, 4, 15]: pair ids of two cards of one suit, by suit."""
    suited_count: Bytes
    """[players, 4]: how many of them there are."""
    has_suited: NDArray[np.bool_]
    """[4]: whether anybody has any, by suit."""
    low_masks: Bytes
    """[players]"""


@cache
def arrays() -> Arrays:
    """Return the tables, made once for the process (about 20 ms)."""
    known = tables()
    pair = np.array(known.pair, np.uint8)
    tri = np.zeros((13, 13, 13), np.uint16)
    triples = np.array(RANK_TRIPLES)
    for order in permutations(range(3)):
        tri[tuple(triples[:, list(order)].T)] = np.arange(len(RANK_TRIPLES))
    board_rows = np.frombuffer(known.board_rows, np.uint16).reshape(-1, ROW)
    flush_place = np.zeros(1 << 13, np.uint16)
    flush_place[list(SUIT_MASKS)] = np.arange(len(SUIT_MASKS))
    lows = np.frombuffer(known.lows, np.uint8).reshape(256, 256)
    return Arrays(
        pair=_sealed(pair),
        tri=_sealed(tri),
        board_ids=np.frombuffer(known.board_ids, np.uint16).reshape(-1, ROW),
        board_rows=board_rows,
        board_columns=_sealed(np.ascontiguousarray(board_rows[:, : len(RANK_PAIRS)].T)),
        flush_rows=np.frombuffer(known.flush_rows, np.uint16).reshape(-1, ROW),
        flush_place=_sealed(flush_place),
        lows=lows,
        lows_of_hand=_sealed(np.ascontiguousarray(lows.T)),
        low_bit=_sealed(np.array(known.low_bit, np.uint8)),
        board_low=_sealed(np.bitwise_or.reduce(np.array(layout.LOW_BIT, np.uint8)[board_ranks()], axis=1)),
    )


@cache
def flush_boards() -> FlushBoards:
    """Return the boards on which a flush is possible, made once for the process (about 10 ms)."""
    known = arrays()
    by_count = [list(combinations(range(13), count)) for count in (3, 4, 5)]
    three, four, five = (np.array(ranks) for ranks in by_count)
    masks = np.array([sum(1 << rank for rank in ranks) for of_count in by_count for ranks in of_count], np.uint16)
    pair_of_ranks = known.pair[::4, ::4]
    return FlushBoards(
        masks=_sealed(masks),
        places=_sealed(known.flush_place[masks]),
        with_two=_sealed(known.board_ids[_tri(three), : len(RANK_PAIRS)].copy()),
        with_one=_sealed(known.board_ids[_tri(four)[:, None], pair_of_ranks[four[:, 3]]]),
        with_none=_sealed(known.board_ids[_tri(five), pair_of_ranks[five[:, 3], five[:, 4]]]),
    )


@cache
def board_ranks() -> NDArray[np.intp]:
    """Return [6175, 5]: the ranks of each board by its id, ascending."""
    ranks = [five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4]]
    return _sealed(np.array(ranks, np.intp))


@cache
def hole_pairs(hole_cards: int) -> tuple[tuple[int, int], ...]:
    """Return the places of the two cards in each pair of a hand: 6, 10 or 15 pairs."""
    return tuple(combinations(range(hole_cards), 2))


def _tri(ranks: NDArray[np.intp]) -> NDArray[np.uint16]:
    """Return the tri id of the first three ranks of each row."""
    return arrays().tri[ranks[:, 0], ranks[:, 1], ranks[:, 2]]


def _sealed(array: Array) -> Array:
    array.flags.writeable = False
    return array
