"""Hands that are over, told again from the log as one of their players may see them (R7.8, R9.4).

They are folded anew with no other cards than those that the store lets this player read.
"""

import asyncio

from msgspec.structs import replace

from omaha8.cards import Card, Deck
from omaha8.hand.events import HandEnded, HandEvent, HandStarted
from omaha8.hand.evolve import replay
from omaha8.hand.view import looked_up, view
from omaha8.server.wire import PlayedHand, PlayedHands, SeatName
from omaha8.store import Store, StoredHand
from omaha8.table.events import EventOfHand
from omaha8.table.state import TableConfig, new_table
from omaha8.table.view import ViewEvent, view_events

MOST_HANDS = 50


async def played_hands(store: Store, table_id: str, config: TableConfig, player: str) -> PlayedHands:
    """The last hands at a table that a player was dealt in, newest first; none for who never was."""
    hands = []
    async for stored in store.played_hands(table_id, player, MOST_HANDS):
        hands.append(_told_again(stored, config, player))
        await asyncio.sleep(0)  # the tables go on between two hands
    return PlayedHands(tuple(hands))


def _told_again(stored: StoredHand, config: TableConfig, player: str) -> PlayedHand:
    deck = _known_deck(stored)
    dealt = tuple((seat.seat, seat.player_id) for seat in stored.seats)
    table = replace(new_table(config), hand_number=stored.number, dealt=dealt)
    events: list[ViewEvent] = []
    ended_at = 0
    for row in stored.rows:
        of_hand = [event for event in row.events if isinstance(event, EventOfHand)]
        hand = replay((event for event in of_hand if isinstance(event, HandEvent)), deck, table.hand)
        table = replace(table, hand=hand)
        events += view_events(of_hand, table, player)
        if any(isinstance(event, HandEnded) for event in of_hand):
            ended_at = row.at
    number = table.seat_in_hand(player)
    assert table.hand is not None
    assert number is not None
    readable = {seat.seat for seat in stored.seats if seat.cards is not None}
    return PlayedHand(
        number=stored.number,
        ended_at=ended_at,
        seat=number,
        names=tuple(SeatName(seat.seat, seat.name) for seat in stored.seats),
        events=tuple(events),
        view=looked_up(readable, view(table.hand, number), table.hand),
    )


def _known_deck(stored: StoredHand) -> Deck:
    """The hand's deck as far as the player may know it; the board is in the events."""
    started = next(event for event in stored.rows[0].events if isinstance(event, HandStarted))
    unknown: tuple[Card | None, ...] = (None,) * started.rules.hole_cards
    known = {seat.seat: seat.cards or unknown for seat in stored.seats}
    rounds = zip(*(known.get(number, unknown) for number, _ in started.stacks), strict=True)
    return Deck(tuple(card for one_each in rounds for card in one_each))
