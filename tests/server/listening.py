"""A listening room in a thread of the test's process, set up exactly as `omaha8 serve` does, and clients for it."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx
import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from omaha8.server import app
from omaha8.server.app import Options, listen
from omaha8.server.room import Room
from omaha8.table.state import TableConfig
from server.rooms import CONFIG

CONTROL_KEY = "the-control-key"
OPENING_SECONDS = 20

T = TypeVar("T")


class Listening:
    """Where the room listens, and how to ask it something."""

    def __init__(self, port: int, room: Room, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self.room = room
        self._loop = loop
        self.url = f"http://127.0.0.1:{port}"
        self.origin = {"origin": self.url}
        self.control = {"authorization": f"Bearer {CONTROL_KEY}"}

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the room's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def browser(self) -> httpx.Client:
        """A new browser on a page of the room: it sends our Origin and keeps its cookies."""
        return httpx.Client(base_url=self.url, headers=self.origin)

    @contextmanager
    def guest(self) -> Iterator[httpx.Client]:
        """A browser that has made its first visit."""
        with self.browser() as browser:
            assert browser.get("/api/me").status_code == 200
            yield browser

    def bot(self, name: str) -> str:
        """A new bot's token."""
        answer = httpx.post(f"{self.url}/api/bots", json={"name": name}, headers=self.control)
        assert answer.status_code == 200, answer.text
        return cast(str, answer.json()["token"])

    @asynccontextmanager
    async def socket(
        self, table: str = "main", *, browser: httpx.Client | None = None, token: str | None = None, **headers: str
    ) -> AsyncIterator["Socket"]:
        """A socket at a table: of a browser with its cookie and our Origin, of a bot with its token, or of nobody."""
        sent = dict(headers)
        if token is not None:
            sent.setdefault("authorization", f"Bearer {token}")
        else:
            sent.setdefault("origin", self.url)
        if browser is not None:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        async with connect(address, additional_headers=sent, compression=None, max_size=None) as connection:
            yield Socket(connection)


class Socket:
    """A connection at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.last: Any = None  # the newest update

    async def send(self, **message: object) -> None:
        await self.connection.send(msgspec.json.encode(message).decode())

    async def receive(self) -> Any:
        async with asyncio.timeout(10):
            message = msgspec.json.decode(await self.connection.recv())
        if message["type"] == "update":
            self.last = message
        return message

    async def until(self, *types: str) -> Any:
        """The next message of these types."""
        while True:
            message = await self.receive()
            if message["type"] in types:
                return message

    async def ask(self, **message: object) -> Any:
        """Send a request; its answer."""
        await self.send(**message)
        while True:
            answer = await self.until("accepted", "refused")
            if answer["id"] in (message["id"], ""):
                return answer

    async def until_turn(self) -> Any:
        """The update in which it is this player's turn."""
        while self.last is None or self.last["view"]["hand"] is None or self.last["view"]["hand"]["legal"] is None:
            await self.receive()
        return self.last


@contextmanager
def listening(folder: Path, config: TableConfig = CONFIG, public_url: str | None = None) -> Iterator[Listening]:
    """The room of a folder, listening on loopback until the block ends."""
    taken = listen("127.0.0.1", 0)
    port: int = taken.getsockname()[1]
    servers: list[uvicorn.Server] = []
    rooms: list[tuple[Room, asyncio.AbstractEventLoop]] = []

    class Kept(app.RoomServer):
        def __init__(self, config: uvicorn.Config, room: Room) -> None:
            super().__init__(config, room)
            servers.append(self)

    class KeptRoom(Room):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            rooms.append((self, asyncio.get_running_loop()))

    options = Options(
        host="127.0.0.1", data=folder, tables={"main": config}, public_url=public_url, control_key=CONTROL_KEY
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "RoomServer", Kept)
        patch.setattr(app, "Room", KeptRoom)
        thread = threading.Thread(target=lambda: asyncio.run(app.run(options, taken, lambda: None)))
        thread.start()
        until = time.monotonic() + OPENING_SECONDS
        while not (servers and servers[0].started) and thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)
    assert servers
    assert servers[0].started, "the room did not open"
    try:
        yield Listening(port, *rooms[0])
    finally:
        servers[0].should_exit = True
        thread.join(OPENING_SECONDS)
        taken.close()
        assert not thread.is_alive(), "the room did not close"
