"""What holds for every hand: chips, refusals, replay, legal actions, endings, payments, and the types' JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from omaha8.evaluation import rank
from omaha8.hand.actions import (
    Action,
    AmountRange,
    BetTo,
    Call,
    Check,
    Fold,
    LegalActions,
    Muck,
    Protect,
    RaiseTo,
    Refusal,
    RefusalCode,
    Show,
)
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Folded,
    HandEnded,
    HandEvent,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    UncalledReturned,
)
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide
from omaha8.hand.setup import deal_order
from omaha8.hand.state import HandState, Phase
from omaha8.rules import MAX_SEATS
from pots_oracle import Contest, payments
from strategies import Played, each_tier, options, played_hands

HANDS = played_hands()
ANY_HANDS = played_hands() | played_hands(unknown=True)
CODES = RefusalCode
BETTING: tuple[Action, ...] = (Fold(), Check(), Call(), BetTo(1), RaiseTo(1))
NO_RAISE = frozenset({CODES.STACK_TOO_SHORT, CODES.NOBODY_TO_ANSWER, CODES.CAPPED, CODES.NOT_REOPENED})

Illegal = tuple[int, Action | Protect, frozenset[RefusalCode]]


def chips(state: HandState) -> int:
    return sum(state.stacks.values()) + state.pot + state.rake_taken


def without_hidden_cards(state: HandState) -> HandState:
    return replace(
        state,
        seats=tuple(
            seat if seat.is_face_up else replace(seat, cards=(None,) * len(seat.cards)) for seat in state.seats
        ),
    )


def only(*codes: RefusalCode) -> frozenset[RefusalCode]:
    return frozenset(codes)


def illegal_actions(state: HandState) -> Iterator[Illegal]:
    """Every kind of action that must be refused here: who, what, and the codes that may say why."""
    absent = next(number for number in range(1, MAX_SEATS + 2) if number not in state.numbers)
    everything = (*BETTING, Show(), Muck(), Protect())
    yield from ((absent, action, only(CODES.NOT_IN_HAND)) for action in everything)
    legal = legal_actions(state)
    if legal is None:
        for number in state.numbers:
            yield from ((number, action, only(CODES.HAND_ENDED)) for action in everything if action != Show())
        return
    others = [number for number in state.numbers if number != legal.seat]
    yield from ((number, action, only(CODES.NOT_YOUR_TURN)) for number in others for action in everything)
    wrong = illegal_at_showdown(legal) if state.phase is Phase.SHOWDOWN else illegal_in_betting(state, legal)
    yield from ((legal.seat, action, codes) for action, codes in wrong)


def illegal_at_showdown(legal: LegalActions) -> Iterator[tuple[Action | Protect, frozenset[RefusalCode]]]:
    yield from ((action, only(CODES.SHOWDOWN_NOW)) for action in (*BETTING, Protect()))
    if not legal.show:
        yield Show(), only(CODES.CARDS_UNKNOWN)


def illegal_in_betting(
    state: HandState, legal: LegalActions
) -> Iterator[tuple[Action | Protect, frozenset[RefusalCode]]]:
    yield Show(), only(CODES.NOT_AT_SHOWDOWN)
    yield Muck(), only(CODES.NOT_AT_SHOWDOWN)
    if not legal.check:
        yield Check(), only(CODES.CANNOT_CHECK)
    if legal.call is None:
        yield Call(), only(CODES.NOTHING_TO_CALL)
    if not has_live_chips(state, legal.seat):
        yield Protect(), only(CODES.NOTHING_TO_PROTECT)
    yield from illegal_amounts(BetTo, legal.bet, CODES.BET_TOO_SMALL, CODES.BET_TOO_LARGE)
    yield from illegal_amounts(RaiseTo, legal.raise_to, CODES.RAISE_TOO_SMALL, CODES.RAISE_TOO_LARGE)
    if legal.bet is None:
        why = only(CODES.ALREADY_BET) if state.round.highest else NO_RAISE
        yield from ((BetTo(amount), why) for amount in (0, 1, state.stakes.big_blind, 10_000))
    if legal.raise_to is None:
        why = NO_RAISE if state.round.highest else only(CODES.NOTHING_TO_RAISE)
        yield from ((RaiseTo(amount), why) for amount in (0, 1, state.round.highest + 1, 10_000))


def illegal_amounts(
    verb: type[BetTo | RaiseTo], span: AmountRange | None, small: RefusalCode, large: RefusalCode
) -> Iterator[tuple[Action, frozenset[RefusalCode]]]:
    """Around the range: one beyond each end, far beyond, and what is no whole number of chips."""
    if span is None:
        return
    yield from ((verb(amount), only(small)) for amount in (span.least - 1, 0, -span.least))
    yield from ((verb(amount), only(large)) for amount in (span.most + 1, span.most * 1000))
    not_chips: tuple[Any, ...] = (float(span.least), str(span.least), True, None)
    yield from ((verb(amount), only(CODES.BAD_AMOUNT)) for amount in not_chips)


def has_live_chips(state: HandState, number: int) -> bool:
    """Something in the pot that is not dead (R8.4): an ante is (R2.10)."""
    return state.seat(number).paid > state.seat(number).ante


@each_tier(ANY_HANDS, quick=250, deep=2_000)
def test_chips_are_conserved_at_every_event(hand: Played) -> None:
    total = sum(stack for _, stack in hand.setup.stacks)
    for event, state in hand.states():
        assert chips(state) == total, event
        assert min(state.stacks.values()) >= 0
        assert state.pot >= 0
    assert hand.state.pot == 0
    assert hand.state.rake_taken == hand.setup.rake


@each_tier(ANY_HANDS, quick=120, deep=1_200)
def test_what_is_not_legal_is_refused_with_its_code_and_changes_nothing(hand: Played) -> None:
    for state in (*(step.state for step in hand.steps), hand.state):
        before = msgspec.json.encode(state)
        for seat, action, codes in illegal_actions(state):
            refusal = decide(state, seat, action, hand.deck)
            assert isinstance(refusal, Refusal), (seat, action)
            assert refusal.code in codes, (seat, action, refusal)
            assert refusal.seat == seat
            own = legal_actions(state) if seat == state.to_act else None
            assert refusal.legal == own, (seat, action)
        assert msgspec.json.encode(state) == before


@each_tier(ANY_HANDS, quick=150, deep=1_200)
def test_whatever_is_offered_is_accepted(hand: Played) -> None:
    for step in hand.steps:
        legal = legal_actions(step.state)
        assert legal is not None
        before = msgspec.json.encode(step.state)
        offered: list[Action | Protect] = [*options(legal)]
        if legal.fold and has_live_chips(step.state, legal.seat):
            offered.append(Protect())
        for action in offered:
            events = decide(step.state, legal.seat, action, hand.deck)
            assert not isinstance(events, Refusal), action
            assert events
        assert msgspec.json.encode(step.state) == before


@each_tier(ANY_HANDS, quick=250, deep=2_000)
def test_replaying_the_events_gives_the_live_state(hand: Played) -> None:
    assert replay(hand.events, hand.deck) == hand.state
    live = replay(hand.opening, hand.deck)
    for step in hand.steps:
        assert step.state == live
        live = replay(step.events, hand.deck, live)


@each_tier(ANY_HANDS, quick=250, deep=2_000)
def test_replaying_without_the_deck_gives_the_same_state_but_for_hidden_cards(hand: Played) -> None:
    bare: HandState | None = None
    for event, state in hand.states():
        bare = replay((event,), None, bare)
        assert without_hidden_cards(state) == bare


@each_tier(ANY_HANDS, quick=250, deep=2_000)
def test_the_events_of_one_decision_end_with_the_next_one_or_with_the_hand(hand: Played) -> None:
    state = replay(hand.opening, hand.deck)
    for batch in (hand.opening, *(step.events for step in hand.steps)):
        for place, event in enumerate(batch):
            assert isinstance(event, HandEnded) <= (place == len(batch) - 1)
        state = replay(batch, hand.deck, None if batch is hand.opening else state)
        assert state.has_ended == isinstance(batch[-1], HandEnded)
        assert (state.to_act is None) == state.has_ended
        assert (legal_actions(state) is None) == state.has_ended


@each_tier(ANY_HANDS, quick=250, deep=2_000)
def test_r7_1_nobody_wins_what_was_not_matched_and_the_folded_and_mucked_win_nothing(hand: Played) -> None:
    paid, dead = contributions(hand.events)
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    out = folded | {event.seat for event in hand.events if isinstance(event, Mucked)}
    assert not folded & {event.seat for event in hand.events if isinstance(event, UncalledReturned)}
    won = dict.fromkeys(paid, 0)
    for award in (event for event in hand.events if isinstance(event, PotAwarded)):
        assert sum(share.amount for share in award.shares) == award.amount
        assert {share.seat for share in award.shares} <= set(award.seats)
        assert all(share.amount > 0 for share in award.shares)
        for share in award.shares:
            won[share.seat] += share.amount
    most_live = max(paid[seat.number] for seat in hand.state.seats if seat.is_live)
    for seat, amount in won.items():
        # What folded players paid above every live one goes to who paid most of the live.
        limit = paid[seat] if paid[seat] < most_live else max(paid.values())
        assert amount <= sum(min(chips, limit) for chips in paid.values()) + dead
        assert amount == 0 or seat not in out


@each_tier(HANDS, quick=400, deep=4_000)
def test_r7_2_final_stacks_are_those_of_the_chip_by_chip_count(hand: Played) -> None:
    paid, dead = contributions(hand.events)
    order = deal_order(paid, hand.setup.button)
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    board = tuple(card for event in hand.events if isinstance(event, BoardDealt) for card in event.cards)
    hands = (hand.deck.hole_cards(i, len(order), hand.setup.rules.hole_cards) for i in range(len(order)))
    showdown = len(order) - len(folded) > 1
    keys = [rank([c for c in cards if c is not None], board) if showdown else (1, 0) for cards in hands]
    won = payments(
        Contest(
            paid=[paid[number] for number in order],
            live=[number not in folded for number in order],
            high=[high for high, _ in keys],
            low=[low for _, low in keys],
            dead=dead,
            odd_chips=hand.setup.rules.odd_chips,
            chip=hand.setup.smallest_chip,
            rake=hand.setup.rake,
        )
    )
    stacks, dead_by = dict(hand.setup.stacks), dead_posts(hand.events)
    for number, chips_won in zip(order, won, strict=True):
        left = stacks[number] - paid[number] - dead_by.get(number, 0)
        assert hand.state.stacks[number] == left + chips_won


def contributions(events: tuple[HandEvent, ...]) -> tuple[dict[int, int], int]:
    """What each seat paid towards the pots over the whole hand, uncalled chips taken back, and all dead chips."""
    paid: dict[int, int] = {}
    in_front: dict[int, int] = {}
    for event in events:
        match event:
            case Posted(seat, PostKind.ANTE, amount):
                paid[seat] = paid.get(seat, 0) + amount
            case Posted(seat, kind, amount) if kind is not PostKind.DEAD:
                in_front[seat] = in_front.get(seat, 0) + amount
            case Called(seat, amount):
                in_front[seat] = in_front.get(seat, 0) + amount
            case BetMade(seat, to) | Raised(seat, to):
                in_front[seat] = to
            case UncalledReturned(seat, amount):
                in_front[seat] -= amount
            case BoardDealt() | HandEnded():
                for seat, bet in in_front.items():
                    paid[seat] = paid.get(seat, 0) + bet
                in_front = {}
            case _:
                pass
    started = events[0]
    for seat, _ in started.stacks:  # type: ignore[union-attr]
        paid.setdefault(seat, 0)
    return paid, sum(dead_posts(events).values())


def dead_posts(events: tuple[HandEvent, ...]) -> dict[int, int]:
    return {event.seat: event.amount for event in events if isinstance(event, Posted) and event.kind is PostKind.DEAD}


@each_tier(ANY_HANDS, quick=120, deep=1_200)
def test_events_and_states_survive_json(hand: Played) -> None:
    encoded = msgspec.json.encode(hand.events)
    assert msgspec.json.decode(encoded, type=tuple[HandEvent, ...]) == hand.events
    for _, state in hand.states():
        assert msgspec.json.decode(msgspec.json.encode(state), type=HandState) == state


@each_tier(HANDS, quick=100, deep=1_000)
def test_deciding_again_gives_the_same_events_and_leaves_set_up_and_deck_alone(hand: Played) -> None:
    before = msgspec.json.encode((hand.setup, hand.deck))
    for step in hand.steps:
        assert decide(step.state, step.seat, step.action, hand.deck) == step.events
    assert msgspec.json.encode((hand.setup, hand.deck)) == before
