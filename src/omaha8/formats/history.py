"""One hand of another room in neutral form: what the engine is fed, and what the room says came of it.

Amounts are whole chips: cents where the text writes money, else the text's own chips. Nothing here plays.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from omaha8.cards import Card
from omaha8.errors import HistoryError
from omaha8.hand.actions import BettingAction, Protect
from omaha8.hand.events import HandEvent, PostKind
from omaha8.hand.state import Street
from omaha8.rules import Stakes


class Unit(StrEnum):
    """What one chip of the engine is in the text."""

    CENT = "cent"  # a hundredth of the currency the text writes
    CHIP = "chip"  # tournament or play chips, written as they are


class Player(msgspec.Struct, frozen=True):
    """A seat that was dealt in, its stack before any post."""

    seat: int
    name: str
    stack: int


class Posting(msgspec.Struct, frozen=True):
    """Chips posted before the deal, the amount as written: what was really put in."""

    seat: int
    kind: PostKind
    amount: int
    line: int


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One action of the text in the engine's terms.

    `added` is what a call adds as written, `None` where the text does not say; `all_in`: the text says so.
    """

    street: Street
    seat: int
    action: BettingAction | Protect
    added: int | None = None
    all_in: bool = False
    line: int


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Where and when a hand was played: nothing the engine needs, all that a writer repeats.

    `seats` is the size of the table, 0 where it is not said; `started` knows its zone; `currency` is an ISO 4217 code,
    empty for chips and where the text names none; `hero` is the seat whose cards the text's owner saw, 0 for nobody.
    """

    room: str = ""
    table: str = ""
    seats: int = 0
    started: datetime | None = None
    currency: str = ""
    hero: int = 0


class History(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine is told of one hand: stakes, seats, button, posts, actions, the known cards, rake.

    `cards` are pairs of seat and hole cards, `None` for one never seen; a seat left out is wholly unknown.
    `shown` are the seats whose hands the text shows. `file` and `line` say where the hand begins.
    """

    file: str
    line: int
    hand_id: str
    unit: Unit
    stakes: Stakes
    hole_cards: int
    players: tuple[Player, ...]
    button: int
    postings: tuple[Posting, ...]
    moves: tuple[Move, ...]
    cards: tuple[tuple[int, tuple[Card | None, ...]], ...]
    shown: tuple[int, ...]
    board: tuple[Card, ...]
    rake: int
    scene: Scene = Scene()

    @property
    def names(self) -> dict[int, str]:
        """Names by seat number, for messages."""
        return {player.seat: player.name for player in self.players}

    def error(self, code: str, message: str, line: int | None = None) -> HistoryError:
        """A `HistoryError` that names this hand and a line of its file (its first line by default)."""
        where = f"{self.file}:{self.line if line is None else line}"
        return HistoryError(code, f"hand {self.hand_id}: {message}", where)


class Collected(msgspec.Struct, frozen=True):
    """Chips paid to a seat; `pot` is 0 for main, 1 for the first side pot, `None` if the text names none."""

    seat: int
    amount: int
    pot: int | None = None


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """What the room says came of the hand. Only the comparer reads it, never what feeds the engine.

    `total` is all pots with the rake in them; `pots` are their sizes, main pot first, with or without the rake.
    `None` stands for what a text does not say. `finals` are stacks after the hand, as written or by the text's own
    sums: before it, less what was put in, and what came back or was won.
    """

    total: int | None
    pots: tuple[int, ...] | None
    collected: tuple[Collected, ...] | None
    uncalled: tuple[tuple[int, int], ...] | None
    finals: tuple[tuple[int, int], ...] | None


class ReadHand(msgspec.Struct, frozen=True):
    """One hand as read from a text."""

    history: History
    results: Results


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A hand played to its end, with what a writer needs beside its events.

    `cards` are the hole cards the written text may name, by seat; hands shown are in the events anyway. `where` names
    the hand's source in messages.
    """

    events: tuple[HandEvent, ...]
    names: Mapping[int, str]
    cards: Mapping[int, tuple[Card | None, ...]]
    hand_id: str
    unit: Unit
    scene: Scene = Scene()
    where: str = ""

    def error(self, code: str, message: str) -> HistoryError:
        """A `HistoryError` that says why the hand cannot be written."""
        return HistoryError(code, f"hand {self.hand_id}: {message}", self.where)


def format_amount(amount: int, unit: Unit) -> str:
    """Chips of the engine as the text would write them, without a currency: 150 cents are `1.50`."""
    if unit is Unit.CHIP:
        return str(amount)
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def pot_name(pot: int, pots: int = 2) -> str:
    """What a pot is called where there are so many: `pot`, `main pot`, `side pot 1`."""
    if pot:
        return f"side pot {pot}"
    return "main pot" if pots > 1 else "pot"
