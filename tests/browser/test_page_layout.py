"""Every state of the table fits every size: nothing overlaps, nothing is cut off, nothing stands outside."""

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page, expect

from browser import page_states as states
from browser.page_states import SIZES, Show
from omaha8.bots.style import CHARACTERS
from omaha8.hand.view import BoardSeen
from omaha8.table.view import TableView

STATES: dict[str, Callable[[], TableView]] = {
    "turn": states.turn_view,
    "free": states.free_view,
    "fixed limit": states.fixed_view,
    "no limit": states.no_limit_view,
    "before": states.before_view,
    "all-in": states.all_in_view,
    "results": states.results_view,
    "scoop": states.scoop_view,
    "show or muck": lambda: states.scoop_view(show=True),
    "won unseen": states.walk_view,
    "spectator": states.sit_view,
    "full table": states.full_table_view,
    "on the waiting list": lambda: states.full_table_view(2),
    "seat kept": states.kept_view,
    "seat kept for others": lambda: states.kept_view(None),
    "sitting out": states.away_view,
    "waiting": states.wait_view,
    "no chips": states.broke_view,
    "folded": states.folded_view,
    "ten bets of five digits": states.full_view,
    "three pots": states.three_pots_view,
    "six cards": states.six_cards_view,
    "ten hands face up": states.shown_view,
    "ten hands face up, looked on": lambda: states.shown_view(you=None),
    "ten bets, looked on": lambda: states.looked_on(states.full_view()),
}

OVERLAPS = """() => {
  const names = ['.pod', '.bet', '.pot', '.mid .card', '.sit', '.notice'];
  const boxes = names.flatMap((name) => [...document.querySelectorAll(name)].map((element) => ({
    name: `${name} ${element.textContent.trim().replace(/\\s+/g, ' ')}`, box: element.getBoundingClientRect(),
  }))).filter(({ box }) => box.width > 0);
  const found = [];
  for (const [index, one] of boxes.entries()) for (const other of boxes.slice(0, index)) {
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (across > 3 && down > 3) found.push(`${one.name} / ${other.name}: ${Math.round(across)} x ${Math.round(down)}`);
  }
  return found;
}"""
# Marks stand out of their cards, and cover nothing else; the disc covers nothing at all.
COVERED = """() => {
  const all = (name) => [...document.querySelectorAll(name)].filter((element) => element.getClientRects().length > 0);
  const text = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const things = [
    ...all('.pod, .mid .card, .hole.up .card, .bet, .pot, .panel .tag, .sit')
      .map((each) => [each, each.getBoundingClientRect()]),
    ...all('.say b, .say .why').map((each) => [each, text(each)]),
  ];
  const found = [];
  for (const top of all('.mk, .dbtn')) for (const [under, b] of things) {
    if (top.closest('.hole, .mid, .row')?.contains(under)) continue;
    if (top.closest('.hole.up') && under.closest('.seat')?.contains(top)) continue; // bars reach for their own pod
    const a = top.getBoundingClientRect();
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const what = `${under.getAttribute('class') ?? under.tagName} ${under.textContent.trim().replace(/\\s+/g, ' ')}`;
    if (across > 2 && down > 2) found.push(`${top.className} on ${what}: ${Math.round(across)} x ${Math.round(down)}`);
  }
  return found;
}"""
OUTSIDE = """() => [...document.querySelectorAll('.page *')]
  .filter((element) => !element.closest('.log, .res, svg') || element.matches('.log, .res'))
  .filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 &&
      (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1);
  }).map((element) => `${element.tagName}.${element.getAttribute('class')}`)"""
CUT_OFF = """() => [...document.querySelectorAll(
    '.go button, .pre4 button, .pot, .bet .n, .say b, .say .why, .st, .hf, .sum, .size input, .sit, .line, .buy label')]
  .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
  .map((element) => `${element.getAttribute('class')}: ${element.textContent.trim()}, ${element.scrollWidth} px`)"""
OUT_OF_PANEL = """() => {
  const panel = document.querySelector('.panel').getBoundingClientRect();
  return [...document.querySelectorAll('.panel :is(button, input)')]
    .filter((element) => element.getBoundingClientRect().right > panel.right - 7)
    .map((element) => `${element.textContent.trim() || element.type}`);
}"""
# The panel's parts lie below each other: a mark may stand out of its card, a row of buttons never into another row.
STACKED = """() => {
  const rows = ['.say', '.size', '.line', '.cap', '.go', '.res', '.sum', '.buy']
    .flatMap((name) => [...document.querySelectorAll(`.panel ${name}`)].map((element) => [name, element]));
  const found = [];
  for (const [index, [name, one]] of rows.entries()) for (const [before, other] of rows.slice(0, index)) {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 2) found.push(`${before} and ${name}: ${Math.round(down)}`);
  }
  return found;
}"""


