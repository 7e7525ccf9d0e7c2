"""The server is gone in the middle of a hand, and comes back."""

from playwright.sync_api import expect

from browser.at_table import AtTable, play_until
from browser.conftest import OpenRoom, Player

# What Chromium writes to the console while nobody answers.
UNREACHABLE = "WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource"


def test_a_killed_room_gives_the_seat_and_the_hand_back(open_room: OpenRoom, player: Player) -> None:
    room = open_room()
    page = player(f"{room.url}/table/duel", expected=UNREACHABLE)
    guest = AtTable(page)
    seat = guest.take_any_seat()
    play_until(guest.is_turn, guest)
    held = guest.hole_cards()

    room.kill()
    expect(guest.lost).to_be_visible()
    room.start()
    page.get_by_role("button", name="Try now").click()

    expect(guest.lost).to_have_count(0)
    expect(guest.seat(seat)).to_be_visible()
    assert guest.hole_cards() == held
    play_until(lambda: guest.has_seen("from the pot|pot, high"), guest)
