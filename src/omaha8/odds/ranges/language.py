"""The language of ranges (docs/ranges.md): its grammar, and how text becomes a tree.

Needs lark, so import it when there is text to read. What the tree means in hands is `ranges`' business.
"""

from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from omaha8.cards import RANKS, SUITS
from omaha8.errors import InputError
from omaha8.odds.ranges.patterns import RANK_CARDS, SUIT_CARDS
from omaha8.odds.ranges.signs import (
    Either,
    Element,
    Hands,
    Node,
    Percent,
    RangeProblemError,
    Steps,
    closed_span,
    joined,
    open_span,
    pattern_of,
    ranked,
    suited,
)

LONGEST_TEXT = 20_000
DEEPEST = 50
"""Parentheses inside one another."""

GRAMMAR = r"""
start: entry (COMMA entry)*
entry: both WEIGHT?
both: NOT? part ((AND | NOT) part)*
?part: hand | percent | OPEN either CLOSE
either: both (COMMA both)*
hand: element+ (PLUS | DASH element*)?
element: RANK | RANK_VARIABLE | ANY | SUIT | SUIT_VARIABLE | MACRO | listed
listed: FIRST item (COMMA item)* LAST
item: RANK (SUIT | DASH RANK)? | SUIT
percent: PERCENT (DASH PERCENT)?

PERCENT.2: /[0-9]+(\.[0-9]+)?%/
WEIGHT: /@\s*[0-9]{1,9}/
RANK: /[2-9TJQKA]/
RANK_VARIABLE: /[RONP]/
SUIT: /[cdhs]/
SUIT_VARIABLE: /[wxyz]/
MACRO: /\$([A-Z]|[a-z]+)/
ANY: "*"
COMMA: ","
AND: ":"
NOT: "!"
OPEN: "("
CLOSE: ")"
FIRST: "["
LAST: "]"
PLUS: "+"
DASH: "-"
%ignore /\s+/
"""

LISTS = {
    "$R": "[A-T]",
    "$F": "[K-J]",
    "$B": "[A-J]",
    "$M": "[T-7]",
    "$Z": "[6-2]",
    "$L": "[A,2-8]",
    "$W": "[A,2-5]",
}
"""Names for one card out of a list."""

KINDS = {
    "$ds": "xxyy",
    "$ss": "xx!(xxyy,xxx)",
    "$np": "!RR",
    "$op": "RR!(RROO,RRR)",
    "$tp": "RROO",
    "$nt": "!RRR",
}
"""Names for kinds of hands."""

_WORDS = {
    "RANK": f"a rank ({RANKS[::-1]})",
    "RANK_VARIABLE": "a rank variable (R, O, N, P)",
    "ANY": "'*' for any card",
    "SUIT": f"a suit ({SUITS})",
    "SUIT_VARIABLE": "a suit variable (w, x, y, z)",
    "MACRO": f"a name ({', '.join((*LISTS, *KINDS))})",
    "PERCENT": "a percentage like 10%",
    "WEIGHT": "a weight from @1 to @100",
    "COMMA": "','",
    "AND": "':'",
    "NOT": "'!'",
    "OPEN": "'('",
    "CLOSE": "')'",
    "FIRST": "'[' for a list like [A,2-5]",
    "LAST": "']'",
    "PLUS": "'+'",
    "DASH": "'-'",
    "$END": "the end",
}
_CARD_STARTS = {"RANK", "RANK_VARIABLE", "ANY", "SUIT", "SUIT_VARIABLE", "FIRST"}


def parse(text: str, where: str) -> Node:
    """Read a range; refused with an `InputError` `bad_range` that names the place in the text and what is legal."""
    if len(text) > LONGEST_TEXT:
        raise InputError("bad_range", f"{len(text):,} characters; a range has {LONGEST_TEXT:,} at most", where)
    try:
        _refuse_depth(text)
        node: Node = _parser().parse(text)  # type: ignore[assignment]  # the transformer makes it so
    except RangeProblemError as problem:
        raise InputError("bad_range", _message(text, problem.at, str(problem)), where) from None
    except UnexpectedInput as error:
        at, found = _place_of(error, text)
        raise InputError("bad_range", _message(text, at, f"{found}; legal here: {_legal(error)}"), where) from None
    return node


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", transformer=_Reader())


@cache
def _kind(name: str) -> Node:
    node: Node = _parser().parse(KINDS[name])  # type: ignore[assignment]
    return node


def _refuse_depth(text: str) -> None:
    depth = 0
    for at, sign in enumerate(text, 1):
        depth += (sign == "(") - (sign == ")")
        if depth > DEEPEST:
            raise RangeProblemError(at, f"more than {DEEPEST} parentheses inside one another")


def _message(text: str, at: int, problem: str) -> str:
    shown = text if len(text) <= 60 else f"...{text[max(0, at - 21) : at + 20]}..."
    return f"{shown!r}, place {at}: {problem}"


def _hint(text: str, at: int) -> str:
    """What was probably meant."""
    if text.startswith("10", at):
        return " (a ten is T)"
    return " (suits are small letters)" if text[at] in "CDHS" else ""


