"""The bounds of a connection: how much may wait for it, and how fast it may send.

A viewer that reads too slowly is cut off and never waited for.
"""

import asyncio
import time
from collections import deque

MAX_MESSAGES = 64
MAX_BYTES = 256 * 1024
BURST = 20
PER_SECOND = 4.0


class CutOffError(Exception):
    """The viewer reads too slowly, or its token is worthless now; it must connect again to be sent the whole table."""


class Viewer:
    """Who watches a table over one connection; `player` is `None` for somebody the room does not know.

    A program with a token is no person: for programs alone a table deals no hands.
    """

    def __init__(self, player: str | None, name: str, *, is_person: bool) -> None:
        self.player = player
        self.name = name
        self.is_person = is_person
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._cut_off = False
        self._ready = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Queue a message; never waits. Too much of it, and the viewer is cut off."""
        if len(self._outbox) >= MAX_MESSAGES or self._bytes + len(data) > MAX_BYTES:
            self.cut_off()
        if not self._cut_off:
            self._outbox.append(data)
            self._bytes += len(data)
        self._ready.set()

    def cut_off(self) -> None:
        """Send no more; the next `receive` raises `CutOffError`."""
        self._cut_off = True
        self._outbox.clear()
        self._ready.set()

    async def receive(self) -> bytes:
        """The next queued message, when there is one."""
        while not self._outbox:
            if self._cut_off:
                raise CutOffError
            self._ready.clear()
            await self._ready.wait()
        data = self._outbox.popleft()
        self._bytes -= len(data)
        return data


class Allowance:
    """How fast messages may come: a burst, then a steady rate."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()
        self.refusals = 0

    def take(self) -> bool:
        """Whether one more message is within it."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            self.refusals += 1
            return False
        self._left -= 1
        return True
