"""What the page does at a table, the test playing the server: buttons, keys, wishes, refusals, lost connections."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from browser import page_states as states
from browser.page_states import ARMED, PL, Room, Show, made, ready
from omaha8.hand.actions import LegalActions
from omaha8.hand.events import Half, PostKind
from omaha8.hand.state import Showing, Standing
from omaha8.hand.view import Acted, ActionKind, BlindPosted, BoardSeen, HandOpened, HandShown, PotPaid, ShareView
from omaha8.server import wire
from omaha8.table.buyin import Amounts
from omaha8.table.commands import Preferences
from omaha8.table.events import Waiting
from omaha8.table.view import NextHand, PlayerSat, TableView

PRESS_AT_ONCE = """() => new MutationObserver((_, observer) => {
  const call = document.querySelector('.go .main');
  if (call === null) return;
  observer.disconnect();
  call.click();
  document.body.dataset.pressed = '';
}).observe(document.body, { subtree: true, childList: true })"""


def button(page: Page, name: str) -> Locator:
    return page.locator(".panel").get_by_role("button", name=re.compile(f"^{name}"))


def asked(room: Room, page: Page) -> dict[str, Any]:
    """The next request, without its id."""
    return {key: value for key, value in room.next_request(page).items() if key != "id"}


def test_exactly_the_legal_actions_are_there(show: Show) -> None:
    page, room = show(states.turn_view())
    expect(page.locator(".go button")).to_have_text(
        [re.compile("^Fold"), re.compile("^Call 90"), re.compile("^Raise to 180")]
    )
    expect(button(page, "Call 90")).to_contain_text("4.1 : 1")
    expect(button(page, "Raise to")).to_contain_text("pot limit 545")
    view = states.turn_view()
    assert view.hand is not None
    only_call = msgspec.structs.replace(view.hand, legal=LegalActions(seat=1, fold=True, call=90))
    room.show(msgspec.structs.replace(view, hand=only_call, clock=states.clock(turn=8)))
    expect(page.locator(".go button")).to_have_text([re.compile("^Fold"), re.compile("^Call 90")])
    expect(page.get_by_role("slider")).to_have_count(0)


def test_fixed_limit_has_one_amount_and_no_sizes(show: Show) -> None:
    page, room = show(states.fixed_view())
    expect(page.get_by_role("slider")).to_have_count(0)
    ready(page)
    button(page, "Raise to 20").click()
    assert asked(room, page) == {"type": "raise", "turn": 7, "to": 20}


def test_a_press_meant_for_what_stood_there_before_does_nothing(show: Show) -> None:
    page, room = show(states.before_view())
    page.evaluate(PRESS_AT_ONCE)
    room.show(states.turn_view())
    expect(page.locator("body")).to_have_attribute("data-pressed", "")
    assert room.asked == []
    page.clock.run_for(ARMED)
    button(page, "Call 90").click()
    assert asked(room, page) == {"type": "call", "turn": 7}


def test_a_double_click_is_one_action(show: Show) -> None:
    room = Room(states.turn_view(), accepts=False)
    page, _ = show(room.view, room=room)
    ready(page)
    button(page, "Call 90").dblclick()
    page.wait_for_timeout(100)
    assert len(room.asked) == 1
    for each in page.locator(".go button").all():
        expect(each).to_be_disabled()


def test_a_refusal_is_told_and_the_buttons_come_back(show: Show) -> None:
    room = Room(states.turn_view(), accepts=False)
    page, _ = show(room.view, room=room)
    ready(page)
    button(page, "Raise to").click()
    room.send(wire.Refused(room.next_request(page)["id"], "raise_too_small"))
    expect(page.get_by_role("alert").filter(has_text="That raise is too small.")).to_be_visible()
    expect(button(page, "Call 90")).to_be_enabled()


def test_the_size_of_a_raise(show: Show) -> None:
    page, room = show(states.turn_view())
    exact = page.get_by_label("Raise to, exact")
    expect(exact).to_have_value("180")
    page.get_by_role("button", name="¾").click()
    expect(button(page, "Raise to 431")).to_be_visible()
    page.get_by_role("slider").fill("402")
    expect(exact).to_have_value("400")  # in steps of the small blind
    page.get_by_role("slider").fill("545")
    ready(page)
    button(page, "Raise to 545").click()
    assert asked(room, page) == {"type": "raise", "turn": 7, "to": 545}


def test_a_typed_size_is_never_changed(show: Show) -> None:
    page, room = show(states.turn_view())
    ready(page)
    exact = page.get_by_label("Raise to, exact")
    for typed in ("5", "99999"):
        exact.fill(typed)
        expect(button(page, "Raise to")).to_be_disabled()
        expect(button(page, "Raise to")).to_contain_text("from 180 to 545")
        exact.press("Enter")
        exact.press("Tab")
        expect(exact).to_have_value(typed)
    exact.fill("")
    expect(button(page, "Raise to")).to_be_disabled()
    exact.press_sequentially("412")
    expect(button(page, "Raise to 412")).to_be_enabled()
    assert room.asked == []
    exact.press("Enter")
    assert asked(room, page) == {"type": "raise", "turn": 7, "to": 412}


def test_escape_leaves_a_field(show: Show) -> None:
    page, room = show(states.turn_view())
    ready(page)
    page.get_by_label("Raise to, exact").fill("200")
    page.keyboard.press("Escape")
    page.get_by_label("Say something").fill("nice ha")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Say something")).to_have_value("nice ha")
    page.keyboard.press("r")
    assert asked(room, page) == {"type": "raise", "turn": 7, "to": 200}


def test_keys_mean_the_same_sizes_where_two_are_equal(show: Show) -> None:
    view = states.turn_view()
    assert view.hand is not None
    assert view.hand.legal is not None
    equal = msgspec.structs.replace(view.hand.legal, sizes=(180, 180, 431, 545))
    page, _ = show(msgspec.structs.replace(view, hand=msgspec.structs.replace(view.hand, legal=equal)))
    page.keyboard.press("3")
    expect(button(page, "Raise to 431")).to_be_visible()


def test_no_limit_has_all_in_among_the_sizes_and_nowhere_else(show: Show) -> None:
    page, room = show(states.no_limit_view(1240))
    sizes = page.locator(".pre4 button")
    expect(sizes).to_have_text(["Min 10", "½ 93", "¾ 139", "Pot 185", "All-in 1\u202f240"])
    expect(page.locator(".go button")).to_have_text([re.compile("^Fold"), re.compile("^Check"), re.compile("^Bet 10")])
    ready(page)
    page.keyboard.press("4")
    expect(button(page, "Bet 185")).to_be_visible()
    sizes.last.click()
    raising = page.locator(".go .raise")
    expect(raising).to_contain_text("All-in 1\u202f240")
    raising.click()
    assert asked(room, page) == {"type": "bet", "turn": 7, "to": 1240}


def test_a_size_that_takes_every_chip_is_called_all_in(show: Show) -> None:
    page, _ = show(states.no_limit_view(120))
    expect(page.locator(".pre4 button")).to_have_text(["Min 10", "½ 93", "All-in 120"])
    page.keyboard.press("4")
    expect(page.locator(".pre4 button").last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".go .raise")).to_contain_text("All-in 120")


def test_the_size_does_not_last_into_the_next_turn(show: Show) -> None:
    page, room = show(states.turn_view())
    page.get_by_role("button", name="Pot 545").click()
    room.show(states.turn_view(clock=states.clock(turn=8)))
    expect(page.get_by_label("Raise to, exact")).to_have_value("180")


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ("f", {"type": "fold"}),
        ("c", {"type": "call"}),
        ("r", {"type": "raise", "to": 180}),
        ("2r", {"type": "raise", "to": 317}),
        ("4r", {"type": "raise", "to": 545}),
    ],
)
def test_keys(show: Show, keys: str, move: dict[str, Any]) -> None:
    page, room = show(states.turn_view())
    ready(page)
    for key in keys:
        page.keyboard.press(key)
    assert asked(room, page) == {**move, "turn": 7}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("h", "Your cards: ace of spades two of diamonds king of spades nine of hearts. pair of kings; low 7-4-3-2-A"),
        ("b", "Board: four of spades seven of spades king of diamonds three of clubs"),
        ("p", "Pot 365"),
        (
            "o",
            re.compile(r"^Bob, 2.105\. Čeněk, 866, folded\. .*Grace, 222, bet 90\. Hjördis, 780, folded, sits out\."),
        ),
    ],
)
def test_keys_that_read_aloud(show: Show, key: str, words: str | re.Pattern[str]) -> None:
    page, room = show(states.turn_view())
    page.keyboard.press(key)
    expect(page.locator("output")).to_have_text(words)
    first = page.locator("output span").element_handle()
    page.keyboard.press(key)
    page.wait_for_function("element => !element.isConnected", arg=first)  # said anew, and so heard anew
    expect(page.locator("output")).to_have_text(words)
    assert room.asked == []


def test_arrows_change_the_size(show: Show) -> None:
    page, _ = show(states.turn_view())
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_label("Raise to, exact")).to_have_value("185")


def test_keys_do_nothing_while_typing_and_when_switched_off(show: Show) -> None:
    page, room = show(states.turn_view())
    ready(page)
    page.get_by_label("Say something").press_sequentially("fcr12")
    assert room.asked == []
    page.get_by_label("Say something").blur()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Keys for the buttons").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_timeout(50)
    assert room.asked == []


def test_folding_where_checking_is_free_is_asked_about(show: Show) -> None:
    page, room = show(states.free_view())
    ready(page)
    button(page, "Fold").dblclick()  # the second press comes too soon to be an answer
    page.wait_for_timeout(50)
    assert room.asked == []
    expect(button(page, "Fold")).to_contain_text("checking is free")
    ready(page)
    button(page, "Fold").click()
    assert asked(room, page) == {"type": "fold", "turn": 7}


def test_the_turn_is_told_by_title_and_voice(show: Show) -> None:
    page, room = show(states.before_view())
    expect(page).to_have_title("Ladoga, Omaha Hi/Lo")
    room.show(states.turn_view())
    expect(page).to_have_title("● Your turn: Ladoga")
    expect(page.locator("[aria-live=assertive]")).to_have_text("Your turn. Call 90, pot 365")


def test_checking_wished_before_is_done(show: Show) -> None:
    page, room = show(states.before_view(0, board="4s 7s Kd"))
    button(page, "Check\\s*off").click()
    expect(button(page, "Check\\s*off")).to_have_attribute("aria-pressed", "true")
    room.show(states.free_view())
    assert asked(room, page) == {"type": "check", "turn": 7}


def test_calling_a_price_is_off_when_the_price_changes(show: Show) -> None:
    page, room = show(states.before_view(90))
    button(page, "Call 90").click()
    room.show(states.before_view(200))
    expect(button(page, "Call 200")).to_have_attribute("aria-pressed", "false")
    room.show(states.turn_view())
    expect(page.locator(".go .raise")).to_be_visible()
    assert room.asked == []


def test_wishes_are_cleared_on_the_next_street(show: Show) -> None:
    page, room = show(states.before_view(0, board="4s 7s Kd"))
    button(page, "Check, fold").click()
    room.show(states.before_view(0))
    expect(button(page, "Check, fold")).to_have_attribute("aria-pressed", "false")


def test_calling_any_calls_what_it_costs(show: Show) -> None:
    page, room = show(states.before_view(20))
    button(page, "Call any").click()
    room.show(states.turn_view())
    assert asked(room, page) == {"type": "call", "turn": 7}


def test_folding_wished_before_never_folds_for_free(show: Show) -> None:
    page, room = show(states.before_view(0, board="4s 7s Kd"))
    button(page, "Check, fold").click()
    room.show(states.free_view())
    assert asked(room, page) == {"type": "check", "turn": 7}


def test_show_or_muck(show: Show) -> None:
    page, room = show(states.scoop_view(show=True))
    ready(page)
    button(page, "Show").click()
    assert asked(room, page) == {"type": "show", "turn": 9}
    page.get_by_label("Always muck").check()
    assert asked(room, page)["preferences"] == {"post_now": False, "auto_muck": True, "sit_out_next_hand": False}


def test_a_hand_won_unseen_may_be_shown(show: Show) -> None:
    page, room = show(states.walk_view())
    button(page, "Show your hand").click()
    assert asked(room, page) == {"type": "show", "turn": 7}


def test_sitting_down_and_posting(show: Show) -> None:
    page, room = show(states.sit_view())
    page.get_by_role("button", name="Take seat 3", exact=True).click()
    button(page, "Post now").click()
    assert asked(room, page) == {"type": "sit", "seat": 3, "chips": 1000}
    room.show(states.wait_view())
    assert asked(room, page)["preferences"]["post_now"] is True


def test_a_seat_under_the_pointer_does_not_look_like_the_chosen_one(show: Show) -> None:
    page, _ = show(states.sit_view())
    page.get_by_role("button", name="Take seat 3", exact=True).click()
    chosen = page.get_by_role("button", name="Seat 3", exact=True)
    other = page.get_by_role("button", name="Take seat 8", exact=True)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    chosen.hover()
    colour = chosen.evaluate("each => getComputedStyle(each).backgroundColor")
    other.hover()
    expect(other).to_have_css("border-style", "solid")
    expect(other).not_to_have_css("background-color", colour)


def test_enter_sits_down_and_posts_and_nothing_outside_the_range(show: Show) -> None:
    page, room = show(states.sit_view())
    page.get_by_role("button", name="Take seat 3", exact=True).click()
    page.get_by_role("spinbutton").fill("5000")
    page.get_by_role("spinbutton").press("Enter")
    expect(page.get_by_role("spinbutton")).to_have_value("5000")
    assert room.asked == []
    page.get_by_role("spinbutton").fill("400")
    page.get_by_role("spinbutton").press("Enter")
    assert asked(room, page) == {"type": "sit", "seat": 3, "chips": 400}


def test_a_seat_that_somebody_else_took(show: Show) -> None:
    room = Room(states.sit_view(), accepts=False)
    page, _ = show(room.view, room=room)
    page.get_by_role("button", name="Take seat 3", exact=True).click()
    button(page, "Wait for big blind").click()
    room.send(wire.Refused(room.next_request(page)["id"], "seat_taken"))
    expect(page.get_by_text("Somebody was faster")).to_be_visible()


def test_an_account_with_too_few_chips_cannot_sit_down(show: Show) -> None:
    room = Room(states.sit_view(), me=msgspec.structs.replace(states.ME, chips=50))
    page, _ = show(room.view, room=room)
    page.get_by_role("button", name="Take seat 3", exact=True).click()
    expect(page.locator(".panel")).to_contain_text("The buy-in is 200 or more")
    expect(button(page, "Post now")).to_have_count(0)


def test_waiting_or_posting(show: Show) -> None:
    page, room = show(states.wait_view())
    expect(page.locator(".panel")).to_contain_text("You wait for the big blind")
    expect(page.locator("[data-seat='1'] .st")).to_have_text("1\u202f000")
    button(page, "Post 10 now").click()
    assert asked(room, page)["preferences"]["post_now"] is True
    room.preferences = Preferences(post_now=True)
    room.show(states.wait_view())
    expect(page.locator(".panel")).to_contain_text("You post with the next hand")


def test_coming_back(show: Show) -> None:
    page, room = show(states.away_view())
    expect(page.locator(".panel")).to_contain_text("11 more minutes")
    button(page, "I.m back: post 15").click()
    assert asked(room, page)["preferences"]["post_now"] is True
    assert asked(room, page) == {"type": "come_back"}


def test_buying_in_again(show: Show) -> None:
    page, room = show(states.broke_view())
    page.get_by_role("spinbutton").fill("99999")
    page.get_by_role("spinbutton").press("Tab")
    expect(page.get_by_role("spinbutton")).to_have_value("99999")
    expect(button(page, "Add 99")).to_be_disabled()
    page.get_by_role("spinbutton").fill("500")
    button(page, "Add 500").click()
    assert asked(room, page) == {"type": "top_up", "chips": 500}


def test_enter_buys_in_again(show: Show) -> None:
    page, room = show(states.broke_view())
    page.get_by_role("spinbutton").fill("99999")
    page.get_by_role("spinbutton").press("Enter")
    assert room.asked == []
    page.get_by_role("spinbutton").fill("500")
    page.get_by_role("spinbutton").press("Enter")
    assert asked(room, page) == {"type": "top_up", "chips": 500}


def test_enter_adds_chips_from_the_menu(show: Show) -> None:
    page, room = show(states.folded_view(you=states.you(top_up=Amounts(1, 300))))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("spinbutton").fill("0")
    page.get_by_role("spinbutton").press("Enter")
    assert room.asked == []
    page.get_by_role("spinbutton").fill("120")
    page.get_by_role("spinbutton").press("Enter")
    assert asked(room, page) == {"type": "top_up", "chips": 120}
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("view", [states.wait_view, states.away_view, states.folded_view])
def test_the_own_stack_is_there_on_phones_too(show: Show, view: Callable[[], TableView]) -> None:
    page, room = show(view(), "tall")
    chips = next(player.chips for player in room.view.players if player.seat == 1)
    expect(page.locator(".panel")).to_contain_text(f"Your stack: {chips // 1000}\u202f{chips % 1000:03}")
    expect(page.locator(".panel").get_by_text("Your stack")).to_be_visible()


def test_talk_is_text_and_nothing_else(show: Show) -> None:
    page, room = show(states.turn_view())
    page.get_by_label("Say something").fill("<b>hi</b>")
    page.get_by_label("Say something").press("Enter")
    assert asked(room, page) == {"type": "chat", "text": "<b>hi</b>"}
    room.send(wire.Said("Bob", 2, "<img src=x onerror=alert(1)> { $player }", states.NOW))
    expect(page.locator(".log .ch")).to_have_text("Bob <img src=x onerror=alert(1)> { $player }")
    expect(page.locator(".log img")).to_have_count(0)


def test_talk_is_told_once_and_the_newest_line_stays_in_sight(show: Show) -> None:
    page, room = show(states.before_view())
    lines = [wire.Said("Bob", 2, f"line {number}", states.NOW + number) for number in range(40)]
    for line in lines:
        room.send(line)
    expect(page.locator(".log .ch")).to_have_count(40)
    page.set_viewport_size({"width": 1280, "height": 600})
    page.wait_for_function(
        "() => { const log = document.querySelector('.log');"
        " return log.scrollTop > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 1 }"
    )
    room.sockets[-1].close()
    room.wait_for_sockets(page, 2)
    for line in lines[10:]:
        room.send(line)
    room.send(wire.Said("Bob", 2, "still there?", states.NOW + 50))
    expect(page.locator(".log .ch")).to_have_count(41)


def test_somebody_else_still_decides_after_the_own_all_in(show: Show) -> None:
    view = states.before_view()
    assert view.hand is not None
    seats = tuple(
        msgspec.structs.replace(seat, stack=0, all_in=True) if seat.seat == 1 else seat for seat in view.hand.seats
    )
    page, _ = show(msgspec.structs.replace(view, hand=msgspec.structs.replace(view.hand, seats=seats)))
    expect(page.locator(".panel .cap")).to_have_text(re.compile("Grace to act"))


def test_the_dealer_tells_what_happened(show: Show) -> None:
    page, room = show(states.before_view())
    room.show(
        states.turn_view(),
        NextHand(4187, PL),
        HandOpened(4, (5, 6)),
        BlindPosted(5, PostKind.SMALL_BLIND, 5),
        PlayerSat(3, "Čeněk", 1000),
        Acted(7, ActionKind.RAISE, 45),
        BoardSeen(("4s", "7s", "Kd")),
        BoardSeen(("3c",)),
        HandShown(7, ("Kh", "Kc", "7d", "Jh"), made("Kh Kc 7d Jh", "4s 7s Kd 3c 2h")),
    )
    expect(page.locator(".log p")).to_have_text(
        [
            "Hand 4\u202f187 · button Дмитрий",
            "Østein posts the small blind 5",
            "Čeněk sits down with 1\u202f000",
            "Grace raises to 45",
            re.compile("^Flop"),
            re.compile("^Turn"),
            "Grace shows three kings",
        ]
    )
    expect(page.locator(".log").get_by_role("img", name="three of clubs")).to_be_visible()
    expect(page.locator("[aria-live=polite]")).to_contain_text("Flop four of spades seven of spades king of diamonds")


def test_what_a_newer_server_says_is_passed_over(show: Show) -> None:
    page, room = show(states.before_view())
    message = msgspec.to_builtins(states.update(states.turn_view()))
    message["events"] = [{"type": "fireworks", "seat": 3}]
    message["view"]["weather"] = "fine"
    room.send({"type": "rain"})
    room.send(message)
    expect(button(page, "Call 90")).to_be_visible()


def test_cards_are_named_and_say_what_they_play(show: Show) -> None:
    page, _ = show(states.turn_view())
    names = [
        each.get_attribute("aria-label")
        for each in page.get_by_role("group", name="Your cards").get_by_role("img").all()
    ]
    assert names == [
        "ace of spades, plays high and low",
        "two of diamonds, plays low",
        "king of spades, plays high",
        "nine of hearts",
    ]


def test_the_marks_follow_the_player_who_is_pressed(show: Show) -> None:
    page, _ = show(states.results_view())
    board = page.get_by_role("group", name="Board")
    expect(board.get_by_role("img", name="three of clubs, plays low")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Grace")).click()
    expect(board.get_by_role("img", name="three of clubs", exact=True)).to_be_visible()


def test_the_result_is_told_per_pot_and_half(show: Show) -> None:
    page, room = show(states.turn_view())
    room.show(states.results_view())
    for told in (
        "Grace three kings, odd chip",
        "Frans and you 280 each, quartered",
        "You kings and twos",
        "Frans 172 (odd chip), you 171",
    ):
        expect(page.locator(".res")).to_contain_text(told)
    expect(page.locator(".sum")).to_contain_text("You won 794")
    seat = page.get_by_role("group", name=re.compile("^Seat 7: Grace"))
    expect(seat).to_contain_text("½ main")


def test_what_was_put_in_is_told_also_of_a_hand_joined_at_its_end(show: Show) -> None:
    page, _ = show(states.results_view())
    expect(page.locator(".sum")).to_have_text(re.compile(r"You won 794\s*put in 700\s*this hand \+94"))


CHIPS_ON_THEIR_WAY = """() => {
  window.gone = new Set();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    if (this.matches('.home')) window.gone.add(this.closest('[data-seat]').dataset.seat);
    return animate.apply(this, given);
  };
}"""


@pytest.mark.parametrize(("motion", "seats"), [("no-preference", ["1", "6", "7"]), ("reduce", [])])
def test_chips_go_to_the_winners_where_motion_is_welcome(show: Show, motion: str, seats: list[str]) -> None:
    page, room = show(states.all_in_view(), reduced_motion=motion)
    page.evaluate(CHIPS_ON_THEIR_WAY)
    room.show(states.results_view())
    expect(page.locator(".home")).to_have_count(3)
    page.wait_for_function("count => window.gone.size === count", arg=len(seats))
    assert sorted(page.evaluate("[...window.gone]")) == seats
    page.wait_for_function("() => document.getAnimations().length === 0")
    for chips in page.locator(".home").all():
        expect(chips).to_be_hidden()


def mucked_view() -> TableView:
    """A hand whose last seat mucked, after its end."""
    view = states.scoop_view()
    assert view.hand is not None
    seats = tuple(
        msgspec.structs.replace(seat, standing=Standing.IN, showing=Showing.MUCKED) if seat.seat == 6 else seat
        for seat in view.hand.seats
    )
    return msgspec.structs.replace(view, hand=msgspec.structs.replace(view.hand, seats=seats))


def test_a_mucked_hand_is_seen_in_the_last_hand_window_by_who_asks(show: Show) -> None:
    view = mucked_view()
    assert view.hand is not None
    seats = tuple(
        msgspec.structs.replace(seat, cards=("Ad", "8d", "8c", "7h")) if seat.seat == 6 else seat
        for seat in view.hand.seats
    )
    looked_up = msgspec.structs.replace(view.hand, seats=seats)
    told = wire.PlayedHand(number=4187, ended_at=0, seat=1, names=(), events=(), view=looked_up)
    room = Room(view, hands=wire.PlayedHands((told,)))
    page, _ = show(room.view, room=room)
    expect(page.locator(".res")).to_be_visible()
    assert room.looked_up == [], "nobody asks before the window is opened"
    page.keyboard.press("l")
    window = page.get_by_role("dialog", name="Last hand")
    frans = window.get_by_role("button", name=re.compile("^Frans"))
    expect(frans).to_contain_text("mucked")
    expect(frans.get_by_role("img", name="ace of diamonds")).to_be_visible()
    assert room.looked_up == ["/api/tables/ladoga/hands"]


def test_hands_are_asked_for_once_a_look_and_again_when_one_was_mucked_since(show: Show) -> None:
    page, room = show(states.turn_view(hand_number=4186))
    window = page.get_by_role("dialog", name="Last hand")
    for looks in (1, 2):
        page.keyboard.press("l")
        room.show(msgspec.structs.replace(states.scoop_view(), hand_number=4186))
        expect(window.get_by_role("button", name=re.compile("^Grace"))).to_be_visible()
        assert len(room.looked_up) == looks
        if looks == 1:
            window.get_by_role("button", name="Close").click()
    room.show(mucked_view())
    expect(window.get_by_role("button", name=re.compile("^Frans"))).to_have_count(0)
    page.wait_for_timeout(100)
    assert len(room.looked_up) == 3


def test_without_an_answer_the_last_hand_window_has_what_the_page_saw(show: Show) -> None:
    refused = wire.ApiError(code="store_failed", detail="")
    page, room = show(mucked_view(), room=Room(mucked_view(), refuses=refused, hands=refused))
    page.keyboard.press("l")
    window = page.get_by_role("dialog", name="Last hand")
    expect(window.get_by_role("button", name=re.compile("^Grace"))).to_be_visible()
    page.wait_for_timeout(100)
    assert len(room.looked_up) == 1


def test_the_last_hand_is_read_and_saved_as_a_report(show: Show) -> None:
    page, room = show(states.before_view())
    view = states.results_view()
    assert view.hand is not None
    room.show(view, HandOpened(4, (5, 6)), Acted(7, ActionKind.RAISE, 45), *view.hand.results)
    page.keyboard.press("l")
    window = page.get_by_role("dialog", name="Last hand")
    window.get_by_role("button", name="Report").click()
    expect(window.get_by_role("listitem").filter(has_text="Grace raises to 45")).to_be_visible()
    for pot in (
        "Side pot, high: Annikki 343",
        "Side pot, low: Frans 172 with the odd chip",
        "Main pot, high: Grace 561",
    ):
        expect(window.locator(".report")).to_contain_text(pot)
    with page.expect_download() as download:
        window.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "ladoga-4187.txt"
    saved = download.value.path().read_text(encoding="utf-8").splitlines()
    assert saved[:4] == ["Hand 4\u202f187 at Ladoga", "", "Hand 4\u202f187 · button Дмитрий", "Grace raises to 45"]
    assert "Grace had Kh Kc 7d Jh" in saved


def test_the_last_hand_can_be_read_again(show: Show) -> None:
    page, room = show(states.turn_view())
    room.show(states.results_view())
    room.show(states.turn_view(hand_number=4188))
    page.keyboard.press("l")
    window = page.get_by_role("dialog", name="Last hand")
    expect(window).to_contain_text("Grace three kings, odd chip")
    expect(window.get_by_role("group", name="Board").get_by_role("img")).to_have_count(5)
    window.get_by_role("button", name="Close").click()
    expect(window).to_have_count(0)


def test_a_lost_connection_comes_back_with_the_truth(show: Show) -> None:
    room = Room(states.turn_view(), accepts=False)
    page, _ = show(room.view, room=room)
    ready(page)
    button(page, "Call 90").click()
    request = room.next_request(page)
    room.gone = True
    room.sockets[-1].close()
    expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_contain_text("It is your turn")
    room.gone, room.accepts = False, True
    room.wait_for_sockets(page, 2)
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    assert room.next_request(page) == request  # under the same id, so that it is done once
    room.show(states.before_view())
    expect(page.locator(".adv")).to_have_count(3)


def test_a_move_of_a_turn_that_is_over_is_not_asked_again(show: Show) -> None:
    room = Room(states.turn_view(), accepts=False)
    page, _ = show(room.view, room=room)
    ready(page)
    button(page, "Call 90").click()
    room.next_request(page)
    room.view = states.turn_view(clock=states.clock(turn=11))
    room.sockets[-1].close()
    room.wait_for_sockets(page, 2)
    page.wait_for_timeout(100)
    assert len(room.asked) == 1


def test_a_page_older_than_the_server_loads_itself_once(show: Show) -> None:
    room = Room(states.turn_view())
    page, _ = show(room.view, room=room)
    expect(page.locator(".panel")).to_be_visible()
    room.protocol = wire.PROTOCOL + 1
    room.sockets[-1].close()
    room.wait_for_sockets(page, 3)  # the old page, its reconnect, and the page loaded anew
    page.clock.run_for(20_000)
    assert len(room.sockets) == 3


def test_an_update_never_takes_the_chat_from_who_is_typing(show: Show) -> None:
    page, room = show(states.before_view())
    field = page.get_by_label("Say something")
    field.fill("nice ha")
    room.show(states.turn_view())
    expect(page.locator(".go .raise")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("nice ha")


def test_settings_last(show: Show) -> None:
    page, _ = show(states.turn_view())
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Colours").select_option("light")
    page.get_by_label("Deck").select_option("two")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_attribute("data-deck", "two")


def test_the_chat_opens_from_the_ticker_on_phones(show: Show) -> None:
    page, room = show(states.before_view(), "tall")
    room.send(wire.Said("Bob", 2, "hello", states.NOW))
    page.get_by_role("button", name="Dealer and chat").click()
    chat = page.get_by_role("complementary", name="Dealer and chat")
    expect(chat).to_contain_text("Bob hello")
    chat.get_by_role("button", name="Close").click()
    expect(chat).to_be_hidden()


def test_a_home_network_page_is_enough(show: Show) -> None:
    page, room = show(states.turn_view())
    assert page.evaluate("window.isSecureContext") is False
    ready(page)
    page.keyboard.press("c")
    assert asked(room, page)["type"] == "call"


def test_sitting_out_from_the_next_hand_on(show: Show) -> None:
    page, room = show(states.turn_view())
    page.get_by_role("button", name="Sit out next hand").click()
    assert asked(room, page)["preferences"]["sit_out_next_hand"] is True
    room.preferences = Preferences(sit_out_next_hand=True)
    room.show(states.turn_view())
    expect(page.get_by_role("button", name="Sitting out next hand")).to_be_visible()


def test_help_has_keys_hands_the_split_and_lost_connections(show: Show) -> None:
    page, _ = show(states.turn_view())
    page.keyboard.press("?")
    window = page.get_by_role("dialog", name="Help")
    for told in ("check or call", "Half of every pot", "quartered", "all-in for what you have put in"):
        expect(window).to_contain_text(told)
    expect(window.get_by_role("listitem").first).to_have_text(re.compile("Straight flush.*nine high"))
    expect(window.get_by_role("img", name="nine of spades").first).to_be_visible()
    expect(window.get_by_role("listitem").filter(has_text="the wheel").get_by_role("img")).to_have_count(5)


def test_the_head_names_the_game_of_this_hand_and_of_the_next(show: Show) -> None:
    page, room = show(states.turn_view(next_stakes=states.FL))
    expect(page.locator(".head")).to_contain_text("PL 5/10, next FL 5/10")
    room.show(states.turn_view())
    expect(page.locator(".head")).not_to_contain_text(", next")


def test_another_players_clock_is_never_amber(show: Show) -> None:
    page, room = show(states.before_view())
    expect(page.locator(".seat.you")).to_have_count(0)
    expect(page.locator("[data-seat='7'] .ring")).to_be_visible()
    room.show(states.turn_view())
    expect(page.locator(".seat.you")).to_have_attribute("data-seat", "1")


def table_of(seats: int) -> TableView:
    return states.table(
        None,
        seats=seats,
        players=(states.player(1), states.player(2)),
        clock=states.clock(Waiting.NOTHING, None),
    )


def test_a_waiting_table_says_so(show: Show) -> None:
    page, _ = show(table_of(6))
    expect(page.locator(".felt")).to_contain_text("Waiting for players")
    expect(page.locator(".panel")).to_contain_text("as soon as two players are ready")


def test_six_hole_cards_have_room(show: Show) -> None:
    page, _ = show(states.six_cards_view(), "tall")
    expect(page.get_by_role("group", name="Your cards").get_by_role("img")).to_have_count(6)


def test_who_sits_out_plays_the_hand_on_like_anybody(show: Show) -> None:
    out = states.player(1, sitting_out=True)
    own = states.you(may_sit_out=False, may_come_back=True)
    page, room = show(states.turn_view(players=(out, *states.ALL_PLAYERS[1:]), you=own))
    seat = page.locator("[data-seat='1']")
    expect(seat).to_contain_text("1\u202f240")
    expect(seat).not_to_contain_text("sits out")
    expect(seat).not_to_have_class(re.compile(r"\b(out|away)\b"))
    expect(seat.locator(".sec")).to_have_text("18")
    expect(seat).to_have_class(re.compile(r"\byou\b"))
    room.show(states.folded_view(players=(out, *states.ALL_PLAYERS[1:]), you=own))
    expect(seat).to_contain_text("sits out")
    expect(seat).to_have_class(re.compile(r"\bout\b.*\baway\b"))


def test_who_wins_every_pot_scoops_on_the_felt_and_in_the_own_pod(show: Show) -> None:
    page, room = show(states.walk_view(), "tall")
    expect(page.locator(".mypod")).to_contain_text("+")
    expect(page.locator(".mypod")).not_to_contain_text("scoops")
    view = states.results_view()
    assert view.hand is not None
    shares = tuple(
        PotPaid(pot, chips, (1, 6, 7), (ShareView(1, Half.WHOLE, chips, 1, odd=False),))
        for pot, chips in ((1, 686), (0, 1121))
    )
    room.show(msgspec.structs.replace(view, hand=msgspec.structs.replace(view.hand, results=shares)))
    expect(page.locator(".mypod")).to_contain_text("+1\u202f807")
    expect(page.locator(".mypod")).to_contain_text("scoops")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("[data-seat='1'] .wnote")).to_have_text("scoops")
    room.show(view)
    expect(page.locator("[data-seat='1'] .wnote")).to_have_text("¼ main · ¾ side")


def test_the_call_says_what_its_percentage_is(show: Show) -> None:
    for size in states.SIZES:
        page, _ = show(states.turn_view(), size)
        expect(button(page, "Call 90").get_by_text("needs 20 %")).to_be_visible()


def test_who_sits_down_where_somebody_left_has_no_part_in_the_hand_that_was(show: Show) -> None:
    page, room = show(states.turn_view())
    view = states.results_view()
    ann = states.player(7, name="Ann", chips=500, dealt=False)
    room.show(msgspec.structs.replace(view, players=(*view.players[:6], ann, *view.players[7:])))
    seat = page.get_by_role("group", name=re.compile("^Seat 7: Ann"))
    expect(seat).to_contain_text("500")
    expect(seat).not_to_contain_text("½")
    expect(seat.locator(".hole")).to_have_count(0)
    expect(page.locator(".res")).to_contain_text("Grace three kings")


def test_where_no_hand_begins_the_last_one_is_cleared_away(show: Show) -> None:
    page, room = show(states.turn_view())
    room.show(states.results_view())
    expect(page.locator(".mid .card[data-card]")).to_have_count(5)
    room.show(states.results_view(clock=states.clock(Waiting.NOTHING, None)))
    expect(page.locator(".felt")).to_contain_text("Waiting for players")
    expect(page.locator(".felt .card[data-card]")).to_have_count(0)
    expect(page.locator(".felt .pot")).to_have_count(0)
    expect(page.locator("[data-seat='7'] .st")).to_have_text("561")


def test_the_chat_over_a_phone_s_table_says_whose_turn_it_is(show: Show) -> None:
    page, room = show(states.before_view(), "small")
    page.get_by_role("button", name="Dealer and chat").click()
    turn = page.get_by_role("button", name="Your turn: 18 s")
    expect(turn).to_have_count(0)
    room.show(states.turn_view())
    turn.click()
    expect(button(page, "Call 90")).to_be_visible()
    page.get_by_role("button", name="Dealer and chat").click()
    expect(turn).to_be_visible()
    page.keyboard.press("Escape")
    expect(turn).to_have_count(0)


def test_leaving_in_a_hand_says_what_becomes_of_it(show: Show) -> None:
    page, room = show(states.before_view())
    page.get_by_role("button", name="Menu").click()
    leave = page.get_by_role("button", name="Leave table")
    expect(leave).to_contain_text("fold this hand")
    leave.click()
    assert asked(room, page) == {"type": "leave"}
    leaving = states.player(1, leaving=True)
    room.show(msgspec.structs.replace(states.before_view(), players=(leaving, *states.ALL_PLAYERS[1:])))
    expect(page.locator(".panel")).to_contain_text("You are leaving")
    expect(page.locator(".adv")).to_have_count(0)
    room.show(states.folded_view())
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Leave table")).not_to_contain_text("fold")
