"""Nobody's bytes depend on a card they may not see; and the checker that says so finds leaks that are planted."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from omaha8.cards import CARD_NAMES
from omaha8.hand.state import HandState, Seat
from omaha8.hand.view import SeatView
from omaha8.server import live
from omaha8.server.live import LiveTable
from omaha8.store import Append
from server.pairs import Report, run_pairs

QUICK = range(60)
DEEP = [range(first, first + 110) for first in range(1000, 5000, 1000)]
FOR_A_LEAK = range(10_000, 10_025)


def check(report: Report, pairs: int) -> None:
    assert report.differences == []
    assert report.pairs == pairs
    assert report.of_showdowns >= 0.6, report
    assert report.of_special >= 0.2, report
    assert report.streams >= 5 * pairs
    assert report.told_again >= pairs
    assert report.mucks_exchanged > 0


def test_hidden_cards_change_nothing_that_anybody_is_sent(empty_room: Path, tmp_path: Path) -> None:
    check(run_pairs(empty_room, tmp_path, QUICK), len(QUICK))


@pytest.mark.deep
@pytest.mark.parametrize("seeds", DEEP, ids=lambda seeds: str(seeds.start))
def test_hidden_cards_change_nothing_in_hundreds_of_hands(empty_room: Path, tmp_path: Path, seeds: range) -> None:
    check(run_pairs(empty_room, tmp_path, seeds), len(seeds))


def secret(table: LiveTable) -> int:
    """Something that depends on hidden cards."""
    return sum(card or 0 for card in table._deck.cards[::3]) % 5


def padded(patch: pytest.MonkeyPatch) -> None:
    encoded = LiveTable._encoded
    patch.setattr(LiveTable, "_encoded", lambda self, *given: encoded(self, *given) + b" " * secret(self))


def folded_cards_are_sent(patch: pytest.MonkeyPatch) -> None:
    module: Any = sys.modules["omaha8.hand.view"]  # its package has a function of this name
    seat_view = module._seat_view

    def leaking(state: HandState, seat: Seat, *, visible: bool) -> SeatView:
        seen: SeatView = seat_view(state, seat, visible=visible)
        if seat.is_live or seat.known_cards is None:
            return seen
        return msgspec.structs.replace(seen, cards=tuple(CARD_NAMES[card] for card in seat.known_cards))

    patch.setattr(module, "_seat_view", leaking)


def strength_in_the_order(patch: pytest.MonkeyPatch) -> None:
    module: Any = live
    public_view = module.public_view

    def leaking(state: Any) -> Any:
        seen = public_view(state)
        hand = state.hand
        if hand is None or sum(seat.cards[0] or 0 for seat in hand.seats if seat.cards) % 2:
            return seen
        return msgspec.structs.replace(seen, players=seen.players[::-1])

    patch.setattr(live, "public_view", leaking)


def the_next_board_card(patch: pytest.MonkeyPatch) -> None:
    """Early, as a page might fetch its picture."""
    encoded = LiveTable._encoded

    def leaking(self: LiveTable, *given: Any) -> bytes:
        hand = self.state.hand
        if hand is None or hand.has_ended:
            return encoded(self, *given)
        ahead = 4 * len(hand.seats) + min(4, len(hand.board))
        return encoded(self, *given)[:-1] + b',"fetch":%d}' % ((self._deck.cards[ahead] or 0) * 31 % 257)

    patch.setattr(LiveTable, "_encoded", leaking)


def time_of_the_row(patch: pytest.MonkeyPatch) -> None:
    row = LiveTable._row

    def leaking(self: LiveTable, *given: Any) -> Append:
        made = row(self, *given)
        return msgspec.structs.replace(made, at=made.at + secret(self))

    patch.setattr(LiveTable, "_row", leaking)


def time_of_sending(patch: pytest.MonkeyPatch) -> None:
    tell = LiveTable._tell

    def leaking(self: LiveTable, events: Any, now: int) -> None:
        self._clock.time += secret(self)  # type: ignore[attr-defined]
        tell(self, events, now)

    patch.setattr(LiveTable, "_tell", leaking)


def a_line_in_the_log(patch: pytest.MonkeyPatch) -> None:
    tell = LiveTable._tell

    def leaking(self: LiveTable, events: Any, now: int) -> None:
        live.log.info("dealt", best=secret(self))
        tell(self, events, now)

    patch.setattr(LiveTable, "_tell", leaking)


def cards_in_the_snapshot(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(live, "public_state", lambda hand: hand)


def a_refusal_that_hints(patch: pytest.MonkeyPatch) -> None:
    submit = LiveTable.submit

    async def leaking(self: LiveTable, command: Any, player: str | None = None, action_id: str = "") -> Any:
        answer = await submit(self, command, player, action_id)
        return msgspec.structs.replace(answer, id=f"{answer.id}-{secret(self)}")

    patch.setattr(LiveTable, "submit", leaking)


def every_hand_is_told_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys.modules["omaha8.store.store"], "case", lambda when: when[1])


LEAKS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    padded,
    folded_cards_are_sent,
    strength_in_the_order,
    the_next_board_card,
    time_of_the_row,
    time_of_sending,
    a_line_in_the_log,
    cards_in_the_snapshot,
    a_refusal_that_hints,
    every_hand_is_told_again,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(
    empty_room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    assert run_pairs(empty_room, tmp_path, FOR_A_LEAK, enough=1).differences
