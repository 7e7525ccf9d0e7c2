"""The hands that a player was dealt in, told again once they are over: who sees what of them (R7.8, R9.4)."""

import asyncio
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from omaha8.cards import FULL_DECK, Deck, parse_cards
from omaha8.hand import actions
from omaha8.hand.state import Showing
from omaha8.hand.view import Acted, ActionKind, ViewEvent
from omaha8.rules import TABLE_PROFILES, no_limit
from omaha8.server.wire import Accepted, PlayedHand
from omaha8.table.commands import Act, Leave, SitOut
from omaha8.table.view import NextHand, PlayerSatOut, PlayerTimedOut
from server.listening import listening
from server.rooms import CONFIG, TestRoom, opened, reopened
from store.rooms import sql

HANDS = {2: "As Ah 2c 3d", 3: "Ks Qh Jc 9d", 1: "Kc Qd Jh 9s"}  # in the order of the deal: seat 1 has the button
BOARD = "4h 5d 8c Tc Ts"
SHOWN, MUCKED, FOLDED = ({seat: tuple(HANDS[seat].split())} for seat in (2, 3, 1))


def stacked(*hands: str) -> Deck:
    """These hands, in the order of the deal, and `BOARD`."""
    holes = zip(*(parse_cards(hole) for hole in hands), strict=True)
    known = [*(card for round_ in holes for card in round_), *parse_cards(BOARD)]
    return Deck((*known, *(card for card in FULL_DECK if card not in known)))


async def play(room: TestRoom) -> None:
    """A hand between ann, bob and eve: ann folds, bob shows the best hand, eve mucks. Zoe sits down meanwhile."""
    for seat, name in enumerate(("ann", "bob", "eve"), 1):
        await room.sit(name, seat)
    room.table._deck = stacked(*HANDS.values())
    await room.wait()
    await room.act(actions.Fold())
    await room.sit("zoe", 4)
    await room.act(actions.Call())
    while room.table.state.hand_runs:
        hand = room.table.state.hand
        assert hand is not None
        assert await played(room, "bob") == (), "nothing before the hand is over"
        await room.act(actions.Muck() if hand.at_showdown else actions.Check())


async def play_heads_up(room: TestRoom) -> str:
    """A hand that is folded at once; who wins it."""
    await room.wait()
    loser = room.to_act
    await room.fold_out()
    return next(name for name in ("ann", "bob") if name != loser)


async def show_it(room: TestRoom, winner: str) -> None:
    """Show a hand that was won without a showdown (R7.9)."""
    assert isinstance(await room.ask(winner, Act(room.players[winner], room.turn, actions.Show()), "show"), Accepted)


async def played(room: TestRoom, name: str) -> tuple[PlayedHand, ...]:
    found = await room.room.played_hands(room.table, await room.player(name))
    assert found is not None
    return found.hands


def cards_in(hand: PlayedHand) -> dict[int, tuple[str | None, ...]]:
    """The hole cards that are told of a hand, by seat."""
    return {seat.seat: seat.cards for seat in hand.view.seats if seat.cards is not None}


def looked_at(folder: Path, profile: str, *names: str) -> list[tuple[PlayedHand, ...]]:
    """What each of them is told once the hand of `play` is over."""

    async def work() -> list[tuple[PlayedHand, ...]]:
        rules = msgspec.structs.replace(TABLE_PROFILES[profile], seats=6)
        async with opened(folder, msgspec.structs.replace(CONFIG, rules=rules)) as room:
            await play(room)
            return [await played(room, name) for name in names]

    return asyncio.run(work())


def test_who_was_dealt_in_sees_every_hand_of_the_showdown(folder: Path) -> None:
    hands = [hand for (hand,) in looked_at(folder, "classic", "bob", "eve", "ann")]
    own = SHOWN | MUCKED | FOLDED  # a folded hand nobody but its owner sees
    assert [cards_in(hand) for hand in hands] == [SHOWN | MUCKED, SHOWN | MUCKED, own]
    assert [hand.seat for hand in hands] == [2, 3, 1]
    assert all({each.seat: each.name for each in hand.names} == {1: "ann", 2: "bob", 3: "eve"} for hand in hands)
    mucked = next(seat for seat in hands[0].view.seats if seat.seat == 3)
    assert mucked.showing is Showing.MUCKED
    assert mucked.made is not None


def test_where_mucked_hands_stay_unseen_only_their_owner_sees_them(folder: Path) -> None:
    found = looked_at(folder, "party", "bob", "eve")
    assert [cards_in(hand) for (hand,) in found] == [SHOWN, SHOWN | MUCKED]


