"""Writes a hand in PHH, as far as that has words for it (docs/formats.md).

The format has a code for four-card fixed limit alone. Other games get no `variant` but our own `_variant`, so that a
reader of the format refuses them where it would else play another game.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import msgspec

from omaha8.cards import format_cards
from omaha8.formats.chips import no_protection, plain_names, started
from omaha8.formats.history import Record, Unit
from omaha8.formats.phh import PUBLISHED, VARIANTS
from omaha8.formats.phh_posts import (
    OWN_FIELD,
    PlayerPost,
    by_player,
    cut_to_stacks,
    posts_of_arrays,
    small_blind,
    write_post,
)
from omaha8.formats.values import decimal_amount
from omaha8.hand.betting import straddle
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEvent,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Protected,
    Raised,
    Shown,
)
from omaha8.hand.evolve import replay
from omaha8.rules import Structure

# What JSON writes of texts, whole numbers, booleans and lists of them is TOML too, but for one control character.
_ENCODER = msgspec.json.Encoder(decimal_format="number")
_CODES = {structure: code for code, structure in VARIANTS.items()}

Value = object


def write_hand(record: Record) -> str:
    """The lines of one hand, to stand in a `.phh` file, or below the number of a `.phhs` file.

    `HistoryError` with the code `cannot_write` for a protected player, which the format has no words for.
    """
    return "".join(f"{key} = {_toml(value)}\n" for key, value in _Writer(record).fields() if value is not None)


def _toml(value: Value) -> str:
    if isinstance(value, datetime):
        return f"{value:%H:%M:%S}"
    return _ENCODER.encode(value).decode().replace("\x7f", "\\u007f")


class _Writer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.start = started(record)
        self.seats = tuple(number for number, _ in self.start.stacks)
        self.names = plain_names(record, self.seats)
        self.state = replay(record.events)

    def fields(self) -> Iterator[tuple[str, Value]]:
        """Every field with its value, `None` for one to be left out."""
        record, stakes, scene = self.record, self.start.stakes, self.record.scene
        fixed = stakes.structure is Structure.FIXED_LIMIT
        hole_cards = self.start.rules.hole_cards
        code = _CODES[stakes.structure]
        published = code == PUBLISHED and hole_cards == 4
        yield "variant" if published else "_variant", code
        yield "_hole_cards", None if hole_cards == 4 else hole_cards
        yield from self.posts()
        yield "small_bet", self.number(stakes.big_blind) if fixed else None
        yield "big_bet", self.number(stakes.big_bet) if fixed else None
        yield "min_bet", None if fixed else self.number(stakes.big_blind)
        yield "starting_stacks", self.numbers(chips for _, chips in self.start.stacks)
        yield "actions", [action for event in record.events for action in self.actions(event)]
        yield "venue", scene.room or None
        yield "table", scene.table or None
        yield "seats", list(self.seats)
        yield "seat_count", scene.seats or None
        yield "_button", None if self.start.button == self.seats[-1] else self.start.button
        numeric = record.hand_id.isdecimal() and len(record.hand_id) < 19 and str(int(record.hand_id)) == record.hand_id
        yield "hand", int(record.hand_id) if numeric else None
        yield "_hand", None if numeric else record.hand_id
        yield "_hero", scene.hero or None
        yield "players", [self.names[seat] for seat in self.seats]
        yield "finishing_stacks", self.numbers(self.state.stacks[seat] for seat in self.seats)
        yield "currency", scene.currency or None if record.unit is Unit.CENT else None
        yield from _time(scene.started)

    def posts(self) -> Iterator[tuple[str, Value]]:
        """The two arrays, as near as they come; where they would be read otherwise, our own field besides."""
        stakes = self.start.stakes
        order = {seat: player for player, seat in enumerate(self.seats)}
        posts = [event for event in self.record.events if isinstance(event, Posted)]
        antes, blinds = [0] * len(order), [0] * len(order)
        made: list[PlayerPost] = []
        straddles = 0
        kinds = {event.kind for event in posts}
        behind = dict(self.start.stacks)
        for event in posts:
            player = order[event.seat]
            made.append((player, event.kind, event.amount))
            behind[event.seat] -= event.amount
            straddles += event.kind is PostKind.STRADDLE
            due = event.amount if behind[event.seat] else self.due(event, posts, straddles)
            if event.kind is PostKind.ANTE or event.kind is PostKind.DEAD:
                antes[player] += due
            else:
                # PokerKit takes a post below 0 for one that does not move the first turn.
                blinds[player] += -due if event.kind is PostKind.LIVE else due
        trimmed = PostKind.DEAD not in kinds
        read = posts_of_arrays(antes, blinds, stakes.big_blind, trimmed=trimmed)
        own = cut_to_stacks(read, [chips for _, chips in self.start.stacks]) != made
        yield "ante_trimming_status", trimmed
        yield "antes", self.numbers(by_player(antes))
        yield "blinds_or_straddles", self.numbers(by_player(blinds))
        yield OWN_FIELD, [write_post(post) for post in made] if own else None
        named = small_blind(by_player(blinds), stakes.big_blind)
        yield "_small_blind", None if named == stakes.small_blind else self.number(stakes.small_blind)

    def due(self, post: Posted, posts: list[Posted], straddles: int) -> int:
        """What a seat that posted its last chips should have posted; the arrays say what is due (R2.5)."""
        stakes = self.start.stakes
        match post.kind:
            case PostKind.SMALL_BLIND:
                return max(post.amount, stakes.small_blind)
            case PostKind.BIG_BLIND | PostKind.LIVE:
                return stakes.big_blind
            case PostKind.STRADDLE:
                return straddle(stakes, straddles)
            case PostKind.ANTE:
                return max(other.amount for other in posts if other.kind is PostKind.ANTE)
            case PostKind.DEAD:
                return post.amount

    def actions(self, event: HandEvent) -> Iterator[str]:
        """The deal, the board, the betting and the showdown; chips move by themselves."""
        match event:
            case HoleDealt():
                for player, seat in enumerate(self.seats, start=1):
                    cards = self.record.cards.get(seat, (None,) * self.start.rules.hole_cards)
                    yield f"d dh p{player} {format_cards(cards).replace('?', '??')}"
            case BoardDealt(cards):
                yield f"d db {format_cards(cards)}"
            case Folded(seat):
                yield f"{self.player(seat)} f"
            case Checked(seat) | Called(seat, _):
                yield f"{self.player(seat)} cc"
            case BetMade(seat, to) | Raised(seat, to):
                yield f"{self.player(seat)} cbr {self.number(to)}"
            case Shown(seat, cards, _, _):
                yield f"{self.player(seat)} sm {format_cards(cards)}"
            case Mucked(seat):
                yield f"{self.player(seat)} sm"
            case Protected():
                raise no_protection(self.record)
            case _:
                return

    def player(self, seat: int) -> str:
        return f"p{self.seats.index(seat) + 1}"

    def number(self, amount: int) -> Value:
        return amount if self.record.unit is Unit.CHIP else decimal_amount(amount, self.record.unit)

    def numbers(self, amounts: Iterator[int] | tuple[int, ...] | list[int]) -> Value:
        return [self.number(amount) for amount in amounts]


def _time(started: datetime | None) -> Iterator[tuple[str, Value]]:
    """Day, time and zone."""
    if started is None:
        return
    utc = started.astimezone(UTC)
    day = date(utc.year, utc.month, utc.day)
    yield from (("day", day.day), ("month", day.month), ("year", day.year), ("time", utc), ("time_zone", "UTC"))
