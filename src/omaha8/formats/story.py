"""Tells a hand in the dealer's words (R7.7): who posts and acts, the board, the hands shown, who wins which half.

English only, and never more than the events say: a hand that is not shown is not named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from omaha8.cards import Card, format_cards
from omaha8.evaluation.names import high_name, low_name
from omaha8.formats.history import pot_name
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    Half,
    HandEnded,
    HandEvent,
    HandStarted,
    HandsTurnedUp,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    Shown,
    ShowOffered,
    StreetClosed,
    UncalledReturned,
)
from omaha8.rules import Structure

_STRUCTURES = {
    Structure.FIXED_LIMIT: "fixed limit",
    Structure.POT_LIMIT: "pot limit",
    Structure.NO_LIMIT: "no limit",
}
_POSTS = {
    PostKind.SMALL_BLIND: "the small blind",
    PostKind.BIG_BLIND: "the big blind",
    PostKind.LIVE: "a live blind",
    PostKind.DEAD: "a dead blind",
    PostKind.ANTE: "an ante",
    PostKind.STRADDLE: "a straddle",
}
_STREETS = {3: "Flop", 4: "Turn", 5: "River"}


def story(
    events: Sequence[HandEvent],
    names: Mapping[int, str] | None = None,
    amount: Callable[[int], str] = str,
) -> Iterator[str]:
    """The lines of a hand. `names` by seat number (else `seat 3`), `amount` writes chips as the reader wants them."""
    teller = _Teller(events, names or {}, amount)
    for event in events:
        yield from teller.tell(event)


class _Teller:
    def __init__(self, events: Iterable[HandEvent], names: Mapping[int, str], amount: Callable[[int], str]) -> None:
        self.names = names
        self.amount = amount
        self.pots = sum(isinstance(event, PotAwarded) for event in events)
        self.board: tuple[Card, ...] = ()
        self.behind: dict[int, int] = {}  # stacks, followed so that an all-in can be named
        self.front: dict[int, int] = {}  # chips of this street

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")

    def tell(self, event: HandEvent) -> Iterator[str]:
        """The lines of one event; none for what only the engine needs to know."""
        match event:
            case HandStarted():
                yield from self.tell_start(event)
            case BoardDealt(cards):
                self.board += cards
                yield f"{_STREETS[len(self.board)]}: {format_cards(self.board, ' ')}"
            case HandsTurnedUp(hands):
                for seat, cards in hands:
                    yield f"{self.name(seat)} turns up {format_cards(cards, ' ')}"
            case Shown():
                yield self.tell_shown(event)
            case PotAwarded():
                yield from self.tell_award(event)
            case RakeTaken(amount):
                yield f"The room takes a rake of {self.amount(amount)}"
            case StreetClosed():
                self.front.clear()
            case HoleDealt() | ShowOffered() | HandEnded():
                return
            case _:
                yield f"{self.name(event.seat)} {self.deed(event)}"

    def deed(
        self,
        event: Posted | Folded | Checked | Called | BetMade | Raised | Protected | UncalledReturned | Mucked,
    ) -> str:
        match event:
            case Posted(seat, kind, amount):
                dead = kind is PostKind.DEAD or kind is PostKind.ANTE
                return f"posts {_POSTS[kind]}, {self.amount(amount)}{self.pay(seat, amount, dead=dead)}"
            case Folded():
                return "folds"
            case Checked():
                return "checks"
            case Called(seat, amount):
                return f"calls {self.amount(amount)}{self.pay(seat, amount)}"
            case BetMade(seat, to):
                return f"bets {self.amount(to)}{self.pay(seat, to)}"
            case Raised(seat, to):
                return f"raises to {self.amount(to)}{self.pay(seat, to - self.front.get(seat, 0))}"
            case Protected():
                return "timed out and stays in for the chips put in"
            case UncalledReturned(_, amount):
                return f"takes back {self.amount(amount)} that nobody called"
            case Mucked():
                return "mucks"
            case _:
                assert_never(event)

    def pay(self, seat: int, amount: int, *, dead: bool = False) -> str:
        """Follow chips into the middle; the words for it if they were the last ones."""
        self.behind[seat] -= amount
        if not dead:
            self.front[seat] = self.front.get(seat, 0) + amount
        return "" if self.behind[seat] else " and is all-in"

    def tell_start(self, event: HandStarted) -> Iterator[str]:
        stakes = event.stakes
        low, high = stakes.small_blind, stakes.big_blind
        if stakes.structure is Structure.FIXED_LIMIT:
            low, high = stakes.big_blind, stakes.big_bet
        yield (
            f"Omaha Hi/Lo {_STRUCTURES[stakes.structure]}, {event.rules.hole_cards} cards, "
            f"{self.amount(low)}/{self.amount(high)}, button on seat {event.button}"
        )
        for seat, stack in event.stacks:
            self.behind[seat] = stack
            name = f" {self.names[seat]}" if seat in self.names else ""
            yield f"Seat {seat}:{name} has {self.amount(stack)}"

    def tell_shown(self, event: Shown) -> str:
        line = f"{self.name(event.seat)} shows {format_cards(event.cards, ' ')}"
        if event.high is None:
            return line
        low = f"low {low_name(event.low)}" if event.low else "no low"
        return f"{line}: {high_name(event.high)}; {low}"

    def tell_award(self, event: PotAwarded) -> Iterator[str]:
        halves = {Half.HIGH: " for high", Half.LOW: " for low", Half.WHOLE: ""}
        for share in event.shares:
            yield (
                f"{self.name(share.seat)} wins {self.amount(share.amount)} from the "
                f"{pot_name(event.pot, self.pots)}{halves[share.half]}"
            )
