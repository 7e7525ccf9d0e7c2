"""Table scripts: every golden runs, every expectation bites, and every option of a table matters to one of them."""

import re
from enum import Enum
from pathlib import Path

import msgspec
import pytest

from omaha8.errors import ScriptError
from omaha8.rules import TABLE_PROFILES, ButtonRule, HouseRules, TableRules, TimeOutRule
from omaha8.table.evolve import replay
from omaha8.table.script import run_table_script
from omaha8.table.script_checks import CHECKS
from omaha8.table.script_text import TIMES

HERE = Path(__file__).parent / "scripts"
TEXTS = {path.stem: path.read_text() for path in sorted(HERE.rglob("*.table"))}

# fmt: off
# Rules that need a table; those of one hand have hand scripts.
RULES = [
    "R1.1", "R1.3",
    "R2.1", "R2.2", "R2.3", "R2.4", "R2.5", "R2.6", "R2.7", "R2.8", "R2.9",
    "R5.4",
    "R7.5", "R7.8", "R7.9",
    "R8.1", "R8.2", "R8.3", "R8.4", "R8.5", "R8.6", "R8.7",
]
# Faults other programs had.
FAULTS = ["B41", "B51", "B52", "B54", "B60"]
# fmt: on


@pytest.mark.parametrize("name", TEXTS)
def test_script_runs_as_it_says(name: str) -> None:
    result = run_table_script(TEXTS[name], name)
    assert result.rule.startswith(f"{name.partition('-')[0]} "), "a script says in its rule line what it shows"


@pytest.mark.parametrize("rule", [*RULES, *FAULTS])
def test_every_rule_of_a_table_and_every_fault_has_scripts(rule: str) -> None:
    assert [name for name in TEXTS if name.startswith(f"{rule}-")]


@pytest.mark.parametrize("name", TEXTS)
def test_the_log_of_a_script_replays_to_its_state(name: str) -> None:
    result = run_table_script(TEXTS[name], name)
    state = result.before
    for logged in result.log:
        state = replay(logged.events, state, logged.deck)
        assert state == logged.after
    assert state == result.state


def rules_of(text: str) -> TableRules:
    """The rules of a script's table."""
    setup = [line for line in text.split("\n") if line.partition(" ")[0] in {"game", "house", "rotate", "buyin"}]
    return run_table_script("\n".join(setup)).before.config.rules


RULES_OF = {name: rules_of(text) for name, text in TEXTS.items()}


ENUMS: dict[str, type[Enum]] = {"button": ButtonRule, "time_out": TimeOutRule}


def alternatives(option: str) -> list[object]:
    """Values of an option that may stand for each other."""
    if option in TIMES:
        own = {getattr(rules, option) for rules in TABLE_PROFILES.values()}
        # The clock is visible for no longer than there is time to act.
        shorter, longer = option != "time_to_act", option != "visible_clock"
        return [*sorted(own), *[2_000, 7_000] * shorter, *[100_000_000] * longer]
    if option == "seats":
        return [6, 9, 10]
    if option == "protections_per_day":
        return [None, 1, 2]
    value = getattr(TableRules(), option)
    return [False, True] if isinstance(value, bool) else [*ENUMS[option]]


OPTIONS = [field.name for field in msgspec.structs.fields(TableRules) if field.name != "hand"]
FLIPS = [
    (option, before, after)
    for option in OPTIONS
    for before in {getattr(rules, option): None for rules in TABLE_PROFILES.values()}
    for after in alternatives(option)
    if before != after
] + [
    ("protections_per_day", 1, None),
    ("protections_per_day", 1, 2),
    ("protect_only_lost_connections", True, False),
    # Of a hand's options those that a table's own rules name; hand scripts have them all.
    ("small_blind_rounding", HouseRules().small_blind_rounding, "up"),
    ("mucked_in_last_hand", True, False),
]


