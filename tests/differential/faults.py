"""Where PokerKit 0.7.7 is known to be wrong, as predicates on the hand (never on PokerKit).

`Fault.applies` is asked at each decision, or at the end for what concerns payment. `bites` says what can then not be
compared; the rest still is. The cases stand one by one in `test_faults`, with both values.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from omaha8.hand.betting import bet_unit, owed, why_no_raise
from omaha8.hand.events import BetMade, Half, HandEvent, PotAwarded, Raised, StreetClosed
from omaha8.hand.state import NOT_ACTED, HandState, Showing, Street
from omaha8.rules import Structure


class Bites(Enum):
    """What a fault spoils."""

    EVERYTHING = "everything"  # from this decision to the end of the hand
    RAISES = "raises"  # whether and how much may be raised here; after a raise here, everything
    PAYMENT = "payment"  # the stacks at the end


class Moment(NamedTuple):
    """A hand at one point, and the totals to which players bet or raised on this street so far, in order."""

    state: HandState
    raises: tuple[int, ...]

    def after(self, event: HandEvent, state: HandState) -> "Moment":
        """The moment after one more event, which led to this state."""
        match event:
            case BetMade() | Raised():
                return Moment(state, (*self.raises, event.to))
            case StreetClosed():
                return Moment(state, ())
            case _:
                return Moment(state, self.raises)

    @property
    def steps(self) -> tuple[int, ...]:
        """By how much each bet or raise of the street went above what stood before it."""
        first = self.state.stakes.big_blind if self.state.street is Street.PREFLOP else 0
        return tuple(to - before for before, to in zip((first, *self.raises), self.raises, strict=False))

    @property
    def has_acted(self) -> bool:
        """The seat to act has acted on this street, posting aside."""
        return self.state.seats[self.state.turn].acted_at != NOT_ACTED

    @property
    def is_fixed(self) -> bool:
        """Fixed limit, where only the levels count."""
        return self.state.stakes.structure is Structure.FIXED_LIMIT


class Fault(NamedTuple):
    """One fault: its name, its cases in the list the project began with (`new`: found here), and what it spoils."""

    name: str
    case: str
    bites: Bites
    applies: Callable[[Moment], bool]


def short_big_blind(moment: Moment) -> bool:
    """The big blind is all-in for less: PokerKit makes that the amount to call (R2.5)."""
    return moment.state.blinds_posted[1] < moment.state.stakes.big_blind


def short_all_in_before_action(moment: Moment) -> bool:
    """Only short all-ins were bet or raised: PokerKit takes the first for a full raise, which reopens (R5.5)."""
    steps = moment.steps
    least = moment.state.stakes.big_blind
    return not moment.is_fixed and moment.has_acted and bool(steps) and max(steps) < least


def short_all_ins_beyond_a_full_raise(moment: Moment) -> bool:
    """Short all-ins added up to a full raise and another came: PokerKit starts the sum again (R5.5)."""
    if moment.is_fixed or not moment.has_acted:
        return False
    betting = moment.state.round
    acted_at = moment.state.seats[moment.state.turn].acted_at
    since = [step for step, to in zip(moment.steps, moment.raises, strict=True) if to > acted_at]
    reopened = betting.highest - acted_at >= betting.full_raise
    return reopened and all(step < betting.full_raise for step in since)


def fl_short_all_in(moment: Moment) -> bool:
    """A fixed-limit all-in between two levels: no completion, half-way rule or cap as in R5.5."""
    return moment.is_fixed and any(to % bet_unit(moment.state) for to in moment.raises)


def only_covered_players_behind(moment: Moment) -> bool:
    """Whoever else has chips must put them all in to call as it is: PokerKit lets nobody raise (R4.8)."""
    return _may_raise_covered_players(moment.state) and owed(moment.state, moment.state.turn) > 0


def option_before_covered_players(moment: Moment) -> bool:
    """The same at a live poster's option: PokerKit does not even ask (R4.6)."""
    return _may_raise_covered_players(moment.state) and owed(moment.state, moment.state.turn) == 0


