"""Who may act, and how much: the one place that knows (rulebook sections 4 and 5)."""

from omaha8.hand.actions import AmountRange, LegalActions, RefusalCode
from omaha8.hand.state import NOBODY, NOT_ACTED, HandState, Phase, Seat, Standing, Street
from omaha8.rules import PotLimitPot, Stakes, Structure

# Bound here because the way through the enum's class costs more than the comparison.
FIXED_LIMIT, POT_LIMIT = Structure.FIXED_LIMIT, Structure.POT_LIMIT

CAP = 4  # bets a round in fixed limit, the big blind the first (R5.1)


def bet_unit(state: HandState) -> int:
    """The fixed-limit bet of this street: small before the turn, big from there (R5.1)."""
    return state.stakes.big_blind if state.street <= Street.FLOP else state.stakes.big_bet


def straddle(stakes: Stakes, number: int) -> int:
    """The chips of a hand's n-th straddle: twice the blind before it, in fixed limit one bet more (R2.10)."""
    if stakes.structure is FIXED_LIMIT:
        return (number + 1) * stakes.big_blind
    return stakes.big_blind << number


def mark(state: HandState) -> int:
    """What a seat acting now has acted at: the level in fixed limit, else the highest bet (R5.5)."""
    return state.round.level if state.stakes.structure is FIXED_LIMIT else state.round.highest


def others_can_answer(seats: tuple[Seat, ...], index: int) -> bool:
    """Whether any other live player has chips behind (R4.8)."""
    me = seats[index]
    for seat in seats:
        if seat.stack > 0 and seat.standing is Standing.IN and seat is not me:
            return True
    return False


def owed(state: HandState, index: int) -> int:
    """Chips the seat still needs to match the bet; may be more than it has."""
    return owed_to(state.seats, state.round.highest, index)


def owed_to(seats: tuple[Seat, ...], highest: int, index: int) -> int:
    """What the seat needs to match `highest`; that counts as it is unless nobody else has chips behind (R2.5).

    Then only what others really put in does: a short blind was the bet.
    """
    bet = seats[index].bet
    if bet < highest and not others_can_answer(seats, index):
        highest = max([seat.bet for other, seat in enumerate(seats) if other != index])
    return max(0, highest - bet)


def next_to_act(seats: tuple[Seat, ...], highest: int, start: int) -> int:
    """The index of the next seat to act, looking clockwise from `start`; `NOBODY` when the round is over (R4.1)."""
    count = len(seats)
    for step in range(start, start + count):
        index = step % count
        seat = seats[index]
        if (seat.bet < highest or seat.acted_at == NOT_ACTED) and seat.stack > 0 and seat.standing is Standing.IN:
            # With no other chips behind, only a bet that is still owed is left to decide (R4.8); whom all others
            # left alone owes none, as who made the highest bet or posted the last blind acts after all of them.
            if others_can_answer(seats, index) or owed_to(seats, highest, index):
                return index
            return NOBODY
    return NOBODY


def why_no_raise(state: HandState, index: int, owes: int) -> RefusalCode | None:
    """Why the seat to act may not bet or raise, or `None` where it may."""
    seat = state.seats[index]
    if seat.stack <= owes:
        return RefusalCode.STACK_TOO_SHORT
    if not others_can_answer(state.seats, index):
        return RefusalCode.NOBODY_TO_ANSWER
    betting = state.round
    if betting.capped:
        return RefusalCode.CAPPED
    if seat.acted_at != NOT_ACTED:
        fixed = state.stakes.structure is FIXED_LIMIT
        # A full raise, or short all-ins adding up to one, since the seat acted (R5.5).
        if mark(state) - seat.acted_at < (1 if fixed else betting.full_raise):
            return RefusalCode.NOT_REOPENED
    return None


