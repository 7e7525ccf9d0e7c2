"""Stories: what the dealer says, in the words of R7.7."""

import pytest

from formats.goldens import NAMES, golden, read_one
from omaha8.formats.story import story
from omaha8.replay import replay_history


@pytest.mark.parametrize("name", NAMES)
def test_every_hand_can_be_told_with_and_without_names(name: str) -> None:
    history = read_one(golden(name)).history
    events = replay_history(history).events
    named, bare = list(story(events, history.names)), list(story(events))
    assert len(named) == len(bare)
    assert all(player.name in "\n".join(named) for player in history.players)
    assert not any(player.name in "\n".join(bare) for player in history.players)


def test_a_hand_that_is_not_shown_is_not_named() -> None:
    history = read_one(golden("eight_game_home")).history
    lines = list(story(replay_history(history).events, history.names))
    assert "Quin mucks" in lines
    assert not any("Ks" in line for line in lines)


def test_the_story_of_a_hand() -> None:
    history = read_one(golden("play_money_short_blind")).history
    assert list(story(replay_history(history).events, history.names)) == [
        "Omaha Hi/Lo no limit, 4 cards, 25/50, button on seat 3",
        "Seat 5: Dax has 400",
        "Seat 1: Abe has 30",
        "Seat 3: Cleo has 1000",
        "Dax posts the small blind, 25",
        "Abe posts the big blind, 30 and is all-in",
        "Cleo calls 50",
        "Dax calls 25",
        "Flop: 8c 8d Kd",
        "Dax bets 350 and is all-in",
        "Cleo calls 350",
        "Dax turns up Kc Ks 5h 6h",
        "Turn: 8c 8d Kd Qc",
        "River: 8c 8d Kd Qc 3s",
        "Dax shows Kc Ks 5h 6h: a full house, Kings full of Eights; no low",
        "Cleo mucks",
        "Abe mucks",
        "Dax wins 740 from the side pot 1",
        "Dax wins 90 from the main pot",
    ]
