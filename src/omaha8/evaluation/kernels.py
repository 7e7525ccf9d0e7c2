"""Compiled kernels: everything that numba runs, in one module because its cache does not see edits in others.

Import this module only through `batch.compiled`, since importing numba takes half a second and not everyone has it.
What each kernel computes is stated at its numpy twin (`batch`, `odds.exact`, `odds.montecarlo`); the two return the
same numbers. Arguments are trusted: nothing here checks a card, a shape or a size, and a wrong one reads foreign
memory.

`cards` is always the cards of one match-up as uint8: the hands one after another, then the board, then the dead cards.
An outcome is `winners of the high << players | winners of the low`, each a mask of players.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Arrays, Bytes, FlushBoards, Holdings, Words

Counts = NDArray[np.int64]
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _compiled(function: Kernel) -> Kernel:
    """Compile at the first call, to run without the interpreter's lock; kept on disk where there is a place for it."""
    try:
        compiled: Kernel = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # neither the package's folder nor a home folder can be written to
        compiled = numba.njit(nogil=True)(function)
    return compiled


def _inlined(function: Kernel) -> Kernel:
    """Make a step of other kernels, put into their code where it is called.

    A call would pass the tables by value, eleven descriptors of arrays with their reference counts, which takes longer
    than ranking a hand.
    """
    inlined: Kernel = numba.njit(inline="always")(function)
    return inlined


@_compiled
def _holdings(cards: Bytes, players: int, hole_cards: int, tables: Arrays) -> Holdings:
    pairs = np.zeros((players, 15), np.uint8)
    suited = np.zeros((players, 4, 15), np.uint8)
    suited_count = np.zeros((players, 4), np.uint8)
    low_masks = np.zeros(players, np.uint8)
    for player in range(players):
        count = 0
        for i in range(player * hole_cards, (player + 1) * hole_cards):
            low_masks[player] |= tables.low_bit[cards[i]]
            for j in range(i + 1, (player + 1) * hole_cards):
                pair = tables.pair[cards[i], cards[j]]
                pairs[player, count] = pair
                count += 1
                suit = cards[i] & 3
                if suit == cards[j] & 3:
                    suited[player, suit, suited_count[player, suit]] = pair
                    suited_count[player, suit] += 1
    return Holdings(pairs, suited, suited_count, low_masks)


@_compiled
def _unseen(cards: Bytes) -> NDArray[np.int64]:
    seen = np.zeros(52, np.bool_)
    for card in cards:
        seen[card] = True
    unseen = np.empty(52, np.int64)
    count = 0
    for card in range(52):
        if not seen[card]:
            unseen[count] = card
            count += 1
    return unseen[:count]


@_inlined
def _ready(board: NDArray[np.int64], tables: Arrays) -> tuple[int, int, int, int]:
    """Return a full board's id, its low mask, the suit of its flush or -1, and the place of its flush row."""
    a, b, c, d, e = board[0], board[1], board[2], board[3], board[4]
    tri = np.int64(tables.tri[a >> 2, b >> 2, c >> 2])
    board_id = np.int64(tables.board_ids[tri, np.int64(tables.pair[d, e])])
    bit = tables.low_bit
    low_mask = np.int64(bit[a] | bit[b] | bit[c] | bit[d] | bit[e])
    # A suit has four bits of the sum; with 5 added, its highest bit says that it stands three times or more.
    suits = 0x5555
    for k in range(5):
        suits += 1 << 4 * (board[k] & 3)
    suits &= 0x8888
    if suits == 0:
        return board_id, low_mask, -1, 0
    suit = 0 if suits == 0x8 else 1 if suits == 0x80 else 2 if suits == 0x800 else 3
    mask = 0
    for k in range(5):
        mask |= np.int64(board[k] & 3 == suit) << (board[k] >> 2)
    return board_id, low_mask, suit, np.int64(tables.flush_place[mask])


@_inlined
def _outcome(board: NDArray[np.int64], held: Holdings, hole_cards: int, tables: Arrays) -> int:
    """Return who wins what on a full board."""
    board_id, board_low, suit, flush = _ready(board, tables)
    pairs = hole_cards * (hole_cards - 1) >> 1
    players = len(held.low_masks)
    best_high = best_low = high_winners = low_winners = 0
    for player in range(players):
        high = 0
        for k in range(pairs):
            high = max(high, np.int64(tables.board_rows[board_id, held.pairs[player, k]]))
        if suit >= 0:
            for k in range(held.suited_count[player, suit]):
                high = max(high, np.int64(tables.flush_rows[flush, held.suited[player, suit, k]]))
        if high > best_high:
            best_high = high
            high_winners = 1 << player
        elif high == best_high:
            high_winners |= 1 << player
        low = np.int64(tables.lows[board_low, held.low_masks[player]])
        if low > best_low:
            best_low = low
            low_winners = 1 << player
        elif low == best_low and low > 0:
            low_winners |= 1 << player
    return high_winners << players | low_winners


