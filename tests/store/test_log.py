"""The log of a table: what is appended is read, once, in order."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from omaha8.cards import Deck, parse_cards
from omaha8.rules import no_limit
from omaha8.store import Append, Appended, AppendError, Audience, Conflict, Duplicate, HandCards, LogRow, Snapshot
from omaha8.table.events import SatOut, SeatTaken
from omaha8.table.transfers import Transfer
from store.rooms import CONFIG, opened, row

DECK = Deck(parse_cards("AsKsQsJsTs9s8s7s6s5s4s3s2s"))


def test_rows_come_back_as_they_went_in(folder: Path) -> None:
    async def scenario() -> None:
        events = (SeatTaken(3, "ann", "Änn", 200), SatOut(3, 7))
        async with opened(folder, "one", "two") as store:
            assert await store.append(row("one", 1, player="ann", action="a1", events=events)) == Appended(1)
            assert await store.append(row("one", 2)) == Appended(2)
            assert await store.append(row("two", 1)) == Appended(1)
        async with opened(folder) as store:
            first, second = await store.read("one")
            assert first == LogRow(seq=1, player_id="ann", action_id="a1", at=1_001, events=events)
            assert second == LogRow(seq=2, player_id=None, action_id=None, at=1_002, events=(SatOut(1, 2),))
            assert await store.read("one", after_seq=1) == (second,)
            assert await store.read("one", after_seq=2) == ()
            assert await store.read("nowhere") == ()

    asyncio.run(scenario())


def test_a_place_is_taken_once_and_none_is_left_out(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            assert await store.append(row("one", 1, player="ann", action="a1")) == Appended(1)
            assert await store.append(row("one", 1, player="bob", action="b1")) == Conflict()
            assert await store.append(row("one", 1)) == Conflict()
            assert await store.append(row("one", 3)) == Conflict()
            assert [found.player_id for found in await store.read("one")] == ["ann"]
            with pytest.raises(AppendError, match="no such table"):
                await store.append(row("nowhere", 1))

    asyncio.run(scenario())


def test_an_action_id_counts_once_for_its_player(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one", "two") as store:
            await store.append(row("one", 1, player="ann", action="x"))
            assert await store.append(row("one", 2, player="bob", action="x")) == Appended(2)
            # Sent again: at its own place, at one that is taken, at the next one, at one beyond, and with chips.
            for seq in (1, 2, 3, 9):
                assert await store.append(row("one", seq, player="ann", action="x")) == Duplicate(1)
            chips = Transfer("buy_in", ())
            assert await store.append(row("one", 3, player="bob", action="x", transfers=(chips,))) == Duplicate(2)
            assert await store.append(row("two", 1, player="ann", action="x")) == Appended(1)
            assert await store.find_action("one", "bob", "x") == 2
            assert await store.find_action("one", "bob", "y") is None
            assert [found.seq for found in await store.read("one")] == [1, 2]
            # The room's own commands have no id and never repeat each other.
            assert await store.append(row("one", 3)) == Appended(3)
            assert await store.append(row("one", 4)) == Appended(4)

    asyncio.run(scenario())


def test_the_same_action_many_times_at_once_is_stored_once(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            for seq in range(1, 21):
                same = row("one", seq, player="ann", action=f"a{seq}")
                rivals = [row("one", seq, player=f"p{number}", action="r") for number in range(3)]
                results = await asyncio.gather(*(store.append(each) for each in (same, same, *rivals, same)))
                assert results == [Appended(seq), Duplicate(seq), *[Conflict()] * 3, Duplicate(seq)]
            assert [found.player_id for found in await store.read("one")] == ["ann"] * 20

    asyncio.run(scenario())


def test_rows_that_wait_for_each_other_keep_their_order(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            results = await asyncio.gather(*(store.append(row("one", seq)) for seq in range(1, 31)))
            assert results == [Appended(seq) for seq in range(1, 31)]

    asyncio.run(scenario())


def test_a_deck_lives_as_long_as_its_hand(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            await store.append(row("one", 1, hand=1, deck=DECK))
            await store.append(row("one", 2))
            assert await store.deck("one", 1) == DECK
            assert await store.append(row("one", 2, hand=1, erase_deck=True)) == Conflict()
            assert await store.deck("one", 1) == DECK
            partly = Deck((DECK.cards[0], None, DECK.cards[2]))
            await store.append(row("one", 3, hand=1, erase_deck=True))
            assert await store.deck("one", 1) is None
            await store.append(row("one", 4, hand=2, deck=partly))
            assert await store.deck("one", 2) == partly
            # All in with the blinds: the hand is over before anybody could need its deck.
            await store.append(row("one", 5, hand=3, deck=DECK, erase_deck=True))
            assert await store.deck("one", 3) is None

    asyncio.run(scenario())


def test_hole_cards_are_kept_for_those_who_may_read_them(folder: Path) -> None:
    async def scenario() -> None:
        anns = HandCards(seat=1, player_id="ann", cards=DECK.cards[:4], audience=Audience.OWNER)  # type: ignore[arg-type]
        bobs = HandCards(seat=2, player_id="bob", cards=DECK.cards[4:8], audience=Audience.TABLE)  # type: ignore[arg-type]
        async with opened(folder, "one") as store:
            await store.append(row("one", 1, hand=7, cards=(anns, bobs), erase_deck=True))
            assert await store.hand_cards("one", 7, "ann") == (anns, bobs)
            assert await store.hand_cards("one", 7, "bob") == (bobs,)
            assert await store.hand_cards("one", 7, None) == (bobs,)
            assert await store.hand_cards("one", 8, "ann") == ()

    asyncio.run(scenario())


def test_hands_that_were_played_come_back_with_their_rows_and_the_cards_one_may_read(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one", "two") as store:
            people = [(await store.accounts.new_guest(name, 1))[0].id for name in ("Ann", "Bob", "Eve")]

            def cards(seat: int, audience: Audience) -> HandCards:
                held = DECK.cards[4 * seat - 4 : 4 * seat]
                return HandCards(seat=seat, player_id=people[seat - 1], cards=held, audience=audience)  # type: ignore[arg-type]

            seq = 0
            for hand in (7, 8, 9):
                kept = (cards(1, Audience.OWNER), cards(2, Audience.TABLE)) + (cards(3, Audience.OWNER),) * (hand == 9)
                await store.append(row("one", seq + 1))  # between hands
                await store.append(row("one", seq + 2, hand=hand, deck=DECK))
                await store.append(row("one", seq + 3, hand=hand, cards=kept, erase_deck=True))
                seq += 3
            await store.append(row("two", 1, hand=7, cards=(cards(1, Audience.OWNER),), erase_deck=True))

            async def told(viewer: str, most: int = 5) -> list[tuple[int, list[int], dict[str, bool]]]:
                return [
                    (
                        hand.number,
                        [each.seq for each in hand.rows],
                        {each.name: each.cards is not None for each in hand.seats},
                    )
                    async for hand in store.played_hands("one", viewer, most)
                ]

            ann, bob, eve = people
            newest = (9, [8, 9], {"Ann": True, "Bob": True, "Eve": False})
            assert await told(ann) == [
                newest,
                (8, [5, 6], {"Ann": True, "Bob": True}),
                (7, [2, 3], {"Ann": True, "Bob": True}),
            ]
            assert await told(ann, 1) == [newest]
            assert [seen for _, _, seen in await told(bob, 1)] == [{"Ann": False, "Bob": True, "Eve": False}]
            assert await told(eve) == [(9, [8, 9], {"Ann": False, "Bob": True, "Eve": True})]
            assert await told("nobody") == []
            (first,) = [hand async for hand in store.played_hands("one", ann, 1)]
            assert first.seats[0].cards == DECK.cards[:4]
            assert repr(first.seats[0]) == "StoredSeat(seat 1, 4 cards)"

    asyncio.run(scenario())


def test_no_repr_names_a_card() -> None:
    cards = HandCards(seat=1, player_id="ann", cards=DECK.cards[:4], audience=Audience.OWNER)  # type: ignore[arg-type]
    shown = repr(row("one", 1, hand=1, deck=DECK, cards=(cards,)))
    assert "Deck(13 cards)" in shown
    assert "HandCards(seat 1, 4 cards for owner)" in shown
    assert "51" not in shown


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seq": 0}, "bad_seq"),
        ({"action_id": "a"}, "no_player"),
        ({"deck": DECK}, "no_hand"),
        ({"erase_deck": True}, "no_hand"),
        ({"transfers": (Transfer("hand", ()), Transfer("hand", ()))}, "repeated_kind"),
    ],
)
def test_rows_that_contradict_themselves_are_refused(change: dict[str, object], code: str) -> None:
    fields: dict[str, object] = {"table_id": "one", "seq": 1, "at": 1, "events": ()}
    with pytest.raises(AppendError) as refused:
        Append(**(fields | change))  # type: ignore[arg-type]
    assert refused.value.code == code


def test_tables_are_created_once(folder: Path) -> None:
    async def scenario() -> None:
        dearer = msgspec.structs.replace(CONFIG, name="Dear", rotation=(no_limit(5, 10),))
        async with opened(folder, "b", "a") as store:
            await store.append(row("b", 1, deadline_at=500))
            await store.create_missing({"b": dearer, "c": dearer})
            await store.create_missing({})
            a, b, c = await store.tables()
            assert (a.id, a.config, a.seq, a.deadline_at) == ("a", CONFIG, 0, None)
            assert (b.id, b.config, b.seq, b.deadline_at) == ("b", CONFIG, 1, 500)
            assert (c.id, c.config) == ("c", dearer)

    asyncio.run(scenario())


def test_tables_whose_clock_has_run_out(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "a", "b", "c") as store:
            await store.append(row("a", 1, deadline_at=300))
            await store.append(row("b", 1, deadline_at=200))
            await store.append(row("c", 1))
            assert await store.overdue(199) == ()
            assert await store.overdue(300) == ("b", "a")
            await store.append(row("b", 2))
            assert await store.overdue(300) == ("a",)

    asyncio.run(scenario())


def test_snapshots_only_get_newer(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            assert await store.snapshot("one") is None
            await store.save_snapshot("one", Snapshot(5, b"five"))
            await store.save_snapshot("one", Snapshot(4, b"four"))
            assert await store.snapshot("one") == Snapshot(5, b"five")

    asyncio.run(scenario())
