"""Writes a hand as PokerStars' text, in the form that its readers know (docs/formats.md)."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from omaha8.cards import Card, format_cards
from omaha8.evaluation.names import high_name, low_name
from omaha8.formats.chips import Chips, no_protection, plain_names, started
from omaha8.formats.history import Record, Unit, format_amount
from omaha8.formats.values import SYMBOLS
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEvent,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    Shown,
    StreetClosed,
    UncalledReturned,
)
from omaha8.hand.evolve import replay
from omaha8.hand.state import HandState, Seat, Showing, Street
from omaha8.rules import Structure

_LIMITS = {Structure.FIXED_LIMIT: "Limit", Structure.POT_LIMIT: "Pot Limit", Structure.NO_LIMIT: "No Limit"}
_POSTS = {
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.LIVE: "big blind",
    PostKind.DEAD: "small blind",
    PostKind.ANTE: "the ante",
    PostKind.STRADDLE: "straddle",
}
_CODES = {code: symbol for symbol, code in SYMBOLS.items()}


def write_hand(record: Record) -> str:
    """The text of one hand, with a line end behind its last line.

    `HistoryError` with the code `cannot_write` where the format has no words: a protected player, a currency other
    than dollar, euro and pound.
    """
    return "\n".join(_Writer(record).lines()) + "\n"


class _Writer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.start = started(record)
        self.seats = tuple(sorted(number for number, _ in self.start.stacks))
        self.names = plain_names(record, self.seats)
        self.chips = Chips(self.start)
        self.state: HandState = replay(record.events)
        self.board: tuple[Card, ...] = ()
        self.folded: dict[int, Street] = {}
        self.acted: set[int] = set()  # who put chips in before folding
        currency = record.scene.currency
        if record.unit is Unit.CENT and currency not in _CODES:
            raise record.error("cannot_write", f"money in {currency or 'no named currency'} has no sign in this text")
        self.sign = _CODES[currency] if record.unit is Unit.CENT else ""

    def money(self, amount: int) -> str:
        """An amount as the text has it: no decimals where they are 0."""
        return self.sign + format_amount(amount, self.record.unit).removesuffix(".00")

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield self.header()
        scene = self.record.scene
        size = scene.seats or max(self.seats)
        yield f"Table '{' '.join(scene.table.split())}' {size}-max Seat #{self.start.button} is the button"
        stacks = dict(self.start.stacks)
        for seat in self.seats:
            yield f"Seat {seat}: {self.names[seat]} ({self.money(stacks[seat])} in chips) "
        yield from self.posts([event for event in self.record.events if isinstance(event, Posted)])
        showdown = sum(seat.is_live for seat in self.state.seats) > 1
        said = False
        for event in self.record.events:
            if showdown and not said and isinstance(event, Shown | Mucked):
                said = True
                yield "*** SHOW DOWN ***"
            yield from self.tell(event)
        if not showdown:
            for winner in self.state.seats:
                if winner.is_live and winner.showing is not Showing.SHOWN:
                    yield f"{self.names[winner.number]}: doesn't show hand "
        yield from self.summary()

    def header(self) -> str:
        stakes, scene = self.start.stakes, self.record.scene
        low, high = stakes.small_blind, stakes.big_blind
        if stakes.structure is Structure.FIXED_LIMIT:
            low, high = stakes.big_blind, stakes.big_bet
        hole_cards = self.start.rules.hole_cards
        cards = "" if hole_cards == 4 else f"{hole_cards} Card "
        unit = self.record.unit
        amounts = "/".join(self.sign + format_amount(amount, unit) for amount in (low, high))
        money = f"{amounts} {scene.currency}" if self.sign else amounts
        date = f" - {scene.started.astimezone(UTC):%Y/%m/%d %H:%M:%S} UTC" if scene.started else ""
        hand_id = "".join(char if char.isalnum() or char in ".-_" else "-" for char in self.record.hand_id).strip("-")
        game = f"{cards}Omaha Hi/Lo {_LIMITS[stakes.structure]} ({money})"
        return f"PokerStars Hand #{hand_id or 0}:  {game}{date}"

    def posts(self, posts: Sequence[Posted]) -> Iterator[str]:
        """The posts; both blinds missed are one line where the live part is the whole big blind (R2.7)."""
        skip = False
        for event, after in zip(posts, (*posts[1:], None), strict=True):
            put = self.chips.post(event)
            if skip:
                skip = False
                continue
            words, amount = _POSTS[event.kind], put.added
            if after is not None and after.seat == event.seat and self.are_both(event, after):
                words, amount, skip = "small & big blinds", amount + after.amount, True
            all_in = put.all_in or (skip and after is not None and self.chips.behind[event.seat] == after.amount)
            end = " and is all-in" if all_in else ""
            yield f"{self.names[event.seat]}: posts {words} {self.money(amount)}{end}"

    def are_both(self, live: Posted, dead: Posted) -> bool:
        full = live.amount == self.start.stakes.big_blind
        return full and live.kind is PostKind.LIVE and dead.kind is PostKind.DEAD

    def tell(self, event: HandEvent) -> Iterator[str]:  # noqa: C901 - one case an event
        """The lines of an event; none for what the text leaves to its reader."""
        match event:
            case HoleDealt():
                yield "*** HOLE CARDS ***"
                yield from self.dealt()
            case BoardDealt(cards):
                yield self.street(cards)
            case Folded(seat):
                self.folded[seat] = Street(max(0, len(self.board) - 2))
                yield f"{self.names[seat]}: folds{'' if seat == self.record.scene.hero else self.known(seat)} "
            case Checked(seat):
                yield f"{self.names[seat]}: checks "
            case Called() | BetMade() | Raised():
                yield self.paid(event)
            case Protected():
                raise no_protection(self.record)
            case UncalledReturned(seat, amount):
                yield f"Uncalled bet ({self.money(amount)}) returned to {self.names[seat]}"
            case StreetClosed():
                self.chips.close_street()
            case Shown():
                yield f"{self.names[event.seat]}: shows [{format_cards(event.cards, ' ')}]{_value(event)}"
            case Mucked(seat):
                yield f"{self.names[seat]}: mucks hand "
            case PotAwarded():
                for share in event.shares:
                    yield f"{self.names[share.seat]} collected {self.money(share.amount)} from {self.pot(event.pot)}"
            case _:
                return

    def dealt(self) -> Iterator[str]:
        """The hero's hole cards, and those no other line can name; the rest stand where they are folded or mucked."""
        hero = self.record.scene.hero
        for seat in sorted(self.record.cards, key=lambda seat: (seat != hero, seat)):
            named = seat in self.names and (seat == hero or self.state.seat(seat).is_live)
            if named and (seat == hero or self.state.seat(seat).showing not in (Showing.SHOWN, Showing.MUCKED)):
                yield f"Dealt to {self.names[seat]}{self.known(seat)}"

    def known(self, seat: int) -> str:
        """A seat's cards as far as the text may name them; empty for none."""
        cards = [card for card in self.record.cards.get(seat, ()) if card is not None]
        return f" [{format_cards(cards, ' ')}]" if cards else ""

    def street(self, cards: tuple[Card, ...]) -> str:
        before = f"[{format_cards(self.board, ' ')}] " if self.board else ""
        self.board += cards
        name = Street(len(self.board) - 2).name
        return f"*** {name} *** {before}[{format_cards(cards, ' ')}]"

    def paid(self, event: Called | BetMade | Raised) -> str:
        put = self.chips.act(event)
        self.acted.add(event.seat)
        words = f"raises {self.money(put.by)} to {self.money(put.total)}"
        if isinstance(event, Called):
            words = f"calls {self.money(put.added)}"
        elif isinstance(event, BetMade):
            words = f"bets {self.money(put.total)}"
        return f"{self.names[event.seat]}: {words}{' and is all-in' if put.all_in else ''}"

    def pot(self, number: int) -> str:
        """What the text calls a pot."""
        many = len(self.state.awards)
        if many <= 1:
            return "pot"
        if number == 0:
            return "main pot"
        return "side pot" if many == 2 else f"side pot-{number}"

    # The summary

    def summary(self) -> Iterator[str]:
        """Totals, the board, and what became of each seat."""
        yield "*** SUMMARY ***"
        rake = sum(event.amount for event in self.record.events if isinstance(event, RakeTaken))
        pots = {award.pot: award.amount for award in self.state.awards}
        total = f"Total pot {self.money(sum(pots.values()) + rake)}"
        if len(pots) > 1:
            sides = [f"S{self.pot(number)[1:]} {self.money(pots[number])}." for number in sorted(pots) if number]
            total += f" Main pot {self.money(pots[0])}. {' '.join(sides)}"
        yield f"{total} | Rake {self.money(rake)} "
        if self.board:
            yield f"Board [{format_cards(self.board, ' ')}]"
        for seat in self.seats:
            yield f"Seat {seat}: {self.names[seat]}{self.places(seat)} {self.fate(self.state.seat(seat))}"

    def places(self, seat: int) -> str:
        kinds = {event.kind for event in self.record.events if isinstance(event, Posted) and event.seat == seat}
        button = " (button)" if seat == self.start.button else ""
        small = " (small blind)" if PostKind.SMALL_BLIND in kinds else ""
        return button + small + (" (big blind)" if PostKind.BIG_BLIND in kinds else "")

    def fate(self, seat: Seat) -> str:
        number = seat.number
        won = sum(share.amount for award in self.state.awards for share in award.shares if share.seat == number)
        if number in self.folded:
            if self.folded[number] is Street.PREFLOP:
                paid = number in self.acted or self.places(number).endswith("blind)")
                return "folded before Flop" + ("" if paid else " (didn't bet)")
            return f"folded on the {self.folded[number].name.title()}"
        if seat.showing is not Showing.SHOWN:
            return f"collected ({self.money(won)})" if won else f"mucked{self.known(number)}"
        if not seat.high:
            return f"collected ({self.money(won)})"
        value = high_name(seat.high) + (f"; LO: {low_name(seat.low)}" if seat.low else "")
        outcome = f"won ({self.money(won)})" if won else "lost"
        return f"showed [{format_cards(seat.cards, ' ')}] and {outcome} with HI: {value}"


def _value(event: Shown) -> str:
    """What a shown hand is worth, on a full board."""
    if event.high is None:
        return ""
    low = f"; LO: {low_name(event.low)}" if event.low else ""
    return f" (HI: {high_name(event.high)}{low})"
