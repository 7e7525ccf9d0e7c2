"""Open Hand History, read and written: our own goldens, and the fields of the specification as data."""

import json
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from formats.goldens import golden, read_one, replayed
from formats.simulated import Simulated
from omaha8.errors import HistoryError
from omaha8.formats.history import Unit
from omaha8.formats.ohh_write import write_hand
from omaha8.hand.actions import BetTo, Call, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.replay import USUAL_RULES, replay_history
from omaha8.rules import OddChips, Structure, pot_limit

HOUSE = "ohh/house_rules.jsonl"
BY_HALF = replace(USUAL_RULES, odd_chips=OddChips.BY_HALF)

# The specification, 1.4.6: field and kind of value; those with a mark may be missing.
PLAYER = {"id": int, "seat": int, "name": str, "display": str, "starting_stack": Decimal, "player_bounty": Decimal,
          "is_sitting_out": bool}  # fmt: skip
ACTION = {"action_number": int, "player_id": int, "action": str, "amount": Decimal, "is_allin": bool, "cards?": list}
ROUND = {"id": int, "street": str, "cards": list, "actions": [ACTION]}
WIN = {"player_id": int, "win_amount": Decimal, "cashout_amount": Decimal, "cashout_fee": Decimal,
       "bonus_amount": Decimal}  # fmt: skip
POT = {"number": int, "amount": Decimal, "rake": Decimal, "jackpot": Decimal, "player_wins": [WIN]}
HAND = {
    "spec_version": str, "site_name": str, "network_name": str, "internal_version": str, "tournament": bool,
    "tournament_info?": dict, "game_number": str, "start_date_utc?": str, "table_name": str, "table_handle?": str,
    "table_skin?": str, "game_type": str, "bet_limit": {"bet_type": str, "bet_cap": Decimal}, "table_size": int,
    "currency": str, "dealer_seat": int, "small_blind_amount": Decimal, "big_blind_amount": Decimal,
    "ante_amount": Decimal, "hero_player_id?": int, "flags": list, "players": [PLAYER], "rounds": [ROUND],
    "pots": [POT], "tournament_bounties?": list, "_hole_cards?": int, "_big_bet?": Decimal,
}  # fmt: skip
GAME_TYPES = {"Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"}
STREETS = ["Preflop", "Flop", "Turn", "River", "Showdown"]
ACTIONS = {
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up", "Add to Pot",
    "Player Adjustment",
}  # fmt: skip


def check_fields(value: Any, spec: Any, where: str) -> None:
    if isinstance(spec, list):
        for number, one in enumerate(value):
            check_fields(one, spec[0], f"{where}[{number}]")
    elif isinstance(spec, dict):
        names = {name.removesuffix("?") for name in spec}
        assert set(value) <= names, f"{where}: {set(value) - names}"
        for name, kind in spec.items():
            if not name.endswith("?") or name[:-1] in value:
                check_fields(value[name.removesuffix("?")], kind, f"{where}.{name}")
    elif spec is Decimal:
        assert type(value) in (int, Decimal), where
    else:
        assert type(value) is spec, where


def test_what_we_write_has_the_fields_of_the_specification() -> None:
    for hand in map(Simulated, range(60)):
        text = write_hand(hand.record)
        assert text.endswith("}\n\n")
        assert text.count("\n") == 2
        whole = json.loads(text, parse_float=Decimal)
        assert list(whole) == ["ohh"]
        ohh = whole["ohh"]
        check_fields(ohh, HAND, "ohh")
        assert ohh["game_type"] in GAME_TYPES
        assert ohh["bet_limit"]["bet_type"] in {"NL", "PL", "FL"}
        assert [one["street"] for one in ohh["rounds"]] == sorted(
            {one["street"] for one in ohh["rounds"]}, key=STREETS.index
        )
        ids = {player["id"] for player in ohh["players"]}
        preflop = ohh["rounds"][0]["actions"]
        assert all(action["action"] != "Bet" for action in preflop)  # the blind is the bet
        for action in (action for one in ohh["rounds"] for action in one["actions"]):
            assert action["action"] in ACTIONS
            assert action["player_id"] in ids
        for pot in ohh["pots"]:  # the rake is in the amount
            assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])


def test_what_the_format_has_no_field_for_is_ours_and_only_then() -> None:
    hands = [Simulated(seed) for seed in range(60)]
    for hand in hands:
        ohh = json.loads(write_hand(hand.record))["ohh"]
        assert ("_hole_cards" in ohh) is (hand.setup.rules.hole_cards != 4)
        assert "_big_bet" not in ohh
        assert (ohh["currency"] == "XXX") is (hand.record.unit is Unit.CHIP)
    odd = next(hand for hand in hands if hand.setup.stakes.structure is Structure.FIXED_LIMIT)
    stakes = replace(odd.setup.stakes, big_bet=3 * odd.setup.stakes.big_blind)
    events = (replace(odd.events[0], stakes=stakes), *odd.events[1:])
    assert read_one(write_hand(replace(odd.record, events=events))).history.stakes == stakes


