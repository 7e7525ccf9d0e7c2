"""How a hand begins: order, blinds and posts, and set-ups that are refused."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from omaha8.cards import FULL_DECK, Card, Deck, parse_cards
from omaha8.errors import CardError, InputError, SetupError
from omaha8.hand.actions import Action, Call, Check, Fold, RaiseTo, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandStarted, HoleDealt, Posted, PostKind
from omaha8.hand.evolve import evolve, replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order, deck_of
from omaha8.hand.state import HandState
from omaha8.rules import HouseRules, Stakes, fixed_limit, no_limit

STAKES = no_limit(1, 2)
DECK = Deck(FULL_DECK)
SMALL, BIG, LIVE, DEAD = PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE, PostKind.DEAD
ANTE, STRADDLE = PostKind.ANTE, PostKind.STRADDLE
GOOD = HandSetup(
    rules=HouseRules(),
    stakes=STAKES,
    button=4,
    stacks=((1, 100), (2, 100), (3, 100), (4, 100)),
    posts=(Post(1, SMALL, 1), Post(2, BIG, 2)),
)


def started(*posts: Post, stakes: Stakes = STAKES, stacks: Sequence[int] = (100, 100, 100, 100)) -> HandState:
    """Four players, the button in seat 4, after these posts."""
    setup = replace(GOOD, stakes=stakes, posts=posts, stacks=tuple(enumerate(stacks, 1)))
    return replay(start(setup, DECK), DECK)


# Order, blinds and posts.


@pytest.mark.parametrize(
    ("seats", "button", "order"),
    [
        ([1, 2, 3], 3, (1, 2, 3)),
        ([3, 1, 2], 1, (2, 3, 1)),
        ([2, 5, 9], 6, (9, 2, 5)),
        ([10, 1], 10, (1, 10)),
        ([10, 1], 5, (10, 1)),
    ],
)
def test_r3_1_the_first_left_of_the_button_is_dealt_first(
    seats: list[int], button: int, order: tuple[int, ...]
) -> None:
    assert deal_order(seats, button) == order


def test_r2_2_the_blinds_are_the_two_left_of_the_button() -> None:
    assert blinds(STAKES, (2, 5, 9), 9) == (Post(2, SMALL, 1), Post(5, BIG, 2))


def test_r2_4_with_two_dealt_in_the_button_is_the_small_blind_and_gets_the_last_card() -> None:
    assert blinds(STAKES, (2, 5), 5) == (Post(5, SMALL, 1), Post(2, BIG, 2))
    assert deal_order((2, 5), 5)[-1] == 5


def test_r2_3_a_dead_small_blind_is_not_posted() -> None:
    assert blinds(STAKES, (2, 5, 9), 9, small_blind=False) == (Post(2, BIG, 2),)


def test_a_hand_begins_with_its_rules_its_posts_and_the_deal() -> None:
    setup = replace(GOOD, button=2, posts=blinds(STAKES, (1, 2, 3, 4), 2), smallest_chip=5, rake=1)
    begun, small, big, dealt = start(setup, DECK)
    assert begun == HandStarted(
        rules=HouseRules(),
        stakes=STAKES,
        button=2,
        stacks=((3, 100), (4, 100), (1, 100), (2, 100)),
        smallest_chip=5,
        rake=1,
    )
    assert (small, big) == (Posted(3, SMALL, 1), Posted(4, BIG, 2))
    assert dealt == HoleDealt((3, 4, 1, 2))


@pytest.mark.parametrize(
    ("posts", "first", "call"),
    [
        pytest.param([Post(1, SMALL, 1), Post(2, BIG, 2)], 3, 2, id="left-of-the-big-blind"),
        pytest.param([Post(1, BIG, 2)], 2, 2, id="no-small-blind"),
        pytest.param([Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, STRADDLE, 4)], 4, 4, id="straddle"),
        pytest.param(
            [Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, STRADDLE, 4), Post(4, STRADDLE, 8)], 1, 7, id="two-straddles"
        ),
        pytest.param([Post(seat, ANTE, 1) for seat in (1, 2, 3, 4)] + [Post(1, BIG, 2)], 2, 2, id="antes-are-dead"),
        pytest.param([Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, DEAD, 1)], 3, 2, id="dead-chips-are-no-bet"),
    ],
)
def test_r4_1_who_acts_first_and_what_they_owe(posts: list[Post], first: int, call: int) -> None:
    legal = legal_actions(started(*posts))
    assert legal is not None
    assert (legal.seat, legal.call) == (first, call)


def test_r2_8_a_poster_of_a_live_blind_has_the_option() -> None:
    legal = legal_actions(started(Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, LIVE, 2)))
    assert legal is not None
    assert (legal.seat, legal.check, legal.call) == (3, True, None)
    assert legal.raise_to is not None
    assert (legal.raise_to.least, legal.raise_to.most) == (4, 100)


def test_r2_7_a_returner_posts_three_of_which_two_are_the_bet() -> None:
    limit = fixed_limit(HouseRules(), 2, 4)
    state = started(Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, LIVE, 2), Post(3, DEAD, 1), stakes=limit)
    returner = state.seat(3)
    assert (returner.stack, returner.bet, returner.paid, returner.dead) == (97, 2, 2, 1)
    assert state.pot == 6


def test_r2_7_a_short_stack_pays_the_live_part_first() -> None:
    posts = (Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, LIVE, 2), Post(3, DEAD, 1))
    returner = started(*posts, stacks=(100, 100, 2, 100)).seat(3)
    assert (returner.stack, returner.bet, returner.dead) == (0, 2, 0)


def test_r2_5_a_short_blind_leaves_the_amount_to_call_and_the_minimum_raise() -> None:
    state = started(Post(1, SMALL, 5), Post(2, BIG, 10), stakes=no_limit(5, 10), stacks=(100, 3, 100, 100))
    assert state.seat(2).bet == 3
    legal = legal_actions(state)
    assert legal is not None
    assert legal.call == 10
    assert legal.raise_to is not None
    assert legal.raise_to.least == 20


def test_r2_5_a_stack_that_an_ante_took_is_still_the_big_blind() -> None:
    antes = [Post(seat, ANTE, 2) for seat in (1, 2, 3, 4)]
    state = started(*antes, Post(1, SMALL, 1), Post(2, BIG, 2), stacks=(100, 2, 100, 100))
    assert (state.to_act, state.seat(2).bet) == (3, 0)


def test_r2_10_a_short_straddle_still_sets_what_to_match() -> None:
    legal = legal_actions(started(Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, STRADDLE, 4), stacks=(9, 9, 3, 9)))
    assert legal is not None
    assert legal.call == 4
    assert legal.raise_to is not None
    assert legal.raise_to.least == 8


def test_r2_10_in_fixed_limit_a_straddle_is_one_more_bet() -> None:
    limit = fixed_limit(HouseRules(), 2, 4)
    posts = (Post(1, SMALL, 1), Post(2, BIG, 2), Post(3, STRADDLE, 4), Post(4, STRADDLE, 6))
    legal = legal_actions(started(*posts, stakes=limit))
    assert legal is not None
    assert legal.raise_to is not None
    assert (legal.raise_to.least, legal.raise_to.most) == (8, 8)


# Set-ups that are refused.

SEATS_OF_SIX = tuple((number, 100) for number in range(1, 9))


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        pytest.param({"stacks": ()}, "too_few_seats", "stacks", id="nobody"),
        pytest.param({"stacks": ((1, 100),)}, "too_few_seats", "stacks", id="one-player"),
        pytest.param(
            {"stacks": SEATS_OF_SIX, "rules": HouseRules(hole_cards=6)}, "too_many_seats", "stacks", id="eight-of-six"
        ),
        pytest.param({"stacks": ((0, 100), (2, 100))}, "bad_seat", "stacks", id="seat-0"),
        pytest.param({"stacks": ((1, 100), (11, 100))}, "bad_seat", "stacks", id="seat-11"),
        pytest.param({"stacks": ((True, 100), (2, 100))}, "bad_seat", "stacks", id="seat-true"),
        pytest.param({"stacks": ((1, 100), (2, 100), (2, 100))}, "repeated_seat", "stacks", id="a-seat-twice"),
        pytest.param({"button": 0}, "bad_seat", "button", id="button-0"),
        pytest.param({"button": 11}, "bad_seat", "button", id="button-11"),
        pytest.param({"stacks": ((1, 100), (2, 0))}, "bad_stack", "stack of seat 2", id="no-chips"),
        pytest.param({"stacks": ((1, 100), (2, -5))}, "bad_stack", "stack of seat 2", id="negative-stack"),
        pytest.param({"stacks": ((1, 99.5), (2, 100))}, "bad_stack", "stack of seat 1", id="half-a-chip"),
        pytest.param({"smallest_chip": 0}, "smallest_chip", "smallest_chip", id="smallest-chip-0"),
        pytest.param({"smallest_chip": 0.5}, "smallest_chip", "smallest_chip", id="smallest-chip-half"),
        pytest.param({"rake": -1}, "rake", "rake", id="negative-rake"),
        pytest.param({"rake": 1.0}, "rake", "rake", id="rake-no-whole-chips"),
    ],
)
def test_seats_stacks_and_options_that_do_not_fit_are_refused(changed: dict[str, Any], code: str, where: str) -> None:
    refused = refusal_of(replace(GOOD, **changed), DECK)
    assert isinstance(refused, SetupError)
    assert (refused.code, refused.where) == (code, where)


SB, BB = Post(1, SMALL, 1), Post(2, BIG, 2)


@pytest.mark.parametrize(
    ("posts", "code", "where"),
    [
        pytest.param([], "bad_post", "posts", id="no-big-blind"),
        pytest.param([SB], "bad_post", "posts", id="small-blind-only"),
        pytest.param([SB, BB, Post(3, BIG, 2)], "bad_post", "posts", id="two-big-blinds"),
        pytest.param([SB, BB, Post(3, SMALL, 1)], "bad_post", "posts", id="two-small-blinds"),
        pytest.param([SB, BB, Post(9, LIVE, 2)], "bad_post", "live of seat 9", id="not-dealt-in"),
        pytest.param([SB, BB, BB], "repeated_post", "big_blind of seat 2", id="big-blind-twice"),
        pytest.param([SB, BB, Post(3, DEAD, 1), Post(3, DEAD, 1)], "repeated_post", "dead of seat 3", id="dead-twice"),
        pytest.param([SB, BB, Post(2, LIVE, 2)], "repeated_post", "seat 2", id="two-live-blinds-of-one-seat"),
        pytest.param([SB, BB, Post(1, STRADDLE, 4)], "repeated_post", "seat 1", id="straddle-of-a-blind"),
        pytest.param([SB, Post(2, BIG, 3)], "bad_post", "big_blind of seat 2", id="big-blind-too-big"),
        pytest.param([SB, Post(2, BIG, 1)], "bad_post", "big_blind of seat 2", id="big-blind-too-small"),
        pytest.param([Post(1, SMALL, 3), BB], "bad_post", "small_blind of seat 1", id="small-above-big"),
        pytest.param([Post(1, SMALL, 0), BB], "bad_post", "small_blind of seat 1", id="small-blind-of-nothing"),
        pytest.param([SB, BB, Post(3, LIVE, 3)], "bad_post", "live of seat 3", id="live-above-big"),
        pytest.param([SB, BB, Post(3, DEAD, -1)], "bad_post", "dead of seat 3", id="negative"),
        pytest.param([SB, BB, Post(3, ANTE, 3)], "bad_post", "ante of seat 3", id="ante-above-the-big-blind"),
        pytest.param([SB, BB, Post(3, STRADDLE, 5)], "bad_post", "straddle of seat 3", id="odd-straddle"),
        pytest.param(
            [SB, BB, Post(3, STRADDLE, 4), Post(4, STRADDLE, 4)], "bad_post", "straddle of seat 4", id="same-straddle"
        ),
        pytest.param([SB, BB, Post(3, LIVE, 2.0)], "bad_post", "live of seat 3", id="no-whole-chips"),  # type: ignore[arg-type]
        pytest.param([Post(1, SMALL, True), BB], "bad_post", "small_blind of seat 1", id="true-is-no-amount"),
    ],
)
def test_posts_that_do_not_fit_are_refused(posts: list[Post], code: str, where: str) -> None:
    refused = refusal_of(replace(GOOD, posts=tuple(posts)), DECK)
    assert isinstance(refused, SetupError)
    assert (refused.code, refused.where) == (code, where)


@pytest.mark.parametrize(
    ("cards", "family", "code"),
    [
        pytest.param(FULL_DECK[:20], SetupError, "short_deck", id="one-card-short"),
        pytest.param((), SetupError, "short_deck", id="no-deck"),
        pytest.param((*FULL_DECK[:51], FULL_DECK[0]), CardError, "repeated_card", id="a-card-twice"),
        pytest.param((*FULL_DECK[:51], Card(52)), CardError, "bad_card", id="card-52"),
        pytest.param((*FULL_DECK[:51], Card(-1)), CardError, "bad_card", id="card-minus-1"),
        pytest.param((*FULL_DECK[:51], "As"), CardError, "bad_card", id="a-name"),
        pytest.param((*FULL_DECK[:51], True), CardError, "bad_card", id="true-is-no-card"),
    ],
)
def test_a_deck_that_cannot_serve_is_refused(cards: tuple[Any, ...], family: type[InputError], code: str) -> None:
    refused = refusal_of(GOOD, Deck(cards))
    assert type(refused) is family
    assert (refused.code, refused.where) == (code, "deck")


def test_a_deck_of_exactly_what_is_dealt_serves() -> None:
    assert start(GOOD, Deck(FULL_DECK[:21]))


def refusal_of(setup: HandSetup, deck: Deck) -> InputError:
    with pytest.raises(InputError) as refused:
        start(setup, deck)
    assert refused.value.message
    return refused.value


def after(state: HandState, deck: Deck, *actions: Action) -> HandState:
    for action in actions:
        assert state.to_act is not None
        events = decide(state, state.to_act, action, deck)
        assert not isinstance(events, Refusal)
        state = replay(events, deck, state)
    return state


HEADS_UP = HandSetup(
    rules=HouseRules(), stakes=STAKES, button=2, stacks=((1, 9), (2, 9)), posts=blinds(STAKES, (1, 2), 2)
)
TWO_HANDS = [parse_cards("AsAdKsKd"), parse_cards("QsQdTsTd")]


@pytest.mark.parametrize(
    ("board", "actions", "street"),
    [
        ("", [Call()], "flop"),
        ("2c3c", [Call()], "flop"),
        ("2c3c4c", [Call(), Check(), Check()], "turn"),
        ("2c3c4c5c", [Call(), Check(), Check(), Check(), Check()], "river"),
        ("2c3c4c", [RaiseTo(9)], "turn"),
    ],
)
def test_a_board_that_the_deck_does_not_know_is_refused_when_it_is_needed(
    board: str, actions: list[Action], street: str
) -> None:
    deck = deck_of(TWO_HANDS, parse_cards(board))
    state = after(replay(start(HEADS_UP, deck), deck), deck, *actions)
    last = Call() if isinstance(actions[-1], RaiseTo) else Check()
    assert state.to_act is not None
    with pytest.raises(SetupError) as refused:
        decide(state, state.to_act, last, deck)
    assert (refused.value.code, refused.value.where) == ("unknown_board", "deck")
    assert street in refused.value.message


def test_a_hand_without_a_board_can_be_won_before_the_flop() -> None:
    deck = deck_of(TWO_HANDS)
    assert after(replay(start(HEADS_UP, deck), deck), deck, Fold()).has_ended


def test_two_blinds_all_in_need_the_board_at_once() -> None:
    setup = replace(HEADS_UP, stacks=((1, 1), (2, 1)))
    assert refusal_of(setup, deck_of(TWO_HANDS)).code == "unknown_board"


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        pytest.param([], "", id="no-hands"),
        pytest.param(["AsAdKsKd", "QsQd"], "", id="second-too-short"),
        pytest.param(["AsAd", "QsQdTsTd"], "", id="second-too-long"),
        pytest.param(["AsAdKsKd", "QsQdTsTd"], "2c3c4c5c6c7c", id="board-of-six"),
    ],
)
def test_hands_that_make_no_deck_are_refused(hands: list[str], board: str) -> None:
    with pytest.raises(CardError) as refused:
        deck_of([parse_cards(hand) for hand in hands], parse_cards(board), "hands")
    assert (refused.value.code, refused.value.where) == ("card_count", "hands")


def test_a_card_in_two_hands_is_refused() -> None:
    with pytest.raises(CardError) as refused:
        deck_of([parse_cards("AsAdKsKd"), parse_cards("QsQdTsAd")], (), "hands")
    assert (refused.value.code, refused.value.where) == ("repeated_card", "hands")


def test_events_out_of_place_are_no_hand() -> None:
    events = start(GOOD, DECK)
    state = replay(events, DECK)
    with pytest.raises(ValueError, match="begins with HandStarted, not HoleDealt"):
        evolve(None, events[-1], DECK)
    with pytest.raises(ValueError, match="has started already"):
        evolve(state, events[0], DECK)
    with pytest.raises(ValueError, match="no events"):
        replay(())
    with pytest.raises(ValueError, match="not in tuple"):
        state.seat(9)
