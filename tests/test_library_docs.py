"""docs/library.md: its examples run and print what they say, and the names it calls public are there."""

import ast
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


def listed() -> dict[str, list[str]]:
    """The public names by module, as the page's table has them; a union stands for its members of that module too."""
    rows = re.findall(r"^\| `(omaha8[\w.]*)` \| (.+) \|$", PAGE, re.MULTILINE)
    names: dict[str, list[str]] = {}
    for module, cell in rows:
        names[module] = re.findall(r"`(\w+)`", cell)
        for union in re.findall(r"`(\w+)` and its members", cell):
            members = get_args(getattr(importlib.import_module(module), union))
            names[module] += [member.__name__ for member in members if member.__module__ == module]
    return names


LISTED = listed()
NAMES = [(module, name) for module, names in LISTED.items() for name in dict.fromkeys(names)]


def test_the_examples_run_in_order_and_print_what_they_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    namespace: dict[str, Any] = {}
    for number, example in enumerate(EXAMPLES, 1):
        exec(compile(example, f"docs/library.md, example {number}", "exec"), namespace)
        assert capsys.readouterr().out.splitlines() == PRINTED.findall(example), number
    assert EXAMPLES


def test_every_print_of_the_examples_says_what_it_prints() -> None:
    assert sum(example.count("print(") for example in EXAMPLES) == sum(len(PRINTED.findall(each)) for each in EXAMPLES)


@pytest.mark.deep
def test_the_examples_pass_a_strict_type_check(tmp_path: Path) -> None:
    program = tmp_path / "examples.py"
    program.write_text("\n".join(EXAMPLES), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(program)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_public_names_exist_and_say_what_they_are(module: str, name: str) -> None:
    public = getattr(importlib.import_module(module), name)
    if isinstance(public, type) or callable(public):
        assert public.__doc__ or isinstance(public, UnionType), name


@pytest.mark.parametrize("module", ["omaha8", "omaha8.hand", "omaha8.evaluation", "omaha8.bots", "omaha8.hand.script"])
def test_what_a_module_exports_is_listed(module: str) -> None:
    assert sorted(LISTED[module]) == sorted(importlib.import_module(module).__all__)


def imported() -> list[tuple[str, str]]:
    """What the examples import from the library."""
    return [
        (node.module, alias.name)
        for node in ast.walk(ast.parse("\n".join(EXAMPLES)))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("omaha8")
        for alias in node.names
    ]


def test_the_examples_use_public_names_only() -> None:
    assert [(module, name) for module, name in imported() if name not in LISTED[module]] == []


def test_importing_the_library_loads_no_server_and_no_database() -> None:
    heavy = ("asyncio", "sqlalchemy", "starlette", "uvicorn", "rich", "click")
    program = f"import sys, omaha8; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
