"""What an accepted command leaves in the store: its row of the log, and the chips and cards that go with it."""

from omaha8.cards import Deck
from omaha8.hand.events import HandEnded, HandStarted, Shown
from omaha8.hand.view import last_hand
from omaha8.store import Append, Audience, HandCards
from omaha8.table.clock import next_deadline
from omaha8.table.events import EventOfHand, TableEvent
from omaha8.table.state import TableState
from omaha8.table.transfers import transfers


def log_row(
    table_id: str,
    seq: int,
    events: tuple[TableEvent, ...],
    *,
    states: tuple[TableState, TableState],
    deck: Deck,
    now: int,
    sender: tuple[str, str] | None,
) -> Append:
    """The row number `seq` of a table, whose `states` are those before and after it.

    `sender` is the player and the id of their action, `None` for the table's clock. A hand's deck is kept while it is
    played, and after it the cards that may be looked at.
    """
    before, after = states
    began = any(isinstance(event, HandStarted) for event in events)
    ended = any(isinstance(event, HandEnded) for event in events)
    shown_later = before.hand is not None and before.hand.has_ended and any(isinstance(each, Shown) for each in events)
    of_hand = any(isinstance(event, EventOfHand) for event in events)
    player, action_id = sender or (None, None)
    return Append(
        table_id=table_id,
        seq=seq,
        player_id=player,
        action_id=action_id,
        at=now,
        events=events,
        transfers=transfers(table_id, before, events, after),
        hand=after.hand_number if of_hand else None,
        deck=deck if began and not ended else None,
        erase_deck=ended and not began,
        cards=_kept_cards(after) if ended or shown_later else (),
        deadline_at=next_deadline(after),
    )


def _kept_cards(after: TableState) -> tuple[HandCards, ...]:
    """What may be read of the hand later: everybody's own cards, and by all there the hands of R7.8."""
    hand = after.hand
    assert hand is not None
    for_all, players = last_hand(hand), dict(after.dealt)
    kept = []
    for seat in hand.seats:
        player, cards = players[seat.number], seat.known_cards
        if cards is not None:
            audience = Audience.TABLE if seat.number in for_all else Audience.OWNER
            kept.append(HandCards(seat=seat.number, player_id=player, cards=cards, audience=audience))
    return tuple(kept)
