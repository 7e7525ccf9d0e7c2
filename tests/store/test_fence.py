"""Two stores on one file: whatever they append at once, the log neither forks nor has a gap."""

import asyncio
import itertools
from pathlib import Path

from omaha8.store import Append, Appended, AppendResult, Conflict, Duplicate, Store, StoreError
from store.rooms import opened, row, sql

TABLES = [f"t{number}" for number in range(5)]
ROUNDS = 100


async def append(store: Store, each: Append) -> AppendResult:
    """Append, waiting for the other store as long as it takes."""
    while True:
        try:
            return await store.append(each)
        except StoreError as error:
            if error.code != "locked":
                raise


def test_of_two_rivals_exactly_one_wins(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as left, opened(folder) as right:
            winners: dict[str, list[str]] = {table: [] for table in TABLES}
            for seq in range(1, ROUNDS + 1):

                async def race(table: str, seq: int = seq) -> None:
                    rivals = [(left, "ann"), (right, "bob")][:: 1 if seq % 2 else -1]  # each is first half of the time
                    appends = [append(store, row(table, seq, player=name, action=f"a{seq}")) for store, name in rivals]
                    results = await asyncio.gather(*appends)
                    assert sorted(results, key=str) == [Appended(seq), Conflict()]
                    winners[table].append(rivals[results.index(Appended(seq))][1])

                await asyncio.gather(*map(race, TABLES))
            assert {"ann", "bob"} == {winner for table in TABLES for winner in winners[table]}
            for store, table in itertools.product((left, right), TABLES):
                log = await store.read(table)
                assert [found.seq for found in log] == list(range(1, ROUNDS + 1))
                assert [found.player_id for found in log] == winners[table]
            assert await sql(left, "SELECT DISTINCT seq FROM room_table") == [(ROUNDS,)]

    asyncio.run(scenario())


def test_one_action_through_both_is_stored_once(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as left, opened(folder) as right:
            for seq in range(1, 51):
                same = row("one", seq, player="ann", action=f"a{seq}")
                results = await asyncio.gather(append(left, same), append(right, same))
                assert sorted(results, key=str) == [Appended(seq), Duplicate(seq)]
            assert len(await left.read("one")) == 50

    asyncio.run(scenario())