def faults(page: Page) -> dict[str, list[str]]:
    looks = {
        "overlaps": OVERLAPS,
        "covered": COVERED,
        "outside": OUTSIDE,
        "out of the panel": OUT_OF_PANEL,
        "cut off": CUT_OFF,
        "rows": STACKED,
    }
    return {name: found for name, look in looks.items() if (found := page.evaluate(look))}


@pytest.mark.parametrize("state", STATES)
def test_a_state_fits_every_size(show: Show, state: str) -> None:
    page, _ = show(STATES[state]())
    expect(page.locator(".panel")).to_be_visible()
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if problems := faults(page):
            found[size] = problems
    assert found == {}


def test_the_chosen_seat_and_the_buy_in_fit(show: Show) -> None:
    page, _ = show(states.sit_view())
    page.get_by_role("button", name="Take seat 1", exact=True).click()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == {}


def test_the_odds_of_an_all_in_fit(show: Show) -> None:
    page, room = show(states.all_in_view())
    room.send(states.all_in_odds())
    expect(page.get_by_label("worth 63 %: scoop 28, high 31, low 97, quartered 6").first).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == {}, (width, height)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "state",
    [
        "ten hands face up",
        "ten hands face up, looked on",
        "ten bets, looked on",
        "seat kept",
        "results",
        "turn",
        "no limit",
    ],
)
def test_the_button_disc_lies_on_nothing(show: Show, size: str, state: str) -> None:
    page, room = show(STATES[state](), size)
    found = {}
    for button in range(1, 11):
        room.show(msgspec.structs.replace(STATES[state](), button=button))
        expect(page.locator(f".dbtn.s{button - 1}")).to_be_visible()
        if problems := page.evaluate(COVERED):
            found[button] = problems
    assert found == {}


