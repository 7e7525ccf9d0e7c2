"""The lobby and the account, the test playing the server."""

import re

import msgspec
import pytest
from playwright.sync_api import expect

from browser import page_states as states
from browser.page_states import ME, ORIGIN, SIZES, Room, Show
from omaha8.server import wire


def test_every_table_with_stakes_seats_and_figures(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    rows = page.get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_contain_text(re.compile(r"Ladoga.*PL.*5/10.*7/10.*248.*44 %.*61.*Your seat"))
    expect(rows.nth(2)).to_contain_text(re.compile(r"Saimaa.*FL.*5/10.*10/10.*2 waiting.*Watch"))
    expect(rows.nth(4)).to_contain_text(re.compile(r"party rules · buy-in 200 to 1.000 · 5 cards.*Mixed"))
    expect(page.get_by_text("31 people at the tables")).to_be_visible()


def test_tables_are_sorted_out_by_structure_and_free_seats(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    page.get_by_role("button", name="Fixed").click()
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_label("Free seats only").check()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="No limit").click()
    expect(page.get_by_text("No table fits.")).to_be_visible()


def test_to_a_table_and_back(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    page.get_by_role("link", name="Your seat at Ladoga").click()
    expect(page).to_have_url(f"{ORIGIN}/table/ladoga")
    expect(page.get_by_role("group", name="Your cards")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Lobby").click()
    expect(page).to_have_url(f"{ORIGIN}/")


@pytest.mark.parametrize(("size", "table"), [("wide", "tr"), ("tall", ".list .row"), ("small", ".list .row")])
def test_a_table_is_pressed_where_one_likes(show: Show, size: str, table: str) -> None:
    page, _ = show(states.turn_view(), size, url=f"{ORIGIN}/")
    saimaa = page.locator(table).filter(has_text="Saimaa")
    box = saimaa.bounding_box()
    assert box is not None
    for x, y in ((3, 3), (box["width"] / 2, box["height"] - 3), (box["width"] - 3, box["height"] / 2)):
        saimaa.click(position={"x": x, "y": y})
        expect(page).to_have_url(f"{ORIGIN}/table/saimaa")
        page.go_back()
        expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def test_the_way_to_a_table_is_a_link(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    assert page.locator(":is(a, button) :is(a, button)").count() == 0
    row = page.get_by_role("row").filter(has_text="Vltava")
    for press in ({"modifiers": ["ControlOrMeta"]}, {"button": "middle"}):
        with page.context.expect_page() as opened:
            row.click(position={"x": 300, "y": 20}, **press)
        opened.value.close()
        expect(page).to_have_url(f"{ORIGIN}/")
    link = page.get_by_role("link", name="Take seat at Vltava")
    expect(link).to_have_attribute("href", "/table/vltava")
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{ORIGIN}/table/vltava")


def test_name_and_chips(show: Show) -> None:
    room = Room(states.turn_view(), me=msgspec.structs.replace(ME, refill=5000, next_refill_at=None))
    page, _ = show(room.view, url=f"{ORIGIN}/", room=room)
    page.get_by_title("Your name and chips").click()
    page.get_by_label("Your name").fill("Aino")
    with page.expect_response("**/api/me"):
        page.get_by_role("button", name="Save").click()
    with page.expect_response("**/api/refill"):
        page.get_by_role("button", name="Take 5\u202f000").click()
    assert room.posted == [("/api/me", {"name": "Aino"}), ("/api/refill", {})]


def test_who_must_wait_for_more_chips_is_told_how_long(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    page.get_by_title("Your name and chips").click()
    expect(page.get_by_role("dialog")).to_contain_text("more in 1 h")


def test_help_is_in_the_lobby_too(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    page.get_by_role("button", name="Help").click()
    window = page.get_by_role("dialog", name="Help")
    expect(window).to_contain_text("High hands, the best first")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert window.evaluate("each => each.scrollWidth <= each.clientWidth")
    window.get_by_role("button", name="Close").click()
    expect(window).to_have_count(0)


def test_one_guest_too_many_is_told_so(show: Show) -> None:
    room = Room(states.turn_view(), refuses=wire.ApiError(code="too_many_guests", detail="at most 100 an hour"))
    page, _ = show(room.view, url=f"{ORIGIN}/", room=room)
    expect(page.get_by_role("alert")).to_contain_text("Too many new players")
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def test_a_table_that_does_not_exist(show: Show) -> None:
    room = Room(states.turn_view(), gone=True)
    page, _ = show(room.view, url=f"{ORIGIN}/table/nowhere", room=room)
    expect(page.get_by_text("There is no such table.")).to_be_visible()


def test_at_an_address_where_nothing_is_the_page_says_so_and_leads_to_the_lobby(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    expect(page).to_have_title("No such page · omaha8")
    page.get_by_role("link", name="To the tables").click()
    expect(page).to_have_url(f"{ORIGIN}/")
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def test_the_lobby_fits_every_size(show: Show) -> None:
    page, _ = show(states.turn_view(), url=f"{ORIGIN}/")
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