# Reading, and what rooms make of the format


def test_goldens_are_exact() -> None:
    text = golden(HOUSE)
    assert list(replayed(text, BY_HALF)) == [[], [], []]
    assert list(replayed(text.replace("\n", "\n\n"), BY_HALF)) == [[], [], []]
    pretty = "\n\n".join(json.dumps(json.loads(line), indent=2) for line in text.splitlines())
    assert list(replayed(pretty, BY_HALF)) == [[], [], []]


def test_the_one_pot_that_is_shared_half_by_half() -> None:
    """R7.4: both halves tied by the same two; shared at once they get the same, half by half 2 cents more and less."""
    first, *_ = replayed(golden(HOUSE))
    assert isinstance(first, list)
    assert {found.what: found.got - found.expected for found in first} == {
        "paid to Ada from the pots": 1,
        "paid to Cyd from the pots": -1,
        "final stack of Ada": 1,
        "final stack of Cyd": -1,
    }


def test_amounts_are_chips_added_and_a_raise_that_only_calls_is_a_call() -> None:
    history = read_one(golden(HOUSE).splitlines()[0]).history
    assert (history.stakes, history.unit) == (pot_limit(50, 100), Unit.CENT)
    assert [move.action for move in history.moves[3:]] == [BetTo(750), RaiseTo(3000), Call()]
    assert history.moves[5].added == 2200
    assert len(history.board) == 5  # the streets in their order, whatever the file's


def test_posts_of_every_kind() -> None:
    """A small blind who owes the big one posts the rest of it live."""
    _, owing, straddled = golden(HOUSE).splitlines()
    assert [(post.seat, post.kind, post.amount) for post in read_one(owing).history.postings] == [
        (3, PostKind.SMALL_BLIND, 10),
        (10, PostKind.BIG_BLIND, 25),
        (3, PostKind.DEAD, 10),
        (3, PostKind.LIVE, 15),
    ]
    assert PostKind.STRADDLE in {post.kind for post in read_one(straddled).history.postings}


def test_who_sits_between_button_and_small_blind_acts_last() -> None:
    straddled = read_one(golden(HOUSE).splitlines()[2])
    assert straddled.history.button == 6
    assert replay_history(straddled.history).setup.button == 6


def test_who_sits_out_is_not_dealt_in() -> None:
    assert "Dot" not in read_one(golden(HOUSE).splitlines()[1]).history.names.values()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"OmahaHiLo"', '"Omaha"', "wrong_game"),
        ('"bet_type": "PL"', '"bet_type": "SL"', "no_stakes"),
        ('"starting_stack": 20', '"starting_stack": 20.005', "bad_amount"),
        ('"starting_stack": 20', '"starting_stack": "x"', "bad_field"),
        ('"starting_stack": 20', '"starting_stack": 1e20', "bad_amount"),
        ('"dealer_seat": 2, ', "", "bad_field"),
        ('"seat": 3', '"seat": 2', "repeated_seat"),
        ('"player_id": 0, "action": "Raise"', '"player_id": 9, "action": "Raise"', "unknown_player"),
        ('"player_id": 0, "action": "Raise"', '"player_id": 2, "action": "Raise"', "turn_order"),
        ('"action": "Raise", "amount": 1.1', '"action": "Raise", "amount": 2.1', "raise_too_large"),
        ('"action": "Raise"', '"action": "Leap"', "unknown_line"),
        ('"street": "Flop"', '"street": "Flip"', "unknown_line"),
        ('"street": "Flop"', '"street": "Turn"', "out_of_place"),
        ('"Jc", "8d", "8s"', '"Jc", "8d"', "bad_board"),
        ('"Jc", "8d", "8s"', '"Jc", "8d", "8d"', "repeated_card"),
        ('"currency": "USD"', '"flags": ["Run_It_Twice"]', "run_it_twice"),
        ("]}]}}", "]}]}", "truncated"),
        ('"players": [', '"players": [,', "bad_json"),
    ],
)
def test_reasons_and_the_rest_goes_on(old: str, new: str, code: str) -> None:
    first, owing, last = golden(HOUSE).splitlines()
    assert old in owing
    outcomes = list(replayed("\n".join((first, owing.replace(old, new, 1), last)), BY_HALF))
    assert outcomes[0] == outcomes[2] == []
    error = outcomes[1]
    assert isinstance(error, HistoryError), error
    assert (error.code, error.where) == (code, "text:2"), str(error)


def test_a_payment_can_not_be_changed_unseen() -> None:
    (found,) = replayed(golden(HOUSE).splitlines()[1].replace('"win_amount": 2.55', '"win_amount": 2.54'))
    assert isinstance(found, list)
    assert {one.what for one in found} >= {
        "rake, against what the payments leave of the pot",
        "paid to Ben from the pots",
    }


@pytest.mark.parametrize("text", ["{}", '{"a": 1}\n{"b": 2}', "{"])
def test_other_json_is_one_error(text: str) -> None:
    (error,) = replayed(text)
    assert isinstance(error, HistoryError)
    assert error.code == "unknown_site"
