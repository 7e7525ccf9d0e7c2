"""Talk and private settings."""

import asyncio
from pathlib import Path

import pytest

from omaha8.errors import InputError
from omaha8.store import ChatLine
from omaha8.table.commands import Preferences
from store.rooms import opened


def test_talk_is_read_back_oldest_first(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one", "two") as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            lines = [
                ChatLine(table_id="one", at=5, account_id=ann.id, name="Ann", seat=seat, text=f"<b>{seat}</b> ♠")
                for seat in (None, 1, 2)
            ]
            for line in lines:
                await store.tableside.say(line)
            assert await store.tableside.recent("one", 9) == tuple(lines)
            assert await store.tableside.recent("one", 2) == tuple(lines[1:])
            assert await store.tableside.recent("two", 9) == ()
            for stranger in (("nowhere", ann.id), ("one", "nobody")):
                with pytest.raises(InputError):
                    await store.tableside.say(
                        ChatLine(table_id=stranger[0], at=5, account_id=stranger[1], name="X", seat=None, text="hi")
                    )

    asyncio.run(scenario())


def test_settings_are_one_players_at_one_table(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one", "two") as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            bob, _ = await store.accounts.new_guest("Bob", 1)
            tableside = store.tableside
            assert await tableside.preferences("one") == {}
            await tableside.set_preferences("one", ann.id, Preferences(post_now=True))
            await tableside.set_preferences("one", ann.id, Preferences(auto_muck=True))
            await tableside.set_preferences("one", bob.id, Preferences())
            assert await tableside.preferences("one") == {ann.id: Preferences(auto_muck=True), bob.id: Preferences()}
            assert await tableside.preferences("two") == {}
            with pytest.raises(InputError):
                await tableside.set_preferences("one", "nobody", Preferences())

    asyncio.run(scenario())
