"""The room's own players: they take the seats they are given and give them up to whoever waits for one.

They take time to think, and see what anybody would see.
"""

import asyncio
import random
from collections.abc import Coroutine, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING

import structlog

from omaha8.bots import CHARACTERS, HOUSE, Style, choose
from omaha8.hand.view import view
from omaha8.server.clock import RoomClock
from omaha8.server.wire import Refused
from omaha8.store import AccountKind, Store
from omaha8.table.buyin import buy_in_range, top_up_range
from omaha8.table.commands import Act, ComeBack, Command, Leave, Preferences, SitDown, TopUp
from omaha8.table.events import Waiting
from omaha8.table.state import TableSeat
from omaha8.table.transfers import wallet

if TYPE_CHECKING:
    from omaha8.server.live import LiveTable

log = structlog.get_logger()

THINK_SECONDS = (0.6, 2.4)
RETRY_SECONDS = 0.5
BEFORE_DEAL_SECONDS = 0.5
LONGEST_LOOK_SECONDS = 15
FREE_SECONDS = 10  # how long a seat is left to people before a house player takes it again
POST_AT_ONCE = Preferences(post_now=True)


def _names() -> Iterator[tuple[str, Style]]:
    """Names of house players without end: each character, then each again with a number."""
    yield from ((style.name, style) for style in CHARACTERS.values())
    for number in count(2):
        yield from ((f"{style.name} {number}", style) for style in CHARACTERS.values())


def _style_of(name: str) -> Style:
    """How the house player of this name plays; names of earlier releases play like the first character."""
    return next((style for style in CHARACTERS.values() if name.startswith(style.name)), HOUSE)


def _waiting(table: "LiveTable") -> int:
    """How many wait for a seat and are kept none."""
    return sum(waiter.offered_at is None for waiter in table.state.waiting_list)


