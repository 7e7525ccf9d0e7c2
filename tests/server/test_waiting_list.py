"""The waiting list of a table (R9.1): over the socket, in the lobby, after a restart, and with house players."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest

from omaha8.hand import actions
from omaha8.rules import TableRules
from omaha8.server import house
from omaha8.server.room import Room
from omaha8.server.wire import Accepted, LobbyTable, Refused
from omaha8.store import Store
from omaha8.table.commands import Act, Command, JoinList, Leave, LeaveList, SitDown
from omaha8.table.state import TableConfig
from server.listening import listening
from server.rooms import CONFIG, TABLE, TestRoom, opened, reopened

DUEL = msgspec.structs.replace(CONFIG, rules=TableRules(seats=2))
KEPT = DUEL.rules.seat_offer


async def full(room: TestRoom) -> None:
    for number, name in enumerate(("ann", "ben"), 1):
        await room.sit(name, number)
    for name in ("cid", "dan"):
        await room.tab(name)


async def join(room: TestRoom, name: str) -> None:
    answer = await room.ask(name, JoinList(room.players[name]), f"join-{name}")
    assert isinstance(answer, Accepted), answer


async def kept_for_cid(room: TestRoom) -> None:
    """ben has left, his seat is kept for cid, and dan waits."""
    await full(room)
    await join(room, "cid")
    await join(room, "dan")
    await room.ask("ben", Leave(room.players["ben"]), "leave")


def in_lobby(room: TestRoom, name: str | None) -> LobbyTable:
    (table,) = room.room.lobby(None if name is None else room.players[name]).tables
    return table


def test_everybody_is_told_how_many_wait_and_only_who_waits_where_they_stand(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, DUEL) as room:
            await full(room)
            watcher, cid, ann = await room.tab(None), await room.tab("cid"), await room.tab("ann")
            await join(room, "cid")
            await join(room, "dan")
            told = {"length": 2, "place": None, "kept_until": None, "may_sit": False}
            assert watcher.last["view"]["waiting_list"] == told
            assert cid.last["view"]["waiting_list"] == {**told, "place": 1}
            assert ann.last["view"]["waiting_list"] is None
            assert room.players["cid"] not in watcher.bytes_sent[-1].decode()

            await room.ask("ann", Leave(room.players["ann"]), "leave")
            until = room.clock.now() + KEPT
            assert cid.last["view"]["waiting_list"] == {"length": 2, "place": 1, "kept_until": until, "may_sit": True}
            assert watcher.last["view"]["waiting_list"] == told

    asyncio.run(scenario())


def test_the_lobby_tells_it_too(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, DUEL) as room:
            await kept_for_cid(room)
            until = room.clock.now() + KEPT
            for name, place, kept in ((None, None, None), ("cid", 1, until), ("dan", 2, None), ("ann", None, None)):
                shown = in_lobby(room, name)
                assert (shown.waiting, shown.your_place, shown.seat_kept_until) == (2, place, kept), name

    asyncio.run(scenario())


def test_the_seat_goes_from_one_to_the_next_in_time_and_is_taken(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, DUEL) as room:
            await kept_for_cid(room)
            await room.wait()
            assert (in_lobby(room, "cid").your_place, in_lobby(room, "dan").your_place) == (None, 1)
            answer = await room.ask("dan", SitDown(room.players["dan"], "dan", 2, 100), "sit")
            assert isinstance(answer, Accepted)
            assert in_lobby(room, None).waiting == 0
            assert await room.store.ledger.audit() == []

    asyncio.run(scenario())


def test_the_list_is_there_after_a_restart_and_the_seat_kept_anew(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, DUEL) as room:
            await kept_for_cid(room)
        room.clock.time += 10 * KEPT
        async with reopened(room, folder) as after:
            assert in_lobby(after, "cid").seat_kept_until == room.clock.now() + KEPT
            assert in_lobby(after, "dan").your_place == 2

    asyncio.run(scenario())


def test_who_has_too_few_chips_for_the_table_does_not_wait(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, DUEL) as room:
            await full(room)
            poor, rich = await room.player("poor", DUEL.min_buy_in - 1), await room.player("rich", DUEL.min_buy_in)
            refused = Refused("join", "no_account_chips", DUEL.min_buy_in)
            assert await room.room.join_list(room.table, poor, "join") == refused
            accepted = await room.room.join_list(room.table, rich, "join")
            assert isinstance(accepted, Accepted)
            assert await room.room.join_list(room.table, rich, "join") == accepted
            again = await room.room.join_list(room.table, rich, "again")
            assert isinstance(again, Refused)
            assert again.code == "already_waiting"

    asyncio.run(scenario())


def test_it_is_joined_and_left_over_the_socket(tmp_path: Path) -> None:
    async def scenario() -> None:
        with listening(tmp_path / "data", DUEL) as room:
            async with contextlib.AsyncExitStack() as stack:
                names = ("ann", "ben", "cid")
                ann, ben, cid = [await stack.enter_async_context(room.socket(token=room.bot(name))) for name in names]
                assert (await cid.ask(type="join_list", id="early"))["code"] == "seat_free"
                for seat, socket in enumerate((ann, ben), 1):
                    assert (await socket.ask(type="sit", id="sit", seat=seat, chips=100))["type"] == "accepted"
                assert (await cid.ask(type="join_list", id="join"))["type"] == "accepted"
                assert (await cid.ask(type="join_list", id="join"))["type"] == "accepted", "the same request"
                assert (await cid.ask(type="join_list", id="again"))["code"] == "already_waiting"
                assert (await cid.ask(type="leave_list", id="leave"))["type"] == "accepted"
                assert (await cid.ask(type="leave_list", id="more"))["code"] == "not_waiting"

    asyncio.run(scenario())


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """House players look at no hand, and leave no seat to people for long."""
    monkeypatch.setattr(house, "LONGEST_LOOK_SECONDS", 0)
    monkeypatch.setattr(house, "FREE_SECONDS", 0.05)


@contextlib.asynccontextmanager
async def with_house_players(folder: Path, config: TableConfig, each: int) -> AsyncIterator[TestRoom]:
    store = await Store.open(folder)
    room = Room(store, "build", "key")
    try:
        await room.open({TABLE: config}, each)
        test = TestRoom(room, store, room.clock)  # type: ignore[arg-type]  # time is the machine's here
        await until(lambda: len(house_seats(test)) == each)
        yield test
    finally:
        room.close()
        await store.close()


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.01)


def house_seats(room: TestRoom) -> list[int]:
    seats = enumerate(room.table.state.seats, 1)
    return [number for number, seat in seats if seat is not None and room.room.house.knows(seat.player)]


@pytest.mark.usefixtures("at_once")
def test_a_house_player_gives_its_seat_to_who_waits_and_comes_back_when_one_is_free(folder: Path) -> None:
    async def scenario() -> None:
        async with with_house_players(folder, DUEL, 1) as room:
            (seat,) = house_seats(room)
            await room.sit("ann", 3 - seat)
            await room.tab("cid")
            await join(room, "cid")
            await until(lambda: house_seats(room) == [])
            answer = await room.ask("cid", SitDown(room.players["cid"], "cid", seat, 100), "sit")
            assert isinstance(answer, Accepted)
            await asyncio.sleep(0.2)
            assert house_seats(room) == [], "two people play, and no seat is free"
            await room.ask("cid", Leave(room.players["cid"]), "leave")
            await until(lambda: house_seats(room) == [seat])
            assert await room.store.ledger.audit() == []

    asyncio.run(scenario())


def test_a_house_player_plays_its_hand_to_the_end_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "THINK_SECONDS", (3_600, 3_600))
    rules = TableRules(seats=2, between_hands=50, time_to_act=3_600_000)

    async def scenario() -> None:
        async with with_house_players(folder, msgspec.structs.replace(DUEL, rules=rules), 1) as room:
            (seat,) = house_seats(room)
            await room.sit("ann", 3 - seat)
            await until(lambda: room.table.state.hand_runs)
            await room.tab("cid")
            await join(room, "cid")
            await asyncio.sleep(0.1)
            assert house_seats(room) == [seat]
            hand = room.table.state.hand
            assert hand is not None
            assert hand.to_act is not None
            to_act = room.table.state.player_at(hand.to_act)
            assert to_act is not None
            assert isinstance(await room.table.submit(Act(to_act, room.turn, actions.Fold())), Accepted)
            await until(lambda: house_seats(room) == [])
            assert isinstance(await room.ask("cid", LeaveList(room.players["cid"]), "enough"), Accepted)

    asyncio.run(scenario())


NO_HANDS = TableRules(seats=4, between_hands=3_600_000)


@pytest.mark.usefixtures("at_once")
def test_as_many_house_players_leave_as_wait_and_are_kept_no_seat(folder: Path) -> None:
    async def scenario() -> None:
        async with with_house_players(folder, msgspec.structs.replace(CONFIG, rules=NO_HANDS), 3) as room:
            free = next(number for number, seat in enumerate(room.table.state.seats, 1) if seat is None)
            await room.sit("ann", free)
            for left, name in ((2, "cid"), (1, "dan")):
                await room.tab(name)
                await join(room, name)
                await until(lambda: all(waiter.offered_at is not None for waiter in room.table.state.waiting_list))
                await asyncio.sleep(0.1)
                assert len(house_seats(room)) == left

    asyncio.run(scenario())


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("failing", [Leave, SitDown])
def test_house_players_try_again_after_the_store_was_down(
    folder: Path, monkeypatch: pytest.MonkeyPatch, failing: type[Command]
) -> None:
    monkeypatch.setattr(house, "RETRY_SECONDS", 0.05)
    rules = msgspec.structs.replace(NO_HANDS, seats=2)

    async def scenario() -> None:
        async with with_house_players(folder, msgspec.structs.replace(CONFIG, rules=rules), 1) as room:
            (seat,) = house_seats(room)
            await room.sit("ann", 3 - seat)
            await room.tab("cid")
            submit = room.table.submit
            refused: list[Command] = []

            async def down_once(command: Command, *sender: str) -> Accepted | Refused:
                if isinstance(command, failing) and not sender and not refused:
                    refused.append(command)
                    return Refused("", "store_failed")
                return await submit(command, *sender)

            monkeypatch.setattr(room.table, "submit", down_once)
            await join(room, "cid")
            await until(lambda: house_seats(room) == [])
            await room.ask("cid", LeaveList(room.players["cid"]), "enough")
            await until(lambda: house_seats(room) == [seat])
            assert len(refused) == 1

    asyncio.run(scenario())
