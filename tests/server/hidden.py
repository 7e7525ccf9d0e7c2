"""Non-interference: a hand played twice with only hidden cards different gives every viewer the same bytes.

A pair is a hand played whole, played whole again with cards exchanged that a viewer never came to see, and played up
to some step with everything exchanged that the viewer had not seen by then. All of it goes through live tables and
the store: streams with their times, rows of the log, snapshots, kept cards, the hand told again, and what the program
logs.
"""

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
import structlog

from omaha8.cards import Deck
from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, LegalActions, Muck, RaiseTo, Show
from omaha8.hand.betting import legal_actions
from omaha8.hand.state import HandState, Showing
from omaha8.rules import TABLE_PROFILES, Stakes, fixed_limit, no_limit, pot_limit
from omaha8.server import live
from omaha8.server.hands import played_hands
from omaha8.server.live import LiveTable
from omaha8.server.odds import AllIn, OddsDesk, answer
from omaha8.server.wire import Odds
from omaha8.store import Append, AppendResult, Store, StoreError
from omaha8.table.commands import Act, Command, Leave, Preferences, SitDown, TimeOut
from omaha8.table.state import TableConfig
from server.rooms import Clock, Tab, shuffled
from store.rooms import sql

PEOPLE = 8
SPECTATOR = "spectator"
MOST_STEPS = 300


class FlakyStore(Store):
    """Fails to append when told to, once."""

    fails_next = False

    async def append(self, row: Append) -> AppendResult:
        if self.fails_next:
            self.fails_next = False
            raise StoreError("full", "the disk is full")
        return await super().append(row)


@dataclass
class Script:
    """What is played, but for the cards; everything follows from the seed."""

    seed: int

    def __post_init__(self) -> None:
        rng = random.Random(self.seed)
        self.players = rng.randint(2, 6)
        profile = rng.choice(("classic", "party", "russian"))
        rules = TABLE_PROFILES[profile]
        stakes: Stakes = rng.choice((pot_limit(1, 2), no_limit(1, 2), fixed_limit(rules.hand, 2, 4)))
        self.config = TableConfig(name="T", rules=rules, rotation=(stakes,), min_buy_in=5, max_buy_in=200)
        short = rng.random() < 0.5
        self.stacks = [rng.randint(8, 60 if short else 200) for _ in range(self.players)]
        self.settings = [Preferences(auto_muck=rng.random() < 0.3) for _ in range(self.players)]
        self.deck = shuffled(rng.randrange(2**32))


@dataclass
class Trace:
    """Everything that came out of one play."""

    streams: dict[str, list[tuple[int, bytes]]] = field(default_factory=dict)
    marks: list[dict[str, int]] = field(default_factory=list)  # lengths of the streams after each step
    hands: list[HandState] = field(default_factory=list)  # after each step
    rows: list[Any] = field(default_factory=list)
    snapshot: Any = None
    kept: dict[str, Any] = field(default_factory=dict)
    told_again: dict[str, bytes] = field(default_factory=dict)
    logged: list[Any] = field(default_factory=list)
    timed_out: bool = False


class TimedTab(Tab):
    """Keeps the time of each message too."""

    def __init__(self, player: str | None, clock: Clock, stream: list[tuple[int, bytes]]) -> None:
        super().__init__(player)
        self._at = clock
        self._stream = stream

    def send(self, data: bytes) -> None:
        self._stream.append((self._at.now(), data))
        super().send(data)


class PromptDesk(OddsDesk):
    """Counts on the spot, so that a play always tells the same at the same moment."""

    async def at_all_in(self, question: AllIn) -> Odds:
        result = answer(question)
        assert isinstance(result, Odds)
        return result


