"""What may be asked of a table, and how an illegal request is answered. Commands are imperatives.

A player is named by an id; which seat that is, the table knows. Amounts are chips, times milliseconds.
"""

from enum import StrEnum

import msgspec

from omaha8.hand.actions import Action


class SitDown(msgspec.Struct, frozen=True, tag="sit_down"):
    """Take an empty seat with `chips` (R1.3)."""

    player: str
    name: str
    seat: int
    chips: int


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Give the seat up; in a hand, fold at the next turn and leave when it ends (R8.7)."""

    player: str


class TopUp(msgspec.Struct, frozen=True, tag="top_up"):
    """Add chips to the stack, never during one's own hand (R1.3)."""

    player: str
    chips: int


class SitOut(msgspec.Struct, frozen=True, tag="sit_out"):
    """Not be dealt in from the next hand on (R2.9)."""

    player: str


class ComeBack(msgspec.Struct, frozen=True, tag="come_back"):
    """Be dealt in again, by the rules for missed blinds (R2.7)."""

    player: str


class JoinList(msgspec.Struct, frozen=True, tag="join_list"):
    """Wait for a seat at a full table (R9.1)."""

    player: str


class LeaveList(msgspec.Struct, frozen=True, tag="leave_list"):
    """Wait for a seat no longer."""

    player: str


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Act in the hand. `turn` is the id of the turn answered, so that a late or repeated action cannot hit another."""

    player: str
    turn: int
    action: Action


class LoseConnection(msgspec.Struct, frozen=True, tag="lose_connection"):
    """The room's: the player's last connection is gone (R8.2)."""

    player: str


class RestoreConnection(msgspec.Struct, frozen=True, tag="restore_connection"):
    """The room's: the player is back."""

    player: str


class TimeOut(msgspec.Struct, frozen=True, tag="time_out"):
    """The room's: the table's next deadline has come. Refused before it.

    Without `deals` no hand is dealt: nobody is there to play or watch it.
    """

    deals: bool = True


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """The room's: the server has started again; clocks start afresh (R8.6)."""


SeatedCommand = Leave | TopUp | SitOut | ComeBack | Act | LoseConnection | RestoreConnection
Command = SitDown | JoinList | LeaveList | SeatedCommand | TimeOut | Resume


class Preferences(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's private settings. They live with the player and enter the log only by what they cause.

    `post_now`: pay for a missed or a newcomer's blind at once; off: wait for the big blind (R2.6, R2.7).
    `auto_muck`: never be asked to show a beaten hand.
    """

    post_now: bool = False
    auto_muck: bool = False
    sit_out_next_hand: bool = False


class TableRefusalCode(StrEnum):
    """Why a command was refused, besides the refusals of a hand."""

    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    SEAT_KEPT = "seat_kept"  # every free seat is kept for somebody on the waiting list
    SEAT_FREE = "seat_free"  # nobody need wait for one
    ALREADY_WAITING = "already_waiting"
    NOT_WAITING = "not_waiting"
    LIST_FULL = "list_full"  # most says how many may wait
    BUY_IN_RANGE = "buy_in_range"  # least and most say what is legal
    TOP_UP_RANGE = "top_up_range"
    STACK_FULL = "stack_full"  # nothing may be added
    IN_HAND = "in_hand"
    ALREADY_SITTING_OUT = "already_sitting_out"
    NOT_SITTING_OUT = "not_sitting_out"
    NO_HAND = "no_hand"
    STALE_TURN = "stale_turn"
    TOO_EARLY = "too_early"


class TableRefusal(msgspec.Struct, frozen=True):
    """The answer to an illegal command: a code, and the legal range where there is one. Nothing has changed."""

    code: TableRefusalCode
    least: int | None = None
    most: int | None = None
