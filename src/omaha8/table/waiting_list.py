"""The waiting list of a full table (R9.1): a seat that comes free is kept for the first who waits, for a while.

The seats that are kept are no certain ones: of three free seats one may be kept, and whoever comes takes another.
"""

from omaha8.table.commands import TableRefusal, TableRefusalCode
from omaha8.table.events import ListLeft, SeatOffered
from omaha8.table.state import TableState, Waiter

LONGEST_LIST = 50


def may_sit(state: TableState, player: str | None) -> bool:
    """Whether a seat is free that is kept for nobody else."""
    kept = sum(waiter.offered_at is not None and waiter.player != player for waiter in state.waiting_list)
    return _free_seats(state) > kept


def why_not_join(state: TableState, player: str) -> TableRefusal | None:
    """Why a player cannot be put on the list; `None` where they can."""
    if state.find(player) is not None:
        return TableRefusal(TableRefusalCode.ALREADY_SEATED)
    if state.waits(player):
        return TableRefusal(TableRefusalCode.ALREADY_WAITING)
    if may_sit(state, player):
        return TableRefusal(TableRefusalCode.SEAT_FREE)
    if len(state.waiting_list) >= LONGEST_LIST:
        return TableRefusal(TableRefusalCode.LIST_FULL, 0, LONGEST_LIST)
    return None


def new_offers(state: TableState, now: int) -> tuple[SeatOffered, ...]:
    """What is due to the first on the list: an offer for each free seat."""
    first = state.waiting_list[: _free_seats(state)]
    return tuple(SeatOffered(waiter.player, now) for waiter in first if waiter.offered_at is None)


def offers_afresh(state: TableState, now: int) -> tuple[SeatOffered, ...]:
    """The offers that stand, with their whole time again (R8.6)."""
    return tuple(SeatOffered(waiter.player, now) for waiter in state.waiting_list if waiter.offered_at is not None)


def kept_until(state: TableState, waiter: Waiter) -> int | None:
    """Until when a seat is kept for somebody, in ms; `None` where none is."""
    return None if waiter.offered_at is None else waiter.offered_at + state.config.rules.seat_offer


def lapsed_offers(state: TableState, now: int) -> tuple[ListLeft, ...]:
    """Who did not take the seat that was kept for them is off the list."""
    ends = ((waiter.player, kept_until(state, waiter)) for waiter in state.waiting_list)
    return tuple(ListLeft(player) for player, end in ends if end is not None and now >= end)


def _free_seats(state: TableState) -> int:
    return sum(seat is None for seat in state.seats)
