"""Compiled kernels that deal, bet and pay many fixed-limit hands, by the rules as `omaha8.hand` has them.

As in `evaluation.kernels`: import it through `batch.compiled` only; arguments are trusted; no kernel calls one of
another module. Players are columns and act in their order; sets of players are masks, bit c for column c.
"""

# numba infers its own types, in which int and np.int64 are one; mypy keeps them apart.
# mypy: disable-error-code="assignment, arg-type, no-any-return, return-value"

import numpy as np

from omaha8.batch_play.arrays import Awards, Bets, Deals, Keys, Numbers
from omaha8.evaluation.arrays import Bytes, Words
from omaha8.evaluation.kernels import compiled, inlined

STEP = np.uint64(0x9E3779B97F4A7C15)
HALF_WORD = np.uint64(32)
CAP = 4  # bets a round, the big blind the first (R5.1)
NOBODY = -1


@inlined
def _mixed(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random, a different value for each number (the output step of SplitMix64)."""
    number ^= number >> np.uint64(30)
    number *= np.uint64(0xBF58476D1CE4E5B9)
    number ^= number >> np.uint64(27)
    number *= np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@compiled
def deal_many(number: int, seed: np.uint64, decks: Bytes, keys: Keys) -> None:
    """Write the decks of a seed's hands from `number` on, and where the random numbers of each stand after that."""
    deck = np.empty(52, np.uint8)
    for hand in range(len(decks)):
        key = _mixed(_mixed(seed) + np.uint64(number + hand) * STEP)
        for card in range(52):
            deck[card] = card
        word = np.uint64(0)
        for k in range(decks.shape[1]):
            if k & 1:
                word <<= HALF_WORD
            else:
                key += STEP
                word = _mixed(key)
            place = k + np.int64((word >> HALF_WORD) * np.uint64(52 - k) >> HALF_WORD)
            decks[hand, k] = deck[place]
            deck[place] = deck[k]
        keys[hand] = key


@inlined
def _after(column: int, players: int) -> int:
    return column + 1 if column + 1 < players else 0


@inlined
def _owed(column: int, highest: int, able: int, bet: Numbers) -> int:
    """Return what the player needs to match the bet; alone with chips, what others really put in (R2.5)."""
    if bet[column] < highest and able & ~(1 << column) == 0:
        highest = 0
        for other in range(len(bet)):
            if other != column:
                highest = max(highest, bet[other])
    return max(0, highest - bet[column])


@inlined
def _next_to_act(start: int, highest: int, live: int, able: int, acted: int, bet: Numbers) -> int:
    """Return who acts next, looking from `start`, or `NOBODY` (R4.1, R4.8); `able` are the live with chips behind."""
    found = NOBODY
    column = start
    for _ in range(len(bet)):
        if able >> column & 1 and (bet[column] < highest or acted >> column & 1 == 0):
            others = ~(1 << column)
            if able & others or (live & others and _owed(column, highest, able, bet) > 0):
                found = column
            break
        column = _after(column, len(bet))
    return found


@inlined
def _raised_to(column: int, level: int, unit: int, stack: Numbers, bet: Numbers) -> int:
    """Return what a raise comes to: the next level, or the whole stack where it is less (R5.5, R5.6)."""
    return min(bet[column] + stack[column], (level + 1) * unit)


@inlined
def _bet_street(  # noqa: PLR0913, PLR0917 - where the hand stands, and how its players choose
    start: int,
    blind: int,
    unit: int,
    live: int,
    key: np.uint64,
    odds: Numbers,
    stack: Numbers,
    bet: Numbers,
) -> tuple[int, int]:
    """Play one betting round from `start` on, `blind` the bet that stands; who is live then, and how many acted.

    `odds` is [players, 2], the street's of `mixes.thresholds`.
    """
    highest, level = blind, 1 if blind else 0
    able = acted = settled = actions = 0  # settled: acted since the level last rose, so they may not raise (R5.5)
    for column in range(len(bet)):
        if live >> column & 1 and stack[column] > 0:
            able |= 1 << column
    column = _next_to_act(start, highest, live, able, acted, bet)
    while column != NOBODY:
        bit = 1 << column
        owes = _owed(column, highest, able, bet)
        actions += 1
        draw = np.int64(_mixed(key + np.uint64(actions) * STEP) >> HALF_WORD)
        if owes > 0 and draw < odds[column, 0]:
            live &= ~bit
            able &= ~bit
        else:
            added = min(owes, stack[column])
            may_raise = stack[column] > owes and able & ~bit and level < CAP and settled & bit == 0
            if may_raise and draw >= odds[column, 1]:
                highest = _raised_to(column, level, unit, stack, bet)
                added = highest - bet[column]
                if 2 * (highest - level * unit) >= unit:  # half-way counts as the next level (R5.5)
                    level += 1
                    settled = 0
            bet[column] += added
            stack[column] -= added
            acted |= bit
            settled |= bit
            if stack[column] == 0:
                able &= ~bit
        column = _next_to_act(_after(column, len(bet)), highest, live, able, acted, bet)
    return live, actions


@inlined
def _close(stack: Numbers, bet: Numbers, paid: Numbers) -> None:
    """Give back what nobody matched (R4.3, R7.1) and put the bets into the pots.

    Whoever bet most is live: nobody folds here who owes nothing.
    """
    highest = second = bettor = 0
    for column in range(len(bet)):
        if bet[column] > highest:
            second, highest, bettor = highest, bet[column], column
        else:
            second = max(second, bet[column])
    stack[bettor] += highest - second
    bet[bettor] = second
    for column in range(len(bet)):
        paid[column] += bet[column]
        bet[column] = 0


@inlined
def _post(column: int, blind: int, stack: Numbers, bet: Numbers) -> None:
    """Post a blind, or the whole stack where it is shorter (R2.5)."""
    bet[column] = min(blind, stack[column])
    stack[column] -= bet[column]


@compiled
def bet_many(deals: Deals, odds: Numbers, stakes: tuple[int, int, int], bets: Bets) -> int:
    """Play the betting of all hands, and return how many hands of players are to be shown down.

    `stakes` are small blind, big blind and big bet; `bets.stacks` holds the stacks, `bets.paid` zeros.
    """
    players = bets.stacks.shape[1]
    bet = np.zeros(players, np.int64)
    odds_of_street = np.ascontiguousarray(odds.transpose(1, 0, 2))
    shown = 0
    for hand in range(len(bets.stacks)):
        stack, paid = bets.stacks[hand], bets.paid[hand]
        first = deals.firsts[hand]
        second = _after(first, players)
        small, big = (second, first) if players == 2 else (first, second)  # R2.4
        _post(small, stakes[0], stack, bet)
        _post(big, stakes[1], stack, bet)
        start, blind = _after(big, players), stakes[1]
        live, actions = (1 << players) - 1, 0
        for street in range(4):
            key = deals.keys[hand] + np.uint64(actions) * STEP
            unit = stakes[1] if street < 2 else stakes[2]
            live, acted = _bet_street(start, blind, unit, live, key, odds_of_street[street], stack, bet)
            _close(stack, bet, paid)
            start, blind = first, 0
            actions += acted
            if live & live - 1 == 0:
                break
        bets.live[hand], bets.actions[hand] = live, actions
        if live & live - 1:
            shown += _count(live)
    return shown


@inlined
def _count(players: int) -> int:
    """Return how many are in the set."""
    count = 0
    while players:
        players &= players - 1
        count += 1
    return count


@compiled
def show_many(deals: Deals, bets: Bets, holes: Bytes, boards: Bytes) -> None:
    """Write the hole cards of all who are live at a showdown, hand by hand and by column, and the board of each."""
    players = bets.stacks.shape[1]
    row = 0
    for hand in range(len(bets.live)):
        live = bets.live[hand]
        if live & live - 1 == 0:
            continue
        for column in range(players):
            if live >> column & 1:
                place = column - deals.firsts[hand]
                place += players if place < 0 else 0
                for k in range(holes.shape[1]):
                    holes[row, k] = deals.decks[hand, k * players + place]
                for k in range(5):
                    boards[row, k] = deals.decks[hand, holes.shape[1] * players + k]
                row += 1


@inlined
def _share(amount: int, winners: int, first: int, stack: Numbers) -> int:
    """Share chips as evenly as possible, odd ones one each from `first` on (R7.4); how many got any."""
    count = _count(winners)
    each, odd = amount // count, amount % count
    column = first
    for _ in range(len(stack)):
        if winners >> column & 1:
            stack[column] += each + (1 if odd > 0 else 0)
            odd -= 1
        column = _after(column, len(stack))
    return min(count, amount)


@inlined
def _award(amount: int, claimants: int, first: int, keys: Numbers, stack: Numbers) -> int:
    """Pay one pot to its best highs and best lows (R7.2-R7.4); into how many shares."""
    best_high = best_low = high_winners = low_winners = 0
    for column in range(len(stack)):
        if claimants >> column & 1:
            high, low = keys[0, column], keys[1, column]
            if high > best_high:
                best_high, high_winners = high, 0
            if high == best_high:
                high_winners |= 1 << column
            if low > best_low:
                best_low, low_winners = low, 0
            if low == best_low and low > 0:
                low_winners |= 1 << column
    low_half = amount // 2 if low_winners and low_winners != high_winners else 0
    shares = _share(amount - low_half, high_winners, first, stack)
    if low_half:
        shares += _share(low_half, low_winners, first, stack)
    return shares


@inlined
def _pay(hand: int, first: int, keys: Numbers, bets: Bets, awards: Awards) -> None:
    """Pay the pots of one hand: each distinct contribution of a live player tops one (R7.1).

    Nothing is left above the last: whoever paid most is live, as in `_close`.
    """
    stack, paid, live = bets.stacks[hand], bets.paid[hand], bets.live[hand]
    floor = 0
    while True:
        level = claimants = 0
        for column in range(len(paid)):
            if live >> column & 1 and paid[column] > floor:
                claimants |= 1 << column
                level = paid[column] if level == 0 else min(level, paid[column])
        if claimants == 0:
            return
        amount = 0
        for column in range(len(paid)):
            amount += max(0, min(paid[column], level) - floor)
        shares = _award(amount, claimants, first, keys, stack)
        awards.pots[hand] += 1
        awards.split[hand] += shares > 1
        awards.scooped[hand] += shares == 1 and claimants & claimants - 1 != 0
        floor = level


@compiled
def pay_many(firsts: Numbers, bets: Bets, highs: Words, lows: Bytes, awards: Awards) -> None:
    """Pay all pots into `bets.stacks`; the keys are of the hands as `show_many` writes them, `awards` holds zeros."""
    players = bets.stacks.shape[1]
    keys = np.zeros((2, players), np.int64)
    row = 0
    for hand in range(len(firsts)):
        live = bets.live[hand]
        for column in range(players):
            keys[0, column] = 1  # the only live player needs no cards
            if live >> column & 1 and live & live - 1:
                keys[0, column], keys[1, column] = highs[row], lows[row]
                row += 1
        _pay(hand, firsts[hand], keys, bets, awards)
