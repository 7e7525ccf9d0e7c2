"""The bot of the examples, as anybody would run it, at a table with a house player."""

import contextlib
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from websockets import Origin
from websockets.sync.client import connect

from running_room import RunningRoom

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
HANDS = 3


@contextlib.contextmanager
def watched(room: RunningRoom, table: str) -> Iterator[None]:
    """Somebody looks on: with programs alone a table stands still."""
    with connect(f"ws://127.0.0.1:{room.port}/api/tables/{table}/socket", origin=Origin(room.url)) as socket:
        reader = Thread(target=deque, args=(socket, 0))
        reader.start()
        yield
    reader.join()


def test_the_example_plays_hands_and_leaves_with_its_chips(tmp_path: Path) -> None:
    room = RunningRoom(tmp_path, bots=1)
    room.start()
    try:
        command = [sys.executable, str(BOT), room.url, "duel", room.bot_token("Caller"), "--hands", str(HANDS)]
        with watched(room, "duel"):
            done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
        tables = room.ask("/api/tables")["tables"]
    finally:
        room.stop()
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"hands played: {number}" for number in range(1, HANDS + 1)]
    assert [len(table["taken"]) for table in tables if table["id"] == "duel"] == [1]
