"""Main and side pots, and their exact division (rulebook section 7)."""

from collections.abc import Sequence
from itertools import compress

import msgspec

from omaha8.hand.events import Half, Share
from omaha8.hand.state import HandState
from omaha8.rules import OddChips


class Pot(msgspec.Struct, frozen=True):
    """`amount` chips that the players at `seats` (indexes, in deal order) may win."""

    amount: int
    seats: tuple[int, ...]


def divide(paid: Sequence[int], live: Sequence[bool], dead: int) -> tuple[Pot, ...]:
    """The pots that contributions make, main pot first (R7.1).

    Each distinct contribution of a live player tops one pot; it is contested by all live players who paid as much.
    Dead chips lie in the main pot, and what folded players paid above every live one in the last pot.
    """
    levels = sorted(set(compress(paid, live)))
    if len(levels) == 1:
        total = sum(paid) + dead
        return (Pot(total, tuple([i for i, alive in enumerate(live) if alive])),) if total else ()
    made: list[Pot] = []
    floor = 0
    for level in levels:
        ceiling = level if level != levels[-1] else max(paid)
        amount = sum(min(each, ceiling) - min(each, floor) for each in paid)
        if not made:
            amount += dead
        if amount:
            seats = tuple(i for i, alive in enumerate(live) if alive and paid[i] >= level)
            made.append(Pot(amount, seats))
        floor = level
    return tuple(made)


def pots(state: HandState) -> tuple[Pot, ...]:
    """The pots of the closed streets, main pot first: bets still in front of the seats are in none of them."""
    seats = state.seats
    return divide(
        [seat.paid - seat.bet for seat in seats],
        [seat.is_live for seat in seats],
        sum(seat.dead for seat in seats),
    )


def share_evenly(amount: int, winners: Sequence[int], chip: int) -> tuple[int, ...]:
    """The amounts of tied winners, who stand in deal order: odd chips one each from the first on (R7.4).

    `chip` is the smallest chip of the table; what is less than one of them goes to the first.
    """
    chips, rest = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    return tuple((each + (place < odd)) * chip + (rest if place == 0 else 0) for place in range(len(winners)))


def award(
    amount: int, high: Sequence[int], low: Sequence[int], odd_chips: OddChips, chip: int = 1
) -> tuple[Share, ...]:
    """Pay one pot to its best highs and best lows (empty: none qualified), seat numbers in deal order (R7.2-R7.4).

    Shares of nothing are left out; the others sum to `amount`.
    """
    same = tuple(high) == tuple(low)
    if not low or (same and (len(high) == 1 or odd_chips is OddChips.TDA)):
        return _shares(amount, high, Half.WHOLE, chip)
    low_half = amount // chip // 2 * chip
    if odd_chips is OddChips.LOW_REMAINDER_TO_HIGH:
        low_half -= low_half % (chip * len(low))
    return _shares(amount - low_half, high, Half.HIGH, chip) + _shares(low_half, low, Half.LOW, chip)


def _shares(amount: int, winners: Sequence[int], half: Half, chip: int) -> tuple[Share, ...]:
    return tuple(
        Share(seat, half, won) for seat, won in zip(winners, share_evenly(amount, winners, chip), strict=True) if won
    )
