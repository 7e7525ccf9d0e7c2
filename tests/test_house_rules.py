"""House rules, profiles and stakes as data: what the rulebook's section 0 says, and contradictions refused."""

from collections.abc import Callable

import msgspec
import pytest

from omaha8.errors import RulesError
from omaha8.rules import (
    PROFILES,
    TABLE_PROFILES,
    ButtonRule,
    FirstToShow,
    HouseRules,
    OddChips,
    PotLimitPot,
    Rounding,
    Stakes,
    Structure,
    TableRules,
    TimeOutRule,
    fixed_limit,
    no_limit,
    parse_stakes,
    pot_limit,
)


@pytest.mark.parametrize(("hole_cards", "seats"), [(4, 10), (5, 9), (6, 7)])
def test_r1_1_as_many_seats_as_one_deck_deals(hole_cards: int, seats: int) -> None:
    assert HouseRules(hole_cards=hole_cards).max_seats == seats


@pytest.mark.parametrize(
    ("profile", "small_bet", "small_blind"),
    [
        ("classic", 5, 2),
        ("party", 5, 2),
        ("russian", 5, 3),
        ("classic", 4, 2),
        ("russian", 4, 2),
        ("classic", 1, 1),
        ("russian", 1, 1),
    ],
)
def test_r2_2_the_small_blind_is_half_the_small_bet_rounded_by_the_house(
    profile: str, small_bet: int, small_blind: int
) -> None:
    stakes = fixed_limit(PROFILES[profile], small_bet, 2 * small_bet)
    assert stakes == Stakes(
        structure=Structure.FIXED_LIMIT,
        small_blind=small_blind,
        big_blind=small_bet,
        big_bet=2 * small_bet,
    )


def test_r2_2_in_pot_and_no_limit_the_stakes_are_the_blinds() -> None:
    assert pot_limit(2, 5) == Stakes(structure=Structure.POT_LIMIT, small_blind=2, big_blind=5)
    assert no_limit(2, 5) == Stakes(structure=Structure.NO_LIMIT, small_blind=2, big_blind=5)


def test_section_0_options_with_one_default() -> None:
    for rules in PROFILES.values():
        assert rules.hole_cards == 4
        assert rules.odd_chips is OddChips.TDA
        assert rules.cap_heads_up
        assert rules.pl_pot is PotLimitPot.ALL
        assert not rules.pl_full_blinds
        assert rules.all_in_face_up
    for table in TABLE_PROFILES.values():
        assert (table.muck_time, table.between_hands, table.per_further_pot) == (5_000, 4_000, 1_000)
        assert table.per_street_face_up == 2_000
        assert (table.max_sit_out, table.rathole, table.seat_offer) == (15 * 60_000, 60 * 60_000, 60_000)
        assert not table.protect_only_lost_connections
        assert table.protections_per_day is None
        assert (table.time_to_act, table.reconnect_time) == (30_000, 20_000)


@pytest.mark.parametrize(
    ("name", "rounding", "first", "last_hand"),
    [
        ("classic", Rounding.DOWN, FirstToShow.LAST_AGGRESSOR, True),
        ("party", Rounding.DOWN, FirstToShow.RIVER_BETTOR, False),
        ("russian", Rounding.UP, FirstToShow.RIVER_AGGRESSOR, False),
    ],
)
def test_section_0_profiles_of_the_hand(name: str, rounding: Rounding, first: FirstToShow, last_hand: bool) -> None:
    rules = PROFILES[name]
    assert (rules.small_blind_rounding, rules.first_to_show, rules.mucked_in_last_hand) == (
        rounding,
        first,
        last_hand,
    )
    assert TABLE_PROFILES[name].hand == rules


@pytest.mark.parametrize(
    ("name", "button", "time_out", "seats", "clock"),
    [
        ("classic", ButtonRule.DEAD, TimeOutRule.CHECK_OR_FOLD, 10, 30_000),
        ("party", ButtonRule.MOVING, TimeOutRule.PROTECT, 10, 20_000),
        ("russian", ButtonRule.MOVING, TimeOutRule.CHECK_OR_FOLD, 9, 30_000),
    ],
)
def test_section_0_profiles_of_the_table(
    name: str, button: ButtonRule, time_out: TimeOutRule, seats: int, clock: int
) -> None:
    table = TABLE_PROFILES[name]
    assert (table.button, table.time_out, table.seats, table.visible_clock) == (button, time_out, seats, clock)


def test_a_table_may_override_any_option_and_profiles_cannot_be_changed() -> None:
    mine = msgspec.structs.replace(PROFILES["party"], odd_chips=OddChips.BY_HALF)
    assert mine.first_to_show is FirstToShow.RIVER_BETTOR
    with pytest.raises(AttributeError):
        mine.hole_cards = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        PROFILES["mine"] = mine  # type: ignore[index]


