"""A player's view read as numbers a decision is made from: who is left, what it costs, what can be won.

It reads the `HandView` and the legal actions alone; amounts are chips.
"""

from collections.abc import Sequence

import msgspec

from omaha8.cards import Card, parse_card
from omaha8.hand.actions import LegalActions
from omaha8.hand.state import Standing
from omaha8.hand.view import HandView, SeatView
from omaha8.rules import Structure

HEAVY = 0.6
"""From this part of the pot on, a bet in pot or no limit tells of more than an ordinary hand."""


class Rival(msgspec.Struct, frozen=True):
    """Another live player. `pressure` is how strong this street's chips claim they are, 0 (nothing said) to 3."""

    seat: int
    bet: int
    holding: int
    all_in: bool
    pressure: int


class Layer(msgspec.Struct, frozen=True):
    """Chips that are won together, and the places in `Situation.rivals` of those who contest them."""

    chips: int
    rivals: tuple[int, ...]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The spot of the player to act.

    `to_call` is what calling adds, 0 where checking is free; `layers` are the chips to be won as they lie after that
    call. `behind` counts the rivals who act after this player on this street, as far as the view tells. `raises` is
    the bets that stand before the flop above the blind: 0 unraised, 1 a raise, 2 a re-raise or more.
    """

    structure: Structure
    big_blind: int
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    rivals: tuple[Rival, ...]
    layers: tuple[Layer, ...]
    to_call: int
    bet: int
    stack: int
    behind: int
    raises: int

    @property
    def prize(self) -> int:
        """All that can be won after a call, the call included."""
        return sum(layer.chips for layer in self.layers)

    @property
    def price(self) -> float:
        """The call as a part of the prize: the share of it that must be won to break even."""
        return self.to_call / self.prize if self.to_call else 0.0

    @property
    def is_all_in_call(self) -> bool:
        """After the call there is nothing left to bet for this player or for any rival."""
        return self.to_call >= self.stack or all(rival.all_in for rival in self.rivals)

    @property
    def answering(self) -> int:
        """How many rivals have chips behind and can still fold or pay."""
        return sum(not rival.all_in for rival in self.rivals)


def read(view: HandView, legal: LegalActions) -> Situation | None:
    """The spot of the seat in `legal`; `None` where its cards are not all known, and nothing can be judged."""
    me = next(seat for seat in view.seats if seat.seat == legal.seat)
    hole = tuple(parse_card(name) for name in me.cards or () if name is not None)
    if not hole or len(hole) != me.holding:
        return None
    others = [seat for seat in view.seats if seat.seat != me.seat and seat.standing is not Standing.FOLDED]
    street_start = view.total_pot - sum(seat.bet for seat in view.seats)
    highest = max(seat.bet for seat in view.seats)
    rivals = tuple(
        Rival(seat.seat, seat.bet, seat.holding, seat.all_in, _pressure(view, seat, highest, street_start))
        for seat in others
    )
    to_call = legal.call or 0
    return Situation(
        structure=view.stakes.structure,
        big_blind=view.stakes.big_blind,
        hole=hole,
        board=tuple(parse_card(name) for name in view.board),
        rivals=rivals,
        layers=_layers(view, rivals, me, to_call),
        to_call=to_call,
        bet=me.bet,
        stack=me.stack,
        behind=_behind(view, me, others, highest),
        raises=_raises(view, highest),
    )


def _pressure(view: HandView, seat: SeatView, highest: int, street_start: int) -> int:
    """How much a seat has said with its chips on this street; nothing is read from bets before the flop."""
    unit = view.stakes.big_blind
    if view.street == "preflop" or seat.bet == 0 or (seat.bet < highest and not seat.all_in):
        return 0
    if view.stakes.structure is Structure.FIXED_LIMIT:
        if view.street in {"turn", "river"}:
            unit = view.stakes.big_bet
        return min(3, -(-seat.bet // unit))
    part = seat.bet / max(street_start, unit)
    return 1 + (part >= HEAVY) + (part >= 3 * HEAVY)


def _raises(view: HandView, highest: int) -> int:
    blinds = highest / view.stakes.big_blind
    if view.street != "preflop" or blinds <= 1:
        return 0
    if view.stakes.structure is Structure.FIXED_LIMIT:
        return 1 if blinds <= 2 else 2
    return 1 if blinds < 6 else 2


def _behind(view: HandView, me: SeatView, others: Sequence[SeatView], highest: int) -> int:
    """Rivals who are sure to act after this player: those with a bet to answer, or seated behind an open round."""
    order = [seat.seat for seat in view.seats]
    mine = order.index(me.seat)
    unopened = highest == 0
    return sum(
        not seat.all_in and (seat.bet < highest or (unopened and order.index(seat.seat) > mine)) for seat in others
    )


def _layers(view: HandView, rivals: tuple[Rival, ...], me: SeatView, to_call: int) -> tuple[Layer, ...]:
    """The closed pots, then this street's chips cut at the all-in bets; equal contests are put together."""
    places = {rival.seat: place for place, rival in enumerate(rivals)}
    found: dict[tuple[int, ...], int] = {}

    def add(chips: int, contestants: tuple[int, ...]) -> None:
        if chips:
            found[contestants] = found.get(contestants, 0) + chips

    for pot in view.pots:
        add(pot.amount, tuple(places[seat] for seat in pot.seats if seat in places))
    mine = me.bet + to_call
    bets = [mine if seat.seat == me.seat else seat.bet for seat in view.seats]
    floor = 0
    for level in sorted({rival.bet for rival in rivals if rival.all_in and rival.bet < mine} | {mine}):
        contestants = tuple(place for place, rival in enumerate(rivals) if not rival.all_in or rival.bet >= level)
        add(sum(min(bet, level) - min(bet, floor) for bet in bets), contestants)
        floor = level
    return tuple(Layer(chips, contestants) for contestants, chips in found.items())
