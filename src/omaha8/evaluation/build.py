"""Builds the ranking tables: `python -m omaha8.evaluation.build` writes the package's data file anew.

Plain Python, and the only place where table values are made. Each table is the best (the maximum) over
choices of cards from a smaller one, down to the keys of single five-card hands, so the two-plus-three rule
(R6.1, R6.2) and the counterfeiting of lows (R6.4) are settled here and readers only look up. Takes about a
second.
"""

import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path

from omaha8.evaluation import layout
from omaha8.evaluation.classes import five_card_class, high_classes, low_classes
from omaha8.evaluation.layout import LOW_BIT, PAIR_ID, RANK_PAIRS, RANK_TRIPLES, SUIT_MASKS, TRI_ID

_BOARDS = tuple(
    ranks for ranks in combinations_with_replacement(range(13), 5) if ranks.count(ranks[0]) < 5
)  # five ascending ranks; a board's place is its board id


def board_ids() -> list[list[int]]:
    """Return 455 rows (by tri id) of 91 board ids (by pair id).

    A board has the same id however it is divided into three and two. `NO_BOARD` where a rank would stand five
    times.
    """
    ids = [[layout.NO_BOARD] * len(RANK_PAIRS) for _ in RANK_TRIPLES]
    for board_id, ranks in enumerate(_BOARDS):
        for places in combinations(range(5), 3):
            triple = (ranks[places[0]], ranks[places[1]], ranks[places[2]])
            a, b = (ranks[place] for place in range(5) if place not in places)
            ids[TRI_ID[triple]][PAIR_ID[a, b]] = board_id
    return ids


def five_rows() -> list[list[int]]:
    """Return 455 rows (by tri id) of 91 high keys (by pair id): the five cards, not all of one suit.

    0 where a rank would stand five times.
    """
    keys = {hand: key for key, hand in enumerate(high_classes(), start=1)}
    rows = []
    for triple in RANK_TRIPLES:
        fives = {pair: triple + pair for pair in RANK_PAIRS}
        rows.append(
            _row(
                {
                    pair: keys[five_card_class(ranks, suited=False)]
                    for pair, ranks in fives.items()
                    if ranks.count(ranks[0]) < 5
                }
            )
        )
    return rows


def board_rows(fives: list[list[int]]) -> list[list[int]]:
    """Return 6,175 rows (by board id) of 91 high keys (by pair id), flushes left aside.

    Each is the pair with the best three of the board (R6.1).
    """
    rows = []
    for ranks in _BOARDS:
        of_triple = [fives[TRI_ID[triple]] for triple in combinations(ranks, 3)]
        rows.append(list(map(max, *of_triple)))
    return rows


def flush_rows() -> list[list[int]]:
    """Return 2,288 rows (by place in `SUIT_MASKS`) of 91 high keys (by pair id): the best flush.

    Straight flushes included. 0 where the pair, which is of that suit, holds a rank twice or one that the
    board already has in that suit.
    """
    keys = {hand: key for key, hand in enumerate(high_classes(), start=1)}
    of_mask = {_mask(ranks): keys[five_card_class(ranks, suited=True)] for ranks in combinations(range(13), 5)}
    rows = []
    for mask in SUIT_MASKS:
        triples = [_mask(ranks) for ranks in combinations(_bits(mask), 3)]
        free = _bits(mask ^ 0x1FFF)
        rows.append(
            _row({(a, b): max(of_mask[1 << a | 1 << b | three] for three in triples) for a, b in combinations(free, 2)})
        )
    return rows


def lows() -> bytes:
    """Return 256 x 256 low keys by the low masks (`LOW_BIT`) of the board and of the hand.

    0 where there is no low (R6.2, R6.4).
    """
    keys = {sum(LOW_BIT[rank] for rank in ranks): key for key, ranks in enumerate(low_classes(), start=1)}
    table = bytearray(layout.LOWS_SIZE)
    for board in range(256):
        of_pair = {}
        for pair in combinations(range(8), 2):
            two = _mask(pair)
            # A rank that the pair holds as well adds nothing: this is what counterfeits a low.
            three = _mask(_bits(board & ~two)[:3])
            of_pair[pair] = keys.get(two | three, 0)
        for hand in range(256):
            table[board * 256 + hand] = max((of_pair[pair] for pair in combinations(_bits(hand), 2)), default=0)
    return bytes(table)


def payload() -> bytes:
    """Return the tables in the order and format of the file (`layout`), uncompressed."""
    fives = five_rows()
    tables = {
        "five_rows": fives,
        "board_rows": board_rows(fives),
        "flush_rows": flush_rows(),
        "board_ids": board_ids(),
    }
    parts = [_little_endian(chain.from_iterable(zip(*tables[name], strict=True))) for name in layout.ROWS]
    return b"".join([*parts, lows()])


def write(path: Path) -> None:
    """Write the data file that `tables` reads."""
    content = payload()
    header = layout.HEADER.pack(layout.MAGIC, layout.VERSION, len(content), zlib.crc32(content))
    path.write_bytes(header + zlib.compress(content, 9))


def _bits(mask: int) -> list[int]:
    """Return the places of the ones in a mask below 2**13, ascending."""
    return [bit for bit in range(13) if mask >> bit & 1]


def _mask(bits: tuple[int, ...] | list[int]) -> int:
    return sum(1 << bit for bit in bits)


def _row(keys: Mapping[tuple[int, int], int]) -> list[int]:
    """Arrange keys by rank pair in a row by pair id."""
    row = [0] * len(RANK_PAIRS)
    for pair, key in keys.items():
        row[PAIR_ID[pair]] = key
    return row


def _little_endian(values: Iterable[int]) -> bytes:
    words = array("H", values)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


if __name__ == "__main__":
    write(Path(__file__).with_name(layout.FILE_NAME))
