"""The words of a table script: times, ranges, the set-up of a table, commands, and decks (`docs/table-script.md`).

Nothing here runs a table; `script` does, line by line.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import get_type_hints

import msgspec

from omaha8.cards import FULL_DECK, Card, Deck
from omaha8.errors import RulesError
from omaha8.hand import script_lines as words
from omaha8.hand.script_lines import Line
from omaha8.hand.script_model import POST_WORDS
from omaha8.hand.setup import deck_of
from omaha8.rules import PROFILES, TABLE_PROFILES, HouseRules, Stakes, Structure, TableRules, fixed_limit
from omaha8.table.commands import (
    Act,
    ComeBack,
    Command,
    JoinList,
    Leave,
    LeaveList,
    LoseConnection,
    Preferences,
    RestoreConnection,
    Resume,
    SitDown,
    SitOut,
    TimeOut,
    TopUp,
)
from omaha8.table.state import TableConfig, TableState

UNITS = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
TIMES = (
    "time_to_act",
    "visible_clock",
    "reconnect_time",
    "muck_time",
    "between_hands",
    "per_further_pot",
    "per_street_face_up",
    "max_sit_out",
    "rathole",
    "seat_offer",
)
TABLE_OPTIONS = {name: kind for name, kind in get_type_hints(TableRules).items() if name != "hand"}
HAND_OPTIONS = get_type_hints(HouseRules)
PREFERENCES = tuple(field.name for field in msgspec.structs.fields(Preferences))
POST_KINDS = {word: kind for kind, word in POST_WORDS.items()}
ACTIONS = f"{words.BETTING_VERBS}, {words.SHOWING_VERBS}".replace(", protect", "").replace(", call N", "")

# Commands of one player each that say no more than who.
PLAIN_COMMANDS: dict[str, Callable[[str], Command]] = {
    "leave": Leave,
    "queue": JoinList,
    "unqueue": LeaveList,
    "out": SitOut,
    "back": ComeBack,
    "offline": LoseConnection,
    "online": RestoreConnection,
}
ROOM_COMMANDS: dict[str, Command] = {"timeout": TimeOut(), "resume": Resume()}

Posts = dict[int, list[tuple[str, int]]]


def duration(line: Line, word: str) -> int:
    """Milliseconds of `30s`, `250ms`, `15m` or `24h`."""
    match = re.fullmatch(r"([0-9]{1,9})(h|ms|m|s)", word)
    if match is None:
        raise line.error("bad_time", f"{word!r} is no time; write a whole number and h, m, s or ms, like 30s")
    return int(match[1]) * UNITS[match[2]]


def format_duration(milliseconds: int) -> str:
    """A time in the largest unit that fits it: `90000` is `90s`."""
    for unit, length in UNITS.items():
        if milliseconds % length == 0 and (milliseconds or unit == "s"):
            return f"{milliseconds // length}{unit}"
    raise AssertionError(milliseconds)


def span(line: Line, word: str) -> tuple[int, int]:
    """A range of amounts, `20..200`."""
    least, dots, most = word.partition("..")
    if not dots:
        raise line.error("bad_range", f"{word!r} is no range; write the least and the most, like 20..200")
    return words.amount(line, least), words.amount(line, most)


def player_name(line: Line, word: str) -> str:
    """The name of a player: letters, digits and underscores, and not like a seat."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", word) or words.is_seat(word):
        raise line.error("bad_player", f"{word!r} is no name; write letters and digits, and nothing like a seat")
    return word


def seated(line: Line, word: str, state: TableState) -> str:
    """The player that a word names: a seat stands for who sits there now."""
    if not words.is_seat(word):
        return player_name(line, word)
    number = words.seat_number(line, word)
    seat = state.seats[number - 1] if number <= len(state.seats) else None
    if seat is None:
        raise line.error("bad_seat", f"nobody sits at s{number}; write a taken seat or a player's name")
    return seat.player


