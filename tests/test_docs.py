"""What the documents say must be what the program does."""

import re
from pathlib import Path

import msgspec
import pytest

from omaha8.rules import TABLE_PROFILES, HouseRules, TableRules

DOCS = Path(__file__).parents[1] / "docs"
OPTIONS = [field for field in (*HouseRules.__struct_fields__, *TableRules.__struct_fields__) if field != "hand"]


def options_table() -> dict[str, list[str]]:
    """The cells of each option's row in docs/hosting.md."""
    rows = re.findall(r"^\| `(\w+)` \|(.+)\|$", (DOCS / "hosting.md").read_text(encoding="utf-8"), re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def test_every_option_and_no_other_is_documented() -> None:
    assert sorted(options_table()) == sorted(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_documented_values_are_those_of_the_profiles(option: str) -> None:
    written = options_table()[option][1:4]
    for profile, value in zip(("classic", "party", "russian"), written, strict=True):
        rules = TABLE_PROFILES[profile]
        real = getattr(rules.hand if option in HouseRules.__struct_fields__ else rules, option)
        spoken = (
            "none" if real is None else str(msgspec.to_builtins(real)).lower() if real in (True, False) else str(real)
        )
        assert value == spoken, (option, profile)


def test_links_between_documents_lead_somewhere() -> None:
    for page in (*DOCS.rglob("*.md"), DOCS.parent / "README.md"):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("number", range(2))
def test_the_readmes_examples_run(number: int) -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[number]
    exec(compile(example, f"README example {number + 1}", "exec"), {})
