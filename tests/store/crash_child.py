"""Appends to several tables, moving chips, until it is killed.

Each line on the standard input is a number of seconds: a process is forked, and killed so long after its first
acknowledgement. On the standard output: a line `table seq` for each acknowledgement, then `killed`. A forked process
first sends the last action of every table again.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from omaha8.cards import FULL_DECK, Deck
from omaha8.store import Append, Appended, Duplicate, Store
from omaha8.table.transfers import escrow, wallet
from store.rooms import move, row

TABLES = [f"t{number}" for number in range(6)]
DECK = Deck(FULL_DECK)


def command(table: str, seq: int, player: str) -> Append:
    """Row `seq` of a table: four in turn start a hand, buy in, end the hand, cash out."""
    chips = 1 + seq // 4 % 50
    mine, seat = wallet(player), escrow(table, player)
    hand = seq // 4
    match seq % 4:
        case 0:
            return row(table, seq, player=player, action=f"a{seq}", hand=hand, deck=DECK)
        case 1:
            return row(table, seq, player=player, action=f"a{seq}", transfers=(move("buy_in", mine, seat, chips),))
        case 2:
            return row(table, seq, player=player, action=f"a{seq}", hand=hand, erase_deck=True)
        case _:
            before = 1 + (seq - 2) // 4 % 50
            cash_out = move("cash_out", seat, mine, before)
            return row(table, seq, player=player, action=f"a{seq}", transfers=(cash_out,))


async def play(store: Store, table: str, head: int, player: str) -> None:
    if head > 0:
        assert await store.append(command(table, head, player)) == Duplicate(head)
    seq = head
    while True:
        seq += 1
        assert await store.append(command(table, seq, player)) == Appended(seq)
        os.write(1, f"{table} {seq}\n".encode())


async def main(folder: Path, player: str) -> None:
    store = await Store.open(folder)
    heads = {table.id: table.seq for table in await store.tables()}
    await asyncio.gather(*(play(store, table, heads[table], player) for table in TABLES))


def fork_and_kill(folder: Path, player: str, seconds: float) -> bytes:
    """What a forked process acknowledged until it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writing, 1)
        asyncio.run(main(folder, player))
        os._exit(0)
    os.close(writing)
    with open(reading, "rb", buffering=0) as pipe:
        said = pipe.read(1)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        said += pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it ended by itself"
    return said


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.buffer.write(fork_and_kill(Path(sys.argv[1]), sys.argv[2], float(line)) + b"\nkilled\n")
        sys.stdout.buffer.flush()
