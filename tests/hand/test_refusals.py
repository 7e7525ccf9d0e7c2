"""Every refusal code, from a hand in which it is the answer; the state stays as it was and the legal range is told."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from omaha8.cards import Deck, parse_cards
from omaha8.hand.actions import (
    Action,
    BetTo,
    Call,
    Check,
    Fold,
    Muck,
    Protect,
    RaiseTo,
    Refusal,
    RefusalCode,
    Show,
)
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import PostKind
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, Post, blinds, deck_of
from omaha8.hand.state import HandState
from omaha8.rules import HouseRules, Stakes, fixed_limit, no_limit

NL, FL = no_limit(1, 2), fixed_limit(HouseRules(), 2, 4)
C = RefusalCode


class Case(NamedTuple):
    """Three players, seat 3 the button and first to act; after `played`, `action` of `seat` (to act: `None`)."""

    name: str
    code: RefusalCode
    played: Sequence[Action | Protect]
    action: Any
    seat: int | None = None
    stakes: Stakes = NL
    stacks: tuple[int, int, int] = (100, 100, 100)
    extra_posts: tuple[Post, ...] = ()


TO_THE_FLOP: tuple[Action, ...] = (Call(), Call(), Check())
CHECKED_DOWN: tuple[Action, ...] = (*TO_THE_FLOP, *[Check()] * 9)
ALL_FOLD: tuple[Action, ...] = (Fold(), Fold())
# Seat 1 bets 10, seat 2 is all-in for 15: too little to reopen the betting for seat 1 (R5.5).
SHORT_ALL_IN: tuple[Action, ...] = (*TO_THE_FLOP, BetTo(10), RaiseTo(15), Call())
CAP: tuple[Action, ...] = (RaiseTo(4), RaiseTo(6), RaiseTo(8))

CASES = [
    Case("r4_2-fold-after-the-end", C.HAND_ENDED, ALL_FOLD, Fold(), seat=2),
    Case("r7_9-a-loser-shows-after-the-end", C.HAND_ENDED, ALL_FOLD, Show(), seat=1),
    Case("r7_9-shown-already", C.HAND_ENDED, (*CHECKED_DOWN, Muck(), Muck()), Show(), seat=1),
    Case("r7_9-mucked-already", C.HAND_ENDED, (*CHECKED_DOWN, Muck(), Muck()), Show(), seat=2),
    Case("not-dealt-in", C.NOT_IN_HAND, (), Fold(), seat=4),
    Case("not-dealt-in-after-the-end", C.NOT_IN_HAND, ALL_FOLD, Show(), seat=4),
    Case("r4_1-before-ones-turn", C.NOT_YOUR_TURN, (), Call(), seat=1),
    Case("r4_2-folded-players-act-no-more", C.NOT_YOUR_TURN, (Fold(),), Call(), seat=3),
    Case("r7_5-not-the-one-to-choose", C.NOT_YOUR_TURN, CHECKED_DOWN, Muck(), seat=3),
    Case("r4_2-check-facing-a-blind", C.CANNOT_CHECK, (), Check()),
    Case("r4_2-check-facing-a-bet", C.CANNOT_CHECK, (*TO_THE_FLOP, BetTo(2)), Check()),
    Case("r4_2-call-nothing", C.NOTHING_TO_CALL, TO_THE_FLOP, Call()),
    Case("r4_6-call-with-an-option", C.NOTHING_TO_CALL, (Call(), Call()), Call()),
    Case("r4_2-bet-facing-a-bet", C.ALREADY_BET, (*TO_THE_FLOP, BetTo(2)), BetTo(4)),
    Case("r4_6-bet-with-an-option", C.ALREADY_BET, (Call(), Call()), BetTo(4)),
    Case("r4_2-raise-nothing", C.NOTHING_TO_RAISE, TO_THE_FLOP, RaiseTo(4)),
    Case("r5_1-a-fifth-bet", C.CAPPED, CAP, RaiseTo(10), stakes=FL),
    Case("r5_1-the-cap-holds-heads-up", C.CAPPED, (*CAP[:2], Fold(), RaiseTo(8)), RaiseTo(10), stakes=FL),
    Case("r5_5-a-short-all-in-does-not-reopen", C.NOT_REOPENED, SHORT_ALL_IN, RaiseTo(40), stacks=(100, 17, 100)),
    Case("r4_8-nobody-to-answer", C.NOBODY_TO_ANSWER, (RaiseTo(9), Fold()), RaiseTo(20), stacks=(9, 100, 9)),
    Case("r4_7-a-call-takes-the-stack", C.STACK_TOO_SHORT, (RaiseTo(50),), RaiseTo(100), stacks=(50, 100, 100)),
    Case("r5_6-half-a-chip", C.BAD_AMOUNT, (), RaiseTo(4.5)),  # type: ignore[arg-type]
    Case("r5_6-a-float-is-no-chips", C.BAD_AMOUNT, (), RaiseTo(4.0)),  # type: ignore[arg-type]
    Case("r5_6-true-is-no-chips", C.BAD_AMOUNT, TO_THE_FLOP, BetTo(True)),
    Case("r5_6-text-is-no-chips", C.BAD_AMOUNT, TO_THE_FLOP, BetTo("2")),  # type: ignore[arg-type]
    Case("r5_2-bet-below-the-big-blind", C.BET_TOO_SMALL, TO_THE_FLOP, BetTo(1)),
    Case("r5_2-bet-of-nothing", C.BET_TOO_SMALL, TO_THE_FLOP, BetTo(0)),
    Case("r5_2-bet-above-the-stack", C.BET_TOO_LARGE, TO_THE_FLOP, BetTo(99)),
    Case("r5_1-bet-above-the-fixed-size", C.BET_TOO_LARGE, TO_THE_FLOP, BetTo(3), stakes=FL),
    Case("r5_1-bet-below-the-fixed-size", C.BET_TOO_SMALL, TO_THE_FLOP, BetTo(1), stakes=FL),
    Case("r5_2-raise-by-less-than-the-bet", C.RAISE_TOO_SMALL, (*TO_THE_FLOP, BetTo(10)), RaiseTo(19)),
    Case("r5_2-raise-by-less-than-the-raise", C.RAISE_TOO_SMALL, (RaiseTo(10),), RaiseTo(17)),
    Case("r5_2-raise-above-the-stack", C.RAISE_TOO_LARGE, (), RaiseTo(101)),
    Case("r5_1-raise-below-the-level", C.RAISE_TOO_SMALL, (), RaiseTo(3), stakes=FL),
    Case("r5_1-raise-above-the-level", C.RAISE_TOO_LARGE, (), RaiseTo(5), stakes=FL),
    Case("r7_5-show-while-betting", C.NOT_AT_SHOWDOWN, (), Show()),
    Case("r7_5-muck-while-betting", C.NOT_AT_SHOWDOWN, TO_THE_FLOP, Muck()),
    Case("r7_5-fold-at-the-showdown", C.SHOWDOWN_NOW, CHECKED_DOWN, Fold()),
    Case("r8_4-time-out-at-the-showdown", C.SHOWDOWN_NOW, CHECKED_DOWN, Protect()),
    Case("r7_5-bet-at-the-showdown", C.SHOWDOWN_NOW, CHECKED_DOWN, BetTo(2)),
    Case("r8_4-nothing-in-the-pot", C.NOTHING_TO_PROTECT, (), Protect()),
    Case(
        "r8_4-only-dead-chips-in-the-pot",
        C.NOTHING_TO_PROTECT,
        (),
        Protect(),
        extra_posts=(Post(3, PostKind.DEAD, 1),),
    ),
    Case("r8_4-only-an-ante-in-the-pot", C.NOTHING_TO_PROTECT, (), Protect(), extra_posts=(Post(3, PostKind.ANTE, 1),)),
]
# Seat 1 wins both halves of a hand checked down; the other two are beaten.
HANDS = ("AsAdKs2d", "QsQdTsTd", "9s9d6s6d")
BOARD = "Ah3c4d8hJc"
DECK = deck_of([parse_cards(hand) for hand in HANDS], parse_cards(BOARD))


def state_of(case: Case, deck: Deck = DECK) -> HandState:
    setup = HandSetup(
        rules=HouseRules(),
        stakes=case.stakes,
        button=3,
        stacks=tuple(enumerate(case.stacks, 1)),
        posts=blinds(case.stakes, (1, 2, 3), 3) + case.extra_posts,
    )
    state = replay(start(setup, deck), deck)
    for action in case.played:
        assert state.to_act is not None
        events = decide(state, state.to_act, action, deck)
        assert not isinstance(events, Refusal), (action, events)
        state = replay(events, deck, state)
    return state


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_an_illegal_action_is_refused_with_its_code_and_the_legal_ones(case: Case) -> None:
    state = state_of(case)
    seat = state.to_act if case.seat is None else case.seat
    assert seat is not None
    legal = legal_actions(state) if seat == state.to_act else None
    assert decide(state, seat, case.action, DECK) == Refusal(case.code, seat, legal)
    assert state == state_of(case)


UNKNOWN = deck_of([parse_cards(HANDS[0]), [None] * 4, (*parse_cards("9s9d6s"), None)], parse_cards(BOARD))


@pytest.mark.parametrize("played", [CHECKED_DOWN, (*CHECKED_DOWN, Muck())])
def test_cards_that_nobody_here_knows_cannot_be_shown(played: tuple[Action, ...]) -> None:
    state = state_of(Case("", C.CARDS_UNKNOWN, played, Show()), UNKNOWN)
    legal = legal_actions(state)
    assert legal is not None
    assert (legal.show, legal.muck) == (False, True)
    assert decide(state, legal.seat, Show(), UNKNOWN) == Refusal(C.CARDS_UNKNOWN, legal.seat, legal)


def test_r7_9_a_winner_whose_cards_nobody_knows_cannot_show() -> None:
    state = state_of(Case("", C.CARDS_UNKNOWN, ALL_FOLD, Show()), UNKNOWN)
    assert decide(state, 2, Show(), UNKNOWN) == Refusal(C.CARDS_UNKNOWN, 2)


def test_every_code_has_a_case() -> None:
    assert {case.code for case in CASES} | {C.CARDS_UNKNOWN} == set(RefusalCode)


def test_r5_6_the_refusal_of_an_amount_tells_the_legal_range() -> None:
    state = state_of(Case("", C.RAISE_TOO_SMALL, (), RaiseTo(3)))
    refusal = decide(state, 3, RaiseTo(3), DECK)
    assert isinstance(refusal, Refusal)
    assert refusal.legal is not None
    assert refusal.legal.raise_to is not None
    assert (refusal.legal.raise_to.least, refusal.legal.raise_to.most) == (4, 100)
    assert refusal.legal.call == 2


def test_r5_6_below_the_minimum_only_all_in() -> None:
    state = state_of(Case("", C.BET_TOO_SMALL, TO_THE_FLOP, BetTo(1), stacks=(3, 100, 100)))
    legal = legal_actions(state)
    assert legal is not None
    assert legal.bet is not None
    assert (legal.bet.least, legal.bet.most) == (1, 1)
    assert not isinstance(decide(state, 1, BetTo(1), DECK), Refusal)
