"""`python -m tools.preflop`: works out every start hand against a random hand and writes the package's data file anew.

Needs numba and takes about a minute. With `--check` nothing is written; the exit status is 1 when the file is not what
it should be.

The hands are not gone through one by one. On each board, by its shape (`omaha8.odds.shapes`), the shapes of all hands
are put in order and gone through from the worst: how many of the hands before one hold none of its cards follows from
how many hold each one, each two and each three of them (inclusion and exclusion), and these numbers are kept up to
date. Half a pot goes by the high, half by the low where somebody has one and by the high where nobody has, so three
such passes give every hand's share. As elsewhere flushes are left aside first, and then put in suit by suit.
"""

import sys
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Bytes, Words, arrays, board_ranks
from omaha8.evaluation.kernels import compiled
from omaha8.odds.preflop import DEALS, FILE_NAME, class_keys, class_sizes
from omaha8.odds.ranges.patterns import all_hands
from omaha8.odds.shapes import best, board_shapes, hand_shapes, multisets, pair_ids, sets, taken, ways

Counts = NDArray[np.int64]
Places = NDArray[np.int32]

UNIT = 12**3
"""What one hand counts: divisible by the number of ways to choose up to three cards of given ranks."""


class Hands(NamedTuple):
    """The T shapes of hands of four cards with any number of a suit, or with none, and what they are made of."""

    cards: Bytes
    """[T, 4]: 0 to 12 for a rank of other suits, 13 to 25 for one of the suit; ascending."""
    masks: NDArray[np.int64]
    """[T]: the ranks of the suit."""
    rests: Counts
    """[R, 13]: the cards of other suits by rank."""
    rest: NDArray[np.intp]
    """[T]: the place of a hand's in `rests`."""
    whole: Words
    """[T]: the place of all ranks in `multisets(4)`."""
    low_masks: Bytes
    """[T]"""
    parts: NDArray[np.uint16]
    """[T, 15]: a number for nothing, for each card, each two and each three cards of the hand."""
    part_rests: Counts
    """[U, 13]: the cards of other suits in each such part, by rank."""


def hands_by(most_suited: int) -> Hands:
    """Return the shapes of hands with up to so many cards of the suit."""
    blocks = hand_shapes(4)[: most_suited + 1]
    cards, rest, start = [], [], 0
    for count, block in enumerate(blocks):
        suited = sets(range(13), count) + np.uint8(13)
        of_block = np.empty((*block.whole.shape, 4), np.uint8)
        of_block[:, :, : 4 - count] = block.rests
        of_block[:, :, 4 - count :] = suited[:, None]
        cards.append(of_block.reshape(-1, 4))
        rest.append(np.tile(np.arange(start, start + len(block.rests)), len(block.masks)))
        start += len(block.rests)
    whole = np.concatenate([block.whole.ravel() for block in blocks])
    parts, part_rests = parts_of(np.concatenate(cards))
    return Hands(
        cards=np.concatenate(cards),
        masks=np.concatenate([np.repeat(block.masks, len(block.rests)) for block in blocks]),
        rests=np.concatenate([taken(block.rests) for block in blocks]),
        rest=np.concatenate(rest),
        whole=whole,
        low_masks=np.bitwise_or.reduce(arrays().low_bit[4 * multisets(4)], axis=1)[whole],
        parts=parts,
        part_rests=part_rests,
    )


def parts_of(cards: Bytes) -> tuple[NDArray[np.uint16], Counts]:
    """Return `parts` and `part_rests` of hands [T, 4]."""
    nothing = 26
    choices = [places for count in range(4) for places in combinations(range(4), count)]
    rows = np.full((len(cards), len(choices), 3), nothing, np.uint8)
    for choice, places in enumerate(choices):
        rows[:, choice, : len(places)] = cards[:, places]
    known, parts = np.unique(rows.reshape(-1, 3), axis=0, return_inverse=True)
    return parts.reshape(len(cards), len(choices)).astype(np.uint16), taken(known)


