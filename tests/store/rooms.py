"""What the tests of the store share: an open store, short rows, a played hand."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from omaha8.cards import FULL_DECK, Deck
from omaha8.hand import HandEvent, HandSetup, HandState, Refusal, blinds, decide, legal_actions, replay, start
from omaha8.rules import HouseRules, TableRules, pot_limit
from omaha8.simulate import Policy, choose
from omaha8.store import Append, Store
from omaha8.table.events import SatOut, TableEvent
from omaha8.table.state import TableConfig
from omaha8.table.transfers import Transfer

CONFIG = TableConfig(name="Main", rules=TableRules(), rotation=(pot_limit(1, 2),), min_buy_in=40, max_buy_in=200)


@asynccontextmanager
async def opened(folder: Path, *tables: str) -> AsyncIterator[Store]:
    """An open store that has these tables."""
    store = await Store.open(folder)
    try:
        await store.create_missing(dict.fromkeys(tables, CONFIG))
        yield store
    finally:
        await store.close()


def row(table: str, seq: int, *, player: str | None = None, action: str | None = None, **more: Any) -> Append:
    """A row with one event, which says its number."""
    return Append(
        table_id=table,
        seq=seq,
        at=1_000 + seq,
        player_id=player,
        action_id=action,
        events=more.pop("events", (SatOut(1, seq),)),
        **more,
    )


def move(kind: str, source: str, target: str, chips: int) -> Transfer:
    return Transfer(kind, ((source, -chips), (target, chips)))


async def sql(store: Store, statement: str) -> list[tuple[object, ...]]:
    """Run a statement behind the store's back, on its connection."""

    def work(connection: Connection) -> list[tuple[object, ...]]:
        result = connection.execute(text(statement))
        return [tuple(found) for found in result] if result.returns_rows else []

    return await store._database.write(work)


def play(deck: Deck, players: int, seed: int, policy: Policy) -> tuple[list[tuple[HandEvent, ...]], HandState]:
    """A hand from its start to its end: the events of each command, and the last state."""
    rules = HouseRules()
    seats = range(1, players + 1)
    stakes = pot_limit(1, 2)
    setup = HandSetup(
        rules=rules,
        stakes=stakes,
        button=1,
        stacks=tuple((seat, 200) for seat in seats),
        posts=blinds(stakes, seats, 1),
    )
    rng = random.Random(seed)
    commands = [start(setup, deck)]
    state = replay(commands[0], deck)
    while (legal := legal_actions(state)) is not None:
        outcome = decide(state, legal.seat, choose(policy, legal, rng), deck)
        assert not isinstance(outcome, Refusal)
        commands.append(outcome)
        state = replay(outcome, deck, state)
    return commands, state


def shuffled(seed: int) -> Deck:
    return Deck(tuple(random.Random(seed).sample(FULL_DECK, 52)))


async def store_hand(store: Store, table: str, hand: int, commands: list[tuple[HandEvent, ...]], deck: Deck) -> None:
    """Append a played hand the way a room does: the deck with its first command, erased with its last."""
    first = len(await store.read(table)) + 1
    for number, events in enumerate(commands):
        starts, ends = number == 0, number == len(commands) - 1
        flat: tuple[TableEvent, ...] = events
        await store.append(
            row(table, first + number, events=flat, hand=hand, deck=deck if starts else None, erase_deck=ends)
        )
