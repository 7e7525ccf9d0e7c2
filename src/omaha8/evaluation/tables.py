"""The ranking tables as read-only views over the package's data file, loaded on first use.

What the tables mean stands at their builders in `build`; this module only reads the file and adds the
look-ups from cards to table indices. It computes no value of a hand.
"""

import struct
import sys
import zlib
from array import array
from functools import cache
from importlib import resources

import msgspec

from omaha8.evaluation import layout

PairIds = tuple[tuple[int, ...], ...]
"""[52][52]: the place in a row for two cards."""


class TablesError(RuntimeError):
    """The package's data file is missing, damaged or of another version: the installation is broken."""


class Tables(msgspec.Struct, frozen=True, eq=False):
    """The tables and the indices into them. A "row" is 96 entries (`layout.ROW`), by pair id."""

    five_rows: memoryview
    """uint16 [455 * 96]: high key of three ranks and a pair, no flush."""
    board_rows: memoryview
    """uint16 [6175 * 96]: best high key of a board and a pair, no flush."""
    flush_rows: memoryview
    """uint16 [2288 * 96]: best flush of a board's cards of one suit and a pair of that suit."""
    board_ids: memoryview
    """uint16 [455 * 96]: board id by tri id of three cards and pair id of the other two."""
    lows: bytes
    """uint8 [256 * 256]: low key by low mask of the board and low mask of the hand; 0 is no low."""
    pair: PairIds
    """[52][52]: pair id of two cards."""
    suited_pair: tuple[PairIds, ...]
    """[4][52][52]: pair id of two cards if both are of that suit, else the id of a column of zeros."""
    tri: tuple[tuple[int, ...], ...]
    """[91][52]: tri id of a pair id and a card."""
    low_bit: tuple[int, ...]
    """[52]: low mask of a card (`layout.LOW_BIT`)."""
    suit_count: tuple[int, ...]
    """[52]: a card's suit as a one in that suit's three bits, so that a board's sum counts its suits."""
    flush_suit: tuple[int | None, ...]
    """[4096]: the suit that stands three times or more in such a sum."""
    suit_bit: tuple[tuple[int, ...], ...]
    """[4][52]: suit mask of a card, bit r for rank r; 0 if it is of another suit."""
    flush_start: dict[int, int]
    """Suit mask of three to five ranks to the start of its row in `flush_rows`."""


@cache
def tables() -> Tables:
    """Return the tables, read once for the process (about 15 ms).

    Raises `TablesError` if the data file is unusable.
    """
    payload = _payload()
    views = {}
    start = 0
    for name, count in layout.ROWS.items():
        size = 2 * len(layout.RANK_PAIRS) * count
        views[name] = _rows(payload[start : start + size], count)
        start += size
    ranks = [card >> 2 for card in range(52)]
    return Tables(
        **views,
        lows=payload[start:],
        pair=tuple(tuple(layout.PAIR_ID[min(a, b), max(a, b)] for b in ranks) for a in ranks),
        suited_pair=tuple(_suited_pair(suit) for suit in range(4)),
        tri=tuple(tuple(layout.TRI_ID[_ascending(*pair, c)] for c in ranks) for pair in layout.RANK_PAIRS),
        low_bit=tuple(layout.LOW_BIT[rank] for rank in ranks),
        suit_count=tuple(1 << 3 * (card & 3) for card in range(52)),
        flush_suit=tuple(_flush_suit(counts) for counts in range(1 << 12)),
        suit_bit=tuple(tuple(1 << (card >> 2) if card & 3 == suit else 0 for card in range(52)) for suit in range(4)),
        flush_start={mask: place * layout.ROW for place, mask in enumerate(layout.SUIT_MASKS)},
    )


def _suited_pair(suit: int) -> PairIds:
    zeros = len(layout.RANK_PAIRS)
    return tuple(
        tuple(layout.PAIR_ID[min(a, b) >> 2, max(a, b) >> 2] if a & 3 == b & 3 == suit else zeros for b in range(52))
        for a in range(52)
    )


def _flush_suit(counts: int) -> int | None:
    return next((suit for suit in range(4) if counts >> 3 * suit & 7 >= 3), None)


def _ascending(a: int, b: int, c: int) -> tuple[int, int, int]:
    low, middle, high = sorted((a, b, c))
    return low, middle, high


def _payload() -> bytes:
    """Read and check the data file."""
    try:
        content = resources.files("omaha8.evaluation").joinpath(layout.FILE_NAME).read_bytes()
    except OSError as error:
        raise TablesError(f"cannot read the ranking tables {layout.FILE_NAME}: {error}") from error
    return unpack(content)


def unpack(content: bytes) -> bytes:
    """Return the payload of a data file's content, in the order of `layout`.

    Raises `TablesError` where it is damaged or of another version.
    """
    expected = f"expected version {layout.VERSION}, {layout.PAYLOAD_SIZE} bytes; reinstall omaha8"
    try:
        magic, version, size, checksum = layout.HEADER.unpack_from(content)
        if (magic, version, size) != (layout.MAGIC, layout.VERSION, layout.PAYLOAD_SIZE):
            raise TablesError(f"the ranking tables are of another kind or version; {expected}")
        payload = zlib.decompress(content[layout.HEADER.size :])
    except (struct.error, zlib.error) as error:
        raise TablesError(f"the ranking tables are damaged ({error}); {expected}") from error
    if len(payload) != size or zlib.crc32(payload) != checksum:
        raise TablesError(f"the ranking tables are damaged (wrong checksum); {expected}")
    return payload


def _rows(raw: bytes, count: int) -> memoryview:
    """Turn a table as the file has it, by pair id and then row, into padded read-only rows."""
    columns = array("H", raw)
    if sys.byteorder == "big":
        columns.byteswap()
    rows = array("H", bytes(2 * layout.ROW * count))
    for pair_id in range(len(layout.RANK_PAIRS)):
        rows[pair_id :: layout.ROW] = columns[pair_id * count : (pair_id + 1) * count]
    return memoryview(rows).toreadonly()
