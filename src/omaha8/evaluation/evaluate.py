"""One hand on one board, for people: the keys, the cards that play, and the names.

This is the checked entry; whoever ranks many hands of known cards goes to `ranking`.
"""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from omaha8.cards import CARD_NAMES, FULL_DECK, Card, card_name, parse_cards, refuse_repeats
from omaha8.errors import CardError
from omaha8.evaluation.classes import HighHand, high_class, low_ranks
from omaha8.evaluation.names import high_name, low_name
from omaha8.evaluation.ranking import RankedBoard

Pair = tuple[Card, Card]
Three = tuple[Card, Card, Card]


class MadeHigh(msgspec.Struct, frozen=True):
    """A high hand: its key 1..7462, the two hole cards and the three board cards that make it (R6.1)."""

    key: int
    hole: Pair
    board: Three

    @property
    def hand(self) -> HighHand:
        """Its class and ranks."""
        return high_class(self.key)

    @property
    def name(self) -> str:
        """In words: `a full house, Aces full of Sevens`."""
        return high_name(self.key)

    def __str__(self) -> str:
        return self.name


class MadeLow(msgspec.Struct, frozen=True):
    """A low hand: its key 1..56, the two hole cards and the three board cards that make it (R6.2)."""

    key: int
    hole: Pair
    board: Three

    @property
    def ranks(self) -> tuple[int, ...]:
        """Its five ranks 0..12, highest first, the ace (12) last."""
        return low_ranks(self.key)

    @property
    def name(self) -> str:
        """In words: `8,6,4,3,2`."""
        return low_name(self.key)

    def __str__(self) -> str:
        return self.name


class Evaluation(msgspec.Struct, frozen=True, gc=False):
    """What `evaluate` found.

    The keys are at hand; the cards that play are looked for whenever `high` or `low` is read.

    Where several choices of cards make the same hand, the one named uses the first possible pair in the order
    of the hole cards as given (first with second, first with third, and so on), and with it the first three
    board cards in the same sense.
    """

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    high_key: int
    low_key: int  # 0: no low

    @property
    def high(self) -> MadeHigh:
        """The best high hand."""
        return MadeHigh(self.high_key, *_playing(self.hole, self.board, 0, self.high_key))

    @property
    def low(self) -> MadeLow | None:
        """The best low hand, or None if none qualifies (R6.4)."""
        if self.low_key == 0:
            return None
        return MadeLow(self.low_key, *_playing(self.hole, self.board, 1, self.low_key))

    def __str__(self) -> str:
        high = f"HI: {high_name(self.high_key)}"
        return f"{high}; LO: {low_name(self.low_key)}" if self.low_key else high


def evaluate(hole: str | Sequence[Card], board: str | Sequence[Card]) -> Evaluation:
    """Find the best high and low of four to six hole cards with a board of three to five (R6.1-R6.5).

    Each as text (`"AsKs2h3d"`, blanks allowed) or as card codes. A flop or turn counts what is there. Raises
    `CardError` with `where` "hole" or "board": `bad_card` for what is no card, `card_count` for too few or too
    many, `repeated_card` for one that stands twice in the hole cards, the board, or both together.
    """
    hole_cards = _read(hole, "hole")
    board_cards = _read(board, "board")
    if len({*hole_cards, *board_cards}) < len(hole_cards) + len(board_cards):
        _refuse_repeated(hole_cards, board_cards)
    high, low = RankedBoard(board_cards).rank(hole_cards)
    return Evaluation(hole_cards, board_cards, high, low)


def _playing(hole: tuple[Card, ...], board: tuple[Card, ...], half: int, key: int) -> tuple[Pair, Three]:
    """Return the first two hole and three board cards that make the key; `half` 0 for high, 1 for low."""
    ranked = RankedBoard(board)
    pair = next(pair for pair in combinations(hole, 2) if ranked.rank_pair(*pair)[half] == key)
    three = next(three for three in combinations(board, 3) if RankedBoard(three).rank_pair(*pair)[half] == key)
    return pair, three


_CARD_OF_NAME = dict(zip(CARD_NAMES, FULL_DECK, strict=True))
_CODES = frozenset(FULL_DECK)
_INT = frozenset({int})


def _read(given: str | Sequence[Card], where: str) -> tuple[Card, ...]:
    """Return real cards, whatever was given; their number and repeats are left to the caller."""
    if not isinstance(given, str):
        cards = tuple(given)
        # Types first, so that what cannot be hashed, and 1.0 or True for 1, never get to the second test.
        if not (_INT.issuperset(map(type, cards)) and _CODES.issuperset(cards)):
            _refuse_codes(cards, where)
        return cards
    # Written out for the two usual lengths: in a loop, reading would take longer than the evaluation.
    name = _CARD_OF_NAME
    try:
        if len(given) == 8:
            return name[given[:2]], name[given[2:4]], name[given[4:6]], name[given[6:]]
        if len(given) == 10:
            return name[given[:2]], name[given[2:4]], name[given[4:6]], name[given[6:8]], name[given[8:]]
    except KeyError:
        pass  # blanks between the cards, or none: below it is read or refused with its reason
    return parse_cards(given, where)


def _refuse_codes(cards: Sequence[object], where: str) -> None:
    bad = next(card for card in cards if type(card) is not int or not 0 <= card <= 51)
    raise CardError("bad_card", f"{bad!r} is not a card code; codes are the integers 0 (2c) to 51 (As)", where)


def _refuse_repeated(hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
    refuse_repeats(hole, "hole")
    refuse_repeats(board, "board")
    twice = next(card for card in board if card in hole)
    raise CardError("repeated_card", f"{card_name(twice)} is a hole card already; a deck has each card once", "board")
