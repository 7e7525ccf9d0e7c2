"""The grammar of PokerStars' hand histories: the header, and one pattern for every kind of line.

Names may hold any character, so a name is `.+?` in a pattern that must match the whole line, and the reader checks
that somebody with that name is seated.
"""

import re
from datetime import datetime

import msgspec

from omaha8.errors import HistoryError
from omaha8.formats.history import Unit
from omaha8.formats.values import SYMBOLS, parse_amount, parse_time
from omaha8.rules import Structure

AMOUNT = r"[$€£]?\d{1,12}(?:\.\d{1,2})?(?:€|£)?"
_CARDS = r"\[(?P<cards>[^\]]*)\]"
_SEAT = r"(?:10|[1-9])"
_ALL_IN = r"(?P<all_in> and is all-in)?"
_CURRENCY = re.compile(r"[$€£]")

_DATE = re.compile(r"(?P<time>\d{4}/\d\d/\d\d \d{1,2}:\d\d:\d\d) (?P<zone>[A-Z]+)")
_ANY_HEADER = re.compile(r"PokerStars .*#\w")
_HEADER = re.compile(
    r"PokerStars (?:(?:Home Game|Zoom) )?(?:Hand|Game) #(?P<id>[\w.-]+): *(?:\{[^}]*\} *)?"
    r"(?P<tournament>Tournament #\d+, )?(?P<rest>.+)"
)
_GAME = re.compile(r"(?:(?P<cards>[56]) Card )?Omaha Hi/Lo (?P<limit>Limit|Pot Limit|No Limit)\b")
_STAKES = re.compile(rf"[(,] ?(?P<small>{AMOUNT})/(?P<big>{AMOUNT})(?: [A-Z]{{3}})?\)")

_STRUCTURES = {
    "Limit": Structure.FIXED_LIMIT,
    "Pot Limit": Structure.POT_LIMIT,
    "No Limit": Structure.NO_LIMIT,
}


LineTable = tuple[tuple[str, re.Pattern[str]], ...]


class Header(msgspec.Struct, frozen=True):
    """The first line of a hand. `small` and `big` are bets in fixed limit, blinds elsewhere."""

    hand_id: str
    structure: Structure
    hole_cards: int
    unit: Unit
    small: int
    big: int
    currency: str
    date: str


# Tried in this order; the key names the reader's method. Chat comes first: it may look like anything; then what
# begins with fixed words and may end with any name.
LINES: LineTable = tuple(
    (key, re.compile(pattern))
    for key, pattern in (
        ("noise", r'.+? said, ".*'),
        ("uncalled", rf"Uncalled bet \((?P<amount>{AMOUNT})\) returned to (?P<name>.+)"),
        ("dealt", rf"Dealt to (?P<name>.+?) {_CARDS}"),
        ("fold", rf"(?P<name>.+?): folds(?: {_CARDS})?"),
        ("check", r"(?P<name>.+?): checks"),
        ("call", rf"(?P<name>.+?): calls (?P<amount>{AMOUNT}){_ALL_IN}"),
        ("bet", rf"(?P<name>.+?): bets (?P<amount>{AMOUNT}){_ALL_IN}"),
        ("raise_to", rf"(?P<name>.+?): raises (?P<by>{AMOUNT}) to (?P<amount>{AMOUNT}){_ALL_IN}"),
        (
            "seat",
            rf"Seat (?P<seat>{_SEAT}): (?P<name>.+) \((?P<stack>{AMOUNT}) in chips(?:, {AMOUNT} bounty)?\)"
            r"(?P<away> is sitting out| out of hand.*)?",
        ),
        (
            "post",
            r"(?P<name>.+?): posts (?P<what>small blind|big blind|small & big blinds|the ante|straddle) "
            rf"\[?(?P<amount>{AMOUNT})\]?{_ALL_IN}",
        ),
        ("hole_cards", r"\*\*\* HOLE CARDS \*\*\*"),
        (
            "street",
            r"\*\*\* (?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[(?P<before>[^\]]*)\] )?\[(?P<cards>[^\]]*)\]",
        ),
        ("run_twice", r"\*\*\* (?:FIRST|SECOND|THIRD) .*|(?:FIRST|SECOND|THIRD) Board .*|Hand was run .*"),
        (
            "collect",
            rf"(?P<name>.+?) collected \(?(?P<amount>{AMOUNT})\)? from "
            r"(?P<pot>pot|main pot|side pot(?:-(?P<side>\d))?)",
        ),
        ("show", rf"(?P<name>.+?): shows {_CARDS}(?: \(.*\))?"),
        ("noise", r".+?: (?:mucks hand|doesn't show hand)"),
        ("noise", r"\*\*\* SHOW DOWN \*\*\*|No low hand qualified|Betting is capped"),
        (
            "table",
            rf"Table '(?P<table>.*)'(?: (?P<seats>\d+)-max)?(?: \(Play Money\))? "
            rf"Seat #(?P<button>{_SEAT}) is the button",
        ),
        ("absent", r"(?P<name>.+?):? (?:is sitting out|sits out)"),
        ("absent", r"(?P<name>.+?):? will be allowed to play after the button"),
        ("absent", r"(?P<name>.+?):? was removed from the table for failing to post"),
        ("absent", r"(?P<name>.+?):? leaves the table"),
        ("noise", r".+? (?:has timed out|has timed out while (?:being )?disconnected|is (?:dis)?connected)"),
        ("noise", r".+? (?:has returned|joins the table at seat #\d+)"),
        ("noise", r".+? finished the tournament.*|.+? wins (?:the tournament|an entry) .*"),
        ("noise", r".+? (?:re-buys and receives|takes the add-on and receives|cashed out the hand for) .*"),
        ("noise", r".+? wins (?:the )?\S+ (?:bounty )?for eliminating .+"),
        ("summary", r"\*\*\* SUMMARY \*\*\*"),
    )
)

