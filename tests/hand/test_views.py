"""Who sees what: a viewer's messages must not depend on a card the viewer may not see (R3.1, R7.5, R7.8)."""

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
import pytest
from msgspec.structs import replace

from omaha8.cards import CARD_NAMES, Card, Deck, card_name, parse_cards
from omaha8.hand.actions import Action, Call, Check, Fold, Muck, RaiseTo, Refusal, Show
from omaha8.hand.events import Folded, HandEvent, HandsTurnedUp, HoleDealt, Mucked, ShowOffered
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, blinds, deck_of
from omaha8.hand.state import HandState, Seat, Showing
from omaha8.hand.view import CardsDealt, HandView, SeatView, ViewEvent, last_hand, view, view_events
from omaha8.rules import MAX_SEATS, HouseRules, no_limit
from strategies import Played, Step, chosen, each_tier, play, played_hands, shuffled

HANDS = played_hands()

# The package exports the function `view` under the module's own name.
views = sys.modules["omaha8.hand.view"]


def batches(hand: Played) -> Iterator[tuple[tuple[HandEvent, ...], tuple[HandEvent, ...]]]:
    """What one command caused, with everything that happened up to its end."""
    so_far: tuple[HandEvent, ...] = ()
    for batch in (hand.opening, *(step.events for step in hand.steps)):
        so_far += batch
        yield batch, so_far


def viewers(hand: Played) -> list[int | None]:
    """Every player, a seat that was not dealt in, and a spectator."""
    return [*hand.state.numbers, MAX_SEATS + 1, None]


def message(batch: Iterable[HandEvent], state: HandState, viewer: int | None) -> bytes:
    """The bytes a viewer is sent after a command."""
    return msgspec.json.encode((views.view_events(batch, state, viewer), views.view(state, viewer)))


def seen_places(state: HandState, viewer: int | None) -> set[int]:
    """The places in the deck of the cards that the viewer may see by the rules: own, face up, and the board."""
    players, count = len(state.seats), state.rules.hole_cards
    mine_or_open = [i for i, seat in enumerate(state.seats) if seat.is_face_up or seat.number == viewer]
    hole = {place * players + i for i in mine_or_open for place in range(count)}
    return hole | {players * count + place for place in range(len(state.board))}


def exchanged(deck: Deck, fixed: set[int], rng: random.Random) -> Deck:
    """Another deck with the same cards at the fixed places, and all others shuffled."""
    free = [place for place in range(len(deck.cards)) if place not in fixed]
    cards = list(deck.cards)
    for place, source in zip(free, rng.sample(free, len(free)), strict=True):
        cards[place] = deck.cards[source]
    return Deck(tuple(cards))


def check_hidden_cards_do_not_matter(hand: Played) -> None:
    """The same events over a deck that differs in all the viewer may not see give the viewer the same bytes."""
    rng = random.Random(len(hand.events))
    for batch, so_far in batches(hand):
        state = replay(so_far, hand.deck)
        for viewer in viewers(hand):
            other = replay(so_far, exchanged(hand.deck, seen_places(state, viewer), rng))
            assert message(batch, state, viewer) == message(batch, other, viewer), viewer


@each_tier(HANDS, quick=100, deep=700)
def test_r3_1_hidden_cards_change_no_byte_of_anybodys_messages(hand: Played) -> None:
    check_hidden_cards_do_not_matter(hand)


@each_tier(HANDS, quick=100, deep=700)
def test_r4_2_the_hand_goes_on_alike_whatever_was_folded(hand: Played) -> None:
    """Played again by the same actions over other folded and undealt cards: the same messages from start to end."""
    rng = random.Random(len(hand.events))
    for viewer in viewers(hand):
        matters = seen_places(hand.state, viewer) | (live_places(hand.state) if has_showdown(hand) else set())
        other = exchanged(hand.deck, matters, rng)
        actions = iter(hand.steps)
        again = play(hand.setup, other, lambda state, legal: next(actions).action)  # noqa: B023
        assert again.events == hand.events
        assert messages(again, viewer) == messages(hand, viewer)


def has_showdown(hand: Played) -> bool:
    return sum(seat.is_live for seat in hand.state.seats) > 1


