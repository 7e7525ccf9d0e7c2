"""What any sound player does in plain spots, whatever the dice say."""

import random
from collections import Counter

import msgspec
import pytest

from bots.spots import TRIES, answers, legal_in, spot
from omaha8.bots import CHARACTERS, HOUSE, choose
from omaha8.hand.actions import Check, Fold, LegalActions, Muck, Show
from omaha8.hand.view import view

PASSED_TO_FLOP = "c k"  # two players: the button completes, the big blind checks
PASSED_TO_TURN = "c k k k"
PASSED_TO_RIVER = "c k k k k k"
NUT_NUT = "As2sKhQd"
NUT_NUT_BOARD = "3s 8s Ks 4d 9c"


@pytest.mark.parametrize("game", ["fl", "pl", "nl"])
@pytest.mark.parametrize("name", CHARACTERS)
def test_the_nuts_both_ways_are_never_folded_and_mostly_raised(game: str, name: str) -> None:
    state = spot(game, [NUT_NUT, "-"], NUT_NUT_BOARD, f"{PASSED_TO_RIVER} k b40")
    done = answers(state, CHARACTERS[name])
    assert not done["Fold"]
    assert done["RaiseTo"] >= TRIES / 2


JUNK = [
    pytest.param("pl", ["-", "KsTd8h7c", "-"], "", "r70 f", id="a raise of the pot before the flop"),
    pytest.param("pl", ["-", "9s9d9h4c", "-"], "", "r70 r230", id="a re-raise before the flop"),
    pytest.param("nl", ["Ts9d8h6c", "-"], "2s 3s 4s Kd Kc", f"{PASSED_TO_RIVER} k b40", id="nothing on the river"),
    pytest.param("pl", ["QhJdTs9c", "-"], "2s 5s 7s", f"{PASSED_TO_FLOP} k b40", id="no high and no low on the flop"),
]


@pytest.mark.parametrize(("game", "hands", "board", "play"), JUNK)
def test_junk_is_folded_to_a_big_bet(game: str, hands: list[str], board: str, play: str) -> None:
    for name in ("vera", "nils"):
        done = answers(spot(game, hands, board, play), CHARACTERS[name])
        assert done["Fold"] >= 0.9 * TRIES, (name, done)


@pytest.mark.parametrize("name", CHARACTERS)
def test_nobody_bluffs_into_a_dry_side_pot(name: str) -> None:
    hands = ["Ts9d8h6c", "AhAdKhKd", "-"]
    # Seat 3 is all-in before the flop; whoever bets now can only be called by a better hand.
    state = spot("pl", hands, "2s 3s 4s Kc Qc", "r60 c c k k k k", stacks=[2000, 2000, 60])
    assert state.to_act == 1
    assert answers(state, CHARACTERS[name])["Check"] == TRIES


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_draw_to_both_nuts_calls_a_small_bet_in_a_big_pot(name: str) -> None:
    hands = ["As2sKhQd", "-", "-", "-"]
    state = spot("fl", hands, "7s 8s Jd", "r40 r60 r80 c c c k b20 c c")
    done = answers(state, CHARACTERS[name])
    assert not done["Fold"]


def test_a_price_decides_on_the_river() -> None:
    middling = "Jc8d6hTc"  # a pair of jacks and no low, where three low cards and an overcard lie
    board = "Ks Js 8c 5d 3h"
    cheap = answers(spot("nl", [middling, "-"], board, "r80 c k k k k k b20"))
    dear = answers(spot("nl", [middling, "-"], board, "c k k k k k k b400"))
    assert not cheap["Fold"]
    assert dear["Fold"] >= 0.9 * TRIES


def test_a_draw_whose_low_was_counterfeited_is_given_up() -> None:
    hands = ["Ah2hQdJc", "-"]
    play = f"{PASSED_TO_TURN} k b20"
    good = answers(spot("pl", hands, "8s 7s Kd 4c", play))
    drawing = answers(spot("pl", hands, "8s 7s Kd 9c", play))
    counterfeited = answers(spot("pl", hands, "8s 7s Kd 2s", play))
    assert not good["Fold"]
    assert counterfeited["Fold"] >= 0.8 * TRIES
    assert drawing["Fold"] < counterfeited["Fold"]


@pytest.mark.parametrize("game", ["fl", "pl", "nl"])
def test_the_best_start_hand_is_raised_and_a_dangling_one_folded(game: str) -> None:
    nine = ["-"] * 9
    best = answers(spot(game, [*nine[:2], "AsAd2s3d", *nine[3:8]]))
    worst = answers(spot(game, [*nine[:2], "Js9d7h2c", *nine[3:8]]))
    assert best["RaiseTo"] >= 0.8 * TRIES
    assert not best["Fold"]
    assert worst["Fold"] == TRIES


def test_the_characters_differ_as_they_are_described() -> None:
    played: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    rng = random.Random(5)
    cards = [card + suit for card in "23456789TJQKA" for suit in "cdhs"]
    for _ in range(150):
        hand = "".join(rng.sample(cards, 4))
        state = spot("fl", ["-", "-", hand, "-", "-", "-"])
        for name, style in CHARACTERS.items():
            done = answers(state, style, tries=1)
            played[name] += 1 - done["Fold"]
            raised[name] += done["RaiseTo"]
    assert played["nils"] < played["vera"] < min(played["boris"], played["aino"])
    assert raised["aino"] < raised["nils"] < raised["vera"] < raised["boris"]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_beaten_hand_is_shown_as_often_as_the_style_says(name: str) -> None:
    style = CHARACTERS[name]
    state = spot("fl", [NUT_NUT, "Ts9d8h6c"], NUT_NUT_BOARD, f"{PASSED_TO_RIVER} k k")
    assert state.at_showdown
    done = answers(state, style, tries=400)
    assert done["Show"] + done["Muck"] == 400
    assert abs(done["Show"] / 400 - style.shows) < 0.1


def test_a_player_whose_cards_are_unknown_checks_or_folds_and_mucks() -> None:
    state = spot("fl", ["-", "-", "-"])
    legal = legal_in(state)
    blind = view(state, legal.seat)
    unknown = msgspec.structs.replace(
        blind,
        seats=tuple(
            msgspec.structs.replace(seat, cards=(None, "As", "Ks", "Qs") if seat.seat == legal.seat else None)
            for seat in blind.seats
        ),
    )
    assert choose(unknown, legal, random.Random(1)) == Fold()
    assert choose(unknown, LegalActions(seat=legal.seat, fold=True, check=True), random.Random(1)) == Check()
    done = {
        type(choose(unknown, LegalActions(seat=legal.seat, muck=True), random.Random(seed), HOUSE))
        for seed in range(50)
    }
    assert done == {Muck}
    assert Show not in done
