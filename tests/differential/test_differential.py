"""PokerKit plays the same hands (rulebook sections 2 to 7): 300 in the quick tier, 3,000 in the deep one.

The nightly run plays 20,000 more (`python -m bench.nightly`); `python -m differential --help` plays any others.
"""

import pytest

from differential.compare import compare

LEAST_CLEAN = 0.5  # of all hands, under no listed fault: below that the comparison would say too little


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_quick(first: int) -> None:
    assert_same(range(first, first + 50))


@pytest.mark.deep
@pytest.mark.parametrize("first", range(1000, 4000, 100))
def test_deep(first: int) -> None:
    assert_same(range(first, first + 100))


def assert_same(numbers: range) -> None:
    tally = compare(numbers)
    print(tally)  # noqa: T201  (seen with -rP, and when it fails)
    assert not tally.differences, "\n\n".join(tally.differences)
    assert tally.clean >= LEAST_CLEAN * tally.hands