def live_places(state: HandState) -> set[int]:
    players = len(state.seats)
    live = [i for i, seat in enumerate(state.seats) if seat.is_live]
    return {place * players + i for i in live for place in range(state.rules.hole_cards)}


def messages(hand: Played, viewer: int | None) -> list[bytes]:
    return [message(batch, replay(so_far, hand.deck), viewer) for batch, so_far in batches(hand)]


@each_tier(HANDS, quick=100, deep=700)
def test_a_printed_state_deck_or_seat_names_no_hidden_card(hand: Played) -> None:
    rng = random.Random(len(hand.events))
    for _, so_far in batches(hand):
        state = replay(so_far, hand.deck)
        deck = exchanged(hand.deck, seen_places(state, None), rng)
        other = replay(so_far, deck)
        assert (repr(state), str(state)) == (repr(other), str(other))
        assert (repr(hand.deck), str(hand.deck)) == (repr(deck), str(deck))
        assert list(map(str, state.seats)) == list(map(str, other.seats))


@each_tier(HANDS, quick=100, deep=700)
def test_a_spectator_and_a_seat_not_dealt_in_get_the_same(hand: Played) -> None:
    assert messages(hand, None) == messages(hand, MAX_SEATS + 1)


@each_tier(HANDS, quick=100, deep=700)
def test_r9_2_only_the_seat_whose_turn_it_is_gets_legal_actions(hand: Played) -> None:
    for step in hand.steps:
        for viewer in viewers(hand):
            assert (view(step.state, viewer).legal is not None) == (viewer == step.seat)


# Leaks, planted: the checker above must find each of them.

SEAT_VIEW: Callable[..., SeatView] = views._seat_view
VIEW_EVENT: Callable[[HandEvent, HandState, int | None, Mapping[int, int]], ViewEvent] = views.view_event
VIEW = view


