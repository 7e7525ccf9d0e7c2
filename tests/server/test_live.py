"""A live table: what is committed is told, to everybody and once; what is not committed is told to nobody."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from omaha8.hand import actions
from omaha8.server.wire import Accepted, Refused
from omaha8.store import Append, AppendResult, Store, StoreError
from omaha8.table.commands import Act, Command, Leave, SitDown, SitOut
from omaha8.table.machine import Circumstances, decide
from server.rooms import STACK, TABLE, TestRoom, opened, reopened, same


async def two_in_a_hand(room: TestRoom) -> tuple[Any, Any]:
    ann, ben = await room.sit("ann", 1), await room.sit("ben", 2)
    await room.wait()
    return ann, ben


def test_an_action_is_told_to_every_viewer_once(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            nobody, stranger, second = await room.tab(None), await room.tab("eve"), await room.tab("ann")
            before = room.table.seq
            answer = await room.act(actions.Call())
            assert answer.seq == before + 1
            for tab in (ann, ben, nobody, stranger, second):
                assert tab.last["seq"] == answer.seq
                assert tab.seqs.count(answer.seq) == 1
                assert [event["type"] for event in tab.last["events"]] == ["acted"]
            assert nobody.last == stranger.last
            assert ann.last == second.last

    asyncio.run(scenario())


def test_each_player_is_sent_their_own_cards_and_nobody_elses(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            nobody = await room.tab(None)
            for tab, own in ((ann, 1), (ben, 2), (nobody, None)):
                seen = {seat["seat"] for seat in tab.last["view"]["hand"]["seats"] if seat["cards"] is not None}
                assert seen == ({own} if own else set())
            legal = [tab for tab in (ann, ben, nobody) if tab.last["view"]["hand"]["legal"] is not None]
            assert len(legal) == 1
            assert legal[0].player == room.players[room.to_act]

    asyncio.run(scenario())


def test_nobody_is_told_before_the_commit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            arrived, go_on = asyncio.Event(), asyncio.Event()
            append = Store.append

            async def held_back(store: Store, row: Append) -> AppendResult:
                arrived.set()
                await go_on.wait()
                return await append(store, row)

            monkeypatch.setattr(Store, "append", held_back)
            state, seq = room.table.state, room.table.seq
            sent = [len(tab.bytes_sent) for tab in (ann, ben)]
            acting = asyncio.create_task(room.act(actions.Call()))
            await arrived.wait()
            await asyncio.sleep(0.01)
            assert not acting.done()
            assert (room.table.state, room.table.seq) == (state, seq)
            assert [len(tab.bytes_sent) for tab in (ann, ben)] == sent
            go_on.set()
            assert (await acting).seq == seq + 1
            assert ann.last["seq"] == ben.last["seq"] == seq + 1

    asyncio.run(scenario())


def test_what_the_store_did_not_take_did_not_happen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            state, seq, name = room.table.state, room.table.seq, room.to_act
            act, sent = room.act_of(actions.Call()), [list(tab.bytes_sent) for tab in (ann, ben)]

            async def failing(store: Store, row: Append) -> AppendResult:
                raise StoreError("full", "the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(Store, "append", failing)
                for _ in range(3):
                    assert await room.ask(name, act, "a") == Refused("a", "store_failed")
            assert (room.table.state, room.table.seq) == (state, seq)
            assert [tab.bytes_sent for tab in (ann, ben)] == sent
            assert await room.ask(name, act, "a") == Accepted("a", seq + 1)
            assert await room.store.ledger.audit() == []

    asyncio.run(scenario())


def test_the_time_is_not_out_while_the_store_fails_but_afterwards(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            seq, append, failures = room.table.seq, Store.append, 2

            async def failing(store: Store, row: Append) -> AppendResult:
                nonlocal failures
                if failures:
                    failures -= 1
                    raise StoreError("full", "the disk is full")
                return await append(store, row)

            monkeypatch.setattr(Store, "append", failing)
            monkeypatch.setattr("omaha8.server.live.RETRY_SECONDS", 0.01)
            deadline = room.table.state.clock.deadline
            assert deadline is not None
            room.clock.time = deadline
            await room.table._time_out()
            assert room.table.seq == seq
            for _ in range(500):
                if room.table.seq == seq + 1:
                    break
                await asyncio.sleep(0.01)
            assert room.table.seq == seq + 1, "the table tries again until the store works"

    asyncio.run(scenario())


def test_a_repeated_id_gets_its_first_answer_and_does_nothing(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            name, act = room.to_act, room.act_of(actions.Call())
            first = await room.ask(name, act, "a")
            await room.act(actions.Check())
            state, seq = room.table.state, room.table.seq
            assert await room.ask(name, act, "a") == first
            assert await room.ask(name, Act(room.players[name], room.turn, actions.Fold()), "a") == first
            assert (room.table.state, room.table.seq) == (state, seq)

    asyncio.run(scenario())


def test_an_id_belongs_to_its_player(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            first = await room.act(actions.Call(), "a")
            second = await room.act(actions.Check(), "a")
            assert second.seq == first.seq + 1

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["action", "sit_out", "leave"])
def test_a_repeated_id_gets_its_first_answer_after_a_restart_too(folder: Path, kind: str) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            name = room.to_act
            waits = "ben" if name == "ann" else "ann"
            asked: dict[str, tuple[str, Command]] = {
                "action": (name, room.act_of(actions.Call())),
                "sit_out": (waits, SitOut(room.players[waits])),
                "leave": (waits, Leave(room.players[waits])),
            }
            who, command = asked[kind]
            first = await room.ask(who, command, "a")
            assert isinstance(first, Accepted)
        async with reopened(room, folder) as again:
            assert await again.ask(who, command, "a") == first

    asyncio.run(scenario())


def test_an_action_for_an_earlier_turn_is_stale(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            stale = room.turn
            await room.act(actions.Call())
            state = room.table.state
            late = Act(room.players[room.to_act], stale, actions.Check())
            assert await room.ask(room.to_act, late, "b") == Refused("b", "stale_turn")
            early = Act(room.players[room.to_act], room.turn + 1, actions.Check())
            assert await room.ask(room.to_act, early, "c") == Refused("c", "stale_turn")
            assert room.table.state == state

    asyncio.run(scenario())


def test_an_action_out_of_turn_is_refused_and_changes_nothing(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            await room.tab("eve")
            waits = "ben" if room.to_act == "ann" else "ann"
            state, seq = room.table.state, room.table.seq
            for name, code in ((waits, "not_your_turn"), ("eve", "not_seated")):
                for action in (actions.Fold(), actions.Call(), actions.RaiseTo(6), actions.Show(), actions.Muck()):
                    answer = await room.ask(name, Act(room.players[name], room.turn, action), "x")
                    assert isinstance(answer, Refused)
                    assert answer.code == code
                    assert answer.legal is None
            assert (room.table.state, room.table.seq) == (state, seq)

    asyncio.run(scenario())


def test_a_refused_amount_comes_with_what_is_legal(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            answer = await room.ask(room.to_act, room.act_of(actions.RaiseTo(5000)), "x")
            assert isinstance(answer, Refused)
            assert answer.code == "raise_too_large"
            assert answer.legal is not None
            assert answer.legal.raise_to is not None
            await room.act(actions.RaiseTo(answer.legal.raise_to.most))

    asyncio.run(scenario())


def test_two_tabs_see_the_same_and_only_one_action_counts(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            name = room.to_act
            left, right = await room.tab(name), await room.tab(name)
            act = room.act_of(actions.Call())
            answers = await asyncio.gather(room.ask(name, act, "left"), room.ask(name, act, "right"))
            assert [type(answer) for answer in answers] == [Accepted, Refused]
            assert right.bytes_sent[0] == left.bytes_sent[0]
            assert same((left, right))

    asyncio.run(scenario())


def test_many_commands_at_once_are_told_in_order(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            watcher = await room.tab(None)
            name, act = room.to_act, room.act_of(actions.Call())
            answers = await asyncio.gather(*(room.ask(name, act, f"a{number}") for number in range(20)))
            assert [type(answer) for answer in answers].count(Accepted) == 1
            assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"stale_turn"}
            assert watcher.seqs == sorted(set(watcher.seqs))

    asyncio.run(scenario())


def test_chips_that_are_not_in_the_account_do_not_come_to_the_table(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            poor = await room.player("poor", 30)
            seq = room.table.seq
            answer = await room.ask("poor", SitDown(poor, "poor", 1, STACK), "a")
            assert answer == Refused("a", "no_account_chips")
            assert (room.table.seq, room.chips()) == (seq, 0)
            assert isinstance(await room.ask("poor", SitDown(poor, "poor", 1, 30), "a"), Accepted)
            assert await room.store.ledger.escrow(TABLE) == {poor: 30}

    asyncio.run(scenario())


def test_what_is_told_is_what_decide_says(folder: Path) -> None:
    """The table adds nothing to the pure rules and takes nothing from them."""

    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            table, command = room.table, room.act_of(actions.Call())
            expected = decide(table.state, command, Circumstances(room.clock.now(), table._deck))
            await room.act(actions.Call())
            (row,) = await room.store.read(TABLE, table.seq - 1)
            assert row.events == expected

    asyncio.run(scenario())


def test_r1_2_a_deck_serves_one_hand_only(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await two_in_a_hand(room)
            decks = []
            for hand in range(1, 4):
                decks.append(await room.store.deck(TABLE, hand))
                await room.fold_out()
                assert await room.store.deck(TABLE, hand) is None, "erased when the hand has ended"
                await room.wait()
            assert None not in decks
            assert len({deck.cards for deck in decks if deck is not None}) == 3

    asyncio.run(scenario())


def test_a_store_that_kept_what_it_said_it_failed_is_followed_when_asked_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            keep = room.store.append

            async def keep_and_fail(row: Append) -> AppendResult:
                await keep(row)
                raise StoreError("io_error", "the answer was lost")

            command, name = room.act_of(actions.Call()), room.to_act
            with monkeypatch.context() as patch:
                patch.setattr(room.store, "append", keep_and_fail)
                assert await room.ask(name, command, "a1") == Refused("a1", "store_failed")
            answer = await room.ask(name, command, "a1")
            assert isinstance(answer, Accepted)
            for tab in (ann, ben):
                assert tab.last["seq"] == answer.seq == room.table.seq

    asyncio.run(scenario())


def test_r2_9_a_seat_is_given_up_though_nobody_watches(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await two_in_a_hand(room)
            await room.fold_out()
            await room.ask("ann", SitOut(room.players["ann"]), "out")
            for tab in (ann, ben):
                await room.table.leave(tab)
            assert room.table._timer is not None, "the room still waits for something"

    asyncio.run(scenario())
