"""Killed at any moment, the store keeps what it acknowledged, whole commands only, and the chips add up."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from store import crash_child
from store.rooms import opened

QUICK = 20
DEEP = 200


async def _new_player(folder: Path) -> str:
    async with opened(folder, *crash_child.TABLES) as store:
        player, _ = await store.accounts.new_guest("Ann", 1)
        await store.ledger.issue_chips(player.id, 1_000_000, 1)
        return player.id


def _killed(child: "subprocess.Popen[str]", seconds: float) -> dict[str, int]:
    """The last acknowledged row by table of a process that is killed so long after its first acknowledgement."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(f"{seconds}\n")
    child.stdin.flush()
    acknowledged = {}
    while (line := child.stdout.readline().strip()) != "killed":
        if line.count(" ") == 1:  # the last one may be cut short
            table, seq = line.split()
            acknowledged[table] = int(seq)
        assert child.poll() is None
    return acknowledged


async def _check(folder: Path, player: str, acknowledged: dict[str, int]) -> int:
    """The number of rows there are; every acknowledged one is, and those there are have all that belongs to them."""
    async with opened(folder) as store:
        assert await store.ledger.audit() == []
        rows = 0
        at_tables = 0
        for table in await store.tables():
            log = await store.read(table.id)
            assert [found.seq for found in log] == list(range(1, table.seq + 1))
            assert table.seq >= acknowledged.get(table.id, 0)
            rows += table.seq
            # The table's last command says what must lie where.
            hand_runs = table.seq >= 4 and table.seq % 4 in {0, 1}
            assert (await store.deck(table.id, table.seq // 4) is not None) == hand_runs
            seated = table.seq % 4 in {1, 2}
            chips = sum((await store.ledger.escrow(table.id)).values())
            assert chips == (1 + table.seq // 4 % 50 if seated else 0)
            at_tables += chips
        assert await store.ledger.balance(f"wallet:{player}") == 1_000_000 - at_tables
        return rows


@pytest.mark.parametrize("kills", [QUICK, pytest.param(DEEP, marks=pytest.mark.deep)])
def test_killed_at_random(folder: Path, kills: int) -> None:
    rng = random.Random(kills)
    player = asyncio.run(_new_player(folder))
    arguments = [sys.executable, "-m", "store.crash_child", str(folder), player]
    rows = 0
    with subprocess.Popen(
        arguments, cwd=Path(__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        for _ in range(kills):
            acknowledged = _killed(child, rng.uniform(0, 0.06))
            assert acknowledged
            before, rows = rows, asyncio.run(_check(folder, player, acknowledged))
            assert rows > before
