"""A restart: the same hand goes on with the same deck and fresh clocks; logs and snapshots lead to the same state."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from omaha8.cards import CARD_NAMES
from omaha8.hand import actions
from omaha8.server import live
from omaha8.server.room import BooksWrongError
from omaha8.server.wire import Accepted
from omaha8.table.commands import Act, Leave
from omaha8.table.events import Waiting
from omaha8.table.state import TableState
from server.rooms import START, TABLE, TestRoom, opened, reopened
from store.rooms import sql


async def seat_three(room: TestRoom) -> None:
    for seat, name in enumerate(("ann", "ben", "cleo"), 1):
        await room.sit(name, seat)


def cards_of(room: TestRoom) -> list[object]:
    hand = room.table.state.hand
    assert hand is not None
    return [seat.cards for seat in hand.seats]


@pytest.mark.parametrize("hands_before", [0, 1, 3])
def test_the_same_hand_goes_on_with_the_same_deck_and_a_fresh_clock(folder: Path, hands_before: int) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            for _ in range(hands_before):
                await room.wait()
                await room.fold_out()
            await room.wait()
            await room.act(actions.Call())
            before, deck, cards, turn = room.table.state, room.table._deck, cards_of(room), room.turn
        room.clock.time += 3_600_000
        async with reopened(room, folder) as again:
            after = again.table.state
            assert again.table._deck == deck
            assert cards_of(again) == cards
            assert after.hand == before.hand
            assert again.turn == turn
            deadline = again.clock.time + after.config.rules.time_to_act
            assert after == msgspec.structs.replace(
                before, clock=msgspec.structs.replace(before.clock, deadline=deadline)
            )
            assert again.table._timer is None or again.table.seq > 0
            await again.fold_out()
            assert again.chips() == 300
            assert await again.store.deck(TABLE, after.hand_number) is None

    asyncio.run(scenario())


def test_the_turn_runs_out_after_a_restart_though_nobody_comes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            await room.wait()
        async with reopened(room, folder) as again:
            assert again.table._timer is not None
            await again.wait()

    asyncio.run(scenario())


def test_the_log_alone_leads_to_the_state(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            for _ in range(4):
                await room.wait()
                await room.fold_out()
            before = room.table.state
        async with reopened(room, folder) as again:
            assert without_cards(again.table.state) == without_cards(before)
            assert again.table.state.clock.waiting is Waiting.NEXT_HAND

    asyncio.run(scenario())


def without_cards(state: TableState) -> TableState:
    """The state without what a deck that is erased can no longer say."""
    return msgspec.structs.replace(state, hand=None, clock=msgspec.structs.replace(state.clock, deadline=None))


@pytest.mark.parametrize("tail", ["nothing", "shown", "another hand", "in a hand"])
def test_a_snapshot_and_its_tail_lead_where_the_whole_log_leads(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tail: str
) -> None:
    monkeypatch.setattr(live, "SNAPSHOT_HANDS", 2)

    async def snapshot_of(room: TestRoom) -> int:
        for _ in range(500):
            snapshot = await room.store.snapshot(TABLE)
            if snapshot is not None:
                return snapshot.seq
            await asyncio.sleep(0.01)
        raise AssertionError("no snapshot")

    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            for _ in range(2):
                await room.wait()
                await room.fold_out()
            assert await snapshot_of(room) == room.table.seq
            if tail == "shown":
                hand = room.table.state.hand
                assert hand is not None
                winner = room.name_at(next(seat.number for seat in hand.seats if seat.is_live))
                shown = Accepted("show", room.table.seq + 1)
                assert await room.ask(winner, Act(room.players[winner], 0, actions.Show()), "show") == shown
            elif tail != "nothing":
                await room.wait()
                if tail == "another hand":
                    await room.fold_out()
                else:
                    await room.act(actions.Call())
            before = room.table.state
        async with reopened(room, folder) as again:
            from_snapshot = again.table.state
            assert without_cards(from_snapshot) == without_cards(before)
            if tail == "in a hand":
                assert from_snapshot.hand == before.hand
            await sql(again.store, "UPDATE room_table SET snapshot = NULL, snapshot_seq = NULL")
        async with reopened(room, folder) as whole:
            assert without_cards(whole.table.state) == without_cards(from_snapshot)

    asyncio.run(scenario())


def test_a_snapshot_that_cannot_be_read_is_left_aside(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            await room.wait()
            before = room.table.state
            await sql(room.store, f"UPDATE room_table SET snapshot = '{{}}', snapshot_seq = {room.table.seq - 1}")
        async with reopened(room, folder) as again:
            assert again.table.state.hand == before.hand

    asyncio.run(scenario())


def test_a_snapshot_holds_no_hidden_card(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SNAPSHOT_HANDS", 1)

    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            await room.wait()
            await room.fold_out()
            for _ in range(100):
                if (snapshot := await room.store.snapshot(TABLE)) is not None:
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError("no snapshot")
            kept = msgspec.json.decode(snapshot.data, type=TableState).hand
            assert kept is None or all(card is None for seat in kept.seats for card in seat.cards)

    asyncio.run(scenario())


@pytest.mark.parametrize("snapshot_hands", [1, 50], ids=["from a snapshot", "from the log"])
def test_a_winner_may_still_show_after_a_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, snapshot_hands: int
) -> None:
    monkeypatch.setattr(live, "SNAPSHOT_HANDS", snapshot_hands)

    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            await room.wait()
            hand = room.table.state.hand
            assert hand is not None
            await room.fold_out()
            await asyncio.gather(*room.table._tasks)
            assert (await room.store.snapshot(TABLE) is None) is (snapshot_hands == 50)
        async with reopened(room, folder) as again:
            ended = again.table.state.hand
            assert ended is not None
            won = next(seat.number for seat in ended.seats if seat.is_live)
            winner = again.name_at(won)
            known = {seat.number: seat.known_cards for seat in ended.seats if seat.known_cards is not None}
            assert known == {won: hand.seat(won).known_cards}, "folded hands are nobody's business any more"
            tabs = {name: await again.tab(name) for name in room.players} | {"nobody": await again.tab(None)}
            for name, tab in tabs.items():
                view = tab.last["view"]
                seen = {each["seat"] for each in view["hand"]["seats"] if any(each["cards"] or ())}
                assert seen == ({won} if name == winner else set())
                assert bool(view["you"] and view["you"]["may_show"]) is (name == winner)
            answer = await again.ask(winner, Act(room.players[winner], 0, actions.Show()), "show")
            assert isinstance(answer, Accepted)
            for tab in tabs.values():
                shown = [each["cards"] for each in tab.last["view"]["hand"]["seats"] if each["seat"] == won]
                assert shown == [[CARD_NAMES[card] for card in known[won] or ()]]
            kept = await again.store.hand_cards(TABLE, 1, None)
            assert [(each.seat, each.cards) for each in kept] == [(won, known[won])]

    asyncio.run(scenario())


WRONG_BOOKS = {
    "a stack that the ledger lacks": "UPDATE balance SET amount = amount - 1 WHERE account_id LIKE 'seat:%'",
    "chips from nowhere": "UPDATE balance SET amount = amount + 7 WHERE account_id LIKE 'wallet:%'",
    "an entry changed": "UPDATE ledger_entry SET amount = amount + 1 WHERE rowid = 1",
    "chips moved between seats, balanced": (
        "INSERT INTO ledger_txn (kind, at) VALUES ('x', 1); "
        "INSERT INTO ledger_entry SELECT max(t.id), b.account_id, CASE b.account_id WHEN min(s.account_id)"
        " THEN 1 ELSE -1 END FROM ledger_txn t, balance b, balance s WHERE b.account_id LIKE 'seat:%'"
        " AND s.account_id LIKE 'seat:%' GROUP BY b.account_id; "
        "UPDATE balance SET amount = amount + 1 WHERE account_id LIKE 'seat:%'"
    ),
}


@pytest.mark.parametrize("wrong", WRONG_BOOKS)
def test_a_room_with_wrong_books_does_not_open(folder: Path, wrong: str) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await room.sit("ann", 1)
            await room.sit("ben", 2)
            for statement in WRONG_BOOKS[wrong].split("; "):
                await sql(room.store, statement)
        with pytest.raises(BooksWrongError):
            async with reopened(room, folder):
                pass

    asyncio.run(scenario())


def test_a_row_lost_from_the_log_is_noticed(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await room.sit("ann", 1)
            await sql(room.store, "DELETE FROM table_log WHERE seq = 1")
        with pytest.raises(BooksWrongError, match=r"not in the log|the seats"):
            async with reopened(room, folder):
                pass

    asyncio.run(scenario())


def test_everybodys_own_cards_are_kept_also_of_who_left_in_the_hand(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            await seat_three(room)
            await room.wait()
            leaver = room.to_act
            dealt = cards_of(room)
            await room.ask(leaver, Leave(room.players[leaver]), "leave")
            await room.fold_out()
            kept = {name: await room.store.hand_cards(TABLE, 1, account) for name, account in room.players.items()}
            assert room.clock.time >= START
            assert len(dealt) == 3
            for name, cards in kept.items():
                assert [row.player_id for row in cards] == [room.players[name]], name

    asyncio.run(scenario())
