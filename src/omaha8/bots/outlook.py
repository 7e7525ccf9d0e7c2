"""What a hand can expect to win: the rest of the board and the rivals' hands dealt at random, many times.

The only estimate of strength after the flop. It sees made hands and draws, both halves, ties and quarters alike, and
a low that the next card may counterfeit; its error is that of a sample of 40 to 150 run-outs.
"""

from collections.abc import Sequence

from omaha8.bots.rng import Rng
from omaha8.bots.situation import Rival, Situation
from omaha8.cards import FULL_DECK, Card
from omaha8.evaluation import RankedBoard
from omaha8.rules import BOARD_CARDS

WORK = 1_300
"""The work of one estimate, about half a microsecond a step: `RUN_OUT` for a run-out and `HAND` for each hand in it."""

RUN_OUT, HAND = 7, 4

FEWEST = 24
MOST = 140

LOW_WEIGHT = 60
"""High keys that one step of low is worth when two hands are compared on an unfinished board."""

_PULL = (420, 260, 120, 60, 0, 0, 0, 0, 0, 0, 0, 0, 520)
"""By rank from the two up: what a card to a good low adds to a hand that may still make one."""

_LOW_RANKS = frozenset((*range(7), 12))


def outlook(spot: Situation, respect: float, rng: Rng) -> float:
    """The share of the prize, from 0 to 1, that the hand of `spot` wins on average; `respect` as in `Style`.

    From the flop on; before it there is no board to judge the rivals' hands by.

    A rival who has bet gets the best of several random hands, as many more as the bet claims and respect believes.
    """
    seen = {*spot.hole, *spot.board}
    unseen = [card for card in FULL_DECK if card not in seen]
    missing = BOARD_CARDS - len(spot.board)
    now = RankedBoard(spot.board)
    lows = {card >> 2 for card in spot.board} & _LOW_RANKS
    low_to_come = missing > 0 and len(lows) + missing >= 3
    won = 0.0
    run_outs = _run_outs(spot, respect)
    for _ in range(run_outs):
        at = _deal(unseen, 0, missing, rng)
        hands = []
        for rival in spot.rivals:
            hands.append(_plausible_hand(unseen, at, rival, now, low_to_come, respect, rng))
            at += rival.holding
        board = RankedBoard((*spot.board, *unseen[:missing])) if missing else now
        mine = board.rank(spot.hole)
        theirs = [board.rank(hand) for hand in hands]
        for layer in spot.layers:
            won += layer.chips * share_of(mine, [theirs[place] for place in layer.rivals])
    return won / (spot.prize * run_outs)


def _run_outs(spot: Situation, respect: float) -> int:
    """As many as the time allows: the more hands there are to deal and rank, the fewer."""
    hands = sum((1 + respect * rival.pressure) * rival.holding / 4 for rival in spot.rivals)
    return min(MOST, max(FEWEST, int(WORK / (RUN_OUT + HAND * hands))))


def _deal(cards: list[Card], start: int, count: int, rng: Rng) -> int:
    """Bring `count` random ones of `cards[start:]` to the front of that part; where they end."""
    size = len(cards)
    end = start + count
    for place in range(start, end):
        other = place + int(rng.random() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]
    return end


def _plausible_hand(
    cards: list[Card], start: int, rival: Rival, now: RankedBoard, low_to_come: bool, respect: float, rng: Rng
) -> list[Card]:
    """A hand for the rival, dealt to `cards[start:]`: of several random ones the best so far."""
    count = rival.holding
    _deal(cards, start, count, rng)
    hand = cards[start : start + count]
    if not rival.pressure:
        return hand
    best = _promise(hand, now, low_to_come)
    for _ in range(rival.pressure):
        if rng.random() >= respect or start + 2 * count > len(cards):
            continue
        _deal(cards, start + count, count, rng)
        other = cards[start + count : start + 2 * count]
        promise = _promise(other, now, low_to_come)
        if promise > best:
            best = promise
            cards[start : start + 2 * count] = other + hand
            hand = other
    return hand


def _promise(hand: Sequence[Card], now: RankedBoard, low_to_come: bool) -> int:
    """How glad its owner is of a hand on the board so far."""
    high, low = now.rank(hand)
    if low or not low_to_come:
        return high + LOW_WEIGHT * low
    return high + sum([_PULL[card >> 2] for card in hand])


def share_of(mine: tuple[int, int], theirs: Sequence[tuple[int, int]]) -> float:
    """The part of a pot that `mine` wins against the others (R7.2, R7.3)."""
    high, low = mine
    high_ways = low_ways = 1
    has_high, has_low, is_low = True, low > 0, low > 0
    for other_high, other_low in theirs:
        if other_high > high:
            has_high = False
        elif other_high == high:
            high_ways += 1
        if other_low > low:
            has_low, is_low = False, True
        elif low and other_low == low:
            low_ways += 1
    high_half = 1 / high_ways if has_high else 0.0
    if not is_low:
        return high_half
    return (high_half + (1 / low_ways if has_low else 0.0)) / 2
