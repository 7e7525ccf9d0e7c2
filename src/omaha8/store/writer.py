"""The group-commit writer: everything that waits is written in one transaction, and answered after its commit.

The key (table, seq) is the fence: of two writers that append the same row, in one process or two, one wins. Commands
that move chips or cards stand in a savepoint each, so that one that cannot be paid takes nothing back of the others.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError

from omaha8.store import ledger
from omaha8.store.codec import LogCodec, encode_cards, encode_deck
from omaha8.store.database import Database
from omaha8.store.errors import AppendError, StoreError
from omaha8.store.records import Append, Appended, AppendResult, Conflict, Duplicate, NotPaid
from omaha8.store.schema import hand_cards, hand_deck, room_table, table_log

MAX_BATCH = 256  # rows; a longer transaction would keep readers waiting

Outcome = AppendResult | AppendError
_Waiting = tuple[Append, "asyncio.Future[AppendResult]"]

_INSERT_ROW = upsert(table_log).on_conflict_do_nothing().returning(table_log.c.table_id)
_MOVE_HEAD = (
    update(room_table)
    .where(room_table.c.id == bindparam("table"))
    .values(seq=bindparam("to"), deadline_at=bindparam("deadline"))
)
_CARDS = upsert(hand_cards)
_KEEP_CARDS = _CARDS.on_conflict_do_update(
    index_elements=["table_id", "hand", "seat"], set_={"audience": _CARDS.excluded.audience}
)
_ERASE_DECK = delete(hand_deck).where(
    hand_deck.c.table_id == bindparam("table"), hand_deck.c.hand == bindparam("number")
)


class GroupWriter:
    """Takes commands to store from many tasks. One per database and process."""

    def __init__(self, database: Database, codec: LogCodec) -> None:
        self._database = database
        self._codec = codec
        self._waiting: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="omaha8 log writer")

    async def append(self, row: Append) -> AppendResult:
        """Store one command; answers after the commit. What is refused says `Append`, what may come `AppendResult`.

        Raises `StoreError` when the disk fails: then it may be stored or not, and sending it again finds out. The same
        holds for a call that is cancelled.
        """
        for transfer in row.transfers:
            ledger.refuse_unbalanced(transfer)
        if self._closing:
            raise StoreError("closed", "the store is closed")
        answer: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, answer))
        self._wake.set()
        return await answer

    async def close(self) -> None:
        """Write what waits, answer it, and stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = self._take()
            outcomes = await self._commit([row for row, _ in batch])
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                if answer.done():
                    continue  # cancelled
                if isinstance(outcome, Exception):
                    answer.set_exception(outcome)
                else:
                    answer.set_result(outcome)

    def _take(self) -> list[_Waiting]:
        """What goes into the next transaction: in order, and one row of a table, as each depends on the one before."""
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        tables: set[str] = set()
        while self._waiting and len(batch) < MAX_BATCH:
            waiting = self._waiting.popleft()
            table_id = waiting[0].table_id
            (later if table_id in tables else batch).append(waiting)
            tables.add(table_id)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _commit(self, rows: Sequence[Append]) -> Sequence[Outcome | StoreError]:
        try:
            return await self._database.write(lambda connection: self._store(connection, rows))
        except StoreError as error:
            return [_again(error) for _ in rows]
        except Exception as error:
            # A value that the driver cannot store spoils the transaction; alone, it spoils its own.
            if len(rows) > 1:
                return [(await self._commit([row]))[0] for row in rows]
            return [AppendError("refused", f"it cannot be stored: {type(error).__name__}", _place(rows[0]))]

    def _store(self, connection: Connection, rows: Sequence[Append]) -> list[Outcome]:
        """Store what can be, and say of each row (each of another table) what became of it."""
        heads = _heads(connection, rows)
        outcomes: dict[str, Outcome | None] = {}
        following = [row for row in rows if heads.get(row.table_id) == row.seq - 1]
        plain = [row for row in following if not _may_be_refused(row)]
        for table_id in self._insert(connection, plain):
            outcomes[table_id] = Appended(heads[table_id] + 1)
        for row in following:
            if _may_be_refused(row):
                outcomes[row.table_id] = self._store_whole(connection, row)
        for row in rows:
            if row.table_id not in heads:
                outcomes[row.table_id] = AppendError("no_such_table", "there is no such table", row.table_id)
        return [outcomes.get(row.table_id) or _why_not(connection, row) for row in rows]

    def _insert(self, connection: Connection, rows: Sequence[Append]) -> set[str]:
        """Append the log rows whose place is free, and move their tables' heads; the tables of those stored."""
        if not rows:
            return set()
        result = connection.scalars(_INSERT_ROW, [self._log_row(row) for row in rows])
        stored = set(result.all())
        if stored:
            connection.execute(
                _MOVE_HEAD,
                [
                    {"table": row.table_id, "to": row.seq, "deadline": row.deadline_at}
                    for row in rows
                    if row.table_id in stored
                ],
            )
        return stored

    def _log_row(self, row: Append) -> dict[str, object]:
        return {
            "table_id": row.table_id,
            "seq": row.seq,
            "hand": row.hand,
            "player_id": row.player_id,
            "action_id": row.action_id,
            "v": self._codec.version,
            "at": row.at,
            "events": self._codec.encode(row.events),
        }

    def _store_whole(self, connection: Connection, row: Append) -> Outcome | None:
        """Store a row with its chips and cards, or nothing of it; `None` when its place is taken."""
        # No `async with`: a full disk ends SQLite's whole transaction, and going back to the savepoint would then fail
        # and hide why.
        savepoint = connection.begin_nested()
        try:
            outcome = self._store_parts(connection, row)
        except IntegrityError as error:
            outcome = AppendError("refused", f"the database refuses it: {error.orig}", _place(row))
        if isinstance(outcome, Appended):
            savepoint.commit()
        else:
            savepoint.rollback()
        return outcome

    def _store_parts(self, connection: Connection, row: Append) -> Outcome | None:
        if not self._insert(connection, [row]):
            return None
        for transfer in row.transfers:
            unpaid = ledger.post(connection, transfer, row.at, row.table_id, row.seq)
            if unpaid is not None:
                return NotPaid(unpaid)
        _store_cards(connection, row)
        return Appended(row.seq)


