"""A table in this process: a warm copy of its state, one lock, its viewers and its timer.

The log is the truth. A command is decided on the copy, appended to the log, and only then folded in and told
(decision 1 and 5 of the architecture): nothing is announced that a crash could take back.
"""

import asyncio
import contextlib
import functools
from collections import OrderedDict
from collections.abc import Callable, Coroutine

import msgspec
import structlog

from omaha8.deck import shuffled
from omaha8.hand.actions import Refusal
from omaha8.hand.events import HandEnded, HandsTurnedUp
from omaha8.hand.state import Showing
from omaha8.hand.view import given_back, public_state
from omaha8.server.clock import RoomClock
from omaha8.server.figures import Figures
from omaha8.server.odds import OddsDesk, OddsError, all_in
from omaha8.server.rows import log_row
from omaha8.server.viewer import Viewer
from omaha8.server.wire import Accepted, Refused, Said, Update
from omaha8.store import (
    Append,
    Appended,
    Conflict,
    Duplicate,
    LogRow,
    NotPaid,
    Snapshot,
    Store,
    StoreError,
)
from omaha8.table.clock import next_deadline
from omaha8.table.commands import (
    Command,
    LoseConnection,
    Preferences,
    RestoreConnection,
    Resume,
    TableRefusal,
    TimeOut,
)
from omaha8.table.events import HandPrepared, SatOut, SeatLeft, TableEvent
from omaha8.table.evolve import replay
from omaha8.table.machine import Circumstances, decide
from omaha8.table.state import TableConfig, TableState, new_table
from omaha8.table.view import TableView, public_view, seen_by, view_events

log = structlog.get_logger()

REMEMBERED_ACTIONS = 1_000
SNAPSHOT_HANDS = 50
RETRY_SECONDS = 0.5
ABSENT_AFTER_SECONDS = 10  # after a start: who has not come back by then has lost the connection


