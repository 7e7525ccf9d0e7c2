"""An all-in is played out street by street, though the server tells all of it at once."""

import msgspec
from playwright.sync_api import expect

from browser import page_states as states
from browser.page_states import Show
from omaha8.hand.view import BoardSeen, CardsTurnedUp
from omaha8.table.view import ChipsAdded

BOARD = tuple(states.BOARD.split())
STAGE = 1_500  # ms that each street is looked at
TOLD = (CardsTurnedUp(()), BoardSeen(BOARD[:3]), BoardSeen(BOARD[3:4]), BoardSeen(BOARD[4:]))


def test_each_street_is_looked_at_before_the_pots_are_paid(show: Show) -> None:
    page, room = show(states.before_view(board=""), reduced_motion="no-preference")
    board, panel = page.locator(".mid .card[data-card]"), page.locator(".panel")
    room.show(states.results_view(), *TOLD)
    for cards in (0, 3, 4, 5):
        expect(board).to_have_count(cards)
        page.clock.run_for(STAGE - 1)
        expect(board).to_have_count(cards)
        expect(panel).to_have_attribute("data-face", "all_in")
        page.clock.run_for(1)
    expect(panel).to_have_attribute("data-face", "results")


def test_who_asks_for_no_motion_sees_the_end_at_once(show: Show) -> None:
    page, room = show(states.before_view(board=""))
    room.show(states.results_view(), *TOLD)
    expect(page.locator(".panel")).to_have_attribute("data-face", "results")
    expect(page.locator(".mid .card[data-card]")).to_have_count(5)


def test_the_next_hand_does_not_wait(show: Show) -> None:
    page, room = show(states.before_view(board=""), reduced_motion="no-preference")
    room.show(states.results_view(), *TOLD)
    before = states.before_view(board="", turn=9)
    room.show(msgspec.structs.replace(before, hand_number=before.hand_number + 1))
    expect(page.locator(".panel")).to_have_attribute("data-face", "before")
    expect(page.locator(".log")).to_contain_text("River")


def test_who_buys_chips_meanwhile_spoils_nothing(show: Show) -> None:
    page, room = show(states.before_view(board=""), reduced_motion="no-preference")
    room.show(states.results_view(), *TOLD)
    room.show(states.results_view(), ChipsAdded(7, 100))
    expect(page.locator(".panel")).to_have_attribute("data-face", "all_in")
    expect(page.locator(".log")).not_to_contain_text("River")
    page.clock.run_for(4 * STAGE)
    expect(page.locator(".panel")).to_have_attribute("data-face", "results")
    expect(page.locator(".log")).to_contain_text("Grace adds 100")
