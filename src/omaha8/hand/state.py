"""The state of one hand: what lies where, and whose turn it is. Data only; `evolve` is the only writer.

Seats stand in deal order, the first dealt-in seat left of the button first, so that index order is the order of
dealing, of acting after the flop, of showing and of odd chips. Inside the engine a player is an index into `seats`;
actions, events and views name the seat's number at the table.
"""

from enum import Enum, IntEnum

import msgspec

from omaha8.cards import Card, format_cards
from omaha8.hand.events import PotAwarded
from omaha8.rules import HouseRules, Stakes

NOBODY = -1
NOT_ACTED = -1


class Street(IntEnum):
    """The betting rounds (R3.2)."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3


BOARD_CARDS_BY = (0, 3, 4, 5)  # how many board cards lie on each street


class Phase(Enum):
    """What the hand waits for, or what the dealer does next."""

    POSTING = "posting"  # blinds, then the deal
    BETTING = "betting"  # a seat to act, or the street to be closed
    DEALING = "dealing"  # the street is closed: more board, or the pots to be paid
    SHOWDOWN = "showdown"  # hands are shown or mucked
    PAYING = "paying"  # pots are awarded
    ENDED = "ended"


class Standing(Enum):
    """How a seat stands in the hand; all but `FOLDED` are live."""

    IN = "in"
    PROTECTED = "protected"  # all-in for what it has put in, its stack behind untouched (R8.4)
    FOLDED = "folded"


class Showing(Enum):
    """What became of a seat's cards."""

    HIDDEN = "hidden"
    TURNED_UP = "turned_up"  # all-in, before the board was complete (R7.6)
    SHOWN = "shown"
    MUCKED = "mucked"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player dealt in. Amounts are chips; the `repr` names no card that is not shown.

    `paid` counts towards the pots this seat can win: live chips and antes of the whole hand; `dead` does not. `ante`
    is the part of `paid` that never was a bet.
    `acted_at` is the mark (highest bet, in fixed limit the level) the seat last acted at on this street. `high` and
    `low` are the keys of a hand shown on the full board, 0 before that, and low 0 where no low qualifies.
    """

    number: int
    stack: int
    bet: int = 0
    paid: int = 0
    dead: int = 0
    ante: int = 0
    acted_at: int = NOT_ACTED
    standing: Standing = Standing.IN
    cards: tuple[Card | None, ...] = ()
    showing: Showing = Showing.HIDDEN
    high: int = 0
    low: int = 0

    def __repr__(self) -> str:
        cards = format_cards(self.cards) if self.is_face_up else f"{len(self.cards)} cards"
        return (
            f"Seat({self.number}, stack={self.stack}, bet={self.bet}, paid={self.paid}, dead={self.dead}, "
            f"{self.standing.value}, {cards} {self.showing.value})"
        )

    @property
    def is_live(self) -> bool:
        """Dealt in and not folded."""
        return self.standing is not Standing.FOLDED

    @property
    def can_act(self) -> bool:
        """Live, with chips behind, and not protected."""
        return self.stack > 0 and self.standing is Standing.IN

    @property
    def is_all_in(self) -> bool:
        """Live and past betting."""
        return self.is_live and not self.can_act

    @property
    def is_face_up(self) -> bool:
        """Everybody at the table sees the cards."""
        return self.showing is Showing.TURNED_UP or self.showing is Showing.SHOWN

    @property
    def known_cards(self) -> tuple[Card, ...] | None:
        """The hole cards if every one of them is known here."""
        if not self.cards or None in self.cards:
            return None
        return self.cards  # type: ignore[return-value]


class BettingRound(msgspec.Struct, frozen=True, gc=False):
    """The betting of one street.

    `highest` is the bet to match, nominally: a short big blind counts as full (R2.5). `full_raise` is the largest
    full bet or raise so far (R5.2). `level` counts fixed-limit bets, the big blind as the first (R5.1); `capped`
    says that no more are allowed. The last two are for the order of showing (R7.5).
    """

    highest: int
    full_raise: int
    level: int = 0
    capped: bool = False
    first_to_act: int = NOBODY
    opener: int = NOBODY


class HandState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One hand between two events."""

    rules: HouseRules
    stakes: Stakes
    button: int
    smallest_chip: int
    rake: int
    numbers: tuple[int, ...]
    seats: tuple[Seat, ...]
    round: BettingRound
    phase: Phase = Phase.POSTING
    street: Street = Street.PREFLOP
    board: tuple[Card, ...] = ()
    turn: int = NOBODY
    last_blind: int = NOBODY  # the big blind or the last straddle: action starts to its left (R4.1)
    aggressor: int = NOBODY  # of the latest street with a voluntary bet
    aggressor_street: Street = Street.PREFLOP
    blinds_posted: tuple[int, int] = (0, 0)  # small and big, as really posted
    rake_taken: int = 0
    awards: tuple[PotAwarded, ...] = ()

    @property
    def to_act(self) -> int | None:
        """The number of the seat whose turn it is, or `None` when nobody's decision is awaited."""
        return None if self.turn == NOBODY else self.numbers[self.turn]

    @property
    def at_showdown(self) -> bool:
        """Hands are being shown or mucked."""
        return self.phase is Phase.SHOWDOWN

    @property
    def has_ended(self) -> bool:
        """Every chip is back in a stack."""
        return self.phase is Phase.ENDED

    @property
    def pot(self) -> int:
        """Every chip in the middle: all pots, this street's bets, dead money; pots paid out no longer."""
        total = -self.rake_taken
        for seat in self.seats:
            total += seat.paid + seat.dead
        for award in self.awards:
            total -= award.amount
        return total

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat number."""
        return {seat.number: seat.stack for seat in self.seats}

    def seat(self, number: int) -> Seat:
        """The seat with this number; `ValueError` where it was not dealt in."""
        return self.seats[self.numbers.index(number)]