@_compiled
def count_boards(cards: Bytes, players: int, hole_cards: int, board_cards: int, tables: Arrays) -> Counts:
    """Return [4 ** players]: how many of all boards that complete the given cards lead to each outcome."""
    held = _holdings(cards, players, hole_cards, tables)
    unseen = _unseen(cards)
    counts = np.zeros(1 << 2 * players, np.int64)
    board = np.empty(5, np.int64)
    for k in range(board_cards):
        board[k] = cards[players * hole_cards + k]
    missing = 5 - board_cards
    places = np.arange(missing)
    while True:
        for k in range(missing):
            board[board_cards + k] = unseen[places[k]]
        counts[_outcome(board, held, hole_cards, tables)] += 1
        k = missing - 1
        while k >= 0 and places[k] == len(unseen) - missing + k:
            k -= 1
        if k < 0:
            return counts
        places[k] += 1
        for j in range(k + 1, missing):
            places[j] = places[j - 1] + 1


@_compiled
def _weigh(ranks_left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return [6175]: how many boards there are of each id, from how many cards of each rank are left.

    A weight is the product over ranks of "cards left choose cards taken". Going through the ranks in ascending order,
    `chosen` is the product over the ranks that are done, and `run` how often the last rank has been taken.
    """
    choose = np.zeros((13, 6), np.int64)
    for rank in range(13):
        choose[rank, 0] = 1
        for k in range(4):
            choose[rank, k + 1] = choose[rank, k] * (ranks_left[rank] - k) // (k + 1)
    weights = np.empty(6175, np.int64)
    count = 0
    for a in range(13):
        for b in range(a, 13):
            chosen_b, run_b = (1, 2) if b == a else (choose[a, 1], 1)
            for c in range(b, 13):
                chosen_c, run_c = (chosen_b, run_b + 1) if c == b else (chosen_b * choose[b, run_b], 1)
                for d in range(c, 13):
                    chosen_d, run_d = (chosen_c, run_c + 1) if d == c else (chosen_c * choose[c, run_c], 1)
                    for e in range(d, 13):
                        if e == a:
                            continue  # five of one rank
                        if e == d:
                            weights[count] = chosen_d * choose[e, run_d + 1]
                        else:
                            weights[count] = chosen_d * choose[d, run_d] * choose[e, 1]
                        count += 1
    return weights


@_compiled
def _plain_outcomes(held: Holdings, hole_cards: int, tables: Arrays) -> tuple[Words, NDArray[np.int64]]:
    """Return [6175] the best high key on each board, flushes left aside, and [6175] the outcome there."""
    players = len(held.low_masks)
    best_high = np.zeros(6175, np.uint16)
    best_low = np.zeros(6175, np.uint8)
    high_winners = np.zeros(6175, np.uint16)
    low_winners = np.zeros(6175, np.uint16)
    high = np.empty(6175, np.uint16)
    for player in range(players):
        bit = np.uint16(1 << player)
        high[:] = tables.board_columns[held.pairs[player, 0]]
        for k in range(1, hole_cards * (hole_cards - 1) >> 1):
            column = tables.board_columns[held.pairs[player, k]]
            for board in range(6175):
                high[board] = max(high[board], column[board])
        for board in range(6175):
            before = best_high[board]
            kept = high_winners[board] if before >= high[board] else np.uint16(0)
            high_winners[board] = kept | (bit if high[board] >= before else np.uint16(0))
            best_high[board] = max(high[board], before)
        lows = tables.lows_of_hand[held.low_masks[player]]
        for board in range(6175):
            low = lows[tables.board_low[board]]
            worst = best_low[board]
            kept = low_winners[board] if worst >= low else np.uint16(0)
            low_winners[board] = kept | (bit if low >= worst and low > 0 else np.uint16(0))
            best_low[board] = max(low, worst)
    outcomes = np.empty(6175, np.int64)
    for board in range(6175):
        outcomes[board] = np.int64(high_winners[board]) << players | np.int64(low_winners[board])
    return best_high, outcomes


@_compiled
def count_preflop(cards: Bytes, players: int, hole_cards: int, tables: Arrays, flushes: FlushBoards) -> Counts:
    """Return [4 ** players]: how many of all boards lead to each outcome when none of their cards is known."""
    held = _holdings(cards, players, hole_cards, tables)
    ranks_left = np.full(13, 4, np.int64)
    suits_left = np.full(4, 0x1FFF, np.int64)
    for card in cards:
        ranks_left[card >> 2] -= 1
        suits_left[card & 3] &= ~(1 << (card >> 2))
    best_high, outcomes = _plain_outcomes(held, hole_cards, tables)
    counts = np.zeros(1 << 2 * players, np.int64)
    weights = _weigh(ranks_left)
    for board in range(6175):
        counts[outcomes[board]] += weights[board]
    for suit in range(4):
        if held.suited_count[:, suit].any():
            _correct_for_flushes(suit, suits_left[suit], ranks_left, held, best_high, outcomes, tables, flushes, counts)
    return counts


@_compiled
def _correct_for_flushes(  # noqa: PLR0913 - one step of `count_preflop`, on its own to be read on its own
    suit: int,
    suit_left: int,
    ranks_left: NDArray[np.int64],
    held: Holdings,
    best_high: Words,
    outcomes: NDArray[np.int64],
    tables: Arrays,
    flushes: FlushBoards,
    counts: Counts,
) -> None:
    """Move the boards that a flush in one suit decides to the outcome it brings."""
    players = len(held.low_masks)
    low_part = (1 << players) - 1
    others = np.empty(13, np.int64)  # cards of other suits, by rank
    for rank in range(13):
        others[rank] = ranks_left[rank] - (suit_left >> rank & 1)
    twos = np.empty(91, np.int64)  # ways to take two of them, by pair id
    pair = 0
    for a in range(13):
        for b in range(a, 13):
            twos[pair] = others[a] * others[b] if a != b else others[a] * (others[a] - 1) >> 1
            pair += 1
    for place in range(2288):
        if flushes.masks[place] & ~suit_left:
            continue
        top = winners = 0
        for player in range(players):
            flush = 0
            for k in range(held.suited_count[player, suit]):
                pair_key = tables.flush_rows[flushes.places[place], held.suited[player, suit, k]]
                flush = max(flush, np.int64(pair_key))
            if flush > top:
                top = flush
                winners = 1 << player
            # The same flush twice cannot be: each has a card of its own in the suit, unless nobody has any.
        if top == 0:
            continue
        rests = 91 if place < 286 else 13 if place < 1001 else 1
        for rest in range(rests):
            if place < 286:
                board, weight = np.int64(flushes.with_two[place, rest]), twos[rest]
            elif place < 1001:
                board, weight = np.int64(flushes.with_one[place - 286, rest]), others[rest]
            else:
                board, weight = np.int64(flushes.with_none[place - 1001]), 1
            # No other hand equals a flush: it wins alone or changes nothing.
            if top > best_high[board]:
                counts[outcomes[board]] -= weight
                counts[winners << players | outcomes[board] & low_part] += weight


@_inlined
def _mixed(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random, a different value for each number (the output step of SplitMix64)."""
    number ^= number >> np.uint64(30)
    number *= np.uint64(0xBF58476D1CE4E5B9)
    number ^= number >> np.uint64(27)
    number *= np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@_compiled
def count_samples(  # noqa: PLR0913 - the match-up and the run of samples
    cards: Bytes,
    players: int,
    hole_cards: int,
    board_cards: int,
    tables: Arrays,
    key: np.uint64,
    first: int,
    samples: int,
) -> Counts:
    """Return [4 ** players]: how many of the samples `first`, `first + 1`, ... lead to each outcome."""
    held = _holdings(cards, players, hole_cards, tables)
    unseen = _unseen(cards)
    counts = np.zeros(1 << 2 * players, np.int64)
    board = np.empty(5, np.int64)
    for k in range(board_cards):
        board[k] = cards[players * hole_cards + k]
    missing = 5 - board_cards
    places = np.empty(5, np.int64)
    for sample in range(first, first + samples):
        fraction = _mixed(key + np.uint64(sample) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(6)
        for k in range(missing):
            left = len(unseen) - k
            fraction *= np.uint64(left)
            place = np.int64(fraction >> np.uint64(58))
            fraction &= np.uint64((1 << 58) - 1)
            places[k] = place
            card = unseen[place]
            board[board_cards + k] = card
            unseen[place] = unseen[left - 1]
            unseen[left - 1] = card
        counts[_outcome(board, held, hole_cards, tables)] += 1
        for k in range(missing - 1, -1, -1):  # every sample starts from the same order of the deck
            last = len(unseen) - k - 1
            unseen[places[k]], unseen[last] = unseen[last], unseen[places[k]]
    return counts


@_inlined
def _best(row: Words, hole: Bytes, tables: Arrays) -> int:
    """Return the largest entry of a row over the pairs of a hand."""
    best = 0
    for i in range(len(hole) - 1):
        for j in range(i + 1, len(hole)):
            best = max(best, np.int64(row[tables.pair[hole[i], hole[j]]]))
    return best


@_inlined
def _best_flush(row: Words, suit: int, hole: Bytes, tables: Arrays) -> int:
    """Return the largest entry of a flush row over the pairs of a hand in that suit; 0 if there are none."""
    best = 0
    for i in range(len(hole) - 1):
        if np.int64(hole[i] & 3) == suit:
            for j in range(i + 1, len(hole)):
                if np.int64(hole[j] & 3) == suit:
                    best = max(best, np.int64(row[tables.pair[hole[i], hole[j]]]))
    return best


@_compiled
def rank_many(holes: Bytes, boards: Bytes, tables: Arrays, highs: Words, lows: Bytes) -> None:
    """Write the keys of each hand on the board of the same row."""
    board = np.empty(5, np.int64)
    for n in range(len(holes)):
        for k in range(5):
            board[k] = boards[n, k]
        board_id, board_low, suit, flush = _ready(board, tables)
        high = _best(tables.board_rows[board_id], holes[n], tables)
        if suit >= 0:
            high = max(high, _best_flush(tables.flush_rows[flush], suit, holes[n], tables))
        highs[n] = high
        low_mask = np.uint8(0)
        for card in holes[n]:
            low_mask |= tables.low_bit[card]
        lows[n] = tables.lows[board_low, low_mask]


@_compiled
def rank_on_boards(holes: Bytes, boards: Bytes, tables: Arrays, highs: Words, lows: Bytes) -> None:
    """Write the keys of every hand on every board, a row for each board."""
    low_masks = np.zeros(len(holes), np.uint8)
    suit_counts = np.zeros(len(holes), np.uint16)  # four bits a suit
    halves = np.zeros(len(holes), np.uint16)  # a hand of four by the pair ids of its two halves
    for n in range(len(holes)):
        for card in holes[n]:
            low_masks[n] |= tables.low_bit[card]
            suit_counts[n] += np.uint16(1 << 4 * (card & 3))
        halves[n] = 91 * tables.pair[holes[n, 0], holes[n, 1]] + tables.pair[holes[n, 2], holes[n, 3]]
    by_halves = holes.shape[1] == 4 and len(holes) > 91 * 91
    best_of = np.empty(91 * 91, np.uint16)
    board = np.empty(5, np.int64)
    for m in range(len(boards)):
        for k in range(5):
            board[k] = boards[m, k]
        board_id, board_low, suit, flush = _ready(board, tables)
        row, flush_row, low_row = tables.board_rows[board_id], tables.flush_rows[flush], tables.lows[board_low]
        if by_halves:
            _fill_by_halves(row, tables.pair, best_of)
        for n in range(len(holes)):
            high = np.int64(best_of[halves[n]]) if by_halves else _best(row, holes[n], tables)
            if suit >= 0 and suit_counts[n] >> 4 * suit & 15 >= 2:
                high = max(high, _best_flush(flush_row, suit, holes[n], tables))
            highs[m, n] = high
            lows[m, n] = low_row[low_masks[n]]


@_compiled
def _fill_by_halves(row: Words, pair: Bytes, best_of: Words) -> None:
    """Write [91 * 91] the best high of four ranks on one board, by the pair ids of two and two."""
    first = 0
    for a in range(0, 52, 4):
        for b in range(a, 52, 4):
            second = 0
            for c in range(0, 52, 4):
                best = max(row[first], max(row[pair[a, c]], row[pair[b, c]]))
                for d in range(c, 52, 4):
                    of_d = max(row[second], max(row[pair[a, d]], row[pair[b, d]]))
                    best_of[91 * first + second] = max(best, of_d)
                    second += 1
            first += 1
