"""Many hands at once: numpy arrays of cards in, arrays of keys out.

Runs on numpy alone; where numba is installed (the extra `fast`) large batches go to compiled kernels, which return the
same keys. Cards are codes as in `cards`, in arrays of any integer type; keys are those of `ranking`: high 1..7462 as
uint16, low 1..56 as uint8 with 0 for no low. As there, cards are trusted to differ: whether a hand repeats a card, or
holds one of the board's, is not looked at.
"""

from functools import cache
from importlib import import_module
from types import ModuleType

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from omaha8.errors import CardError
from omaha8.evaluation.arrays import Arrays, Bytes, Words, arrays, hole_pairs
from omaha8.evaluation.ranking import HOLE_COUNTS

WORTH_COMPILED = 5_000_000
"""Hands to rank from which loading the kernels (a second, more the first time on a machine) pays by itself."""

ROWS_AT_ONCE = 1 << 15
"""Rows that numpy works on together: temporaries then stay in the processor's cache."""

_NO_PAIR = 91
"""A column of zeros in every row: the pair id of two cards that make no flush."""


class _Choice(msgspec.Struct):
    """Whether kernels are used for small work too; `load_kernels` says so for the whole process."""

    always_compiled: bool = False


_choice = _Choice()


def load_kernels() -> bool:
    """Load the compiled kernels, for all work from now on; False where numba is not installed.

    Takes about a second, and some fifteen in all the first time on a machine, when each is first used: the compiled
    code is kept on disk. Without this call, kernels are loaded for work that is large enough to gain by it.
    """
    if _import_kernels("omaha8.evaluation.kernels") is None:
        return False
    _choice.always_compiled = True
    return True


def compiled(hands: int, module: str = "omaha8.evaluation.kernels") -> ModuleType | None:
    """Return a module of kernels, or None: numba is missing, or not loaded and so few hands to rank are no reason."""
    if hands >= WORTH_COMPILED or _choice.always_compiled:
        return _import_kernels(module)
    return None


@cache
def _import_kernels(module: str) -> ModuleType | None:
    try:
        return import_module(module)  # not before it is wanted: numba takes half a second, and is an extra
    except ImportError:
        return None