def with_option(text: str, option: str, value: object) -> str:
    """The script with an option set, whatever it was; lines keep their numbers."""
    shown = value.value if isinstance(value, Enum) else f"{value}ms" if option in TIMES else str(value).lower()
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("house"):
            kept = [word for word in line.split() if not word.startswith(f"{option}=")]
            lines[number] = " ".join([*kept, f"{option}={shown}"])
            return "\n".join(lines)
    return re.sub(r"^(game .*)$", rf"\1\nhouse classic {option}={shown}", text, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize(("option", "before", "after"), FLIPS)
def test_every_option_matters(option: str, before: object, after: object) -> None:
    """With the option flipped at least one script that had the other value must fail: none is dead data."""
    for name, text in TEXTS.items():
        rules = RULES_OF[name]
        if getattr(rules if hasattr(rules, option) else rules.hand, option) != before:
            continue
        try:
            run_table_script(with_option(text, option, after), name)
        except ScriptError as error:
            # A table that cannot exist with the option shows nothing about it.
            if error.code in {"expectation", "refused"}:
                return
    pytest.fail(f"no script notices {option} = {after!r} in place of {before!r}")


def spoiled(line: str) -> str | None:
    """An expectation made wrong; `None` for lines that expect nothing, or nothing that can be spoiled alike."""
    keyword, _, rest = line.partition(" ")
    if keyword not in CHECKS:
        return None
    if rest.endswith("none"):
        return f"{keyword} {rest.removesuffix('none')}{'dead 7' if keyword == 'owes' else 's1'}"
    if not re.search(r"\d", rest):
        return f"{keyword} {'action s1 30s' if keyword == 'clock' else f'{rest} dan'}"
    *_, last = re.finditer(r"\d+", rest)
    wrong = int(last[0]) % 9 + 1 if rest[last.start() - 1] == "s" else int(last[0]) + 1
    return f"{keyword} {rest[: last.start()]}{wrong}{rest[last.end() :]}"


@pytest.mark.parametrize("name", TEXTS)
def test_every_expectation_bites_at_its_line(name: str) -> None:
    lines = TEXTS[name].split("\n")
    for number, line in enumerate(lines):
        wrong = spoiled(line)
        if wrong is None:
            continue
        with pytest.raises(ScriptError) as caught:
            run_table_script("\n".join([*lines[:number], wrong, *lines[number + 1 :]]), name)
        assert caught.value.where == f"{name}:{number + 1}", wrong


SETUP = "game pl 1/2\nbuyin 20..200\nplayers s1 100  s2 100  s3 100\n"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("shuffle", "unknown_keyword"),
        ("game nl 1/2", "out_of_order"),
        ("sit ann s4", "bad_command"),
        ("sit s4 s4 100", "bad_player"),
        ("sit ann 4 100", "bad_seat"),
        ("sit ann s4 19", "refused"),
        ("out s4", "bad_seat"),
        ("out s11", "bad_seat"),
        ("out ann", "refused"),
        ("topup s1 x", "bad_amount"),
        ("prefer s1 fold", "bad_preference"),
        ("prefer s1", "bad_preference"),
        ("at 4s", "bad_time"),
        ("at +4", "bad_time"),
        ("timeout", "refused"),
        ("hand 2", "expectation"),
        ("hand 0", "bad_amount"),
        ("play fold", "expectation"),
        ("dealt s1", "expectation"),
        ("deal s1 AsAh", "bad_deal"),
        ("deal s1", "bad_line"),
        ("deal s1 AsAsKsKh", "repeated_card"),
        ("deal s1 AsAhKsKh\nboard As 2c 3c", "repeated_card"),
        ("deal s4 AsAhKsKh\nhand 1", "bad_deal"),
        ("deal s1 AsAhKsKh", "unused_deal"),
        ("board 2c 3c 4c 5c 6c 7c", "bad_board"),
        ("refuse out s1 never", "bad_refusal"),
        ("refuse out s1 stack_full", "expectation"),
        ("refuse topup s1 101 top_up_range 1..99", "expectation"),
        ("refuse topup s1 101 stack_full", "expectation"),
        ("hand 1\nact s1 protect", "bad_action"),
        ("hand 1\nact s1 bet 2", "refused"),
        ("hand 1\nplay call", "bad_play"),
        ("hand 1\nposts s2 blind 1", "bad_posts"),
        ("hand 1\nplaces button", "bad_line"),
        ("hand 1\nlive", "bad_line"),
        ("owes s4 none", "bad_seat"),
        ("transfers buy_in 100", "bad_transfer"),
    ],
)
def test_a_bad_line_is_an_error_at_its_place(lines: str, code: str) -> None:
    with pytest.raises(ScriptError) as caught:
        run_table_script(SETUP + lines, "bad")
    assert (caught.value.code, caught.value.where.partition(":")[0]) == (code, "bad")
    wrong = 1 if code in {"repeated_card", "bad_deal", "unused_deal"} else lines.count("\n") + 1
    last = lines.count("\n") + 1 if code == "repeated_card" else wrong
    assert caught.value.where == f"bad:{3 + last}"


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ("players s1 100", "missing_keyword"),
        ("game xl 1/2", "bad_game"),
        ("game pl 2/1", "blinds"),
        ("game fl 4/2", "big_bet"),
        ("game pl 1/2\ngame pl 1/2", "repeated_keyword"),
        ("game pl 1/2\nhouse german", "bad_house"),
        ("game pl 1/2\nhouse party colour=red", "bad_house"),
        ("game pl 1/2\nhouse party seats=many", "bad_house"),
        ("game pl 1/2\nhouse party seats=9 seats=8", "bad_house"),
        ("game pl 1/2\nhouse classic muck_time=5", "bad_time"),
        ("game pl 1/2\nhouse classic seats=11", "seats"),
        ("game pl 1/2\nhouse classic hole_cards=5", "seats"),
        ("game pl 1/2\nhouse classic hole_cards=3 seats=6", "hole_cards"),
        ("game pl 1/2\nhouse classic visible_clock=31s", "time"),
        ("game pl 1/2\nrotate daily", "bad_rotation"),
        ("game pl 1/2\nbuyin 20", "bad_range"),
        ("game pl 1/2\nbuyin 30..20", "buy_in"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_an_error(setup: str, code: str) -> None:
    with pytest.raises(ScriptError) as caught:
        run_table_script(f"{setup}\ntaken none\n", "bad")
    assert caught.value.code == code


def test_cards_not_named_come_in_an_order_that_the_number_decides() -> None:
    def board(lines: str) -> object:
        result = run_table_script(SETUP + lines + "\nhand 1\nplay check\n")
        assert result.state.hand is not None
        return result.state.hand.board

    assert board("") == board("")
    assert board("deck 7") != board("")
    assert board("deck 7") == board("deck 7")


DOCUMENT = (Path(__file__).parents[2] / "docs" / "table-script.md").read_text()


def test_the_example_of_the_document_runs() -> None:
    _, example, *_ = DOCUMENT.split("```\n")
    assert run_table_script(example).state.hand_number == 4


def test_every_keyword_is_in_the_document() -> None:
    with pytest.raises(ScriptError) as caught:
        run_table_script("shuffle")
    for keyword in caught.value.message.partition("legal: ")[2].split(", "):
        assert re.search(rf"`{keyword}\b", DOCUMENT), keyword
