"""What happened at a table: a flat union that contains the hand's events (`omaha8.hand.events`).

Times are milliseconds of the room's clock. No event carries a card that is not public.
"""

from enum import StrEnum

import msgspec

from omaha8.hand.events import HandEvent


class SeatTaken(msgspec.Struct, frozen=True, tag="seat_taken"):
    """A player sat down with `chips`; `owes_small` of who left owing the small blind and came back soon (R2.7)."""

    seat: int
    player: str
    name: str
    chips: int
    owes_small: bool = False


class SeatLeft(msgspec.Struct, frozen=True, tag="seat_left"):
    """The seat is free; its `chips` went back to the player's account. `at` starts the rathole time (R1.3)."""

    seat: int
    player: str
    chips: int
    at: int


class ToppedUp(msgspec.Struct, frozen=True, tag="topped_up"):
    """`chips` were added to a stack."""

    seat: int
    player: str
    chips: int


class ListJoined(msgspec.Struct, frozen=True, tag="list_joined"):
    """Somebody waits for a seat (R9.1)."""

    player: str


class ListLeft(msgspec.Struct, frozen=True, tag="list_left"):
    """Somebody waits no longer, or did not take the seat that was kept for them."""

    player: str


class SeatOffered(msgspec.Struct, frozen=True, tag="seat_offered"):
    """A free seat is kept for somebody on the waiting list, from `at` on."""

    player: str
    at: int


class SatOut(msgspec.Struct, frozen=True, tag="sat_out"):
    """The player will not be dealt in; `at` starts the time after which the seat is given up (R2.9)."""

    seat: int
    at: int


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """The player wants to be dealt in again."""

    seat: int


class LeaveAsked(msgspec.Struct, frozen=True, tag="leave_asked"):
    """The player leaves when the hand they are in has ended (R8.7)."""

    seat: int


class ConnectionLost(msgspec.Struct, frozen=True, tag="connection_lost"):
    """The player's last connection is gone (R8.2)."""

    seat: int


class ConnectionRestored(msgspec.Struct, frozen=True, tag="connection_restored"):
    """The player is back."""

    seat: int


class TimedOut(msgspec.Struct, frozen=True, tag="timed_out"):
    """The player's time to act was out; what follows is by R8.3 or R8.4. `day` counts protections per day."""

    seat: int
    protected: bool
    day: int


class HandPrepared(msgspec.Struct, frozen=True, kw_only=True, tag="hand_prepared"):
    """Button and blinds have their places for hand number `hand`, and debts are settled or noted (R2.1 to R2.7).

    `small_blind` is a place, occupied or not. `missed` are the seats the big blind passed by, which owe both blinds;
    `missed_small` owe the small one. `heads_up` says that two are dealt in.
    """

    hand: int
    rotation: int
    button: int
    small_blind: int
    big_blind: int
    dealt: tuple[int, ...]
    missed: tuple[int, ...]
    missed_small: tuple[int, ...]
    heads_up: bool


class StoodStill(msgspec.Struct, frozen=True, tag="stood_still"):
    """Fewer than two players are ready; the next hand is a first hand again (R2.1)."""


class Waiting(StrEnum):
    """What a table waits for."""

    NOTHING = "nothing"  # players
    ACTION = "action"  # a seat's turn to bet
    SHOW = "show"  # a seat to show or muck
    NEXT_HAND = "next_hand"  # the pause between hands


class ClockSet(msgspec.Struct, frozen=True, kw_only=True, tag="clock_set"):
    """The table now waits for something, `time` ms until `deadline`.

    `turn` counts what it waited for; `extended` says that R8.2 was used.
    """

    waiting: Waiting
    turn: int
    seat: int | None = None
    deadline: int | None = None
    time: int = 0
    extended: bool = False


TableOnlyEvent = (
    SeatTaken
    | SeatLeft
    | ToppedUp
    | ListJoined
    | ListLeft
    | SeatOffered
    | SatOut
    | CameBack
    | LeaveAsked
    | ConnectionLost
    | ConnectionRestored
    | TimedOut
    | HandPrepared
    | StoodStill
    | ClockSet
)
TableEvent = TableOnlyEvent | HandEvent

EventOfHand = HandPrepared | TimedOut | HandEvent
"""What is told of a hand later (R9.4); what else happens at the table meanwhile is no part of it."""
