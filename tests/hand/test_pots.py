"""Pots and their division, against an oracle that counts chip by chip, and against cases worked out by hand."""

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from omaha8.cards import parse_cards
from omaha8.errors import SetupError
from omaha8.hand.actions import Action, BetTo, Call, Check, Fold, RaiseTo, Refusal, Show
from omaha8.hand.events import (
    Half,
    HandEnded,
    HandEvent,
    PostKind,
    PotAwarded,
    RakeTaken,
    Share,
    StreetClosed,
    UncalledReturned,
)
from omaha8.hand.evolve import replay
from omaha8.hand.machine import decide, start
from omaha8.hand.pots import Pot, award, divide, pots, share_evenly
from omaha8.hand.setup import HandSetup, Post, blinds, deck_of
from omaha8.hand.showdown import pay
from omaha8.hand.state import BettingRound, HandState, Phase, Seat, Showing, Standing, Street
from omaha8.rules import HouseRules, OddChips, no_limit
from pots_oracle import Contest, payments, pots_by_chip

BOARD = parse_cards("2c7d9hJsKc")
HIGH, LOW, WHOLE = Half.HIGH, Half.LOW, Half.WHOLE
ODD_CHIPS = tuple(OddChips)


def random_contest(rng: random.Random) -> Contest:
    """An all-in configuration: few distinct amounts and few distinct keys, so that levels and hands often tie."""
    players = rng.randint(2, 10)
    most = rng.choice((3, 8, 30, 300))
    amounts = [rng.randint(0, most) for _ in range(rng.randint(1, 4))]
    paid = [rng.choice(amounts) if rng.random() < 0.8 else rng.randint(0, most) for _ in range(players)]
    live = [rng.random() < 0.7 for _ in range(players)]
    live[rng.randrange(players)] = True
    strengths = rng.choice((1, 2, 5, 7462))
    lows = rng.choice((0, 1, 2, 56))
    return Contest(
        paid=paid,
        live=live,
        high=[rng.randint(1, strengths) for _ in range(players)],
        low=[rng.randint(0, lows) for _ in range(players)],
        dead=rng.choice((0, 0, 1, 7)),
        odd_chips=rng.choice(ODD_CHIPS),
        chip=rng.choice((1, 1, 1, 2, 5, 25)),
    )


def state_of(contest: Contest, mucked: frozenset[int] = frozenset()) -> HandState:
    """The hand at its end, before the pots are paid: nobody has chips behind, live hands are shown or mucked."""
    seats = tuple(
        Seat(
            number=index + 1,
            stack=0,
            paid=paid,
            dead=contest.dead if index == 0 else 0,
            standing=Standing.IN if contest.live[index] else Standing.FOLDED,
            showing=_showing(contest.live[index], index in mucked),
            high=contest.high[index] if contest.live[index] and index not in mucked else 0,
            low=contest.low[index] if contest.live[index] and index not in mucked else 0,
        )
        for index, paid in enumerate(contest.paid)
    )
    return HandState(
        rules=HouseRules(odd_chips=contest.odd_chips),
        stakes=no_limit(1, 2),
        button=len(seats),
        smallest_chip=contest.chip,
        rake=contest.rake,
        numbers=tuple(seat.number for seat in seats),
        seats=seats,
        round=BettingRound(highest=0, full_raise=2),
        phase=Phase.SHOWDOWN,
        street=Street.RIVER,
        board=BOARD,
    )


def _showing(live: bool, mucked: bool) -> Showing:
    if mucked:
        return Showing.MUCKED
    return Showing.SHOWN if live else Showing.HIDDEN


def paid_out(contest: Contest, mucked: frozenset[int] = frozenset()) -> list[int]:
    state = state_of(contest, mucked)
    return list(replay(pay(state), None, state).stacks.values())


def check_contest(contest: Contest, rng: random.Random) -> None:
    expected = payments(contest)
    assert sum(expected) == sum(contest.paid) + contest.dead - contest.rake
    assert paid_out(contest) == expected, contest
    beaten = [i for i, won in enumerate(expected) if won == 0 and contest.live[i] and contest.paid[i]]
    mucked = frozenset(i for i in beaten if rng.random() < 0.5 and can_muck(contest, i))
    assert paid_out(contest, mucked) == expected, (contest, mucked)


def can_muck(contest: Contest, player: int) -> bool:
    """Whether the player is outright beaten in each of their pots, rather than tied for a share of no chips."""
    return all(
        contest.high[player] < max(contest.high[i] for i in contenders)
        and (contest.low[player] == 0 or contest.low[player] < max(contest.low[i] for i in contenders))
        for _, contenders in pots_by_chip(contest)
        if player in contenders
    )