def raise_range(state: HandState, index: int) -> AmountRange:
    """The legal totals of a bet or raise for a seat that may make one; less than the least only all-in (R5.6)."""
    seat = state.seats[index]
    betting = state.round
    structure = state.stakes.structure
    everything = seat.bet + seat.stack
    if structure is FIXED_LIMIT:
        # The next level nobody has bet or counted as bet, in one size (R5.1, R5.5).
        least = most = (betting.level + 1) * bet_unit(state)
    else:
        least, most = betting.highest + betting.full_raise, everything
        if structure is POT_LIMIT:
            most = max(least, 2 * betting.highest + pot_limit_pot(state) - seat.bet)
        if state.rules.least_raise_capped:
            least = min(least, _deepest_answer(state, index))
    return AmountRange(min(everything, least), min(everything, most))


def _deepest_answer(state: HandState, index: int) -> int:
    """The most that another player could have in front; in some rooms no raise need be larger (`least_raise_capped`).

    A raise is above the bet in any case: who could only call for less does not count.
    """
    answers = [seat.bet + seat.stack for other, seat in enumerate(state.seats) if seat.can_act and other != index]
    deepest = max(answers)
    return deepest if deepest > state.round.highest else state.round.highest + state.round.full_raise


def pot_limit_pot(state: HandState) -> int:
    """What counts as the pot in pot limit (R5.3): all in the middle, or the active pot and this round's bets."""
    pot = state.pot
    if state.rules.pl_pot is PotLimitPot.ACTIVE:
        pot -= _closed_pots(state)
    if state.rules.pl_full_blinds and state.street is Street.PREFLOP:
        stakes = state.stakes
        pot += stakes.small_blind - min(stakes.small_blind, state.blinds_posted[0])
        pot += stakes.big_blind - min(stakes.big_blind, state.blinds_posted[1])
    return pot


def _closed_pots(state: HandState) -> int:
    """Chips of earlier streets in pots that a player all-in before this street contests: no longer active."""
    shut = [seat.paid for seat in state.seats if seat.is_all_in and not seat.bet]
    if not shut:
        return 0
    level = max(shut)
    return sum(min(seat.paid - seat.bet, level) + seat.dead for seat in state.seats)


def sizes(state: HandState, owes: int, amounts: AmountRange) -> tuple[int, int, int, int]:
    """Totals for the usual sizes of a bet or raise: least, half pot, three quarters, pot, each kept legal.

    A pot-sized raise adds the pot as it is after calling; with a big blind in the pot that is a full raise at least.
    """
    least, most, highest = amounts.least, amounts.most, state.round.highest
    after_call = state.pot + owes
    half = highest + after_call // 2
    larger = highest + after_call * 3 // 4
    whole = highest + after_call
    return (
        least,
        max(least, min(half, most)),
        max(least, min(larger, most)),
        min(whole, most),
    )


def legal_actions(state: HandState) -> LegalActions | None:
    """What the seat whose turn it is may do, or `None` when nobody's decision is awaited."""
    index = state.turn
    if index == NOBODY:
        return None
    seat = state.seats[index]
    if state.phase is Phase.SHOWDOWN:
        return LegalActions(seat=seat.number, show=seat.known_cards is not None, muck=True)
    owes = owed(state, index)
    bet = raise_to = suggested = None
    if why_no_raise(state, index, owes) is None:
        amounts = raise_range(state, index)
        if state.stakes.structure is not FIXED_LIMIT:
            suggested = sizes(state, owes, amounts)
        if state.round.highest == 0:
            bet = amounts
        else:
            raise_to = amounts
    return LegalActions(
        seat=seat.number,
        fold=True,
        check=owes == 0,
        call=min(owes, seat.stack) if owes else None,
        call_wins=_in_reach(state, seat) if owes > seat.stack else None,
        bet=bet,
        raise_to=raise_to,
        sizes=suggested,
    )


def _in_reach(state: HandState, seat: Seat) -> int:
    """The part of the pot that a seat can win with all its chips: not what others bet beyond them (R7.1)."""
    reach = seat.bet + seat.stack
    return state.pot - sum(max(0, other.bet - reach) for other in state.seats)
