"""The one door to the readers: which format a text is in is seen from the text, never from its file's name."""

import re
from collections.abc import Iterator

from omaha8.errors import HistoryError
from omaha8.formats import ohh, partypoker, phh, pokerstars
from omaha8.formats.history import ReadHand
from omaha8.formats.pokerstars_lines import is_header
from omaha8.formats.source import HEADER, hand_blocks

# A PHH file is TOML: a field or a table's number comes before anything but comments.
_PHH = re.compile(
    r"(?:[\s\ufeff]|#[^\r\n]*[\r\n])*"
    r"(?:\[ *\"?[\w-]+\"? *\] *(?:#[^\r\n]*)?[\r\n]|[A-Za-z_]+ *= *[\[\"'\w])"
)
_HAND = "a line like 'PokerStars Hand #1: ...' or '***** Hand History for Game 1 *****'"


def read_hands(text: str, file: str = "text") -> Iterator[ReadHand | HistoryError]:
    """Read every hand of a text of any format; for one that cannot be read comes the `HistoryError` that says why.

    Texts of both rooms may stand in one file. A text of no known format is one error, not one for each paragraph.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return ohh.read_histories(text, file)
    if _PHH.match(text):
        return phh.read_histories(text, file)
    return _read_texts(text, file)


def _read_texts(text: str, file: str) -> Iterator[ReadHand | HistoryError]:
    blocks = list(hand_blocks(text))
    if not any(HEADER.match(block[0][1]) for block in blocks):
        number, line = blocks[0][0] if blocks else (1, "")
        yield HistoryError(
            "unknown_site", f"expected {_HAND}, PHH or Open Hand History, got {line!r}", f"{file}:{number}"
        )
        return
    for block in blocks:
        number, line = block[0]
        if is_header(line):
            yield pokerstars.read_block(block, file)
        elif partypoker.HEADER.match(line):
            yield partypoker.read_block(block, file)
        else:
            yield HistoryError("unknown_site", f"expected {_HAND}, got {line!r}", f"{file}:{number}")
