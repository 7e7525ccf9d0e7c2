"""Hand scripts out of played hands, and what a hand did in the words of a script (`docs/hand-script.md`).

A script written here holds every card of the deck that was used: it is for bug reports, never for other players.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec

from omaha8.cards import Deck, format_cards
from omaha8.hand.actions import BetTo, Call, Check, Fold, Protect, RaiseTo
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    Half,
    HandEnded,
    HandEvent,
    HandsTurnedUp,
    Mucked,
    PostKind,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    Shown,
    ShowOffered,
    UncalledReturned,
)
from omaha8.hand.evolve import replay
from omaha8.hand.pots import pots
from omaha8.hand.script_lines import MAX_LINE, NOTHING, format_action, format_seat_amounts, format_seats, pot_name
from omaha8.hand.script_model import POST_WORDS
from omaha8.hand.setup import HandSetup, blinds, deal_order
from omaha8.hand.state import Street
from omaha8.hand.view import last_hand
from omaha8.rules import PROFILES, HouseRules, Structure, fixed_limit

WIDTH = 100

SeatAmounts = tuple[tuple[int, int], ...]
SeatPots = tuple[tuple[int, tuple[int, ...]], ...]
Halves = Mapping[str, SeatAmounts]


def write_script(setup: HandSetup, deck: Deck, events: Sequence[HandEvent], rule: str = "") -> str:
    """The hand as a script with every expectation; it reads and plays to the same events.

    A hand that has not ended is marked `unfinished`. `rule` is what the script is to say that it shows.
    """
    state = replay(events, deck)
    lines = [*_setup_lines(setup, rule), *_deal_lines(setup, deck), *_action_lines(events)]
    returned = uncalled(events)
    lines.append(_line("uncalled", format_seat_amounts(returned)))
    if not state.has_ended:
        lines.append("unfinished")
        return "\n".join(lines) + "\n"
    lines += [
        _line("faceup", format_seats(face_up(events))),
        _line("shown", format_seats(shown(events))),
        _line("lasthand", format_seats(sorted(last_hand(state)))),
        _line("pots", format_pots(pots_paid(events, deck))),
        _line("award", format_awards(halves_paid(state.awards))),
        _line("final", format_seat_amounts(sorted(state.stacks.items()))),
    ]
    return "\n".join(lines) + "\n"


def uncalled(events: Iterable[HandEvent]) -> SeatAmounts:
    """The bets that came back, in order."""
    return tuple((event.seat, event.amount) for event in events if isinstance(event, UncalledReturned))


def shown(events: Iterable[HandEvent]) -> tuple[int, ...]:
    """The seats whose hands were shown, in order."""
    return tuple(event.seat for event in events if isinstance(event, Shown))


def face_up(events: Iterable[HandEvent]) -> tuple[int, ...]:
    """The seats whose hands were turned up before the board was complete, by number (R7.6)."""
    turned = [event.hands for event in events if isinstance(event, HandsTurnedUp)]
    return tuple(sorted(seat for hands in turned for seat, _ in hands))


def pots_paid(events: Iterable[HandEvent], deck: Deck) -> SeatPots:
    """Amount and seats of each pot just before the first chip leaves it, main pot first."""
    unpaid = takewhile(lambda event: not isinstance(event, RakeTaken | PotAwarded), events)
    state = replay(unpaid, deck)
    return tuple((pot.amount, tuple(state.numbers[index] for index in pot.seats)) for pot in pots(state))


def halves_paid(awards: Iterable[PotAwarded]) -> dict[int, Halves]:
    """What each half of each pot paid, by the pot's index; `scoop` where one seat took the pot whole."""
    return {award.pot: _halves(award) for award in awards}


def _halves(award: PotAwarded) -> Halves:
    words = {Half.HIGH: "high", Half.LOW: "low", Half.WHOLE: "split"}
    if len({share.seat for share in award.shares}) == 1:
        return {"scoop": ((award.shares[0].seat, award.amount),)}
    halves: dict[str, SeatAmounts] = {}
    for share in award.shares:
        word = words[share.half]
        halves[word] = (*halves.get(word, ()), (share.seat, share.amount))
    return halves


def format_pots(paid: Iterable[tuple[int, Iterable[int]]]) -> str:
    """`main 80 s1 s2 | side1 40 s1`."""
    pots_text = (f"{pot_name(at)} {chips} {format_seats(sorted(seats))}" for at, (chips, seats) in enumerate(paid))
    return " | ".join(pots_text) or NOTHING


def format_awards(awards: Mapping[int, Halves]) -> str:
    """`main high s2 40 low s3 40 | side1 scoop s2 120`."""
    pots_text = []
    for pot, halves in sorted(awards.items()):
        shares = (f"{half} {format_seat_amounts(sorted(paid))}" for half, paid in sorted(halves.items()))
        pots_text.append(" ".join([pot_name(pot), *shares]))
    return " | ".join(pots_text) or NOTHING


def _line(keyword: str, text: str) -> str:
    return f"{keyword:<9} {text}"