def test_who_was_not_dealt_in_is_told_nothing(folder: Path) -> None:
    assert looked_at(folder, "classic", "zoe", "stranger") == [(), ()]


BESIDES = {"player_sat", "player_left", "chips_added", "player_sat_out", "player_back", "player_leaving"}
BESIDES |= {"player_offline", "player_online", "table_waits"}


def test_a_hand_is_told_again_as_it_was_told(folder: Path) -> None:
    """But for what happened beside it: Zoe sat down."""

    async def scenario() -> None:
        rules = msgspec.structs.replace(TABLE_PROFILES["party"], seats=6)
        async with opened(folder, msgspec.structs.replace(CONFIG, rules=rules)) as room:
            tabs = {name: await room.tab(name) for name in ("ann", "bob", "eve")}
            await play(room)
            for name, tab in tabs.items():
                updates = [update for update in tab.updates if update["view"]["hand_number"] == 1]
                (hand,) = await played(room, name)
                plain = msgspec.json.decode(msgspec.json.encode(hand))
                told = [event for update in updates for event in update["events"]]
                assert any(event["type"] in BESIDES for event in told)
                assert plain["events"] == [event for event in told if event["type"] not in BESIDES]
                assert plain["view"] == tab.last["view"]["hand"]
                assert (hand.number, hand.ended_at) == (1, room.clock.now())

    asyncio.run(scenario())


def test_an_all_in_is_told_with_the_act_also_with_the_one_that_ends_the_hand(folder: Path) -> None:
    async def scenario() -> None:
        hands = msgspec.structs.replace(CONFIG.rules.hand, all_in_face_up=False)
        rules = msgspec.structs.replace(CONFIG.rules, hand=hands)
        async with opened(folder, msgspec.structs.replace(CONFIG, rules=rules, rotation=(no_limit(1, 2),))) as room:
            await room.sit("ann", 1, 100)
            await room.sit("bob", 2, 60)
            room.table._deck = stacked(HANDS[2], HANDS[3])  # who raises shows first, and is beaten
            await room.wait()
            await room.act(actions.RaiseTo({"ann": 100, "bob": 60}[room.to_act]))
            await room.act(actions.Call())
            (hand,) = await played(room, "ann")
            acts = [event for event in hand.events if isinstance(event, Acted)]
            assert [act.action for act in acts] == [ActionKind.RAISE, ActionKind.CALL]
            assert [act.all_in for act in acts if act.seat == 2] == [True]
            assert [act.all_in for act in acts if act.seat == 1] == [acts[0].seat == 1]

    asyncio.run(scenario())


def test_an_all_in_is_one_though_it_comes_back_at_once(folder: Path) -> None:
    """Who leaves has folded by the same row in which the other bets everything."""

    async def scenario() -> None:
        async with opened(folder, msgspec.structs.replace(CONFIG, rotation=(no_limit(1, 2),))) as room:
            await room.sit("ann", 1, 100)
            await room.sit("bob", 2, 100)
            await room.wait()
            raiser, leaver = (room.to_act, "bob" if room.to_act == "ann" else "ann")
            await room.ask(leaver, Leave(room.players[leaver]), "leave")
            await room.act(actions.RaiseTo(100))
            (hand,) = await played(room, raiser)
            acts = [event for event in hand.events if isinstance(event, Acted)]
            assert [(act.action, act.all_in) for act in acts] == [(ActionKind.RAISE, True), (ActionKind.FOLD, False)]

    asyncio.run(scenario())


def test_a_time_out_is_part_of_a_hand_and_sitting_out_for_it_is_not(folder: Path) -> None:
    """Both are in one row."""

    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            await room.wait()
            await room.wait()
            (row,) = await sql(room.store, "SELECT events FROM table_log WHERE events LIKE '%timed_out%'")
            assert "sat_out" in str(row)
            (hand,) = await played(room, "ann")
            told = [type(event) for event in hand.events]
            assert PlayerTimedOut in told
            assert PlayerSatOut not in told

    asyncio.run(scenario())


