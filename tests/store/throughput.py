"""`python -m store.throughput FOLDER`, in `tests`: how fast the store is on the disk that the folder lies on.

Prints rows a second with writers that each wait for their own row, then the time (ms) from an append to its
acknowledgement at a hundred rows a second. The folder is one for this alone; what is in it stays.
"""

import asyncio
import time
from pathlib import Path

import click

from omaha8.hand.events import Called, Folded
from omaha8.store import Appended, Store
from omaha8.table.events import ClockSet, TableEvent, Waiting
from store.rooms import CONFIG, row

EVENTS: tuple[TableEvent, ...] = (
    Called(3, 40),
    Folded(4),
    ClockSet(waiting=Waiting.ACTION, turn=7, seat=5, deadline=9),
)


async def _act(store: Store, table: str, seq: int) -> None:
    acting = row(table, seq, player="ann", action=f"a{seq}", events=EVENTS, deadline_at=seq)
    assert await store.append(acting) == Appended(seq)


async def throughput(store: Store, heads: dict[str, int], rows: int) -> float:
    """Rows a second, a writer for each table."""

    async def write(table: str) -> None:
        for _ in range(rows):
            heads[table] += 1
            await _act(store, table, heads[table])

    begun = time.perf_counter()
    await asyncio.gather(*map(write, heads))
    return len(heads) * rows / (time.perf_counter() - begun)


async def latencies(store: Store, heads: dict[str, int], rate: int, seconds: float) -> list[float]:
    """Milliseconds of each append, sorted, at `rate` a second."""
    taken: list[float] = []

    async def measure(table: str, seq: int) -> None:
        begun = time.perf_counter()
        await _act(store, table, seq)
        taken.append((time.perf_counter() - begun) * 1000)

    tasks = []
    start = time.perf_counter()
    names = list(heads)
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        table = names[number % len(names)]
        heads[table] += 1
        tasks.append(asyncio.create_task(measure(table, heads[table])))
    await asyncio.gather(*tasks)
    return sorted(taken)


async def measure(folder: Path, writers: int, rows: int) -> None:
    store = await Store.open(folder)
    await store.create_missing({f"t{number}": CONFIG for number in range(writers)})
    heads = {table.id: table.seq for table in await store.tables()}
    speed = await throughput(store, heads, rows)
    click.echo(f"{writers} writers: {speed:,.0f} rows/s")
    taken = await latencies(store, heads, 100, 10)
    p50, p99 = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
    click.echo(f"at 100 rows/s: p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {taken[-1]:.1f} ms")
    await store.close()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--writers", default=64, show_default=True)
@click.option("--rows", default=100, show_default=True, help="Rows by each writer.")
def main(folder: Path, writers: int, rows: int) -> None:
    """Measure the store in FOLDER."""
    asyncio.run(measure(folder, writers, rows))


if __name__ == "__main__":
    main()