class HousePlayers:
    """Seats house players at the room's tables and acts for them."""

    def __init__(self, store: Store, tables: Mapping[str, "LiveTable"], clock: RoomClock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._rng = random.SystemRandom()
        self._tasks: set[asyncio.Task[None]] = set()
        self._paying = asyncio.Lock()
        self._styles: dict[str, Style] = {}  # by player
        self._each = 0
        self._filling: set[str] = set()  # tables
        self._returning: set[tuple[str, str]] = set()  # table and player
        self._leaving: set[tuple[str, str]] = set()
        self._thinking: dict[str, int] = {}  # the turn that is being thought about, by table

    def knows(self, player: str) -> bool:
        """Whether a player is one of the room's own."""
        return player in self._styles

    async def recognise(self) -> None:
        """Learn which of the seated are house players of an earlier run; they play on."""
        for table in self._tables.values():
            for seat in table.state.seats:
                account = None if seat is None else await self._store.accounts.find(seat.player)
                if account is not None and account.kind is AccountKind.HOUSE:
                    self._styles[account.id] = _style_of(account.name)

    def open(self, each: int) -> None:
        """Begin to watch, and have `each` house players sit down at every table while the room is open already."""
        self._each = each
        for table in self._tables.values():
            table.on_change = self.notice
            self._fill_soon(table, 0)
            self.notice(table)

    def _fill_soon(self, table: "LiveTable", seconds: float) -> None:
        if table.id not in self._filling:
            self._filling.add(table.id)
            self._spawn(self._fill(table, seconds))

    async def _fill(self, table: "LiveTable", seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            for _ in range(self._missing(table)):
                await self._seat_one(table)
        finally:
            self._filling.discard(table.id)
        self.notice(table)  # where the store was down they are still missing

    def _missing(self, table: "LiveTable") -> int:
        """How many more should sit here. One seat is always left to people, and all are where people wait."""
        seats = table.state.seats
        if table.state.waiting_list:
            return 0
        house = sum(seat is not None and self.knows(seat.player) for seat in seats)
        people = len(seats) - seats.count(None) - house
        return min(self._each, len(seats) - max(1, people)) - house

    def close(self) -> None:
        """Stop thinking."""
        for task in self._tasks:
            task.cancel()

    async def _seat_one(self, table: "LiveTable") -> None:
        here = {seat.name for seat in table.state.seats if seat is not None}
        name, style = next((name, style) for name, style in _names() if name not in here)
        player = (await self._store.accounts.house(name, self._clock.now())).id
        self._styles[player] = style
        chips = buy_in_range(table.state, player, self._clock.now()).most
        free = [number for number, seat in enumerate(table.state.seats, 1) if seat is None]
        self._rng.shuffle(free)
        for number in free:  # a person may be quicker to take it
            if await self._pay(table, player, chips, SitDown(player, name, number, chips)):
                await table.set_preferences(player, POST_AT_ONCE)
                return

    async def _pay(self, table: "LiveTable", player: str, chips: int, command: SitDown | TopUp) -> bool:
        """Bring chips to a table. House players play with chips made for them, as far as they have none left."""
        async with self._paying:  # the same player sits at other tables, and pays there from the same wallet
            missing = chips - await self._store.ledger.balance(wallet(player))
            if missing > 0:
                await self._store.ledger.issue_chips(player, missing, self._clock.now())
            return await self._submit(table, player, command)

    def notice(self, table: "LiveTable") -> None:
        """The table has changed: act for who is to act, play on, give way to who waits, fill a free seat."""
        self._act_if_to_act(table)
        self._play_on(table)
        self._give_way(table)
        if self._missing(table) > 0:
            self._fill_soon(table, FREE_SECONDS)

    def _play_on(self, table: "LiveTable") -> None:
        """Who sits out comes back, with chips if there are none left."""
        for number, seat in self._idle(table):
            if seat.sitting_out and (table.id, seat.player) not in self._returning:
                self._returning.add((table.id, seat.player))
                self._spawn(self._return(table, seat.player, number))

    def _idle(self, table: "LiveTable") -> list[tuple[int, TableSeat]]:
        """The seats of house players who are in no hand, with their numbers."""
        state = table.state
        return [
            (number, seat)
            for number, seat in enumerate(state.seats, 1)
            if seat is not None and self.knows(seat.player) and not state.in_hand(number)
        ]

    def _give_way(self, table: "LiveTable") -> None:
        """Between hands a house player leaves for each who waits and is kept no seat (R9.1)."""
        for _, seat in self._idle(table)[: _waiting(table)]:
            if (table.id, seat.player) not in self._leaving:
                self._leaving.add((table.id, seat.player))
                self._spawn(self._leave(table, seat.player))

    async def _leave(self, table: "LiveTable", player: str) -> None:
        """Leave late in the pause after a hand, in which it is looked at, if anybody waits then."""
        try:
            clock = table.state.clock
            if clock.waiting is Waiting.NEXT_HAND and clock.deadline is not None:
                left = (clock.deadline - self._clock.now()) / 1000
                await asyncio.sleep(min(left - BEFORE_DEAL_SECONDS, LONGEST_LOOK_SECONDS))
            idle = any(player == seat.player for _, seat in self._idle(table))
            if _waiting(table) and idle and not await self._submit(table, player, Leave(player)):
                await asyncio.sleep(RETRY_SECONDS)  # the store was down
        finally:
            self._leaving.discard((table.id, player))
        self._give_way(table)

    def _act_if_to_act(self, table: "LiveTable") -> None:
        state = table.state
        to_act = state.hand.to_act if state.hand is not None else None
        if to_act is not None:
            player = state.player_at(to_act)
            if player is not None and self.knows(player) and self._thinking.get(table.id) != state.clock.turn:
                self._thinking[table.id] = state.clock.turn
                self._spawn(self._think(table, player, state.clock.turn))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("house_player_failed", error=repr(error))

    async def _think(self, table: "LiveTable", player: str, turn: int) -> None:
        await asyncio.sleep(self._rng.uniform(*THINK_SECONDS))
        state = table.state
        if state.clock.turn != turn or state.hand is None:
            return
        seen = view(state.hand, state.seat_in_hand(player))
        if seen.legal is None:
            return
        action = choose(seen, seen.legal, self._rng, self._styles[player])
        if not await self._submit(table, player, Act(player, turn, action)) and table.state.clock.turn == turn:
            await asyncio.sleep(RETRY_SECONDS)  # the store was down
            self._thinking.pop(table.id, None)
            self.notice(table)

    async def _return(self, table: "LiveTable", player: str, number: int) -> None:
        """Who has no chips left buys more, after a look at the hand that took them; who sat out comes back."""
        try:
            await asyncio.sleep(self._rng.uniform(*THINK_SECONDS))
            if table.state.player_at(number) != player:
                return
            amounts = top_up_range(table.state, number)
            if table.state.stack(number) > 0:
                await self._submit(table, player, ComeBack(player))
            elif amounts is not None:
                await self._pay(table, player, amounts.most, TopUp(player, amounts.most))
        finally:
            self._returning.discard((table.id, player))
        self._play_on(table)  # where the store was down they still sit out

    async def _submit(self, table: "LiveTable", player: str, command: Command) -> bool:
        """Whether the command was carried out; what people do meanwhile may come in its way."""
        answer = await table.submit(command)
        if isinstance(answer, Refused):
            log.info("house_player_refused", table=table.id, player=player, code=answer.code)
        return not isinstance(answer, Refused)
