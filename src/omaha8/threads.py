"""Work in pieces, shared among threads: answers in order, in memory that neither cores nor pieces can exhaust."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Piece = TypeVar("Piece")
Found = TypeVar("Found")

_MEMORY = 16 << 20
"""Bytes that all threads together may need for what they work on."""
_STARTED = 2
"""Pieces for each thread that are worked on, or done and not yet taken: enough that no thread waits."""


def threads_for(bytes_each: int) -> int:
    """Return how many threads to use where each needs so many bytes: one a processor, or as many as there is room for.

    At least one.
    """
    return min(os.cpu_count() or 1, max(1, _MEMORY // bytes_each))


def in_order(work: Callable[[Piece], Found], pieces: Iterable[Piece], threads: int) -> Iterator[Found]:
    """Yield `work(piece)` of each piece, in their order.

    Threads gain time where most of the work lets the interpreter's lock go, as kernels and numpy do. The first piece is
    worked on before there are any: what must be loaded for it is, once, where all that is loaded lies. Of threads that
    load together each would keep megabytes of its own for what it needed for that.
    """
    rest = iter(pieces)
    for piece in islice(rest, 1):
        yield work(piece)
    with ThreadPoolExecutor(threads) as pool:
        started = deque(pool.submit(work, piece) for piece in islice(rest, _STARTED * threads))
        while started:
            found = started.popleft().result()
            started.extend(pool.submit(work, piece) for piece in islice(rest, 1))
            yield found
