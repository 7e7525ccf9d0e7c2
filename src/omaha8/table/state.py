"""The state of a table: seats, button, blinds owed, the hand in play, the clock. Data only; `evolve` is the writer."""

import msgspec

from omaha8.errors import RulesError
from omaha8.hand.state import HandState
from omaha8.rules import Stakes, TableRules
from omaha8.table.events import Waiting


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What the host sets: rules, the rotation of stakes (one entry for a plain table, R5.4), and buy-ins in chips.

    `profile` names where the rules came from, for display; nothing asks for it.
    """

    name: str
    profile: str = ""
    rules: TableRules
    rotation: tuple[Stakes, ...]
    rotate_by_orbit: bool = False
    min_buy_in: int
    max_buy_in: int

    def __post_init__(self) -> None:
        if not self.rotation:
            raise RulesError("rotation", "no stakes; a table needs at least one", self.name)
        if not 1 <= self.min_buy_in <= self.max_buy_in:
            raise RulesError(
                "buy_in", f"{self.min_buy_in} to {self.max_buy_in}; legal is 1 chip or more, least first", self.name
            )


class TableSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the table. `chips` is the stack between hands; in a hand the hand's state has it.

    `order` counts who sat down before whom. A newcomer has not been dealt in since sitting down (R2.6). `lost_in` is
    the hand in which the connection was lost last, 0 where that was in none (R8.2).
    """

    player: str
    name: str
    chips: int
    order: int
    newcomer: bool = True
    owes_big: bool = False
    owes_small: bool = False
    sitting_out: bool = False
    out_since: int | None = None
    leaving: bool = False
    connected: bool = True
    lost_in: int = 0

    @property
    def is_ready(self) -> bool:
        """Seated, has chips, not sitting out."""
        return self.chips > 0 and not self.sitting_out and not self.leaving

    @property
    def is_regular(self) -> bool:
        """Ready, and neither a newcomer nor in debt: dealt in as a matter of course."""
        return self.is_ready and not (self.newcomer or self.owes_big or self.owes_small)


class Departed(msgspec.Struct, frozen=True):
    """Somebody who left with `chips` at a time: coming back soon they bring at least as much (R1.3).

    `owes_small`: they owe the small blind still (R2.7); the big one they owe as a newcomer anyway.
    """

    player: str
    chips: int
    at: int
    owes_small: bool = False


class Waiter(msgspec.Struct, frozen=True):
    """Somebody on the waiting list; `offered_at` is since when a seat is kept for them (R9.1)."""

    player: str
    offered_at: int | None = None


class Protections(msgspec.Struct, frozen=True):
    """How often a player was protected on a day (R8.4)."""

    player: str
    day: int
    count: int


class Clock(msgspec.Struct, frozen=True):
    """What the table waits for, and until when."""

    waiting: Waiting = Waiting.NOTHING
    turn: int = 0
    seat: int | None = None
    deadline: int | None = None
    time: int = 0
    extended: bool = False


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table between two events. Seats are numbered from 1; `seats[0]` is seat 1.

    `button`, `small_blind` and `big_blind` are the places of the last hand, `None` before the first. `moving` says
    that hands follow each other; after standing still the next one is a first hand (R2.1).
    """

    config: TableConfig
    seats: tuple[TableSeat | None, ...]
    hand: HandState | None = None
    hand_number: int = 0
    rotation: int = 0
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    heads_up: bool = False
    dealt: tuple[tuple[int, str], ...] = ()  # seats and players of the last hand begun
    moving: bool = False
    sat_down: int = 0
    clock: Clock = Clock()
    departed: tuple[Departed, ...] = ()
    waiting_list: tuple[Waiter, ...] = ()
    protections: tuple[Protections, ...] = ()

    @property
    def hand_runs(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and not self.hand.has_ended

    @property
    def stakes(self) -> Stakes:
        """The stakes of the current hand, or of the last one."""
        return self.config.rotation[self.rotation]

    def find(self, player: str) -> int | None:
        """The number of the player's seat."""
        for number, seat in enumerate(self.seats, 1):
            if seat is not None and seat.player == player:
                return number
        return None

    def waits(self, player: str) -> bool:
        """Whether a player is on the waiting list (R9.1)."""
        return any(waiter.player == player for waiter in self.waiting_list)

    def chips_at_table(self) -> dict[str, int]:
        """Every player's chips as the ledger has them: a hand's results count once it has ended."""
        return {seat.player: seat.chips for seat in self.seats if seat is not None and seat.chips}

    def player_at(self, number: int) -> str | None:
        """The player at a seat, or `None` at an empty one."""
        seat = self.seats[number - 1]
        return None if seat is None else seat.player

    def seat_in_hand(self, player: str | None) -> int | None:
        """The seat this player was dealt in at, in the hand that runs or the last one.

        Not the seat they have now: who sits down on the place of one who left has no part in the hand that was.
        """
        return next((number for number, dealt in self.dealt if dealt == player), None)

    def in_hand(self, number: int) -> bool:
        """Whether the seat was dealt into the hand that runs, folded or not."""
        return self.hand is not None and not self.hand.has_ended and number in self.hand.numbers

    def stack(self, number: int) -> int:
        """Chips behind at a seat, now."""
        seat = self.seats[number - 1]
        if self.hand is not None and self.in_hand(number):
            return self.hand.seat(number).stack
        return 0 if seat is None else seat.chips


def new_table(config: TableConfig) -> TableState:
    """An empty table."""
    return TableState(config=config, seats=(None,) * config.rules.seats)
