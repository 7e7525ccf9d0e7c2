"""What happened in a hand: one union, in the past tense.

No event carries a card that is not public at that moment: `HoleDealt` names seats only, and the deck travels apart.
Seats are named by their number at the table, pots by their index, 0 for the main pot.
"""

from enum import StrEnum

import msgspec

from omaha8.cards import Card
from omaha8.rules import HouseRules, Stakes


class PostKind(StrEnum):
    """Why chips go in before the deal."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    LIVE = "live"  # a newcomer's or returner's blind; counts as the bet (R2.6, R2.8)
    DEAD = "dead"  # belongs to the pot only (R2.7)
    ANTE = "ante"  # dead as a bet, but a short one limits what its poster can win (R2.10, R7.1)
    STRADDLE = "straddle"  # a live blind above the big blind, last to act (R2.10)


class Half(StrEnum):
    """What part of a pot a share is of."""

    HIGH = "high"
    LOW = "low"
    WHOLE = "whole"  # the pot was not split high/low: no low, one winner of both, or equal winners (R7.4)


class HandStarted(msgspec.Struct, frozen=True, kw_only=True, tag="hand_started"):
    """The resolved rules and stakes, and the stacks of those dealt in, in deal order: first left of the button first.

    `smallest_chip` and `rake` come from the replay of another room's hand; here they are 1 and 0 (R7.4, R7.10).
    """

    rules: HouseRules
    stakes: Stakes
    button: int
    stacks: tuple[tuple[int, int], ...]
    smallest_chip: int = 1
    rake: int = 0


class Posted(msgspec.Struct, frozen=True, tag="posted"):
    """`amount` chips really posted: the whole stack where it is shorter than the blind (R2.5)."""

    seat: int
    kind: PostKind
    amount: int


class HoleDealt(msgspec.Struct, frozen=True, tag="hole_dealt"):
    """Everybody dealt in has their hole cards; which ones, only the deck knows."""

    seats: tuple[int, ...]


class Folded(msgspec.Struct, frozen=True, tag="folded"):
    """The seat gave up its hand."""

    seat: int


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """The seat passed its turn, owing nothing."""

    seat: int


class Called(msgspec.Struct, frozen=True, tag="called"):
    """The seat added `amount` chips to stay in."""

    seat: int
    amount: int


class BetMade(msgspec.Struct, frozen=True, tag="bet_made"):
    """The seat opened the betting of the street; `to` chips now lie in front of it."""

    seat: int
    to: int


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    """The seat raised; `to` chips in all now lie in front of it on this street."""

    seat: int
    to: int


class Protected(msgspec.Struct, frozen=True, tag="protected"):
    """The seat timed out and is all-in for what it has put in (R8.4)."""

    seat: int


class UncalledReturned(msgspec.Struct, frozen=True, tag="uncalled_returned"):
    """`amount` chips that nobody matched went back to the seat (R4.3, R7.1)."""

    seat: int
    amount: int


class StreetClosed(msgspec.Struct, frozen=True, tag="street_closed"):
    """The betting round is over and its bets are in the pots."""


class HandsTurnedUp(msgspec.Struct, frozen=True, tag="hands_turned_up"):
    """No more betting is possible and somebody is all-in: live hands lie face up (R7.6)."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]


class BoardDealt(msgspec.Struct, frozen=True, tag="board_dealt"):
    """The flop's three cards, the turn or the river (R3.2)."""

    cards: tuple[Card, ...]


class ShowOffered(msgspec.Struct, frozen=True, tag="show_offered"):
    """At the showdown it is this seat's turn, and its hand is beaten: it may show or muck (R7.5)."""

    seat: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """The seat's hand is shown. `high` and `low` are its keys on a full board, low 0 for none; before that, `None`."""

    seat: int
    cards: tuple[Card, ...]
    high: int | None = None
    low: int | None = None


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """The seat gave up its beaten hand unseen (R7.5)."""

    seat: int


class RakeTaken(msgspec.Struct, frozen=True, tag="rake_taken"):
    """Another room's rake, out of the main pot before the split (R7.10)."""

    amount: int


class Share(msgspec.Struct, frozen=True):
    """`amount` chips of one half of a pot, or of the whole, to one seat."""

    seat: int
    half: Half
    amount: int


class PotAwarded(msgspec.Struct, frozen=True, tag="pot_awarded"):
    """One pot paid, `amount` chips in all; `seats` contested it (R7.2). The shares sum to the amount."""

    pot: int
    amount: int
    seats: tuple[int, ...]
    shares: tuple[Share, ...]


class HandEnded(msgspec.Struct, frozen=True, tag="hand_ended"):
    """Every chip is back in a stack."""


HandEvent = (
    HandStarted
    | Posted
    | HoleDealt
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
