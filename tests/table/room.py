"""A table with everything around it that a test needs: time, decks, settings, the log, and a ledger."""

import random
from collections.abc import Callable

import msgspec

from omaha8.cards import FULL_DECK, Deck
from omaha8.hand.actions import Action, Refusal
from omaha8.hand.state import HandState
from omaha8.rules import TABLE_PROFILES, TableRules, pot_limit
from omaha8.table.clock import next_deadline
from omaha8.table.commands import Act, Command, Preferences, SitDown, TableRefusal, TimeOut
from omaha8.table.events import TableEvent
from omaha8.table.evolve import replay
from omaha8.table.machine import Circumstances, Outcome, decide
from omaha8.table.state import TableConfig, TableState, new_table
from omaha8.table.transfers import Transfer, escrow, transfers

START = 1_700_000_000_000
NAME = "t"


def config(rules: TableRules = TABLE_PROFILES["classic"], **more: object) -> TableConfig:
    """Pot limit 1/2, 20 to 200 chips to sit down with, but for what is named."""
    usual = {"name": NAME, "rotation": (pot_limit(1, 2),), "min_buy_in": 20, "max_buy_in": 200}
    return TableConfig(rules=rules, **{**usual, **more})  # type: ignore[arg-type]


def shuffled(seed: int) -> Deck:
    """The deck of a seed."""
    return Deck(tuple(random.Random(seed).sample(FULL_DECK, 52)))


class Row(msgspec.Struct, frozen=True):
    """One accepted command, as a log has it, with the deck of its hand and the state after it."""

    command: Command
    at: int
    events: tuple[TableEvent, ...]
    deck: Deck
    before: TableState
    after: TableState


class Room:
    """Runs one table. `send` answers like `decide` and keeps what was accepted."""

    def __init__(self, table: TableConfig | None = None) -> None:
        self.state = new_table(table or config())
        self.now = START
        self.deck = shuffled(0)
        self.next_deck: Callable[[int], Deck] = shuffled
        self.preferences: dict[str, Preferences] = {}
        self.log: list[Row] = []
        self.moved: tuple[Transfer, ...] = ()
        self.ledger: dict[str, int] = {}

    def ask(self, command: Command) -> Outcome:
        """What the table answers, without doing it."""
        return decide(self.state, command, Circumstances(self.now, self._deck(), self.preferences))

    def _deck(self) -> Deck:
        """The running hand's deck, else the next one's."""
        return self.deck if self.state.hand_runs else self.next_deck(self.state.hand_number + 1)

    def send(self, command: Command) -> Outcome:
        """A command, accepted or refused."""
        outcome = self.ask(command)
        if isinstance(outcome, tuple):
            self.deck = self._deck()
            before, self.state = self.state, replay(outcome, self.state, self.deck)
            self.log.append(Row(command, self.now, outcome, self.deck, before, self.state))
            self.moved = transfers(NAME, before, outcome, self.state)
            for movement in self.moved:
                for account, chips in movement.entries:
                    self.ledger[account] = self.ledger.get(account, 0) + chips
        return outcome

    def do(self, *commands: Command) -> tuple[TableEvent, ...]:
        """Commands that must be accepted; the events of the last one."""
        events: tuple[TableEvent, ...] = ()
        for command in commands:
            outcome = self.send(command)
            assert not isinstance(outcome, TableRefusal | Refusal), (command, outcome)
            events = outcome
        return events

    def sit(self, **seats: int) -> None:
        """`sit(a=100, b=80)`: they sit down at seats 1, 2 and so on."""
        for number, (player, chips) in enumerate(seats.items(), 1):
            self.do(SitDown(player, player, number, chips))

    def wait(self) -> tuple[TableEvent, ...]:
        """Time goes on to the next deadline, which the room says has come."""
        due = next_deadline(self.state)
        assert due is not None
        self.now = max(self.now, due)
        return self.do(TimeOut())

    def act(self, *actions: Action) -> None:
        """Actions of whoever's turn it is."""
        for action in actions:
            self.do(Act(self.to_act, self.state.clock.turn, action))

    @property
    def to_act(self) -> str:
        """The player whose turn it is."""
        assert self.state.clock.seat is not None
        seat = self.state.seats[self.state.clock.seat - 1]
        assert seat is not None
        return seat.player

    @property
    def hand(self) -> HandState:
        """The hand that is played, or was last."""
        assert self.state.hand is not None
        return self.state.hand


def check_ledger(room: Room) -> None:
    """Movements are balanced; all accounts sum to zero; what the ledger has at the table are the stacks and the pot."""
    assert all(sum(chips for _, chips in moved.entries) == 0 for moved in room.moved)
    assert sum(room.ledger.values()) == 0
    at_table = escrow(NAME, "")
    held = {account: chips for account, chips in room.ledger.items() if account.startswith(at_table) and chips}
    stacks = {
        escrow(NAME, seat.player): room.state.stack(number)
        for number, seat in enumerate(room.state.seats, 1)
        if seat is not None
    }
    pot = room.hand.pot if room.state.hand_runs else 0
    assert sum(held.values()) == sum(stacks.values()) + pot
    if not room.state.hand_runs:
        assert held == {account: chips for account, chips in stacks.items() if chips}
