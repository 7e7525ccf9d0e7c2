"""Cards that leave the table slide to the dealer, and nothing else at the table moves with them."""

import msgspec
import pytest
from playwright.sync_api import Page, expect

from browser import page_states as states
from browser.page_states import Show
from omaha8.hand.state import Showing
from omaha8.hand.view import SeatView
from omaha8.table.view import TableView

# Every slide that begins is held where it begins, until a test says how far it has come.
HOLD_SLIDES = """() => {
  window.slides = new Map();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const slide = animate.call(this, frames, timing);
    if (this.matches('.hole') && timing.duration > 0) {
      slide.pause();
      window.slides.set(this.closest('[data-seat]').dataset.seat, slide);
    }
    return slide;
  };
}"""
SEATS = "[...window.slides.keys()].sort()"
# Just before the end, when what has arrived is still there to be looked at.
ARRIVE = "() => window.slides.forEach((slide) => (slide.currentTime = slide.effect.getTiming().duration - 0.01))"
FINISH = "() => window.slides.forEach((slide) => slide.finish())"
# All that has a place, but for the cards of seat 2, which leave it.
STANDING = """() => [...document.querySelectorAll('.pod, .bet, .pot, .panel, .felt, .card:not([data-seat="2"] *)')]
  .map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""
CENTRE = "(each) => { const at = each.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }"


def gone(view: TableView, seat: SeatView) -> TableView:
    """That view without the cards of one seat."""
    assert view.hand is not None
    seats = tuple(seat if each.seat == seat.seat else each for each in view.hand.seats)
    return msgspec.structs.replace(view, hand=msgspec.structs.replace(view.hand, seats=seats))


def wait_for_slides(page: Page, *seats: str) -> None:
    page.wait_for_function(f"seats => {SEATS}.join() === seats", arg=",".join(seats))


def test_folded_cards_slide_to_the_dealer_face_down(show: Show) -> None:
    page, room = show(states.turn_view(), reduced_motion="no-preference")
    page.evaluate(HOLD_SLIDES)
    room.show(states.folded_view())
    expect(page.locator(".panel")).to_have_attribute("data-face", "idle")
    assert page.evaluate(SEATS) == [], "the viewer's own cards do not lie on the felt"
    room.show(gone(states.folded_view(), states.folded(6)))
    wait_for_slides(page, "6")
    page.evaluate(ARRIVE)
    sliding = page.locator("[data-seat='6'] .hole")
    assert sliding.evaluate(CENTRE) == pytest.approx(page.locator(".mid").evaluate(CENTRE), abs=1)
    expect(sliding).to_have_attribute("inert", "")
    expect(sliding.locator(".card.back")).to_have_count(4)
    expect(page.locator(".hole [data-card]")).to_have_count(0)
    page.evaluate(FINISH)
    expect(sliding).to_have_count(0)
    expect(page.locator(".hole")).to_have_count(2)


@pytest.mark.parametrize("size", states.SIZES)
def test_nothing_gives_way_to_cards_that_slide(show: Show, size: str) -> None:
    page, room = show(states.before_view(), size, reduced_motion="no-preference")
    page.evaluate(HOLD_SLIDES)
    standing = page.evaluate(STANDING)
    room.show(gone(states.before_view(), states.folded(2)))
    wait_for_slides(page, "2")
    page.evaluate(ARRIVE)
    assert page.evaluate(STANDING) == standing
    page.evaluate(FINISH)
    expect(page.locator("[data-seat='2'] .hole")).to_have_count(0)
    assert page.evaluate(STANDING) == standing


def test_at_the_showdown_only_what_is_mucked_slides(show: Show) -> None:
    page, room = show(states.turn_view(), reduced_motion="no-preference")
    page.evaluate(HOLD_SLIDES)
    mucked = states.seated(2, showing=Showing.MUCKED, holding=0)
    room.show(gone(states.results_view(), mucked))
    expect(page.locator(".hole.up")).to_have_count(2)
    wait_for_slides(page, "2")


@pytest.mark.parametrize("ended", [states.walk_view(), states.results_view()], ids=["walk", "showdown"])
def test_the_next_deal_lies_in_its_place_at_once(show: Show, ended: TableView) -> None:
    page, room = show(ended, reduced_motion="no-preference")
    page.evaluate(HOLD_SLIDES)
    dealt = states.before_view()
    assert dealt.hand is not None
    without_grace = tuple(seat for seat in dealt.hand.seats if seat.seat != 7)
    room.show(msgspec.structs.replace(dealt, hand=msgspec.structs.replace(dealt.hand, seats=without_grace)))
    expect(page.locator("[data-seat='6'] .hole .card.back")).to_have_count(4)
    assert page.evaluate(SEATS) == [], "a hand that is over is cleared, not folded"
    expect(page.locator(".hole")).to_have_count(2)
    expect(page.locator(".hole.up")).to_have_count(0)


def test_a_slide_that_is_cut_short_ends_in_the_true_state(show: Show) -> None:
    page, room = show(states.before_view(), reduced_motion="no-preference")
    backs = page.locator("[data-seat='6'] .hole")
    place = backs.bounding_box()
    page.evaluate(HOLD_SLIDES)
    room.show(states.walk_view())
    wait_for_slides(page, "2", "6", "7")
    page.evaluate(ARRIVE)
    assert backs.bounding_box() != place
    room.show(states.before_view())
    expect(page.locator(".hole")).to_have_count(3)
    expect(page.locator(".hole[inert]")).to_have_count(0)
    expect(backs).to_have_css("opacity", "1")
    assert backs.bounding_box() == place


def test_who_asks_for_no_motion_sees_them_gone_at_once(show: Show) -> None:
    page, room = show(states.before_view())
    page.evaluate(HOLD_SLIDES)
    expect(page.locator(".hole")).to_have_count(3)
    room.show(states.walk_view())
    expect(page.locator(".hole")).to_have_count(0)
    assert page.evaluate(SEATS) == []
