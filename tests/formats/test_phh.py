"""PHH, read and written: our own goldens, and PokerKit as the other reader."""

import tomllib
import warnings
from decimal import Decimal

import pytest
from msgspec.structs import replace
from pokerkit import HandHistory

from formats.goldens import PHH, golden, read_one, replayed
from formats.simulated import Simulated
from omaha8.errors import HistoryError
from omaha8.formats.history import Unit
from omaha8.formats.phh_write import write_hand
from omaha8.hand.actions import Call, Check, Fold, RaiseTo
from omaha8.hand.events import BetMade, Posted, PostKind, Raised
from omaha8.rules import HouseRules, Structure, fixed_limit

LIMIT = "phh/limit.phh"


@pytest.mark.parametrize("name", PHH)
def test_golden_is_exact(name: str) -> None:
    assert all(outcome == [] for outcome in replayed(golden(name)))


def test_fields_become_the_engines_input() -> None:
    history = read_one(golden(LIMIT)).history
    assert (history.unit, history.stakes, history.button) == (Unit.CHIP, fixed_limit(HouseRules(), 200, 400), 3)
    assert history.names == {1: "p1", 2: "p2", 3: "p3"}
    assert [move.action for move in history.moves[:5]] == [RaiseTo(400), Fold(), Call(), Check(), Check()]
    assert history.shown == (2, 3)
    assert history.moves[0].line == 9


def test_with_two_players_the_arrays_of_posts_are_in_reverse_and_the_first_player_is_the_big_blind() -> None:
    heads_up, alone = (
        read.history for read in map(read_one, golden("phh/heads_up_and_big_blind_alone.phhs").split("\n\n"))
    )
    assert [(post.seat, post.kind, post.amount) for post in heads_up.postings] == [
        (2, PostKind.SMALL_BLIND, 150),
        (1, PostKind.BIG_BLIND, 300),
    ]
    assert [(post.seat, post.kind) for post in alone.postings] == [(1, PostKind.BIG_BLIND)]


def test_a_bad_table_does_not_stop_the_others() -> None:
    text = golden("phh/heads_up_and_big_blind_alone.phhs")
    first, second = replayed(text.replace("antes = [0, 0]", "antes = [0, 0", 1))
    assert isinstance(first, HistoryError)
    assert (first.code, first.where) == ("bad_toml", "text:4")
    assert second == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("'FO/8'", "'PO'", "wrong_game"),
        ("variant = 'FO/8'", "", "wrong_game"),
        ("small_bet = 200", "", "no_stakes"),
        ("[5900, 4750, 7900]", "[5900, 4750]", "bad_field"),
        ("[5900, 4750, 7900]", "[5900, 4750, 'x']", "bad_field"),
        ("[5900, 4750, 7900]", "[5900, 4750, nan]", "bad_amount"),
        ("[5900, 4750, 7900]", "[5900, 4750, 7900.005]", "bad_amount"),
        ("'p3 cbr 400 # as always'", "'p3 cbr x'", "bad_amount"),
        ("'p1 f'", "'p4 f'", "unknown_player"),
        ("'p1 f'", "'p1 folds'", "unknown_line"),
        ("'p1 f'", "'p2 f'", "turn_order"),
        ("'p1 f', 'p2 cc',", "", "turn_order"),
        ("'d db Kh5s3c'", "'d db Kh5s'", "bad_board"),
        ("'d db 8h'", "'d db Kc'", "repeated_card"),
        ("'d db 8h'", "'d db 8h', 'd db 8c'", "bad_board"),
        ("[100, 200, 0]", "[100, 200, 0]\nseats = [2, 1, 3]", "bad_field"),
        ("[100, 200, 0]", "[100, 200, 0]\n_posts = ['p9 dead 5']", "bad_post"),
    ],
)
def test_reasons(old: str, new: str, code: str) -> None:
    text = golden(LIMIT)
    assert old in text
    (error,) = replayed(text.replace(old, new, 1))
    assert isinstance(error, HistoryError), error
    assert error.code == code, str(error)


def test_games_without_a_code_name_no_variant() -> None:
    """A reader of the format refuses them; it would play another game if they had one of its codes."""
    for seed in range(30):
        hand = Simulated(seed)
        fields = tomllib.loads(write_hand(hand.record))
        published = hand.setup.stakes.structure is Structure.FIXED_LIMIT and hand.setup.rules.hole_cards == 4
        assert (fields.get("variant") == "FO/8") is published
        assert ("_variant" in fields) is not published
        if not published:
            with pytest.raises((KeyError, TypeError)):
                HandHistory.loads(write_hand(hand.record))


def test_money_is_written_in_the_currency_with_its_decimals() -> None:
    hand = next(hand for hand in map(Simulated, range(20)) if hand.record.unit is Unit.CENT)
    fields = tomllib.loads(write_hand(hand.record), parse_float=Decimal)
    assert sum(fields["starting_stacks"]) * 100 == sum(stack for _, stack in hand.setup.stacks)
    unnamed = replace(hand.record, scene=replace(hand.record.scene, currency=""))
    assert read_one(write_hand(unnamed)).history.unit is Unit.CENT


def pokerkit_differs(hand: Simulated) -> bool:
    """Where PokerKit has other rules: after a blind posted short, and after an all-in short of a whole raise."""
    due = {PostKind.SMALL_BLIND: 5, PostKind.BIG_BLIND: 10, PostKind.LIVE: 10, PostKind.ANTE: 1}
    posted = [event for event in hand.events if isinstance(event, Posted)]
    totals = [event.to for event in hand.events if isinstance(event, BetMade | Raised)]
    return any(event.amount != due[event.kind] for event in posted) or any(total % 10 for total in totals)


@pytest.mark.parametrize(
    "seeds", [pytest.param(range(120), id="quick"), pytest.param(range(120, 1_000), id="deep", marks=pytest.mark.deep)]
)
def test_pokerkit_plays_what_we_write_to_the_same_stacks(seeds: range) -> None:
    """To the chip; odd chips of a tied half it may give to another of the winners."""
    hands = [hand for hand in (Simulated(seed, plain=True) for seed in seeds) if not pokerkit_differs(hand)]
    assert len(hands) > len(seeds) / 3
    odd = 0
    for hand in hands:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = HandHistory.loads(write_hand(hand.record))
            *_, end = history
        off = [abs(got - want) for got, want in zip(end.stacks, history.finishing_stacks or (), strict=True)]
        assert max(off) <= 1, hand.record.hand_id
        odd += any(off)
    assert odd <= 1 + len(hands) / 100
