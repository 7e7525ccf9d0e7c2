"""Chips: what goes in comes out, whatever is tried; and an audit finds what was tampered with."""

import asyncio
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from omaha8.store import (
    ISSUE,
    REFILL_EVERY,
    REFILL_TO,
    AccountError,
    Appended,
    LedgerError,
    NotPaid,
    Refill,
)
from omaha8.store.database import FILE_NAME
from omaha8.store.schema import MAX_CHIPS
from omaha8.table.transfers import Transfer, escrow, wallet
from store.rooms import move, opened, row, sql

PLAYERS = ("ann", "bob", "cyd")
ACCOUNTS = (*(wallet(player) for player in PLAYERS), *(escrow("one", player) for player in PLAYERS))

amounts = st.integers(-300, 300)
moves = st.dictionaries(st.sampled_from(ACCOUNTS), amounts, min_size=1, max_size=5)
issues = st.tuples(st.sampled_from(ACCOUNTS[:3]), st.integers(1, 400))
commands = st.lists(st.one_of(issues, st.lists(moves, min_size=1, max_size=3)), min_size=1, max_size=12)


def _balanced(number: int, changes: dict[str, int]) -> Transfer:
    """The drawn changes, and one account more that makes up for their sum."""
    account = ACCOUNTS[len(changes)]
    rest = sum(amount for of, amount in changes.items() if of != account)
    return Transfer(f"kind{number}", tuple((changes | {account: -rest}).items()))


@settings(max_examples=25, deadline=None)
@given(commands=commands)
def test_chips_move_as_in_a_plain_account_book(
    empty_room: Path, commands: list[tuple[str, int] | list[dict[str, int]]]
) -> None:
    async def scenario(folder: Path) -> None:
        book = dict.fromkeys(ACCOUNTS, 0)
        async with opened(folder, "one") as store:
            seq = 1
            for command in commands:
                if isinstance(command, tuple):
                    account, amount = command
                    transfers = [Transfer("issue", ((ISSUE, -amount), (account, amount)))]
                else:
                    transfers = [_balanced(number, changes) for number, changes in enumerate(command)]
                after = dict(book)
                refused = None
                for transfer in transfers:
                    for account, amount in transfer.entries:
                        after[account] = after.get(account, 0) + amount
                        if after[account] < 0 and account != ISSUE and refused is None:
                            refused = account
                    if refused is not None:
                        break
                result = await store.append(row("one", seq, transfers=tuple(transfers)))
                if refused is None:
                    assert result == Appended(seq)
                    book, seq = after, seq + 1
                else:
                    assert result == NotPaid(refused)
            for account, amount in book.items():
                assert await store.ledger.balance(account) == amount
            assert await sql(store, "SELECT SUM(amount) FROM balance") in ([(0,)], [(None,)])
            assert await store.ledger.audit() == []
            at_table = {player: book[escrow("one", player)] for player in PLAYERS if book[escrow("one", player)]}
            assert await store.ledger.escrow("one") == at_table

    with tempfile.TemporaryDirectory() as name:
        asyncio.run(scenario(Path(shutil.copytree(empty_room, Path(name) / "data"))))


def test_the_escrows_of_tables_with_like_names_are_kept_apart(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "a", "A", "ab", "%") as store:
            for chips, table in enumerate(("a", "A", "ab", "%"), 1):
                seat = escrow(table, "ann")
                await store.append(row(table, 1, transfers=(move("issue", ISSUE, seat, chips),)))
            found = [await store.ledger.escrow(table) for table in ("a", "A", "ab", "%", "")]
            assert found == [{"ann": 1}, {"ann": 2}, {"ann": 3}, {"ann": 4}, {}]

    asyncio.run(scenario())


