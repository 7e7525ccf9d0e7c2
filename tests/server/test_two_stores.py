"""Two processes on one file: a row that came first elsewhere is taken in, and the command decided again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from omaha8.hand import actions
from omaha8.server.wire import Accepted, Refused
from omaha8.table.commands import SitOut
from server.rooms import TestRoom, opened


@asynccontextmanager
async def two_rooms(folder: Path) -> AsyncIterator[tuple[TestRoom, TestRoom]]:
    """Two rooms on a folder, a hand of ann and ben begun; both know it."""
    async with opened(folder) as one:
        await one.sit("ann", 1)
        await one.sit("ben", 2)
        await one.wait()
        async with opened(folder, clock=one.clock) as other:
            other.players = one.players
            await one.table._catch_up()
            yield one, other


def test_both_know_the_same_hand(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            assert one.table.state == other.table.state
            assert one.table._deck == other.table._deck

    asyncio.run(scenario())


def test_a_command_after_a_row_of_the_other_is_decided_again(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            await one.act(actions.Call())
            waits = "ben" if one.to_act == "ann" else "ann"
            answer = await other.ask(waits, SitOut(other.players[waits]), "out")
            assert answer == Accepted("out", one.table.seq + 1)
            await one.table._catch_up()
            assert one.table.state == other.table.state

    asyncio.run(scenario())


def test_of_two_rival_actions_one_wins(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            name, act = one.to_act, one.act_of(actions.Call())
            answers = await asyncio.gather(one.ask(name, act, "left"), other.ask(name, act, "right"))
            assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
            assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale_turn"]
            await one.table._catch_up()
            await other.table._catch_up()
            assert one.table.state == other.table.state
            assert await one.store.ledger.audit() == []

    asyncio.run(scenario())


def test_the_same_action_through_both_is_stored_once_and_answered_twice(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            name, act = one.to_act, one.act_of(actions.Call())
            left, right = await asyncio.gather(one.ask(name, act, "a"), other.ask(name, act, "a"))
            assert isinstance(left, Accepted)
            assert left == right
            await one.table._catch_up()
            await other.table._catch_up()
            assert one.table.seq == other.table.seq == left.seq

    asyncio.run(scenario())


def test_viewers_are_shown_what_the_other_did_even_when_their_command_comes_too_late(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            name, act = one.to_act, one.act_of(actions.Call())
            tab = await other.tab(name)
            await one.ask(name, act, "left")
            assert await other.ask(name, act, "right") == Refused("right", "stale_turn")
            assert tab.last["seq"] == one.table.seq
            assert tab.last["view"]["clock"]["turn"] == one.turn

    asyncio.run(scenario())


def test_a_hand_that_the_other_began_and_ended_is_taken_in(folder: Path) -> None:
    async def scenario() -> None:
        async with two_rooms(folder) as (one, other):
            for _ in range(2):
                await one.fold_out()
                await one.wait()
            answer = await other.ask("ann", SitOut(other.players["ann"]), "out")
            assert isinstance(answer, Accepted), answer
            await one.table._catch_up()
            assert one.table.state == other.table.state
            assert one.table._deck == other.table._deck

    asyncio.run(scenario())
