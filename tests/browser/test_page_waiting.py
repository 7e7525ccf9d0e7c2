"""The waiting list on the page (R9.1), the test playing the server."""

import re

import msgspec
from playwright.sync_api import expect

from browser import page_states as states
from browser.page_states import ORIGIN, Show, ready
from omaha8.table.events import Waiting


def test_at_a_full_table_one_waits_for_a_seat_and_waits_no_longer(show: Show) -> None:
    page, room = show(states.full_table_view())
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Every seat is taken")
    expect(panel).to_contain_text("2 players wait for a seat.")
    ready(page)
    panel.get_by_role("button", name="Wait for a seat").click()
    assert room.next_request(page)["type"] == "join_list"
    room.show(states.full_table_view(3))
    expect(panel).to_contain_text("Number 3 on the waiting list")
    ready(page)
    page.keyboard.press("Enter")  # the button that was pressed is still the one in focus
    assert room.next_request(page)["type"] == "leave_list"


def test_a_double_click_does_not_join_and_leave_at_once(show: Show) -> None:
    page, room = show(states.full_table_view())
    ready(page)
    button = page.locator(".panel .go button")
    button.click()
    assert room.next_request(page)["type"] == "join_list"
    room.show(states.full_table_view(3))
    expect(button).to_have_text("Leave the list")
    button.click()
    ready(page)
    assert len(room.asked) == 1


def test_a_seat_that_is_kept_for_one_is_told_and_taken(show: Show) -> None:
    page, room = show(states.full_table_view(1))
    expect(page).to_have_title("Ladoga, Omaha Hi/Lo")
    room.show(states.kept_view())
    expect(page).to_have_title("● A seat is kept for you: Ladoga")
    expect(page.locator("[aria-live=assertive]")).to_have_text("A seat is kept for you")
    panel = page.locator(".panel")
    expect(panel).to_contain_text("For 47 more seconds.")
    page.clock.run_for(2_000)
    expect(panel).to_contain_text("For 45 more seconds.")
    panel.get_by_role("button", name="Take seat 1", exact=True).click()
    expect(page.locator(".felt").get_by_role("button", name="Seat 1", exact=True)).to_be_focused()
    expect(panel).to_contain_text("It is kept for 45 more seconds.")
    panel.get_by_role("button", name=re.compile("^Post now")).click()
    request = room.next_request(page)
    assert (request["type"], request["seat"], request["chips"]) == ("sit", 1, 1000)


def test_who_does_not_take_the_seat_in_time_is_told(show: Show) -> None:
    page, room = show(states.kept_view())
    page.locator(".panel").get_by_role("button", name="Take seat 1", exact=True).click()
    room.show(states.kept_view(None))
    notice = page.get_by_role("alert").filter(has_text="You did not take the seat in time")
    expect(notice).to_be_visible()
    expect(page.locator(".panel")).to_contain_text("Every free seat is kept")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_who_gives_the_seat_up_is_told_nothing(show: Show) -> None:
    room = states.Room(states.kept_view(), accepts=False)
    page, _ = show(room.view, room=room)
    ready(page)
    page.locator(".panel").get_by_role("button", name="Leave the list").click()
    room.next_request(page)
    room.show(states.kept_view(None))
    expect(page.locator(".panel")).to_contain_text("Every free seat is kept")
    expect(page.locator(".notice")).to_have_count(0)


def test_a_chosen_seat_that_somebody_takes_is_chosen_no_longer(show: Show) -> None:
    page, room = show(states.kept_view())
    page.locator(".felt").get_by_role("button", name="Take seat 8", exact=True).click()
    expect(page.locator(".panel")).to_contain_text("Seat 8")
    view = states.kept_view()
    room.show(msgspec.structs.replace(view, players=(*view.players, states.player(8))))
    expect(page.locator(".panel")).to_contain_text("A seat is kept for you")


def test_which_of_the_free_seats_is_the_players_choice(show: Show) -> None:
    page, _ = show(states.kept_view())
    page.locator(".felt").get_by_role("button", name="Take seat 8", exact=True).click()
    expect(page.locator(".panel")).to_contain_text("Seat 8")


def test_a_seat_that_is_kept_for_others_cannot_be_pressed(show: Show) -> None:
    page, _ = show(states.kept_view(None))
    expect(page.locator(".felt").get_by_text("Seat kept")).to_have_count(3)
    expect(page.locator(".felt").get_by_role("button", name=re.compile("^Take seat"))).to_have_count(0)
    expect(page.locator(".panel")).to_contain_text("Every free seat is kept")
    expect(page.locator(".panel").get_by_role("button", name="Wait for a seat")).to_be_visible()


def test_a_seat_that_is_kept_is_told_before_what_came_out_of_the_hand(show: Show) -> None:
    page, room = show(states.full_table_view(1))
    waiting = states.waiting_list(1, 1, kept=60_000)
    room.show(msgspec.structs.replace(states.results_view(you=None), waiting_list=waiting))
    expect(page.locator(".panel")).to_contain_text("A seat is kept for you")


def test_after_the_pause_the_list_is_there_again_though_no_hand_begins(show: Show) -> None:
    page, room = show(states.full_table_view())
    ended = msgspec.structs.replace(states.results_view(you=None), waiting_list=states.waiting_list(1, may_sit=False))
    room.show(ended)
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Grace three kings")
    room.show(msgspec.structs.replace(ended, clock=states.clock(Waiting.NOTHING, None)))
    expect(panel.get_by_role("button", name="Wait for a seat")).to_be_visible()


def test_the_lobby_says_who_waits_and_where_a_seat_is_kept(show: Show) -> None:
    tables = (
        states.lobby_table("Ladoga", states.PL, 10, waiting=3, your_place=2),
        states.lobby_table("Saimaa", states.FL, 9, waiting=1),
    )
    room = states.Room(states.turn_view(), lobby=msgspec.structs.replace(states.LOBBY, tables=tables))
    page, _ = show(room.view, url=f"{ORIGIN}/", room=room)
    expect(page.get_by_role("row").nth(1)).to_contain_text(re.compile(r"10/10.*3 waiting.*Waiting"))
    expect(page.get_by_role("row").nth(2)).to_contain_text("Watch")  # the one free seat is kept
    page.get_by_label("Free seats only").check()
    expect(page.get_by_text("No table fits.")).to_be_visible()
    page.get_by_label("Free seats only").uncheck()

    kept = msgspec.structs.replace(tables[0], taken=tuple(range(1, 10)), your_place=1, seat_kept_until=states.NOW)
    room.lobby = msgspec.structs.replace(room.lobby, tables=(kept, tables[1]))
    page.clock.run_for(5_000)
    expect(page).to_have_title("● A seat is kept for you: Ladoga")
    page.get_by_label("Free seats only").check()
    expect(page.get_by_role("link", name="Take your seat at Ladoga")).to_be_visible()
