"""Two stores on one file: whatever they append at once, the log neither forks nor has a gap."""

import asyncio
from pathlib import Path

from store.rooms import opened, row, sql

from omaha8.store import Appended, Conflict, Duplicate

ROUNDS = 500


def test_of_two_rivals_exactly_one_wins(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as left, opened(folder) as right:
            winners = []
            for seq in range(1, ROUNDS + 1):
                results = await asyncio.gather(
                    left.append(row("one", seq, player="ann", action=f"a{seq}")),
                    right.append(row("one", seq, player="bob", action=f"b{seq}")),
                )
                assert sorted(results, key=str) == [Appended(seq), Conflict()]
                winners.append("ann" if results[0] == Appended(seq) else "bob")
            for store in (left, right):
                log = await store.read("one")
                assert [found.seq for found in log] == list(range(1, ROUNDS + 1))
                assert [found.player_id for found in log] == winners
            assert await sql(left, "SELECT seq FROM room_table") == [(ROUNDS,)]

    asyncio.run(scenario())


def test_one_action_through_both_is_stored_once(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as left, opened(folder) as right:
            for seq in range(1, 101):
                same = row("one", seq, player="ann", action=f"a{seq}")
                results = await asyncio.gather(left.append(same), right.append(same))
                assert sorted(results, key=str) == [Appended(seq), Duplicate(seq)]
            assert len(await left.read("one")) == 100

    asyncio.run(scenario())
