"""The ledger of play chips: who has how many, and by which balanced movements.

Accounts are strings: `wallet:<player>`, `seat:<table>:<player>` for chips at a table (both by `omaha8.table.transfers`)
and `issue`, which alone may be negative: minus its balance is the chips there are. A movement's entries sum to zero,
so all balances do.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from omaha8.store.database import Database
from omaha8.store.errors import AccountError, LedgerError
from omaha8.store.schema import MAX_CHIPS, account, balance, ledger_entry, ledger_txn, room_table, table_log
from omaha8.table.transfers import Transfer, escrow, wallet

ISSUE = "issue"
REFILL_TO = 10_000  # play chips
REFILL_EVERY = 24 * 60 * 60 * 1000  # ms

_ADD = (
    update(balance).where(balance.c.account_id == bindparam("of")).values(amount=balance.c.amount + bindparam("change"))
)
_OPEN = upsert(balance).on_conflict_do_nothing()


class Refill(msgspec.Struct, frozen=True):
    """The play chips that a player is given now or could be, and when the next ones may be asked for (ms)."""

    amount: int
    next_at: int | None


class Ledger:
    """What is asked of the ledger from outside a table's log; chips at a table move by `Append.transfers` only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balance(self, account_id: str) -> int:
        """The chips of a ledger account; 0 for one that never had any."""
        return await self._database.read(lambda connection: _balance(connection, account_id))

    async def escrow(self, table_id: str) -> dict[str, int]:
        """The chips at a table by player, for the audit against the stacks; players without chips are left out."""
        prefix = escrow(table_id, "")
        at_table = func.substr(balance.c.account_id, 1, len(prefix)) == prefix  # LIKE would ignore case
        rows = await self._database.rows(select(balance).where(at_table, balance.c.amount != 0))
        return {row.account_id.removeprefix(prefix): row.amount for row in rows}

    async def issue_chips(self, player: str, amount: int, at: int) -> None:
        """Make `amount` new play chips, at least 1, and put them into the player's wallet."""
        if not 1 <= amount <= MAX_CHIPS:
            raise LedgerError("bad_amount", f"{amount} chips; legal are 1 to {MAX_CHIPS}", "issue")
        await self._database.write(lambda connection: _issue(connection, player, amount, at))

    async def refill_terms(self, player: str, at: int) -> Refill:
        """What `refill` would give now: once in 24 hours, up to `REFILL_TO` counting the chips at tables."""
        return await self._database.read(lambda connection: _refill_terms(connection, player, at))

    async def refill(self, player: str, at: int) -> Refill:
        """Give the daily play chips; an `amount` of 0 means that there are none to be had now."""

        def work(connection: Connection) -> Refill:
            terms = _refill_terms(connection, player, at)
            if terms.amount == 0:
                return terms
            connection.execute(update(account).where(account.c.id == player).values(last_refill_at=at))
            _issue(connection, player, terms.amount, at)
            return Refill(terms.amount, at + REFILL_EVERY)

        return await self._database.write(work)

    async def audit(self) -> list[str]:
        """Everything that is wrong with the ledger, a line each; empty when nothing is."""
        return await self._database.read(_audit)


def refuse_unbalanced(transfer: Transfer) -> None:
    """Raise `LedgerError` for a transfer that makes or loses chips, or that no ledger could keep."""
    where = f"transfer {transfer.kind}"
    accounts = [account_id for account_id, _ in transfer.entries]
    if len(set(accounts)) < len(accounts):
        raise LedgerError("repeated_account", f"an account stands twice in {accounts}", where)
    for account_id, amount in transfer.entries:
        if type(amount) is not int or abs(amount) > MAX_CHIPS:
            raise LedgerError("bad_amount", f"{amount!r} chips for {account_id}; legal are integers to 2^53 - 1", where)
    if (total := sum(amount for _, amount in transfer.entries)) != 0:
        raise LedgerError("unbalanced", f"the entries sum to {total}; they must sum to 0", where)


def post(
    connection: Connection, transfer: Transfer, at: int, table_id: str | None = None, seq: int | None = None
) -> str | None:
    """Write one balanced transfer; the account that cannot pay for it, or `None` when it is done.

    When an account cannot pay nothing is written. A repeated (table, seq, kind) raises `IntegrityError`.
    """
    refuse_unbalanced(transfer)
    changes = dict(transfer.entries)
    unpaid = _unpaid(connection, changes)
    if unpaid is not None:
        return unpaid
    txn = connection.scalar(
        insert(ledger_txn).returning(ledger_txn.c.id),
        {"table_id": table_id, "seq": seq, "kind": transfer.kind, "at": at},
    )
    if changes:
        entries = [{"txn_id": txn, "account_id": of, "amount": change} for of, change in changes.items()]
        connection.execute(insert(ledger_entry), entries)
        connection.execute(_OPEN, [{"account_id": of, "amount": 0} for of in changes])
        connection.execute(_ADD, [{"of": of, "change": change} for of, change in changes.items()])
    return None


