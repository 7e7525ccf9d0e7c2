"""A second opinion on hands, sharing nothing with the package but the numbering of cards (4 * rank + suit).

Five cards are ranked by asking the rules one after another; Omaha hands by trying every two hole cards with every
three board cards. No table of the package is read. To be fast enough for many cases, the value of a five is looked
up by the sum of 5**rank over its cards (a rank stands at most four times, so the sum names the ranks), in
dictionaries that this module fills from its own five-card rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

Five = tuple[int, ...]
Strength = tuple[int, ...]

STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR, HIGH_CARD = range(8, -1, -1)


def high_strength(cards: Iterable[int]) -> Strength:
    """A tuple that compares as the high hands do: the category, then the ranks that decide within it."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    suits = {card % 4 for card in cards}
    run = _run(ranks)
    by_count = {count: [rank for rank in range(12, -1, -1) if ranks.count(rank) == count] for count in (1, 2, 3, 4)}
    singles, pairs, trips, quads = by_count.values()
    if len(suits) == 1 and run is not None:
        return (STRAIGHT_FLUSH, run)
    if quads:
        return (QUADS, *quads, *singles)
    if trips and pairs:
        return (FULL_HOUSE, *trips, *pairs)
    if len(suits) == 1:
        return (FLUSH, *ranks)
    if run is not None:
        return (STRAIGHT, run)
    if trips:
        return (TRIPS, *trips, *singles)
    if len(pairs) == 2:
        return (TWO_PAIR, *pairs, *singles)
    if pairs:
        return (PAIR, *pairs, *singles)
    return (HIGH_CARD, *ranks)


def _run(ranks: list[int]) -> int | None:
    for top in range(12, 2, -1):
        if ranks == [top, top - 1, top - 2, top - 3, top - 4]:
            return top
    return 3 if ranks == [12, 3, 2, 1, 0] else None


def low_strength(cards: Iterable[int]) -> Strength | None:
    """A tuple that is larger for a better low, or None where five cards are no low: 8 or lower, no two alike."""
    values = {1 if card // 4 == 12 else card // 4 + 2 for card in cards}
    if len(values) < 5 or max(values) > 8:
        return None
    return tuple(-value for value in sorted(values, reverse=True))


def every_five() -> Iterator[Five]:
    """One five of real cards for each of the 7,462 classes: each multiset of ranks, and each set in one suit."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            if len(set(ranks)) == 5:
                suits[2] = 1
            yield tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))
    for ranks in combinations(range(13), 5):
        yield tuple(4 * rank + 2 for rank in ranks)


def _sum(cards: Iterable[int]) -> int:
    return sum(5 ** (card // 4) for card in cards)


HIGH_STRENGTHS = sorted({high_strength(five) for five in every_five()})
LOW_STRENGTHS = sorted({low for five in every_five() if (low := low_strength(five)) is not None})

HIGH_PLACE = {strength: place for place, strength in enumerate(HIGH_STRENGTHS, start=1)}
LOW_PLACE = {strength: place for place, strength in enumerate(LOW_STRENGTHS, start=1)}

_MIXED = {_sum(five): HIGH_PLACE[high_strength(five)] for five in every_five() if len({c % 4 for c in five}) > 1}
_SUITED = {_sum(five): HIGH_PLACE[high_strength(five)] for five in every_five() if len({c % 4 for c in five}) == 1}
_LOW = {_sum(five): LOW_PLACE[low] for five in every_five() if (low := low_strength(five)) is not None}


Best = tuple[int, Five, Five]
"""A place in the order from 1 (0: none), the two hole cards and the three board cards."""


def best(hole: Sequence[int], board: Sequence[int]) -> tuple[Best, Best]:
    """The best high and the best low; of equals the first in the order of the hole cards, then of the board's."""
    threes = [(three, _sum(three), _suit(three, -1)) for three in combinations(board, 3)]
    high: Best = (0, (), ())
    low: Best = (0, (), ())
    for pair in combinations(hole, 2):
        pair_sum, pair_suit = _sum(pair), _suit(pair, -2)
        for three, three_sum, three_suit in threes:
            place = (_SUITED if pair_suit == three_suit else _MIXED)[pair_sum + three_sum]
            if place > high[0]:
                high = (place, pair, three)
            place = _LOW.get(pair_sum + three_sum, 0)
            if place > low[0]:
                low = (place, pair, three)
    return high, low


def _suit(cards: Five, mixed: int) -> int:
    suits = {card % 4 for card in cards}
    return suits.pop() if len(suits) == 1 else mixed