@pytest.mark.parametrize("state", ["ten bets of five digits", "no limit"])
def test_tablets_fit(show: Show, state: str) -> None:
    page, _ = show(STATES[state]())
    for width, height in ((1024, 768), (820, 1180), (720, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == {}, (width, height)


def test_the_panel_has_one_height_whatever_it_shows(show: Show) -> None:
    page, room = show(states.turn_view(), "tall")
    panel = page.locator(".panel")
    expect(panel).to_have_attribute("data-face", "turn")
    heights = {panel.evaluate("element => element.offsetHeight")}
    for view in (states.before_view(), states.all_in_view(), states.results_view(), states.folded_view()):
        room.show(view)
        expect(panel).not_to_have_attribute("data-face", "turn")
        heights.add(panel.evaluate("element => element.offsetHeight"))
    assert len(heights) == 1


def test_decisions_made_before_the_turn_stand_where_its_buttons_stand(show: Show) -> None:
    page, room = show(states.before_view())
    where = "() => [...document.querySelectorAll('.go button')].map((each) => each.getBoundingClientRect().toJSON())"
    expect(page.locator(".adv")).to_have_count(3)
    before = page.evaluate(where)
    room.show(states.turn_view())
    expect(page.locator(".go .raise")).to_be_visible()
    assert page.evaluate(where) == before


@pytest.mark.parametrize("size", ["tall", "small", "side"])
def test_fingers_find_their_buttons(show: Show, size: str) -> None:
    page, _ = show(states.turn_view(), size)
    expect(page.locator(".go .raise")).to_be_visible()
    for button in page.locator(".go button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_own_cards_are_the_largest(show: Show) -> None:
    for size in SIZES:
        page, _ = show(states.turn_view(), size)
        own = page.get_by_role("group", name="Your cards").get_by_role("img").first.bounding_box()
        board = page.get_by_role("group", name="Board").get_by_role("img").first.bounding_box()
        assert own is not None
        assert board is not None
        assert own["width"] > board["width"]


NAMES_CUT_OFF = """() => [...document.querySelectorAll('.pod .nm')]
  .filter((element) => element.scrollWidth > element.clientWidth)
  .map((element) => `${element.textContent}: ${element.scrollWidth} in ${element.clientWidth} px`)"""
NAME_UNDER_CLOCK = """() => {
  const clock = document.querySelector('.pod .sec').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.pod:has(.sec) .nm'));
  const name = range.getBoundingClientRect();
  return name.right > clock.left && name.top + 2 < clock.bottom;
}"""


PHONES = [size for size in SIZES if size != "wide"]
# Twenty letters are the most that a name has.
LONG = "Bob_the_builder_1994"
LETTERS_READ = """() => [...document.querySelectorAll('.seat:not(.s0) .nm')].map((element) => {
  const range = document.createRange();
  const letters = element.firstChild;
  const right = element.getBoundingClientRect().right;
  for (let read = letters.length; read > 0; read--) {
    range.setStart(letters, 0);
    range.setEnd(letters, read);
    if (range.getBoundingClientRect().right <= right + 1) return read;
  }
  return 0;
})"""


def named(view: TableView, *names: str) -> TableView:
    """The view with players of these names, one after another."""
    players = tuple(msgspec.structs.replace(each, name=names[each.seat % len(names)]) for each in view.players)
    return msgspec.structs.replace(view, players=players)


@pytest.mark.parametrize("size", PHONES)
def test_much_is_read_of_a_long_name_on_a_phone(show: Show, size: str) -> None:
    page, _ = show(named(states.full_view(), LONG), size)
    expect(page.locator(".seat")).to_have_count(10)
    read = page.evaluate(LETTERS_READ)
    assert min(read) >= {"tall": 15, "small": 12, "side": 14}[size], read
    assert faults(page) == {}


@pytest.mark.parametrize("size", PHONES)
def test_ten_letters_are_never_cut_off_on_a_phone(show: Show, size: str) -> None:
    page, room = show(named(states.before_view(), "Jasmine L.", "Дмитрий", "Maximilian"), size)
    for seat in range(2, 11):
        view = named(states.before_view(to_act=seat, turn=seat), "Jasmine L.", "Дмитрий", "Maximilian")
        room.show(view)
        expect(page.locator(f"[data-seat='{seat}'] .sec")).to_be_visible()
        assert page.evaluate(NAMES_CUT_OFF) == []
        assert page.evaluate(NAME_UNDER_CLOCK) is False


def test_the_names_of_house_players_are_read_in_full(show: Show) -> None:
    view = states.before_view()
    names = [style.name for style in CHARACTERS.values()]
    players = tuple(
        msgspec.structs.replace(player, name=names[player.seat % len(names)], chips=98_765) for player in view.players
    )
    page, room = show(msgspec.structs.replace(view, players=players))
    for seat in range(2, 2 + len(names)):  # each name once under the clock
        room.show(msgspec.structs.replace(view, players=players, clock=states.clock(seat=seat, turn=seat, left=12_000)))
        expect(page.locator(f"[data-seat='{seat}'] .sec")).to_be_visible()
        assert page.evaluate(NAMES_CUT_OFF) == []
        assert page.evaluate(NAME_UNDER_CLOCK) is False


@pytest.mark.parametrize("size", PHONES)
def test_much_of_a_name_is_read_when_the_cards_are_face_up(show: Show, size: str) -> None:
    """House players that are there twice have a number; who wins has their amount beside the name."""
    names = [f"{style.name} 2" for style in CHARACTERS.values()]
    page, _ = show(named(states.shown_view(), *names), size)
    expect(page.locator(".seat.up")).to_have_count(9)
    read = page.evaluate(LETTERS_READ)
    assert min(read) >= {"tall": 8, "small": 3, "side": 8}[size], read
    assert sum(read) / len(read) >= {"tall": 11, "small": 8, "side": 11}[size], read
    assert faults(page) == {}


def test_a_name_with_a_number_is_read_in_full_on_the_desktop(show: Show) -> None:
    names = [f"{style.name} 2" for style in CHARACTERS.values()]
    page, room = show(named(states.before_view(), *names))
    expect(page.locator(".seat")).to_have_count(10)
    assert page.evaluate(NAMES_CUT_OFF) == []
    room.show(named(states.results_view(), *names))
    expect(page.locator(".seat.win")).to_have_count(3)
    assert page.evaluate(NAMES_CUT_OFF) == []


@pytest.mark.parametrize("size", PHONES)
def test_the_dealer_s_line_is_as_high_as_its_cards(show: Show, size: str) -> None:
    page, room = show(states.before_view(board=""), size)
    room.show(states.free_view(), BoardSeen(("4s", "7s", "Kd")))
    cards = page.locator(".ticker .mini")
    expect(cards).to_have_count(3)
    line = page.locator(".ticker .ell").bounding_box()
    assert line is not None
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert line["y"] <= box["y"] - 1
        assert box["y"] + box["height"] + 1 <= line["y"] + line["height"]


@pytest.mark.parametrize("size", PHONES)
def test_the_head_has_room_to_come_back(show: Show, size: str) -> None:
    own = states.you(may_sit_out=False, may_come_back=True)
    page, _ = show(states.turn_view(you=own), size)
    back = page.locator(".head").get_by_role("button", name=re.compile("^I.m back"))
    expect(back).to_be_visible()
    assert back.evaluate("element => element.scrollWidth <= element.clientWidth && element.offsetHeight < 40")
    cut = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert page.locator(".head .ell").evaluate_all(cut) == []
    assert faults(page) == {}