# The lines behind *** SUMMARY ***.
SUMMARY_LINES: LineTable = tuple(
    (key, re.compile(pattern))
    for key, pattern in (
        (
            "total",
            rf"Total pot (?P<total>{AMOUNT})(?: Main pot (?P<main>{AMOUNT})\.)?"
            rf"(?P<sides>(?: Side pot(?:-\d)? {AMOUNT}\.)*) *\| Rake (?P<rake>{AMOUNT})",
        ),
        ("run_twice", r"(?:FIRST|SECOND|THIRD) Board .*|Hand was run .*"),
        ("final_board", rf"Board {_CARDS}"),
        ("outcome", rf"Seat (?P<seat>{_SEAT}): .*?\b(?P<how>showed|mucked) {_CARDS}.*"),
        ("noise", rf"Seat {_SEAT}: .+"),
        ("noise", r"with HI: .*|\(didn't bet\)"),  # old texts wrap the line of a seat
    )
)

SIDE_POT = re.compile(rf"Side pot(?:-\d)? (?P<amount>{AMOUNT})\.")


def parse_header(line: str, where: str) -> Header:
    """Read the first line of a hand; `HistoryError` for other rooms and other games."""
    header = _HEADER.match(line)
    if header is None:
        raise HistoryError(
            "unknown_site",
            f"expected a line like 'PokerStars Hand #1: Omaha Hi/Lo Pot Limit (5/10) - date', got {line!r}",
            where,
        )
    game = _GAME.search(header["rest"])
    if game is None:
        raise HistoryError(
            "wrong_game",
            f"hand {header['id']}: expected Omaha Hi/Lo Limit, Pot Limit or No Limit, got {header['rest']!r}",
            where,
        )
    stakes = _STAKES.search(header["rest"], game.end())
    if stakes is None:
        raise HistoryError(
            "no_stakes",
            f"hand {header['id']}: expected stakes like ($0.05/$0.10) or (25/50), got {header['rest']!r}",
            where,
        )
    symbol = _CURRENCY.search(stakes["small"])
    money = header["tournament"] is None and symbol is not None
    unit = Unit.CENT if money else Unit.CHIP
    try:
        small, big = parse_amount(stakes["small"], unit), parse_amount(stakes["big"], unit)
    except ValueError as error:
        raise HistoryError("bad_amount", f"hand {header['id']}: {error}", where) from None
    return Header(
        hand_id=header["id"],
        structure=_STRUCTURES[game["limit"]],
        hole_cards=int(game["cards"] or 4),
        unit=unit,
        small=small,
        big=big,
        currency=SYMBOLS[symbol[0]] if symbol is not None and money else "",
        date=header["rest"][stakes.end() :],
    )


def is_header(line: str) -> bool:
    """Whether a PokerStars hand, of any game, begins with this line."""
    return _ANY_HEADER.match(line) is not None


def parse_date(text: str) -> datetime | None:
    """The time in what follows the stakes, `... - 2013/06/05 23:58:54 ET`; the bracketed New York time if needed."""
    for date in _DATE.finditer(text):
        started = parse_time(date["time"], "%Y/%m/%d %H:%M:%S", date["zone"])
        if started is not None:
            return started
    return None
