"""Who sees what of a hand. A view is built by adding what its viewer may see; nothing is ever deleted from a state.

Everybody sees the same of the public hand; a player sees their own hole cards besides. Spectators are viewer `None`.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from omaha8.cards import Card
from omaha8.hand.actions import LegalActions
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEnded,
    HandEvent,
    HandStarted,
    HandsTurnedUp,
    HoleDealt,
    Mucked,
    PotAwarded,
    Posted,
    Protected,
    Raised,
    RakeTaken,
    ShowOffered,
    Shown,
    StreetClosed,
    UncalledReturned,
)
from omaha8.hand.pots import pots
from omaha8.hand.state import HandState, Phase, Seat, Showing, Standing, Street
from omaha8.rules import Stakes


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One player as the viewer sees them. `cards` is `None` for backs; `holding` says how many there are."""

    seat: int
    stack: int
    bet: int
    standing: Standing
    all_in: bool
    holding: int
    cards: tuple[Card | None, ...] | None
    showing: Showing


class PotView(msgspec.Struct, frozen=True):
    """A pot of the closed streets and the seats that may win it."""

    amount: int
    seats: tuple[int, ...]


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole hand as one viewer may see it. `legal` is there for the seat whose turn it is, and only for it."""

    stakes: Stakes
    button: int
    street: Street
    phase: Phase
    board: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    pots: tuple[PotView, ...]
    total_pot: int
    to_act: int | None
    legal: LegalActions | None
    awards: tuple[PotAwarded, ...]


class HoleSeen(msgspec.Struct, frozen=True, tag="hole_seen"):
    """Hole cards were dealt to `seats`; `cards` are the viewer's own, `None` for who was not dealt in."""

    seats: tuple[int, ...]
    cards: tuple[Card | None, ...] | None


ViewEvent = (
    HandStarted
    | Posted
    | HoleSeen
    | Folded
    | Checked
    | Called
    | BetMade
    | Raised
    | Protected
    | UncalledReturned
    | StreetClosed
    | HandsTurnedUp
    | BoardDealt
    | ShowOffered
    | Shown
    | Mucked
    | RakeTaken
    | PotAwarded
    | HandEnded
)


def view(state: HandState, viewer: int | None) -> HandView:
    """What the player at seat `viewer` may see, or a spectator (`None`, or a seat that was not dealt in)."""
    return HandView(
        stakes=state.stakes,
        button=state.button,
        street=state.street,
        phase=state.phase,
        board=state.board,
        seats=tuple(_seat_view(seat, viewer) for seat in state.seats),
        pots=_pot_views(state),
        total_pot=state.pot,
        to_act=state.to_act,
        legal=legal_actions(state) if viewer is not None and viewer == state.to_act else None,
        awards=state.awards,
    )


def _seat_view(seat: Seat, viewer: int | None) -> SeatView:
    # A folded hand has left the table for everybody but its owner (R4.2, R9.2).
    on_table = seat.is_live and seat.showing is not Showing.MUCKED
    return SeatView(
        seat=seat.number,
        stack=seat.stack,
        bet=seat.bet,
        standing=seat.standing,
        all_in=seat.is_all_in,
        holding=len(seat.cards) if on_table else 0,
        cards=seat.cards if seat.is_face_up or seat.number == viewer else None,
        showing=seat.showing,
    )


def _pot_views(state: HandState) -> tuple[PotView, ...]:
    if state.has_ended:
        return ()
    return tuple(PotView(pot.amount, tuple(state.numbers[i] for i in pot.seats)) for pot in pots(state))


def view_events(events: Iterable[HandEvent], state: HandState, viewer: int | None) -> tuple[ViewEvent, ...]:
    """The events as the viewer may see them; `state` is the state after them."""
    return tuple(_view_event(event, state, viewer) for event in events)


def _view_event(event: HandEvent, state: HandState, viewer: int | None) -> ViewEvent:
    match event:
        case HoleDealt():
            own = state.seat(viewer).cards if viewer in event.seats and viewer is not None else None
            return HoleSeen(event.seats, own)
        case (
            HandStarted()
            | Posted()
            | Folded()
            | Checked()
            | Called()
            | BetMade()
            | Raised()
            | Protected()
            | UncalledReturned()
            | StreetClosed()
            | HandsTurnedUp()
            | BoardDealt()
            | ShowOffered()
            | Shown()
            | Mucked()
            | RakeTaken()
            | PotAwarded()
            | HandEnded()
        ):
            return event
        case _:
            assert_never(event)


def last_hand(state: HandState) -> dict[int, tuple[Card, ...]]:
    """The hands that players seated there may look up once the hand is over, by seat (R7.8).

    Shown hands always; mucked ones where the house has `mucked_in_last_hand`; folded ones never. Nothing before the
    hand has ended.
    """
    if not state.has_ended:
        return {}
    seen: dict[int, tuple[Card, ...]] = {}
    for seat in state.seats:
        cards = seat.known_cards
        looked_up = seat.is_face_up or (seat.showing is Showing.MUCKED and state.rules.mucked_in_last_hand)
        if cards is not None and looked_up:
            seen[seat.number] = cards
    return seen
