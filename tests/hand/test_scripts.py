"""Hand scripts: every golden plays, every expectation bites, and every house option matters to one of them."""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from omaha8.cards import format_cards
from omaha8.errors import ScriptError
from omaha8.hand.actions import RefusalCode
from omaha8.hand.events import PostKind
from omaha8.hand.machine import start
from omaha8.hand.script import ScriptResult, parse_script, run, run_script, write_script
from omaha8.hand.script_model import Act, Unfinished
from omaha8.hand.setup import HandSetup, Post, deck_of
from omaha8.rules import HOLE_CARDS, HouseRules, pot_limit

HERE = Path(__file__).parent / "scripts"
EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(HERE.rglob("*.hand")) + sorted(EXAMPLES.glob("*.hand"))
TEXTS = {path.stem: path.read_text() for path in FILES}

# fmt: off
# Rules that one hand can show; those of tables, time and screens are tested there.
RULES = [
    "R1.1", "R1.4",
    "R2.2", "R2.4", "R2.5", "R2.6", "R2.7", "R2.8", "R2.10",
    "R3.1", "R3.2",
    "R4.1", "R4.2", "R4.3", "R4.4", "R4.5", "R4.6", "R4.7", "R4.8",
    "R5.1", "R5.2", "R5.3", "R5.5", "R5.6",
    "R6.1", "R6.2", "R6.3", "R6.4", "R6.5", "R6.6", "R6.7",
    "R7.1", "R7.2", "R7.3", "R7.4", "R7.5", "R7.6", "R7.7", "R7.8", "R7.9", "R7.10",
    "R8.4",
]

# Cases in which the reference engine differs from the rulebook, and faults other programs had.
PEER_CASES = range(1, 12)
FAULTS = [
    "B01", "B02", "B03", "B04", "B06", "B07", "B09", "B10",
    "B12", "B13", "B15", "B16", "B18", "B19", "B20", "B21",
    "B22", "B24", "B26", "B27", "B28", "B29", "B31", "B32", "B34", "B35", "B36",
    "B38", "B39", "B41", "B43", "B44", "B45", "B47", "B49", "B50",
    "B51", "B52", "B54",
    "B58", "B60",
]
# fmt: on


def played() -> Iterator[tuple[str, ScriptResult]]:
    """The scripts whose hands start, by name."""
    for name, text in TEXTS.items():
        result = run_script(text, name)
        if result.refused is None:
            yield name, result


@pytest.mark.parametrize("name", TEXTS)
def test_script_plays_as_it_says(name: str) -> None:
    result = run_script(TEXTS[name], name)
    assert result.rule, "a script says in its rule line what it shows"
    named = re.match(r"R\d+\.\d+", name)
    assert named is None or result.rule.startswith(f"{named[0]} ")


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_of_a_hand_has_a_script_and_a_contrast(rule: str) -> None:
    """One script shows the rule; another, a refusal or the exact legal actions show where it ends."""
    named = [text for name, text in TEXTS.items() if name.startswith(f"{rule}-")]
    assert len(named) > 1 or any("refuse " in text or "legal " in text for text in named)


def test_no_two_scripts_share_a_name() -> None:
    assert len(TEXTS) == len(FILES)


@pytest.mark.parametrize("case", PEER_CASES)
def test_every_case_of_the_reference_engine_has_a_script(case: int) -> None:
    assert [name for name in TEXTS if name.startswith(f"case{case:02}-")]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_a_script(fault: str) -> None:
    assert [name for name in TEXTS if name.startswith(f"{fault}-")]


def alternatives(option: str) -> list[object]:
    """Every value of a house option."""
    kind = get_type_hints(HouseRules)[option]
    if kind is bool:
        return [False, True]
    if issubclass(kind, Enum):
        return list(kind)
    assert option == "hole_cards"
    return list(HOLE_CARDS)


FLIPS = [
    (field.name, before, after)
    for field in msgspec.structs.fields(HouseRules)
    for before in alternatives(field.name)
    for after in alternatives(field.name)
    if before != after
]


@pytest.mark.parametrize(("option", "before", "after"), FLIPS)
def test_every_option_matters(option: str, before: object, after: object) -> None:
    """With the option flipped at least one script that had the other value must fail: none is dead data."""
    failed = []
    for name, text in TEXTS.items():
        script = parse_script(text, name)
        if script.options.get("hole_cards") not in (None, *HOLE_CARDS):
            continue
        if getattr(script.rules(), option) != before:
            continue
        script.options[option] = after
        try:
            run(script)
        except ScriptError:
            failed.append(name)
    assert failed


def test_written_scripts_play_to_the_same_events() -> None:
    for name, result in played():
        assert result.setup is not None
        assert result.deck is not None
        text = write_script(result.setup, result.deck, result.events, result.rule)
        again = run_script(text, f"{name}, written")
        assert again.events == result.events, name
        assert again.setup == result.setup, name
        assert again.rule == result.rule, name


@pytest.mark.parametrize("name", ["case05-low-outside-the-side-pot", "R7.5-a-better-low-is-shown"])
def test_a_hand_written_at_any_moment_plays_to_the_same_events(name: str) -> None:
    whole = run_script(TEXTS[name])
    script = parse_script(TEXTS[name])
    steps = script.steps
    last = max(at for at, step in enumerate(steps) if isinstance(step, Act))
    for stop in range(last + 1):
        script.steps = [*steps[:stop], Unfinished(script.lines["game"])]
        result = run(script)
        assert result.setup is not None
        assert result.deck is not None
        text = write_script(result.setup, result.deck, result.events)
        assert run_script(text).events == result.events
        assert whole.events[: len(result.events)] == result.events


