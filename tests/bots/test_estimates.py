"""The parts a choice is made of: start hands, the reading of a spot, and the estimate of what a hand can win."""

import random
from itertools import combinations
from statistics import correlation, mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.spots import legal_in, spot
from omaha8.bots.outlook import outlook, share_of
from omaha8.bots.situation import Layer, Situation, read
from omaha8.bots.start_hands import points, top_part
from omaha8.cards import FULL_DECK, parse_cards
from omaha8.evaluation import RankedBoard
from omaha8.hand.pots import award
from omaha8.hand.state import HandState
from omaha8.hand.view import view
from omaha8.odds import ranking
from omaha8.rules import OddChips

BEST_TO_WORST = [
    "AsAd2s3d",
    "AsAd2s9d",
    "As2sKhQd",
    "KsKdQsQd",
    "As5s9d8c",
    "KsQsJdTd",
    "QsJsTd9d",
    "9s8d7h6c",
    "9s9d9h4c",
]


def situation_of(state: HandState) -> Situation:
    legal = legal_in(state)
    found = read(view(state, legal.seat), legal)
    assert found is not None
    return found


def test_start_hands_stand_in_the_order_players_know() -> None:
    places = [top_part(parse_cards(hand)) for hand in BEST_TO_WORST]
    assert places == sorted(places)
    assert places[0] < 0.01
    assert places[-1] > 0.95


@pytest.mark.parametrize("count", [4, 5, 6])
def test_the_place_of_a_hand_is_the_part_of_all_hands_that_are_better(count: int) -> None:
    rng = random.Random(2)
    places = sorted(top_part(rng.sample(FULL_DECK, count)) for _ in range(4_000))
    for part in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert places[int(part * len(places))] == pytest.approx(part, abs=0.03)


@pytest.mark.deep
@pytest.mark.parametrize("count", [4, 5, 6])
def test_points_follow_what_hands_win(count: int) -> None:
    rng = random.Random(4)
    values, shares = [], []
    for _ in range(300):
        cards = rng.sample(FULL_DECK, 52)
        hole, rest = cards[:count], cards[count:]
        wins = []
        for _ in range(300):
            drawn = rng.sample(rest, 5 + 3 * count)
            board = RankedBoard(drawn[:5])
            others = [board.rank(drawn[5 + n * count : 5 + (n + 1) * count]) for n in range(3)]
            wins.append(share_of(board.rank(hole), others))
        values.append(points(hole))
        shares.append(mean(wins))
    assert correlation(values, shares) > 0.8


def test_points_order_hands_much_as_the_exact_ranking_does() -> None:
    worth = np.array([points(hand) for hand in combinations(FULL_DECK, 4)])
    places = np.argsort(np.argsort(-worth, kind="stable"))
    assert np.corrcoef(places, ranking())[0, 1] > 0.8


def test_side_pots_are_read_as_layers() -> None:
    found = situation_of(spot("pl", ["-", "-", "-"], "2c 7d Ks", "r60 c c", stacks=[2000, 2000, 60]))
    assert [rival.all_in for rival in found.rivals] == [False, True]
    assert found.layers == (Layer(180, (0, 1)),)
    betting = situation_of(spot("pl", ["-", "-", "-"], "2c 7d Ks", "r60 c c b100", stacks=[2000, 2000, 60]))
    assert betting.to_call == 100
    assert sorted(betting.layers, key=lambda layer: layer.chips) == [Layer(180, (0, 1)), Layer(200, (0,))]
    assert betting.price == 100 / 380


def test_a_short_stack_wins_only_what_it_can_match() -> None:
    found = situation_of(spot("nl", ["-", "-", "-"], "", "r400 c", stacks=[2000, 100, 2000]))
    assert found.to_call == 80
    assert found.prize == 300
    assert found.is_all_in_call


def test_pressure_grows_with_what_is_bet() -> None:
    play = "c k"
    small = situation_of(spot("pl", ["-", "-"], "2c 7d Ks", f"{play} b20"))
    large = situation_of(spot("pl", ["-", "-"], "2c 7d Ks", f"{play} b40"))
    raised = situation_of(spot("pl", ["-", "-"], "2c 7d Ks", f"{play} b40 r160"))
    assert [found.rivals[0].pressure for found in (small, large, raised)] == [1, 2, 3]
    fixed = [situation_of(spot("fl", ["-", "-"], "2c 7d Ks", f"{play} {more}")) for more in ("b20", "b20 r40")]
    assert [found.rivals[0].pressure for found in fixed] == [1, 2]


def test_the_nuts_both_ways_win_nearly_all_and_a_hand_that_plays_no_suit_nearly_nothing() -> None:
    board = "3s 8s Ks 4d 9c"
    best = situation_of(spot("fl", ["As2sKhQd", "-"], board, "c k k k k k"))
    assert outlook(best, 1.0, random.Random(1)) > 0.9
    worst = situation_of(spot("fl", ["3c3d9h9s", "-"], "As Ks Qs Js Ts", "c k k k k k"))
    assert outlook(worst, 1.0, random.Random(1)) < 0.2


def test_a_believed_bet_makes_a_hand_worth_less() -> None:
    state = spot("pl", ["KsKh7d6c", "-"], "Kd 8s 3s Jh Tc", "c k k k k k k b40")
    found = situation_of(state)
    trusting = mean(outlook(found, 1.0, random.Random(seed)) for seed in range(20))
    deaf = mean(outlook(found, 0.0, random.Random(seed)) for seed in range(20))
    assert trusting < deaf - 0.03


KEYS = st.tuples(st.integers(1, 4), st.integers(0, 3))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(KEYS, st.lists(KEYS, max_size=5))
def test_shares_are_those_that_the_pot_pays(mine: tuple[int, int], theirs: list[tuple[int, int]]) -> None:
    everybody = [mine, *theirs]
    best_high = max(high for high, _ in everybody)
    best_low = max(low for _, low in everybody)
    highs = [seat for seat, (high, _) in enumerate(everybody) if high == best_high]
    lows = [seat for seat, (_, low) in enumerate(everybody) if low == best_low] if best_low else []
    amount = 2 * 60
    paid = sum(share.amount for share in award(amount, highs, lows, OddChips.BY_HALF) if share.seat == 0)
    assert share_of(mine, theirs) * amount == pytest.approx(paid)