def _unpaid(connection: Connection, changes: dict[str, int]) -> str | None:
    payers = [of for of, change in changes.items() if change < 0 and of != ISSUE]
    # Locked until the commit: on a database with several writers the chips could go elsewhere meanwhile.
    rows = connection.execute(select(balance).where(balance.c.account_id.in_(payers)).with_for_update())
    have = {row.account_id: row.amount for row in rows}
    for of in payers:
        if have.get(of, 0) + changes[of] < 0:
            return of
    return None


def _balance(connection: Connection, account_id: str) -> int:
    return connection.scalar(select(balance.c.amount).where(balance.c.account_id == account_id)) or 0


def _issue(connection: Connection, player: str, amount: int, at: int) -> None:
    _account(connection, player)
    most = MAX_CHIPS - _balance(connection, wallet(player))
    most = min(most, MAX_CHIPS + _balance(connection, ISSUE))
    if amount > most:
        raise LedgerError("bad_amount", f"{amount} chips; there is room for {most} more", "issue")
    post(connection, Transfer("issue", ((ISSUE, -amount), (wallet(player), amount))), at)


def _account(connection: Connection, player: str) -> RowMapping:
    row = connection.execute(select(account).where(account.c.id == player)).mappings().one_or_none()
    if row is None:
        raise AccountError("no_such_account", "there is no such account", player)
    return row


def _refill_terms(connection: Connection, player: str, at: int) -> Refill:
    last = _account(connection, player)["last_refill_at"]
    if last is not None and at < last + REFILL_EVERY:
        return Refill(0, last + REFILL_EVERY)
    tables = connection.scalars(select(room_table.c.id))
    owned = [wallet(player), *(escrow(table_id, player) for table_id in tables)]
    chips = connection.scalar(select(func.sum(balance.c.amount)).where(balance.c.account_id.in_(owned)))
    return Refill(max(0, REFILL_TO - (chips or 0)), None)


def _audit(connection: Connection) -> list[str]:
    sums = select(ledger_entry.c.account_id, func.sum(ledger_entry.c.amount).label("amount"))
    by_account = sums.group_by(ledger_entry.c.account_id).subquery()
    unequal = func.coalesce(balance.c.amount, 0) != func.coalesce(by_account.c.amount, 0)
    joined = by_account.join(balance, balance.c.account_id == by_account.c.account_id, full=True)
    total = func.sum(ledger_entry.c.amount)
    in_log = (table_log.c.table_id == ledger_txn.c.table_id) & (table_log.c.seq == ledger_txn.c.seq)
    checks = (
        (
            "transaction {} sums to {}, not 0",
            select(ledger_entry.c.txn_id, total).group_by(ledger_entry.c.txn_id).having(total != 0),
        ),
        (
            "entries of transaction {}, which is missing: account {}",
            select(ledger_entry.c.txn_id, ledger_entry.c.account_id)
            .outerjoin(ledger_txn)
            .where(ledger_txn.c.id.is_(None)),
        ),
        (
            "{} has a balance of {}, its entries sum to {}",
            select(
                func.coalesce(balance.c.account_id, by_account.c.account_id),
                func.coalesce(balance.c.amount, 0),
                func.coalesce(by_account.c.amount, 0),
            )
            .select_from(joined)
            .where(unequal),
        ),
        (
            "{} is negative: {}",
            select(balance.c.account_id, balance.c.amount).where(balance.c.amount < 0, balance.c.account_id != ISSUE),
        ),
        (
            "transaction {} names row {} of table {}, which is not in the log",
            select(ledger_txn.c.id, ledger_txn.c.seq, ledger_txn.c.table_id)
            .outerjoin(table_log, in_log)
            .where(ledger_txn.c.table_id.is_not(None), table_log.c.seq.is_(None)),
        ),
    )
    problems: list[str] = []
    for words, query in checks:
        rows: Sequence[Sequence[object]] = connection.execute(query).all()
        problems += [words.format(*row) for row in rows]
    return problems
