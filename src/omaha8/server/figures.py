"""The lobby's figures of a table (R9.1), over its last hands since the server started."""

from collections import deque
from collections.abc import Iterable

import msgspec

from omaha8.hand.events import BoardDealt, HandEnded
from omaha8.table.events import TableEvent
from omaha8.table.state import TableState

HANDS = 50
HOUR = 3_600_000


class _Hand(msgspec.Struct, frozen=True):
    ended_at: int
    pot: int
    dealt: int
    saw_flop: int


class Figures:
    """Average pot in chips, players per flop in percent of those dealt in, hands per hour; `None` before any hand."""

    def __init__(self) -> None:
        self._hands: deque[_Hand] = deque(maxlen=HANDS)
        self._saw_flop = 0

    def note(self, events: Iterable[TableEvent], state: TableState, at: int) -> None:
        """Take in what a command caused, at that time; `state` is the state after it."""
        hand = state.hand
        if hand is None:
            return
        for event in events:
            match event:
                case BoardDealt() if len(event.cards) == 3:
                    self._saw_flop = sum(seat.is_live for seat in hand.seats)
                case HandEnded():
                    pot = sum(award.amount for award in hand.awards)
                    self._hands.append(_Hand(at, pot, len(hand.seats), self._saw_flop))
                    self._saw_flop = 0
                case _:
                    pass

    @property
    def average_pot(self) -> int | None:
        """Chips, rounded down."""
        return sum(hand.pot for hand in self._hands) // len(self._hands) if self._hands else None

    @property
    def players_per_flop(self) -> int | None:
        """Percent of those dealt in."""
        dealt = sum(hand.dealt for hand in self._hands)
        return 100 * sum(hand.saw_flop for hand in self._hands) // dealt if dealt else None

    @property
    def hands_per_hour(self) -> int | None:
        """At the pace of the last hands."""
        if len(self._hands) < 2:
            return None
        span = self._hands[-1].ended_at - self._hands[0].ended_at
        return (len(self._hands) - 1) * HOUR // span if span else None
