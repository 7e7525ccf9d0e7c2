"""The room: its tables, its people and what they may do outside a hand."""

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from weakref import WeakValueDictionary

from omaha8.server.clock import RoomClock
from omaha8.server.hands import played_hands
from omaha8.server.house import HousePlayers
from omaha8.server.live import LiveTable
from omaha8.server.names import clean_name
from omaha8.server.odds import OddsDesk
from omaha8.server.security import GUESTS_AN_HOUR, GuestLimit
from omaha8.server.viewer import Allowance, Viewer
from omaha8.server.wire import Accepted, Chat, Lobby, LobbyTable, Me, PlayedHands, Refused, Said
from omaha8.store import Account, AccountError, AccountKind, ChatLine, Store
from omaha8.table.buyin import buy_in_range
from omaha8.table.commands import JoinList
from omaha8.table.state import TableConfig
from omaha8.table.transfers import wallet
from omaha8.table.view import waiting_list_seen
from omaha8.table.waiting_list import why_not_join


class BooksWrongError(RuntimeError):
    """The ledger does not add up, or not to the stacks at the tables."""


class Room:
    """Everything that the routes and sockets reach; one a process."""

    def __init__(self, store: Store, build: str, control_key: str) -> None:
        self.store = store
        self.build = build
        self.control_key = control_key
        self.clock = RoomClock()
        self.odds = OddsDesk()
        self.tables: dict[str, LiveTable] = {}
        self.house = HousePlayers(store, self.tables, self.clock)
        self.allowances: WeakValueDictionary[tuple[str, str], Allowance] = WeakValueDictionary()  # by table and player
        self._guests = GuestLimit()
        self._looking = asyncio.Lock()  # one player's old hands after the other's, so that tables never wait for many
        self._lookers: set[str] = set()

    async def open(self, configs: Mapping[str, TableConfig], bots: int) -> None:
        """Create the missing tables, take up all tables where they were, and have the house players sit down."""
        await self.store.create_missing(configs)
        # The lobby keeps the order of the file; tables of earlier files come last.
        place = {table_id: index for index, table_id in enumerate(configs)}
        kept = sorted(await self.store.tables(), key=lambda table: place.get(table.id, len(place)))
        for stored in kept:
            self.tables[stored.id] = LiveTable(
                stored.id,
                stored.config,
                store=self.store,
                clock=self.clock,
                odds=self.odds,
                is_house=self.house.knows,
            )
        for table in self.tables.values():
            await table.load()
        await self._audit()
        await self.house.recognise()
        self.house.open(bots)

    async def _audit(self) -> None:
        """Deal no hand on books that are wrong: each table's escrow is its stacks and the chips in its hand."""
        problems = await self.store.ledger.audit()
        for table in self.tables.values():
            escrow = await self.store.ledger.escrow(table.id)
            if escrow != table.state.chips_at_table():
                problems.append(f"table {table.id}: the ledger has {escrow}, the seats {table.state.chips_at_table()}")
        if problems:
            raise BooksWrongError("; ".join(problems))

    def close(self) -> None:
        """Stop all timers. What was accepted is in the log already."""
        self.house.close()
        self.odds.close()
        for table in self.tables.values():
            table.close()

    async def new_guest(self, address: str) -> tuple[Account, str]:
        """An account for a new browser, with its first play chips, and the token of its session.

        `AccountError` where too many have come from that address lately.
        """
        now = self.clock.now()
        if not self._guests.take(address, now):
            raise AccountError(
                "too_many_guests", f"at most {GUESTS_AN_HOUR} new guests an hour from one address; come back later"
            )
        account, token = await self.store.accounts.new_guest(f"Guest {1000 + secrets.randbelow(9000)}", now)
        await self.store.ledger.refill(account.id, now)
        return account, token

    async def rename(self, player: str, name: str) -> None:
        """Another name for an account, here and on all its connections."""
        await self.store.accounts.rename(player, name)
        for viewer in self._viewers():
            if viewer.player == player:
                viewer.name = name

    async def new_bot(self, name: str) -> str:
        """A new token of a program, whose account is made where it is missing, and has its play chips.

        The token before is worthless, and whoever came with it is cut off. `AccountError` for a name that cannot be.
        """
        account, token = await self.store.accounts.new_bot_token(clean_name(name), self.clock.now())
        await self.store.ledger.refill(account.id, self.clock.now())
        for viewer in self._viewers():
            if viewer.player == account.id:
                viewer.cut_off()
        return token

    def _viewers(self) -> Iterator[Viewer]:
        """Everybody's connections, at all tables."""
        return (viewer for table in self.tables.values() for viewer in table.viewers)

    async def me(self, account: Account) -> Me:
        """What a browser is told about its own account."""
        now = self.clock.now()
        refill = await self.store.ledger.refill_terms(account.id, now)
        return Me(
            name=account.name,
            chips=await self.store.ledger.balance(wallet(account.id)),
            host=account.kind is AccountKind.HOST,
            refill=refill.amount,
            next_refill_at=refill.next_at,
            now=now,
        )

    async def played_hands(self, table: LiveTable, player: str) -> PlayedHands | None:
        """The last hands at a table that a player was dealt in (R9.4); `None` while they are told them already."""
        if player in self._lookers:
            return None
        self._lookers.add(player)
        try:
            async with self._looking:
                return await played_hands(self.store, table.id, table.state.config, player)
        finally:
            self._lookers.discard(player)

    def lobby(self, player: str | None) -> Lobby:
        """The list of tables."""
        people = {viewer.player or viewer for viewer in self._viewers() if viewer.is_person}
        return Lobby(
            now=self.clock.now(),
            online=len(people),
            tables=tuple(self._lobby_table(table, player) for table in self.tables.values()),
        )

    def _lobby_table(self, table: LiveTable, player: str | None) -> LobbyTable:
        config, figures = table.state.config, table.figures
        waiting_list = waiting_list_seen(table.state, player)
        return LobbyTable(
            id=table.id,
            name=config.name,
            profile=config.profile,
            stakes=config.rotation,
            hole_cards=config.rules.hand.hole_cards,
            seats=config.rules.seats,
            taken=tuple(number for number, seat in enumerate(table.state.seats, 1) if seat is not None),
            min_buy_in=config.min_buy_in,
            max_buy_in=config.max_buy_in,
            average_pot=figures.average_pot,
            players_per_flop=figures.players_per_flop,
            hands_per_hour=figures.hands_per_hour,
            waiting=waiting_list.length,
            your_seat=None if player is None else table.state.find(player),
            your_place=waiting_list.place,
            seat_kept_until=waiting_list.kept_until,
        )

    async def join_list(self, table: LiveTable, player: str, action_id: str) -> Accepted | Refused:
        """Put a player on a table's waiting list (R9.1), if they have the chips that a seat there takes."""
        if why_not_join(table.state, player) is None:
            least = buy_in_range(table.state, player, self.clock.now()).least
            if await self.store.ledger.balance(wallet(player)) < least:
                return Refused(action_id, "no_account_chips", least)
        return await table.submit(JoinList(player), player, action_id)

    async def say(self, table: LiveTable, viewer: Viewer, request: Chat) -> Accepted | Refused:
        """Pass a player's talk on to the table and keep it."""
        assert viewer.player is not None
        text = " ".join(request.text.split())
        if not text or not text.isprintable():
            return Refused(request.id, "bad_message", detail="chat is printable text")
        now = self.clock.now()
        seat = table.state.find(viewer.player)
        line = ChatLine(table_id=table.id, at=now, account_id=viewer.player, name=viewer.name, seat=seat, text=text)
        await self.store.tableside.say(line)
        table.say(Said(viewer.name, seat, text, now))
        return Accepted(request.id, table.seq)