@pytest.mark.parametrize(
    "posts",
    [
        (Post(4, PostKind.SMALL_BLIND, 5), Post(1, PostKind.BIG_BLIND, 10)),
        (Post(1, PostKind.BIG_BLIND, 10),),
        (Post(2, PostKind.ANTE, 1), Post(2, PostKind.SMALL_BLIND, 5), Post(3, PostKind.BIG_BLIND, 10)),
        (Post(3, PostKind.BIG_BLIND, 10), Post(2, PostKind.SMALL_BLIND, 3), Post(4, PostKind.DEAD, 5)),
        (Post(2, PostKind.BIG_BLIND, 10), Post(4, PostKind.LIVE, 10), Post(4, PostKind.DEAD, 5)),
    ],
)
def test_blinds_in_any_place_can_be_written(posts: tuple[Post, ...]) -> None:
    stacks = tuple((seat, 100) for seat in (1, 2, 3, 4))
    setup = HandSetup(rules=HouseRules(), stakes=pot_limit(5, 10), button=1, stacks=stacks, posts=posts)
    deck = deck_of([[None] * 4] * 4)
    events = start(setup, deck)
    result = run_script(write_script(setup, deck, events, "R2.3 # a rule\nin two lines"))
    assert (result.setup, result.events, result.rule) == (setup, events, "R2.3 a rule in two lines")


def test_words_may_stand_apart_by_tabs() -> None:
    assert parse_script("game\tnl\t5/10\nstacks s1 5 s2 5\nbutton s1").bets == (5, 10)


@pytest.mark.parametrize(
    ("name", "first_round"),
    [
        ("R3.1-first-card-left-of-the-button", "As Ks Qs"),
        ("R3.1-heads-up-big-blind-gets-the-first-card", "As Ks"),
    ],
)
def test_cards_are_dealt_one_at_a_time(name: str, first_round: str) -> None:
    """R3.1: the deck's first cards are one for each, from the first left of the button."""
    deck = run_script(TEXTS[name]).deck
    assert deck is not None
    cards = first_round.split()
    assert format_cards(deck.cards[: len(cards)], " ") == first_round


# Every expectation must bite: a number or a name changed in it is an error at its line.


def bump(line: str, nth: int = 0) -> str:
    """The line with one of its amounts one chip larger; seats such as s3 are no amounts."""
    found = list(re.finditer(r"(?<![\w./])\d+\b", line))[nth]
    return f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"


def corrupted(line: str) -> Iterator[str]:
    """The line with each of its expectations made wrong, one at a time."""
    keyword, _, rest = line.partition(" ")
    match keyword:
        case "pots" | "award":
            nothing = {"pots": "main 1 s1", "award": "main scoop s1 1"}
            yield f"{keyword} {nothing[keyword]}" if rest.strip() == "none" else bump(line)
        case "final":
            words = rest.split()
            words[1], words[3] = str(int(words[1]) + 1), str(int(words[3]) - 1)
            if int(words[3]) >= 0:
                yield f"final {' '.join(words)}"
            yield bump(line)
        case "uncalled":
            yield "uncalled s1 1" if rest.strip() == "none" else bump(line)
            if rest.strip() != "none":
                yield "uncalled none"
        case "shown" | "faceup" | "lasthand":
            seats = rest.split()
            yield f"{keyword} s9" if seats == ["none"] else f"{keyword} none"
            if keyword == "shown" and len(seats) > 1:
                yield f"shown {' '.join(reversed(seats))}"
        case "preflop" | "flop" | "turn" | "river" | "show":
            yield from corrupted_items(line)
        case _:
            pass  # setup expects nothing


def corrupted_items(line: str) -> Iterator[str]:
    """The line of a street with one item made wrong."""
    items = line.split("|")
    for at, item in enumerate(items):
        found = re.search(r"\b(legal s\d+: \w+|refuse s\d+ .*|legal nobody)", item)
        if found is None:
            continue
        before, after = item[: found.start()], item[found.start() :]
        if after.startswith("legal nobody"):
            wrong = "legal s1: fold"
        elif after.startswith("legal"):
            wrong = bump(after) if re.search(r" \d", after) else f"{after.rstrip()}, call 7 "
        else:
            code = after.split()[-1]
            if code not in set(RefusalCode):
                continue
            other = RefusalCode.BAD_AMOUNT if code != RefusalCode.BAD_AMOUNT else RefusalCode.CAPPED
            wrong = after.replace(code, other.value)
        yield "|".join([*items[:at], before + wrong, *items[at + 1 :]])


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_expectation_fails_at_its_line(name: str) -> None:
    lines = TEXTS[name].splitlines()
    for number, line in enumerate(lines, start=1):
        for wrong in corrupted(line):
            text = "\n".join([*lines[: number - 1], wrong, *lines[number:]])
            with pytest.raises(ScriptError) as caught:
                run_script(text, name)
            assert caught.value.where == f"{name}:{number}", wrong
            assert caught.value.code in ("expectation", "conservation"), wrong


def test_actions_are_checked_too() -> None:
    text = TEXTS["case05-low-outside-the-side-pot"]
    for right, wrong, line in (
        ("s3 call 20 | s4 raise 40", "s3 call 19 | s4 raise 40", 8),
        ("s3 call 20 | s4 raise 40", "s3 call 20 all-in | s4 raise 40 all-in", 8),
        ("s1 check | s4 check\nriver", "s1 check | s4 check | s1 check\nriver", 10),
        ("s1 show | s4 muck", "s1 show | s4 muck | s4 show", 12),
    ):
        assert right in text
        with pytest.raises(ScriptError) as caught:
            run_script(text.replace(right, wrong), "case")
        assert caught.value.where == f"case:{line}"
