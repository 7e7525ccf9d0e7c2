"""Put together and run: options in, a listening room out."""

import asyncio
import gc
import hashlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omaha8 import __version__
from omaha8.server.http import STATIC, BadBodyError, no_such_page, refuse_body, routes, store_failed
from omaha8.server.room import Room
from omaha8.server.security import Addresses
from omaha8.server.wire import MAX_FRAME
from omaha8.store import Store, StoreError
from omaha8.table.state import TableConfig

PING_SECONDS = 5.0
STOPPING = (signal.SIGINT, signal.SIGTERM)

# Measured with a full room (docs/benchmarks.md): at Python's 5 ms the event loop and the store's thread wait for each
# other longer than they work, and with its usual thresholds all objects of the room are gone through every few seconds.
THREAD_SWITCH_SECONDS = 0.0005
COLLECTOR_THRESHOLDS = (2_000, 10, 200)

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
        b"style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What `omaha8 serve` was asked."""

    host: str
    data: Path
    tables: Mapping[str, TableConfig]
    bots: int = 0
    public_url: str | None = None
    control_key: str
    hosts: tuple[str, ...] = ()


class SecurityHeaders:
    """Headers that keep a browser from doing more than the page needs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every HTTP response."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY_HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)


def build_id() -> str:
    """What the page compares to know that it is old: the program's version and the built page."""
    index = STATIC / "index.html"
    page = hashlib.sha256(index.read_bytes()).hexdigest()[:12] if index.is_file() else "no-page"
    return f"{__version__}+{page}"


def make_app(room: Room, options: Options) -> Starlette:
    """The ASGI application of an open room."""
    folder = hashlib.sha256(str(options.data.resolve()).encode()).hexdigest()
    addresses = Addresses((options.host, *options.hosts), options.public_url, room=f"-{folder[:8]}")
    return Starlette(
        routes=routes(room, addresses),
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={StoreError: store_failed, BadBodyError: refuse_body, 404: no_such_page},
    )


def listen(host: str, port: int) -> socket.socket:
    """Take the port, or raise `OSError` while there is still time to say so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError:
        taken.close()
        raise
    return taken


async def run(options: Options, taken: socket.socket, on_open: Callable[[], None]) -> None:
    """Open the room, serve until stopped, close the room. `StoreError`, `BooksWrongError` where it cannot open."""
    logging.basicConfig(level=logging.WARNING)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))
    store = await Store.open(options.data)
    room = Room(store, build_id(), options.control_key)
    try:
        await room.open(options.tables, options.bots)
        _avoid_pauses()
        on_open()
        warming = asyncio.create_task(room.odds.warm_up())
        await RoomServer(_server_config(make_app(room, options)), room).serve(sockets=[taken])
        warming.cancel()
    finally:
        room.close()
        await store.close()


def _avoid_pauses() -> None:
    """Set up the interpreter for short waits: what there is now stays, so the garbage collector need not look at it."""
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR_THRESHOLDS)


class RoomServer(uvicorn.Server):
    """Closes the room before the connections, so that nobody counts as having lost theirs."""

    def __init__(self, config: uvicorn.Config, room: Room) -> None:
        super().__init__(config)
        self._room = room

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at Ctrl-C and at TERM as uvicorn does, but do not raise them again: the store is still to be closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the clocks, then hang up."""
        self._room.close()
        await super().shutdown(sockets)


def _server_config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
