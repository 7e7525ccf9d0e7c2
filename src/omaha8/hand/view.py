"""Who sees what of a hand. A view is built by adding what its viewer may see; nothing is ever deleted from a state.

Everybody sees the same of the public hand; a player sees their own hole cards besides. Spectators are viewer `None`.
These types go to clients as they are: cards are names like `As`, and no type is shared with the events of the log.
"""

from collections.abc import Container, Iterable, Mapping
from enum import StrEnum
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from omaha8.cards import CARD_NAMES, Card
from omaha8.hand import events as log
from omaha8.hand.actions import LegalActions
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import Half, HandEvent, PostKind
from omaha8.hand.made import MadeHand, made_hand
from omaha8.hand.pots import pots
from omaha8.hand.state import HandState, Seat, Showing, Standing
from omaha8.rules import BOARD_CARDS, Stakes

CardName = str
StreetName = Literal["preflop", "flop", "turn", "river"]
_STREET_NAMES: tuple[StreetName, ...] = ("preflop", "flop", "turn", "river")


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One player of the hand as the viewer sees them.

    `put_in` is what they have in the hand, dead chips included; what came back is not in it. `holding` says how many
    cards lie in front of them; `cards` names them where the viewer may see them, an unknown one `None`, and `made` then
    says what they make with the board.
    """

    seat: int
    stack: int
    bet: int
    put_in: int
    standing: Standing
    all_in: bool
    showing: Showing
    holding: int
    cards: tuple[CardName | None, ...] | None
    made: MadeHand | None


class PotView(msgspec.Struct, frozen=True):
    """A pot of the closed streets and the seats that may win it; the main pot is the first."""

    amount: int
    seats: tuple[int, ...]


class ShareView(msgspec.Struct, frozen=True):
    """What one seat won of one half of a pot; `ways` shared that half, and `odd` marks who got an odd chip (R7.4)."""

    seat: int
    half: Half
    amount: int
    ways: int
    odd: bool


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole hand as one viewer may see it. `legal` is there for the seat whose turn it is, and only for it."""

    stakes: Stakes
    button: int
    street: StreetName
    board: tuple[CardName, ...]
    seats: tuple[SeatView, ...]
    pots: tuple[PotView, ...]
    total_pot: int
    to_act: int | None
    at_showdown: bool
    ended: bool
    legal: LegalActions | None
    results: tuple["PotPaid", ...]


class ActionKind(StrEnum):
    """What a seat did."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    PROTECT = "protect"  # timed out, all-in for what it has put in (R8.4)


class HandOpened(msgspec.Struct, frozen=True, tag="hand_opened"):
    """A hand began; `seats` are dealt in, the first left of the button first."""

    button: int
    seats: tuple[int, ...]


class BlindPosted(msgspec.Struct, frozen=True, tag="blind_posted"):
    """A blind, dead blind, ante or straddle went in."""

    seat: int
    kind: PostKind
    amount: int


class CardsDealt(msgspec.Struct, frozen=True, tag="cards_dealt"):
    """Hole cards went to `seats`; `cards` are the viewer's own, `None` for who was not dealt in."""

    seats: tuple[int, ...]
    cards: tuple[CardName | None, ...] | None


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat acted; `amount` is what a call added, or the total in front of the seat after a bet or raise.

    `all_in` says that a call, bet or raise was for the last chips.
    """

    seat: int
    action: ActionKind
    amount: int = 0
    all_in: bool = False


class BetReturned(msgspec.Struct, frozen=True, tag="bet_returned"):
    """What nobody matched went back."""

    seat: int
    amount: int


class BetsCollected(msgspec.Struct, frozen=True, tag="bets_collected"):
    """The street's bets went into the pots."""


class CardsTurnedUp(msgspec.Struct, frozen=True, tag="cards_turned_up"):
    """All-in and no more betting: the live hands lie face up."""

    hands: tuple[tuple[int, tuple[CardName, ...]], ...]


class BoardSeen(msgspec.Struct, frozen=True, tag="board_seen"):
    """New cards of the board."""

    cards: tuple[CardName, ...]


class ShowChoice(msgspec.Struct, frozen=True, tag="show_choice"):
    """The seat's hand is beaten: it chooses to show or muck."""

    seat: int


