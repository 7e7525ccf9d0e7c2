"""`python -m bench.room`: a full room under load, from the action sent to the ninth screen.

A real `omaha8 serve` in a process of its own, 100 tables of nine, 900 guests over loopback, about 300 actions a second
in all. Prints the median and the 99th percentile and the memory a connection takes; exits 1 above the floor.
"""

import asyncio
import contextlib
import gc
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.machine import Circumstances, circumstances
from bench.measure import Row, at_most

TABLES, SEATS = 100, 9
RATE = 312.0  # actions a second; less is played, as hands begin and end
SECONDS = 30.0
P99_FLOOR = 50.0  # ms
OPENING_SECONDS = 60
AT_ONCE = 20  # connections being opened

TABLE = """
[tables.t{number}]
name = "Table {number}"
game = "fl 2/4"
buy_in = [40, 1000]
seats = 9
options = {{ between_hands = 1, per_further_pot = 0, muck_time = 1 }}
"""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured. `p50_ms` and `p99_ms` are from an action sent to the ninth player's update with it."""

    circumstances: Circumstances
    tables: int
    connections: int
    seconds: float
    actions: int
    actions_per_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    kib_per_connection: float
    server_mib: float
    server_cpu_ms_per_action: float
    floor_ms: float
    passed: bool


class Legal(msgspec.Struct):
    """Of the legal actions only what this client uses."""

    check: bool
    show: bool


class Hand(msgspec.Struct):
    """Of the hand only whose turn it is."""

    legal: Legal | None


class Clock(msgspec.Struct):
    """Of the clock only the turn."""

    turn: int


class View(msgspec.Struct):
    """Of the view only that."""

    clock: Clock
    hand: Hand | None


class Message(msgspec.Struct):
    """Any message of the server's, as far as it is read here."""

    type: str
    seq: int = 0
    view: View | None = None
    code: str = ""


READ = msgspec.json.Decoder(Message)


class Load:
    """All clients: who plays, how fast, and what they measured."""

    def __init__(self, tables: int, rate: float) -> None:
        self.pause = tables / rate  # seconds between a table's actions, on the average
        self.measuring = False
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.rng = random.Random(1)


