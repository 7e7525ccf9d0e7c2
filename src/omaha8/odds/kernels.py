"""Compiled kernels that count outcomes: the twins of the numpy code in `exact` and `montecarlo`, with equal results.

As in `evaluation.kernels`: import it through `batch.compiled` only; arguments are trusted; no kernel calls one of
another module.

`cards` is always the cards of one match-up as uint8: the hands one after another, then the board, then the dead cards.
An outcome is `winners of the high << players | winners of the low`, each a mask of players.
"""

# numba infers its own types, in which int and np.int64 are one; mypy keeps them apart.
# mypy: disable-error-code="assignment, arg-type, return-value"

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Arrays, Bytes, FlushBoards, Holdings, Words
from omaha8.evaluation.kernels import compiled, inlined
from omaha8.odds.results import Counts, RunCounts


@compiled
def _holdings(cards: Bytes, players: int, hole_cards: int, tables: Arrays) -> Holdings:
    pairs = np.zeros((players, 15), np.uint8)
    suited = np.zeros((players, 4, 15), np.uint8)
    suited_count = np.zeros((players, 4), np.uint8)
    has_suited = np.zeros(4, np.bool_)
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
                    has_suited[suit] = True
    return Holdings(pairs, suited, suited_count, has_suited, low_masks)


@inlined
def _plain_outcome(board_id: int, held: Holdings, hole_cards: int, tables: Arrays) -> tuple[int, int]:
    """Return the best high key on a board, flushes left aside, and the outcome there."""
    pairs = hole_cards * (hole_cards - 1) >> 1
    players = len(held.low_masks)
    board_low = np.int64(tables.board_low[board_id])
    best_high = best_low = high_winners = low_winners = 0
    for player in range(players):
        high = 0
        for k in range(pairs):
            high = max(high, np.int64(tables.board_rows[board_id, held.pairs[player, k]]))
        if high > best_high:
            best_high, high_winners = high, 1 << player
        elif high == best_high:
            high_winners |= 1 << player
        low = np.int64(tables.lows[board_low, held.low_masks[player]])
        if low > best_low:
            best_low, low_winners = low, 1 << player
        elif low == best_low and low > 0:
            low_winners |= 1 << player
    return best_high, high_winners << players | low_winners


@inlined
def _flush_winner(flush: int, suit: int, held: Holdings, tables: Arrays) -> tuple[int, int]:
    """Return the best flush of all hands by a flush row, and its owner as a mask; 0 for none.

    No two hands have the same flush: each has two cards of its own in it. So one that beats what there is without
    flushes wins alone, and any other changes nothing.
    """
    top = winner = 0
    for player in range(len(held.low_masks)):
        for k in range(held.suited_count[player, suit]):
            key = np.int64(tables.flush_rows[flush, held.suited[player, suit, k]])
            if key > top:
                top, winner = key, 1 << player
    return top, winner


