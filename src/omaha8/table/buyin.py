"""What a player brings to a table: chips (R1.3), and what they owed when they left it a while ago (R2.7)."""

import msgspec

from omaha8.table.state import Departed, TableState


class Amounts(msgspec.Struct, frozen=True):
    """Every number of chips from `least` to `most`."""

    least: int
    most: int


def buy_in_range(state: TableState, player: str | None, now: int) -> Amounts:
    """What a player may sit down with: who comes back within the rathole time brings at least what they left with."""
    config, gone = state.config, lately_departed(state, player, now)
    left_with = 0 if gone is None else gone.chips
    return Amounts(max(config.min_buy_in, left_with), max(config.max_buy_in, left_with))


def lately_departed(state: TableState, player: str | None, now: int) -> Departed | None:
    """How a player left this table, where that was within the rathole time."""
    since = now - state.config.rules.rathole
    return next((gone for gone in state.departed if gone.player == player and gone.at > since), None)


def top_up_range(state: TableState, number: int) -> Amounts | None:
    """What a seat may add: up to the table's maximum, never during its own hand; with nothing left, a buy-in."""
    stack = state.stack(number)
    room = state.config.max_buy_in - stack
    if state.in_hand(number) or room < 1:
        return None
    return Amounts(1 if stack else state.config.min_buy_in, room)
