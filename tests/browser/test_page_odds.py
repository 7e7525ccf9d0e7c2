"""The odds page, against a room that counts."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Player
from omaha8.odds import parse_range
from running_room import RunningRoom

WARNING = "rgb(179, 49, 26)"  # of the light theme
COUNTING = 30_000  # ms; the first question may find the worker still starting


@pytest.fixture
def page(room: RunningRoom, player: Player) -> Page:
    return player(room.url, expected="status of 400")


# Whether the text of every cell ends a few pixels before its table does.
INSIDE = """cells => cells.every(cell => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().right <= cell.closest('table').getBoundingClientRect().right - 4;
})"""


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
    alert = page.get_by_role("alert")
    used = re.compile(r"^Hand 2: A.* stands in hand 1 already\. A deck has each card once\. ?$")
    expect(alert).to_have_text(used, timeout=COUNTING)
    wrong = page.get_by_role("textbox", name="Hand 2")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile("^Hand 2: ace of spades stands in hand 1 already"))
    expect(page.locator("[aria-invalid]")).to_have_count(1)
    expect(alert).to_have_css("color", WARNING)
    expect(wrong).to_have_css("border-color", WARNING)
    page.get_by_role("button", name="ace of spades, in Hand 2").click()
    expect(alert).to_have_count(0)
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_what_is_wrong_with_all_hands_marks_no_field(page: Page) -> None:
    odds(page)
    page.get_by_role("button", name="Add a hand").click()
    for number in (1, 2, 3):
        page.get_by_role("textbox", name=f"Hand {number}").fill("AA")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("alert")).to_be_visible(timeout=COUNTING)
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_what_is_missing_is_said_as_long_as_nothing_can_be_counted(page: Page) -> None:
    odds(page)
    missing = page.get_by_text("To count, write two hands or more; * stands for any hand.")
    count, deck = page.get_by_role("button", name="Count"), page.get_by_role("group", name="The deck")
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    expect(missing).to_be_visible()
    expect(count).to_be_disabled()
    before = deck.bounding_box()
    page.get_by_role("textbox", name="Hand 2").fill("*")
    expect(missing).to_be_hidden()
    expect(count).to_be_enabled()
    assert deck.bounding_box() == before


@pytest.mark.parametrize(("second", "answer"), [("QhJh5c6d", ".result"), ("AsJh5c6d", "[role=alert]")])
def test_on_a_phone_the_answer_comes_into_view(room: RunningRoom, player: Player, second: str, answer: str) -> None:
    page = player(f"{room.url}/odds", expected="status of 400", viewport={"width": 390, "height": 844})
    page.get_by_text("What can I write for a hand?").click()
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    page.get_by_role("textbox", name="Hand 2").fill(second)
    count = page.get_by_role("button", name="Count")
    count.click()
    found = page.locator(answer)
    expect(found).to_be_visible(timeout=COUNTING)
    expect(found).to_be_in_viewport(ratio=1)
    expect(count).to_be_focused()


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("Hand 3", "AA,,KK", r"^Hand 3, place 4: That cannot be read as a range\. ',' cannot stand here; legal here: "),
        ("Hand 3", "AAAAA", r"^Hand 3: That cannot be read as a range\. 5 cards at place 1; a hand has 4$"),
        ("Hand 3", "AA!A", r"^Hand 3: No hand is left of this range\. no hand of 4 cards fits 'AA!A'$"),
        ("Hand 3", "As*", r"^Hand 1: Every hand here has a card that others hold\. no hand is left beside As, "),
        ("Hand 3", "QhJh5c6d2c", r"^Hand 3: A hand has four, five or six cards, and all hands have the same "),
        ("Board", "4s7d", r"^Board: A board has no, three, four or five cards\. ?$"),
        ("Board", "4s7d1c", r"^Board: '1c' is no card\. Write a rank and a suit, like As or Td\. ?$"),
    ],
)
def test_every_mistake_has_its_words(page: Page, field: str, written: str, said: str) -> None:
    odds(page)
    page.get_by_role("button", name="Add a hand").click()
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    page.get_by_role("textbox", name="Hand 3").fill("QhJh5c6d")  # the second stays empty
    page.get_by_role("textbox", name=field).fill(written)
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile(said), timeout=COUNTING)


def test_examples_say_what_may_be_written(page: Page) -> None:
    odds(page)
    page.get_by_text("What can I write for a hand?").click()
    examples = page.locator(".examples button")
    for text in examples.all_inner_texts():
        assert len(parse_range(text).hands) > 0 or text == "*"
    page.get_by_role("textbox", name="Hand 1").fill("AsKs2s3h")
    page.get_by_role("button", name="15%: write it into hand 2").click()
    page.get_by_role("button", name="AA: write it into hand 2").click()  # tried one after another
    expect(page.get_by_role("textbox", name="Hand 1")).to_have_value("AsKs2s3h")
    expect(page.get_by_role("textbox", name="Hand 2")).to_have_value("AA")


@pytest.mark.parametrize("width", [1280, 901, 844, 390, 360])
def test_the_odds_fit(room: RunningRoom, player: Player, width: int) -> None:
    page = player(f"{room.url}/odds", viewport={"width": width, "height": 800})
    page.get_by_role("button", name="Add a hand").click()
    page.get_by_text("What can I write for a hand?").click()
    for number, hand in enumerate(("AsKs2s3h", "QhJh5c6d", "TcTd4s4h"), 1):
        page.get_by_role("textbox", name=f"Hand {number}").fill(hand)
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".result tbody tr")).to_have_count(3, timeout=COUNTING)
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".result").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.locator(".result td").evaluate_all(INSIDE), "every figure keeps off the border"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_range_fits_its_line_of_the_answer(room: RunningRoom, player: Player, width: int) -> None:
    page = player(f"{room.url}/odds", viewport={"width": width, "height": 800})
    page.get_by_role("textbox", name="Hand 1").fill(",".join(f"{high}{low}$ds" for high in "AKQJ" for low in "T98765"))
    page.get_by_role("textbox", name="Hand 2").fill("*")
    page.get_by_label("Draw samples only").check()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".result")).to_be_visible(timeout=COUNTING)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".result td").evaluate_all(INSIDE)


@pytest.mark.parametrize("hand", ["AsKs2s3h", "AsTsThTdTc", "AsTsThTdTc5d"])
def test_all_cards_of_a_hand_are_seen_beside_it(room: RunningRoom, player: Player, hand: str) -> None:
    page = player(f"{room.url}/odds", viewport={"width": 1280, "height": 800})
    for number in (1, 2):
        page.get_by_role("textbox", name=f"Hand {number}").fill(hand)
    beside = page.locator(".field .cs").first
    expect(beside.locator(".mini")).to_have_count(len(hand) // 2)
    assert beside.evaluate("each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
    boxes = [box for field in page.locator(".field").all()[:2] if (box := field.bounding_box())]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert boxes[0]["height"] == 44, "a second line of cards moves nothing"
