"""The SQLite file of a data folder and the one connection to it, through which everything is read and written.

Two connections that write can corrupt the log file of SQLite before 3.51.3, and `synchronous=FULL` alone keeps an
acknowledged commit through a power cut; so both are fixed here. The connection has a thread of its own, and a piece of
work is a plain function that runs there from its first statement to the commit: going to and fro between threads with
each statement took three times as long as the statements (decision 0005).
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, create_engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from omaha8.store.errors import OpenError, StoreError, disk_error
from omaha8.store.schema import SCHEMA_VERSION, metadata

FILE_NAME = "omaha8.db"
BUSY_TIMEOUT = 0.5  # seconds; another program that holds the file longer makes the tables pause, visibly

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # an erased deck leaves no bytes behind in the file
)


class Database:
    """An open database. `read` and `write` run one piece of work in one transaction and raise `StoreError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = _engine(path)
        self._writing = self._engine.execution_options(omaha8_writes=True)
        self._thread = ThreadPoolExecutor(1, "omaha8 store")
        self._closed = False

    @classmethod
    async def open(cls, folder: Path, *, upgrade: bool = True) -> "Database":
        """Open or create the database in `folder`; `OpenError` where that cannot be, with what to do about it.

        An older program's is brought up to date, or without `upgrade` refused with the code `older_schema`.
        """
        path = folder / FILE_NAME
        _prepare(folder, path)
        database = cls(path)
        try:
            await database._bring_up_to_date(upgrade=upgrade)
        except OpenError:
            await database.close()
            raise
        except StoreError as error:
            await database.close()
            raise OpenError(error.code, f"{path} cannot be opened: {error}") from error
        return database

    async def close(self) -> None:
        """Finish what runs and close the file; later work is refused with `StoreError`."""
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def read(self, work: Work[Result]) -> Result:
        """Run `work`, which only reads, on one state of the database."""
        return await self._run(self._engine, work)

    async def rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """Every row that `query` finds."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def write(self, work: Work[Result]) -> Result:
        """Run `work` and commit what it wrote; nothing of it stays where anything fails.

        A row that the schema refuses raises SQLAlchemy's `IntegrityError`, which is the caller's to explain.
        """
        return await self._run(self._writing, work)

    async def _run(self, engine: Engine, work: Work[Result]) -> Result:
        if self._closed:
            raise StoreError("closed", "the store is closed")
        loop = asyncio.get_running_loop()
        # What waits for the thread is work too: a cancelled caller must not take it out of the queue.
        return await asyncio.shield(loop.run_in_executor(self._thread, _transact, engine, work))

    async def _bring_up_to_date(self, *, upgrade: bool) -> None:
        mode = await self.read(_journal_mode)
        if mode != "wal":
            raise OpenError("no_wal", f"{self.path} lies on a file system without shared memory; use a local disk")
        version = await self.read(_schema_version)
        if version != SCHEMA_VERSION:
            if version is not None and not upgrade:
                raise OpenError(
                    "older_schema", f"written by an older omaha8 (schema {version}); opening the room upgrades it"
                )
            await self.write(_migrate)
        await self.read(_refuse_missing_tables)


def _prepare(folder: Path, path: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Nobody else on the machine may read it: it holds cards. SQLite gives its other files the same mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise OpenError(
            "read_only", f"the data folder {folder} cannot be written: {error.strerror}; choose another folder"
        ) from error
    if not os.access(folder, os.W_OK):
        raise OpenError("read_only", f"no files can be made in the data folder {folder}; choose another folder")


def _engine(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        pool_size=1,
        max_overflow=0,
        hide_parameters=True,  # they are cards and tokens, and errors are logged
        connect_args={"timeout": BUSY_TIMEOUT},
    )
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver would start transactions by rules of its own, and none for savepoints; `_begin` does it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that became a writer half-way could fail at any statement; this way it fails at the first.
    writes = connection.get_execution_options().get("omaha8_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _transact(engine: Engine, work: Work[Result]) -> Result:
    try:
        with engine.begin() as connection:
            return work(connection)
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise disk_error(error) from error


def _journal_mode(connection: Connection) -> str:
    return str(connection.scalar(text("PRAGMA journal_mode")))


def _schema_version(connection: Connection) -> str | None:
    """The revision of the database, `None` for an empty one; `OpenError` where it is not ours or too new."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if "alembic_version" not in tables:
        raise OpenError("not_ours", f"the database was not made by omaha8; its tables are {', '.join(tables)}")
    version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if version is None:
        raise OpenError("corrupt", "the database has tables but no version; restore a backup")
    if version > SCHEMA_VERSION:
        raise OpenError(
            "newer_schema",
            f"the database was written by a newer omaha8 (schema {version}; this one knows {SCHEMA_VERSION}): "
            "install that version again, or restore the backup made before the upgrade",
        )
    return str(version)


def _migrate(connection: Connection) -> None:
    from omaha8.store.upgrade import upgrade  # noqa: PLC0415 - Alembic is slow to import and seldom needed

    # Asked again now that nobody else can write: another process may just have done it.
    if _schema_version(connection) != SCHEMA_VERSION:
        upgrade(connection)


def _refuse_missing_tables(connection: Connection) -> None:
    tables = inspect(connection).get_table_names()
    missing = sorted(metadata.tables.keys() - set(tables))
    if missing:
        raise OpenError("corrupt", f"the database lacks the tables {', '.join(missing)}; restore a backup")