def _may_raise_covered_players(state: HandState) -> bool:
    may_raise = why_no_raise(state, state.turn, owed(state, state.turn)) is None
    return may_raise and not any(
        seat.can_act and seat.stack + seat.bet > state.round.highest
        for index, seat in enumerate(state.seats)
        if index != state.turn
    )


def half_tied_with_odd_chips(moment: Moment) -> bool:
    """Three or more share with two or more chips left over: PokerKit gives all of them to the first (R7.4)."""
    return any(
        sum(shares) % len(winners) > 1
        for award in moment.state.awards
        for half, shares in _shares(award).items()
        if (winners := _winners(moment.state, award, half))
    )


def same_winners_both_halves(moment: Moment) -> bool:
    """The same players tie for high and for low: PokerKit shares each half on its own (R7.4)."""
    return any(
        len(winners := _winners(moment.state, award, Half.HIGH)) > 1
        and winners == _winners(moment.state, award, Half.LOW)
        and award.amount % (2 * len(winners))
        for award in moment.state.awards
    )


def low_outside_side_pot(moment: Moment) -> bool:
    """A pot without a low, and a low held outside it: PokerKit splits that pot too (R7.2)."""
    shown = {seat.number: seat.low for seat in moment.state.seats if seat.showing is Showing.SHOWN}
    if not any(shown.values()):
        return False
    return any(
        len(award.seats) > 1 and not any(shown.get(seat) for seat in award.seats) for award in moment.state.awards
    )


def odd_chips_of_several_pots(moment: Moment) -> bool:
    """Odd chips in two pots that differ by losers alone: PokerKit drops the losers and makes it one pot (R7.4)."""
    state = moment.state
    winners = {share.seat for award in state.awards for share in award.shares}
    uneven = Counter(
        tuple(seat for seat in award.seats if seat in winners) for award in state.awards if _is_uneven(state, award)
    )
    return any(pots > 1 for pots in uneven.values())


def _is_uneven(state: HandState, award: PotAwarded) -> bool:
    """One half is a chip more than the other, or does not divide among its winners."""
    halves = {half: sum(shares) for half, shares in _shares(award).items()}
    return len(set(halves.values())) > 1 or any(
        amount % len(_winners(state, award, half) or award.shares) for half, amount in halves.items()
    )


def _shares(award: PotAwarded) -> dict[Half, list[int]]:
    shares: dict[Half, list[int]] = {}
    for share in award.shares:
        shares.setdefault(share.half, []).append(share.amount)
    return shares


def _winners(state: HandState, award: PotAwarded, half: Half) -> list[int]:
    """Who ties for the half (the whole goes to the highs), even for a share of nothing; empty without a showdown."""
    seats = (state.seat(number) for number in award.seats)
    keys = {seat.number: seat.low if half is Half.LOW else seat.high for seat in seats if seat.showing is Showing.SHOWN}
    best = max(keys.values(), default=0)
    return [number for number, key in keys.items() if key == best > 0]


FAULTS = (
    Fault("short_big_blind", "case 6", Bites.EVERYTHING, short_big_blind),
    Fault("option_before_covered_players", "new", Bites.EVERYTHING, option_before_covered_players),
    Fault("short_all_in_before_action", "case 7", Bites.RAISES, short_all_in_before_action),
    Fault("short_all_ins_beyond_a_full_raise", "new", Bites.RAISES, short_all_ins_beyond_a_full_raise),
    Fault("fl_short_all_in", "cases 8 and 9", Bites.RAISES, fl_short_all_in),
    Fault("only_covered_players_behind", "new", Bites.RAISES, only_covered_players_behind),
    Fault("half_tied_with_odd_chips", "case 2", Bites.PAYMENT, half_tied_with_odd_chips),
    Fault("same_winners_both_halves", "case 3", Bites.PAYMENT, same_winners_both_halves),
    Fault("low_outside_side_pot", "cases 4 and 5", Bites.PAYMENT, low_outside_side_pot),
    Fault("odd_chips_of_several_pots", "new", Bites.PAYMENT, odd_chips_of_several_pots),
)