@pytest.mark.parametrize(
    ("seed", "count"), [pytest.param(1, 5_000, id="quick"), pytest.param(2, 100_000, id="deep", marks=pytest.mark.deep)]
)
def test_r7_2_to_r7_4_payments_are_those_of_the_chip_by_chip_count(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        check_contest(random_contest(rng), rng)


@pytest.mark.parametrize(
    ("seed", "count"), [pytest.param(3, 2_000, id="quick"), pytest.param(4, 50_000, id="deep", marks=pytest.mark.deep)]
)
def test_r7_1_pots_are_those_of_the_chip_by_chip_count(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        contest = random_contest(rng)
        made = divide(contest.paid, contest.live, contest.dead)
        assert [(pot.amount, list(pot.seats)) for pot in made] == pots_by_chip(contest), contest


def test_r7_10_rake_comes_out_of_the_main_pot_before_the_split() -> None:
    rng = random.Random(5)
    for _ in range(1_000):
        contest = random_contest(rng)
        made = pots_by_chip(contest)
        if made:
            raked = contest._replace(rake=rng.randint(1, made[0][0]))
            assert paid_out(raked) == payments(raked), raked


def test_r7_10_a_rake_larger_than_the_main_pot_is_refused() -> None:
    contest = Contest(paid=[5, 9, 9], live=[True] * 3, high=[1, 2, 3], low=[0] * 3, rake=16)
    with pytest.raises(SetupError) as refused:
        pay(state_of(contest))
    assert (refused.value.code, refused.value.where) == ("rake", "rake")
    assert "15" in refused.value.message
    assert RakeTaken(15) in pay(state_of(contest._replace(rake=15)))


def test_section_10_the_worked_example() -> None:
    """B, C, A clockwise from the left of the button; A all-in for 100, one dead chip, B and C 50 each beside."""
    contest = Contest(
        paid=[150, 150, 100], live=[True] * 3, high=[9, 9, 1], low=[0, 3, 5], dead=1, odd_chips=OddChips.TDA
    )
    state = state_of(contest)
    assert pots(state) == (Pot(301, (0, 1, 2)), Pot(100, (0, 1)))
    side, main, ended = pay(state)
    assert side == PotAwarded(1, 100, (1, 2), (Share(1, HIGH, 25), Share(2, HIGH, 25), Share(2, LOW, 50)))
    assert main == PotAwarded(0, 301, (1, 2, 3), (Share(1, HIGH, 76), Share(2, HIGH, 75), Share(3, LOW, 150)))
    assert ended == HandEnded()
    assert paid_out(contest) == payments(contest) == [101, 150, 150]


@pytest.mark.parametrize(
    ("paid", "live", "dead", "expected"),
    [
        pytest.param([4, 4], "ll", 0, [(8, (0, 1))], id="one-pot"),
        pytest.param([4, 4], "ll", 3, [(11, (0, 1))], id="dead-chips-in-the-main-pot"),
        pytest.param([2, 6, 6], "lll", 0, [(6, (0, 1, 2)), (8, (1, 2))], id="all-in-for-less"),
        pytest.param([1, 3, 6, 6], "llll", 1, [(5, (0, 1, 2, 3)), (6, (1, 2, 3)), (6, (2, 3))], id="two-side-pots"),
        pytest.param([2, 6, 6], "lfl", 0, [(6, (0, 2)), (8, (2,))], id="one-player-alone-in-a-side-pot"),
        pytest.param([2, 6, 4], "lfl", 0, [(6, (0, 2)), (6, (2,))], id="folded-chips-above-the-live-ones"),
        pytest.param([3, 2, 2], "fll", 0, [(7, (1, 2))], id="folded-chips-above-all-live-ones"),
        pytest.param([0, 5, 5], "fll", 2, [(12, (1, 2))], id="nothing-from-a-folded-player"),
        pytest.param([5, 5, 5], "ffl", 0, [(15, (2,))], id="won-without-a-showdown"),
        pytest.param([0, 5, 5], "lll", 3, [(3, (0, 1, 2)), (10, (1, 2))], id="only-dead-chips-paid"),
        pytest.param([0, 0], "ll", 0, [], id="nothing-paid"),
    ],
)
def test_r7_1_pots_by_hand(paid: list[int], live: str, dead: int, expected: list[tuple[int, tuple[int, ...]]]) -> None:
    made = divide(paid, [letter == "l" for letter in live], dead)
    assert [(pot.amount, pot.seats) for pot in made] == expected


@pytest.mark.parametrize(
    ("amount", "winners", "chip", "expected"),
    [
        (10, 2, 1, (5, 5)),
        (11, 2, 1, (6, 5)),
        (11, 3, 1, (4, 4, 3)),
        (2, 3, 1, (1, 1, 0)),
        (0, 2, 1, (0, 0)),
        (11, 2, 5, (6, 5)),
        (15, 2, 5, (10, 5)),
        (18, 2, 5, (13, 5)),
        (3, 2, 5, (3, 0)),
        (75, 2, 25, (50, 25)),
    ],
)
def test_r7_4_odd_chips_go_one_each_from_the_first_left_of_the_button(
    amount: int, winners: int, chip: int, expected: tuple[int, ...]
) -> None:
    assert share_evenly(amount, range(winners), chip) == expected


AWARDS: list[tuple[str, int, Sequence[int], Sequence[int], OddChips, int, list[tuple[int, Half, int]]]] = [
    ("scoop-without-a-low", 7, [2], [], OddChips.TDA, 1, [(2, WHOLE, 7)]),
    ("scoop-with-both", 7, [2], [2], OddChips.TDA, 1, [(2, WHOLE, 7)]),
    ("odd-chip-to-the-high", 7, [2], [1], OddChips.TDA, 1, [(2, HIGH, 4), (1, LOW, 3)]),
    ("tda-66-is-33-each", 66, [1, 2], [1, 2], OddChips.TDA, 1, [(1, WHOLE, 33), (2, WHOLE, 33)]),
    (
        "by-half-66-is-34-and-32",
        66,
        [1, 2],
        [1, 2],
        OddChips.BY_HALF,
        1,
        [(1, HIGH, 17), (2, HIGH, 16), (1, LOW, 17), (2, LOW, 16)],
    ),
    (
        "low-remainder-66-is-33-each",
        66,
        [1, 2],
        [1, 2],
        OddChips.LOW_REMAINDER_TO_HIGH,
        1,
        [(1, HIGH, 17), (2, HIGH, 17), (1, LOW, 16), (2, LOW, 16)],
    ),
    (
        "quartered",
        100,
        [1],
        [1, 2],
        OddChips.TDA,
        1,
        [(1, HIGH, 50), (1, LOW, 25), (2, LOW, 25)],
    ),
    (
        "quartered-with-odd-chips",
        103,
        [2],
        [1, 2],
        OddChips.TDA,
        1,
        [(2, HIGH, 52), (1, LOW, 26), (2, LOW, 25)],
    ),
    (
        "low-remainder-to-high",
        103,
        [2],
        [1, 2],
        OddChips.LOW_REMAINDER_TO_HIGH,
        1,
        [(2, HIGH, 53), (1, LOW, 25), (2, LOW, 25)],
    ),
    (
        "overlapping-sets-are-halved",
        10,
        [1, 2],
        [2, 3],
        OddChips.TDA,
        1,
        [(1, HIGH, 3), (2, HIGH, 2), (2, LOW, 3), (3, LOW, 2)],
    ),
    ("one-chip-is-the-high's", 1, [2], [1], OddChips.TDA, 1, [(2, HIGH, 1)]),
    ("smallest-chip-5", 35, [1], [2], OddChips.TDA, 5, [(1, HIGH, 20), (2, LOW, 15)]),
    ("less-than-a-smallest-chip", 37, [1], [2], OddChips.TDA, 5, [(1, HIGH, 22), (2, LOW, 15)]),
    (
        "low-remainder-in-smallest-chips",
        60,
        [3],
        [1, 2],
        OddChips.LOW_REMAINDER_TO_HIGH,
        5,
        [(3, HIGH, 30), (1, LOW, 15), (2, LOW, 15)],
    ),
    (
        "low-remainder-too-small-to-share",
        50,
        [3],
        [1, 2],
        OddChips.LOW_REMAINDER_TO_HIGH,
        5,
        [(3, HIGH, 30), (1, LOW, 10), (2, LOW, 10)],
    ),
]


@pytest.mark.parametrize(
    ("amount", "high", "low", "odd_chips", "chip", "expected"),
    [pytest.param(*case[1:], id=case[0]) for case in AWARDS],
)
def test_r7_4_awards_by_hand(
    amount: int,
    high: list[int],
    low: list[int],
    odd_chips: OddChips,
    chip: int,
    expected: list[tuple[int, Half, int]],
) -> None:
    assert award(amount, high, low, odd_chips, chip) == tuple(Share(*share) for share in expected)


def test_r7_4_the_smallest_chip_is_one_where_none_is_given() -> None:
    assert award(7, [1], [2], OddChips.TDA) == (Share(1, HIGH, 4), Share(2, LOW, 3))


def three_handed(posts: tuple[Post, ...] | None = None, stacks: tuple[int, ...] = (100, 100, 100)) -> HandSetup:
    """No limit 1/2; seat 1 is the small blind, 2 the big blind, 3 the button and first to act."""
    stakes = no_limit(1, 2)
    return HandSetup(
        rules=HouseRules(),
        stakes=stakes,
        button=3,
        stacks=tuple(enumerate(stacks, 1)),
        posts=blinds(stakes, (1, 2, 3), 3) if posts is None else posts,
    )


DECK = deck_of([parse_cards("AsAdKsKd"), parse_cards("QsQdTsTd"), parse_cards("8s8d6s6d")], BOARD)


def acted(state: HandState, *actions: Action) -> tuple[HandState, tuple[HandEvent, ...]]:
    """The state after these actions of whoever is to act, and the events of the last."""
    events: tuple[HandEvent, ...] = ()
    for action in actions:
        assert state.to_act is not None
        answer = decide(state, state.to_act, action, DECK)
        assert not isinstance(answer, Refusal)
        events, state = answer, replay(answer, DECK, state)
    return state, events


def test_r4_3_the_uncalled_part_comes_back_before_the_pot_is_won() -> None:
    state = replay(start(three_handed(), DECK), DECK)
    _, events = acted(state, Call(), Call(), Check(), BetTo(30), Fold(), Fold())
    assert events[1:] == (
        UncalledReturned(1, 30),
        StreetClosed(),
        PotAwarded(0, 6, (1,), (Share(1, WHOLE, 6),)),
        HandEnded(),
    )


def test_r4_3_what_exceeds_a_folded_players_bet_comes_back() -> None:
    state = replay(start(three_handed(), DECK), DECK)
    _, events = acted(state, Fold(), Fold())
    assert events[1:] == (
        UncalledReturned(2, 1),
        StreetClosed(),
        PotAwarded(0, 2, (2,), (Share(2, WHOLE, 2),)),
        HandEnded(),
    )


def test_r4_3_a_big_blind_alone_in_the_pot_takes_it_back() -> None:
    only_big = (Post(1, PostKind.BIG_BLIND, 2),)
    state = replay(start(three_handed(only_big), DECK), DECK)
    state, events = acted(state, Fold(), Fold())
    assert events[1:] == (UncalledReturned(1, 2), StreetClosed(), HandEnded())
    assert state.stacks == {1: 100, 2: 100, 3: 100}
    assert not isinstance(decide(state, 1, Show(), DECK), Refusal)


def test_r4_2_nothing_comes_back_to_a_folded_player() -> None:
    """A newcomer in seat 3 folds a live 10 for nothing; the big blind has 3, and all fold to it."""
    stakes = no_limit(5, 10)
    setup = replace(
        three_handed((*blinds(stakes, (1, 2, 3), 3), Post(3, PostKind.LIVE, 10)), stacks=(100, 3, 100)), stakes=stakes
    )
    state, events = acted(replay(start(setup, DECK), DECK), Fold(), Fold())
    assert events[1:] == (StreetClosed(), PotAwarded(0, 18, (2,), (Share(2, WHOLE, 18),)), HandEnded())
    assert state.stacks == {1: 95, 2: 18, 3: 90}


def test_r7_10_an_empty_pot_has_no_rake_to_give() -> None:
    setup = replace(three_handed((Post(1, PostKind.BIG_BLIND, 2),)), rake=1)
    state, _ = acted(replay(start(setup, DECK), DECK), Fold())
    with pytest.raises(SetupError) as refused:
        decide(state, 3, Fold(), DECK)
    assert refused.value.code == "rake"


def test_r7_1_a_bet_into_a_side_pot_that_nobody_calls_comes_back_and_there_is_a_showdown() -> None:
    """Seat 3 is all-in for 5; seat 1 bets 20 beside, seat 2 folds: 1 and 3 show for the main pot."""
    state = replay(start(three_handed(stacks=(100, 100, 5)), DECK), DECK)
    state, _ = acted(state, RaiseTo(5), Call(), Call())
    _, events = acted(state, BetTo(20), Fold())
    assert UncalledReturned(1, 20) in events
    assert [event for event in events if isinstance(event, PotAwarded)] == [
        PotAwarded(0, 15, (1, 3), (Share(1, WHOLE, 15),))
    ]


def test_r7_1_bets_in_front_of_the_seats_are_in_no_pot_yet() -> None:
    state, _ = acted(replay(start(three_handed(), DECK), DECK), Call(), Call(), Check(), BetTo(10))
    assert state.pot == 16
    assert pots(state) == (Pot(6, (0, 1, 2)),)