def _free_text(text: str) -> str:
    """Text that stays on its line and is no comment."""
    return " ".join(text.replace("#", " ").split())[: MAX_LINE // 2]


def _setup_lines(setup: HandSetup, rule: str) -> Iterator[str]:
    rules, stakes = setup.rules, setup.stakes
    if rule:
        yield _line("rule", _free_text(rule))
    bets = (stakes.small_blind, stakes.big_blind)
    if stakes.structure is Structure.FIXED_LIMIT:
        bets = (stakes.big_blind, stakes.big_bet)
    yield _line("game", f"{stakes.structure.value} {bets[0]}/{bets[1]}")
    if stakes.structure is Structure.FIXED_LIMIT and fixed_limit(rules, *bets) != stakes:
        yield _line("blinds", f"{stakes.small_blind}/{stakes.big_blind}")
    yield _line("house", _house(rules))
    if setup.smallest_chip != 1:
        yield _line("chip", str(setup.smallest_chip))
    if setup.rake:
        yield _line("rake", str(setup.rake))
    yield _line("stacks", format_seat_amounts(setup.stacks))
    yield _line("button", f"s{setup.button}")
    posts = _posts(setup)
    if posts:
        yield _line("posts", posts)


def _house(rules: HouseRules) -> str:
    """The profile that differs least, and the options that differ."""
    values = msgspec.to_builtins(rules)
    best: tuple[str, ...] = ()
    for name, profile in PROFILES.items():
        usual = msgspec.to_builtins(profile)
        options = (f"{option}={_option(value)}" for option, value in values.items() if usual[option] != value)
        words = (name, *options)
        if not best or len(words) < len(best):
            best = words
    return " ".join(best)


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _posts(setup: HandSetup) -> str:
    """The posts beyond the usual blinds; all of them where the blinds are not the usual ones."""
    seats = [seat for seat, _ in setup.stacks]
    has_small = any(post.kind is PostKind.SMALL_BLIND for post in setup.posts)
    usual = blinds(setup.stakes, seats, setup.button, small_blind=has_small)
    posts = setup.posts[len(usual) :] if setup.posts[: len(usual)] == usual else setup.posts
    words = [] if has_small else ["sb", NOTHING]
    seat = 0
    for post in posts:
        if post.seat != seat:
            seat = post.seat
            words.append(f"s{seat}")
        words += [POST_WORDS[post.kind], str(post.amount)]
    return " ".join(words)


def _deal_lines(setup: HandSetup, deck: Deck) -> Iterator[str]:
    order = deal_order((seat for seat, _ in setup.stacks), setup.button)
    for index, seat in enumerate(order):
        cards = deck.hole_cards(index, len(order), setup.rules.hole_cards)
        if any(card is not None for card in cards):
            yield _line("deal", f"s{seat} {format_cards(cards)}")


def _action_lines(events: Iterable[HandEvent]) -> Iterator[str]:
    """The lines of streets and choices."""
    street, cards, items = Street.PREFLOP, "", list[str]()
    choices: list[str] = []
    offered: int | None = None
    ended = False
    for event in events:
        match event:
            case BoardDealt():
                yield from _street_lines(street, cards, items)
                street, cards, items = Street(street + 1), format_cards(event.cards, " "), []
            case ShowOffered():
                offered = event.seat
            case Shown() if event.seat == offered or ended:
                choices.append(f"s{event.seat} show")
            case Mucked():
                choices.append(f"s{event.seat} muck")
            case HandEnded():
                ended = True
            case _:
                item = _action_item(event)
                if item:
                    items.append(item)
    yield from _street_lines(street, cards, items)
    if choices:
        yield from _wrapped("show", "show", choices)


def _action_item(event: HandEvent) -> str:
    """The event as an action of the script; nothing for what the dealer did."""
    match event:
        case Folded():
            return f"s{event.seat} {format_action(Fold())}"
        case Checked():
            return f"s{event.seat} {format_action(Check())}"
        case Called():
            return f"s{event.seat} {format_action(Call())} {event.amount}"
        case BetMade():
            return f"s{event.seat} {format_action(BetTo(event.to))}"
        case Raised():
            return f"s{event.seat} {format_action(RaiseTo(event.to))}"
        case Protected():
            return f"s{event.seat} {format_action(Protect())}"
        case _:
            return ""


def _street_lines(street: Street, cards: str, items: Sequence[str]) -> Iterator[str]:
    name = street.name.lower()
    if street is Street.PREFLOP:
        return _wrapped(name, name, items)
    first = f"{name:<9} {cards}"
    if not items:
        return iter([first])
    return _wrapped(f"{first} :", f"{name:<9} :", items)


def _wrapped(first: str, again: str, items: Sequence[str]) -> Iterator[str]:
    """Items between bars, on as many lines as they need."""
    start, line = first, ""
    for item in items:
        if line and len(start) + len(line) + len(item) > WIDTH:
            yield f"{start:<9} {line}"
            start, line = again, ""
        line = f"{line} | {item}" if line else item
    if line:
        yield f"{start:<9} {line}"
