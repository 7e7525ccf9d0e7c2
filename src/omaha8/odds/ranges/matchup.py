"""A match-up in which hands may be ranges; read and checked, as `matchup` is for known hands."""

from collections.abc import Sequence
from math import comb

import msgspec

from omaha8.cards import FULL_DECK, Card, format_cards
from omaha8.errors import InputError
from omaha8.odds.matchup import Cards, codes, places_of, refuse_board, refuse_hand, refuse_other_size, refuse_repeated
from omaha8.odds.ranges.range import Range, any_hand, holding, is_range, known, read_range, refuse_bad

Hand = Cards | Range


class RangeMatchUp(msgspec.Struct, frozen=True, eq=False):
    """Two to ten ranges on an empty board, a flop, a turn or a full board; a known hand is a range of one.

    No hand of a range holds a card of the board, a dead one, or one that another player holds for certain. A range of
    all other hands, all alike, lists none: there may be 20 million of them, and they are dealt or counted without.
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
        """For each range whether it is all the hands that there may be, all alike, and lists none."""
        return tuple(not len(each.hands) for each in self.ranges)


def read_ranges(
    hands: Sequence[Hand], board: Cards = "", dead: Cards = "", hole_cards: int | None = None
) -> RangeMatchUp:
    """Read a match-up of hands, as `matchup.read` does, and ranges, as `parse_range` does.

    `hole_cards` counts where there is no hand and no `Range` that says it; else four. Refused beside what those two
    refuse, with the place in `where`: an `InputError` `empty_range` for a range of which board and dead cards leave
    nothing, and `conflicting_ranges` for one of which the other players' certain cards do.
    """
    *places, at_board, at_dead = places_of(hands)
    for hand, where in zip(hands, places, strict=True):
        if isinstance(hand, Range):
            refuse_bad(hand, where)
    hand_codes = [() if is_range(hand) else codes(hand, where) for hand, where in zip(hands, places, strict=True)]  # type: ignore[arg-type]
    on_board, out = codes(board, at_board), codes(dead, at_dead)
    refuse_repeated((*hand_codes, on_board, out), (*places, at_board, at_dead))
    size = _hole_cards(hands, hand_codes, hole_cards)
    refuse_board(len(on_board), 52 - len(hands) * size - len(on_board) - len(out), at_dead if out else "hands")
    ranges: list[Range] = []
    by_text: dict[str, Range] = {}
    for hand, cards, where in zip(hands, hand_codes, places, strict=True):
        if isinstance(hand, Range):
            ranges.append(_left(hand, size, (*on_board, *out), where))
        elif isinstance(hand, str) and is_range(hand):
            if hand not in by_text:
                by_text[hand] = read_range(hand, size, (*on_board, *out), where)
            ranges.append(by_text[hand])
        else:
            if len(cards) != size:
                refuse_hand(len(cards), size, where)
            ranges.append(known(cards))
    by_text.clear()  # what is replaced from here on need not be kept
    held = _remove_certain(ranges, places)
    others = comb(52 - len(on_board) - len(out) - len(held), size)
    for player, each in enumerate(ranges):
        if len(each.hands) == others and each.weights.min() == each.weights.max() and not _certain(each):
            ranges[player] = any_hand(each.text, size)
    return RangeMatchUp(tuple(ranges), on_board, out, size, held)


def _left(given: Range, hole_cards: int, gone: Sequence[Card], where: str) -> Range:
    """Return the hands of a range that hold no card that is gone."""
    if given.hands.shape[1] != hole_cards:
        refuse_hand(given.hands.shape[1], hole_cards, where)
    left = given.without(gone)
    if not len(left.hands):
        raise InputError("empty_range", f"{given.text!r} has no hand without a card of {format_cards(gone)}", where)
    return left


def _hole_cards(hands: Sequence[Hand], hand_codes: Sequence[Sequence[Card]], asked: int | None) -> int:
    """Return how many cards all hands have; refused where the first that says it has not as many as asked for."""
    for number, (hand, cards) in enumerate(zip(hands, hand_codes, strict=True), 1):
        size = int(hand.hands.shape[1]) if isinstance(hand, Range) else len(cards)
        if size:
            refuse_other_size(asked, size, number)
            return size
    return 4 if asked is None else asked


def _remove_certain(ranges: list[Range], places: Sequence[str]) -> frozenset[Card]:
    """Take from each range the hands with a card that another player certainly holds, and return all such cards."""
    spread: dict[int, set[Card]] = {}
    while True:
        found: dict[tuple[int, frozenset[Card]], Range] = {}  # players with one range and the same to take from it
        certain = {player: _certain(each) for player, each in enumerate(ranges)}
        if certain == spread:
            return frozenset().union(*certain.values())
        spread = certain
        for player, each in enumerate(ranges):
            if not len(each.hands):
                continue  # of any hand enough are left: the cards were counted
            others = frozenset(card for other, cards in certain.items() if other != player for card in cards)
            if (id(each), others) not in found:
                found[id(each), others] = each.without(others)
            left = found[id(each), others]
            if not len(left.hands):
                held = format_cards(sorted(others))
                raise InputError(
                    "conflicting_ranges", f"no hand is left beside {held}, which others hold", places[player]
                )
            ranges[player] = left


def _certain(each: Range) -> set[Card]:
    """Return the cards that every hand of a range holds: none where it lists no hands."""
    if not len(each.hands):
        return set()
    ends = {*each.hands[0].tolist()} & {*each.hands[-1].tolist()}
    return {Card(card) for card in ends if holding(each.hands, (Card(card),)).all()}