def find_action(connection: Connection, table_id: str, player_id: str, action_id: str) -> int | None:
    """The row of the log that a player's action id is in."""
    query = select(table_log.c.seq).where(
        table_log.c.table_id == table_id, table_log.c.player_id == player_id, table_log.c.action_id == action_id
    )
    return connection.scalar(query)


def _again(error: StoreError) -> StoreError:
    """The failure of a batch, anew for each who waits: one exception raised in many tasks would mix their traces."""
    result = StoreError(error.code, str(error))
    result.__cause__ = error
    return result


def _place(row: Append) -> str:
    return f"{row.table_id} {row.seq}"


def _may_be_refused(row: Append) -> bool:
    """Whether it needs a savepoint: a row of the log alone can only lose its place."""
    return bool(row.transfers or row.cards or row.deck is not None or row.erase_deck)


def _heads(connection: Connection, rows: Iterable[Append]) -> dict[str, int]:
    """The last `seq` of each row's table."""
    query = select(room_table.c.id, room_table.c.seq).where(room_table.c.id.in_([row.table_id for row in rows]))
    return {row.id: row.seq for row in connection.execute(query)}


def _why_not(connection: Connection, row: Append) -> AppendResult:
    if row.player_id is not None and row.action_id is not None:
        seq = find_action(connection, row.table_id, row.player_id, row.action_id)
        if seq is not None:
            return Duplicate(seq)
    return Conflict()


def _store_cards(connection: Connection, row: Append) -> None:
    if row.erase_deck:
        connection.execute(_ERASE_DECK, {"table": row.table_id, "number": row.hand})
    elif row.deck is not None:
        deck = {"table_id": row.table_id, "hand": row.hand, "deck": encode_deck(row.deck)}
        connection.execute(insert(hand_deck), deck)
    if row.cards:
        connection.execute(
            _KEEP_CARDS,
            [
                {
                    "table_id": row.table_id,
                    "hand": row.hand,
                    "seat": kept.seat,
                    "player_id": kept.player_id,
                    "cards": encode_cards(kept.cards),
                    "audience": kept.audience.value,
                }
                for kept in row.cards
            ],
        )
