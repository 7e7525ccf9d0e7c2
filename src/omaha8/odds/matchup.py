"""A match-up: known hands, what lies on the board, and the cards known to be out; read and checked.

Knows cards only, not what they are worth.
"""

from collections.abc import Iterator, Sequence
from math import comb

import msgspec

from omaha8.cards import CARD_NAMES, FULL_DECK, Card, card_name, parse_cards
from omaha8.errors import CardError, InputError
from omaha8.evaluation.ranking import HOLE_COUNTS

PLAYER_COUNTS = range(2, 11)
BOARD_COUNTS = (0, 3, 4, 5)

Cards = str | Sequence[Card]

_CARD_OF_NAME = dict(zip(CARD_NAMES, FULL_DECK, strict=True))


class MatchUp(msgspec.Struct, frozen=True, gc=False):
    """Two to ten hands of four, five or six cards on an empty board, a flop, a turn or a full board."""

    cards: bytes
    """Codes of the hands one after another, then of the board, then of the dead cards; all differ."""
    players: int
    hole_cards: int
    board_cards: int

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hole cards of each player."""
        ends = range(self.hole_cards, self.players * self.hole_cards + 1, self.hole_cards)
        return tuple(self._part(end - self.hole_cards, end) for end in ends)

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards that are known."""
        start = self.players * self.hole_cards
        return self._part(start, start + self.board_cards)

    @property
    def dead(self) -> tuple[Card, ...]:
        """The cards that no board can bring."""
        return self._part(self.players * self.hole_cards + self.board_cards, len(self.cards))

    @property
    def unseen(self) -> list[Card]:
        """The cards that may still come, ascending."""
        seen = frozenset(self.cards)
        return [card for card in FULL_DECK if card not in seen]

    @property
    def boards(self) -> int:
        """How many full boards are possible."""
        return comb(52 - len(self.cards), 5 - self.board_cards)

    def _part(self, start: int, end: int) -> tuple[Card, ...]:
        return tuple(map(Card, self.cards[start:end]))


def read(hands: Sequence[Cards], board: Cards = "", dead: Cards = "") -> MatchUp:
    """Read a match-up; each group of cards as text (`"AsKs2s3h"`, blanks allowed) or as card codes.

    Refused, with the place in `where` ("hands", "hand 1", "board", "dead"): an `InputError` `player_count` for fewer
    than two hands or more than ten; a `CardError` `bad_card` for what is no card, `repeated_card` for a card that
    stands twice, `card_count` for a hand of other than four to six cards or of another size than the first, a board
    of one, two or more than five, and where too few cards are left to complete the board.
    """
    if isinstance(hands, str) or len(hands) not in PLAYER_COUNTS:
        count = 1 if isinstance(hands, str) else len(hands)
        raise InputError("player_count", f"{count} hands; odds are those of 2 to 10 hands", "hands")
    groups = [*hands, board, dead]
    codes = [_codes(group) for group in groups]
    hole_cards = len(codes[0])
    cards = bytes(card for group in codes for card in group)
    fits = hole_cards in HOLE_COUNTS and len(codes[-2]) in BOARD_COUNTS and len(cards) == len(set(cards))
    if not fits or any(len(group) != hole_cards for group in codes[1:-2]):
        _refuse(codes)
    match_up = MatchUp(cards, len(hands), hole_cards, len(codes[-2]))
    if match_up.boards == 0:
        left = 52 - len(cards)
        where = "dead" if codes[-1] else "hands"
        raise CardError("card_count", f"{left} cards are left; the board needs {5 - match_up.board_cards}", where)
    return match_up
