"""Private settings: sent to their owner only, kept over a restart, and used up by what they cause."""

import asyncio
from pathlib import Path

from omaha8.hand import actions
from omaha8.table.commands import Preferences
from server.rooms import TABLE, TestRoom, opened, reopened

SIT_OUT = Preferences(sit_out_next_hand=True)


async def settled(room: TestRoom, player: str, preferences: Preferences | None) -> bool:
    """Whether the settings become these soon."""
    for _ in range(500):
        if (await room.store.tableside.preferences(TABLE)).get(player) == preferences:
            return room.table.preferences.get(player) == preferences
        await asyncio.sleep(0.01)
    return False


def test_settings_are_sent_to_their_owner_only(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await room.sit("ann", 1), await room.sit("ben", 2)
            second, nobody = await room.tab("ann"), await room.tab(None)
            sent = [len(tab.bytes_sent) for tab in (ben, nobody)]
            seq = room.table.seq
            await room.table.set_preferences(room.players["ann"], Preferences(auto_muck=True))
            assert room.table.seq == seq, "no row of the log"
            assert [len(tab.bytes_sent) for tab in (ben, nobody)] == sent
            for tab in (ann, second):
                assert tab.last["preferences"]["auto_muck"] is True
            await room.wait()
            assert ann.last["preferences"]["auto_muck"] is True
            for tab in (ben, nobody):
                assert all(update["preferences"] is None for update in tab.updates)

    asyncio.run(scenario())


def test_sitting_out_the_next_hand_is_used_up_by_it(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "ben", "cleo"), 1):
                await room.sit(name, seat)
            ann = room.players["ann"]
            await room.wait()
            await room.table.set_preferences(ann, SIT_OUT)
            await room.fold_out()
            await room.wait()
            hand = room.table.state.hand
            assert hand is not None
            assert hand.numbers == (3, 2) or set(hand.numbers) == {2, 3}
            assert await settled(room, ann, Preferences())

    asyncio.run(scenario())


def test_a_setting_made_while_another_is_used_up_is_kept(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "ben", "cleo"), 1):
                await room.sit(name, seat)
            ann = room.players["ann"]
            await room.table.set_preferences(ann, SIT_OUT)
            made = Preferences(sit_out_next_hand=True, auto_muck=True)
            await asyncio.gather(room.wait(), room.table.set_preferences(ann, made))
            await asyncio.sleep(0.05)
            assert room.table.preferences[ann].auto_muck
            assert (await room.store.tableside.preferences(TABLE))[ann].auto_muck

    asyncio.run(scenario())


def test_settings_are_kept_over_a_restart(folder: Path) -> None:
    wanted = Preferences(auto_muck=True, post_now=True)

    async def scenario() -> None:
        async with opened(folder) as room:
            await room.sit("ann", 1)
            await room.table.set_preferences(room.players["ann"], wanted)
        async with reopened(room, folder) as again:
            tab = await again.tab("ann")
            assert tab.last["preferences"] == {"post_now": True, "auto_muck": True, "sit_out_next_hand": False}

    asyncio.run(scenario())


def test_who_always_mucks_is_never_asked(folder: Path) -> None:
    async def played(auto: bool) -> set[str]:
        asked: set[str] = set()
        async with opened(folder) as room:
            tab = await room.tab(None)
            for seat, name in enumerate(("ann", "ben", "cleo"), 1):
                await room.sit(name, seat)
                await room.table.set_preferences(room.players[name], Preferences(auto_muck=auto))
            for _ in range(12):
                await room.wait()
                while room.table.state.hand_runs:
                    hand = room.table.state.hand
                    assert hand is not None
                    if hand.at_showdown:
                        await room.act(actions.Muck())
                        continue
                    owed = max(seat.bet for seat in hand.seats) > hand.seat(hand.to_act or 0).bet
                    await room.act(actions.Call() if owed else actions.Check())
            for update in tab.updates:
                if update["view"]["clock"]["waiting"] == "show":
                    asked.add(update["view"]["clock"]["seat"])
        return asked

    assert asyncio.run(played(auto=True)) == set()