def test_connections_and_restarts_are_no_part_of_a_hand(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as before:
            tabs = {name: await before.sit(name, seat) for seat, name in enumerate(("ann", "bob", "eve"), 1)}
            await before.ask("eve", SitOut(before.players["eve"]), "out")
            await before.wait()
            await before.table.leave(tabs["ann"])
            await before.tab("ann")
            lost = "SELECT hand FROM table_log WHERE events LIKE '%connection_lost%'"
            assert await sql(before.store, lost) == [(None,)]
        async with reopened(before, folder) as room:
            await room.fold_out()
            (hand,) = await played(room, "ann")
            assert {type(event) for event in hand.events} <= {NextHand, *get_args(ViewEvent)}

    asyncio.run(scenario())


def test_a_hand_shown_after_its_end_is_seen_by_who_was_dealt_in(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            winner = await play_heads_up(room)
            loser = "bob" if winner == "ann" else "ann"
            (before,) = await played(room, loser)
            await show_it(room, winner)
            (after,), (own,) = await played(room, loser), await played(room, winner)
            assert cards_in(before).keys() == {before.seat}
            assert cards_in(after).keys() == {before.seat, own.seat}
            assert after.events[:-1] == before.events
            assert cards_in(own) == {own.seat: cards_in(after)[own.seat]}

    asyncio.run(scenario())


def test_who_asks_again_before_the_answer_is_sent_away(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            await play_heads_up(room)
            ann, bob = room.players["ann"], room.players["bob"]
            asked = [room.room.played_hands(room.table, player) for player in (ann, ann, bob, ann)]
            found = await asyncio.gather(*asked)
            assert [told is None for told in found] == [False, True, False, True]
            assert len(await played(room, "ann")) == 1, "and is answered afterwards"

    asyncio.run(scenario())


def test_what_happens_between_hands_is_no_part_of_them(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            await play_heads_up(room)
            told = await played(room, "ann")
            await room.sit("zoe", 3)
            await room.ask("zoe", Leave(room.players["zoe"]), "leave")
            assert await played(room, "ann") == told

    asyncio.run(scenario())


def test_the_last_fifty_hands_are_told_newest_first_also_after_a_restart(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            for _ in range(52):
                await play_heads_up(room)
            found = await played(room, "ann")
            assert [hand.number for hand in found] == list(range(52, 2, -1))
            assert [hand.ended_at for hand in found] == sorted((hand.ended_at for hand in found), reverse=True)
        async with reopened(room, folder) as again:
            assert await played(again, "ann") == found
            await again.wait()
            assert await played(again, "ann") == found, "the hand that runs is not told"

    asyncio.run(scenario())


def test_tables_go_on_while_hands_are_told_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            for _ in range(12):
                await play_heads_up(room)
            turns, reads, read = 0, 0, room.store._database.read

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            async def counted(work: Any) -> Any:
                nonlocal reads, turns
                reads += 1
                found = await read(work)
                turns = 0
                return found

            monkeypatch.setattr(room.store._database, "read", counted)
            other = asyncio.create_task(others())
            assert len(await played(room, "ann")) == 12
            other.cancel()
            assert reads == 1
            assert turns >= 12

    asyncio.run(scenario())


def test_an_older_database_learns_which_rows_are_of_which_hand(folder: Path) -> None:
    rows = "SELECT seq, hand FROM table_log ORDER BY seq"

    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            winner = await play_heads_up(room)
            await room.sit("zoe", 3)
            await show_it(room, winner)
            await play_heads_up(room)
            await room.wait()
            await room.sit("kim", 4)
            numbered, told = await sql(room.store, rows), await played(room, "ann")
            assert {hand for _, hand in numbered} == {None, 1, 2, 3}
            for statement in (
                "DROP INDEX table_log_hand",
                "DROP INDEX hand_cards_player",
                "ALTER TABLE table_log DROP COLUMN hand",
                "UPDATE alembic_version SET version_num = '0001'",
            ):
                await sql(room.store, statement)
        async with reopened(room, folder) as again:
            assert (await sql(again.store, rows))[: len(numbered)] == numbered
            assert await played(again, "ann") == told

    asyncio.run(scenario())


def test_a_table_that_is_not_there_and_somebody_unknown(tmp_path: Path) -> None:
    with listening(tmp_path / "data") as room, room.guest() as browser:
        assert browser.get("/api/tables/main/hands").json() == {"hands": []}
        for path, status, code in (("main", 401, "not_signed_in"), ("nowhere", 401, "not_signed_in")):
            nobody = httpx.get(f"{room.url}/api/tables/{path}/hands")
            assert (nobody.status_code, nobody.json()["code"]) == (status, code)
        program = {"authorization": f"Bearer {room.bot('Robo')}"}
        assert httpx.get(f"{room.url}/api/tables/main/hands", headers=program).json() == {"hands": []}
        missing = browser.get("/api/tables/nowhere/hands")
        assert (missing.status_code, missing.json()["code"]) == (404, "no_such_table")
