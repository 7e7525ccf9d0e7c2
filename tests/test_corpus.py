"""Real hands of other rooms, to the chip. They are other people's and stay outside: `OMAHA8_HANDS` says where."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from formats.expected_rows import Row, read_row
from formats.goldens import replayed
from omaha8.errors import HistoryError
from omaha8.formats.history import ReadHand
from omaha8.formats.source import decode_text
from omaha8.hand.events import Half, PotAwarded
from omaha8.hand.pots import award
from omaha8.replay import Difference, Replayed, compare, replay_history
from omaha8.rules import OddChips

HANDS = os.environ.get("OMAHA8_HANDS")
pytestmark = pytest.mark.skipif(
    HANDS is None, reason="OMAHA8_HANDS is not set: 62 PokerStars texts, 204 rows and 2174 rows are not replayed"
)

# Run twice: each of two boards takes half of each pot, which the engine does not deal. In the second hand both
# boards together pay what the first alone would.
RUN_TWICE = {"779379637", "37580598"}
# The room takes its rake from every pot; the engine takes it from the main pot (R7.10).
RAKED_BY_POT = {"2902251636", "2902252277", "2902267286"}
# The table's smallest chip was 5 cents (R7.4).
SMALLEST_CHIP = {"33727835942": 5}

# The site lets a raise be smaller than the minimum where no opponent has more behind; these say so themselves.
CAPPED_BY_OPPONENTS = "raise below the minimum"
# The site lets a player raise when all others are all-in; the raise comes back (R4.8).
NOBODY_TO_ANSWER = {
    "1622264929168", "1634353381952", "1645844798268", "1662177353713", "1664081121910", "1673751223517",
}  # fmt: skip
# A small blind who missed the big one posts both live in one hand (R2.7 has them live and dead).
BOTH_BLINDS_LIVE = {"1631433946268", "1642394562182", "1643509599069", "1660435271320", "1673325872017"}
# A player between the button and the small blind is dealt in and acts last (R2.6 has such a player wait).
BEHIND_THE_BUTTON = {"1655083749417", "1656128156577", "1658023396988"}


def folder() -> Path:
    assert HANDS is not None
    return Path(HANDS) / "open" if (Path(HANDS) / "open").is_dir() else Path(HANDS)


def rows(name: str) -> Iterator[Row]:
    with (folder() / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def play(read: ReadHand, odd_chips: OddChips) -> list[Difference]:
    history = read.history
    chip = SMALLEST_CHIP.get(history.hand_id, 1)
    if history.hand_id not in RAKED_BY_POT:
        return compare(history, read.results, replay_history(history, odd_chips=odd_chips, smallest_chip=chip))
    unraked = msgspec.structs.replace(history, rake=0)
    return differences_by_pot(read, replay_history(unraked, odd_chips=odd_chips))


def differences_by_pot(read: ReadHand, replayed_hand: Replayed) -> list[Difference]:
    """Pay every pot again, less the rake that the room took from it, to the winners the engine found."""
    left = Counter({(won.pot, won.seat): won.amount for won in read.results.collected})
    assert read.results.pots == tuple(pot.amount for pot in reversed(replayed_hand.state.awards))
    for pot in replayed_hand.state.awards:
        net = sum(won.amount for won in read.results.collected if won.pot == pot.pot)
        for share in award(net, *winners(pot), OddChips.LOW_REMAINDER_TO_HIGH):
            left[pot.pot, share.seat] -= share.amount
    return [Difference(f"pot {pot} to seat {seat}", 0, amount) for (pot, seat), amount in left.items() if amount]


def winners(pot: PotAwarded) -> tuple[list[int], list[int]]:
    high = [share.seat for share in pot.shares if share.half is not Half.LOW]
    return high, [share.seat for share in pot.shares if share.half is Half.LOW]


def test_pokerstars_texts_are_exact() -> None:
    files = sorted(folder().glob("PokerStars__*.txt"))
    assert len(files) == 62
    wrong = {
        file.name: outcome for file in files for outcome in replayed(decode_text(file.read_bytes())) if outcome != []
    }
    assert wrong == {}


def test_hands_of_all_rooms_are_exact() -> None:
    """Every text hand, whatever the room; odd chips by half, at Bovada with the low's remainder to the high (R7.4)."""
    played, wrong = 0, {}
    for row in rows("expected.jsonl"):
        played += 1
        bovada = row["site"] == "Bovada"
        found = play(read_row(row), OddChips.LOW_REMAINDER_TO_HIGH if bovada else OddChips.BY_HALF)
        if found:
            wrong[row["id"]] = found
    assert played == 204
    assert set(wrong) <= RUN_TWICE, wrong


def test_pokernow_hands_are_exact_but_for_its_house_rules() -> None:
    played, refused, wrong, capped = 0, set(), {}, set()
    for row in rows("PokerNow_OHH__PL.expected.jsonl"):
        played += 1
        if row["note"].startswith(CAPPED_BY_OPPONENTS):
            capped.add(row["id"])
        try:
            found = play(read_row(row), OddChips.BY_HALF)
        except HistoryError:
            refused.add(row["id"])
        else:
            if found:
                wrong[row["id"]] = found
    assert played == 2174
    assert wrong == {}
    assert refused == NOBODY_TO_ANSWER | BOTH_BLINDS_LIVE | BEHIND_THE_BUTTON | capped
    assert len(capped) == 23