class LiveTable:
    """One table. Every change goes through `submit`."""

    def __init__(
        self,
        table_id: str,
        config: TableConfig,
        *,
        store: Store,
        clock: RoomClock,
        odds: OddsDesk,
        is_house: Callable[[str], bool],
    ) -> None:
        self.id = table_id
        self.state: TableState = new_table(config)
        self.seq = 0
        self.figures = Figures()
        self.preferences: dict[str, Preferences] = {}
        self.viewers: set[Viewer] = set()
        self.on_change: Callable[[LiveTable], None] = lambda _: None
        self._store = store
        self._clock = clock
        self._odds = odds
        self._is_house = is_house
        self._deck = shuffled()
        self._lock = asyncio.Lock()
        self._settling = asyncio.Lock()  # one change of settings after the other
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._roll_call: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._accepted: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._told_odds: tuple[int, bytes] | None = None  # the last all-in's: its hand and the message

    async def load(self) -> None:
        """Read the log, take up the hand where it was, and start its clock afresh (R8.6)."""
        snapshot = await self._store.snapshot(self.id)
        if snapshot is not None:
            with contextlib.suppress(msgspec.DecodeError):  # of an older program: the whole log is read instead
                self.state = msgspec.json.decode(snapshot.data, type=TableState)
                self.seq = snapshot.seq
        self.preferences = await self._store.tableside.preferences(self.id)
        await self._catch_up()
        answer = await self.submit(Resume())
        if isinstance(answer, Refused):
            raise StoreError("failed", f"table {self.id} cannot go on: {answer.code}")
        loop = asyncio.get_running_loop()
        self._roll_call = loop.call_later(ABSENT_AFTER_SECONDS, self._spawn, self._call_roll)

    def close(self) -> None:
        """Stop the clocks. Who leaves from now on has not lost the connection: the room is going."""
        self._closed = True
        for timer in (self._timer, self._roll_call):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()

    async def submit(self, command: Command, player: str | None = None, action_id: str = "") -> Accepted | Refused:
        """Carry out a command, or say why not. A repeated `action_id` of a player gets its first answer again."""
        async with self._lock:
            if player is not None and (seq := self._accepted.get((player, action_id))) is not None:
                return Accepted(action_id, seq)
            while True:
                given = Circumstances(self._clock.now(), self._deck, self.preferences)
                outcome = decide(self.state, command, given)
                if not isinstance(outcome, tuple):
                    return await self._refuse(outcome, player, action_id)
                if not outcome:
                    return Accepted(action_id, await self._first_seq(player, action_id) or self.seq)
                answer = await self._commit(outcome, given.now, player, action_id)
                if answer is not None:
                    return answer

    async def _refuse(self, refusal: TableRefusal | Refusal, player: str | None, action_id: str) -> Accepted | Refused:
        # Refused now, but it may have been accepted before a restart, and the answer lost.
        seq = await self._first_seq(player, action_id)
        if seq is not None:
            return Accepted(action_id, seq)
        if isinstance(refusal, Refusal):
            return Refused(action_id, refusal.code.value, legal=refusal.legal)
        return Refused(action_id, refusal.code.value, refusal.least, refusal.most)

    async def _first_seq(self, player: str | None, action_id: str) -> int | None:
        """Under which number the log has this action already, if it has."""
        return None if player is None else await self._store.find_action(self.id, player, action_id)

    async def _commit(
        self, events: tuple[TableEvent, ...], now: int, player: str | None, action_id: str
    ) -> Accepted | Refused | None:
        """Append the row; then fold it in and tell everybody. `None`: somebody else's row came first, decide again."""
        after = replay(events, self.state, self._deck)
        row = self._row(events, after, now, None if player is None else (player, action_id))
        try:
            result = await self._store.append(row)
        except StoreError as error:
            log.error("store_failed", table=self.id, error=str(error))
            return Refused(action_id, "store_failed")
        match result:
            case Appended():
                self._follow(events, after, row.seq, now)
                if player is not None:
                    self._remember(player, action_id, row.seq)
                self._tell(events, now)
                self._look_after(events)
                return Accepted(action_id, row.seq)
            case Duplicate(seq):
                # Stored before, and the answer lost: nobody here may have been told.
                await self._catch_up()
                self._tell((), now)
                return Accepted(action_id, seq)
            case NotPaid():
                return Refused(action_id, "no_account_chips")
            case Conflict():
                await self._catch_up()
                self._tell((), now)
                # A conflict with nobody would be one for ever: the row was not stored, and the log has no other.
                return None if self.seq >= row.seq else Refused(action_id, "store_failed")

    def _row(
        self, events: tuple[TableEvent, ...], after: TableState, now: int, sender: tuple[str, str] | None
    ) -> Append:
        states = self.state, after
        return log_row(self.id, self.seq + 1, events, states=states, deck=self._deck, now=now, sender=sender)

    def _follow(self, events: tuple[TableEvent, ...], after: TableState, seq: int, at: int) -> None:
        """Take over an appended row."""
        self.state, self.seq = after, seq
        self.figures.note(events, after, at)
        if not after.hand_runs:
            self._deck = shuffled()  # a deck serves one hand only (R1.2)

    def _remember(self, player: str, action_id: str, seq: int) -> None:
        self._accepted[player, action_id] = seq
        if len(self._accepted) > REMEMBERED_ACTIONS:
            self._accepted.popitem(last=False)

    def _look_after(self, events: tuple[TableEvent, ...]) -> None:
        """What a command leaves to be done beside the log: a used-up setting, a snapshot now and then."""
        for event in events:
            match event:
                case SatOut():
                    self._spawn(functools.partial(self._use_up, self.state.player_at(event.seat)))
                case SeatLeft():
                    self._spawn(functools.partial(self._use_up, event.player))
                case HandEnded() if self.state.hand_number % SNAPSHOT_HANDS == 0:
                    self._spawn(self._save_snapshot)
                case HandsTurnedUp():
                    self._spawn(functools.partial(self._tell_odds, events))
                case _:
                    pass

    async def _tell_odds(self, events: tuple[TableEvent, ...]) -> None:
        """Tell what the hands of an all-in were worth, while they are looked at."""
        assert self.state.hand is not None
        question = all_in(self.state.hand_number, self.state.hand.board, events)
        if question is None or not self.viewers:
            return
        with contextlib.suppress(OddsError):  # then the hand goes without
            data = msgspec.json.encode(await self._odds.at_all_in(question))
            self._told_odds = question.hand, data
            if question.hand == self.state.hand_number:
                self._send_all(data)

    async def _use_up(self, player: str | None) -> None:
        """Who sits out or has left no longer waits to sit out."""
        own = self.preferences.get(player or "")
        if player is not None and own is not None and own.sit_out_next_hand:
            async with self._settling:
                own = self.preferences[player]
                await self._keep_preferences(player, msgspec.structs.replace(own, sit_out_next_hand=False))

    async def _save_snapshot(self) -> None:
        """Shorten the log that a start must read. Hidden cards are left out."""
        state = self.state
        if state.hand is not None and state.hand.has_ended:
            data = msgspec.json.encode(msgspec.structs.replace(state, hand=public_state(state.hand)))
            await self._store.save_snapshot(self.id, Snapshot(self.seq, data))

    async def _catch_up(self) -> None:
        """Fold in the rows that the log has and this copy has not."""
        for row in await self._store.read(self.id, self.seq):
            await self._fold(row)
        hand = self.state.hand
        if hand is not None and not hand.has_ended and any(seat.known_cards is None for seat in hand.seats):
            raise StoreError("bad_row", f"table {self.id}: the deck of the hand that runs is not there")
        await self._give_back()

    async def _give_back(self) -> None:
        """Who won the last hand without a showdown may still show it (R7.9): its deck is erased, but cards are kept."""
        hand, players = self.state.hand, dict(self.state.dealt)
        if hand is None or not hand.has_ended:
            return
        for seat in hand.seats:
            if seat.is_live and seat.showing is Showing.HIDDEN and seat.known_cards is None:
                for kept in await self._store.hand_cards(self.id, self.state.hand_number, players[seat.number]):
                    if kept.seat == seat.number:
                        hand = given_back(hand, kept.seat, kept.cards)
        self.state = msgspec.structs.replace(self.state, hand=hand)

    async def _fold(self, row: LogRow) -> None:
        begun = next((event.hand for event in row.events if isinstance(event, HandPrepared)), None)
        deck = self._deck if begun is None else await self._store.deck(self.id, begun)
        after = replay(row.events, self.state, deck)
        self._follow(row.events, after, row.seq, row.at)
        if deck is not None and after.hand_runs:
            self._deck = deck

    # Viewers and presence

    async def join(self, viewer: Viewer) -> None:
        """Send the whole table to a new viewer and every update from now on; a player's presence is noted."""
        self.viewers.add(viewer)
        self._send(viewer, (), self._clock.now())
        if self._told_odds is not None and self._told_odds[0] == self.state.hand_number:
            viewer.send(self._told_odds[1])
        if viewer.player is not None and self.state.find(viewer.player) is not None:
            await self._note_presence(RestoreConnection(viewer.player))
        self._arm()

    async def leave(self, viewer: Viewer) -> None:
        """Forget a viewer; a player whose last connection this was has lost it (R8.2)."""
        self.viewers.discard(viewer)
        if self._closed:
            return
        self._arm()
        if viewer.player is not None and not self._is_connected(viewer.player):
            await self._note_presence(LoseConnection(viewer.player))

    async def _note_presence(self, command: LoseConnection | RestoreConnection) -> None:
        answer = await self.submit(command)
        if isinstance(answer, Refused) and answer.code == "store_failed":
            again = functools.partial(self._check_presence, command.player)
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._spawn, again)

    async def _check_presence(self, player: str) -> None:
        """Note that a player has come or gone, where the log has it otherwise."""
        number = self.state.find(player)
        seat = None if number is None else self.state.seats[number - 1]
        here = self._is_connected(player)
        if seat is not None and here != seat.connected and not self._closed:
            await self._note_presence(RestoreConnection(player) if here else LoseConnection(player))

    async def _call_roll(self) -> None:
        """Some time after a start: who has not come back by now has lost the connection."""
        for seat in self.state.seats:
            if seat is not None and not self._is_house(seat.player):
                await self._check_presence(seat.player)

    def _is_connected(self, player: str) -> bool:
        return any(viewer.player == player for viewer in self.viewers)

    async def set_preferences(self, player: str, preferences: Preferences) -> None:
        """Keep a player's private settings; they are sent to their owner only."""
        async with self._settling:
            await self._keep_preferences(player, preferences)

    async def _keep_preferences(self, player: str, preferences: Preferences) -> None:
        await self._store.tableside.set_preferences(self.id, player, preferences)
        self.preferences[player] = preferences
        for viewer in self.viewers:
            if viewer.player == player:
                self._send(viewer, (), self._clock.now())

    def say(self, message: Said) -> None:
        """Pass talk on to everybody here."""
        self._send_all(msgspec.json.encode(message))

    def _send_all(self, data: bytes) -> None:
        for viewer in self.viewers:
            viewer.send(data)

    def _tell(self, events: tuple[TableEvent, ...], now: int) -> None:
        public = public_view(self.state)
        encoded: dict[str | None, bytes] = {}  # all who are nobody here see the same
        for viewer in self.viewers:
            if viewer.player not in encoded:
                encoded[viewer.player] = self._encoded(events, now, viewer.player, public)
            viewer.send(encoded[viewer.player])
        self._arm()
        self.on_change(self)

    def _send(self, viewer: Viewer, events: tuple[TableEvent, ...], now: int) -> None:
        viewer.send(self._encoded(events, now, viewer.player, public_view(self.state)))

    def _encoded(self, events: tuple[TableEvent, ...], now: int, player: str | None, public: TableView) -> bytes:
        own = None if player is None else self.preferences.get(player)
        seen = view_events(events, self.state, player)
        told = seen_by(player, public, self.state, now)
        return msgspec.json.encode(Update(self.seq, now, seen, told, own))

    # Time

    def wants_hand(self) -> bool:
        """Whether the next hand may be dealt: a table with no person seated or watching stands still."""
        return any(viewer.is_person for viewer in self.viewers)

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = next_deadline(self.state, deals=self.wants_hand())
        if deadline is None:
            return
        seconds = max(0, deadline - self._clock.now()) / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._spawn, self._time_out)

    def _spawn(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table_task_failed", table=self.id, error=repr(error))
            self._try_again()

    def _try_again(self) -> None:
        """The table goes on; a deadline that has passed is tried again soon."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._spawn, self._time_out)

    async def _time_out(self) -> None:
        answer = await self.submit(TimeOut(deals=self.wants_hand()))
        if isinstance(answer, Refused) and answer.code == "store_failed":
            self._try_again()
        elif isinstance(answer, Refused):  # too early, by a rounding or after another failure
            self._arm()
