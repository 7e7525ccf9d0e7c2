"""How many chips may be brought to a table (R1.3)."""

import msgspec

from omaha8.table.state import TableState


class Amounts(msgspec.Struct, frozen=True):
    """Every number of chips from `least` to `most`."""

    least: int
    most: int


def buy_in_range(state: TableState, player: str | None, now: int) -> Amounts:
    """What a player may sit down with: who comes back within the rathole time brings at least what they left with."""
    config = state.config
    since = now - config.rules.rathole
    left_with = max((gone.chips for gone in state.departed if gone.player == player and gone.at > since), default=0)
    return Amounts(max(config.min_buy_in, left_with), max(config.max_buy_in, left_with))


def top_up_range(state: TableState, number: int) -> Amounts | None:
    """What a seat may add: up to the table's maximum, never during its own hand."""
    room = state.config.max_buy_in - state.stack(number)
    if state.in_hand(number) or room < 1:
        return None
    return Amounts(1, room)