def _place_of(error: UnexpectedInput, text: str) -> tuple[int, str]:
    """Return the place of a syntax error, from 1, and what stands there."""
    if isinstance(error, UnexpectedCharacters):
        at: int = error.pos_in_stream  # type: ignore[assignment]  # lark declares None, for errors of other kinds
        return at + 1, f"{text[at]!r} cannot stand here{_hint(text, at)}"
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return (error.token.start_pos or 0) + 1, f"{str(error.token)!r} cannot stand here"
    return len(text) + 1, "more is expected" if text.strip() else "a range is expected"


def _legal(error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    else:
        names = set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()
    if names >= _CARD_STARTS:
        return ", ".join(["a card (As, A, *s, Rx, [A,2-5])", *_words(names - _CARD_STARTS)])
    return ", ".join(_words(names))


def _words(names: set[str]) -> list[str]:
    return [words for name, words in _WORDS.items() if name in names]


class _Reader(Transformer[Token, Node]):
    """Makes the tree while the text is read; a method for each rule of the grammar."""

    def start(self, found: list[Any]) -> Node:
        entries = tuple(each for each in found if isinstance(each, tuple))
        return entries[0][0] if len(entries) == 1 and entries[0][1] == 100 else Either(entries)

    def entry(self, found: list[Any]) -> tuple[Node, int]:
        if len(found) == 1:
            return found[0], 100
        weight = int(found[1][1:])
        if not 1 <= weight <= 100:
            raise RangeProblemError(_at(found[1]), f"a weight of {weight}; weights are 1 to 100")
        return found[0], weight

    def both(self, found: list[Any]) -> Node:
        nodes = [each for each in found if not isinstance(each, Token) or each.type in ("AND", "NOT")]
        if isinstance(nodes[0], Token):  # a leading "!": of all hands
            nodes.insert(0, Hands((), _at(nodes[0])))
        steps = zip(nodes[1::2], nodes[2::2], strict=True)
        more = tuple((sign.type == "AND", node) for sign, node in steps)
        return Steps(nodes[0], more) if more else nodes[0]

    def part(self, found: list[Any]) -> Node:
        return found[1]  # type: ignore[no-any-return]  # what stands in parentheses

    def either(self, found: list[Any]) -> Node:
        nodes = [each for each in found if not isinstance(each, Token)]
        return nodes[0] if len(nodes) == 1 else Either(tuple((node, 100) for node in nodes))

    def percent(self, found: list[Token]) -> Percent:
        ends = [float(token[:-1]) for token in found if token.type == "PERCENT"]
        above, up_to = (0.0, *ends)[-2:]
        if not 0 <= above < up_to <= 100:
            raise RangeProblemError(_at(found[0]), f"from {above:g}% to {up_to:g}%; percentages rise and are 0 to 100")
        return Percent(above, up_to, _at(found[0]))

    def element(self, found: list[Any]) -> Element:
        token = found[0]
        if isinstance(token, Element):
            return token
        at = _at(token)
        match token.type:
            case "RANK":
                return ranked(RANKS.index(token), at)
            case "RANK_VARIABLE":
                return Element(at, rank_variable=str(token))
            case "SUIT":
                return suited(SUITS.index(token), at)
            case "SUIT_VARIABLE":
                return Element(at, suit_variable=str(token), is_suit=True)
            case "MACRO":
                return _named(token)
            case _:  # "*"
                return Element(at)

    def listed(self, found: list[Any]) -> Element:
        items = [each for each in found if isinstance(each, int)]
        cards = 0
        for item in items:
            cards |= item
        return Element(_at(found[0]), cards=cards, is_suit=all(item % SUIT_CARDS == 0 for item in items))

    def item(self, found: list[Token]) -> int:
        first, *_, last = found[0], found[-1]
        if first.type == "SUIT":
            return SUIT_CARDS << SUITS.index(first)
        if last.type == "SUIT":
            return 1 << 4 * RANKS.index(first) + SUITS.index(last)
        low, high = sorted((RANKS.index(first), RANKS.index(last)))
        return sum(RANK_CARDS << 4 * rank for rank in range(low, high + 1))

    def hand(self, found: list[Any]) -> Node:
        sign = next((place for place, each in enumerate(found) if isinstance(each, Token)), None)
        if sign is None:
            return _hand(found)
        for element in found:
            if isinstance(element, Element) and element.kind:
                raise RangeProblemError(
                    element.at, f"{element.kind} is no card of a span; put it behind, as in QQ+:{element.kind}"
                )
        start, token, end = joined(found[:sign]), found[sign], joined(found[sign + 1 :])
        return closed_span(start, end) if end else open_span(start, token.type == "PLUS", _at(token))


def _at(token: Token) -> int:
    return (token.start_pos or 0) + 1


def _named(token: Token) -> Element:
    if token in KINDS:
        return Element(_at(token), kind=str(token))
    if token not in LISTS:
        raise RangeProblemError(_at(token), f"{str(token)!r} is no name; names are {', '.join((*LISTS, *KINDS))}")
    node = _parser().parse(LISTS[token])
    assert isinstance(node, Hands)
    return Element(_at(token), cards=node.pattern[0].cards)


def _hand(elements: list[Element]) -> Node:
    """Put elements together to cards; kinds named between them must fit too."""
    cards = joined([element for element in elements if not element.kind])
    kinds = tuple((True, _kind(element.kind)) for element in elements if element.kind)
    hands = Hands(pattern_of(cards), elements[0].at)
    return Steps(hands, kinds) if kinds else hands
