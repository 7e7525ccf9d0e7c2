"""No card that is not public is ever in the log, and an ended hand's deck is nowhere in the file."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from omaha8.cards import Card, Deck, format_cards
from omaha8.hand.events import BoardDealt, HandsTurnedUp, Shown
from omaha8.simulate import Policy
from omaha8.store.codec import encode_deck
from store.rooms import opened, play, row, shuffled, sql, store_hand

PLAYERS = 5
HOLE_CARDS = 4 * PLAYERS


def test_the_log_names_public_cards_only(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            hidden_hands = 0
            for seed in range(12):
                deck = shuffled(seed)
                commands, state = play(deck, PLAYERS, seed, (Policy.LOOSE, Policy.RANDOM)[seed % 2])
                before = len(await store.read("one"))
                await store_hand(store, "one", seed, commands, deck)
                named: set[Card] = set()
                for found in await store.read("one", before):
                    for event in found.events:
                        match event:
                            case BoardDealt() | Shown():
                                named.update(event.cards)
                            case HandsTurnedUp():
                                named.update(card for _, cards in event.hands for card in cards)
                            case _:
                                assert not {"card", "cards", "deck"} & set(event.__struct_fields__)
                public = set(state.board)
                for seat in state.seats:
                    if seat.is_face_up:
                        public.update(seat.known_cards or ())
                    else:
                        hidden_hands += 1
                assert named == public
            assert hidden_hands > 25

    asyncio.run(scenario())


@pytest.mark.parametrize("seed", range(8))
def test_other_hidden_cards_make_the_same_log(folder: Path, seed: int) -> None:
    """The same play on two decks that agree on the board alone, and a hand that nobody has to show."""
    deck = shuffled(seed)
    hidden = [*deck.cards[:HOLE_CARDS], *deck.cards[HOLE_CARDS + 5 :]]
    random.Random(seed).shuffle(hidden)
    other = Deck((*hidden[:HOLE_CARDS], *deck.cards[HOLE_CARDS : HOLE_CARDS + 5], *hidden[HOLE_CARDS:]))

    async def scenario() -> None:
        async with opened(folder, "left", "right") as store:
            for table, cards in (("left", deck), ("right", other)):
                # Raises and folds until one is left; the odds do not look at the cards.
                commands, state = play(cards, PLAYERS, _unshown(deck, seed), Policy.RANDOM)
                assert not any(seat.is_face_up for seat in state.seats)
                await store_hand(store, table, 1, commands, cards)
            rows = "SELECT seq, player_id, action_id, v, at, events FROM table_log WHERE table_id = '{}' ORDER BY seq"
            left, right = [await sql(store, rows.format(table)) for table in ("left", "right")]
            assert len(left) > 1
            assert left == right

    asyncio.run(scenario())


def _unshown(deck: Deck, seed: int) -> int:
    """The first seed of play from `seed` on by which the hand ends without a showdown."""
    return next(
        number
        for number in range(100 * seed, 100 * seed + 100)
        if not any(s.is_face_up or s.high for s in play(deck, PLAYERS, number, Policy.RANDOM)[1].seats)
    )


def test_an_erased_deck_leaves_no_bytes(folder: Path) -> None:
    deck = shuffled(1)
    data = encode_deck(deck)
    commands, _ = play(deck, PLAYERS, 1, Policy.CALL)

    def content() -> bytes:
        return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))

    async def scenario() -> None:
        async with opened(folder, "one") as store:
            await store.append(row("one", 1, events=commands[0], hand=1, deck=deck))
            assert data in content()
        assert data in content()
        async with opened(folder) as store:
            await store.append(row("one", 2, events=commands[1], hand=1, erase_deck=True))
        for form in (data, format_cards(deck.cards).encode(), msgspec.json.encode(deck.cards)):
            assert form not in content()

    asyncio.run(scenario())
