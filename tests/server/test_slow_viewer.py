"""A viewer who reads too slowly is cut off, waits nobody up, and comes back by the ordinary way."""

import asyncio
from pathlib import Path

import pytest

from omaha8.hand import actions
from omaha8.server.viewer import MAX_BYTES, MAX_MESSAGES, CutOffError, Viewer
from omaha8.server.wire import Said
from server.rooms import START, opened


def test_messages_come_in_order() -> None:
    async def scenario() -> list[bytes]:
        viewer = Viewer(None, "", is_person=True)
        for number in range(MAX_MESSAGES):
            viewer.send(b"%d" % number)
        return [await viewer.receive() for _ in range(MAX_MESSAGES)]

    assert asyncio.run(scenario()) == [b"%d" % number for number in range(MAX_MESSAGES)]


@pytest.mark.parametrize(
    ("size", "most"), [(1, MAX_MESSAGES), (MAX_BYTES // 4, 4), (MAX_BYTES // 2 + 1, 1), (MAX_BYTES + 1, 0)]
)
def test_what_is_too_much_cuts_the_viewer_off(size: int, most: int) -> None:
    async def scenario() -> None:
        viewer = Viewer(None, "", is_person=True)
        for _ in range(most):
            viewer.send(b"x" * size)
        assert len(viewer._outbox) == most
        viewer.send(b"x" * size)
        assert len(viewer._outbox) == 0, "its memory is given back at once"
        viewer.send(b"x" * size)
        with pytest.raises(CutOffError):
            await asyncio.wait_for(viewer.receive(), 1)

    asyncio.run(scenario())


def test_a_viewer_who_keeps_up_may_be_sent_any_number() -> None:
    async def scenario() -> None:
        viewer = Viewer(None, "", is_person=True)
        for _ in range(20 * MAX_MESSAGES):
            viewer.send(b"x" * 10_000)
            assert await viewer.receive() == b"x" * 10_000

    asyncio.run(scenario())


def test_who_waits_for_a_message_is_woken_by_it() -> None:
    async def scenario() -> None:
        viewer = Viewer(None, "", is_person=True)
        waiting = asyncio.create_task(viewer.receive())
        await asyncio.sleep(0)
        assert not waiting.done()
        viewer.send(b"a")
        assert await waiting == b"a"

    asyncio.run(scenario())


def test_the_others_play_on_and_the_slow_one_comes_back(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, _ = await room.sit("ann", 1), await room.sit("ben", 2)
            slow = Viewer(None, "", is_person=True)
            await room.table.join(slow)
            await room.wait()
            for number in range(MAX_MESSAGES):
                room.table.say(Said("ann", 1, f"line {number}", START))
            await room.act(actions.Call())
            assert ann.last["seq"] == room.table.seq
            with pytest.raises(CutOffError):
                await slow.receive()
            await room.table.leave(slow)
            again = await room.tab(None)
            assert again.last["seq"] == room.table.seq
            await room.act(actions.Check())
            assert again.last["seq"] == ann.last["seq"] == room.table.seq
            assert again.last["view"] == {**ann.last["view"], **_of_a_spectator(again.last["view"])}

    def _of_a_spectator(view: dict[str, object]) -> dict[str, object]:
        return {key: view[key] for key in ("hand", "buy_in", "waiting_list", "you")}

    asyncio.run(scenario())
