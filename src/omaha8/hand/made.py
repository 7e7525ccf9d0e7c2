"""What a player's cards make with the board so far, as the page's Hi/Lo line and the dealer say it."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

import msgspec

from omaha8.cards import CARD_NAMES, RANKS, Card
from omaha8.evaluation import MadeHigh, MadeLow, evaluate
from omaha8.rules import BOARD_CARDS

_EIGHT = RANKS.index("8")
_ACE = RANKS.index("A")
_LOW_RANKS = {-1, *range(_EIGHT + 1)}


class MadeHalf(msgspec.Struct, frozen=True):
    """One half's best hand: its ranks, most significant first, and exactly which cards play (R6.1, R6.2)."""

    ranks: str
    hole: tuple[str, ...]
    board: tuple[str, ...]


class MadeHand(msgspec.Struct, frozen=True, kw_only=True):
    """High and low of four to six hole cards with a board of three to five cards.

    `category` names the high (`pair`, `flush`). `low_needs` is how many more low cards the board must bring before
    this hand has a low, 0 with one made, `None` when none is possible any more. `counterfeited` are the player's low
    cards that the board has paired, where that cost them the best low or the best draw to one.
    """

    category: str
    high: MadeHalf
    low: MadeHalf | None
    low_needs: int | None
    counterfeited: tuple[str, ...]


def made_hand(hole: tuple[Card, ...] | None, board: tuple[Card, ...]) -> MadeHand | None:
    """What these cards make; `None` before the flop or where they are not all known."""
    if hole is None or len(board) < 3:
        return None
    return _made(hole, board)


# A table's players are sent the same hands again with every update of a street.
@lru_cache(maxsize=2048)
def _made(hole: tuple[Card, ...], board: tuple[Card, ...]) -> MadeHand:
    found = evaluate(hole, board)
    high, low = found.high, found.low
    return MadeHand(
        category=high.hand.category.name.lower(),
        high=_half(high.hand.ranks, high),
        low=None if low is None else _half(low.ranks, low),
        low_needs=_low_needs(hole, board),
        counterfeited=_counterfeited(hole, board),
    )


def _half(ranks: Iterable[int], made: MadeHigh | MadeLow) -> MadeHalf:
    return MadeHalf("".join(RANKS[rank] for rank in ranks), _names(made.hole), _names(made.board))


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in cards)


def _low_ranks(cards: Iterable[Card]) -> set[int]:
    """The different ranks eight or lower, the ace as -1 so that it is the lowest (R6.2)."""
    ranks = (card // 4 for card in cards)
    return {-1 if rank == _ACE else rank for rank in ranks if rank == _ACE or rank <= _EIGHT}


def _low_needs(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int | None:
    on_board = _low_ranks(board)
    needs = [max(0, 3 - len(on_board - set(pair))) for pair in combinations(_low_ranks(hole), 2)]
    fewest = min(needs, default=BOARD_CARDS)
    return fewest if fewest <= BOARD_CARDS - len(board) else None


def _counterfeited(hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[str, ...]:
    """Of the player's two lowest different low ranks, the cards of those that the board has taken the worth of."""
    own, on_board = _low_ranks(hole), _low_ranks(board)
    paired = on_board.intersection(sorted(own)[:2])
    if not paired or not _is_best(own, on_board - paired) or _is_best(own, on_board):
        return ()
    return tuple(CARD_NAMES[card] for card in hole if _low_ranks((card,)) & paired)


def _is_best(own: set[int], on_board: set[int]) -> bool:
    """Whether nobody can hold a better low, or a better draw to one, with these low ranks on the board."""
    if len(on_board) < 3:
        return sorted(own - on_board)[:2] == sorted(_LOW_RANKS - on_board)[:2]
    return _best_low(own, on_board) == _best_low(_LOW_RANKS, on_board)


def _best_low(ranks: set[int], on_board: set[int]) -> list[int] | None:
    """The best low of two of these ranks and three on the board, highest rank first."""
    pairs = map(set, combinations(ranks, 2))
    lows = [sorted(pair | {*sorted(on_board - pair)[:3]}, reverse=True) for pair in pairs if len(on_board - pair) >= 3]
    return min(lows, default=None)
