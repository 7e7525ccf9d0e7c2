"""What a seat may ask of a hand, what it may legally ask now, and how an illegal request is answered.

A refusal is a code with parameters, never a sentence, and changes nothing.
"""

from enum import StrEnum

import msgspec


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Give the hand up; always possible at one's turn, even where checking is free (R4.2)."""


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Pass the turn where nothing is owed."""


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Put in what is owed, or the whole stack where it is less (R4.7)."""


class BetTo(msgspec.Struct, frozen=True, tag="bet"):
    """Open the betting with `amount` chips in front of the seat."""

    amount: int


class RaiseTo(msgspec.Struct, frozen=True, tag="raise"):
    """Raise so that `amount` chips in all lie in front of the seat on this street."""

    amount: int


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Show the hand, at the showdown (R7.5) or after winning without one (R7.9)."""


class Muck(msgspec.Struct, frozen=True, tag="muck"):
    """Give up a beaten hand unseen at the showdown (R7.5)."""


class Protect(msgspec.Struct, frozen=True, tag="protect"):
    """The room's, never a player's: the seat to act timed out and stays in for what it has put in (R8.4)."""


BettingAction = Fold | Check | Call | BetTo | RaiseTo
Action = Fold | Check | Call | BetTo | RaiseTo | Show | Muck


class AmountRange(msgspec.Struct, frozen=True):
    """Every amount from `least` to `most`, both included, is legal: the total in front of the seat this street."""

    least: int
    most: int


class LegalActions(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat whose turn it is may do; computed here once and nowhere again.

    `call` is the chips that calling adds; where these are all the seat has and less than the bet, `call_wins` is the
    part of the pot it can win with them, else that is the whole pot. `bet` and `raise_to` are ranges of totals; at most
    one of them is there. `sizes` are the totals of the usual sizes within it: least, half the pot, three quarters, the
    pot; not in fixed limit, where there is one amount.
    """

    seat: int
    fold: bool = False
    check: bool = False
    call: int | None = None
    call_wins: int | None = None
    bet: AmountRange | None = None
    raise_to: AmountRange | None = None
    sizes: tuple[int, int, int, int] | None = None
    show: bool = False
    muck: bool = False


class RefusalCode(StrEnum):
    """Why an action was refused."""

    HAND_ENDED = "hand_ended"
    NOT_IN_HAND = "not_in_hand"
    NOT_YOUR_TURN = "not_your_turn"
    CANNOT_CHECK = "cannot_check"  # a bet is owed
    NOTHING_TO_CALL = "nothing_to_call"
    ALREADY_BET = "already_bet"  # a bet stands on this street: raise instead
    NOTHING_TO_RAISE = "nothing_to_raise"  # no bet stands on this street: bet instead
    CAPPED = "capped"  # four bets stand (R5.1)
    NOT_REOPENED = "not_reopened"  # only short all-ins since the seat acted (R5.5)
    NOBODY_TO_ANSWER = "nobody_to_answer"  # no other player has chips behind (R4.8)
    STACK_TOO_SHORT = "stack_too_short"  # calling takes the whole stack
    BAD_AMOUNT = "bad_amount"  # not a whole number of chips
    BET_TOO_SMALL = "bet_too_small"
    BET_TOO_LARGE = "bet_too_large"
    RAISE_TOO_SMALL = "raise_too_small"
    RAISE_TOO_LARGE = "raise_too_large"
    NOT_AT_SHOWDOWN = "not_at_showdown"
    SHOWDOWN_NOW = "showdown_now"  # the betting is over: show or muck
    CARDS_UNKNOWN = "cards_unknown"
    NOTHING_TO_PROTECT = "nothing_to_protect"  # nothing live in the pot (R8.4)


class Refusal(msgspec.Struct, frozen=True):
    """The answer to an illegal action. `legal` is what the seat may do instead, where it is that seat's turn."""

    code: RefusalCode
    seat: int
    legal: LegalActions | None = None
