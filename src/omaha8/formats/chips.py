"""Follows the chips of a hand's events, so that writers can say what an event leaves out."""

import msgspec

from omaha8.errors import HistoryError
from omaha8.formats.history import Record
from omaha8.hand.betting import straddle
from omaha8.hand.events import BetMade, Called, HandStarted, Posted, PostKind, Raised


class Put(msgspec.Struct, frozen=True):
    """Chips put in: how many, the total then in front of the seat, by how much that raises, and whether it is all."""

    added: int
    total: int
    by: int
    all_in: bool


class Chips:
    """Stacks and bets as far as the events have been told to it."""

    def __init__(self, start: HandStarted) -> None:
        self.stakes = start.stakes
        self.behind = dict(start.stacks)
        self.front = dict.fromkeys(self.behind, 0)
        self.highest = start.stakes.big_blind  # a short blind counts as full (R2.5)
        self._straddles = 0

    def post(self, event: Posted) -> Put:
        """A blind or ante; dead ones do not lie in front of the seat."""
        if event.kind is PostKind.STRADDLE:
            self._straddles += 1
            self.highest = straddle(self.stakes, self._straddles)
        dead = event.kind is PostKind.DEAD or event.kind is PostKind.ANTE
        return self._put(event.seat, event.amount, dead=dead)

    def act(self, event: Called | BetMade | Raised) -> Put:
        """A call, bet or raise."""
        if isinstance(event, Called):
            return self._put(event.seat, event.amount)
        return self._put(event.seat, event.to - self.front[event.seat])

    def close_street(self) -> None:
        """The bets are in the middle."""
        self.front = dict.fromkeys(self.front, 0)
        self.highest = 0

    def _put(self, seat: int, added: int, *, dead: bool = False) -> Put:
        self.behind[seat] -= added
        if not dead:
            self.front[seat] += added
        total = self.front[seat]
        by = max(0, total - self.highest)
        self.highest += by
        return Put(added, total, by, not self.behind[seat])


def started(record: Record) -> HandStarted:
    """The event that begins the hand."""
    first = record.events[0] if record.events else None
    if not isinstance(first, HandStarted):
        raise record.error("cannot_write", "expected the events of a whole hand, from its start")
    return first


def no_protection(record: Record) -> HistoryError:
    """No format has a word for a player who stays in without calling."""
    return record.error("cannot_write", "a player timed out and stays in for the chips put in, which no format can say")


def plain_names(record: Record, seats: tuple[int, ...]) -> dict[int, str]:
    """A name for each seat, on one line and unlike the others: a text tells players apart by nothing else."""
    names: dict[int, str] = {}
    for seat in seats:
        name = " ".join(record.names.get(seat, "").split()) or f"seat {seat}"
        names[seat] = name if name not in names.values() else f"{name} ({seat})"
    return names
