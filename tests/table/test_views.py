"""Who sees what of a table: hidden cards change no byte of anybody's messages, whatever happens at it."""

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import strategies as st

from omaha8.cards import CARD_NAMES, Deck
from omaha8.hand.actions import Fold, Show
from omaha8.hand.events import HandStarted
from omaha8.hand.state import HandState
from omaha8.hand.view import HandView
from omaha8.table.commands import Act, Leave, SitDown
from omaha8.table.events import TableEvent
from omaha8.table.evolve import replay
from omaha8.table.script import run_table_script
from omaha8.table.state import TableConfig, TableState
from omaha8.table.view import view, view_events
from strategies import each_tier
from table.room import Room
from table.test_properties import PLAYERS, TableMachine, configs

# The package exports the function `view` under the module's own name.
views = sys.modules["omaha8.table.view"]
SCRIPTS = sorted((Path(__file__).parent / "scripts").rglob("*.table"))
STRANGER = "stranger"
VIEWERS = 2  # of each moment, drawn: over all moments everybody is looked at


class Moment(NamedTuple):
    """A command's events, with the state before the hand they belong to and all events since then."""

    base: TableState
    so_far: tuple[TableEvent, ...]
    events: tuple[TableEvent, ...]
    deck: Deck
    at: int

    def under(self, deck: Deck) -> TableState:
        """The state after the command, had the hand been dealt from this deck."""
        return replay(self.so_far, self.base, deck)


def moments(before: TableState, rows: Iterable[Any]) -> Iterator[Moment]:
    """The commands of a log from the first hand on."""
    base, so_far, deck = before, tuple[TableEvent, ...](), Deck(())
    state = before
    for row in rows:
        if any(isinstance(event, HandStarted) for event in row.events):
            base, so_far, deck = state, (), row.deck
        so_far += row.events
        state = row.after
        if state.hand is not None:
            yield Moment(base, so_far, row.events, deck, row.at)


def message(events: Iterable[TableEvent], state: TableState, viewer: str | None, now: int) -> bytes:
    """The bytes a viewer is sent after a command."""
    return msgspec.json.encode((view_events(events, state, viewer), view(state, viewer, now)))


def dealt_at(moment: Moment, viewer: str | None) -> int | None:
    """The seat the viewer was dealt in at, by the events alone."""
    state = moment.base
    for event in moment.so_far:
        if isinstance(event, HandStarted):
            numbers = dict(event.stacks)
            found = None if viewer is None else state.find(viewer)
            return found if found in numbers else None
        state = replay((event,), state, moment.deck)
    return None


def seen_places(hand: HandState, number: int | None) -> set[int]:
    """The places in the deck of the cards that a seat may see by the rules: own, face up, and the board."""
    players, count = len(hand.seats), hand.rules.hole_cards
    seen = [index for index, seat in enumerate(hand.seats) if seat.is_face_up or seat.number == number]
    hole = {place * players + index for index in seen for place in range(count)}
    return hole | {players * count + place for place in range(len(hand.board))}


def exchanged(deck: Deck, fixed: set[int], rng: random.Random) -> Deck:
    """Another deck with the same cards at the fixed places, and all others shuffled."""
    free = [place for place in range(len(deck.cards)) if place not in fixed]
    cards = list(deck.cards)
    for place, source in zip(free, rng.sample(free, len(free)), strict=True):
        cards[place] = deck.cards[source]
    return Deck(tuple(cards))


def check(moment: Moment, rng: random.Random) -> None:
    """Over a deck that differs in all a viewer may not see, the same events give the same bytes."""
    state = moment.under(moment.deck)
    assert state.hand is not None
    players = [seat.player for seat in state.seats if seat is not None]
    for viewer in rng.sample([*players, STRANGER, None], VIEWERS):
        fixed = seen_places(state.hand, dealt_at(moment, viewer))
        other = moment.under(exchanged(moment.deck, fixed, rng))
        seen = message(moment.events, state, viewer, moment.at)
        assert seen == message(moment.events, other, viewer, moment.at), viewer


def check_all(played: Iterable[Moment]) -> None:
    rng = random.Random(1)
    for moment in played:
        check(moment, rng)


def moments_of(path: Path) -> Iterator[Moment]:
    """The moments of a script; the table scripts have side pots, mucks, time-outs, leavers and newcomers."""
    result = run_table_script(path.read_text(), path.stem)
    yield from moments(result.before, result.log)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_r3_1_hidden_cards_change_no_byte_in_any_script(path: Path) -> None:
    check_all(moments_of(path))


@each_tier(st.tuples(configs(), st.integers(0, 2**32)), quick=8, deep=100)
def test_r3_1_hidden_cards_change_no_byte_at_a_lively_table(drawn: tuple[TableConfig, int]) -> None:
    table, seed = drawn
    machine = TableMachine()
    machine.open(table, 5)
    machine.a_lively_table(seed, 120)
    log = machine.room.log
    check_all(moments(log[0].before, log) if log else ())


