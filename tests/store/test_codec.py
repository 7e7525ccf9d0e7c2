"""Log rows of every version can be read; unreadable ones say so."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from omaha8.cards import Deck, parse_cards
from omaha8.hand.events import Raised, Shown
from omaha8.store import StoreError
from omaha8.store.codec import VERSION, LogCodec, decode_deck, encode_deck
from omaha8.table.events import SatOut, TableEvent, TimedOut
from store.rooms import opened, row, sql

EVENTS: tuple[TableEvent, ...] = (SatOut(1, 5), Raised(2, 40), Shown(3, parse_cards("As2s3d4d"), 900, 12))


def test_events_come_back_as_they_went_in() -> None:
    codec = LogCodec()
    assert codec.decode(VERSION, codec.encode(EVENTS)) == EVENTS


def test_every_event_has_a_tag_of_its_own() -> None:
    tags = [kind.__struct_config__.tag for kind in TableEvent.__args__]
    assert len(set(tags)) == len(tags)


def test_old_rows_are_lifted_step_by_step() -> None:
    """In version 1 a time-out was called `slow` for protected seats; in version 2 the day was missing."""

    def rename(event: dict[str, Any]) -> dict[str, Any]:
        return {"type": "timed_out", "seat": event["seat"], "protected": True}

    def add_day(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "day": 0}

    codec = LogCodec(3, {1: {"slow": rename}, 2: {"timed_out": add_day}})
    old = msgspec.json.encode([{"type": "slow", "seat": 4}, {"type": "sat_out", "seat": 4, "at": 9}]).decode()
    younger = msgspec.json.encode([{"type": "timed_out", "seat": 4, "protected": False}]).decode()
    assert codec.decode(1, old) == (TimedOut(4, True, 0), SatOut(4, 9))
    assert codec.decode(2, younger) == (TimedOut(4, False, 0),)
    assert codec.decode(3, codec.encode(EVENTS)) == EVENTS


@pytest.mark.parametrize(
    ("v", "text", "code"),
    [
        (VERSION + 1, "[]", "newer_row"),
        (VERSION, "[", "bad_row"),
        (VERSION, '[{"type": "sat_out"}]', "bad_row"),
        (VERSION, '[{"type": "danced"}]', "bad_row"),
        (VERSION - 1, '[{"type": "danced"}]', "bad_row"),
    ],
)
def test_unreadable_rows_say_why(v: int, text: str, code: str) -> None:
    with pytest.raises(StoreError) as refused:
        LogCodec().decode(v, text)
    assert refused.value.code == code


def test_a_newer_row_stops_the_reading(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            await store.append(row("one", 1))
            assert await sql(store, "SELECT v FROM table_log") == [(VERSION,)]
            await sql(store, f"UPDATE table_log SET v = {VERSION + 1}")
            with pytest.raises(StoreError, match=f"version {VERSION + 1}"):
                await store.read("one")

    asyncio.run(scenario())


def test_decks_keep_their_order_and_what_is_unknown() -> None:
    deck = Deck((*parse_cards("2cAsTd"), None, *parse_cards("Kh")))
    assert decode_deck(encode_deck(deck)) == deck
