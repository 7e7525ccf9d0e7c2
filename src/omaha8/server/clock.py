"""The room's clock: wall time at the start of the process, monotonic from there, so that it never jumps."""

import time


class RoomClock:
    """Milliseconds since 1970, as of a clock that nobody can set while the room runs."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Now, in ms."""
        return (time.monotonic_ns() + self._offset) // 1_000_000
