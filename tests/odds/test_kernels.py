"""Where compiled code is kept, and that it is not needed."""

from collections.abc import Callable
from typing import Any

import pytest


def test_without_a_place_for_compiled_code_it_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba refuses to keep code where neither the package's folder nor a home folder can be written to."""
    numba = pytest.importorskip("numba")
    kernels = pytest.importorskip("omaha8.evaluation.kernels")
    njit = numba.njit

    def no_locator(**options: Any) -> Callable[..., Any]:
        if options.get("cache"):
            raise RuntimeError("cannot cache function 'double': no locator available for file '/opt/omaha8/kernels.py'")
        made: Callable[..., Any] = njit(**options)
        return made

    def double(number: int) -> int:
        return 2 * number

    monkeypatch.setattr(numba, "njit", no_locator)
    assert kernels.compiled(double)(21) == 42
