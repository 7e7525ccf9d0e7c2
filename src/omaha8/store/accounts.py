"""Who plays: accounts, and the secrets that prove them. Of a secret only its SHA-256 is stored.

A player's id in tables and ledger is the account's id, which is no secret. Times are milliseconds.
"""

import hashlib
import secrets
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from omaha8.store.database import Database
from omaha8.store.errors import AccountError
from omaha8.store.schema import account, bot_token, host_key, session

SEEN_EVERY = 60 * 60 * 1000  # ms; `last_seen` is no finer, so that a page's load seldom writes


class AccountKind(StrEnum):
    """What an account is: a visitor, a program with a token, a house player, or who runs the room."""

    GUEST = "guest"
    BOT = "bot"
    HOUSE = "house"
    HOST = "host"


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One who can sit at a table. `name` is for display and need not be unique among people."""

    id: str
    name: str
    kind: AccountKind
    created_at: int


class Accounts:
    """The accounts of the room, found by id or by secret."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def new_guest(self, name: str, at: int) -> tuple[Account, str]:
        """A new visitor, and the token of their session: 256 random bits that are told once, here."""
        token = _new_secret()

        def work(connection: Connection) -> Account:
            guest = _create(connection, name, AccountKind.GUEST, at)
            row = {"token_hash": _hash(token), "account_id": guest.id, "created_at": at, "last_seen": at}
            connection.execute(insert(session), row)
            return guest

        return await self._database.write(work), token

    async def of_session(self, token: str, at: int) -> Account | None:
        """The account a session's token belongs to, which is thereby seen."""
        query = select(account, session.c.last_seen).join(session).where(session.c.token_hash == _hash(token))
        rows = await self._database.rows(query)
        if not rows:
            return None
        row = rows[0]
        if at - row.last_seen >= SEEN_EVERY:
            seen = update(session).where(session.c.token_hash == _hash(token)).values(last_seen=at)
            await self._database.write(lambda connection: connection.execute(seen))
        return _account_of(row)

    async def find(self, account_id: str) -> Account | None:
        """The account with this id."""
        return await self._database.read(lambda connection: _find(connection, account.c.id == account_id))

    async def rename(self, account_id: str, name: str) -> None:
        """Give an account another name; `AccountError` where it does not exist or a program has the name."""
        renaming = update(account).where(account.c.id == account_id).values(name=name).returning(account.c.id)
        try:
            renamed = await self._database.write(lambda connection: connection.scalar(renaming))
        except IntegrityError:
            raise AccountError("name_taken", "another program has this name", name) from None
        if renamed is None:
            raise AccountError("no_such_account", "there is no such account", account_id)

    async def house(self, name: str, at: int) -> Account:
        """The house player of this name, made where it is missing."""
        return await self._database.write(lambda connection: _program(connection, name, AccountKind.HOUSE, at))

    async def new_bot_token(self, name: str, at: int) -> tuple[Account, str]:
        """A token for the program `name`, told once, here; the one it had before is worthless from now on.

        The account is made with the first token and kept for ever, chips and all.
        """
        token = _new_secret()

        def work(connection: Connection) -> Account:
            bot = _program(connection, name, AccountKind.BOT, at)
            connection.execute(delete(bot_token).where(bot_token.c.name == name))
            connection.execute(insert(bot_token), {"token_hash": _hash(token), "account_id": bot.id, "name": name})
            return bot

        return await self._database.write(work), token

    async def of_bot_token(self, token: str) -> Account | None:
        """The account that a program's token belongs to."""
        query = select(account).join(bot_token).where(bot_token.c.token_hash == _hash(token))
        rows = await self._database.rows(query)
        return _account_of(rows[0]) if rows else None

    async def new_host_key(self, at: int) -> str:
        """The key of a link that makes its first visitor the host; earlier keys are worthless from now on."""
        key = _new_secret()

        def work(connection: Connection) -> None:
            connection.execute(delete(host_key))
            connection.execute(insert(host_key), {"key_hash": _hash(key), "created_at": at})

        await self._database.write(work)
        return key

    async def redeem_host_key(self, key: str, account_id: str) -> bool:
        """Make a person's account a host's, once a key; `False` for a key that is unknown or used."""

        def work(connection: Connection) -> bool:
            people = account.c.kind.in_((AccountKind.GUEST.value, AccountKind.HOST.value))
            if _find(connection, (account.c.id == account_id) & people) is None:
                raise AccountError("no_such_account", "there is no such guest", account_id)
            spending = delete(host_key).where(host_key.c.key_hash == _hash(key)).returning(host_key.c.created_at)
            if connection.scalar(spending) is None:
                return False
            raising = update(account).where(account.c.id == account_id).values(kind=AccountKind.HOST.value)
            connection.execute(raising)
            return True

        return await self._database.write(work)


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _account_of(row: Row[*tuple[Any, ...]]) -> Account:
    return Account(id=row.id, name=row.name, kind=AccountKind(row.kind), created_at=row.created_at)


def _find(connection: Connection, which: ColumnElement[bool]) -> Account | None:
    row = connection.execute(select(account).where(which)).one_or_none()
    return None if row is None else _account_of(row)


def _program(connection: Connection, name: str, kind: AccountKind, at: int) -> Account:
    found = _find(connection, (account.c.kind == kind.value) & (account.c.name == name))
    return found or _create(connection, name, kind, at)


def _create(connection: Connection, name: str, kind: AccountKind, at: int) -> Account:
    created = Account(id=secrets.token_hex(8), name=name, kind=kind, created_at=at)
    row = {"id": created.id, "name": name, "kind": kind.value, "created_at": at}
    connection.execute(insert(account), row)
    return created
