"""Who is paid what, worked out chip by chip from the rulebook's words (R7.1 to R7.4): slow, and sharing nothing with
the engine.

Players are indexes in the order of odd chips: first left of the button first, the button last.
"""

from collections.abc import Sequence
from typing import NamedTuple

from omaha8.rules import OddChips


class Contest(NamedTuple):
    """What decides who is paid: per player the chips paid in, who is live, and the hands' keys (low 0: none)."""

    paid: Sequence[int]
    live: Sequence[bool]
    high: Sequence[int]
    low: Sequence[int]
    dead: int = 0
    odd_chips: OddChips = OddChips.TDA
    chip: int = 1
    rake: int = 0


def pots_by_chip(contest: Contest) -> list[tuple[int, list[int]]]:
    """The pots as amounts and contenders: each level of one chip goes to those who paid it (R7.1).

    Dead chips are the main pot's. A level that only folded players paid stays in the pot below it.
    """
    paid, live = contest.paid, contest.live
    contenders = [i for i in range(len(paid)) if live[i]]
    pots = [(contest.dead, contenders)] if contest.dead else []
    for level in range(1, max(paid) + 1):
        payers = [i for i in range(len(paid)) if paid[i] >= level]
        contenders = [i for i in payers if live[i]] or contenders
        if pots and pots[-1][1] == contenders:
            pots[-1] = (pots[-1][0] + len(payers), contenders)
        else:
            pots.append((len(payers), contenders))
    return pots


def deal_out(amount: int, winners: Sequence[int], chip: int) -> dict[int, int]:
    """Hand out one smallest chip after the other, clockwise; what is less than one goes to the first (R7.4)."""
    won = dict.fromkeys(winners, 0)
    while amount >= chip:
        for winner in winners:
            if amount >= chip:
                won[winner] += chip
                amount -= chip
    won[winners[0]] += amount
    return won


def halves(amount: int, lows: int, odd_chips: OddChips, chip: int) -> tuple[int, int]:
    """The high and the low half: chips dealt to the high first, so that an odd one is the high's (R7.4)."""
    low_half = 0
    while amount - low_half >= low_half + 2 * chip:
        low_half += chip
    while odd_chips is OddChips.LOW_REMAINDER_TO_HIGH and low_half % (chip * lows):
        low_half -= chip
    return amount - low_half, low_half


def pay_pot(amount: int, contenders: Sequence[int], contest: Contest) -> dict[int, int]:
    """What each winner of one pot gets (R7.2, R7.3, R7.4)."""
    best_high = max(contest.high[i] for i in contenders)
    highs = [i for i in contenders if contest.high[i] == best_high]
    qualified = [contest.low[i] for i in contenders if contest.low[i]]
    lows = [i for i in contenders if qualified and contest.low[i] == max(qualified)]
    if not lows or (lows == highs and contest.odd_chips is OddChips.TDA):
        return deal_out(amount, highs, contest.chip)
    high_half, low_half = halves(amount, len(lows), contest.odd_chips, contest.chip)
    won = deal_out(high_half, highs, contest.chip)
    for winner, chips in deal_out(low_half, lows, contest.chip).items():
        won[winner] = won.get(winner, 0) + chips
    return won


def payments(contest: Contest) -> list[int]:
    """What each player gets out of all pots; rake comes out of the main pot first (R7.10)."""
    won = [0] * len(contest.paid)
    for number, (amount, contenders) in enumerate(pots_by_chip(contest)):
        pot = amount - contest.rake if number == 0 else amount
        for winner, chips in pay_pot(pot, contenders, contest).items():
            won[winner] += chips
    return won
