"""The words of a hand script: one line of it, and the readers of seats, amounts, cards, actions and offers.

Nothing here knows a rule of the game; `script_text` puts lines together, `script` plays them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from omaha8.cards import Card, parse_card
from omaha8.errors import CardError, ScriptError
from omaha8.hand.actions import (
    Action,
    AmountRange,
    BetTo,
    Call,
    Check,
    Fold,
    LegalActions,
    Muck,
    Protect,
    RaiseTo,
    Show,
)

MAX_LINE = 1000
MAX_DIGITS = 15
UNKNOWN_CARD = "?"
NOTHING = "none"

BETTING_VERBS = "fold, check, call, call N, bet N, raise N, protect"
SHOWING_VERBS = "show, muck"

_PLAIN_ACTIONS: dict[str, Action | Protect] = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "show": Show(),
    "muck": Muck(),
    "protect": Protect(),
}


class Line(msgspec.Struct, frozen=True):
    """One line of a script, or an item of one: where it stands, and its text without comment."""

    name: str
    number: int
    text: str

    @property
    def where(self) -> str:
        """`name:line`, for errors."""
        return f"{self.name}:{self.number}"

    @property
    def words(self) -> list[str]:
        """The text's words."""
        return self.text.split()

    def error(self, code: str, message: str) -> ScriptError:
        """An error at this line; the message says what is wrong and what would be legal."""
        return ScriptError(code, message, self.where)

    def part(self, text: str) -> "Line":
        """Some of this line's text, still at this place."""
        return Line(self.name, self.number, text.strip())

    def items(self) -> "Iterator[Line]":
        """The parts between bars `|`; an empty one is refused, an empty line has none."""
        if not self.text:
            return
        for text in self.text.split("|"):
            if not text.strip():
                raise self.error("bad_line", "nothing stands between two bars; write one item between them")
            yield self.part(text)


def read_lines(text: str, name: str) -> Iterator[Line]:
    """The lines that say something; comments and empty lines are left out, a line too long is refused."""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = Line(name, number, raw.partition("#")[0].strip())
        if len(raw) > MAX_LINE:
            raise line.error("line_too_long", f"{len(raw)} characters; a line has at most {MAX_LINE}")
        if line.text:
            yield line


def amount(line: Line, word: str, least: int = 0) -> int:
    """Whole chips, `least` or more; signs, points and other scripts' digits are refused."""
    if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and int(word) >= least):
        raise line.error("bad_amount", f"{word!r} is no amount; write whole chips, {least} or more")
    return int(word)


def is_seat(word: str) -> bool:
    """Whether the word looks like a seat, `s1` to `s99`."""
    digits = word[1:]
    return word[:1] == "s" and digits.isascii() and digits.isdigit() and len(digits) <= 2


def seat_number(line: Line, word: str) -> int:
    """The number of a seat written `s3`."""
    if not is_seat(word) or int(word[1:]) == 0:
        raise line.error("bad_seat", f"{word!r} is no seat; write s and its number, like s3")
    return int(word[1:])


def pair(line: Line, word: str) -> tuple[int, int]:
    """Two amounts written `5/10`, each 1 or more."""
    parts = word.split("/")
    if len(parts) != 2:
        raise line.error("bad_amount", f"{word!r} is no pair of amounts; write two with a stroke, like 5/10")
    return amount(line, parts[0], 1), amount(line, parts[1], 1)


