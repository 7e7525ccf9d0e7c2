"""The last-hand window after the page has been loaded anew (R9.4)."""

import re

from playwright.sync_api import expect

from browser import page_states as states
from browser.at_table import AtTable, play_until
from browser.conftest import OpenRoom, Player
from browser.page_states import SIZES, Show


def test_a_hand_that_one_only_looked_on_says_who_won_it(show: Show) -> None:
    page, room = show(states.sit_view())
    room.show(states.results_view(you=None))
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Last hand").click()
        window = page.get_by_role("dialog", name="Last hand")
        tile = window.locator(".hands").get_by_role("button")
        expect(tile).to_have_text(re.compile(r"4.187 Frans 452, Grace 561 and Annikki 794"))
        assert tile.evaluate("each => each.scrollWidth <= each.clientWidth")
        assert window.evaluate("each => each.scrollWidth <= each.clientWidth")
        window.get_by_role("button", name="Close").click()


def test_a_hand_from_before_the_page_was_opened_is_in_the_last_hand_window(open_room: OpenRoom, player: Player) -> None:
    room = open_room()
    page = player(f"{room.url}/table/duel")
    guest = AtTable(page)
    guest.take_any_seat()
    play_until(guest.is_turn, guest)
    held, number = guest.hole_cards(), re.findall(r"Hand (\d+) ·", guest.dealer.inner_text())[-1]
    play_until(lambda: guest.has_seen(f"Hand {number} .*(from the pot|ot, high)"), guest)

    page.reload()
    expect(page.get_by_role("group", name=re.compile("^Seat 1: "))).to_be_visible()
    page.get_by_role("button", name="Last hand").click()
    window = page.get_by_role("dialog", name="Last hand")
    window.get_by_role("button", name=re.compile(f"^{number}\\b")).click()
    assert len(held) == 4
    for card in held:
        expect(window.get_by_role("img", name=re.compile(f"^{card}")).first).to_be_visible()
    window.get_by_role("button", name="Report").click()
    report = window.locator(".report")
    expect(report.get_by_role("listitem").first).to_contain_text(f"Hand {number} · button")
    expect(report).to_contain_text("posts the big blind")
    expect(report).not_to_contain_text("in the middle of this hand")
