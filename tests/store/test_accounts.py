"""Accounts and their secrets: found by what proves them, and by nothing else."""

import asyncio
from pathlib import Path

import pytest

from omaha8.store import Account, AccountError, AccountKind
from omaha8.store.accounts import SEEN_EVERY
from omaha8.store.database import FILE_NAME
from store.rooms import opened, sql


def test_a_guest_comes_back_by_the_session(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            ann, token = await store.accounts.new_guest("Ann", 100)
            other, other_token = await store.accounts.new_guest("Ann", 100)
        assert ann == Account(id=ann.id, name="Ann", kind=AccountKind.GUEST, created_at=100)
        assert ann.id != other.id
        assert token != other_token
        assert len(token) >= 43  # 256 bits
        async with opened(folder) as store:
            assert await store.accounts.of_session(token, 200) == ann
            assert await store.accounts.of_session(other_token, 200) == other
            assert await store.accounts.find(ann.id) == ann
            for wrong in ("", token[:-1], token.lower(), ann.id):
                assert await store.accounts.of_session(wrong, 200) is None
            assert await store.accounts.of_bot_token(token) is None
            assert await store.accounts.find("nobody") is None

    asyncio.run(scenario())


def test_a_visit_is_noted_not_too_often(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            _, token = await store.accounts.new_guest("Ann", 0)
            for at, seen in ((SEEN_EVERY - 1, 0), (SEEN_EVERY, SEEN_EVERY), (SEEN_EVERY + 5, SEEN_EVERY)):
                await store.accounts.of_session(token, at)
                assert await sql(store, "SELECT last_seen FROM session") == [(seen,)]

    asyncio.run(scenario())


def test_a_new_name(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            ann, token = await store.accounts.new_guest("Ann", 1)
            bot, _ = await store.accounts.new_bot_token("robo", 1)
            await store.accounts.new_bot_token("mechano", 1)
            await store.accounts.rename(ann.id, "robo")
            renamed = await store.accounts.of_session(token, 2)
            assert renamed is not None
            assert renamed.name == "robo"
            with pytest.raises(AccountError) as refused:
                await store.accounts.rename(bot.id, "mechano")
            assert refused.value.code == "name_taken"
            with pytest.raises(AccountError) as refused:
                await store.accounts.rename("nobody", "x")
            assert refused.value.code == "no_such_account"

    asyncio.run(scenario())


def test_a_program_has_one_token_the_last_one(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            accounts = store.accounts
            robo, token = await accounts.new_bot_token("robo", 1)
            other, others = await accounts.new_bot_token("aard", 1)
            assert robo.kind is AccountKind.BOT
            assert await accounts.of_bot_token(token) == robo
            assert await accounts.of_session(token, 1) is None
            again, new_token = await accounts.new_bot_token("robo", 3)
            assert again == robo
            assert await accounts.of_bot_token(token) is None
            assert await accounts.of_bot_token(new_token) == robo
            assert await accounts.of_bot_token(others) == other

    asyncio.run(scenario())


def test_a_house_player_is_one_account_for_ever(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            players = await asyncio.gather(*(store.accounts.house("Olga", at) for at in range(5)))
            assert len(set(players)) == 1
            assert players[0].kind is AccountKind.HOUSE
            bot, _ = await store.accounts.new_bot_token("Olga", 9)
            assert bot.id != players[0].id

    asyncio.run(scenario())


def test_the_host_link_works_once(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            accounts = store.accounts
            ann, token = await accounts.new_guest("Ann", 1)
            bob, _ = await accounts.new_guest("Bob", 1)
            bot, _ = await accounts.new_bot_token("robo", 1)
            old = await accounts.new_host_key(2)
            key = await accounts.new_host_key(3)
            assert not await accounts.redeem_host_key(old, ann.id)
            assert not await accounts.redeem_host_key("", ann.id)
            for stranger in ("nobody", bot.id):
                with pytest.raises(AccountError):
                    await accounts.redeem_host_key(key, stranger)
            results = await asyncio.gather(*(accounts.redeem_host_key(key, one.id) for one in (ann, bob)))
            assert results == [True, False]
            host = await accounts.of_session(token, 4)
            assert host is not None
            assert host.kind is AccountKind.HOST
            # On the next start there is a new link; a host may use it, and stays one.
            assert await accounts.redeem_host_key(await accounts.new_host_key(5), ann.id)

    asyncio.run(scenario())


def test_no_secret_is_in_the_file(folder: Path) -> None:
    async def scenario() -> list[str]:
        async with opened(folder) as store:
            _, session = await store.accounts.new_guest("Ann", 1)
            _, bot = await store.accounts.new_bot_token("robo", 1)
            return [session, bot, await store.accounts.new_host_key(1)]

    secrets = asyncio.run(scenario())
    content = (folder / FILE_NAME).read_bytes()
    assert b"robo" in content
    assert not [secret for secret in secrets if secret.encode() in content]
