"""Pairs of plays, and every difference between them that a viewer, a log or a backup would show."""

import asyncio
import random
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omaha8.cards import Deck
from omaha8.hand.state import HandState
from server.hidden import PEOPLE, FlakyStore, Play, Script, Trace, exchanged, hidden, outcome, places
from server.rooms import START
from store.rooms import sql


@dataclass
class Report:
    """How many pairs there were, what was special about them, and what differed."""

    pairs: int = 0
    showdowns: int = 0
    special: int = 0  # with a muck, a side pot or a time-out
    mucks_exchanged: int = 0
    streams: int = 0  # compared
    told_again: int = 0  # compared too
    messages: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def of_showdowns(self) -> float:
        return self.showdowns / self.pairs

    @property
    def of_special(self) -> float:
        return self.special / self.pairs


class Pairs:
    """Three stores that are copies of each other, and the plays on them."""

    def __init__(self, stores: list[FlakyStore], people: list[str]) -> None:
        self._stores = stores
        self._people = people
        self.report = Report()

    async def add(self, seed: int) -> None:
        """Play one pair and note what differs."""
        script = Script(seed)
        rng = random.Random(seed + 2)
        first = await self._play(0, script, script.deck)
        end = first.hands[-1]
        viewer = rng.choice((None, *(seat.number for seat in end.seats)))
        self._note(first, end)
        await self._whole(script, first, end, viewer, rng)
        await self._up_to_a_step(script, first, viewer, rng)

    def _play(self, store: int, script: Script, deck: Deck, **steps: int) -> Any:
        play = Play(self._stores[store], self._people, f"t{script.seed}", script, deck)
        return play.run(**steps)

    def _note(self, trace: Trace, end: HandState) -> None:
        report = self.report
        report.pairs += 1
        report.showdowns += len(end.board) == 5 and sum(seat.is_live for seat in end.seats) > 1
        report.special += trace.timed_out or len(end.awards) > 1 or bool(places(end, mucked=True))

    async def _whole(
        self, script: Script, first: Trace, end: HandState, viewer: int | None, rng: random.Random
    ) -> None:
        """The whole hand again with everything else than the viewer ever saw, as long as it decides nothing."""
        free, mucked = hidden(end, viewer), places(end, mucked=True)
        again = await self._play(1, script, exchanged(script.deck, free, rng))
        changed = free
        if mucked and outcome(again.hands[-1]) != outcome(end):
            await self._forget(script)
            changed = free - mucked
            again = await self._play(1, script, exchanged(script.deck, changed, rng))
        self.report.mucks_exchanged += bool(mucked & changed)
        where = f"seed {script.seed}, viewer {viewer}"
        if outcome(again.hands[-1]) != outcome(end):
            self.report.differences.append(f"{where}: another outcome")
        self._compare(where, _untouched(first.streams, end, changed), again.streams)
        for part in ("rows", "snapshot", "logged"):
            self._equal(f"{where}: {part}", getattr(first, part), getattr(again, part))
        if not (mucked & changed and end.rules.mucked_in_last_hand):
            self._equal(f"{where}: kept cards", first.kept, again.kept)
            for name, told in _untouched(first.told_again, end, changed).items():
                self.report.told_again += 1
                self._equal(f"{where}: the hand told {name} again", told, again.told_again[name])

    async def _forget(self, script: Script) -> None:
        """Take a play back whose outcome was another."""
        for statement in (
            "DELETE FROM table_log WHERE table_id = '{}'",
            "DELETE FROM hand_cards WHERE table_id = '{}'",
            "DELETE FROM hand_deck WHERE table_id = '{}'",
            "DELETE FROM preference WHERE table_id = '{}'",
            "DELETE FROM ledger_entry WHERE txn_id IN (SELECT id FROM ledger_txn WHERE table_id = '{}')",
            "DELETE FROM ledger_txn WHERE table_id = '{}'",
            "DELETE FROM room_table WHERE id = '{}'",
        ):
            await sql(self._stores[1], statement.format(f"t{script.seed}"))
        await sql(self._stores[1], "UPDATE balance SET amount = 1000000000 WHERE account_id LIKE 'wallet:%'")
        await sql(self._stores[1], "DELETE FROM balance WHERE account_id LIKE 'seat:%'")

    async def _up_to_a_step(self, script: Script, first: Trace, viewer: int | None, rng: random.Random) -> None:
        """Up to a step before the showdown with everything else than the viewer had seen by then."""
        steps = [step for step, hand in enumerate(first.hands) if not hand.has_ended and not hand.at_showdown]
        if not steps:
            return
        step = rng.choice(steps)
        hand = first.hands[step]
        changed = hidden(hand, viewer)
        again = await self._play(2, script, exchanged(script.deck, changed, rng), steps=step + 1)
        until, streams = first.marks[step], _untouched(first.streams, hand, changed)
        before = {name: streams[name][:length] for name, length in until.items() if name in streams}
        self._compare(f"seed {script.seed}, viewer {viewer}, step {step}", before, again.streams)

    def _compare(self, where: str, left: dict[str, Any], right: dict[str, Any]) -> None:
        for name, stream in left.items():
            self.report.streams += 1
            self.report.messages += len(stream)
            self._equal(f"{where}: stream of {name}", stream, right.get(name))

    def _equal(self, what: str, left: object, right: object) -> None:
        if left != right:
            self.report.differences.append(f"{what}: {_first_difference(left, right)}")


def _untouched(told: dict[str, Any], hand: HandState, changed: set[int]) -> dict[str, Any]:
    """What all are told whose own cards are the same in both plays."""
    return {
        name: what for name, what in told.items() if not name.isdecimal() or not places(hand, seat=int(name)) & changed
    }


def _first_difference(left: object, right: object) -> str:
    if isinstance(left, list) and isinstance(right, list):
        for number, (one, other) in enumerate(zip(left, right, strict=False)):
            if one != other:
                return f"item {number}: {one!r} and {other!r}"
        return f"{len(left)} and {len(right)} items"
    return f"{left!r} and {right!r}"


async def play_pairs(empty: Path, folder: Path, seeds: Iterable[int], enough: int | None = None) -> Report:
    """Play the pairs of these seeds; stop early once `enough` differences are found."""
    stores = await _stores(empty, folder)
    people = [str(row[0]) for row in await sql(stores[0], "SELECT id FROM account ORDER BY name")]
    pairs = Pairs(stores, people)
    try:
        for seed in seeds:
            await pairs.add(seed)
            if enough is not None and len(pairs.report.differences) >= enough:
                break
    finally:
        for store in stores:
            await store.close()
    return pairs.report


async def _stores(empty: Path, folder: Path) -> list[FlakyStore]:
    origin = shutil.copytree(empty, folder / "0")
    store = await FlakyStore.open(origin)
    for number in range(PEOPLE):
        person, _ = await store.accounts.new_guest(f"person {number}", START)
        await store.ledger.issue_chips(person.id, 1_000_000_000, START)
    await store.close()
    stores = []
    for copy in ("0", "1", "2"):
        if copy != "0":
            shutil.copytree(origin, folder / copy)
        opened = await FlakyStore.open(folder / copy)
        assert isinstance(opened, FlakyStore)
        stores.append(opened)
    return stores


def run_pairs(empty: Path, folder: Path, seeds: Iterable[int], enough: int | None = None) -> Report:
    """The same, from outside a loop."""
    return asyncio.run(play_pairs(empty, folder, seeds, enough))
