"""What a table script may expect, and how it is compared with the table (`docs/table-script.md`).

Each check takes its line and what has happened; it raises `ScriptError` where they differ.
"""

import re
from collections.abc import Callable, Iterable

import msgspec

from omaha8.cards import Deck
from omaha8.hand import script_lines as words
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEvent, Posted
from omaha8.hand.script_lines import Line
from omaha8.hand.script_model import POST_WORDS
from omaha8.hand.script_write import face_up, format_awards, format_pots, halves_paid, pots_paid, shown
from omaha8.hand.state import HandState, Standing
from omaha8.hand.view import last_hand
from omaha8.table import script_text as text_of
from omaha8.table.events import TableEvent
from omaha8.table.state import TableState
from omaha8.table.transfers import escrow, transfers
from omaha8.table.view import PlayerView, view


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """The table at a line of a script: its state and time, the last hand's events and deck, the last command's events.

    `before` is the state in which that command was sent.
    """

    state: TableState
    now: int
    hand_events: tuple[HandEvent, ...]
    deck: Deck
    moved: tuple[TableEvent, ...]
    before: TableState

    def hand(self, line: Line) -> HandState:
        """The hand that is played, or was last."""
        if self.state.hand is None:
            raise line.error("expectation", "no hand has been dealt yet")
        return self.state.hand


def compare(line: Line, expected: str, got: str) -> None:
    """Both as a script writes them; blanks do not count."""
    if expected.split() != got.split():
        raise line.error("expectation", f"expected {' '.join(expected.split())}; got {' '.join(got.split())}")


def _seats(line: Line, seats: Iterable[int]) -> None:
    """The line names exactly these seats, in any order."""
    if not line.text:
        raise line.error("bad_line", "write seats, like s1 s4, or none")
    named = [] if line.text == words.NOTHING else [words.seat_number(line, word) for word in line.words]
    compare(line, words.format_seats(sorted(named)), words.format_seats(sorted(seats)))


def _where(wanted: Callable[[PlayerView], bool]) -> Callable[[Line, Seen], None]:
    """A check of which players are so, by the table's public view."""
    return lambda line, seen: _seats(
        line, (player.seat for player in view(seen.state, None, seen.now).players if wanted(player))
    )


def taken(line: Line, seen: Seen) -> None:
    """Which seats are taken."""
    _seats(line, (player.seat for player in view(seen.state, None, seen.now).players))


def places(line: Line, seen: Seen) -> None:
    """`places button s1  small s2  big s3`: of the last hand; a place may be empty."""
    state = seen.state
    now = {"button": state.button, "small": state.small_blind, "big": state.big_blind}
    asked = line.words
    if len(asked) % 2 or not asked or not set(asked[::2]) <= set(now):
        raise line.error("bad_line", "write button, small and big with their seats, like button s1 small s2 big s3")
    for name, seat in zip(asked[::2], asked[1::2], strict=True):
        number = words.seat_number(line, seat)
        got = now[name]
        compare(line, f"{name} s{number}", f"{name} {words.NOTHING if got is None else f's{got}'}")


def dealt(line: Line, seen: Seen) -> None:
    """Who was dealt into the last hand."""
    _seats(line, seen.hand(line).numbers)


def posts(line: Line, seen: Seen) -> None:
    """Everything that was posted in the last hand."""
    made: text_of.Posts = {}
    for event in seen.hand_events:
        if isinstance(event, Posted):
            made.setdefault(event.seat, []).append((POST_WORDS[event.kind], event.amount))
    compare(line, text_of.format_posts(text_of.posts(line)), text_of.format_posts(made))


def owes(line: Line, seen: Seen) -> None:
    """What each player named must post to be dealt in at once, as their own view says (R2.6, R2.7)."""
    asked = text_of.posts(line)
    owed: text_of.Posts = {}
    for number in asked:
        you = view(seen.state, text_of.seated(line, f"s{number}", seen.state), seen.now).you
        assert you is not None
        amounts = (("live", you.to_play_live), ("dead", you.to_play_dead))
        owed[number] = [(kind, chips) for kind, chips in amounts if chips]
    compare(line, text_of.format_posts(asked), text_of.format_posts(owed))


def stakes(line: Line, seen: Seen) -> None:
    """`stakes pl 1/2 next nl 1/2`: of this hand and, if it is said, of the next."""
    this, _, following = line.text.partition("next")
    table = view(seen.state, None, seen.now)
    compare(line, this, text_of.format_stakes(table.stakes))
    if following:
        compare(line, f"next {following}", f"next {text_of.format_stakes(table.next_stakes)}")


