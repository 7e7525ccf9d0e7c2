"""Who may look at which cards of a hand that is over (R7.8): asked of the room, and over HTTP."""

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest

from omaha8.cards import CARD_NAMES, FULL_DECK, Deck, parse_cards
from omaha8.hand import actions
from omaha8.rules import TABLE_PROFILES
from omaha8.server.wire import Accepted
from omaha8.table.commands import Act
from server.listening import listening
from server.rooms import CONFIG, TestRoom, opened

HANDS = {2: "As Ah 2c 3d", 3: "Ks Qh Jc 9d", 1: "Kc Qd Jh 9s"}  # in the order of the deal: seat 1 has the button
BOARD = "4h 5d 8c Tc Ts"
SHOWN, MUCKED, FOLDED = ({seat: tuple(HANDS[seat].split())} for seat in (2, 3, 1))


def stacked() -> Deck:
    """The cards of `HANDS` and `BOARD`."""
    holes = zip(*(parse_cards(hole) for hole in HANDS.values()), strict=True)
    known = [*(card for round_ in holes for card in round_), *parse_cards(BOARD)]
    return Deck((*known, *(card for card in FULL_DECK if card not in known)))


async def play(room: TestRoom) -> None:
    """A hand between ann, bob and eve: ann folds, bob shows the best hand, eve mucks. Zoe sits down meanwhile."""
    for seat, name in enumerate(("ann", "bob", "eve"), 1):
        await room.sit(name, seat)
    room.table._deck = stacked()
    await room.wait()
    await room.act(actions.Fold())
    await room.sit("zoe", 4)
    await room.act(actions.Call())
    while room.table.state.hand_runs:
        hand = room.table.state.hand
        assert hand is not None
        assert await seen(room, "bob") is None, "nothing before the hand is over"
        await room.act(actions.Muck() if hand.at_showdown else actions.Check())


async def seen(room: TestRoom, name: str, hand: int = 1) -> dict[int, tuple[str, ...]] | None:
    found = await room.room.seen_hand(room.table, hand, await room.player(name))
    return None if found is None else {each.seat: each.cards for each in found.seats}


def look(folder: Path, profile: str, *looks: tuple[str, int]) -> list[dict[int, tuple[str, ...]] | None]:
    """What each of them sees of a hand, by name and number, once the first one has been played."""

    async def work() -> list[dict[int, tuple[str, ...]] | None]:
        rules = msgspec.structs.replace(TABLE_PROFILES[profile], seats=6)
        async with opened(folder, msgspec.structs.replace(CONFIG, rules=rules)) as room:
            await play(room)
            return [await seen(room, name, hand) for name, hand in looks]

    return asyncio.run(work())


def test_who_was_dealt_in_sees_every_hand_of_the_showdown(folder: Path) -> None:
    found = look(folder, "classic", ("bob", 1), ("eve", 1), ("ann", 1))
    own = SHOWN | MUCKED | FOLDED  # a folded hand nobody but its owner sees
    assert found == [SHOWN | MUCKED, SHOWN | MUCKED, own]


def test_where_mucked_hands_stay_unseen_only_their_owner_sees_them(folder: Path) -> None:
    assert look(folder, "party", ("bob", 1), ("eve", 1)) == [SHOWN, SHOWN | MUCKED]


def test_a_hand_shown_after_its_end_is_seen_by_who_was_dealt_in(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            for seat, name in enumerate(("ann", "bob"), 1):
                await room.sit(name, seat)
            await room.wait()
            loser = room.to_act
            await room.act(actions.Fold())
            winner = next(name for name in ("ann", "bob") if name != loser)
            assert len(await seen(room, loser) or {}) == 1
            shown = Act(room.players[winner], room.turn, actions.Show())
            assert isinstance(await room.ask(winner, shown, "show"), Accepted)
            assert len(await seen(room, loser) or {}) == 2, "the winner's too"
            assert await seen(room, winner) == {room.table.state.find(room.players[winner]): (await own(room, winner))}

    async def own(room: TestRoom, name: str) -> tuple[str, ...]:
        seat = room.table.state.find(room.players[name])
        assert seat is not None
        assert room.table.state.hand is not None
        return tuple(CARD_NAMES[card] for card in room.table.state.hand.seat(seat).known_cards or ())

    asyncio.run(scenario())


def test_who_was_not_dealt_in_sees_nothing(folder: Path) -> None:
    assert look(folder, "classic", ("zoe", 1), ("stranger", 1), ("bob", 2)) == [None, None, None]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("main/hands/1", 403, "not_dealt_in"),
        ("main/hands/0", 403, "not_dealt_in"),
        ("main/hands/999999999999999", 403, "not_dealt_in"),
        ("main/hands/1000000000000000", 404, "no_such_hand"),
        ("main/hands/-1", 404, "no_such_hand"),
        ("main/hands/x", 404, "no_such_hand"),
        ("nowhere/hands/1", 404, "no_such_table"),
    ],
)
def test_refusals(tmp_path: Path, path: str, status: int, code: str) -> None:
    with listening(tmp_path / "data") as room, room.guest() as browser:
        answer = browser.get(f"/api/tables/{path}")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        nobody = httpx.get(f"{room.url}/api/tables/{path}")
        assert (nobody.status_code, nobody.json()["code"]) == (401, "not_signed_in")
