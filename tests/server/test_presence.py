"""Who is there: connections lost and found again, and tables that nobody watches."""

import asyncio
from pathlib import Path

import pytest

from omaha8.hand import actions
from omaha8.rules import TableRules
from omaha8.server import live
from omaha8.server.viewer import Viewer
from omaha8.table.events import Waiting
from server.rooms import CONFIG, Tab, TestRoom, opened, reopened

RECONNECT = CONFIG.rules.reconnect_time


def connected(room: TestRoom, seat: int) -> bool:
    sitting = room.table.state.seats[seat - 1]
    assert sitting is not None
    return sitting.connected


async def two_in_a_hand(room: TestRoom) -> dict[str, Tab]:
    tabs = {"ann": await room.sit("ann", 1), "ben": await room.sit("ben", 2)}
    await room.wait()
    return tabs


def test_a_connection_is_lost_with_the_last_socket_only(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            first = await room.sit("ann", 1)
            second = await room.tab("ann")
            watcher = await room.tab(None)
            await room.table.leave(first)
            assert connected(room, 1)
            assert "player_offline" not in [event["type"] for u in watcher.updates for event in u["events"]]
            await room.table.leave(second)
            assert not connected(room, 1)
            assert [event["type"] for event in watcher.last["events"]] == ["player_offline"]
            await room.tab("ann")
            assert connected(room, 1)
            assert [event["type"] for event in watcher.last["events"]] == ["player_online"]

    asyncio.run(scenario())


def test_a_spectator_who_leaves_loses_no_connection(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await room.sit("ann", 1)
            seq = room.table.seq
            for tab in (await room.tab(None), await room.tab("eve")):
                await room.table.leave(tab)
            assert room.table.seq == seq

    asyncio.run(scenario())


def test_coming_back_in_time_gives_20_seconds_once_a_turn(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            tabs = await two_in_a_hand(room)
            name = room.to_act
            deadline = room.table.state.clock.deadline
            assert deadline is not None
            for extended in (RECONNECT, RECONNECT):
                await room.table.leave(tabs[name])
                room.clock.time += 1000
                tabs[name] = await room.tab(name)
                assert room.table.state.clock.deadline == deadline + extended
                assert tabs[name].last["view"]["clock"]["extended"]
            await room.act(actions.Call())
            later = room.table.state.clock.deadline
            assert later == room.clock.time + CONFIG.rules.time_to_act

    asyncio.run(scenario())


def test_who_waits_for_another_gets_no_extra_time_by_reconnecting(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            tabs = await two_in_a_hand(room)
            waits = "ben" if room.to_act == "ann" else "ann"
            deadline = room.table.state.clock.deadline
            await room.table.leave(tabs[waits])
            await room.tab(waits)
            assert room.table.state.clock.deadline == deadline

    asyncio.run(scenario())


def test_a_hand_goes_on_to_its_end_when_everybody_has_gone(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            tabs = await two_in_a_hand(room)
            for tab in tabs.values():
                await room.table.leave(tab)
            assert room.table._timer is not None
            while room.table.state.hand_runs:
                await room.wait()
            assert room.chips() == 200

    asyncio.run(scenario())


@pytest.mark.parametrize("watcher", ["guest", "nobody"])
def test_a_table_of_programs_deals_only_while_a_person_watches(folder: Path, watcher: str) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await room.sit("ann", 1, is_person=False)
            await room.sit("ben", 2, is_person=False)
            table = room.table
            assert table.state.clock.waiting is Waiting.NEXT_HAND
            assert table._timer is None
            person = await room.tab("eve" if watcher == "guest" else None)
            assert table._timer is not None
            await table.leave(person)
            assert table._timer is None
            await room.tab(None)
            assert table._timer is not None

    asyncio.run(scenario())


def test_the_pause_begins_to_deal_by_itself_when_a_person_comes(folder: Path) -> None:
    quick = TableRules(seats=6, between_hands=1)
    config = type(CONFIG)(name="Quick", rules=quick, rotation=CONFIG.rotation, min_buy_in=20, max_buy_in=200)

    async def scenario() -> None:
        async with opened(folder, config) as room:
            await room.sit("ann", 1, is_person=False)
            await room.sit("ben", 2, is_person=False)
            room.clock.time += 10
            await asyncio.sleep(0.05)
            assert room.table.state.hand_number == 0
            await room.tab(None)
            for _ in range(200):
                if room.table.state.hand_runs:
                    break
                await asyncio.sleep(0.01)
            assert room.table.state.hand_number == 1

    asyncio.run(scenario())


def test_who_does_not_come_back_after_a_restart_has_lost_the_connection(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
        async with reopened(room, folder) as again:
            await again.tab("ann")
            assert connected(again, 1)
            assert connected(again, 2)
            await again.table._call_roll()
            assert connected(again, 1)
            assert not connected(again, 2)

    asyncio.run(scenario())


def test_a_closed_table_does_nothing_more(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ABSENT_AFTER_SECONDS", 0.05)

    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
        async with reopened(room, folder) as again:
            again.table.close()
            seq = again.table.seq
            await asyncio.sleep(0.2)
            assert again.table.seq == seq

    asyncio.run(scenario())


def test_a_viewer_is_sent_the_whole_table_first(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            late = await room.tab(None)
            assert late.last["events"] == []
            assert late.last["seq"] == room.table.seq
            assert len(late.last["view"]["hand"]["seats"]) == 2

    asyncio.run(scenario())


def test_a_viewer_who_left_is_told_nothing_more(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            gone: Viewer = await room.tab(None)
            assert isinstance(gone, Tab)
            await room.table.leave(gone)
            sent = len(gone.bytes_sent)
            await room.act(actions.Call())
            assert len(gone.bytes_sent) == sent

    asyncio.run(scenario())