def seat_amounts(line: Line, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Seats with amounts, `s1 400 s2 60`; no seat twice."""
    if len(words) % 2 or not words:
        raise line.error("bad_line", "write seats with amounts, like s1 400 s2 60")
    found = tuple((seat_number(line, words[at]), amount(line, words[at + 1])) for at in range(0, len(words), 2))
    refuse_double_seats(line, (seat for seat, _ in found))
    return found


def refuse_double_seats(line: Line, seats: Iterable[int]) -> None:
    """Refuse a seat that is named twice."""
    seen: set[int] = set()
    for seat in seats:
        if seat in seen:
            raise line.error("repeated_seat", f"s{seat} stands twice; name each seat once")
        seen.add(seat)


def cards(line: Line, text: str) -> tuple[Card | None, ...]:
    """Cards written together or apart, an unknown one as `?`: `As??Kd`."""
    packed = "".join(text.split())
    found: list[Card | None] = []
    at = 0
    while at < len(packed):
        if packed[at] == UNKNOWN_CARD:
            found.append(None)
            at += 1
            continue
        try:
            found.append(parse_card(packed[at : at + 2]))
        except CardError as error:
            raise line.error(error.code, error.message) from error
        at += 2
    return tuple(found)


def action(line: Line, words: Sequence[str], verbs: str) -> Action | Protect:
    """One action without its seat. `verbs` says, for the error, which are legal here."""
    match list(words):
        case [verb] if verb in _PLAIN_ACTIONS and verb in verbs.split(", "):
            return _PLAIN_ACTIONS[verb]
        case ["bet", chips] if "bet N" in verbs:
            return BetTo(amount(line, chips))
        case ["raise", chips] if "raise N" in verbs:
            return RaiseTo(amount(line, chips))
        case _:
            raise line.error("bad_action", f"{' '.join(words)!r} is no action here; legal: {verbs}")


def offer(line: Line) -> LegalActions | None:
    """What a seat may do, `s4: fold, call 20, raise 40..80`; `nobody` where no seat is to act."""
    if line.text == "nobody":
        return None
    seat_text, colon, rest = line.text.partition(":")
    if not colon:
        raise line.error("bad_legal", "write a seat, a colon and what it may do, like legal s4: fold, call 20")
    legal = LegalActions(seat=seat_number(line, seat_text.strip()))
    seen: set[str] = set()
    for choice in rest.split(","):
        words = choice.split()
        match words:
            case ["fold" | "check" | "show" | "muck" as verb]:
                legal = msgspec.structs.replace(legal, **{verb: True})
            case ["call", chips]:
                legal = msgspec.structs.replace(legal, call=amount(line, chips))
            case ["bet", span]:
                legal = msgspec.structs.replace(legal, bet=_span(line, span))
            case ["raise", span]:
                legal = msgspec.structs.replace(legal, raise_to=_span(line, span))
            case _:
                raise line.error(
                    "bad_legal",
                    f"{choice.strip()!r} is no choice; legal: fold, check, call N, bet A..B, raise A..B, show, muck",
                )
        if words[0] in seen:
            raise line.error("bad_legal", f"{words[0]} stands twice; name each choice once")
        seen.add(words[0])
    return legal


def _span(line: Line, word: str) -> AmountRange:
    """`40..80`, or `40` alone for one amount."""
    least, dots, most = word.partition("..")
    first = amount(line, least)
    return AmountRange(first, amount(line, most) if dots else first)


def format_action(action: Action | Protect) -> str:
    """An action as the script writes it."""
    match action:
        case BetTo(amount=chips):
            return f"bet {chips}"
        case RaiseTo(amount=chips):
            return f"raise {chips}"
        case _:
            return next(verb for verb, plain in _PLAIN_ACTIONS.items() if plain == action)


def format_offer(legal: LegalActions | None) -> str:
    """What a seat may do, as the script writes it."""
    if legal is None:
        return "nobody"
    choices = [verb for verb in ("fold", "check") if getattr(legal, verb)]
    if legal.call is not None:
        choices.append(f"call {legal.call}")
    for verb, span in (("bet", legal.bet), ("raise", legal.raise_to)):
        if span is not None:
            choices.append(f"{verb} {span.least}..{span.most}")
    choices += [verb for verb in ("show", "muck") if getattr(legal, verb)]
    return f"s{legal.seat}: {', '.join(choices)}"


def format_seats(seats: Iterable[int]) -> str:
    """Seats as the script writes them, `none` for no seat."""
    return " ".join(f"s{seat}" for seat in seats) or NOTHING


def format_seat_amounts(amounts: Iterable[tuple[int, int]]) -> str:
    """Seats with amounts as the script writes them, `none` for no seat."""
    return "  ".join(f"s{seat} {chips}" for seat, chips in amounts) or NOTHING


def pot_name(index: int) -> str:
    """`main` for the first pot, then `side1`, `side2` and so on."""
    return f"side{index}" if index else "main"
