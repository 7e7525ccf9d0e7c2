"""Running a test with numpy alone and with the compiled kernels."""

import pytest

from omaha8.evaluation import batch


@pytest.fixture(params=["numpy", "compiled"])
def tier(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whatever has been loaded before, this test runs on the tier it names."""
    monkeypatch.setattr(batch._choice, "always_compiled", False)
    if request.param == "compiled" and not batch.load_kernels():
        pytest.skip("numba is not installed")
    return str(request.param)
