"""How connections end: a table forgets whoever is gone, however they went, and a failing store ends no connection."""

import asyncio
import contextlib
import socket as sockets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.websockets import WebSocket

from omaha8.server.socket import serve_table
from omaha8.server.viewer import MAX_BYTES
from omaha8.server.wire import Said
from omaha8.store import Append, Store, StoreError
from omaha8.store.tableside import Tableside
from server.listening import Listening, listening
from server.rooms import START, TestRoom, opened

FULL = StoreError("full", "the disk is full")
PATIENCE = 15  # seconds; the room pings every 5 and waits 5 for the answer


class Wire:
    """The server's side of a WebSocket, with a client that the test plays."""

    def __init__(self) -> None:
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.broken = False  # what is sent fails
        self.stuck = asyncio.Event()  # unset: what is sent waits
        self.stuck.set()
        self.to_server.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Any) -> None:
        await self.stuck.wait()
        if self.broken:
            raise OSError("the client is gone")
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def ask(self, **message: object) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})

    def hang_up(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def messages(self, *types: str) -> list[Any]:
        found = [msgspec.json.decode(message["text"]) for message in self.sent if message["type"] == "websocket.send"]
        return [message for message in found if message["type"] in types]

    async def until(self, count: int, *types: str) -> list[Any]:
        async with asyncio.timeout(5):
            while len(self.messages(*types)) < count:
                await asyncio.sleep(0.005)
        return self.messages(*types)


async def serve(room: TestRoom, wire: Wire, name: str | None) -> "asyncio.Task[None]":
    """A connection of a player, served by the room."""
    socket = WebSocket({"type": "websocket", "path": "/", "headers": []}, wire.to_server.get, wire.send)
    account = None if name is None else await room.store.accounts.find(await room.player(name))
    return asyncio.create_task(serve_table(socket, room.room, room.table, account))


def test_who_hangs_up_is_forgotten(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            wire = Wire()
            task = await serve(room, wire, "ann")
            await wire.until(1, "update")
            assert len(room.table.viewers) == 1
            wire.hang_up()
            await asyncio.wait_for(task, 5)
            assert not room.table.viewers

    asyncio.run(scenario())


def test_who_is_gone_without_a_word_is_forgotten(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            wire = Wire()
            task = await serve(room, wire, "ann")
            await wire.until(1, "update")
            wire.broken = True
            room.table.say(Said("x", None, "hello", START))
            await asyncio.sleep(0.05)
            wire.hang_up()
            await asyncio.wait_for(task, 5)
            assert not room.table.viewers

    asyncio.run(scenario())


@pytest.mark.parametrize("gone", [False, True])
def test_who_reads_too_slowly_is_closed_and_forgotten(folder: Path, gone: bool) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            wire = Wire()
            task = await serve(room, wire, None)
            await wire.until(1, "update")
            wire.stuck.clear()
            for _ in range(100):
                room.table.say(Said("x", None, "y" * 300, START))
            await asyncio.sleep(0.05)
            wire.broken = gone
            wire.stuck.set()
            if gone:
                wire.hang_up()
            with contextlib.suppress(Exception):  # how the task ends is not the point
                await asyncio.wait_for(task, 5)
            assert not room.table.viewers
            if not gone:
                assert wire.sent[-1]["code"] == 1013
                assert len(wire.messages("said")) <= 65

    asyncio.run(scenario())


def test_a_store_that_fails_while_somebody_connects_leaves_nobody_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await room.player("ann")

            async def failing(*_: object) -> Any:
                raise FULL

            with monkeypatch.context() as patch:
                patch.setattr(Tableside, "recent", failing)
                wire = Wire()
                task = await serve(room, wire, "ann")
                await asyncio.sleep(0.1)
                wire.hang_up()
                with contextlib.suppress(StoreError):
                    await asyncio.wait_for(task, 5)
            assert not room.table.viewers

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ((Store, "append"), {"type": "sit", "seat": 1, "chips": 100}),
        ((Store, "find_action"), {"type": "fold", "turn": 1}),
        ((Tableside, "say"), {"type": "chat", "text": "hello"}),
        ((Tableside, "set_preferences"), {"type": "prefer", "preferences": {"auto_muck": True}}),
    ],
)
def test_a_store_that_fails_is_answered_and_ends_no_connection(
    folder: Path, monkeypatch: pytest.MonkeyPatch, method: tuple[type, str], request_: dict[str, object]
) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            if request_["type"] == "prefer":
                await room.sit("ann", 1)
            wire = Wire()
            task = await serve(room, wire, "ann")
            await wire.until(1, "update")

            async def failing(*_: object) -> Any:
                raise FULL

            with monkeypatch.context() as patch:
                patch.setattr(*method, failing)
                wire.ask(id="a", **request_)
                (answer,) = await wire.until(1, "refused", "accepted")
                assert (answer["id"], answer["code"]) == ("a", "store_failed")
            wire.ask(id="b", **request_)
            answer = (await wire.until(2, "refused", "accepted"))[-1]
            assert answer.get("code") in (None, "not_seated")
            wire.hang_up()
            await asyncio.wait_for(task, 5)

    asyncio.run(scenario())


def test_a_store_that_fails_as_somebody_goes_does_not_keep_them_connected_for_ever(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            tab = await room.sit("ann", 1)
            append, failures = Store.append, 1

            async def failing(store: Store, row: Append) -> Any:
                nonlocal failures
                if failures:
                    failures -= 1
                    raise FULL
                return await append(store, row)

            monkeypatch.setattr("omaha8.server.live.RETRY_SECONDS", 0.01)
            monkeypatch.setattr(Store, "append", failing)
            await room.table.leave(tab)
            for _ in range(200):
                seat = room.table.state.seats[0]
                assert seat is not None
                if not seat.connected:
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("ann is gone and counts as connected")

    asyncio.run(scenario())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Listening]:
    with listening(tmp_path / "data") as open_room:
        yield open_room


def handshaken(room: Listening, cookie: str) -> sockets.socket:
    """A socket by hand, which answers no ping and reads nothing by itself."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", room.port))
    lines = (
        "GET /api/tables/main/socket HTTP/1.1",
        f"Host: 127.0.0.1:{room.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Origin: {room.url}",
        f"Cookie: {cookie}",
    )
    raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


async def _viewers_after(room: Listening, seconds: float) -> int:
    """How many viewers the table has, at last."""
    async with asyncio.timeout(seconds + 5):
        for _ in range(int(seconds * 10)):
            if not room.room.tables["main"].viewers:
                return 0
            await asyncio.sleep(0.1)
    return len(room.room.tables["main"].viewers)


def visited(room: Listening) -> str:
    with httpx.Client(base_url=room.url) as browser:
        browser.get("/api/me")
        return "; ".join(f"{name}={token}" for name, token in browser.cookies.items())


@pytest.mark.deep
def test_a_frozen_client_has_lost_its_connection_within_seconds(room: Listening) -> None:
    with handshaken(room, visited(room)):
        asyncio.run(asyncio.sleep(0.5))
        assert len(room.room.tables["main"].viewers) == 1
        assert asyncio.run(_viewers_after(room, PATIENCE)) == 0


@pytest.mark.deep
def test_fifty_clients_that_read_nothing_cost_nobody_anything(room: Listening) -> None:
    async def talk() -> None:
        table = room.room.tables["main"]
        line = Said("x", None, "y" * 300, START)
        for _ in range(4 * MAX_BYTES // 400):
            table.say(line)
            await asyncio.sleep(0)
        assert all(len(viewer._outbox) <= 64 for viewer in table.viewers)

    cookie = visited(room)
    with contextlib.ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(handshaken(room, cookie))
        asyncio.run(asyncio.sleep(0.5))
        room.run(talk())
        assert httpx.get(f"{room.url}/api/health", timeout=2).status_code == 200
        assert asyncio.run(_viewers_after(room, PATIENCE)) == 0
