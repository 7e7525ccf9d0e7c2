"""Compiled kernels that rank many hands: the twins of the numpy code in `batch`, with the same results.

Import this module only through `batch.compiled`, since importing numba takes half a second and not everyone has it.
Arguments are trusted: nothing here checks a card, a shape or a size, and a wrong one reads foreign memory.

No kernel calls one of another module: numba keeps compiled code on disk by the module it is from, and would not notice
that the other has changed.
"""

# numba infers its own types, in which int and np.int64 are one; mypy keeps them apart.
# mypy: disable-error-code="assignment, arg-type, return-value"

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Arrays, Bytes, Words

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(function: Kernel) -> Kernel:
    """Compile at the first call, to run without the interpreter's lock; kept on disk where there is a place for it."""
    try:
        if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
            Path.home()  # a user who has none, and no entry among the users: numba would make a folder called "~"
        compiled: Kernel = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # or neither the package's folder nor a home folder can be written to
        compiled = numba.njit(nogil=True)(function)
    return compiled


def inlined(function: Kernel) -> Kernel:
    """Make a step of other kernels, put into their code where it is called.

    A call would pass the tables by value, eleven descriptors of arrays with their reference counts, which takes longer
    than ranking a hand.
    """
    inlined: Kernel = numba.njit(inline="always")(function)
    return inlined


@inlined
def _ready(board: NDArray[np.int64], tables: Arrays) -> tuple[int, int, int, int]:
    """Return a full board's id, its low mask, the suit of its flush or -1, and the place of its flush row."""
    a, b, c, d, e = board[0], board[1], board[2], board[3], board[4]
    tri = np.int64(tables.tri[a >> 2, b >> 2, c >> 2])
    board_id = np.int64(tables.board_ids[tri, np.int64(tables.pair[d, e])])
    bit = tables.low_bit
    low_mask = np.int64(bit[a] | bit[b] | bit[c] | bit[d] | bit[e])
    # A suit has four bits of the sum; with 5 added, its highest bit says that it stands three times or more.
    suits = 0x5555
    for k in range(5):
        suits += 1 << 4 * (board[k] & 3)
    suits &= 0x8888
    if suits == 0:
        return board_id, low_mask, -1, 0
    suit = 0 if suits == 0x8 else 1 if suits == 0x80 else 2 if suits == 0x800 else 3
    mask = 0
    for k in range(5):
        mask |= np.int64(board[k] & 3 == suit) << (board[k] >> 2)
    return board_id, low_mask, suit, np.int64(tables.flush_place[mask])


@inlined
def _best(row: Words, hole: Bytes, tables: Arrays) -> int:
    """Return the largest entry of a row over the pairs of a hand."""
    best = 0
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            best = max(best, np.int64(row[tables.pair[hole[i], hole[j]]]))
    return best


@inlined
def _best_flush(row: Words, suit: int, hole: Bytes, tables: Arrays) -> int:
    """Return the largest entry of a flush row over the pairs of a hand in that suit; 0 if there are none."""
    best = 0
    for i in range(len(hole) - 1):
        if np.int64(hole[i] & 3) == suit:
            for j in range(i + 1, len(hole)):
                if np.int64(hole[j] & 3) == suit:
                    best = max(best, np.int64(row[tables.pair[hole[i], hole[j]]]))
    return best


@compiled
def rank_many(holes: Bytes, boards: Bytes, tables: Arrays, highs: Words, lows: Bytes) -> None:
    """Write the keys of each hand on the board of the same row."""
    board = np.empty(5, np.int64)
    for n in range(len(holes)):
        for k in range(5):
            board[k] = boards[n, k]
        board_id, board_low, suit, flush = _ready(board, tables)
        high = _best(tables.board_rows[board_id], holes[n], tables)
        if suit >= 0:
            high = max(high, _best_flush(tables.flush_rows[flush], suit, holes[n], tables))
        highs[n] = high
        low_mask = np.uint8(0)
        for card in holes[n]:
            low_mask |= tables.low_bit[card]
        lows[n] = tables.lows[board_low, low_mask]


@compiled
def rank_on_boards(holes: Bytes, boards: Bytes, tables: Arrays, highs: Words, lows: Bytes) -> None:
    """Write the keys of every hand on every board, a row for each board."""
    low_masks = np.zeros(len(holes), np.uint8)
    suit_counts = np.zeros(len(holes), np.uint16)  # four bits a suit
    halves = np.zeros(len(holes), np.uint16)  # a hand of four by the pair ids of its two halves
    for n in range(len(holes)):
        for card in holes[n]:
            low_masks[n] |= tables.low_bit[card]
            suit_counts[n] += np.uint16(1 << 4 * (card & 3))
        halves[n] = 91 * tables.pair[holes[n, 0], holes[n, 1]] + tables.pair[holes[n, 2], holes[n, 3]]
    by_halves = holes.shape[1] == 4 and len(holes) > 91 * 91
    best_of = np.empty(91 * 91, np.uint16)
    board = np.empty(5, np.int64)
    for m in range(len(boards)):
        for k in range(5):
            board[k] = boards[m, k]
        board_id, board_low, suit, flush = _ready(board, tables)
        row, flush_row, low_row = tables.board_rows[board_id], tables.flush_rows[flush], tables.lows[board_low]
        if by_halves:
            _fill_by_halves(row, tables.pair, best_of)
        for n in range(len(holes)):
            high = np.int64(best_of[halves[n]]) if by_halves else _best(row, holes[n], tables)
            if suit >= 0 and suit_counts[n] >> 4 * suit & 15 >= 2:
                high = max(high, _best_flush(flush_row, suit, holes[n], tables))
            highs[m, n] = high
            lows[m, n] = low_row[low_masks[n]]


@compiled
def _fill_by_halves(row: Words, pair: Bytes, best_of: Words) -> None:
    """Write [91 * 91] the best high of four ranks on one board, by the pair ids of two and two."""
    first = 0
    for a in range(0, 52, 4):
        for b in range(a, 52, 4):
            second = 0
            for c in range(0, 52, 4):
                best = max(row[first], row[pair[a, c]], row[pair[b, c]])
                for d in range(c, 52, 4):
                    of_d = max(row[second], row[pair[a, d]], row[pair[b, d]])
                    best_of[91 * first + second] = max(best, of_d)
                    second += 1
            first += 1
