"""A room of its own for a test: the real server in a process of its own, on this machine, in a temporary folder."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

# House players take a second or two, as people like it; tests would wait for most of their time.
QUICK = "import omaha8.cli, omaha8.server.house as house; house.THINK_SECONDS = (0.02, 0.1); omaha8.cli.main()"
OPENING_SECONDS = 60  # a machine may be busy with other tests
STOPPING_SECONDS = 10

# Pauses between hands are short too, but long enough for a page to show a result.
TABLES = """
[tables.duel]
name = "Duel"
game = "fl 2/4"
buy_in = [40, 200]
seats = 2
options = { muck_time = 1500, between_hands = 1200 }

[tables.trio]
name = "Trio"
game = "pl 1/2"
buy_in = [40, 200]
seats = 3
options = { muck_time = 1500, between_hands = 1200 }
"""


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningRoom:
    """`omaha8 serve` with quick tables; `start` and `kill` as often as a test likes, on the same port and data."""

    def __init__(self, folder: Path, bots: int, public_host: str = "127.0.0.1") -> None:
        self.data = folder / "data"
        self.port = free_port()
        self.url = f"http://{public_host}:{self.port}"
        self._tables = folder / "tables.toml"
        self._tables.write_text(TABLES, encoding="utf-8")
        self._log = folder / "log.txt"
        self._bots = bots
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and return when it answers."""
        options = ["--port", str(self.port), "--data", str(self.data), "--tables", str(self._tables)]
        options += ["--bots", str(self._bots), "--public-url", self.url]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([sys.executable, "-c", QUICK, "serve", *options], stdout=log, stderr=log)
        until = time.monotonic() + OPENING_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"the room did not open:\n{self.log()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return bool(self.ask("/api/health")["ok"])
        except (urllib.error.URLError, ConnectionError):
            return False

    def ask(self, path: str) -> dict[str, Any]:
        """What the room answers to somebody unknown."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as response:
            answer: dict[str, Any] = json.load(response)
            return answer

    def log(self) -> str:
        """All that it has printed."""
        return self._log.read_text(encoding="utf-8")

    def bot_token(self, name: str) -> str:
        """A new bearer token for a program."""
        command = [sys.executable, "-c", QUICK, "bot", "token", name, "--data", str(self.data)]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout.strip()

    def kill(self) -> None:
        """End it with no chance to say goodbye, like a power cut."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does, unless it is over."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
