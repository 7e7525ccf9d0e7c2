"""The lobby's figures of a table (R9.1), over its last hands since the server started."""

from collections import deque
from collections.abc import Iterable

import msgspec

from omaha8.hand.events import HandEnded, HandStarted
from omaha8.table.events import ClockSet, TableEvent
from omaha8.table.state import TableState

HANDS = 50
HOUR = 3_600_000


class _Hand(msgspec.Struct, frozen=True):
    deadline: int
    pot: int
    dealt: int
    saw_flop: int


class Figures:
    """Average pot in chips, players per flop in percent of those dealt in, hands per hour."""

    def __init__(self) -> None:
        self._hands: deque[_Hand] = deque(maxlen=HANDS)

    def note(self, events: Iterable[TableEvent], state: TableState) -> None:
        """Count the hand that ended with these events, if one did."""
        if state.hand is None or not any(isinstance(event, HandEnded) for event in events):
            return
        ended = next((event.deadline for event in events if isinstance(event, ClockSet) and event.deadline), 0)
        hand = state.hand
        saw_flop = sum(seat.is_live for seat in hand.seats) if hand.board else 0
        pot = sum(award.amount for award in hand.awards)
        self._hands.append(_Hand(ended, pot, len(hand.seats), saw_flop))
