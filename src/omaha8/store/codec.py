"""How events and cards are written in the database, and read again from every version ever written.

A row of the log is a JSON array of events, each tagged with its `type`, and carries the version `v` it was written in.
When an event is added or its form changes, `VERSION` goes up by one, and `UPCASTERS[old version][tag]` turns an old
form into the new one, so that rows are never rewritten. The log shares no types with the wire.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from omaha8.cards import Card, Deck
from omaha8.store.errors import StoreError
from omaha8.table.events import TableEvent

VERSION = 2

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: Mapping[int, Mapping[str, Upcaster]] = {}

_UNKNOWN_CARD = 0xFF


class LogCodec:
    """Encodes and decodes the events of a row; `upcasters` by the version they lead away from, and tag."""

    def __init__(self, version: int = VERSION, upcasters: Mapping[int, Mapping[str, Upcaster]] = UPCASTERS) -> None:
        self.version = version
        self._upcasters = upcasters
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(tuple[TableEvent, ...])

    def encode(self, events: tuple[TableEvent, ...]) -> str:
        """The events as JSON of this codec's version."""
        return self._encoder.encode(events).decode()

    def decode(self, v: int, text: str) -> tuple[TableEvent, ...]:
        """The events of a row written in version `v`; `StoreError` for a newer one or for what is no row."""
        if v > self.version:
            raise StoreError("newer_row", f"a log row of version {v}; this program reads up to {self.version}")
        try:
            if v == self.version:
                return self._decoder.decode(text)
            return self._decoder.decode(self._encoder.encode(self._upcast(v, msgspec.json.decode(text))))
        except msgspec.DecodeError as error:
            raise StoreError("bad_row", f"a log row of version {v} cannot be read: {error}") from error

    def _upcast(self, v: int, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for step in range(v, self.version):
            by_tag = self._upcasters.get(step, {})
            events = [by_tag[event["type"]](event) if event["type"] in by_tag else event for event in events]
        return events


def encode_cards(cards: tuple[Card | None, ...]) -> bytes:
    """A byte a card; 255 for a card that is not known."""
    return bytes(_UNKNOWN_CARD if card is None else card for card in cards)


def decode_cards(data: bytes) -> tuple[Card, ...]:
    """The cards of a hand, all of them known."""
    return tuple(Card(code) for code in data)


def encode_deck(deck: Deck) -> bytes:
    """A deck in its order."""
    return encode_cards(deck.cards)


def decode_deck(data: bytes) -> Deck:
    """The deck that `encode_deck` wrote."""
    return Deck(tuple(None if code == _UNKNOWN_CARD else Card(code) for code in data))