class Play:
    """One hand on a table of its own."""

    def __init__(self, store: FlakyStore, people: list[str], table_id: str, script: Script, deck: Deck) -> None:
        self.script = script
        self.trace = Trace()
        self._store = store
        self._people = people
        self._rng = random.Random(script.seed + 1)
        self._clock = Clock()
        self._deck = deck
        self._tabs: dict[str, TimedTab] = {}
        self.table = LiveTable(
            table_id, script.config, store=store, clock=self._clock, odds=PromptDesk(), is_house=lambda _: False
        )

    async def run(self, steps: int = MOST_STEPS) -> Trace:
        """Play to the end of the hand, or so many steps of it."""
        with self._dealing(), structlog.testing.capture_logs() as logged:
            await self._store.create_missing({self.table.id: self.script.config})
            await self.table.load()
            await self._sit()
            for step in range(steps):
                if not self.table.state.hand_runs and step > 0:
                    break
                await (self._step() if step else self._wait())
                self._mark()
            if steps == MOST_STEPS:
                await self._after()
            self.table.close()
        self.trace.logged = [dict(entry) for entry in logged]
        return self.trace

    @contextmanager
    def _dealing(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(live, "shuffled", lambda: self._deck)
            self.table._deck = self._deck
            yield

    def _mark(self) -> None:
        assert self.table.state.hand is not None
        self.trace.hands.append(self.table.state.hand)
        self.trace.marks.append({name: len(stream) for name, stream in self.trace.streams.items()})

    async def _join(self, name: str, player: str | None) -> None:
        stream = self.trace.streams.setdefault(name, [])
        self._tabs[name] = TimedTab(player, self._clock, stream)
        await self.table.join(self._tabs[name])

    async def _sit(self) -> None:
        await self._join(SPECTATOR, None)
        await self._join("stranger", self._people[-1])
        for seat, (player, chips) in enumerate(zip(self._people, self.script.stacks, strict=False), 1):
            await self._join(str(seat), player)
            await self._ask(SitDown(player, f"P{seat}", seat, chips), player, "sit")
            if self.script.settings[seat - 1].auto_muck:
                await self.table.set_preferences(player, self.script.settings[seat - 1])

    async def _ask(self, command: Command, player: str, action_id: str) -> None:
        answer = await self.table.submit(command, player, action_id)
        seat = self.table.state.find(player)
        if seat is not None and str(seat) in self.trace.streams:
            self.trace.streams[str(seat)].append((self._clock.now(), repr(answer).encode()))

    async def _wait(self) -> None:
        deadline = self.table.state.clock.deadline
        assert deadline is not None
        self._clock.time = max(self._clock.time, deadline)
        await self.table.submit(TimeOut())

    async def _step(self) -> None:
        self._clock.time += self._rng.randint(50, 2_000)
        chance = self._rng.random()
        if chance < 0.03:
            self.trace.timed_out = True
            await self._wait()
        elif chance < 0.07:
            await self._come_or_go()
        elif chance < 0.085:
            player = self._people[self._rng.randrange(self.script.players)]
            await self._ask(Leave(player), player, f"leave {self.table.seq}")
        elif chance < 0.10 and len(self._people) > self.script.players + 1:
            late = self._people[-2]
            await self._ask(SitDown(late, "Late", self.script.players + 1, 50), late, f"late {self.table.seq}")
        else:
            await self._act(fails=chance > 0.97, twice=chance > 0.94)

    async def _come_or_go(self) -> None:
        name = str(self._rng.randint(1, self.script.players))
        if name in self._tabs:
            await self.table.leave(self._tabs.pop(name))
        else:
            await self._join(name, self._people[int(name) - 1])

    async def _act(self, *, fails: bool, twice: bool) -> None:
        hand = self.table.state.hand
        assert hand is not None
        legal = legal_actions(hand)
        assert legal is not None
        player = self.table.state.player_at(legal.seat)
        assert player is not None
        turn = self.table.state.clock.turn
        command = Act(player, turn, choose(legal, self._rng))
        self._store.fails_next = fails
        for _ in range(1 + (fails or twice)):
            await self._ask(command, player, f"turn {turn}")

    async def _after(self) -> None:
        """After the hand: the winner of an uncontested pot may show it; then all that is kept is read."""
        hand, table = self.table.state.hand, self.table
        assert hand is not None
        assert hand.has_ended, "the hand has come to its end"
        live_seats = [seat for seat in hand.seats if seat.is_live]
        if len(live_seats) == 1 and self._rng.random() < 0.5:
            player = self.table.state.player_at(live_seats[0].number)
            if player is not None:
                await self._ask(Act(player, 0, Show()), player, "show")
        self._mark()
        await table._save_snapshot()
        snapshot = await self._store.snapshot(table.id)
        self.trace.snapshot = None if snapshot is None else (snapshot.seq, snapshot.data)
        named = f"table_id = '{table.id}'"
        self.trace.rows = await sql(self._store, f"SELECT * FROM table_log WHERE {named} ORDER BY seq")
        self.trace.rows += await sql(self._store, f"SELECT * FROM ledger_txn WHERE {named} ORDER BY id")
        self.trace.rows += await sql(self._store, f"SELECT seq, deadline_at FROM room_table WHERE id = '{table.id}'")
        for name, viewer in ((SPECTATOR, None), ("stranger", self._people[-1])):
            self.trace.kept[name] = await self._store.hand_cards(table.id, 1, viewer)
        for name, player in (
            ("stranger", self._people[-1]),
            *((str(seat), player) for seat, player in table.state.dealt),
        ):
            told = await played_hands(self._store, table.id, self.script.config, player)
            self.trace.told_again[name] = msgspec.json.encode(told)


def choose(legal: LegalActions, rng: random.Random) -> Action:
    """Some legal action; mostly to stay in, so that many hands are shown down."""
    chance = rng.random()
    if legal.muck:
        return Show() if legal.show and chance < 0.4 else Muck()
    amounts = legal.bet or legal.raise_to
    if amounts is not None and chance < 0.2:
        to = rng.choice((amounts.least, amounts.most, rng.randint(amounts.least, amounts.most)))
        return BetTo(to) if legal.bet is not None else RaiseTo(to)
    if chance > 0.93 and not legal.check:
        return Fold()
    return Check() if legal.check else Call()


def hidden(hand: HandState, viewer: int | None) -> set[int]:
    """The places in the deck of every card that the viewer has not seen."""
    players, count = len(hand.seats), hand.rules.hole_cards
    seen = set(range(players * count, players * count + len(hand.board)))
    for index, seat in enumerate(hand.seats):
        if seat.is_face_up or seat.number == viewer:
            seen |= set(range(index, players * count, players))
    return set(range(52)) - seen


def places(hand: HandState, *, mucked: bool = False, seat: int | None = None) -> set[int]:
    """The places of the cards of a seat, or of all seats that mucked."""
    players, count = len(hand.seats), hand.rules.hole_cards
    found: set[int] = set()
    for index, one in enumerate(hand.seats):
        if one.number == seat or (mucked and one.showing is Showing.MUCKED):
            found |= set(range(index, players * count, players))
    return found


def exchanged(deck: Deck, at: Iterable[int], rng: random.Random) -> Deck:
    """The deck with the cards at these places in another order."""
    where = sorted(at)
    values = [deck.cards[place] for place in where]
    rng.shuffle(values)
    cards = list(deck.cards)
    for place, card in zip(where, values, strict=True):
        cards[place] = card
    return Deck(tuple(cards))


def outcome(hand: HandState) -> object:
    """What the cards decided in public: who won what, who was asked to show, who did."""
    return hand.awards, tuple((seat.number, seat.standing, seat.showing) for seat in hand.seats)
