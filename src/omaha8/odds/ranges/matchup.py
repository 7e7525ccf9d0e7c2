"""A match-up in which hands may be ranges; read and checked, as `matchup` is for known hands."""

from collections.abc import Sequence
from math import comb

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cards import FULL_DECK, Card, format_cards
from omaha8.errors import InputError
from omaha8.odds.matchup import Cards, codes, places_of, refuse_board, refuse_hand, refuse_repeated
from omaha8.odds.ranges.range import Range, holding, is_range, known, parse_range, refuse_bad

Hand = Cards | Range


class RangeMatchUp(msgspec.Struct, frozen=True, eq=False):
    """Two to ten ranges on an empty board, a flop, a turn or a full board; a known hand is a range of one.

    No hand of a range holds a card of the board, a dead one, or one that another player holds for certain.
    """

    ranges: tuple[Range, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    hole_cards: int
    held: frozenset[Card]
    """The cards that some player holds for certain."""

    @property
    def players(self) -> int:
        """How many ranges there are."""
        return len(self.ranges)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each known hand, nothing for a range."""
        return tuple(
            tuple(Card(card) for card in each.hands[0].tolist()) if each.is_hand else () for each in self.ranges
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of each range, nothing for a known hand."""
        return tuple("" if each.is_hand else each.text for each in self.ranges)

    @property
    def missing(self) -> int:
        """How many cards of the board are to come."""
        return 5 - len(self.board)

    @property
    def unseen(self) -> list[Card]:
        """The cards that may come on the board, ascending: none that lies there, is dead or is held for certain."""
        seen = self.held.union(self.board, self.dead)
        return [card for card in FULL_DECK if card not in seen]

    @property
    def boards(self) -> int:
        """How many full boards are possible for any one combination of hands."""
        left = 52 - len(self.board) - len(self.dead) - self.players * self.hole_cards
        return comb(left, self.missing)

    @property
    def any_hand(self) -> tuple[bool, ...]:
        """For each range whether it is all the hands that there may be, all alike."""
        every = comb(len(self.unseen), self.hole_cards)
        return tuple(len(each) == every and bool((each == 1).all()) for each in self.weights)

    @property
    def weights(self) -> tuple[NDArray[np.int64], ...]:
        """For each range [N] its weights, divided by what they have in common."""
        weights = [each.weights.astype(np.int64) for each in self.ranges]
        return tuple(each // np.gcd.reduce(each) for each in weights)


def read_ranges(
    hands: Sequence[Hand], board: Cards = "", dead: Cards = "", hole_cards: int | None = None
) -> RangeMatchUp:
    """Read a match-up of hands, as `matchup.read` does, and ranges, as `parse_range` does.

    `hole_cards` counts where there is no hand and no `Range` that says it; else four. Refused beside what those two
    refuse, with the place in `where`: an `InputError` `empty_range` for a range of which board and dead cards leave
    nothing, and `conflicting_ranges` for one of which the other players' certain cards do.
    """
    *places, at_board, at_dead = places_of(hands)
    hand_codes = [() if is_range(hand) else codes(hand, where) for hand, where in zip(hands, places, strict=True)]  # type: ignore[arg-type]
    on_board, out = codes(board, at_board), codes(dead, at_dead)
    refuse_repeated((*hand_codes, on_board, out), (*places, at_board, at_dead))
    size = _hole_cards(hands, hand_codes, hole_cards)
    refuse_board(len(on_board), 52 - len(hands) * size - len(on_board) - len(out), at_dead if out else "hands")
    ranges = []
    for hand, cards, where in zip(hands, hand_codes, places, strict=True):
        if not is_range(hand):
            if len(cards) != size:
                refuse_hand(len(cards), size, where)
            ranges.append(known(cards))
            continue
        if isinstance(hand, Range):
            refuse_bad(hand, where)
        given = hand if isinstance(hand, Range) else parse_range(str(hand), size, where=where)
        if given.hands.shape[1] != size:
            refuse_hand(given.hands.shape[1], size, where)
        left = given.without((*on_board, *out))
        if not len(left.hands):
            gone = format_cards((*on_board, *out))
            raise InputError("empty_range", f"{given.text!r} has no hand without a card of {gone}", where)
        ranges.append(left)
    held = _remove_certain(ranges, places)
    return RangeMatchUp(tuple(ranges), on_board, out, size, held)


def _hole_cards(hands: Sequence[Hand], hand_codes: Sequence[Sequence[Card]], asked: int | None) -> int:
    """Return how many cards all hands have."""
    for hand, cards in zip(hands, hand_codes, strict=True):
        if isinstance(hand, Range):
            return int(hand.hands.shape[1])
        if cards:
            return len(cards)
    return 4 if asked is None else asked


def _remove_certain(ranges: list[Range], places: Sequence[str]) -> frozenset[Card]:
    """Take from each range the hands with a card that another player certainly holds, and return all such cards."""
    spread: dict[int, set[Card]] = {}
    while True:
        certain = {player: _certain(each) for player, each in enumerate(ranges)}
        if certain == spread:
            return frozenset().union(*certain.values())
        spread = certain
        for player, each in enumerate(ranges):
            others = {card for other, cards in certain.items() if other != player for card in cards}
            left = each.without(others)
            if not len(left.hands):
                held = format_cards(sorted(others))
                raise InputError(
                    "conflicting_ranges", f"no hand is left beside {held}, which others hold", places[player]
                )
            ranges[player] = left


def _certain(each: Range) -> set[Card]:
    """Return the cards that every hand of a range holds."""
    return {Card(card) for card in each.hands[0].tolist() if holding(each.hands, (Card(card),)).all()}
