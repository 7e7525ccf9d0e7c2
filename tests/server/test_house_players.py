"""House players take their seats at every table, whatever the tables cost and however many open at once."""

import asyncio
from pathlib import Path

import structlog

from omaha8.server.room import Room
from omaha8.store import Store
from server.rooms import CONFIG

TABLES = 12
EACH = 3


def test_house_players_sit_down_everywhere_at_once(folder: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(folder)
        room = Room(store, "build", "key")
        try:
            with structlog.testing.capture_logs() as logged:
                await room.open({f"t{number}": CONFIG for number in range(TABLES)}, EACH)
                async with asyncio.timeout(20):
                    while sum(len(seats(room, table)) for table in room.tables) < TABLES * EACH:
                        await asyncio.sleep(0.01)
            assert logged == [], "nobody was refused anything"
            assert all(len(seats(room, table)) == EACH for table in room.tables)
            assert await store.ledger.audit() == []
        finally:
            room.close()
            await store.close()

    asyncio.run(scenario())


def seats(room: Room, table: str) -> list[str]:
    return [seat.player for seat in room.tables[table].state.seats if seat is not None]
