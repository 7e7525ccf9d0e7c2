"""Which chips an accepted command moves between accounts: the table's side of the ledger."""

from collections.abc import Iterable

import msgspec

from omaha8.hand.events import HandEnded
from omaha8.table.events import SeatLeft, SeatTaken, TableEvent, ToppedUp
from omaha8.table.state import TableState


class Transfer(msgspec.Struct, frozen=True):
    """A balanced movement: the amounts of its entries, by ledger account, sum to zero."""

    kind: str
    entries: tuple[tuple[str, int], ...]


def wallet(player: str) -> str:
    """The ledger account of a player's chips that are at no table."""
    return f"wallet:{player}"


def escrow(table: str, player: str) -> str:
    """The ledger account of a player's chips at a table."""
    return f"seat:{table}:{player}"


def transfers(table: str, before: TableState, events: Iterable[TableEvent], after: TableState) -> tuple[Transfer, ...]:
    """The ledger's movements for the events of one command, in order; one a kind.

    Buy-ins, chips added and chips taken home move between wallet and escrow; the end of a hand moves what it won and
    lost between the escrows of its players. Nothing else moves chips.
    """
    moved: dict[str, dict[str, int]] = {}
    for event in events:
        match event:
            case SeatTaken():
                _move(moved, "buy_in", wallet(event.player), escrow(table, event.player), event.chips)
            case ToppedUp():
                _move(moved, "top_up", wallet(event.player), escrow(table, event.player), event.chips)
            case SeatLeft():
                _move(moved, "cash_out", escrow(table, event.player), wallet(event.player), event.chips)
            case HandEnded():
                moved["hand"] = _results(table, before, after)
            case _:
                pass  # nothing else moves chips between accounts
    return tuple(Transfer(kind, tuple(entries.items())) for kind, entries in moved.items() if entries)


def _results(table: str, before: TableState, after: TableState) -> dict[str, int]:
    """What each player of the hand that ended won or lost; `before` still has the stacks it began with."""
    assert after.hand is not None
    results = {}
    for number, stack in after.hand.stacks.items():
        seat = before.seats[number - 1]
        assert seat is not None
        if stack != seat.chips:
            results[escrow(table, seat.player)] = stack - seat.chips
    return results


def _move(moved: dict[str, dict[str, int]], kind: str, source: str, target: str, chips: int) -> None:
    entries = moved.setdefault(kind, {})
    entries[source] = entries.get(source, 0) - chips
    entries[target] = entries.get(target, 0) + chips
