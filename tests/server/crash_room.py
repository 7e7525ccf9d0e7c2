"""A room in a process of its own that kills itself at a chosen point, as if the power had gone.

It speaks over a pipe what a socket would: each message has the index of the player in front. Nothing in the program
knows of it: the points are wrapped around its parts here.
"""

import asyncio
import json
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from omaha8.cards import Deck
from omaha8.hand.events import HandsTurnedUp, Mucked, Shown, ShowOffered
from omaha8.rules import TableRules, pot_limit
from omaha8.server import live
from omaha8.server.room import Room
from omaha8.server.socket import _answer
from omaha8.server.viewer import Viewer
from omaha8.store import Append, Appended, AppendResult, Store
from omaha8.store.writer import GroupWriter
from omaha8.table.state import TableConfig

TABLE = "main"
MINUTE = 60_000
CONFIG = TableConfig(
    name="Main",
    rules=TableRules(
        seats=6, between_hands=1, per_further_pot=0, per_street_face_up=0, time_to_act=MINUTE, muck_time=MINUTE
    ),
    rotation=(pot_limit(1, 2),),
    min_buy_in=20,
    max_buy_in=200,
)

# Where it ends: before the row is given to the store, written and not committed, committed and told to nobody, told to
# some, and after the answer has gone out. "never": somebody else ends it.
POINTS = ("arrived", "written", "committed", "telling", "answered", "never")


class Plan(msgspec.Struct, frozen=True):
    """End at `point` of the `nth` action, or of the first one from then on that has to do with a showdown."""

    point: str
    nth: int
    showdown: bool
    sends: int  # for "telling": how many are told first
    mutant: str = ""


def _answers_first(patch: Any, plan: Plan) -> None:
    """Says of the action at which it dies that it is stored, and does not come to store it."""
    append, actions = Store.append, 0

    async def answering(self: Store, row: Append) -> AppendResult:
        nonlocal actions
        actions += row.player_id is not None
        if row.player_id is not None and actions == plan.nth:
            return Appended(row.seq)
        return await append(self, row)

    patch.append = answering


def _forgets_ids(patch: Any, _plan: Plan) -> None:
    """Stores rows without saying whose action they are."""
    append = Store.append

    async def forgetting(self: Store, row: Append) -> AppendResult:
        return await append(self, msgspec.structs.replace(row, action_id=None))

    patch.append = forgetting


def _deals_again(patch: Any, _plan: Plan) -> None:
    """Takes another deck for a hand that is taken up."""
    deck = Store.deck

    async def other(self: Store, table_id: str, hand: int) -> Deck | None:
        kept = await deck(self, table_id, hand)
        return None if kept is None else Deck(kept.cards[::-1])

    patch.deck = other


MUTANTS = {"answers first": _answers_first, "forgets ids": _forgets_ids, "deals again": _deals_again}


class Killer:
    """Counts what passes and ends the process where the plan says."""

    def __init__(self, plan: Plan, pipe: Connection) -> None:
        self._plan = plan
        self._pipe = pipe
        self._actions = 0
        self._sends_left: int | None = None

    def passes(self, row: Append, point: str) -> None:
        """A row is at a point."""
        if row.player_id is None:
            return
        if point == "arrived":
            self._actions += 1
        about_cards = any(isinstance(event, ShowOffered | Shown | Mucked | HandsTurnedUp) for event in row.events)
        if self._actions < self._plan.nth or (self._plan.showdown and not about_cards):
            return
        if point == self._plan.point:
            self.end(showdown=about_cards)
        if point == "committed" and self._plan.point == "telling" and self._sends_left is None:
            self._sends_left = self._plan.sends
        if point == "committed" and self._plan.point == "answered":
            self._sends_left = -1

    def sends(self) -> None:
        """A viewer is about to be sent something."""
        if self._sends_left is not None and self._sends_left >= 0:
            if self._sends_left == 0:
                self.end(showdown=self._plan.showdown)
            self._sends_left -= 1

    def answered(self) -> None:
        """An answer has left the process."""
        if self._sends_left == -1:
            self.end(showdown=self._plan.showdown)

    def end(self, *, showdown: bool) -> None:
        """Say so to the test alone, and die."""
        note = {"type": "dying", "point": self._plan.point, "showdown": showdown}
        self._pipe.send_bytes(b"0" + json.dumps(note).encode())
        os.kill(os.getpid(), signal.SIGKILL)


def wrap(killer: Killer) -> None:
    """Lead what passes through the store and to the viewers by the killer."""
    append, store_rows, send = Store.append, GroupWriter._store, Viewer.send

    async def appending(self: Store, row: Append) -> AppendResult:
        killer.passes(row, "arrived")
        result = await append(self, row)
        killer.passes(row, "committed")
        return result

    def storing(self: GroupWriter, connection: Any, rows: Any) -> Any:
        outcomes = store_rows(self, connection, rows)
        for row in rows:
            killer.passes(row, "written")
        return outcomes

    def sending(self: Viewer, data: bytes) -> None:
        killer.sends()
        send(self, data)

    Store.append = appending  # type: ignore[method-assign]
    GroupWriter._store = storing  # type: ignore[method-assign]
    Viewer.send = sending  # type: ignore[method-assign]


class CrashRoom:
    """The room and its players' connections."""

    def __init__(self, room: Room, players: list[str], pipe: Connection, killer: Killer) -> None:
        self._room = room
        self._table = room.tables[TABLE]
        self._pipe = pipe
        self._killer = killer
        self._viewers = [Viewer(player, f"P{index}", is_person=True) for index, player in enumerate(players)]
        self._tasks: set[asyncio.Task[None]] = set()
        self.gone = asyncio.Event()

    async def run(self) -> None:
        for index, viewer in enumerate(self._viewers):
            self._spawn(self._pump(index, viewer))
            await self._table.join(viewer)
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._read)
        await self.gone.wait()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _read(self) -> None:
        try:
            data = self._pipe.recv_bytes()
        except EOFError:
            self.gone.set()
            asyncio.get_running_loop().remove_reader(self._pipe.fileno())
            return
        self._spawn(self._ask(self._viewers[int(data[:1])], data[1:]))

    async def _ask(self, viewer: Viewer, data: bytes) -> None:
        viewer.send(msgspec.json.encode(await _answer(self._room, self._table, viewer, data)))

    async def _pump(self, index: int, viewer: Viewer) -> None:
        while True:
            data = await viewer.receive()
            self._pipe.send_bytes(b"%d" % index + data)
            if data.startswith(b'{"type":"accepted"'):
                self._killer.answered()


async def _live(folder: Path, players: list[str], pipe: Connection, plan: Plan) -> None:
    live.ABSENT_AFTER_SECONDS = 3600
    if plan.mutant:
        MUTANTS[plan.mutant](Store, plan)
    store = await Store.open(folder)
    room = Room(store, "build", "key")
    await room.open({TABLE: CONFIG}, 0)
    killer = Killer(plan, pipe)
    wrap(killer)
    await CrashRoom(room, players, pipe, killer).run()
    room.close()
    await store.close()


def run(folder: Path, players: list[str], pipe: Connection, plan: Plan) -> None:
    """Open the room and keep it open until it is killed or the pipe is closed."""
    try:
        asyncio.run(_live(folder, players, pipe, plan))
    except Exception as error:
        pipe.send_bytes(b"0" + json.dumps({"type": "failed", "error": repr(error)}).encode())