class HandShown(msgspec.Struct, frozen=True, tag="hand_shown"):
    """A hand was shown, and what it is worth (R7.7)."""

    seat: int
    cards: tuple[CardName, ...]
    made: MadeHand | None


class HandMucked(msgspec.Struct, frozen=True, tag="hand_mucked"):
    """A beaten hand was given up unseen."""

    seat: int


class RakePaid(msgspec.Struct, frozen=True, tag="rake_paid"):
    """Another room's rake, in replays only."""

    amount: int


class PotPaid(msgspec.Struct, frozen=True, tag="pot_paid"):
    """One pot, 0 the main pot, and who won what of it."""

    pot: int
    amount: int
    seats: tuple[int, ...]
    shares: tuple[ShareView, ...]


class HandOver(msgspec.Struct, frozen=True, tag="hand_over"):
    """Every chip is back in a stack."""


ViewEvent = (
    HandOpened
    | BlindPosted
    | CardsDealt
    | Acted
    | BetReturned
    | BetsCollected
    | CardsTurnedUp
    | BoardSeen
    | ShowChoice
    | HandShown
    | HandMucked
    | RakePaid
    | PotPaid
    | HandOver
)


def view(state: HandState, viewer: int | None) -> HandView:
    """What the player at seat `viewer` may see, or a spectator (`None`, or a seat that was not dealt in)."""
    return seen_by(viewer, public_view(state), state)


def public_view(state: HandState) -> HandView:
    """What everybody may see."""
    return HandView(
        stakes=state.stakes,
        button=state.button,
        street=_STREET_NAMES[state.street],
        board=_names(state.board),
        seats=tuple(_seat_view(state, seat, visible=seat.is_face_up) for seat in state.seats),
        pots=_pot_views(state),
        total_pot=state.pot,
        to_act=state.to_act,
        at_showdown=state.at_showdown,
        ended=state.has_ended,
        legal=None,
        results=tuple(_pot_paid(award) for award in state.awards),
    )


def seen_by(viewer: int | None, public: HandView, state: HandState) -> HandView:
    """Add to the public view what the player at seat `viewer` sees besides: their own cards, and what they may do."""
    if viewer is None or viewer not in state.numbers:
        return public
    place = state.numbers.index(viewer)
    own = _seat_view(state, state.seats[place], visible=True)
    return replace(
        public,
        seats=(*public.seats[:place], own, *public.seats[place + 1 :]),
        legal=legal_actions(state) if viewer == state.to_act else None,
    )


def looked_up(seats: Container[int], seen: HandView, state: HandState) -> HandView:
    """Add to the view of a hand that is over the hands of these seats, which may be looked up (R7.8)."""
    added = zip(seen.seats, state.seats, strict=True)
    return replace(
        seen,
        seats=tuple(_seat_view(state, seat, visible=True) if seat.number in seats else old for old, seat in added),
    )


def view_events(events: Iterable[HandEvent], state: HandState, viewer: int | None) -> tuple[ViewEvent, ...]:
    """The events as the viewer may see them; `state` is the state after them."""
    all_events = tuple(events)
    back = given_back_in(all_events)
    return tuple(view_event(event, state, viewer, back) for event in all_events)


def given_back_in(events: Iterable[object]) -> dict[int, int]:
    """What nobody matched and went back, by seat: who bet it had spent it all the same."""
    return {event.seat: event.amount for event in events if isinstance(event, log.UncalledReturned)}


def public_state(state: HandState) -> HandState:
    """The state with no other cards than those that lie face up: what may be kept where decks must not be."""
    return replace(
        state,
        seats=tuple(
            seat if seat.is_face_up else replace(seat, cards=(None,) * len(seat.cards)) for seat in state.seats
        ),
    )


def given_back(state: HandState, number: int, cards: tuple[Card, ...]) -> HandState:
    """The state with the hole cards of a seat that `public_state` took out, or that no deck has any more."""
    seats = (replace(seat, cards=cards) if seat.number == number else seat for seat in state.seats)
    return replace(state, seats=tuple(seats))


def last_hand(state: HandState) -> dict[int, tuple[Card, ...]]:
    """The hands that players seated there may look up once the hand is over, by seat (R7.8).

    Shown hands always; mucked ones where the house has `mucked_in_last_hand`; folded ones never. Nothing before the
    hand has ended.
    """
    if not state.has_ended:
        return {}
    seen: dict[int, tuple[Card, ...]] = {}
    for seat in state.seats:
        looked_up = seat.is_face_up or (seat.showing is Showing.MUCKED and state.rules.mucked_in_last_hand)
        cards = seat.known_cards
        if looked_up and cards is not None:
            seen[seat.number] = cards
    return seen


