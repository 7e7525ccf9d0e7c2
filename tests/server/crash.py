"""Kill a room at every point of an action, again and again, and see that each time the same hand goes on.

`run_kills(count, seed)` is for the long tests; `python -m server.crash 200` runs it from the folder `tests`.
"""

import asyncio
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import msgspec

from omaha8.hand import actions
from omaha8.hand.actions import Action, LegalActions
from omaha8.server.room import Room
from omaha8.store import ISSUE, Store
from server.crash_room import CONFIG, TABLE, Plan, run
from server.hidden import choose

PLAYERS = 4
CHIPS = 1_000_000
STACK = 120
SECONDS = 30  # without a message: the room hangs
SENT = {
    actions.Fold: "fold",
    actions.Check: "check",
    actions.Call: "call",
    actions.BetTo: "bet",
    actions.RaiseTo: "raise",
    actions.Show: "show",
    actions.Muck: "muck",
}
ANSWERS_FIRST = "answers first"
A_ROOM = 50  # kills, then another one: its log is read at each start
BETWEEN = ("arrived", "written", "committed", "telling")


class Player:
    """What one client knows."""

    def __init__(self) -> None:
        self.update: Any = None
        self.pending: dict[str, Any] | None = None  # sent, and not answered
        self.answered_turn = -1
        self.accepted: dict[str, int] = {}

    @property
    def cards(self) -> tuple[int, Any] | None:
        """The hand's number and this player's cards in it."""
        if self.update is None:
            return None
        hand = self.update["view"]["hand"]
        you = self.update["view"]["you"]
        if hand is None or hand["ended"] or you is None:
            return None
        own = next((seat["cards"] for seat in hand["seats"] if seat["seat"] == you["seat"]), None)
        return None if own is None else (self.update["view"]["hand_number"], own)