def rank_many(holes: ArrayLike, boards: ArrayLike) -> tuple[Words, Bytes]:
    """Rank each hand on the board of the same row: `(high keys [N] uint16, low keys [N] uint8)`.

    `holes` is [N, 4], [N, 5] or [N, 6] and `boards` [N, 5]. Refused with a `CardError` whose `where` is "holes" or
    "boards": `bad_card` for a code outside 0..51 or an array that is not of integers, `card_count` for another shape
    (R6.1, R6.2).
    """
    hands = _codes(holes, "holes", HOLE_COUNTS)
    on = _codes(boards, "boards", range(5, 6))
    if len(hands) != len(on):
        raise CardError("card_count", f"{len(on)} boards for {len(hands)} hands; rows belong together", "boards")
    kernels = compiled(len(hands))
    highs, lows = np.empty(len(hands), np.uint16), np.empty(len(hands), np.uint8)
    if kernels is not None:
        kernels.rank_many(hands, on, arrays(), highs, lows)
        return highs, lows
    for start in range(0, len(hands), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        highs[rows], lows[rows] = rank_rows(hands[rows], on[rows])
    return highs, lows


def rank_on_boards(holes: ArrayLike, boards: ArrayLike) -> tuple[Words, Bytes]:
    """Rank every hand on every board: `(high keys [M, N] uint16, low keys [M, N] uint8)`, a row for each board.

    `holes` is [N, 4], [N, 5] or [N, 6] and `boards` [M, 5]; refused as in `rank_many`. A hand that holds a card of the
    board is ranked as if there were two of it.
    """
    hands = _codes(holes, "holes", HOLE_COUNTS)
    on = _codes(boards, "boards", range(5, 6))
    kernels = compiled(len(hands) * len(on))
    highs, lows = np.empty((len(on), len(hands)), np.uint16), np.empty((len(on), len(hands)), np.uint8)
    if kernels is not None:
        kernels.rank_on_boards(hands, on, arrays(), highs, lows)
        return highs, lows
    for start in range(0, len(hands), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        _rank_each_board(hands[rows], on, highs[:, rows], lows[:, rows])
    return highs, lows


def rank_rows(hands: Bytes, boards: Bytes) -> tuple[Words, Bytes]:
    """Rank checked cards with numpy: [N, h] on [N, 5], or one hand [1, h] on all boards."""
    known = arrays()
    ids, masks, suits = _ready(boards, known)
    highs = np.zeros(len(boards), np.uint16)
    pairs = {(i, j): known.pair[hands[:, i], hands[:, j]] for i, j in hole_pairs(hands.shape[1])}
    for pair in pairs.values():
        np.maximum(highs, known.board_rows[ids, pair], out=highs)
    flushing = np.flatnonzero(suits < 4)
    rows = flushing if len(hands) == len(boards) else np.zeros(len(flushing), np.intp)
    in_suit = (hands[rows] & 3) == suits[flushing, None]
    flush = known.flush_place[_suit_masks(boards[flushing], suits[flushing])]
    for (i, j), pair in pairs.items():
        both = np.flatnonzero(in_suit[:, i] & in_suit[:, j])
        at = flushing[both]
        highs[at] = np.maximum(highs[at], known.flush_rows[flush[both], pair[rows[both]]])
    return highs, known.lows[masks, _low_masks(hands, known)]


def _rank_each_board(hands: Bytes, boards: Bytes, highs: Words, lows: Bytes) -> None:
    """Rank [N, h] on each of [M, 5] with numpy, into [M, N]; what depends on the hands alone is done once."""
    known = arrays()
    pairs, pair_suits = [], []
    for i, j in hole_pairs(hands.shape[1]):
        pairs.append(known.pair[hands[:, i], hands[:, j]])
        pair_suits.append(np.where((hands[:, i] ^ hands[:, j]) & 3, np.uint8(4), hands[:, i] & 3))
    hand_masks = _low_masks(hands, known)
    ids, masks, suits = _ready(boards, known)
    flush = known.flush_place[_suit_masks(boards, suits)]
    for m in range(len(boards)):
        best = known.board_rows[ids[m]][pairs[0]]
        for pair in pairs[1:]:
            np.maximum(best, known.board_rows[ids[m]][pair], out=best)
        if suits[m] < 4:
            for pair, pair_suit in zip(pairs, pair_suits, strict=True):
                suited = np.where(pair_suit == suits[m], pair, np.uint8(_NO_PAIR))
                np.maximum(best, known.flush_rows[flush[m]][suited], out=best)
        highs[m] = best
        lows[m] = known.lows[masks[m]][hand_masks]


def _ready(boards: Bytes, known: Arrays) -> tuple[NDArray[np.intp], Bytes, Bytes]:
    """Return of boards [M, 5] their ids, their low masks, and the suit of three cards or more, 4 for none; all [M]."""
    ranks, suits = boards >> 2, boards & 3
    tri = known.tri[ranks[:, 0], ranks[:, 1], ranks[:, 2]]
    ids = known.board_ids[tri, known.pair[boards[:, 3], boards[:, 4]]].astype(np.intp)
    # The third of the five sorted suits is the suit of three, if there is one.
    middle = np.sort(suits, axis=1)[:, 2]
    flush_suits = np.where((suits == middle[:, None]).sum(axis=1) >= 3, middle, np.uint8(4))
    return ids, known.board_low[ids], flush_suits


def _suit_masks(boards: Bytes, suits: Bytes) -> NDArray[np.int64]:
    """Return [M]: the ranks (bit r) that a board has of the given suit."""
    bits = np.left_shift(1, (boards >> 2).astype(np.int64))
    masks: NDArray[np.int64] = np.where((boards & 3) == suits[:, None], bits, 0).sum(axis=1)
    return masks


def _low_masks(hands: Bytes, known: Arrays) -> Bytes:
    masks: Bytes = np.bitwise_or.reduce(known.low_bit[hands], axis=1)
    return masks


def _codes(given: ArrayLike, where: str, counts: range) -> Bytes:
    """Return cards as uint8 [N, k] with k in `counts`, all of them 0..51."""
    cards = np.asarray(given)
    legal = " or ".join(str(count) for count in counts)
    if cards.ndim != 2 or cards.shape[1] not in counts:
        raise CardError("card_count", f"an array of shape {cards.shape}; expected rows of {legal} cards", where)
    if not np.issubdtype(cards.dtype, np.integer):
        raise CardError("bad_card", f"an array of {cards.dtype}; card codes are integers", where)
    if cards.size and (cards.min() < 0 or cards.max() > 51):
        row = int(np.flatnonzero(((cards < 0) | (cards > 51)).any(axis=1))[0])
        raise CardError("bad_card", f"row {row} has a code that is no card; codes are 0 (2c) to 51 (As)", where)
    return np.ascontiguousarray(cards, np.uint8)