def chosen_of(left: Counts, ranks: Counts) -> Counts:
    """Return [N]: how many choices from the cards `left` [13] have the ranks [N, 13]."""
    choose = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
    chosen: Counts = choose[left, ranks].prod(axis=1)
    return chosen


@compiled
def disjoint(holding: Places, parts: NDArray[np.uint16]) -> int:
    """Return how many of the hands so far have no card of a hand, by how many have all cards of each part of it."""
    found = int(holding[parts[0]])
    for k in range(1, 5):
        found -= holding[parts[k]]
    for k in range(5, 11):
        found += holding[parts[k]]
    for k in range(11, 15):
        found -= holding[parts[k]]
    return found


@compiled
def in_order(chosen: Places, keys: Words, order: Places) -> None:
    """Write the chosen shapes of hands by their keys, the worst first."""
    ends = np.zeros(7464, np.int32)
    for shape in chosen:
        ends[keys[shape] + 1] += 1
    for key in range(1, len(ends)):
        ends[key] += ends[key - 1]
    for shape in chosen:
        order[ends[keys[shape]]] = shape
        ends[keys[shape]] += 1


@compiled
def sweep(
    order: Places,
    keys: Words,
    sizes: Counts,
    parts: NDArray[np.uint16],
    each: Counts,
    holding: Places,
    shares: Counts,
) -> None:
    """Add to the shares of each shape twice the hands it beats and once those it ties with, and count it in."""
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and keys[order[end]] == keys[order[at]]:
            shares[order[end]] += disjoint(holding, parts[order[end]])
            end += 1
        for shape in order[at:end]:
            for part in parts[shape]:
                holding[part] += sizes[shape] * each[part]
        for shape in order[at:end]:
            # The hand itself, which has all of its cards, has been taken off once too often.
            shares[shape] += disjoint(holding, parts[shape]) + UNIT
        at = end


@compiled
def quarters(highs: Words, lows: Words, sizes: Counts, parts: NDArray[np.uint16], each: Counts) -> Counts:
    """Return [T]: the quarters of pots that a hand of each shape wins on one board against all hands without its cards.

    `highs` and `lows` are the keys of each shape; `sizes` and `each` as in `Weights`.
    """
    shares = np.zeros(len(sizes), np.int64)
    holding = np.zeros(len(each), np.int32)
    every = np.flatnonzero(sizes).astype(np.int32)
    order = np.empty_like(every)
    in_order(every, highs, order)
    sweep(order, highs, sizes, parts, each, holding, shares)  # for half the pot
    holding[:] = 0
    without = order[lows[order] == 0]
    sweep(without, highs, sizes, parts, each, holding, shares)  # for the other half, among hands without a low
    low = order[lows[order] > 0]
    order = np.empty_like(low)
    in_order(low, lows, order)
    sweep(order, lows, sizes, parts, each, holding, shares)  # and for those with one, which beat all without
    return shares // UNIT


class Weights(NamedTuple):
    """How many hands there are when certain cards are left."""

    sizes: Counts
    """[T]: hands of each shape, those with cards of the board's suit included."""
    each: Counts
    """[U]: `UNIT`, divided by the number of choices of cards for each part."""


def weigh(hands: Hands, left: Counts) -> Weights:
    """Return the weights when `left` [13] cards of other suits are left."""
    each = UNIT // np.maximum(1, chosen_of(left, hands.part_rests))
    return Weights(chosen_of(left, hands.rests)[hands.rest], each)


def shares_on(hands: Hands, board: int, mask: int, weights: Weights) -> Counts:
    """Return [T] the `quarters` on a board by its id and its cards of the suit; 0 for hands that are not possible."""
    known = arrays()
    highs = best(known.board_rows[board : board + 1], pair_ids(4 * multisets(4)))[0][hands.whole]
    if mask:
        row = known.flush_rows[known.flush_place[mask]][None]
        flushes = [np.repeat(best(row, block.pairs)[0], len(block.rests)) for block in hand_shapes(4)]
        highs = np.maximum(highs, np.concatenate(flushes))
    lows = known.lows[known.board_low[board]][hands.low_masks].astype(np.uint16)
    sizes = np.where(hands.masks & mask, 0, weights.sizes)
    shares: Counts = quarters(highs, lows, sizes, hands.parts, weights.each)
    return shares