def _names(cards: Iterable[Card]) -> tuple[CardName, ...]:
    return tuple(CARD_NAMES[card] for card in cards)


def _seat_view(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
    # A folded or mucked hand has left the table for everybody but its owner (R4.2, R9.2).
    on_table = seat.is_live and seat.showing is not Showing.MUCKED
    return SeatView(
        seat=seat.number,
        stack=seat.stack,
        bet=seat.bet,
        put_in=seat.paid + seat.dead,
        standing=seat.standing,
        all_in=seat.is_all_in and not state.has_ended,
        showing=seat.showing,
        holding=len(seat.cards) if on_table else 0,
        cards=tuple(None if card is None else CARD_NAMES[card] for card in seat.cards) if visible else None,
        made=made_hand(seat.known_cards, state.board) if visible else None,
    )


def _pot_views(state: HandState) -> tuple[PotView, ...]:
    if state.has_ended:
        return ()
    return tuple(PotView(pot.amount, tuple(state.numbers[i] for i in pot.seats)) for pot in pots(state))


def _pot_paid(award: log.PotAwarded) -> PotPaid:
    shares = []
    for share in award.shares:
        same_half = [other.amount for other in award.shares if other.half is share.half]
        odd = share.amount > min(same_half)
        shares.append(ShareView(share.seat, share.half, share.amount, len(same_half), odd))
    return PotPaid(award.pot, award.amount, award.seats, tuple(shares))


def view_event(  # noqa: C901 - one case an event
    event: HandEvent, state: HandState, viewer: int | None, back: Mapping[int, int]
) -> ViewEvent:
    """One event as the viewer may see it; `state` is the state after all its row, and `back` is of its row too."""
    match event:
        case log.HandStarted():
            return HandOpened(event.button, tuple(number for number, _ in event.stacks))
        case log.Posted():
            return BlindPosted(event.seat, event.kind, event.amount)
        case log.HoleDealt():
            return CardsDealt(event.seats, _own_cards(state, viewer))
        case log.Folded():
            return Acted(event.seat, ActionKind.FOLD)
        case log.Checked():
            return Acted(event.seat, ActionKind.CHECK)
        case log.Called():
            return Acted(event.seat, ActionKind.CALL, event.amount, _spent_all(state, event.seat, back))
        case log.BetMade():
            return Acted(event.seat, ActionKind.BET, event.to, _spent_all(state, event.seat, back))
        case log.Raised():
            return Acted(event.seat, ActionKind.RAISE, event.to, _spent_all(state, event.seat, back))
        case log.Protected():
            return Acted(event.seat, ActionKind.PROTECT)
        case log.UncalledReturned():
            return BetReturned(event.seat, event.amount)
        case log.StreetClosed():
            return BetsCollected()
        case log.HandsTurnedUp():
            return CardsTurnedUp(tuple((seat, _names(cards)) for seat, cards in event.hands))
        case log.BoardDealt():
            return BoardSeen(_names(event.cards))
        case log.ShowOffered():
            return ShowChoice(event.seat)
        case log.Shown():
            made = made_hand(event.cards, state.board) if len(state.board) == BOARD_CARDS else None
            return HandShown(event.seat, _names(event.cards), made)
        case log.Mucked():
            return HandMucked(event.seat)
        case log.RakeTaken():
            return RakePaid(event.amount)
        case log.PotAwarded():
            return _pot_paid(event)
        case log.HandEnded():
            return HandOver()
        case _:
            assert_never(event)


def _spent_all(state: HandState, number: int, back: Mapping[int, int]) -> bool:
    """Whether the seat had no chips behind, before any pot was paid and anything went back."""
    won = sum(share.amount for award in state.awards for share in award.shares if share.seat == number)
    return state.seat(number).stack == won + back.get(number, 0)


def _own_cards(state: HandState, viewer: int | None) -> tuple[CardName | None, ...] | None:
    if viewer is None or viewer not in state.numbers:
        return None
    return tuple(None if card is None else CARD_NAMES[card] for card in state.seat(viewer).cards)
