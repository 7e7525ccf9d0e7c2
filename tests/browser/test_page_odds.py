"""The odds page, against a room that counts."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Player
from running_room import RunningRoom

COUNTING = 30_000  # ms; the first question may find the worker still starting


@pytest.fixture
def page(room: RunningRoom, player: Player) -> Page:
    return player(room.url, expected="status of 400")


def odds(page: Page) -> None:
    page.get_by_role("link", name="Odds").click()
    expect(page).to_have_title("Odds · omaha8")


def test_hands_are_pressed_or_typed_and_counted(page: Page) -> None:
    odds(page)
    for card in ("ace of spades", "king of spades", "two of spades", "three of hearts"):
        page.get_by_role("button", name=card, exact=True).click()
    expect(page.get_by_role("textbox", name="Hand 1")).to_have_value("AsKs2s3h")
    expect(page.get_by_role("button", name="ace of spades, in Hand 1")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="queen of hearts", exact=True).click()
    second = page.get_by_role("textbox", name="Hand 2")
    expect(second).to_have_value("Qh")
    second.fill("QhJh5c6d")
    second.press("Enter")
    rows = page.locator(".result tbody tr")
    expect(rows.first).to_contain_text("58.17 %", timeout=COUNTING)
    expect(rows.first).to_contain_text("41.27 %")
    expect(rows.nth(1)).to_contain_text("41.83 %")
    expect(page.locator(".odds")).to_contain_text("All 1\u202f086\u202f008 deals counted")


def test_a_range_on_a_board_and_samples(page: Page) -> None:
    odds(page)
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    page.get_by_role("textbox", name="Hand 2").fill("KK")
    page.get_by_role("textbox", name="Board").fill("4s7dTd9c")
    page.get_by_label("Draw samples only").check()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".result tbody tr")).to_have_count(2, timeout=COUNTING)
    expect(page.locator(".odds")).to_contain_text("deals drawn, standard error")


def test_what_is_wrong_is_said_with_its_place(page: Page) -> None:
    odds(page)
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    page.get_by_role("textbox", name="Hand 2").fill("AsJh5c6d")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("alert")).to_have_text(
        "hand 2: As stands in hand 1 already; a deck has each card once", timeout=COUNTING
    )
    page.get_by_role("button", name="ace of spades, in Hand 2").click()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 844, 390, 360])
def test_the_odds_fit(room: RunningRoom, player: Player, width: int) -> None:
    page = player(f"{room.url}/odds", viewport={"width": width, "height": 800})
    page.get_by_role("button", name="Add a hand").click()
    for number, hand in enumerate(("AsKs2s3h", "QhJh5c6d", "TcTd4s4h"), 1):
        page.get_by_role("textbox", name=f"Hand {number}").fill(hand)
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".result tbody tr")).to_have_count(3, timeout=COUNTING)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