def plain_shares() -> Counts:
    """Return [6175, 1820]: the quarters on each board when flushes are left aside."""
    hands = hands_by(0)
    left = 4 - taken(board_ranks().astype(np.uint8))
    return np.stack([shares_on(hands, board, 0, weigh(hands, cards)) for board, cards in enumerate(left)])


def flush_gains(hands: Hands, plain: Counts) -> Counts:
    """Return [T]: the quarters that hands win more by flushes, over all boards with three cards of the suit or more."""
    gains = np.zeros(len(hands.masks), np.int64)
    no_board, others = np.zeros(0, np.uint8), np.full(13, 3)
    shapes = [board_shapes(no_board, sets(range(13), count), others, 5 - count) for count in (3, 4, 5)]
    rests = [(boards, rest) for boards in shapes for rest in range(len(boards.rests))]
    with click.progressbar(rests, label="boards with flushes", file=sys.stderr) as shown:
        for boards, rest in shown:
            weights = weigh(hands, boards.left[rest])
            left_to_board = np.maximum(0, others - hands.rests)
            times = ways(left_to_board, boards.rests[rest : rest + 1])[hands.rest, 0]
            for mask, board in zip(boards.masks.tolist(), boards.ids[:, rest].tolist(), strict=True):
                gained = shares_on(hands, board, mask, weights) - plain[board, hands.whole]
                gains += np.where((hands.masks & mask == 0) & (weights.sizes > 0), times * gained, 0)
    return gains


def shapes_of(hands: Hands, cards: Bytes, suit: int) -> NDArray[np.intp]:
    """Return [N]: the shape of each hand [N, 4] when flushes in a suit are looked at."""
    base = 26 ** np.arange(4)
    numbers = hands.cards @ base
    order = np.argsort(numbers)
    wanted = np.sort((cards >> 2) + 13 * (cards & 3 == suit), axis=1) @ base
    return order[np.searchsorted(numbers[order], wanted)]


def worked_out() -> tuple[Bytes, Counts]:
    """Return the arrays of the data file: `hands` and `quarters`."""
    (every,) = all_hands(4)
    _, first = np.unique(class_keys(every), return_index=True)
    classes = every[first]
    hands, plain = hands_by(4), plain_shares()
    on_boards = taken(board_ranks().astype(np.uint8))
    of_ranks = [chosen_of(4 - own, on_boards) @ plain[:, place] for place, own in enumerate(taken(multisets(4)))]
    gains = flush_gains(hands, plain)
    by_suit = np.stack([shapes_of(hands, classes, suit) for suit in range(4)])
    quarters_of = np.array(of_ranks, np.int64)[hands.whole[by_suit[0]]] + gains[by_suit].sum(axis=0)
    if class_sizes(classes) @ quarters_of != 2 * DEALS * len(every):
        raise click.ClickException("all hands together do not win half of all pots")
    return np.asfortranarray(classes), quarters_of  # columns are packed into a fourth of what rows take


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the data file is not what it should be.")
def main(check: bool) -> None:
    """Work out every start hand against a random hand, and write the data file."""
    path = Path(__file__).parents[1] / "src" / "omaha8" / "odds" / FILE_NAME
    hands, quarters_of = worked_out()
    if not check:
        np.savez_compressed(path, hands=hands, quarters=quarters_of)
        return
    with np.load(path) as shipped:
        if not (np.array_equal(shipped["hands"], hands) and np.array_equal(shipped["quarters"], quarters_of)):
            raise click.ClickException(f"{FILE_NAME} is not what comes out; python -m tools.preflop writes it")


if __name__ == "__main__":
    main()
