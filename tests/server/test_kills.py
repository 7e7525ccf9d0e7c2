"""The room killed at every point of an action: the same hand goes on, and nothing that was acknowledged is lost."""

import pytest

from omaha8.server.live import LiveTable
from server.crash import run_kills


@pytest.mark.deep
def test_a_room_killed_twenty_times_goes_on_each_time() -> None:
    result = run_kills(20, 1)
    assert result["violations"] == []
    assert result["kills"] == 20
    assert result["between"] >= 12, result
    assert result["showdowns"] >= 2, result
    assert result["resumed"] >= 60, result


def test_the_points_of_a_kill_are_where_they_say() -> None:
    """They are wrapped around these: a kill that no longer passes by would prove nothing."""
    assert {"_commit", "_tell", "submit"} <= set(dir(LiveTable))