@each_tier(st.tuples(configs(), st.integers(0, 2**32)), quick=5, deep=100)
def test_r3_1_spectators_and_players_who_are_not_in_the_hand_see_the_same_of_it(
    drawn: tuple[TableConfig, int],
) -> None:
    table, seed = drawn
    machine = TableMachine()
    machine.open(table, 5)
    machine.a_lively_table(seed, 120)
    for row in machine.room.log:
        outside = [player for player in PLAYERS if row.after.seat_in_hand(player) is None]
        seen = {msgspec.json.encode(view(row.after, viewer, row.at).hand) for viewer in [*outside, STRANGER, None]}
        assert len(seen) == 1


def winner_gone() -> Room:
    """c won without a showdown and left; d sits on the seat."""
    room = Room()
    room.sit(a=100, b=100, c=100)
    room.wait()
    room.act(Fold(), Fold())
    room.do(Leave("c"), SitDown("d", "d", 3, 100))
    return room


def cards_of(room: Room, viewer: str | None) -> list[tuple[str | None, ...] | None]:
    seen = view(room.state, viewer, room.now).hand
    assert seen is not None
    return [seat.cards for seat in seen.seats]


def test_r7_9_who_sits_at_a_winners_seat_sees_nothing_of_their_hand() -> None:
    room = winner_gone()
    assert cards_of(room, "d") == cards_of(room, None) == [None, None, None]
    you = view(room.state, "d", room.now).you
    assert you is not None
    assert not you.may_show
    assert not isinstance(room.send(Act("d", 0, Show())), tuple)


def test_who_sits_at_a_seat_of_the_last_hand_was_not_dealt_its_cards() -> None:
    players = view(winner_gone().state, None, 0).players
    assert [(player.name, player.dealt) for player in players] == [("a", True), ("b", True), ("d", False)]


def test_r3_1_only_its_owner_sees_a_hand_and_what_may_be_done_with_it() -> None:
    room = Room()
    room.sit(a=100, b=100, c=100)
    room.wait()
    for player, seat in (("a", 1), ("b", 2), ("c", 3)):
        hand = room.hand.seat(seat).known_cards
        assert hand is not None
        own = tuple(CARD_NAMES[card] for card in hand)
        assert [cards for cards in cards_of(room, player) if cards is not None] == [own]
        seen = view(room.state, player, room.now).hand
        assert seen is not None
        assert (seen.legal is not None) == (player == room.to_act)
    assert cards_of(room, None) == [None, None, None]


def test_r9_5_only_the_player_is_told_what_they_may_do() -> None:
    room = Room()
    room.sit(a=100, b=100)
    for viewer in ("a", "b"):
        seen = view(room.state, viewer, room.now)
        assert seen.you is not None
        assert seen.buy_in is None
    for outside in (STRANGER, None):
        seen = view(room.state, outside, room.now)
        assert seen.you is None
        assert seen.buy_in is not None


# Leaks, planted: the checker above must find each of them.

PUBLIC_HAND, HAND_SEEN_BY, HAND_VIEW_EVENT = views.public_hand, views.hand_seen_by, views.hand_view_event


def leak_a_hand(hand: HandState) -> Any:
    return HAND_SEEN_BY(hand.numbers[0], PUBLIC_HAND(hand), hand)


def leak_a_hand_to_a_viewer(number: int | None, public: HandView, hand: HandState) -> Any:
    return HAND_SEEN_BY(hand.numbers[0], public, hand)


def leak_in_the_events(event: Any, hand: HandState, number: int | None, back: Any) -> Any:
    return HAND_VIEW_EVENT(event, hand, hand.numbers[0], back)


def leak_by_the_seat(state: TableState, player: str | None) -> int | None:
    """Whoever sits at the seat now, not who was dealt in there."""
    number = None if player is None else state.find(player)
    return number if state.hand is not None and number in state.hand.numbers else None


@pytest.mark.parametrize(
    ("place", "name", "leak"),
    [
        (views, "public_hand", leak_a_hand),
        (views, "hand_seen_by", leak_a_hand_to_a_viewer),
        (views, "hand_view_event", leak_in_the_events),
        (TableState, "seat_in_hand", leak_by_the_seat),
    ],
)
def test_planted_leaks_are_found(
    place: object, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [path for path in SCRIPTS if path.stem.startswith("R7.")]
    played = [moment for path in paths for moment in moments_of(path)]
    room = winner_gone()
    played += moments(room.log[0].before, room.log)
    check_all(played)
    monkeypatch.setattr(place, name, leak)
    with pytest.raises(AssertionError):
        check_all(played)