def clock(line: Line, seen: Seen) -> None:
    """`clock action s3 25s of 30s visible 20s extended`: what the table waits for, whom, and how long from now."""
    table = view(seen.state, None, seen.now).clock
    got = [table.waiting.value]
    if table.seat is not None:
        got.append(f"s{table.seat}")
    if table.deadline is not None:
        got.append(text_of.format_duration(table.deadline - seen.now))
    if "of" in line.words:
        got += ["of", text_of.format_duration(table.time)]
    if "visible" in line.words:
        got += ["visible", text_of.format_duration(table.visible)]
    if table.extended:
        got.append("extended")
    compare(line, line.text, " ".join(got))


def stacks(line: Line, seen: Seen) -> None:
    """Chips behind, of the seats named."""
    asked = words.seat_amounts(line, line.words)
    now = {player.seat: player.chips for player in view(seen.state, None, seen.now).players}
    got = ((seat, now[seat]) for seat, _ in asked if seat in now)
    compare(line, words.format_seat_amounts(asked), words.format_seat_amounts(got))


def queued(line: Line, seen: Seen) -> None:
    """`queued ann kept 1m  bob`: who waits for a seat, in order, and for whom one is kept, for how long from now."""
    got = []
    for waiter in seen.state.waiting_list:
        own = view(seen.state, waiter.player, seen.now).waiting_list
        assert own is not None
        got.append(waiter.player)
        if own.kept_until is not None:
            got += ["kept", text_of.format_duration(own.kept_until - seen.now)]
    compare(line, line.text, " ".join(got) or words.NOTHING)


def legal(line: Line, seen: Seen) -> None:
    """`legal s1: fold, call 2, raise 4..7`, or `legal nobody`: exactly this may be done in the hand."""
    offer = words.format_offer(words.offer(line))
    compare(line, offer, words.format_offer(legal_actions(seen.hand(line))))


def live(line: Line, seen: Seen) -> None:
    """Who has not folded, all-in and protected players included."""
    _seats(line, (seat.number for seat in seen.hand(line).seats if seat.is_live))


def protected(line: Line, seen: Seen) -> None:
    """Who is protected (R8.4)."""
    _seats(line, (seat.number for seat in seen.hand(line).seats if seat.standing is Standing.PROTECTED))


def pots(line: Line, seen: Seen) -> None:
    """`pots main 80 s1 s2 | side1 40 s1`, before they were paid."""
    compare(line, line.text, format_pots(pots_paid(seen.hand_events, seen.deck)))


def award(line: Line, seen: Seen) -> None:
    """`award main high s2 40 low s3 40 | side1 scoop s2 120`."""
    compare(line, line.text, format_awards(halves_paid(seen.hand(line).awards)))


def shown_hands(line: Line, seen: Seen) -> None:
    """Who showed, in order."""
    compare(line, line.text, words.format_seats(shown(seen.hand_events)))


def turned_up(line: Line, seen: Seen) -> None:
    """Whose hands were turned up before the board was complete (R7.6)."""
    _seats(line, face_up(seen.hand_events))


def looked_up(line: Line, seen: Seen) -> None:
    """Whose hands may be seen in the last-hand window (R7.8)."""
    _seats(line, last_hand(seen.hand(line)))


def moved(line: Line, seen: Seen) -> None:
    """`transfers buy_in p1 100 | hand p1 -2 p2 2`: what the last command changed at the table, by player."""
    asked = []
    for item in [] if line.text == words.NOTHING else line.items():
        kind, *changes = item.words
        if len(changes) % 2 or not changes or not all(re.fullmatch(r"-?[0-9]{1,15}", word) for word in changes[1::2]):
            raise item.error("bad_transfer", "write its kind, then players with chips, like hand p1 -2 p2 2")
        asked.append(_transfer(kind, zip(changes[::2], map(int, changes[1::2]), strict=True)))
    seats = escrow("", "")
    made = [
        _transfer(one.kind, ((name.removeprefix(seats), n) for name, n in one.entries if name.startswith(seats)))
        for one in transfers("", seen.before, seen.moved, seen.state)
    ]
    compare(line, " | ".join(asked) or words.NOTHING, " | ".join(made) or words.NOTHING)


def _transfer(kind: str, changes: Iterable[tuple[str, int]]) -> str:
    return " ".join([kind, *(f"{player} {chips}" for player, chips in sorted(changes))])


CHECKS: dict[str, Callable[[Line, Seen], None]] = {
    "places": places,
    "dealt": dealt,
    "posts": posts,
    "owes": owes,
    "stakes": stakes,
    "clock": clock,
    "stacks": stacks,
    "taken": taken,
    "away": _where(lambda player: player.sitting_out),
    "waits": _where(lambda player: player.waiting),
    "queued": queued,
    "legal": legal,
    "live": live,
    "protected": protected,
    "pots": pots,
    "award": award,
    "shown": shown_hands,
    "faceup": turned_up,
    "lasthand": looked_up,
    "transfers": moved,
}
