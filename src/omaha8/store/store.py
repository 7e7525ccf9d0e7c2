"""The store of a room: the tables' logs and cards, and the doors to its ledger, accounts and talk.

It knows what a table's events are but not what they mean, and no clock: every time is given, in milliseconds.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, case, or_, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from omaha8.cards import Deck
from omaha8.store import writer
from omaha8.store.accounts import Accounts
from omaha8.store.codec import LogCodec, decode_cards, decode_deck
from omaha8.store.database import Database
from omaha8.store.ledger import Ledger
from omaha8.store.records import (
    Append,
    AppendResult,
    Audience,
    HandCards,
    LogRow,
    Snapshot,
    StoredHand,
    StoredSeat,
    StoredTable,
)
from omaha8.store.schema import account, hand_cards, hand_deck, room_table, table_log
from omaha8.store.tableside import Tableside
from omaha8.table.state import TableConfig


class Store:
    """An open data folder. Every method may raise `StoreError`, after which the same call may be made again."""

    def __init__(self, database: Database) -> None:
        self.ledger = Ledger(database)
        self.accounts = Accounts(database)
        self.tableside = Tableside(database)
        self._database = database
        self._codec = LogCodec()
        self._writer = writer.GroupWriter(database, self._codec)

    @classmethod
    async def open(cls, folder: Path, *, upgrade: bool = True) -> "Store":
        """Open the data folder, made where it is missing, its schema brought up to date; `OpenError` if not.

        Without `upgrade` an older schema is left as it is, and refused with the code `older_schema`.
        """
        return cls(await Database.open(folder, upgrade=upgrade))

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        await self._writer.close()
        await self._database.close()

    async def append(self, row: Append) -> AppendResult:
        """Store one accepted command with all it causes; `Appended` once it is on the disk.

        Refused with `AppendError` or `LedgerError`: what could not be stored on any disk. After a `StoreError` or when
        cancelled, the command may be stored or not; send it again, or ask `find_action`.
        """
        return await self._writer.append(row)

    async def read(self, table_id: str, after_seq: int = 0) -> tuple[LogRow, ...]:
        """The log of a table behind row `after_seq`, in order."""
        query = (
            select(table_log)
            .where(table_log.c.table_id == table_id, table_log.c.seq > after_seq)
            .order_by(table_log.c.seq)
        )
        return tuple(self._log_row(row) for row in await self._database.rows(query))

    def _log_row(self, row: Row[*tuple[Any, ...]]) -> LogRow:
        return LogRow(
            seq=row.seq,
            player_id=row.player_id,
            action_id=row.action_id,
            at=row.at,
            events=self._codec.decode(row.v, row.events),
        )

    async def find_action(self, table_id: str, player_id: str, action_id: str) -> int | None:
        """The `seq` under which a player's action was stored, if it was."""
        return await self._database.read(
            lambda connection: writer.find_action(connection, table_id, player_id, action_id)
        )

    async def deck(self, table_id: str, hand: int) -> Deck | None:
        """The deck of a hand that is being played; `None` once it has ended."""
        query = select(hand_deck.c.deck).where(hand_deck.c.table_id == table_id, hand_deck.c.hand == hand)
        data = await self._database.read(lambda connection: connection.scalar(query))
        return None if data is None else decode_deck(data)

    async def hand_cards(self, table_id: str, hand: int, viewer: str | None) -> tuple[HandCards, ...]:
        """The hole cards of a hand that has ended, as far as `viewer` may read them, by seat (R7.8)."""
        query = (
            select(hand_cards)
            .where(hand_cards.c.table_id == table_id, hand_cards.c.hand == hand, _may_read(viewer))
            .order_by(hand_cards.c.seat)
        )
        rows = await self._database.rows(query)
        return tuple(
            HandCards(
                seat=row.seat,
                player_id=row.player_id,
                cards=decode_cards(row.cards),
                audience=Audience(row.audience),
            )
            for row in rows
        )

    async def played_hands(self, table_id: str, viewer: str, most: int) -> AsyncIterator[StoredHand]:
        """The last hands that `viewer` was dealt in and that have ended, newest first, with the cards they may read.

        All are read at once and decoded one by one, as they are asked for.
        """
        dealt_in = (
            select(hand_cards.c.hand)
            .where(hand_cards.c.table_id == table_id, hand_cards.c.player_id == viewer)
            .order_by(hand_cards.c.hand.desc())
            .limit(most)
        )
        rows = (
            select(table_log)
            .where(table_log.c.table_id == table_id, table_log.c.hand.in_(dealt_in))
            .order_by(table_log.c.seq)
        )
        readable = case((_may_read(viewer), hand_cards.c.cards)).label("readable")
        seats = (
            select(hand_cards.c.hand, hand_cards.c.seat, hand_cards.c.player_id, account.c.name, readable)
            .join(account, account.c.id == hand_cards.c.player_id)
            .where(hand_cards.c.table_id == table_id, hand_cards.c.hand.in_(dealt_in))
            .order_by(hand_cards.c.hand.desc(), hand_cards.c.seat)
        )

        def work(connection: Connection) -> tuple[Sequence[Row[*tuple[Any, ...]]], Sequence[Row[*tuple[Any, ...]]]]:
            return connection.execute(rows).all(), connection.execute(seats).all()

        logged, dealt = await self._database.read(work)
        of_hand = {hand: tuple(found) for hand, found in groupby(logged, lambda row: row.hand)}
        for hand, found in groupby(dealt, lambda row: row.hand):
            yield StoredHand(
                number=hand,
                rows=tuple(self._log_row(row) for row in of_hand[hand]),
                seats=tuple(_stored_seat(row) for row in found),
            )

    async def create_missing(self, tables: Mapping[str, TableConfig]) -> None:
        """Create the tables, by id, that are not there; those that are stay as they are."""
        rows = [
            {"id": table_id, "config": msgspec.json.encode(config).decode(), "seq": 0}
            for table_id, config in tables.items()
        ]

        def work(connection: Connection) -> None:
            if rows:
                connection.execute(upsert(room_table).on_conflict_do_nothing(), rows)

        await self._database.write(work)

    async def tables(self) -> tuple[StoredTable, ...]:
        """Every table of the room, by id."""
        query = select(room_table.c.id, room_table.c.config, room_table.c.seq, room_table.c.deadline_at).order_by(
            room_table.c.id
        )
        rows = await self._database.rows(query)
        return tuple(
            StoredTable(
                id=row.id,
                config=msgspec.json.decode(row.config, type=TableConfig),
                seq=row.seq,
                deadline_at=row.deadline_at,
            )
            for row in rows
        )

    async def overdue(self, at: int) -> tuple[str, ...]:
        """The tables whose clock has run out by `at`, the longest overdue first."""
        query = select(room_table.c.id).where(room_table.c.deadline_at <= at).order_by(room_table.c.deadline_at)
        return tuple(row.id for row in await self._database.rows(query))

    async def save_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep a table's state, encoded without any hidden card; an older one than is kept changes nothing."""
        newer = or_(room_table.c.snapshot_seq.is_(None), room_table.c.snapshot_seq < snapshot.seq)
        saving = (
            update(room_table)
            .where(room_table.c.id == table_id, newer)
            .values(snapshot=snapshot.data, snapshot_seq=snapshot.seq)
        )
        await self._database.write(lambda connection: connection.execute(saving))

    async def snapshot(self, table_id: str) -> Snapshot | None:
        """The last state kept of a table."""
        query = select(room_table.c.snapshot_seq, room_table.c.snapshot).where(
            room_table.c.id == table_id, room_table.c.snapshot_seq.is_not(None)
        )
        rows = await self._database.rows(query)
        return Snapshot(rows[0].snapshot_seq, rows[0].snapshot) if rows else None


def _may_read(viewer: str | None) -> ColumnElement[bool]:
    """Whether the viewer may read kept cards: their own, and what is for everybody (R7.8)."""
    return or_(hand_cards.c.audience == Audience.TABLE.value, hand_cards.c.player_id == viewer)


def _stored_seat(row: Row[*tuple[Any, ...]]) -> StoredSeat:
    cards = None if row.readable is None else decode_cards(row.readable)
    return StoredSeat(seat=row.seat, player_id=row.player_id, name=row.name, cards=cards)
