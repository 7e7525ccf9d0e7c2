"""What goes into a table's log and what comes out, as values. Times are milliseconds, cards never in a `repr`."""

from enum import StrEnum

import msgspec

from omaha8.cards import Card, Deck
from omaha8.store.errors import AppendError
from omaha8.table.events import TableEvent
from omaha8.table.state import TableConfig
from omaha8.table.transfers import Transfer


class Audience(StrEnum):
    """Who may read a hand's cards afterwards (R7.8)."""

    OWNER = "owner"
    TABLE = "table"  # everybody; the owner too


class HandCards(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's hole cards, kept when the hand has ended."""

    seat: int
    player_id: str
    cards: tuple[Card, ...]
    audience: Audience

    def __repr__(self) -> str:
        return f"HandCards(seat {self.seat}, {len(self.cards)} cards for {self.audience.value})"


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One command that was accepted, with everything it causes; stored as a whole or not at all.

    `seq` is the table's last one plus 1. `player_id` and `action_id` are the sender's and its own name for the
    command; the room's commands have none. `hand` is the number of the hand that the row belongs to, from the row it
    begins with to the one it ends with, and where it is shown later; between hands there is none. `deck` is set when a
    hand starts, `erase_deck` when it ends; a hand that does both in one command leaves no deck. `cards` are kept when
    it ends; given again, their audience is as given last (a hand shown after its end, R7.9). `deadline_at` is when the
    table's clock runs out after the command, `None` for no clock. Refused with `AppendError`: an action id without its
    player, cards without the number of their hand, two transfers of one kind.
    """

    table_id: str
    seq: int
    at: int
    events: tuple[TableEvent, ...]
    player_id: str | None = None
    action_id: str | None = None
    transfers: tuple[Transfer, ...] = ()
    hand: int | None = None
    deck: Deck | None = None
    cards: tuple[HandCards, ...] = ()
    erase_deck: bool = False
    deadline_at: int | None = None

    def __post_init__(self) -> None:
        where = f"{self.table_id} {self.seq}"
        if self.seq < 1:
            raise AppendError("bad_seq", f"{self.seq}; the first row of a log is 1", where)
        if self.action_id is not None and self.player_id is None:
            raise AppendError("no_player", "an action id belongs to a player", where)
        if self.hand is None and (self.deck is not None or self.cards or self.erase_deck):
            raise AppendError("no_hand", "cards and decks belong to a hand; give its number", where)
        kinds = [transfer.kind for transfer in self.transfers]
        if len(set(kinds)) < len(kinds):
            raise AppendError("repeated_kind", f"transfers {kinds}; a command has one of each kind", where)


class Appended(msgspec.Struct, frozen=True):
    """Stored, durably, as row `seq`."""

    seq: int


class Conflict(msgspec.Struct, frozen=True):
    """Not stored: `seq` is taken, or is not the next one. Read the tail and decide again."""


class Duplicate(msgspec.Struct, frozen=True):
    """Not stored again: this player's action id is in the log as row `seq`."""

    seq: int


class NotPaid(msgspec.Struct, frozen=True):
    """Not stored: the ledger account `account` has not the chips that a transfer takes."""

    account: str


AppendResult = Appended | Conflict | Duplicate | NotPaid


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One command as the log has it."""

    seq: int
    player_id: str | None
    action_id: str | None
    at: int
    events: tuple[TableEvent, ...]


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who was dealt in at a seat, by the name they go by now; `cards` where the viewer may read them (R7.8)."""

    seat: int
    player_id: str
    name: str
    cards: tuple[Card, ...] | None

    def __repr__(self) -> str:
        return f"StoredSeat(seat {self.seat}, {len(self.cards or ())} cards)"


class StoredHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that has ended: its rows of the log, in order, and its seats by number."""

    number: int
    rows: tuple[LogRow, ...]
    seats: tuple[StoredSeat, ...]


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the room: its `seq` is that of its last command, 0 before the first."""

    id: str
    config: TableConfig
    seq: int
    deadline_at: int | None


class Snapshot(msgspec.Struct, frozen=True):
    """A table's state after command `seq`, encoded by who saved it. A cache: the log is the truth."""

    seq: int
    data: bytes