class Table:
    """The clients of the room, in one process of their own."""

    def __init__(self, folder: Path, players: list[str], seed: int, mutant: str) -> None:
        self._mutant = mutant
        self._folder = folder
        self._ids = players
        self._rng = random.Random(seed)
        self._count = 0
        self._process = _forkserver()
        self.players = [Player() for _ in players]
        self.violations: list[str] = []
        self.kills = self.between = self.showdowns = self.resumed = self.resent = 0
        self.by_point: dict[str, int] = {}

    def live_and_die(self) -> None:
        """One life of the room, to its death."""
        plan = self._plan()
        ours, theirs = multiprocessing.Pipe()
        child = self._process.Process(target=run, args=(self._folder, self._ids, theirs, plan))
        child.start()
        theirs.close()
        before = [(player.update, player.cards) for player in self.players]
        try:
            self._join(ours)
            self._compare(before)
            self._resend(ours)
            note = self._play(ours, plan, child.pid or 0)
        except EOFError:
            note = None
        child.join(SECONDS)
        ours.close()
        self._count_death(plan, note, child.exitcode)

    def _plan(self) -> Plan:
        point = self._rng.choices((*BETWEEN, "never", "answered"), (18, 18, 18, 18, 14, 14))[0]
        showdown = self._rng.random() < 0.35
        if self._mutant == ANSWERS_FIRST:
            point, showdown = "answered", False  # or it would fall out with itself before it dies
        return Plan(point, self._rng.randint(1, 9), showdown, self._rng.randint(0, PLAYERS), self._mutant)

    def _count_death(self, plan: Plan, note: dict[str, Any] | None, code: int | None) -> None:
        if code != -signal.SIGKILL:
            self.violations.append(f"the room ended with {code} by itself")
            return
        self.kills += 1
        waited = any(player.pending is not None for player in self.players)
        inside = waited and plan.point != "answered"
        self.between += inside
        self.showdowns += inside and note is not None and bool(note.get("showdown"))
        self.by_point[plan.point] = self.by_point.get(plan.point, 0) + 1

    def _receive(self, pipe: Connection) -> tuple[int, Any]:
        if not pipe.poll(SECONDS):
            self.violations.append("the room hangs")
            raise EOFError
        try:
            data = pipe.recv_bytes()
        except ConnectionResetError:
            raise EOFError from None
        message = json.loads(data[1:])
        if message["type"] == "failed":
            self.violations.append(message["error"])
            raise EOFError
        return int(data[:1]), message

    def _join(self, pipe: Connection) -> None:
        """The first update of every connection."""
        waiting = set(range(len(self.players)))
        while waiting:
            index, message = self._receive(pipe)
            self._take(index, message)
            waiting.discard(index)

    def _take(self, index: int, message: Any) -> None:
        player = self.players[index]
        match message["type"]:
            case "update":
                player.update = message
            case "accepted":
                known = player.accepted.setdefault(message["id"], message["seq"])
                if known != message["seq"]:
                    self.violations.append(f"{message['id']}: accepted as {known}, then as {message['seq']}")
                if player.pending is not None and player.pending["id"] == message["id"]:
                    player.pending = None
            case "refused":
                if player.pending is not None and player.pending["id"] == message["id"]:
                    self.violations.append(f"{player.pending} refused: {message['code']}")
                    player.pending = None
            case _:
                pass

    def _compare(self, before: list[tuple[Any, Any]]) -> None:
        """The same hand, the same cards, the same turn; what was not answered may have happened."""
        waited = any(player.pending is not None for player in self.players)
        newest = max((seq for player in self.players for seq in player.accepted.values()), default=0)
        for player, (update, cards) in zip(self.players, before, strict=True):
            if update is None:
                continue
            self.resumed += 1
            if player.update["seq"] < update["seq"]:
                self.violations.append(f"row {update['seq']} was told, the room begins at {player.update['seq']}")
            now = player.cards
            if cards is not None and now is not None and cards[0] == now[0] and cards[1] != now[1]:
                self.violations.append(f"other cards in hand {cards[0]}: {cards[1]} became {now[1]}")
            if waited or update["seq"] < newest:
                continue  # more may have happened than this player was told
            was, new = update["view"], player.update["view"]
            if new["hand_number"] == was["hand_number"] and cards is not None and _told(was) != _told(new):
                self.violations.append(f"hand {was['hand_number']} resumed otherwise: {_told(was)} became {_told(new)}")

    def _resend(self, pipe: Connection) -> None:
        for index, player in enumerate(self.players):
            if player.pending is not None:
                self.resent += 1
                pipe.send_bytes(b"%d" % index + json.dumps(player.pending).encode())

    def _play(self, pipe: Connection, plan: Plan, pid: int) -> dict[str, Any] | None:
        """Play until the room dies; its last words, if it had any."""
        note: dict[str, Any] | None = None
        sent = 0
        while True:
            for index, player in enumerate(self.players):
                request = self._request(index, player)
                if request is None:
                    continue
                player.pending = request
                try:
                    pipe.send_bytes(b"%d" % index + json.dumps(request).encode())
                except (BrokenPipeError, ConnectionResetError):
                    return note
                sent += 1
                if plan.point == "never" and sent == plan.nth + PLAYERS:
                    time.sleep(self._rng.random() * 0.01)
                    os.kill(pid, signal.SIGKILL)
            try:
                index, message = self._receive(pipe)
            except EOFError:
                return note
            if message["type"] == "dying":
                note = message
            else:
                self._take(index, message)

    def _request(self, index: int, player: Player) -> dict[str, Any] | None:
        """What this player asks now, if it is for them to ask."""
        if player.pending is not None or player.update is None:
            return None
        view = player.update["view"]
        if view["you"] is None:
            return self._new(type="sit", seat=index + 1, chips=STACK)
        own = next(one for one in view["players"] if one["seat"] == view["you"]["seat"])
        if own["chips"] == 0 and own["sitting_out"] and view["you"]["top_up"] is not None:
            return self._new(type="top_up", chips=STACK)
        hand, turn = view["hand"], view["clock"]["turn"]
        if hand is None or hand["legal"] is None or turn <= player.answered_turn:
            return None
        player.answered_turn = turn
        action = choose(msgspec.convert(hand["legal"], LegalActions), self._rng)
        return self._new(type=SENT[type(action)], turn=turn, **_amount(action))

    def _new(self, **message: Any) -> dict[str, Any]:
        self._count += 1
        return {"id": f"a{self._count}", **message}


