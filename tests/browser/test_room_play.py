"""The page and the real room together: hands played by pressing buttons."""

from playwright.sync_api import expect

from browser.at_table import AtTable, play_until
from browser.conftest import OpenRoom, Player
from running_room import RunningRoom

SHOWN = " shows "
PAID = "from the pot|pot, high"


def test_a_guest_takes_a_seat_in_the_lobby_and_plays_to_a_showdown(room: RunningRoom, player: Player) -> None:
    page = player(room.url)
    page.get_by_role("link", name="Take seat at Duel").click()
    guest = AtTable(page)
    guest.take_any_seat()

    play_until(lambda: guest.has_seen(f"{SHOWN}.*({PAID})"), guest)
    assert guest.hole_cards()  # the own hand is still there to compare
    play_until(lambda: guest.has_seen("Hand 3 ·"), guest)


def test_two_browsers_play_one_hand_to_the_showdown(open_room: OpenRoom, player: Player) -> None:
    room = open_room(bots=0)
    ann, bob = (AtTable(player(f"{room.url}/table/duel")) for _ in range(2))
    ann.sit(1)
    bob.sit(2)
    for each in (ann, bob):
        expect(each.cards).to_have_count(4)
    assert not set(ann.hole_cards()) & set(bob.hole_cards())

    play_until(lambda: ann.has_seen(PAID) and bob.has_seen(PAID), ann, bob)
    for each in (ann, bob):
        expect(each.dealer).to_contain_text("River")
        expect(each.dealer).to_contain_text(SHOWN)


def test_a_friend_waits_for_the_seat_of_a_house_player_and_gets_it(open_room: OpenRoom, player: Player) -> None:
    room = open_room(bots=1)
    ann, bob = (AtTable(player(f"{room.url}/table/duel")) for _ in range(2))
    ann.take_any_seat()
    bob.page.locator(".go:not(.arming)").get_by_role("button", name="Wait for a seat").click()
    kept = bob.page.get_by_role("heading", name="A seat is kept for you")
    play_until(kept.is_visible, ann)
    bob.take_any_seat()

    play_until(lambda: all(each.cards.count() == 4 for each in (ann, bob)), ann, bob)
    assert not set(ann.hole_cards()) & set(bob.hole_cards())
    play_until(lambda: ann.has_seen(PAID) and bob.has_seen(PAID), ann, bob)


def test_a_page_over_plain_http_in_a_home_network_plays(open_room: OpenRoom, player: Player) -> None:
    room = open_room(public_host="room.lan")
    page = player(f"{room.url}/table/duel")
    assert page.evaluate("window.isSecureContext") is False
    guest = AtTable(page)
    guest.take_any_seat()

    play_until(lambda: guest.has_seen(PAID), guest)


def test_a_reload_keeps_the_seat_and_the_hand(room: RunningRoom, player: Player) -> None:
    page = player(f"{room.url}/table/trio")
    guest = AtTable(page)
    seat = guest.take_any_seat()
    play_until(guest.is_turn, guest)
    held = guest.hole_cards()
    assert len(held) == 4

    page.reload()
    expect(guest.cards).to_have_count(4)
    assert guest.hole_cards() == held
    expect(guest.seat(seat)).to_be_visible()
    play_until(lambda: guest.has_seen(PAID), guest)
