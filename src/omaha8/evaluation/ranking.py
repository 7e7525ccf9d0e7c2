"""The one door to the tables: the value of a holding on a board, as two keys.

Keys are ordered numbers (`classes`): high 1..7462, low 1..56, larger is better; the low key 0 says that there
is no low and must be tested for, never compared as a hand. Cards given here are trusted to exist and to
differ; `evaluate` is the entry that checks them.
"""

from collections.abc import Sequence
from itertools import combinations

from omaha8.cards import Card
from omaha8.errors import CardError
from omaha8.evaluation.layout import ROW
from omaha8.evaluation.tables import PairIds, Tables, tables

HOLE_COUNTS = range(4, 7)
BOARD_COUNTS = range(3, 6)


class RankedBoard:
    """A board of three to five cards, made ready to rank many holdings on it.

    A board of three or four counts what is there, with no regard to cards still to come. Making a full board
    ready costs about as much as ranking one hand of four on it.
    """

    __slots__ = ("_flush_row", "_low_bit", "_low_row", "_pair", "_row", "_suited_pair")

    def __init__(self, board: Sequence[Card]) -> None:
        known = tables()
        self._pair = pair = known.pair
        self._low_bit = low_bit = known.low_bit
        suit_count = known.suit_count
        if len(board) == 5:
            a, b, c, d, e = board
            board_id = known.board_ids[ROW * known.tri[pair[a][b]][c] + pair[d][e]]
            self._row: Sequence[int] = known.board_rows[ROW * board_id : ROW * board_id + ROW]
            low_mask = low_bit[a] | low_bit[b] | low_bit[c] | low_bit[d] | low_bit[e]
            suits = suit_count[a] + suit_count[b] + suit_count[c] + suit_count[d] + suit_count[e]
        else:
            self._row = _row_of_part(known, board)
            low_mask = suits = 0
            for card in board:
                low_mask |= low_bit[card]
                suits += suit_count[card]
        self._low_row = known.lows[low_mask << 8 : (low_mask << 8) + 256]
        self._flush_row: memoryview | None = None
        suit = known.flush_suit[suits]
        if suit is not None:
            suit_bit = known.suit_bit[suit]
            mask = 0
            for card in board:
                mask |= suit_bit[card]
            start = known.flush_start[mask]
            self._flush_row = known.flush_rows[start : start + ROW]
            self._suited_pair = known.suited_pair[suit]

    def rank(self, hole: Sequence[Card]) -> tuple[int, int]:
        """Return `(high key, low key)` of four to six hole cards, two of which play for each; low 0: none.

        R6.1, R6.2. Another number of cards is refused with a `CardError`: a hand that lost a card must not be
        ranked as if it had not.
        """
        if len(hole) == 4:
            best = _best_of_four
            a, b, c, d = hole
            low_bit = self._low_bit
            low_mask = low_bit[a] | low_bit[b] | low_bit[c] | low_bit[d]
        elif len(hole) in HOLE_COUNTS:
            best = _best_of_more
            low_mask = 0
            for card in hole:
                low_mask |= self._low_bit[card]
        else:
            raise CardError("card_count", f"{len(hole)} hole cards; a hand has 4, 5 or 6", "hole")
        high = best(self._row, self._pair, hole)
        if self._flush_row is not None:
            high = max(high, best(self._flush_row, self._suited_pair, hole))
        return high, self._low_row[low_mask]

    def rank_pair(self, a: Card, b: Card) -> tuple[int, int]:
        """`(high key, low key)` if exactly these two cards play from the hand; low 0: none."""
        high = self._row[self._pair[a][b]]
        if self._flush_row is not None:
            high = max(high, self._flush_row[self._suited_pair[a][b]])
        return high, self._low_row[self._low_bit[a] | self._low_bit[b]]


def rank(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, int]:
    """Rank four to six hole cards on three to five board cards: `(high key, low key)`, low key 0 for no low.

    R6.1-R6.4. For several hands on one board make one `RankedBoard`. Other numbers of cards are refused with
    a `CardError`.
    """
    return RankedBoard(board).rank(hole)


def _best_of_four(row: Sequence[int], pair: PairIds, hole: Sequence[Card]) -> int:
    """Return the row's largest entry over the pairs of four cards; written out because most of the time goes here."""
    a, b, c, d = hole
    of_a = pair[a]
    of_b = pair[b]
    return max(row[of_a[b]], row[of_a[c]], row[of_a[d]], row[of_b[c]], row[of_b[d]], row[pair[c][d]])


def _best_of_more(row: Sequence[int], pair: PairIds, hole: Sequence[Card]) -> int:
    """Return the row's largest entry over the pairs of any number of cards."""
    return max([row[pair[a][b]] for a, b in combinations(hole, 2)])


def _row_of_part(known: Tables, board: Sequence[Card]) -> Sequence[int]:
    """Make a row for three or four board cards as `board_rows` has it for five."""
    if len(board) not in BOARD_COUNTS:
        raise CardError("card_count", f"{len(board)} board cards; hands are ranked on 3, 4 or 5", "board")
    starts = [ROW * known.tri[known.pair[a][b]][c] for a, b, c in combinations(board, 3)]
    rows = [known.five_rows[start : start + ROW] for start in starts]
    return rows[0] if len(rows) == 1 else list(map(max, *rows))
