"""docs/rules: every rule of the room has its paragraph, its sources and its scripts, and every option its values."""

import re
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from omaha8.rules import TABLE_PROFILES, HouseRules, TableRules
from omaha8.table.script_text import TIMES

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
READINGS = TESTS.parent / "docs" / "decisions" / "0003-a-pot-of-one-player-still-shows.md"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.md"))}
README = PAGES["README.md"]
SCRIPTS = sorted(path for kind in ("hand", "table") for path in (TESTS / kind / "scripts").rglob(f"*.{kind}"))

# How many rules each section has, R1.1 to R9.6.
SECTIONS = {1: 4, 2: 10, 3: 2, 4: 8, 5: 6, 6: 7, 7: 10, 8: 7, 9: 6}
NUMBERS = [f"R{section}.{rule}" for section, rules in SECTIONS.items() for rule in range(1, rules + 1)]
NUMBER = re.compile(r"\bR\d+\.\d+\b")

SOURCES = ("CS", "FI", "NO", "RU")
PROFILES = ("classic", "party", "russian")
OPTIONS = {
    name: kind for rules in (HouseRules, TableRules) for name, kind in get_type_hints(rules).items() if name != "hand"
}


class Section(msgspec.Struct, frozen=True):
    """One rule of the documents: its page, its text, and the lists that stand below it."""

    page: str
    text: str
    sources: str
    options: tuple[str, ...]
    scripts: tuple[Path, ...]


def item(section: str, name: str) -> str:
    """What a section lists under a name; nothing where it does not."""
    found = re.findall(rf"^- {name}: (.+)$", section, re.MULTILINE)
    assert len(found) <= 1, section
    return found[0] if found else ""


def read_page(page: str) -> list[tuple[str, Section]]:
    """The rules of a page in its order."""
    found = []
    for part in re.split(r"^#{2,3} ", PAGES[page], flags=re.MULTILINE):
        if number := re.match(r"R\d+\.\d+", part):
            links = re.findall(r"\]\(([^)]+)\)", item(part, "Scripts"))
            section = Section(
                page=page,
                text=part.partition("\n")[2].partition("\n- Sources:")[0].strip(),
                sources=item(part, "Sources"),
                options=tuple(re.findall(r"`(\w+)`", item(part, "Options"))),
                scripts=tuple((RULES / link).resolve() for link in links),
            )
            found.append((number[0], section))
    return found


READ = [rule for page in PAGES for rule in read_page(page)]
DOCUMENTED = dict(READ)


def rule_line(script: Path) -> str:
    """What a script says that it shows."""
    first = script.read_text(encoding="utf-8").partition("rule ")[2]
    return first.partition("\n")[0].strip()


SHOWN = {found[0] for script in SCRIPTS if (found := NUMBER.match(rule_line(script)))}


def test_every_rule_has_one_paragraph_and_none_is_made_up() -> None:
    assert sorted(number for number, _ in READ) == sorted(NUMBERS)


def test_rules_stand_in_order_on_their_pages_and_the_index_leads_to_every_page() -> None:
    places = {number: place for place, number in enumerate(NUMBERS)}
    for page in PAGES:
        numbers = [places[number] for number, _ in read_page(page)]
        assert numbers == sorted(numbers)
        assert page == "README.md" or f"]({page})" in README


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_says_something_and_names_its_sources(number: str) -> None:
    section = DOCUMENTED[number]
    assert len(section.text) > 20
    named, _, practice = section.sources.partition("; ")
    assert practice in ("", "std")
    assert named == "std" or named.split(", ") == [source for source in SOURCES if source in named]


def test_no_other_rule_number_is_named_anywhere() -> None:
    for name, text in PAGES.items():
        assert set(NUMBER.findall(text)) <= {*NUMBERS}, name


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_rules_that_scripts_name_are_documented(script: Path) -> None:
    assert set(NUMBER.findall(script.stem + script.read_text(encoding="utf-8"))) <= DOCUMENTED.keys()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_lists_scripts_that_show_it(number: str) -> None:
    scripts = DOCUMENTED[number].scripts
    for script in scripts:
        assert script in SCRIPTS
        assert rule_line(script).startswith(f"{number} ")
    assert len(set(scripts)) == len(scripts)
    assert bool(scripts) is (number in SHOWN)


def options_table() -> dict[str, list[str]]:
    """The cells of each option's row: its values by profile, its rules, what it does."""
    rows = re.findall(r"^\| `(\w+)` \|(.+)\|$", PAGES["options.md"], re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def spoken(option: str, value: object) -> str:
    """A value as the table writes it."""
    match value:
        case None:
            return "none"
        case bool():
            return "on" if value else "off"
        case StrEnum():
            return f"`{value.value}`"
        case int() if option in TIMES:
            # Minutes are for what takes several: a minute is 60 seconds, an hour 60 minutes.
            return f"{value // 60_000} min" if value >= 5 * 60_000 else f"{value // 1_000} s"
        case _:
            return str(value)


def test_every_option_and_no_other_is_in_the_table() -> None:
    assert sorted(options_table()) == sorted(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_values_are_those_of_the_profiles(option: str) -> None:
    for profile, written in zip(PROFILES, options_table()[option], strict=False):
        rules = TABLE_PROFILES[profile]
        assert written == spoken(option, getattr(rules.hand if hasattr(rules.hand, option) else rules, option)), profile


def test_there_are_three_profiles() -> None:
    assert tuple(TABLE_PROFILES) == PROFILES


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_and_its_rules_name_each_other(option: str) -> None:
    rules = NUMBER.findall(options_table()[option][3])
    assert rules == [number for number in NUMBERS if option in DOCUMENTED[number].options]
    assert rules


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_an_option_can_have_is_named(option: str) -> None:
    kind = OPTIONS[option]
    text = options_table()[option][4] + "".join(section.text for _, section in READ if option in section.options)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        assert [value for value in kind if f"`{value.value}`" not in text] == []


def test_readings_that_the_text_leaves_open_are_linked_where_they_belong() -> None:
    cited = set(NUMBER.findall(READINGS.read_text(encoding="utf-8")))
    linking = {number for number, section in READ if READINGS.name in section.text}
    assert cited == linking
