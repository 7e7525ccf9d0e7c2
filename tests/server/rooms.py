"""A room for tests in one process: the real store on a folder, real tables, a clock that stands until it is moved."""

import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from omaha8.cards import FULL_DECK, Deck
from omaha8.hand import actions
from omaha8.hand.actions import Action
from omaha8.rules import TableRules, pot_limit
from omaha8.server.clock import RoomClock
from omaha8.server.live import LiveTable
from omaha8.server.room import Room
from omaha8.server.viewer import Viewer
from omaha8.server.wire import Accepted, Refused
from omaha8.store import Store
from omaha8.table.clock import next_deadline
from omaha8.table.commands import Act, Command, SitDown, TimeOut
from omaha8.table.state import TableConfig

START = 1_700_000_000_000
TABLE = "main"
CONFIG = TableConfig(name="Main", rules=TableRules(seats=6), rotation=(pot_limit(1, 2),), min_buy_in=20, max_buy_in=200)
STACK = 100


def shuffled(seed: int) -> Deck:
    """The deck of a seed."""
    return Deck(tuple(random.Random(seed).sample(FULL_DECK, 52)))


class Clock(RoomClock):
    """Time as the test sets it."""

    def __init__(self) -> None:
        super().__init__()
        self.time = START

    def now(self) -> int:
        return self.time


class Tab(Viewer):
    """One connection, read by hand; it keeps every message it was sent."""

    def __init__(self, player: str | None, *, is_person: bool = True) -> None:
        super().__init__(player, player or "", is_person=is_person)
        self.bytes_sent: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.bytes_sent.append(data)
        super().send(data)
        self._outbox.clear()  # a reader that keeps up
        self._bytes = 0

    @property
    def messages(self) -> list[Any]:
        return [msgspec.json.decode(data) for data in self.bytes_sent]

    @property
    def updates(self) -> list[Any]:
        return [message for message in self.messages if message["type"] == "update"]

    @property
    def last(self) -> Any:
        """The newest update."""
        return self.updates[-1]

    @property
    def seqs(self) -> list[int]:
        return [update["seq"] for update in self.updates]


class TestRoom:
    """A room and one table of it, with the commands of a test in short."""

    __test__ = False

    def __init__(self, room: Room, store: Store, clock: Clock) -> None:
        self.room = room
        self.store = store
        self.clock = clock
        self.players: dict[str, str] = {}  # account ids by short name

    @property
    def table(self) -> LiveTable:
        return self.room.tables[TABLE]

    async def player(self, name: str, chips: int = 10_000) -> str:
        """The account of this name, made with chips where it is missing."""
        if name not in self.players:
            account, _ = await self.store.accounts.new_guest(name, self.clock.now())
            await self.store.ledger.issue_chips(account.id, chips, self.clock.now())
            self.players[name] = account.id
        return self.players[name]

    async def tab(self, name: str | None, *, is_person: bool = True) -> Tab:
        """A new connection to the table; `None` is a spectator without an account."""
        tab = Tab(None if name is None else await self.player(name), is_person=is_person)
        await self.table.join(tab)
        return tab

    async def ask(self, name: str, command: Command, action_id: str) -> Accepted | Refused:
        return await self.table.submit(command, self.players[name], action_id)

    async def sit(self, name: str, seat: int, chips: int = STACK, *, is_person: bool = True) -> Tab:
        """Connect and sit down."""
        tab = await self.tab(name, is_person=is_person)
        answer = await self.ask(name, SitDown(self.players[name], name, seat, chips), f"sit-{name}")
        assert isinstance(answer, Accepted), answer
        return tab

    async def wait(self) -> Accepted:
        """Time goes on to the next deadline, which the room says has come."""
        due = next_deadline(self.table.state)
        assert due is not None
        self.clock.time = max(self.clock.time, due)
        answer = await self.table.submit(TimeOut())
        assert isinstance(answer, Accepted), answer
        return answer

    @property
    def turn(self) -> int:
        return self.table.state.clock.turn

    @property
    def to_act(self) -> str:
        """The short name of the player whose turn it is."""
        hand = self.table.state.hand
        assert hand is not None
        assert hand.to_act is not None
        return self.name_at(hand.to_act)

    def name_at(self, seat: int) -> str:
        player = self.table.state.player_at(seat)
        return next(name for name, account in self.players.items() if account == player)

    def act_of(self, action: Action) -> Act:
        return Act(self.players[self.to_act], self.turn, action)

    async def act(self, action: Action, action_id: str | None = None) -> Accepted:
        """The action of whoever's turn it is."""
        name = self.to_act
        answer = await self.ask(name, self.act_of(action), action_id or f"turn-{self.turn}")
        assert isinstance(answer, Accepted), answer
        return answer

    async def fold_out(self) -> None:
        """Everybody folds until the hand is over."""
        while self.table.state.hand_runs:
            await self.act(actions.Fold())

    def chips(self) -> int:
        """All chips in stacks and in the hand."""
        state = self.table.state
        if state.hand is not None and state.hand_runs:
            dealt = set(state.hand.numbers)
            return (
                state.hand.pot
                + sum(state.hand.stacks.values())
                + sum(seat.chips for n, seat in enumerate(state.seats, 1) if seat is not None and n not in dealt)
            )
        return sum(seat.chips for seat in state.seats if seat is not None)


@asynccontextmanager
async def opened(
    folder: Path, config: TableConfig = CONFIG, clock: Clock | None = None, store: Store | None = None
) -> AsyncIterator[TestRoom]:
    """The room of a folder, open; its one table is `main`."""
    clock = clock or Clock()
    own = store or await Store.open(folder)
    room = Room(own, "build", "key")
    room.clock = room.house._clock = clock
    try:
        await room.open({TABLE: config}, 0)
        yield TestRoom(room, own, clock)
    finally:
        room.close()
        if store is None:
            await own.close()


@asynccontextmanager
async def reopened(before: TestRoom, folder: Path) -> AsyncIterator[TestRoom]:
    """The same folder after a restart, with the same people."""
    async with opened(folder, clock=before.clock) as after:
        after.players = dict(before.players)
        yield after


def same(tabs: Iterable[Tab]) -> bool:
    """Whether all have been sent the same bytes."""
    return len({tuple(tab.bytes_sent) for tab in tabs}) == 1
