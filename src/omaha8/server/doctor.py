"""`omaha8 doctor`: whether a room can run here, in lines a host can act on."""

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from omaha8.server.app import listen
from omaha8.server.control import FolderInUseError, claim
from omaha8.server.http import STATIC
from omaha8.server.start import data_folder
from omaha8.store import Store, StoreError

OPEN = "a room is open on it, and checked its books when it opened"


def examine(data: Path | None, port: int) -> int:
    """Print what was found; 0 if a room can run, 1 if something is in its way."""
    folder = data_folder(data)
    well = True
    found = asyncio.run(_data(folder))
    # A port in use is no fault where the room of this folder is what uses it.
    is_open = any(line.endswith(OPEN) for _, line in found)
    for good, line in (*_machine(), *_page(), *(() if is_open else _port(port)), *found):
        click.echo(f"{'ok  ' if good else 'BAD '} {line}")
        well = well and good
    return 0 if well else 1


def _machine() -> Iterator[tuple[bool, str]]:
    yield True, f"Python {sys.version.split()[0]}"
    # SQLite before 3.51.3 can damage a WAL that two connections write; the room has one (docs/store.md).
    yield True, f"SQLite {sqlite3.sqlite_version}"


def _page() -> Iterator[tuple[bool, str]]:
    built = (STATIC / "index.html").is_file()
    yield built, "the page is built" if built else "the page is not built: run make build, or install a release"


def _port(port: int) -> Iterator[tuple[bool, str]]:
    try:
        listen("127.0.0.1", port).close()
    except OSError as error:
        yield False, f"port {port} cannot be used: {error.strerror}; give another with --port"
    else:
        yield True, f"port {port} is free"


async def _data(folder: Path) -> list[tuple[bool, str]]:
    if not folder.exists():
        return [(True, f"data folder {folder} will be made")]
    try:
        lock = claim(folder)
    except FolderInUseError:
        return [(True, f"data folder {folder}: {OPEN}")]
    except OSError as error:
        return [(False, f"data folder {folder}: {error.strerror}")]
    try:
        store = await Store.open(folder, upgrade=False)
    except StoreError as error:
        lock.release()
        return [(error.code == "older_schema", f"data folder {folder}: {error}")]
    try:
        problems = await store.ledger.audit()
        tables = await store.tables()
    finally:
        await store.close()
        lock.release()
    books = [(False, f"books: {problem}") for problem in problems] or [(True, "the books balance")]
    return [(True, f"data folder {folder}: {len(tables)} tables"), *books]