def leak_all_cards(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
    return SEAT_VIEW(state, seat, visible=True)


def leak_folded_hands(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
    return SEAT_VIEW(state, seat, visible=visible or not seat.is_live)


def leak_mucked_hands(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
    return SEAT_VIEW(state, seat, visible=visible or seat.showing is Showing.MUCKED)


def leak_one_card(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
    seen = SEAT_VIEW(state, seat, visible=visible)
    first = tuple(CARD_NAMES[card] for card in seat.cards[:1] if card is not None)
    return seen if seen.cards else replace(seen, cards=first)


def leak_dealt_cards(event: HandEvent, state: HandState, viewer: int | None, back: Mapping[int, int]) -> ViewEvent:
    if isinstance(event, HoleDealt):
        return CardsDealt(event.seats, names(state.seats[0].known_cards or ()))
    return VIEW_EVENT(event, state, viewer, back)


def leak_by_order(state: HandState, viewer: int | None) -> HandView:
    """No card is named, but the seats stand in the order of what they hold."""
    return replace(
        VIEW(state, viewer), seats=tuple(sorted(VIEW(state, None).seats, key=lambda seen: best(state, seen)))
    )


def best(state: HandState, seen: SeatView) -> int:
    return max((card or 0 for card in state.seat(seen.seat).cards), default=0)


def leak_by_a_number(state: HandState, viewer: int | None) -> HandView:
    """A number that only hidden cards explain: the sum of all hole cards in play."""
    held = [card or 0 for seat in state.seats for card in seat.cards]
    return replace(VIEW(state, viewer), total_pot=state.pot + sum(held) % 2)


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("_seat_view", leak_all_cards),
        ("_seat_view", leak_folded_hands),
        ("_seat_view", leak_mucked_hands),
        ("_seat_view", leak_one_card),
        ("view_event", leak_dealt_cards),
        ("view", leak_by_order),
        ("view", leak_by_a_number),
    ],
)
def test_planted_leaks_are_found(name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    check_some_hands()
    monkeypatch.setattr(views, name, leak)
    with pytest.raises(AssertionError):
        check_some_hands()


def check_some_hands() -> None:
    for hand in (three_handed_showdown(), *random_hands(5)):
        check_hidden_cards_do_not_matter(hand)


# Hands whose cards are known. Seat 1 has the nuts both ways, seat 2 nothing, seat 3 less than nothing.

STAKES = no_limit(1, 2)
NUTS, BEATEN, WORST = "AsAdKs2d", "QsQdTsTd", "9s9d6s6d"
BOARD = "Ah3c4d8hJc"
DECK = deck_of([parse_cards(NUTS), parse_cards(BEATEN), parse_cards(WORST)], parse_cards(BOARD))


def setup_of(rules: HouseRules | None = None, stacks: tuple[int, ...] = (100, 100, 100)) -> HandSetup:
    seats = range(1, len(stacks) + 1)
    return HandSetup(
        rules=rules or HouseRules(),
        stakes=STAKES,
        button=3,
        stacks=tuple(zip(seats, stacks, strict=True)),
        posts=blinds(STAKES, seats, 3),
    )


def played(setup: HandSetup, *actions: Action) -> Played:
    """The hand after these actions, whether over or not."""
    opening = start(setup, DECK)
    hand = Played(setup, DECK, opening, (), replay(opening, DECK))
    for action in actions:
        seat = hand.state.to_act
        assert seat is not None
        hand = after(hand, seat, action)
    return hand


def after(hand: Played, seat: int, action: Action) -> Played:
    events = decide(hand.state, seat, action, DECK)
    assert not isinstance(events, Refusal)
    step = Step(hand.state, seat, action, events)
    return hand._replace(steps=(*hand.steps, step), state=replay(events, DECK, hand.state))


CHECKED_DOWN: tuple[Action, ...] = (Call(), Call(), Check(), *[Check()] * 9)


def three_handed_showdown(rules: HouseRules | None = None) -> Played:
    """Checked down: seat 1 shows the nuts, seats 2 and 3 are beaten and muck."""
    return played(setup_of(rules), *CHECKED_DOWN, Muck(), Muck())


def random_hands(count: int) -> Iterator[Played]:
    for seed in range(count):
        rng = random.Random(seed)
        hand = play(setup_of(), shuffled(seed), lambda _, legal: chosen(legal, rng.randrange(1000)))  # noqa: B023
        yield hand


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card_name(card) for card in cards)


def cards_seen(hand: Played, viewer: int | None) -> dict[int, tuple[str | None, ...] | None]:
    return {seen.seat: seen.cards for seen in view(hand.state, viewer).seats}


def test_r3_1_a_player_sees_their_own_cards_and_backs() -> None:
    hand = played(setup_of())
    assert cards_seen(hand, 2) == {1: None, 2: names(parse_cards(BEATEN)), 3: None}
    assert cards_seen(hand, None) == {1: None, 2: None, 3: None}
    assert [seen.holding for seen in view(hand.state, None).seats] == [4, 4, 4]


def test_r3_1_the_deal_tells_each_player_their_own_cards_only() -> None:
    hand = played(setup_of())
    dealt = [
        next(event for event in view_events(hand.opening, hand.state, viewer) if isinstance(event, CardsDealt))
        for viewer in (1, 3, None, 9)
    ]
    assert [seen.cards for seen in dealt] == [names(parse_cards(NUTS)), names(parse_cards(WORST)), None, None]
    assert dealt[0].seats == (1, 2, 3)


def test_r4_2_a_folded_hand_leaves_the_table_for_all_but_its_owner() -> None:
    hand = played(setup_of(), Fold())
    assert cards_seen(hand, 3) == {1: None, 2: None, 3: names(parse_cards(WORST))}
    assert cards_seen(hand, 1)[3] is None
    assert [seen.holding for seen in view(hand.state, 1).seats] == [4, 4, 0]


def test_r7_5_a_beaten_hand_stays_hidden_while_its_owner_chooses() -> None:
    hand = played(setup_of(), *CHECKED_DOWN)
    assert isinstance(hand.events[-1], ShowOffered)
    assert cards_seen(hand, None) == {1: names(parse_cards(NUTS)), 2: None, 3: None}


def test_r7_5_a_mucked_hand_is_in_no_message_to_others() -> None:
    hand = three_handed_showdown()
    assert [event.seat for event in hand.events if isinstance(event, Mucked)] == [2, 3]
    assert cards_seen(hand, 1) == {1: names(parse_cards(NUTS)), 2: None, 3: None}
    assert cards_seen(hand, 2) == {1: names(parse_cards(NUTS)), 2: names(parse_cards(BEATEN)), 3: None}
    for viewer in (1, 3, None):
        for text in messages(hand, viewer):
            assert not any(f'"{card_name(card)}"'.encode() in text for card in parse_cards(BEATEN)), viewer
    assert any(b'"Qs"' in text for text in messages(hand, 2))


def test_r7_5_a_beaten_hand_that_is_shown_is_seen_by_all() -> None:
    hand = played(setup_of(), *CHECKED_DOWN, Show(), Muck())
    assert cards_seen(hand, None) == {1: names(parse_cards(NUTS)), 2: names(parse_cards(BEATEN)), 3: None}


def test_r7_6_hands_all_in_lie_face_up_for_everybody() -> None:
    hand = played(setup_of(stacks=(100, 100, 100)), RaiseTo(100), Call(), Fold())
    assert any(isinstance(event, HandsTurnedUp) for event in hand.events)
    assert cards_seen(hand, None) == {1: names(parse_cards(NUTS)), 2: None, 3: names(parse_cards(WORST))}


def test_the_pots_of_a_view_are_those_of_the_closed_streets() -> None:
    hand = played(setup_of(stacks=(100, 100, 10)), RaiseTo(10), RaiseTo(40), Call())
    seen = view(hand.state, None)
    assert [(pot.amount, pot.seats) for pot in seen.pots] == [(30, (1, 2, 3)), (60, (1, 2))]
    assert seen.total_pot == 90
    assert [one.all_in for one in seen.seats] == [False, False, True]
    before = view(hand.steps[-1].state, None)
    assert (before.pots, before.total_pot) == ((), 52)


def test_a_view_of_the_end_has_the_awards_and_no_pots() -> None:
    seen = view(three_handed_showdown().state, None)
    assert seen.pots == ()
    assert [paid.amount for paid in seen.results] == [6]
    assert (seen.total_pot, seen.to_act, seen.legal) == (0, None, None)


@pytest.mark.parametrize(("mucked_too", "seats"), [(True, {1, 2, 3}), (False, {1})])
def test_r7_8_the_last_hand_has_mucked_hands_if_the_house_wants_it(mucked_too: bool, seats: set[int]) -> None:
    hand = three_handed_showdown(HouseRules(mucked_in_last_hand=mucked_too))
    seen = last_hand(hand.state)
    assert set(seen) == seats
    assert seen[1] == parse_cards(NUTS)


def test_r7_8_a_folded_hand_is_never_in_the_last_hand() -> None:
    hand = played(setup_of(), Fold(), Call(), *[Check()] * 7, Muck())
    assert any(isinstance(event, Folded) for event in hand.events)
    assert last_hand(hand.state) == {1: parse_cards(NUTS), 2: parse_cards(BEATEN)}


def test_r7_8_there_is_no_last_hand_before_the_end() -> None:
    assert last_hand(played(setup_of(), *CHECKED_DOWN).state) == {}


def test_r7_9_a_hand_won_without_a_showdown_is_seen_only_if_its_winner_shows_it() -> None:
    hand = played(setup_of(), Fold(), Fold())
    assert last_hand(hand.state) == {}
    assert cards_seen(hand, 1)[2] is None
    shown = after(hand, 2, Show())
    assert last_hand(shown.state) == {2: parse_cards(BEATEN)}
    assert cards_seen(shown, 1)[2] == names(parse_cards(BEATEN))


def test_r7_8_cards_nobody_knows_are_not_in_the_last_hand() -> None:
    deck = deck_of([parse_cards(NUTS), [None] * 4, [None] * 4], parse_cards(BOARD))
    state = replay(start(setup_of(), deck), deck)
    for action in (*CHECKED_DOWN, Muck(), Muck()):
        assert state.to_act is not None
        events = decide(state, state.to_act, action, deck)
        assert not isinstance(events, Refusal)
        state = replay(events, deck, state)
    assert set(last_hand(state)) == {1}
