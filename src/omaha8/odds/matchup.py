"""A match-up: known hands, what lies on the board, and the cards known to be out; read and checked.

Knows cards only, not what they are worth.
"""

from collections.abc import Sequence
from itertools import chain
from math import comb
from operator import index
from typing import NoReturn

import msgspec

from omaha8.cards import CARD_NAMES, FULL_DECK, Card, card_name, parse_cards, refuse_repeats
from omaha8.errors import CardError, InputError
from omaha8.evaluation.ranking import HOLE_COUNTS

PLAYER_COUNTS = range(2, 11)
BOARD_COUNTS = (0, 3, 4, 5)

Cards = str | Sequence[Card]

_HANDS = tuple(f"hand {number}" for number in range(1, PLAYER_COUNTS.stop))
_CARD_OF_NAME = dict(zip(CARD_NAMES, FULL_DECK, strict=True))


class MatchUp(msgspec.Struct, frozen=True, gc=False):
    """Two to ten hands of four, five or six cards on an empty board, a flop, a turn or a full board."""

    cards: bytes
    """Codes of the hands one after another, then of the board, then of the dead cards; all differ."""
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    players: int
    hole_cards: int
    board_cards: int

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of ranges: none, hands are known."""
        return ("",) * self.players

    @property
    def unseen(self) -> list[Card]:
        """The cards that may still come, ascending."""
        seen = frozenset(self.cards)
        return [card for card in FULL_DECK if card not in seen]

    @property
    def boards(self) -> int:
        """How many full boards are possible."""
        return comb(52 - len(self.cards), 5 - self.board_cards)


def read(hands: Sequence[Cards], board: Cards = "", dead: Cards = "") -> MatchUp:
    """Read a match-up; each group of cards as text (`"AsKs2s3h"`, blanks allowed) or as card codes.

    Refused, with the place in `where` ("hands", "hand 1", "board", "dead"): an `InputError` `player_count` for fewer
    than two hands or more than ten; a `CardError` `bad_card` for what is no card, `repeated_card` for a card that
    stands twice, `card_count` for a hand of other than four to six cards or of another size than the first, a board
    of one, two or more than five, and where too few cards are left to complete the board.
    """
    places = places_of(hands)
    groups = [codes(group, where) for group, where in zip((*hands, board, dead), places, strict=True)]
    hole_cards, board_cards = len(groups[0]), len(groups[-2])
    cards = bytes(chain.from_iterable(groups))
    if len(cards) > len(set(cards)):
        refuse_repeated(groups, places)
    for group, where in zip(groups[:-2], places, strict=False):
        if len(group) != hole_cards or hole_cards not in HOLE_COUNTS:
            refuse_hand(len(group), hole_cards, where)
    refuse_board(board_cards, 52 - len(cards), "dead" if groups[-1] else "hands")
    *held, known, out = groups
    return MatchUp(cards, tuple(held), known, out, len(hands), hole_cards, board_cards)


def places_of(hands: Sequence[object]) -> tuple[str, ...]:
    """Return the names of the places: of each hand, of the board and of the dead cards; too few or many are refused."""
    if isinstance(hands, str) or len(hands) not in PLAYER_COUNTS:
        count = 1 if isinstance(hands, str) else len(hands)
        raise InputError("player_count", f"{count} given; odds are those of 2 to 10 hands", "hands")
    return (*_HANDS[: len(hands)], "board", "dead")


def refuse_other_size(asked: int | None, hand: int, number: int) -> None:
    """Raise an `InputError` `hole_cards` where hand `number` has other than the hole cards asked for, if any were."""
    if asked not in (None, hand):
        raise InputError("hole_cards", f"{asked} hole cards; hand {number} has {hand}", "hole_cards")


def refuse_board(board_cards: int, left: int, where: str) -> None:
    """Raise `CardError` for a board of other than no, three, four or five cards, and for too few cards to come."""
    if board_cards not in BOARD_COUNTS:
        raise CardError("card_count", f"{board_cards} board cards; a board has 0, 3, 4 or 5", "board")
    if left < 5 - board_cards:
        raise CardError("card_count", f"{left} cards are left, and the board needs {5 - board_cards}", where)


def codes(given: Cards, where: str) -> tuple[Card, ...]:
    """Return real cards, whatever was given; their number and repeats are left to the caller."""
    if not isinstance(given, str):
        for card in given:
            if type(card) is not int or not 0 <= card <= 51:  # so the usual codes are looked at only
                return tuple([_code(each, where) for each in given])
        return tuple(given)
    try:
        if len(given) == 8:  # written out for the usual hand, since reading is half the work on a turn
            name = _CARD_OF_NAME
            return name[given[:2]], name[given[2:4]], name[given[4:6]], name[given[6:]]
        return tuple([_CARD_OF_NAME[given[at : at + 2]] for at in range(0, len(given), 2)])
    except KeyError:  # blanks between the cards, or none: read or refused with its reason
        return parse_cards(given, where)


def _code(given: object, where: str) -> Card:
    """Return the code that a whole number of any kind is, one of numpy's too; truth values are none."""
    try:
        code = -1 if isinstance(given, bool) else index(given)  # type: ignore[arg-type]  # it says whether it can
    except TypeError:
        code = -1
    if not 0 <= code <= 51:
        raise CardError("bad_card", f"{given!r} is not a card code; codes are 0 (2c) to 51 (As)", where)
    return Card(code)


def refuse_repeated(groups: Sequence[Sequence[Card]], places: Sequence[str]) -> None:
    """Raise `CardError` if a card stands twice, in one place or in two."""
    first_place: dict[Card, str] = {}
    for group, where in zip(groups, places, strict=True):
        refuse_repeats(group, where)
        for card in group:
            if card in first_place:
                raise CardError(
                    "repeated_card",
                    f"{card_name(card)} stands in {first_place[card]} already; a deck has each card once",
                    where,
                )
            first_place[card] = where


def refuse_hand(count: int, hole_cards: int, where: str) -> NoReturn:
    """Raise `CardError` for a hand of another number of cards than the first one's, or than a hand can have."""
    if hole_cards in HOLE_COUNTS:
        raise CardError("card_count", f"{count} hole cards; {_HANDS[0]} has {hole_cards}, and all have the same", where)
    raise CardError("card_count", f"{count} hole cards; a hand has 4, 5 or 6", where)