class Setup:
    """Collects the set-up lines of a table; `config` is what they come to."""

    def __init__(self) -> None:
        self.games: list[Line] = []
        self.profile = "classic"
        self.options: dict[str, object] = {}
        self.hand_options: dict[str, object] = {}
        self.by_orbit = False
        self.buy_in = (1, 10**words.MAX_DIGITS)

    def game(self, line: Line) -> None:
        """`fl 5/10` or, in turn, `pl 1/2 | nl 1/2`."""
        self.games = list(line.items())

    def house(self, line: Line) -> None:
        """A profile, then options of the table and of its hands."""
        profile, *options = line.words or [""]
        if profile not in TABLE_PROFILES:
            raise line.error("bad_house", f"{profile!r} is no profile; legal: {', '.join(TABLE_PROFILES)}")
        self.profile = profile
        for option in options:
            self._option(line, *option.partition("=")[::2])

    def _option(self, line: Line, name: str, value: str) -> None:
        of_hand = name in HAND_OPTIONS
        kind = HAND_OPTIONS.get(name, TABLE_OPTIONS.get(name))
        if kind is None or not value:
            legal = ", ".join((*TABLE_OPTIONS, *HAND_OPTIONS))
            raise line.error("bad_house", f"{name!r} is no option; write name=value with a name of {legal}")
        options = self.hand_options if of_hand else self.options
        if name in options:
            raise line.error("bad_house", f"{name} is set twice; set it once")
        if name in TIMES:
            options[name] = duration(line, value)
            return
        try:
            options[name] = msgspec.convert(None if value == words.NOTHING else value, kind, strict=False)
        except msgspec.ValidationError as error:
            raise line.error("bad_house", f"{name}={value}: {error}") from error

    def rotate(self, line: Line) -> None:
        """When the next stakes of several come: every `hand` or every `orbit` (R5.4)."""
        if line.text not in ("hand", "orbit"):
            raise line.error("bad_rotation", f"{line.text!r} is no rotation; legal: hand, orbit")
        self.by_orbit = line.text == "orbit"

    def buyin(self, line: Line) -> None:
        """The least and the most chips to sit down with."""
        self.buy_in = span(line, line.text)

    def config(self, line: Line) -> TableConfig:
        """The table; `line` is blamed where its parts do not fit together."""
        if not self.games:
            raise line.error("missing_keyword", "no game line; a table always needs one")
        try:
            hand = msgspec.structs.replace(PROFILES[self.profile], **self.hand_options)
            options = {"hand": hand, **self.options}
            rules = msgspec.structs.replace(TABLE_PROFILES[self.profile], **options)
            return TableConfig(
                name=line.name,
                profile=self.profile,
                rules=rules,
                rotation=tuple(_stakes(game, hand) for game in self.games),
                rotate_by_orbit=self.by_orbit,
                min_buy_in=self.buy_in[0],
                max_buy_in=self.buy_in[1],
            )
        except RulesError as error:
            raise line.error(error.code, f"there is no such table: {error}") from error


def _stakes(line: Line, rules: HouseRules) -> Stakes:
    """`fl SMALLBET/BIGBET`, with `blinds SB/BB` where they are not the house's; `pl SB/BB`; `nl SB/BB`."""
    match line.words:
        case ["fl", bets]:
            return fixed_limit(rules, *words.pair(line, bets))
        case ["fl", bets, "blinds", blinds]:
            small, big = words.pair(line, blinds)
            _, big_bet = words.pair(line, bets)
            return Stakes(structure=Structure.FIXED_LIMIT, small_blind=small, big_blind=big, big_bet=big_bet)
        case ["pl" | "nl" as structure, blinds]:
            small, big = words.pair(line, blinds)
            return Stakes(structure=Structure(structure), small_blind=small, big_blind=big)
        case _:
            raise line.error("bad_game", "write fl SMALLBET/BIGBET (and blinds SB/BB), pl SB/BB or nl SB/BB")


