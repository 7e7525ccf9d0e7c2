"""The room killed at every point of an action: the same hand goes on, and nothing that was acknowledged is lost."""

import pytest

from server.crash import run_kills
from server.crash_room import MUTANTS


@pytest.mark.deep
def test_a_room_killed_twenty_times_goes_on_each_time() -> None:
    result = run_kills(20, 1)
    assert result["violations"] == []
    assert result["kills"] == 20
    assert result["between"] >= 12, result
    assert result["resumed"] >= 60, result


@pytest.mark.deep
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_room_that_is_broken_on_purpose_is_found(mutant: str) -> None:
    assert run_kills(40, 1, mutant)["violations"]
