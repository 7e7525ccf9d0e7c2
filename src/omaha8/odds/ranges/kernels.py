"""Compiled kernels for ranges: the twins of the numpy code in `samples` and `exact`, with equal results.

As in `evaluation.kernels`: import it through `batch.compiled` only; arguments are trusted; no kernel calls one of
another module.
"""

# numba infers its own types, in which int and np.int64 are one; mypy keeps them apart.
# mypy: disable-error-code="assignment, arg-type, return-value"

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes, Words
from omaha8.evaluation.kernels import compiled, inlined
from omaha8.odds.ranges.samples import Draws
from omaha8.odds.results import Counts, RunCounts


@inlined
def _mixed(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random, a different value for each number (the output step of SplitMix64)."""
    number ^= number >> np.uint64(30)
    number *= np.uint64(0xBF58476D1CE4E5B9)
    number ^= number >> np.uint64(27)
    number *= np.uint64(0x94D049BB133111EB)
    mixed: np.uint64 = number ^ number >> np.uint64(31)
    return mixed


@inlined
def _drawn(player: int, word: np.uint64, ranges: Draws) -> int:
    """Return the place in `hands` of the hand that a word draws for a player."""
    total = ranges.totals[player]
    at = min(np.int64(np.float64(word >> np.uint64(11)) * (total * 2.0**-53)), total - 1)
    start = ranges.starts[player]
    if len(ranges.sums) == 0:
        return int(start + at)
    low, high = start, ranges.ends[player] - 1
    while low < high:
        middle = (low + high) >> 1
        if ranges.sums[middle] > at:
            high = middle
        else:
            low = middle + 1
    return int(low)


@inlined
def _deal(deck: NDArray[np.int64], left: int, word: np.uint64, cards: Bytes) -> int:
    """Write cards drawn with a word from the first `left` of the deck, and return how many are left then."""
    fraction = word >> np.uint64(6)
    for k in range(len(cards)):
        fraction *= np.uint64(left)
        place = np.int64(fraction >> np.uint64(58))
        fraction &= np.uint64((1 << 58) - 1)
        cards[k] = deck[place]
        left -= 1
        deck[place] = deck[left]
    return left


@compiled
def draw(ranges: Draws, key: np.uint64, first: int, holes: Bytes, boards: Bytes) -> None:
    """Write the hands [players, size, hole cards] and boards [size, 5] of the samples from number `first` on."""
    players, size, hole_cards = holes.shape
    known = len(ranges.board)
    step = np.uint64(0x9E3779B97F4A7C15)
    deck = np.empty(52, np.int64)
    for sample in range(size):
        stream = _mixed(key + np.uint64(first + sample) * step)
        clash = True
        taken = np.uint64(0)
        while clash:
            clash = False
            taken = np.uint64(0)
            for player in range(players):
                if clash:
                    break
                if ranges.dealt[player]:
                    continue
                stream += step
                hand = _drawn(player, _mixed(stream), ranges)
                for k in range(hole_cards):
                    card = ranges.hands[hand, k]
                    bit = np.uint64(1) << np.uint64(card)
                    clash |= taken & bit != 0
                    taken |= bit
                    holes[player, sample, k] = card
        left = 0
        for card in ranges.unseen:
            deck[left] = card
            left += np.int64(taken >> np.uint64(card) & np.uint64(1) == 0)
        for player in range(players):
            if ranges.dealt[player]:
                stream += step
                left = _deal(deck, left, _mixed(stream), holes[player, sample])
        for k in range(known):
            boards[sample, k] = ranges.board[k]
        _deal(deck, left, _mixed(stream + step), boards[sample, known:])


@inlined
def _better(own: int, best: int, winners: int, bit: int) -> int:
    """Return who has the best key so far, as a mask, when another player's is looked at; 0 is no key."""
    if own > best:
        return bit
    return winners | bit if own == best and own > 0 else winners


@compiled
def count_deals(highs: Words, lows: Bytes, counts: RunCounts) -> None:
    """Add to `counts` [4 ** players] the outcome of each deal, by the keys [players, N]."""
    players = len(highs)
    for n in range(highs.shape[1]):
        best_high = best_low = high_winners = low_winners = 0
        for player in range(players):
            high, low = np.int64(highs[player, n]), np.int64(lows[player, n])
            high_winners = _better(high, best_high, high_winners, 1 << player)
            low_winners = _better(low, best_low, low_winners, 1 << player)
            best_high, best_low = max(high, best_high), max(low, best_low)
        counts[high_winners << players | low_winners] += 1


@compiled
def count_combinations(
    highs: Words,
    lows: Bytes,
    board_masks: NDArray[np.uint64],
    combinations: NDArray[np.int32],
    masks: NDArray[np.uint64],
    weights: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Add to `counts` [4 ** players] the weights of all combinations of hands on all boards that they leave possible.

    Keys [boards, hands]; combinations [players, N] of places among the hands; masks [N] of the cards in each.
    """
    players, size = combinations.shape
    for board in range(len(board_masks)):
        for n in range(size):
            if masks[n] & board_masks[board]:
                continue
            best_high = best_low = high_winners = low_winners = 0
            for player in range(players):
                hand = combinations[player, n]
                high, low = np.int64(highs[board, hand]), np.int64(lows[board, hand])
                high_winners = _better(high, best_high, high_winners, 1 << player)
                low_winners = _better(low, best_low, low_winners, 1 << player)
                best_high, best_low = max(high, best_high), max(low, best_low)
            counts[high_winners << players | low_winners] += weights[n]
