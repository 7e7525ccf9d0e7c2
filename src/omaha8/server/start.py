"""From the command line to a running room: folders, addresses, the port, and what the host is told."""

import asyncio
import contextlib
import socket
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import platformdirs

from omaha8.server.app import Options, listen, run
from omaha8.server.clock import RoomClock
from omaha8.server.control import FolderInUseError, announce, ask_open_room, claim
from omaha8.server.http import STATIC
from omaha8.server.room import BooksWrongError, Room
from omaha8.server.security import in_url, lan_addresses, origin
from omaha8.server.tables_file import TablesFileError, read_tables
from omaha8.server.wire import ApiError, BotToken, NewBot
from omaha8.store import FILE_NAME, AccountError, Store, StoreError

try:  # an event loop that takes a room an eighth of its time less; there is none for Windows
    from uvloop import run as run_loop
except ImportError:
    from asyncio import run as run_loop  # type: ignore[assignment]


def data_folder(data: Path | None) -> Path:
    """The folder that keeps the room: the one given, or this user's usual place for such data."""
    return data or Path(platformdirs.user_data_dir("omaha8", appauthor=False))


def open_room(
    host: str,
    port: int,
    data: Path | None,
    tables: Path | None,
    bots: int,
    lan: bool,
    public_url: str | None,
) -> None:
    """Run the room until it is stopped. What cannot work is said in one line, before anything starts."""
    folder = data_folder(data)
    if lan:
        host = "0.0.0.0"
    if public_url is not None and not public_url.startswith(("http://", "https://")):
        raise click.UsageError("--public-url is a whole address, like https://poker.example.org")
    with explained(folder), contextlib.ExitStack() as held:
        configs = read_tables(tables)
        held.enter_context(claim(folder))
        key = asyncio.run(_host_key(folder))
        taken = held.enter_context(_take_port(host, port))
        port = taken.getsockname()[1]
        hosts = lan_addresses() if lan else ()
        options = Options(
            host=host,
            data=folder,
            tables=configs,
            bots=bots,
            public_url=public_url,
            hosts=hosts,
            control_key=announce(folder, host, port),
        )
        url = origin(public_url) if public_url else f"http://{'127.0.0.1' if lan else in_url(host)}:{port}"
        with contextlib.suppress(KeyboardInterrupt):
            run_loop(run(options, taken, lambda: _announce(url, hosts, port, folder, key)))


@contextlib.contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn what can go wrong with the host's files into one line that says what to do."""
    try:
        yield
    except TablesFileError as error:
        raise click.ClickException(str(error)) from error
    except FolderInUseError as error:
        raise click.ClickException(
            f"a room is open on the data folder {folder}; close it, or give another --data"
        ) from error
    except (StoreError, BooksWrongError) as error:
        raise click.ClickException(f"data folder {folder}: {error}") from error
    except OSError as error:
        raise click.ClickException(f"data folder {folder}: {error.strerror or error}; give another --data") from error


def _take_port(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        raise click.ClickException(f"{host}:{port} cannot be used: {error.strerror}; give another --port") from error


async def _host_key(folder: Path) -> str:
    """The key of a new host link; links of earlier starts are worthless from now on."""
    store = await Store.open(folder)
    try:
        return await store.accounts.new_host_key(RoomClock().now())
    finally:
        await store.close()


def _announce(url: str, hosts: tuple[str, ...], port: int, folder: Path, key: str) -> None:
    click.echo(f"The room is open: {url}")
    for address in hosts:
        click.echo(f"Friends on this network: http://{address}:{port}")
    click.echo(f"Host link, for you, once: {url}/host/{key}")
    if not (STATIC / "index.html").is_file():
        click.echo("The page is not built: the room answers bots only. `make build` builds it.", err=True)
    click.echo(f"The room is kept in {folder}. Ctrl-C closes it; hands go on when it opens again.")


def make_bot_token(name: str, data: Path | None) -> str:
    """A new bearer token for a bot of this room, asked of the room if it is open."""
    folder = data_folder(data)
    with explained(folder):
        if not (folder / FILE_NAME).exists():
            raise click.ClickException(f"there is no room in the data folder {folder}; `omaha8 serve` makes one")
        try:
            with claim(folder):
                return asyncio.run(_new_bot_token(folder, name))
        except FolderInUseError:
            pass
        except AccountError as error:
            raise click.ClickException(str(error)) from error
        try:
            return msgspec.json.decode(ask_open_room(folder, "/api/bots", NewBot(name)), type=BotToken).token
        except urllib.error.HTTPError as error:
            raise click.ClickException(msgspec.json.decode(error.read(), type=ApiError).detail) from error


async def _new_bot_token(folder: Path, name: str) -> str:
    store = await Store.open(folder)
    try:
        return await Room(store, "", "").new_bot(name)
    finally:
        await store.close()
