"""Many commands in one transaction: each is stored or refused on its own."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from omaha8.cards import Deck
from omaha8.store import Appended, AppendError, LedgerError, NotPaid, StoreError
from omaha8.table.transfers import Transfer, escrow, wallet
from store.rooms import move, opened, row, sql

TABLES = [f"t{number}" for number in range(20)]


def test_one_that_cannot_be_paid_takes_nothing_back_of_the_others(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            player, _ = await store.accounts.new_guest("Ann", 1)
            await store.ledger.issue_chips(player.id, 1_000, 1)
            rows = [
                row(
                    table,
                    1,
                    transfers=(move("buy_in", wallet(player.id), escrow(table, player.id), 200),),
                    hand=1,
                    deck=Deck(()),
                )
                if number % 2
                else row(table, 1)
                for number, table in enumerate(TABLES)
            ]
            results = await asyncio.gather(*map(store.append, rows))
            paying = results[1::2]
            assert results[::2] == [Appended(1)] * 10
            assert paying == [Appended(1)] * 5 + [NotPaid(wallet(player.id))] * 5
            # Nothing of the refused ones is left: no row, no deck, no chips, and their place is free.
            logs = [len(await store.read(table)) for table in TABLES[1::2]]
            decks = [await store.deck(table, 1) is not None for table in TABLES[1::2]]
            seats = [await store.ledger.escrow(table) for table in TABLES[1::2]]
            assert logs == [1] * 5 + [0] * 5
            assert decks == [True] * 5 + [False] * 5
            assert seats == [{player.id: 200}] * 5 + [{}] * 5
            assert await store.ledger.balance(wallet(player.id)) == 0
            assert await store.append(row(TABLES[-1], 1)) == Appended(1)
            assert await store.ledger.audit() == []

    asyncio.run(scenario())


def test_the_second_of_two_transfers_may_spend_what_the_first_brings(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            player, _ = await store.accounts.new_guest("Ann", 1)
            await store.ledger.issue_chips(player.id, 100, 1)
            mine, seat = wallet(player.id), escrow("one", player.id)
            there, back = move("buy_in", mine, seat, 100), move("cash_out", seat, mine, 60)
            assert await store.append(row("one", 1, transfers=(back, there))) == NotPaid(seat)
            assert await store.append(row("one", 1, transfers=(there, back))) == Appended(1)
            assert await store.ledger.escrow("one") == {player.id: 40}

    asyncio.run(scenario())


def test_a_row_that_the_schema_refuses_hurts_its_sender_alone(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one", "two") as store:
            await store.append(row("one", 1, hand=1, deck=Deck(())))
            again = row("one", 2, hand=1, deck=Deck(()))
            results = await asyncio.gather(store.append(again), store.append(row("two", 1)), return_exceptions=True)
            assert isinstance(results[0], AppendError)
            assert results[0].code == "refused"
            assert results[1] == Appended(1)
            assert len(await store.read("one")) == 1

    asyncio.run(scenario())


def test_a_value_that_cannot_be_written_hurts_its_sender_alone(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            rows = [row(table, 1) for table in TABLES[1:]]
            bad = row(TABLES[0], 1, deadline_at=2**70)
            results = await asyncio.gather(*map(store.append, [*rows, bad]), return_exceptions=True)
            assert results[:-1] == [Appended(1)] * len(rows)
            assert isinstance(results[-1], AppendError)
            assert await store.read(TABLES[0]) == ()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ((("a", -1), ("b", 2)), "unbalanced"),
        ((("a", -1), ("a", 1)), "repeated_account"),
        ((("a", -(2**53)), ("b", 2**53)), "bad_amount"),
        ((("a", -1.0), ("b", 1)), "bad_amount"),
    ],
)
def test_chips_are_neither_made_nor_lost(folder: Path, entries: tuple[tuple[str, int], ...], code: str) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            with pytest.raises(LedgerError) as refused:
                await store.append(row("one", 1, transfers=(Transfer("hand", entries),)))
            assert refused.value.code == code
            assert await store.read("one") == ()

    asyncio.run(scenario())


def test_a_caller_that_goes_away_breaks_nothing(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            for seq in range(1, 11):
                tasks = [
                    asyncio.create_task(store.append(row(table, seq, hand=seq, deck=Deck(())))) for table in TABLES
                ]
                readers = [asyncio.create_task(store.read(table)) for table in TABLES]
                writers = [asyncio.create_task(store.accounts.new_guest("x", seq)) for _ in range(3)]
                await asyncio.sleep(0.001 * seq)
                for task in (*tasks[::2], *readers[::2], *writers):
                    task.cancel()
                results = await asyncio.gather(*tasks, *readers, *writers, return_exceptions=True)
                assert not [failed for failed in results if isinstance(failed, Exception)]
            for table in TABLES:
                assert [found.seq for found in await store.read(table)] == list(range(1, 11))
            assert await sql(store, "SELECT COUNT(*) FROM account") == [(30,)]

    asyncio.run(scenario())


def test_closing_stores_what_waits(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            tasks = [asyncio.create_task(store.append(row(table, 1))) for table in TABLES]
            await asyncio.sleep(0)
            call = asyncio.create_task(store.accounts.new_guest("gone", 1))
            await asyncio.sleep(0)
            call.cancel()
        assert await asyncio.gather(*tasks) == [Appended(1)] * len(TABLES)
        late: tuple[Awaitable[object], ...] = (store.append(row("t0", 2)), store.read("t0"), store.ledger.audit())
        for each in late:
            with pytest.raises(StoreError) as refused:
                await each
            assert refused.value.code == "closed"
        async with opened(folder) as store:
            assert len(await store.read("t0")) == 1
            assert await sql(store, "SELECT name FROM account") == [("gone",)]

    asyncio.run(scenario())
