"""One player's page at a table: what they see of it and what they press."""

import contextlib
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotPressedError

POLL = 100  # ms between looks at the page
PRESS = 1_000  # ms for a button to take a press


class AtTable:
    """The table page, by what it says and not by how it is made, but for whose turn it is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cards = page.get_by_role("group", name="Your cards").get_by_role("img")
        self.dealer = page.get_by_role("region", name="Dealer")
        self.lost = page.get_by_role("alert").filter(has_text="Connection lost")
        # A button counts from the moment on that a press does: not while it arms, nor while an answer is awaited.
        armed = page.locator(".go:not(.arming)")
        pressable = page.locator(":enabled")
        turn = page.locator("[data-turn] .go:not(.arming)")
        self._pass = turn.get_by_role("button", name=re.compile("^(Check|Call)")).and_(pressable)
        self._muck = armed.get_by_role("button", name=re.compile("^Muck")).and_(pressable)

    def sit(self, seat: int) -> None:
        """Take a seat with the chips that are proposed, and post to be dealt in at once."""
        self.page.get_by_role("button", name=f"Take seat {seat}", exact=True).first.click()
        self.page.get_by_role("button", name=re.compile("^Post now")).click()
        expect(self.seat(seat)).to_be_visible()
        expect(self.page.get_by_role("button", name=re.compile("^Take seat"))).to_have_count(0)

    def seat(self, number: int) -> Locator:
        """The place of a player at the table."""
        return self.page.get_by_role("group", name=re.compile(f"^Seat {number}: "))

    def take_any_seat(self) -> int:
        """Sit where there is room; the seat's number."""
        free = self.page.get_by_role("button", name=re.compile("^Take seat")).first
        seat = int(free.inner_text().split()[-1])
        self.sit(seat)
        return seat

    def has_seen(self, words: str) -> bool:
        """Whether the dealer has said this, a regular expression that may span lines."""
        return re.search(words, self.dealer.inner_text(), re.DOTALL) is not None

    def hole_cards(self) -> list[str]:
        """The spoken names of the own cards, without which half they play in."""
        return [str(each.get_attribute("aria-label")).split(",")[0] for each in self.cards.all()]

    def is_turn(self) -> bool:
        """Whether there are buttons to press, and a press counts."""
        return self._pass.is_visible()

    def step(self) -> None:
        """Check or call if it is the turn, muck a beaten hand, else wait a little."""
        for button in (self._pass, self._muck):
            if button.is_visible():
                # The turn may end between the look and the press: then the button is gone, as for anybody.
                with contextlib.suppress(NotPressedError):
                    button.click(timeout=PRESS)
                return
        self.page.wait_for_timeout(POLL)


def play_until(done: Callable[[], bool], *players: AtTable, seconds: float = 60) -> None:
    """Everybody checks and calls until `done`."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise AssertionError(f"not after {seconds} s; the dealer's lines:\n{players[0].dealer.inner_text()}")
        for each in players:
            each.step()