def _forkserver() -> ForkServerContext:
    """Processes forked from one that has imported everything: a life begins in a few milliseconds."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["server.crash_room", "sqlalchemy.dialects.sqlite"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    forkserver.ensure_running()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
    return context


def _amount(action: Action) -> dict[str, int]:
    return {"to": action.amount} if isinstance(action, actions.BetTo | actions.RaiseTo) else {}


def _told(view: Any) -> Any:
    """What must be the same after a restart: all but the deadline."""
    clock = {key: view["clock"][key] for key in ("waiting", "turn", "seat")}
    return clock, view["hand"], view["players"], view["button"]


async def _new_room(folder: Path) -> list[str]:
    store = await Store.open(folder)
    players = []
    for index in range(PLAYERS):
        account, _ = await store.accounts.new_guest(f"P{index}", 1)
        await store.ledger.issue_chips(account.id, CHIPS, 1)
        players.append(account.id)
    await store.close()
    return players


async def _examine(folder: Path, table: Table, players: list[str]) -> dict[str, int]:
    """The books and the log after the last death."""
    store = await Store.open(folder)
    room = Room(store, "build", "key")
    try:
        await room.open({TABLE: CONFIG}, 0)  # audits the books, and the stacks against them
        rows = await store.read(TABLE)
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            table.violations.append("the log has gaps")
        stored = {(row.player_id, row.action_id): row.seq for row in rows if row.action_id is not None}
        if len(stored) != sum(row.action_id is not None for row in rows):
            table.violations.append("an action is stored twice")
        for player, client in zip(players, table.players, strict=True):
            for action_id, seq in client.accepted.items():
                found = stored.get((player, action_id))
                if found != seq:
                    table.violations.append(f"{action_id} was accepted as row {seq} and is {found}")
        issued = -await store.ledger.balance(ISSUE)
        if issued != PLAYERS * CHIPS:
            table.violations.append(f"{issued} chips, {PLAYERS * CHIPS} were made")
        accepted = sum(len(client.accepted) for client in table.players)
        return {"rows": len(rows), "hands": room.tables[TABLE].state.hand_number, "accepted": accepted}
    finally:
        room.close()
        await store.close()


def run_kills(count: int, seed: int, mutant: str = "") -> dict[str, Any]:
    """Kill a room `count` times; what happened, with every violation in words.

    `between` are kills between an action's arrival and its answer, `showdowns` those of them at a showdown or when
    hands are turned up for an all-in; `resumed` are connections whose picture was compared after a restart. `mutant`
    breaks the room on purpose, to see that it is found.
    """
    total: Counter[str] = Counter()
    by_point: Counter[str] = Counter()
    violations: list[str] = []
    while total["kills"] < count and not violations:
        table, figures = _one_room(min(A_ROOM, count - total["kills"]), seed + total["kills"], mutant)
        for name in ("kills", "between", "showdowns", "resumed", "resent"):
            total[name] += getattr(table, name)
        total.update(figures)
        by_point.update(table.by_point)
        violations += table.violations
    return {**total, "by_point": dict(sorted(by_point.items())), "violations": violations}


def _one_room(count: int, seed: int, mutant: str) -> tuple[Table, dict[str, int]]:
    folder = Path(tempfile.mkdtemp(prefix="omaha8-kills-"))
    try:
        players = asyncio.run(_new_room(folder))
        table = Table(folder, players, seed, mutant)
        while table.kills < count and not table.violations:
            table.live_and_die()
        return table, asyncio.run(_examine(folder, table, players))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    result = run_kills(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    sys.stdout.write(json.dumps(result, indent=2) + "\n")
    sys.exit(1 if result["violations"] else 0)
