"""The house itself: what may be imported, and how large its rooms are."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "omaha8"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if "migrations" not in path.parts)
LONGEST_MODULE = 400
LONGEST_FUNCTION = 70
HEAVY = ("asyncio", "sqlalchemy", "starlette", "uvicorn", "numpy", "numba", "rich", "alembic")


@pytest.mark.parametrize("module", ["omaha8", "omaha8.hand", "omaha8.table.machine", "omaha8.bots", "omaha8.cli"])
def test_the_library_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_and_functions_fit_a_readers_head(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name


def test_money_never_meets_floating_point() -> None:
    """No float literal, no true division and no call of float in what counts chips."""
    for path in MODULES:
        if path.relative_to(SOURCE).parts[0] not in ("hand", "table", "rules.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Div), path
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
