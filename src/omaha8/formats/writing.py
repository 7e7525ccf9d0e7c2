"""The one door to the writers: a hand in any of the formats, and hands put together in one file."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from omaha8.formats import ohh_write, phh_write, pokerstars_write
from omaha8.formats.history import Record


class Target(StrEnum):
    """A format that hands are written in."""

    POKERSTARS = "pokerstars"
    PHH = "phh"
    OHH = "ohh"


_WRITERS: Mapping[Target, Callable[[Record], str]] = MappingProxyType(
    {
        Target.POKERSTARS: pokerstars_write.write_hand,
        Target.PHH: phh_write.write_hand,
        Target.OHH: ohh_write.write_hand,
    }
)


def write_hand(record: Record, target: Target) -> str:
    """One hand; `HistoryError` with the code `cannot_write` where the format has no words for it."""
    return _WRITERS[target](record)


def join_hands(texts: Sequence[str], target: Target) -> str:
    """The text of a file with these hands, as `write_hand` gave them."""
    match target:
        case Target.POKERSTARS:
            return "\n\n".join(texts)
        case Target.OHH:
            return "".join(texts)
        case Target.PHH:
            if len(texts) == 1:
                return texts[0]
            return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, start=1))


def file_suffix(hands: int, target: Target) -> str:
    """How the name of a file with so many hands ends."""
    match target:
        case Target.POKERSTARS:
            return ".txt"
        case Target.OHH:
            return ".ohh"
        case Target.PHH:
            return ".phh" if hands == 1 else ".phhs"