def format_stakes(stakes: Stakes) -> str:
    """Stakes as the script writes them, the blinds of fixed limit always included."""
    blinds = f"{stakes.small_blind}/{stakes.big_blind}"
    if stakes.structure is Structure.FIXED_LIMIT:
        return f"fl {stakes.big_blind}/{stakes.big_bet} blinds {blinds}"
    return f"{stakes.structure.value} {blinds}"


def command(line: Line, state: TableState) -> Command:
    """One command as a script writes it."""
    match line.words:
        case ["sit", player, seat, chips]:
            name = player_name(line, player)
            return SitDown(name, name, words.seat_number(line, seat), words.amount(line, chips))
        case ["topup", player, chips]:
            return TopUp(seated(line, player, state), words.amount(line, chips))
        case ["act", player, *action]:
            return act(line, player, action, state)
        case [keyword, player] if keyword in PLAIN_COMMANDS:
            return PLAIN_COMMANDS[keyword](seated(line, player, state))
        case [keyword] if keyword in ROOM_COMMANDS:
            return ROOM_COMMANDS[keyword]
        case _:
            legal = "sit NAME SEAT N, topup SEAT N, act SEAT ACTION, timeout, resume"
            raise line.error("bad_command", f"{line.text!r} is no command; legal: {legal}, {', '.join(PLAIN_COMMANDS)}")


def act(line: Line, player: str, action: Sequence[str], state: TableState) -> Act:
    """An action that answers the turn that is on."""
    asked = words.action(line, action, ACTIONS)
    return Act(seated(line, player, state), state.clock.turn, asked)  # type: ignore[arg-type]


def preferences(line: Line, switched_on: Sequence[str]) -> Preferences:
    """The settings named are on, all others off; `none` for all off."""
    names = [] if list(switched_on) == [words.NOTHING] else list(switched_on)
    if not switched_on or not set(names) <= set(PREFERENCES):
        raise line.error("bad_preference", f"write those that are on of {', '.join(PREFERENCES)}; or none")
    return Preferences(**dict.fromkeys(names, True))


def posts(line: Line) -> Posts:
    """Seats with what each posts or owes, `s2 sb 1  s4 live 2 dead 1`; `none` after a seat, or alone."""
    found: Posts = {}
    todo = line.words
    if todo == [words.NOTHING]:
        return found
    seat = 0
    while todo:
        word = todo.pop(0)
        if words.is_seat(word):
            seat = words.seat_number(line, word)
            words.refuse_double_seats(line, [*found, seat])
            found[seat] = []
        elif word == words.NOTHING and seat and not found[seat]:
            continue
        elif word in POST_KINDS and seat and todo:
            found[seat].append((word, words.amount(line, todo.pop(0))))
        else:
            raise line.error(
                "bad_posts", f"{word!r} does not fit; write seats, each with {', '.join(POST_KINDS)}, none"
            )
    return found


def format_posts(found: Posts) -> str:
    """Posts as the script writes them, by seat."""
    parts = []
    for seat, owed in sorted(found.items()):
        amounts = " ".join(f"{kind} {chips}" for kind, chips in owed)
        parts.append(f"s{seat} {amounts or words.NOTHING}")
    return "  ".join(parts) or words.NOTHING


def arranged(number: int) -> list[Card]:
    """A full deck in an order that only the number decides; nothing of it is secret or random."""
    return sorted(FULL_DECK, key=lambda card: hashlib.sha256(f"{number}:{card}".encode()).digest())


def arranged_deck(number: int, hands: Sequence[Sequence[Card | None]], board: Sequence[Card | None]) -> Deck:
    """The deck that deals these hands, in deal order, and this board; what is not named comes in arranged order."""
    named = deck_of(hands, board).cards
    rest = iter([card for card in arranged(number) if card not in named])
    return Deck(tuple(next(rest) if card is None else card for card in named) + tuple(rest))
