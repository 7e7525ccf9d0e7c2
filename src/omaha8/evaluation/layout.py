"""How the tables are indexed, how large they are, and how they lie in their file.

Shared by `build`, which fills the tables, and `tables`, which reads them; it holds no value of any hand.
"""

import struct
from itertools import combinations_with_replacement

RANK_PAIRS = tuple(combinations_with_replacement(range(13), 2))
"""The 91 pairs of ranks, lower first; a pair's place is its pair id."""

RANK_TRIPLES = tuple(combinations_with_replacement(range(13), 3))
"""The 455 triples of ranks, ascending; a triple's place is its tri id."""

SUIT_MASKS = tuple(mask for mask in range(1 << 13) if 3 <= mask.bit_count() <= 5)
"""The 2,288 sets of three to five ranks (bit r for rank r) that a board can hold of one suit."""

PAIR_ID = {pair: place for place, pair in enumerate(RANK_PAIRS)}
TRI_ID = {triple: place for place, triple in enumerate(RANK_TRIPLES)}

ROW = 96
"""Entries in a row of a table by pair: 91, padded with zeros to whole cache lines."""

BOARDS = 6175
"""Multisets of five ranks without five of a kind: what a board can be if suits are left aside."""

NO_BOARD = 0xFFFF
"""The board id of five cards of one rank, which do not exist."""

LOW_BIT = (2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1)
"""The bit of a rank in a low mask: the ace is bit 0, then 2 to 8; ranks above eight have none (R6.2)."""

ROWS = {
    "five_rows": len(RANK_TRIPLES),
    "board_rows": BOARDS,
    "flush_rows": len(SUIT_MASKS),
    "board_ids": len(RANK_TRIPLES),
}
"""The uint16 tables, each with a row by pair id, in the order of the file, and their number of rows."""

LOWS_SIZE = 256 * 256
"""Bytes of the low table, the last of the file."""

PAYLOAD_SIZE = 2 * len(RANK_PAIRS) * sum(ROWS.values()) + LOWS_SIZE
"""Bytes of the file's content: the uint16 tables turned over (91 columns one after another, which halves the
compressed file) and without padding, little-endian, then the low table."""

FILE_NAME = "tables.bin"
MAGIC = b"o8ev"
VERSION = 1
HEADER = struct.Struct("<4sHII")
"""Magic, version, size and CRC-32 of the payload; the zlib-compressed payload follows."""