class Table:
    """Nine players. One action is under way at a time; it has arrived when all nine have an update with its row."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._sent_at = 0.0
        self._turn = -1  # the turn that was answered last
        self._waiting_for: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, number: int, connection: ClientConnection) -> None:
        """One player's part, until the connection is closed."""
        async for data in connection:
            message = READ.decode(data)
            if message.type == "update" and message.view is not None:
                self._arrived(number, message.view.clock.turn)
                self._answer(connection, message.view)
            elif message.type == "refused":
                self._load.refused[message.code] = self._load.refused.get(message.code, 0) + 1

    def _arrived(self, number: int, turn: int) -> None:
        if turn > self._turn and number in self._waiting_for:
            self._waiting_for.discard(number)
            if not self._waiting_for and self._load.measuring:
                self._load.latencies.append(perf_counter() - self._sent_at)

    def _answer(self, connection: ClientConnection, view: View) -> None:
        legal = None if view.hand is None else view.hand.legal
        if legal is None or view.clock.turn <= self._turn:
            return
        action = "muck" if legal.show else "check" if legal.check else "call"
        task = asyncio.create_task(self._send(connection, action, view.clock.turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, connection: ClientConnection, action: str, turn: int) -> None:
        await asyncio.sleep(self._load.rng.uniform(0.5, 1.5) * self._load.pause)
        if turn <= self._turn:
            return
        self._turn = turn
        self._waiting_for = set(range(SEATS))
        self._sent_at = perf_counter()
        with contextlib.suppress(ConnectionClosed):  # it is over
            await connection.send(f'{{"type":"{action}","id":"a{turn}","turn":{turn}}}')


class Server:
    """The room under load."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._pid = process.pid

    def memory(self) -> int:
        """Bytes of it that are in memory."""
        status = Path(f"/proc/{self._pid}/status").read_text()
        kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        return int(kib) * 1024

    def cpu(self) -> float:
        """Seconds of processor time used."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


@asynccontextmanager
async def server(tables: int) -> AsyncIterator[Server]:
    """`omaha8 serve` on a new folder, with that many tables."""
    with tempfile.TemporaryDirectory(prefix="omaha8-bench-") as name:
        folder = Path(name)
        (folder / "tables.toml").write_text("".join(TABLE.format(number=number) for number in range(tables)))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        command = [sys.executable, "-c", "from omaha8.cli import main; main()", "serve", "--port", str(port)]
        command += ["--data", str(folder / "data"), "--tables", str(folder / "tables.toml")]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                started = Server(port, process)
                await _answers(started)
                yield started
            finally:
                process.terminate()
                process.wait(30)


async def _answers(started: Server) -> None:
    until = perf_counter() + OPENING_SECONDS
    async with httpx.AsyncClient() as client:
        while True:
            try:
                await client.get(f"{started.url}/api/health")
            except httpx.HTTPError:
                if perf_counter() > until:
                    raise
                await asyncio.sleep(0.1)
            else:
                return


async def _guest(at: Server, table: int, gate: asyncio.Semaphore) -> ClientConnection:
    """A new guest's socket at a table; each table's guests come from an address of their own, through a proxy."""
    async with gate:
        async with httpx.AsyncClient(headers={"x-forwarded-for": f"192.0.2.{table}"}) as client:
            answer = await client.get(f"{at.url}/api/me")
            cookie = "; ".join(f"{name}={token}" for name, token in answer.cookies.items())
        return await connect(
            f"ws://127.0.0.1:{at.port}/api/tables/t{table}/socket",
            additional_headers={"cookie": cookie, "origin": at.url},
            compression=None,
            max_queue=None,
            ping_interval=None,
            open_timeout=OPENING_SECONDS,
        )


async def measure(tables: int, rate: float, seconds: float) -> Result:
    """Fill the room, let it warm up for a fifth of the time, and measure."""
    load = Load(tables, rate)
    gate = asyncio.Semaphore(AT_ONCE)
    async with server(tables) as running:
        empty = running.memory()
        connections = await asyncio.gather(
            *(_guest(running, number // SEATS, gate) for number in range(tables * SEATS))
        )
        full = running.memory()
        players = []
        seated = [Table(load) for _ in range(tables)]
        for number, connection in enumerate(connections):
            players.append(asyncio.create_task(seated[number // SEATS].play(number % SEATS, connection)))
            await connection.send(json.dumps({"type": "sit", "id": "sit", "seat": number % SEATS + 1, "chips": 1000}))
        await asyncio.sleep(seconds / 5 + 2)
        gc.disable()  # pauses of this process are none of the room's
        load.measuring, cpu, begun = True, running.cpu(), perf_counter()
        await asyncio.sleep(seconds)
        load.measuring, cpu, took = False, running.cpu() - cpu, perf_counter() - begun
        await asyncio.gather(*(connection.close() for connection in connections))
        await asyncio.gather(*players, return_exceptions=True)
        return _result(load, tables, took, cpu, (full - empty, running.memory()))


def _result(load: Load, tables: int, took: float, cpu: float, memory: tuple[int, int]) -> Result:
    if not load.latencies:
        raise click.ClickException(f"nothing was played; refused: {load.refused}")
    cuts = statistics.quantiles(load.latencies, n=100)
    p50, p99 = cuts[49] * 1000, cuts[98] * 1000
    return Result(
        circumstances=circumstances(),
        tables=tables,
        connections=tables * SEATS,
        seconds=round(took, 1),
        actions=len(load.latencies),
        actions_per_second=round(len(load.latencies) / took, 1),
        p50_ms=round(p50, 2),
        p99_ms=round(p99, 2),
        worst_ms=round(max(load.latencies) * 1000, 1),
        kib_per_connection=round(memory[0] / 1024 / (tables * SEATS), 1),
        server_mib=round(memory[1] / 2**20, 1),
        server_cpu_ms_per_action=round(cpu * 1000 / len(load.latencies), 2),
        floor_ms=P99_FLOOR,
        passed=p99 < P99_FLOOR,
    )


def rows() -> list[Row]:
    """The figure that has a floor and the memory, as `python -m bench` prints them."""
    # A process of its own: this one may hold what the other groups have loaded.
    command = [sys.executable, "-m", "bench.room", "--json"]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    result = msgspec.json.decode(told, type=Result)
    return [
        at_most("from an action to the ninth screen, p99", result.p99_ms, P99_FLOOR, "ms"),
        at_most("memory of a connection", result.kib_per_connection, None, "KiB"),
    ]


@click.command()
@click.option("--tables", type=click.IntRange(min=1), default=TABLES, show_default=True)
@click.option("--rate", type=float, default=RATE, show_default=True, help="Actions a second while hands are played.")
@click.option("--seconds", type=float, default=SECONDS, show_default=True, help="How long to measure.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def main(tables: int, rate: float, seconds: float, as_json: bool) -> None:
    """Measure a full room; exit 1 where the 99th percentile is above the floor."""
    result = asyncio.run(measure(tables, rate, seconds))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(result)))
    else:
        _print(result)
    sys.exit(0 if result.passed else 1)


def _print(result: Result) -> None:
    lines: tuple[tuple[str, Any], ...] = (
        ("connections", f"{result.connections} at {result.tables} tables"),
        ("actions", f"{result.actions} in {result.seconds} s, {result.actions_per_second}/s"),
        ("to the ninth screen", f"p50 {result.p50_ms} ms, p99 {result.p99_ms} ms, worst {result.worst_ms} ms"),
        ("memory", f"{result.kib_per_connection} KiB a connection, {result.server_mib} MiB in all"),
        ("server", f"{result.server_cpu_ms_per_action} ms of processor time an action"),
        ("floor", f"p99 under {result.floor_ms} ms: {'ok' if result.passed else 'MISSED'}"),
    )
    for name, value in lines:
        click.echo(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