STRUCTURES = {"fl": Structure.FIXED_LIMIT, "pl": Structure.POT_LIMIT, "nl": Structure.NO_LIMIT}


@pytest.mark.parametrize(
    ("make", "code", "where", "says"),
    [
        (lambda: HouseRules(hole_cards=3), "hole_cards", "hole_cards", "4, 5 and 6"),
        (lambda: HouseRules(hole_cards=7), "hole_cards", "hole_cards", "4, 5 and 6"),
        (lambda: no_limit(0, 2), "blinds", "stakes", "0/2"),
        (lambda: no_limit(-1, 2), "blinds", "stakes", "-1/2"),
        (lambda: pot_limit(3, 2), "blinds", "stakes", "3/2"),
        (lambda: fixed_limit(HouseRules(), 0, 0), "blinds", "stakes", "1/0"),
        (lambda: fixed_limit(HouseRules(), 4, 3), "big_bet", "stakes", "at least the small bet 4"),
        (
            lambda: Stakes(structure=STRUCTURES["fl"], small_blind=1, big_blind=2),
            "big_bet",
            "stakes",
            "big bet 0",
        ),
        (
            lambda: Stakes(structure=STRUCTURES["nl"], small_blind=1, big_blind=2, big_bet=4),
            "big_bet",
            "stakes",
            "blinds only",
        ),
        (
            lambda: Stakes(structure=STRUCTURES["pl"], small_blind=1, big_blind=2, big_bet=4),
            "big_bet",
            "stakes",
            "blinds only",
        ),
        (lambda: TableRules(seats=1), "seats", "seats", "2 to 10"),
        (lambda: TableRules(seats=11), "seats", "seats", "2 to 10"),
        (lambda: TableRules(hand=HouseRules(hole_cards=6), seats=8), "seats", "seats", "2 to 7"),
        (lambda: TableRules(time_to_act=0), "time", "time_to_act", "at least 1"),
        (lambda: TableRules(muck_time=0), "time", "muck_time", "at least 1"),
        (lambda: TableRules(visible_clock=30_001), "time", "visible_clock", "0 to the time to act"),
        (lambda: TableRules(visible_clock=-1), "time", "visible_clock", "0 to the time to act"),
    ],
)
def test_contradictions_are_refused_with_what_would_be_legal(
    make: Callable[[], object], code: str, where: str, says: str
) -> None:
    with pytest.raises(RulesError) as refused:
        make()
    assert (refused.value.code, refused.value.where) == (code, where)
    assert says in refused.value.message


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: no_limit(1, 2.0), "blinds"),  # type: ignore[arg-type]
        (lambda: no_limit(1.5, 2), "blinds"),  # type: ignore[arg-type]
        (lambda: no_limit(True, 2), "blinds"),
        (lambda: fixed_limit(HouseRules(), 2, 4.0), "big_bet"),  # type: ignore[arg-type]
        (lambda: HouseRules(hole_cards=4.0), "hole_cards"),  # type: ignore[arg-type]
    ],
)
def test_amounts_that_are_no_whole_numbers_are_refused(make: Callable[[], object], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        make()
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("fl 5/10", fixed_limit(HouseRules(), 5, 10)),
        (" pl  1/2 ", pot_limit(1, 2)),
        ("NL 2/5", no_limit(2, 5)),
    ],
)
def test_stakes_are_read_as_rooms_write_them(text: str, stakes: Stakes) -> None:
    assert parse_stakes(text, HouseRules()) == stakes


@pytest.mark.parametrize("text", ["", "fl", "nl 2", "nl 2/", "nl /5", "xl 2/5", "nl 1.5/3", "nl -1/2", "2/5"])
def test_stakes_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse_stakes(text, HouseRules(), "line 3")
    assert (refused.value.code, refused.value.where) == ("stakes", "line 3")
    assert "SMALLBET/BIGBET" in refused.value.message


@pytest.mark.parametrize("text", ['{"hole_cards":4,"cap":true}', '{"odd_chips":"most"}', '{"hole_cards":"4"}'])
def test_rules_from_outside_are_checked(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=HouseRules)


def test_rules_and_stakes_survive_json() -> None:
    for table in TABLE_PROFILES.values():
        assert msgspec.json.decode(msgspec.json.encode(table), type=TableRules) == table
    stakes = fixed_limit(HouseRules(), 5, 10)
    assert msgspec.json.decode(msgspec.json.encode(stakes), type=Stakes) == stakes
