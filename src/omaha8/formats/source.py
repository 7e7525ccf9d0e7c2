"""From the bytes of a file to numbered lines, and from the lines to the texts of single hands."""

import re
from collections.abc import Iterator

HEADER = re.compile(r"PokerStars .*#\w|\*+ *Hand History [Ff]or Game \S+ *\*+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SEPARATOR = re.compile(r"\*+ # \d+ \*+")  # between the hands of a transcript sent by mail
_ENCODINGS = ("utf-8-sig", "cp1252")

NumberedLine = tuple[int, str]


def decode_text(data: bytes) -> str:
    """Text of unknown encoding: UTF-8 (with or without a mark), else Windows-1252, else Latin-1; never fails."""
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def numbered_lines(text: str) -> list[NumberedLine]:
    """Lines from 1, trailing blanks and byte order marks off (joined files have marks inside).

    Only CR and LF end a line: chat may hold the other separators that `str.splitlines` knows.
    """
    return [(number, line.strip("\ufeff").rstrip()) for number, line in enumerate(_LINE_END.split(text), start=1)]


def hand_blocks(text: str) -> Iterator[list[NumberedLine]]:
    """The lines of each hand: a blank line or a separator ends one, and a header begins one in any case."""
    block: list[NumberedLine] = []
    for number, line in numbered_lines(text):
        between = not line or _SEPARATOR.fullmatch(line)
        if block and (between or HEADER.match(line)):
            yield block
            block = []
        if not between:
            block.append((number, line))
    if block:
        yield block