def test_chips_are_issued_to_those_who_exist(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            await store.ledger.issue_chips(ann.id, 500, 1)
            await store.ledger.issue_chips(ann.id, 70, 2)
            assert await store.ledger.balance(wallet(ann.id)) == 570
            assert await store.ledger.balance(ISSUE) == -570
            for amount in (0, -5, MAX_CHIPS + 1):
                with pytest.raises(LedgerError, match="legal are 1"):
                    await store.ledger.issue_chips(ann.id, amount, 3)
            with pytest.raises(LedgerError, match="room for"):
                await store.ledger.issue_chips(ann.id, MAX_CHIPS, 3)
            with pytest.raises(AccountError):
                await store.ledger.issue_chips("nobody", 5, 3)
            assert await store.ledger.balance(wallet(ann.id)) == 570
            assert await store.ledger.audit() == []

    asyncio.run(scenario())


def test_play_chips_once_a_day_up_to_a_limit(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            ledger, day = store.ledger, REFILL_EVERY
            assert await ledger.refill_terms(ann.id, 5) == Refill(REFILL_TO, None)
            assert await ledger.refill(ann.id, 5) == Refill(REFILL_TO, 5 + day)
            assert await ledger.balance(wallet(ann.id)) == REFILL_TO
            # Chips at a table count; lost ones do not.
            buy_in = move("buy_in", wallet(ann.id), escrow("one", ann.id), 4_000)
            await store.append(row("one", 1, transfers=(buy_in,)))
            assert await ledger.refill_terms(ann.id, 6) == Refill(0, 5 + day)
            assert await ledger.refill(ann.id, 4 + day) == Refill(0, 5 + day)
            assert await ledger.refill(ann.id, 5 + day) == Refill(0, None)
            lost = move("hand", escrow("one", ann.id), escrow("one", "bob"), 1_500)
            await store.append(row("one", 2, transfers=(lost,)))
            assert await ledger.refill_terms(ann.id, 5 + day) == Refill(1_500, None)
            results = await asyncio.gather(*(ledger.refill(ann.id, 5 + day) for _ in range(5)))
            assert sorted(result.amount for result in results) == [0, 0, 0, 0, 1_500]
            assert await ledger.balance(wallet(ann.id)) == 7_500
            with pytest.raises(AccountError):
                await ledger.refill("nobody", 5)
            assert await ledger.audit() == []

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE ledger_entry SET amount = amount + 1 WHERE txn_id = 2 AND amount > 0", "transaction 2 sums to 1"),
        ("UPDATE balance SET amount = amount + 1 WHERE account_id LIKE 'wallet:%'", "has a balance of 301"),
        ("DELETE FROM balance WHERE account_id LIKE 'seat:%'", "has a balance of 0, its entries sum to 200"),
        ("INSERT INTO balance VALUES ('wallet:thief', 5)", "wallet:thief has a balance of 5, its entries sum to 0"),
        ("DELETE FROM ledger_txn WHERE id = 2", "entries of transaction 2, which is missing"),
        ("DELETE FROM table_log", "transaction 2 names row 1 of table one, which is not in the log"),
        ("UPDATE balance SET amount = -5 WHERE account_id LIKE 'seat:%'", "is negative: -5"),
    ],
)
def test_the_audit_finds_what_was_tampered_with(folder: Path, tampering: str, found: str) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            await store.ledger.issue_chips(ann.id, 500, 1)
            buy_in = move("buy_in", wallet(ann.id), escrow("one", ann.id), 200)
            await store.append(row("one", 1, transfers=(buy_in,)))
            assert await store.ledger.audit() == []
        connection = sqlite3.connect(folder / FILE_NAME)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(tampering)
        connection.commit()
        connection.close()
        async with opened(folder) as store:
            problems = await store.ledger.audit()
            assert any(found in problem for problem in problems), problems

    asyncio.run(scenario())


def test_the_database_itself_refuses_debts(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            for amount in (-1, MAX_CHIPS + 1):
                with pytest.raises(IntegrityError):
                    await sql(store, f"INSERT INTO balance VALUES ('wallet:x', {amount})")
            await sql(store, "INSERT INTO balance VALUES ('issue', -1)")

    asyncio.run(scenario())
