"""A hand written by us and read by us is the same hand: the same events, whatever the format."""

import pytest

from formats.simulated import Simulated
from omaha8.errors import HistoryError, SetupError
from omaha8.formats.reading import read_hands
from omaha8.formats.writing import Target, join_hands, write_hand
from omaha8.hand.events import PostKind
from omaha8.replay import compare, replay_history
from omaha8.rules import Structure

QUICK = range(300)
DEEP = range(1_000, 6_000)


def simulated(seeds: range) -> list[Simulated]:
    hands = []
    for seed in seeds:
        try:
            hands.append(Simulated(seed))
        except SetupError:  # a rake of one chip, where nothing is left in the pot
            continue
    assert len(hands) > 0.99 * len(seeds)
    return hands


def check(hands: list[Simulated], target: Target) -> None:
    text = join_hands([write_hand(hand.record, target) for hand in hands], target)
    reads = list(read_hands(text))
    assert len(reads) == len(hands)
    for hand, read in zip(hands, reads, strict=True):
        assert not isinstance(read, HistoryError), read
        assert read.history.scene == hand.record.scene
        assert read.history.hand_id == hand.record.hand_id
        assert read.history.names == hand.record.names
        replayed = replay_history(read.history, hand.setup.rules)
        assert compare(read.history, read.results, replayed) == []
        assert replayed.events == hand.events, read.history.hand_id


@pytest.mark.parametrize("target", Target)
def test_written_and_read_is_the_same_hand(target: Target) -> None:
    check(simulated(QUICK), target)


@pytest.mark.deep
@pytest.mark.parametrize("target", Target)
def test_written_and_read_is_the_same_hand_in_many_more(target: Target) -> None:
    for first in range(DEEP.start, DEEP.stop, 500):
        check(simulated(range(first, first + 500)), target)


def test_the_simulated_hands_have_what_is_hard_to_write() -> None:
    hands = simulated(QUICK)
    assert {(hand.setup.stakes.structure, hand.setup.rules.hole_cards) for hand in hands} == {
        (structure, cards) for structure in Structure for cards in (4, 5, 6)
    }
    posts = [{post.kind for post in hand.setup.posts} for hand in hands]
    for kind in PostKind:
        assert sum(kind in kinds for kinds in posts) > 20, kind
    assert sum(PostKind.SMALL_BLIND not in kinds for kinds in posts) > 20
    assert sum(len(hand.setup.stacks) == 2 for hand in hands) > 20
    assert sum("RakeTaken" in repr(hand.events) for hand in hands) > 20
    assert sum("pot=2" in repr(hand.events) for hand in hands) > 20
