"""What belongs to a table but not to its game: talk, and the players' private settings. Ordinary rows, no log."""

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError

from omaha8.errors import InputError
from omaha8.store.database import Database
from omaha8.store.schema import chat, preference
from omaha8.table.commands import Preferences


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody said at a time (ms); `name` and `seat` as they were then, `seat` `None` for a spectator."""

    table_id: str
    at: int
    account_id: str
    name: str
    seat: int | None
    text: str


class Tableside:
    """Talk and settings of all tables. A table or an account that does not exist is refused with `InputError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, line: ChatLine) -> None:
        """Keep a line of talk."""
        adding = insert(chat).values(msgspec.structs.asdict(line))
        try:
            await self._database.write(lambda connection: connection.execute(adding))
        except IntegrityError:
            raise InputError("no_such_place", "there is no such table or account", line.table_id) from None

    async def recent(self, table_id: str, count: int) -> tuple[ChatLine, ...]:
        """The last `count` lines said at a table, oldest first."""
        columns = [chat.c[field] for field in ChatLine.__struct_fields__]
        query = select(*columns).where(chat.c.table_id == table_id).order_by(chat.c.id.desc()).limit(count)
        rows = await self._database.rows(query)
        return tuple(ChatLine(**row._asdict()) for row in reversed(rows))

    async def preferences(self, table_id: str) -> dict[str, Preferences]:
        """The settings of every account that ever set some at this table."""
        query = select(preference).where(preference.c.table_id == table_id)
        rows = await self._database.rows(query)
        return {row.account_id: msgspec.json.decode(row.preferences, type=Preferences) for row in rows}

    async def set_preferences(self, table_id: str, account_id: str, preferences: Preferences) -> None:
        """Replace a player's settings at a table."""
        text = msgspec.json.encode(preferences).decode()
        setting = (
            upsert(preference)
            .values(table_id=table_id, account_id=account_id, preferences=text)
            .on_conflict_do_update(index_elements=["table_id", "account_id"], set_={"preferences": text})
        )
        try:
            await self._database.write(lambda connection: connection.execute(setting))
        except IntegrityError:
            raise InputError("no_such_place", "there is no such table or account", table_id) from None
