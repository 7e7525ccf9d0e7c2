"""Reads hands in PHH, the poker hand history format, into `History` and `Results` (docs/formats.md).

Variants: `FO/8` of the format, and our own `_variant` for what it has no code for.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import msgspec

from omaha8.errors import HistoryError
from omaha8.formats.builder import HandBuilder
from omaha8.formats.history import Player, ReadHand, Results, Scene, Unit
from omaha8.formats.phh_posts import (
    OWN_FIELD,
    PlayerPost,
    by_player,
    cut_to_stacks,
    posts_of_arrays,
    read_post,
    small_blind,
)
from omaha8.formats.source import NumberedLine, numbered_lines
from omaha8.formats.values import parse_time, whole_chips
from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.setup import deal_order
from omaha8.hand.state import BOARD_CARDS_BY, Street
from omaha8.rules import Stakes, Structure

VARIANTS = {"FO/8": Structure.FIXED_LIMIT, "PO/8": Structure.POT_LIMIT, "NO/8": Structure.NO_LIMIT}
PUBLISHED = "FO/8"  # the only one of them that the format itself has
_TABLE = re.compile(r"\[ *\"?[\w-]+\"? *\]")  # `[1]`: the next hand of a `.phhs` file
_ACTIONS = re.compile(r"actions *=")

Number = int | Decimal


_OWN = {
    "own_variant": "_variant",
    "own_cards": "_hole_cards",
    "own_button": "_button",
    "own_hand": "_hand",
    "own_hero": "_hero",
    "own_posts": OWN_FIELD,
    "own_small_blind": "_small_blind",
}


class _Fields(msgspec.Struct, kw_only=True, rename=_OWN):
    """The fields of one hand that matter here; others are passed over."""

    variant: str | None = None
    antes: list[Number]
    blinds_or_straddles: list[Number]
    starting_stacks: list[Number]
    actions: list[str]
    small_bet: Number | None = None
    big_bet: Number | None = None
    min_bet: Number | None = None
    ante_trimming_status: bool = False
    players: list[str] | None = None
    seats: list[int] | None = None
    seat_count: int | None = None
    finishing_stacks: list[Number] | None = None
    hand: int | str | None = None
    venue: str | None = None
    event: str | None = None
    table: int | str | None = None
    currency: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    time: Any = None
    time_zone: str | None = None
    time_zone_abbreviation: str | None = None
    own_variant: str | None = None
    own_cards: int = 4
    own_button: int | None = None
    own_hand: str | None = None
    own_hero: int = 0
    own_posts: list[str] | None = None
    own_small_blind: Number | None = None


def read_histories(text: str, file: str = "text") -> Iterator[ReadHand | HistoryError]:
    """Read the hand of a `.phh` file or every table of a `.phhs` file; a `HistoryError` stands for a bad one."""
    for lines in _tables(text):
        try:
            yield _HandReader(lines, file).read()
        except HistoryError as error:
            yield error


def _tables(text: str) -> Iterator[list[NumberedLine]]:
    """The lines of each hand; each is read on its own, so that one that is no TOML spoils no other."""
    block: list[NumberedLine] = []
    for number, line in numbered_lines(text):
        if _TABLE.fullmatch(line):
            if any(not line.startswith("#") for _, line in block):
                yield block
            block = []
        elif line or block:
            block.append((number, line))
    if block:
        yield block


def _fields(lines: list[NumberedLine], file: str) -> _Fields:
    first = lines[0][0]
    try:
        found: Mapping[str, object] = tomllib.loads("\n".join(line for _, line in lines), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = first - 1 + int(at[1]) if at else lines[-1][0]
        raise HistoryError("bad_toml", f"expected TOML: {error}", f"{file}:{line}") from None
    variant = found.get("_variant", found.get("variant"))
    if variant is None or variant not in VARIANTS:
        raise HistoryError(
            "wrong_game", f"expected the variant {PUBLISHED}, or a _variant of {', '.join(VARIANTS)}, got {variant!r}",
            f"{file}:{first}",
        )  # fmt: skip
    try:
        return msgspec.convert(found, _Fields)
    except msgspec.ValidationError as error:
        raise HistoryError("bad_field", f"expected the fields of PHH: {error}", f"{file}:{first}") from None


class _HandReader(HandBuilder):
    """Reads one hand. Players are counted from 0; `seat_of` has their seats."""

    def __init__(self, lines: list[NumberedLine], file: str) -> None:
        fields = self.fields = _fields(lines, file)
        hand_id = fields.own_hand or ("" if fields.hand is None else str(fields.hand)) or "?"
        super().__init__(file, lines[0][0], hand_id, _unit(fields), fields.own_cards)
        self.actions_line = next((number for number, line in lines if _ACTIONS.match(line)), self.line)
        self.seat_of: list[int] = []

    def read(self) -> ReadHand:
        """Seats and posts, then the actions."""
        stakes = self.read_stakes()
        players = self.read_players()
        for player, kind, amount in cut_to_stacks(self.read_posts(stakes), [one.stack for one in players]):
            self.post(self.seat_of[player], kind, amount)
        self.deal(stakes)
        self.line = self.actions_line
        for action in self.fields.actions:
            self.read_action(action.partition("#")[0].split(), action)
        finals = self.finals(players)
        scene = Scene(
            room=self.fields.venue or self.fields.event or "",
            table=str(self.fields.table or ""),
            seats=self.fields.seat_count or 0,
            started=self.started(),
            currency=self.fields.currency or "" if self.unit is Unit.CENT else "",
            hero=self.fields.own_hero,
        )
        return ReadHand(
            self.history(stakes, players, scene),
            Results(total=None, pots=None, collected=None, uncalled=None, finals=finals),
        )

    def read_stakes(self) -> Stakes:
        """The format names the bets; the small blind is the one due, else half the big one."""
        fields = self.fields
        structure = VARIANTS[fields.own_variant or fields.variant or ""]
        least = fields.small_bet if structure is Structure.FIXED_LIMIT else fields.min_bet
        if least is None or (structure is Structure.FIXED_LIMIT and fields.big_bet is None):
            raise self.error("no_stakes", "expected small_bet and big_bet in fixed limit, else min_bet")
        big = self.amount(least)
        if fields.own_small_blind is not None:
            small = self.amount(fields.own_small_blind)
        else:
            small = small_blind([self.amount(amount) for amount in fields.blinds_or_straddles], big)
        return self.stakes(structure, small, big, self.amount(fields.big_bet or 0))

    def read_players(self) -> list[Player]:
        """The seats, the first left of the button first; without numbers they are counted, the button the last."""
        fields = self.fields
        count = len(fields.starting_stacks)
        names = fields.players or [f"p{number}" for number in range(1, count + 1)]
        seats = self.seat_of = fields.seats or list(range(1, count + 1))
        sizes = (count, len(names), len(seats), len(fields.antes), len(fields.blinds_or_straddles))
        if count < 2 or len(set(sizes)) > 1:
            raise self.error("bad_field", f"expected stacks, players, seats, antes and blinds alike, got {sizes}")
        self.button = seats[-1] if fields.own_button is None else fields.own_button
        if list(deal_order(seats, self.button)) != seats:
            raise self.error("bad_field", f"expected seats clockwise from the left of the button, got {seats}")
        for seat, name, stack in zip(seats, names, fields.starting_stacks, strict=True):
            self.add_player(seat, name, self.amount(stack))
        return list(self.players.values())

    def read_posts(self, stakes: Stakes) -> list[PlayerPost]:
        fields = self.fields
        if fields.own_posts is not None:
            try:
                return [read_post(post, len(self.seat_of)) for post in fields.own_posts]
            except ValueError as error:
                raise self.error("bad_post", f"expected posts such as 'p3 dead 5', got {error}") from None
        return posts_of_arrays(
            by_player([self.amount(ante) for ante in fields.antes]),
            by_player([self.amount(blind) for blind in fields.blinds_or_straddles]),
            stakes.big_blind,
            trimmed=fields.ante_trimming_status,
        )

    # The actions

    def read_action(self, words: list[str], action: str) -> None:
        match words:
            case []:
                return
            case ["d", "db", cards]:
                self.read_board(cards)
            case ["d", "dh", player, cards]:
                if set(cards) != {"?"}:
                    self.know(self.player(player), self.read_cards(cards.replace("??", "")))
            case [player, "f"]:
                self.move(self.player(player), Fold())
            case [player, "cc"]:
                seat = self.player(player)
                owes = self.highest - self.account.front(seat)
                self.move(seat, Call() if owes > 0 else Check())
                self.account.pay(seat, max(0, owes))
            case [player, "cbr", amount]:
                total = self.amount_of(amount)
                self.move(self.player(player), RaiseTo(total) if self.highest else BetTo(total))
            case [player, "sm"]:
                self.player(player)
            case [player, "sm", cards]:
                seat = self.player(player)
                if cards != "-":
                    self.know(seat, self.read_cards(cards.replace("??", "")))
                self.show(seat)
            case _:
                raise self.error("unknown_line", f"expected an action of PHH for Omaha, got {action!r}")

    def read_board(self, text: str) -> None:
        """The flop, the turn or the river, whichever is next."""
        if self.street is None or self.street is Street.RIVER:
            raise self.error("bad_board", f"expected {BOARD_CARDS_BY[-1]} board cards, got {text} besides")
        self.open_street(Street(self.street + 1), self.read_cards(text))

    def player(self, word: str) -> int:
        """The seat of `p3`."""
        number = int(word[1:]) if word[:1] == "p" and word[1:].isdecimal() else 0
        if not 1 <= number <= len(self.seat_of):
            raise self.error("unknown_player", f"expected p1 to p{len(self.seat_of)}, got {word!r}")
        return self.seat_of[number - 1]

    def amount_of(self, word: str) -> int:
        """The amount of a bet or raise."""
        try:
            return self.amount(Decimal(word))
        except ArithmeticError:
            raise self.error("bad_amount", f"expected an amount, got {word!r}") from None

    def amount(self, value: Number) -> int:
        """The number in whole chips."""
        try:
            return whole_chips(Decimal(value), self.unit)
        except ValueError as error:
            raise self.error("bad_amount", str(error)) from None

    # What came of it

    def finals(self, players: list[Player]) -> tuple[tuple[int, int], ...] | None:
        """Stacks after the hand, if written; what is missing in them is the rake."""
        if self.fields.finishing_stacks is None:
            return None
        finals = [self.amount(stack) for stack in self.fields.finishing_stacks]
        if len(finals) != len(players):
            raise self.error("bad_field", f"expected {len(players)} finishing stacks, got {len(finals)}")
        self.rake = sum(player.stack for player in players) - sum(finals)
        return tuple(zip(self.seat_of, finals, strict=True))

    def started(self) -> datetime | None:
        """The time, if day, time and zone are all there."""
        fields = self.fields
        zone = fields.time_zone_abbreviation or fields.time_zone
        if not (isinstance(fields.time, time) and fields.year and fields.month and fields.day and zone):
            return None
        try:
            day = date(fields.year, fields.month, fields.day)
        except ValueError:
            return None
        return parse_time(f"{day} {fields.time:%H:%M:%S}", "%Y-%m-%d %H:%M:%S", zone)


def _unit(fields: _Fields) -> Unit:
    """Money where a currency is named or an amount is written with decimals, else chips."""
    amounts = (*fields.starting_stacks, *fields.blinds_or_straddles, *fields.antes)
    return Unit.CENT if fields.currency or any(isinstance(amount, Decimal) for amount in amounts) else Unit.CHIP