@inlined
def _left(cards: Bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return [13] how many cards of each rank may come, and [4] the ranks of each suit that may, as masks."""
    ranks, suits = np.full(13, 4, np.int64), np.full(4, 0x1FFF, np.int64)
    for card in cards:
        ranks[card >> 2] -= 1
        suits[card & 3] &= ~(1 << (card >> 2))
    return ranks, suits


@inlined
def _ways(kind: int, x_suited: int, x_other: int, y_suited: int, y_other: int, drawn_twice: bool) -> int:
    """Return how many ways there are to take two last cards; bits of `kind`: 1 if x is of a suit, 2 if y is.

    Of two cards drawn from one rank at most one is of the suit, and it is called x.
    """
    if drawn_twice and kind != 1:
        return x_other * (x_other - 1) >> 1 if kind == 0 else 0
    return (x_suited if kind & 1 else x_other) * (y_suited if kind & 2 else y_other)


@compiled
def count_postflop(cards: Bytes, players: int, hole_cards: int, board_cards: int, tables: Arrays) -> Counts:
    """Return [4 ** players]: how many of the boards that complete a flop, turn or full board lead to each outcome.

    As in `odds.exact` before the flop: the last two cards by their ranks, then the corrections for flushes. A last card
    that lies there already counts as one way of another suit, because its own suit is in the board's mask.
    """
    held = _holdings(cards, players, hole_cards, tables)
    ranks_left, suits_left = _left(cards)
    board = cards[players * hole_cards : players * hole_cards + board_cards]
    tri = np.int64(tables.tri[board[0] >> 2, board[1] >> 2, board[2] >> 2])
    counts = np.zeros(1 << 2 * players, np.int64)
    x_known = np.int64(board[3] >> 2) if board_cards > 3 else -1
    y_known = np.int64(board[4] >> 2) if board_cards > 4 else -1
    masks, suit_counts = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
        suit_counts[card & 3] += 1
    for x in range(13) if x_known < 0 else range(x_known, x_known + 1):
        for y in range(x if x_known < 0 else 0, 13) if y_known < 0 else range(y_known, y_known + 1):
            drawn_twice = x == y and x_known < 0
            if drawn_twice:
                ways = ranks_left[x] * (ranks_left[x] - 1) >> 1
            else:
                ways = (1 if x_known >= 0 else ranks_left[x]) * (1 if y_known >= 0 else ranks_left[y])
            if ways == 0:
                continue
            board_id = np.int64(tables.board_ids[tri, tables.pair[4 * x, 4 * y]])
            best_high, outcome = _plain_outcome(board_id, held, hole_cards, tables)
            counts[outcome] += ways
            for suit in range(4):
                if not held.has_suited[suit] or suit_counts[suit] + 5 - board_cards < 3:
                    continue
                x_suited = 0 if x_known >= 0 else suits_left[suit] >> x & 1
                y_suited = 0 if y_known >= 0 else suits_left[suit] >> y & 1
                x_other = 1 if x_known >= 0 else ranks_left[x] - x_suited
                y_other = 1 if y_known >= 0 else ranks_left[y] - y_suited
                for kind in range(4):
                    if suit_counts[suit] + (kind & 1) + (kind >> 1) < 3:
                        continue
                    ways = _ways(kind, x_suited, x_other, y_suited, y_other, drawn_twice)
                    if ways == 0:
                        continue
                    mask = masks[suit] | (kind & 1) << x | (kind >> 1) << y
                    top, winner = _flush_winner(np.int64(tables.flush_place[mask]), suit, held, tables)
                    if top > best_high:
                        counts[outcome] -= ways
                        counts[winner << players | outcome & ((1 << players) - 1)] += ways
    return counts


@compiled
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


@compiled
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


@compiled
def count_preflop(cards: Bytes, players: int, hole_cards: int, tables: Arrays, flushes: FlushBoards) -> Counts:
    """Return [4 ** players]: how many of all boards lead to each outcome when none of their cards is known."""
    held = _holdings(cards, players, hole_cards, tables)
    ranks_left, suits_left = _left(cards)
    best_high, outcomes = _plain_outcomes(held, hole_cards, tables)
    counts = np.zeros(1 << 2 * players, np.int64)
    weights = _weigh(ranks_left)
    for board in range(6175):
        counts[outcomes[board]] += weights[board]
    for suit in range(4):
        if held.has_suited[suit]:
            _correct_for_flushes(suit, suits_left[suit], ranks_left, held, best_high, outcomes, tables, flushes, counts)
    return counts


@compiled
def _correct_for_flushes(  # noqa: PLR0913, PLR0917 - one step of `count_preflop`, on its own to be read on its own
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
        top, winner = _flush_winner(np.int64(flushes.places[place]), suit, held, tables)
        rests = 91 if place < 286 else 13 if place < 1001 else 1
        for rest in range(rests):
            if place < 286:
                board, weight = np.int64(flushes.with_two[place, rest]), twos[rest]
            elif place < 1001:
                board, weight = np.int64(flushes.with_one[place - 286, rest]), others[rest]
            else:
                board, weight = np.int64(flushes.with_none[place - 1001]), 1
            if top > best_high[board]:
                counts[outcomes[board]] -= weight
                counts[winner << players | outcomes[board] & low_part] += weight


@compiled
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


@inlined
def _mixed(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random, a different value for each number (the output step of SplitMix64)."""
    number ^= number >> np.uint64(30)
    number *= np.uint64(0xBF58476D1CE4E5B9)
    number ^= number >> np.uint64(27)
    number *= np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@inlined
def _outcome(board: NDArray[np.int64], held: Holdings, hole_cards: int, tables: Arrays) -> int:
    """Return who wins what on a full board."""
    tri = np.int64(tables.tri[board[0] >> 2, board[1] >> 2, board[2] >> 2])
    board_id = np.int64(tables.board_ids[tri, np.int64(tables.pair[board[3], board[4]])])
    best_high, outcome = _plain_outcome(board_id, held, hole_cards, tables)
    bits = 0  # sixteen a suit
    for k in range(5):
        bits |= 1 << 16 * (board[k] & 3) + (board[k] >> 2)
    for suit in range(4):
        mask = bits >> 16 * suit & 0x1FFF
        less_two = mask & (mask - 1) & (mask & (mask - 1)) - 1
        if less_two:  # three ranks or more
            top, winner = _flush_winner(np.int64(tables.flush_place[mask]), suit, held, tables)
            if top > best_high:
                players = len(held.low_masks)
                outcome = winner << players | outcome & ((1 << players) - 1)
    return outcome


@compiled
def count_samples(  # noqa: PLR0913, PLR0917 - the match-up and the run of samples
    cards: Bytes,
    players: int,
    hole_cards: int,
    board_cards: int,
    tables: Arrays,
    key: np.uint64,
    first: int,
    samples: int,
) -> RunCounts:
    """Return [4 ** players]: how many of the samples `first`, `first + 1`, ... lead to each outcome."""
    held = _holdings(cards, players, hole_cards, tables)
    unseen = _unseen(cards)
    counts = np.zeros(1 << 2 * players, np.int32)
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
