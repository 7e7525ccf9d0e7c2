"""Names that people read: of players, programs and tables."""

import re
import unicodedata

from omaha8.store import AccountError

LONGEST_NAME = 20
# Letters, marks and signs that Unicode counts as printable and that nobody sees: fillers, joiners, variation selectors.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
# In the categories of a name's characters: a mark on nothing, and more marks than one letter has in any language.
STRAY_MARKS = re.compile("(^|Z)M|MMM")


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A display name in NFC with single blanks.

    `AccountError` unless it is 1 to `longest` characters that can be seen and stay in their line: no control, format,
    private or unassigned ones, no mark without its letter, and no more than two on one.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(cleaned) <= longest:
        raise AccountError("bad_name", f"{len(cleaned)} characters; a name is 1 to {longest}", "name")
    hidden = [char for char in cleaned if not char.isprintable() or UNSEEN.match(char)]
    if hidden:
        raise AccountError("bad_name", f"U+{ord(hidden[0]):04X} is not seen; letters, digits and signs are", "name")
    if STRAY_MARKS.search("".join(unicodedata.category(char)[0] for char in cleaned)):
        raise AccountError("bad_name", "a mark stands on a letter, and no more than two on one", "name")
    return cleaned
