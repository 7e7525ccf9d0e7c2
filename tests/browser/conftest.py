"""Chromium, rooms to visit and people to visit them. Without a Chromium every test here is skipped and says why."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import page_states
from browser.page_states import PATIENCE, Show
from omaha8.server.http import STATIC
from running_room import RunningRoom

HERE = Path(__file__).parent
CHROMIUM = shutil.which(os.environ.get("CHROMIUM", "chromium"))
MISSING = "no Chromium: install one (Debian: apt-get install chromium) or set CHROMIUM to the path of one"
NOT_BUILT = "the page is not built: `make build` builds it"
# No sandbox, as tests run as root in containers; the names are of a home network, where a page is no secure context.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--host-resolver-rules=MAP room.lan 127.0.0.1",
]
expect.set_options(timeout=PATIENCE)

OpenRoom = Callable[..., RunningRoom]
Player = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder, and skip it where it cannot run."""
    missing = [why for why, there in ((MISSING, CHROMIUM), (NOT_BUILT, (STATIC / "index.html").is_file())) if not there]
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            if missing:
                item.add_marker(pytest.mark.skip(reason=missing[0]))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium of this machine, not one that Playwright fetches."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRoom]:
    """A room with one house player at each table, for tests that leave it running."""
    running = RunningRoom(tmp_path_factory.mktemp("room"), bots=1)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def open_room(tmp_path: Path) -> Iterator[OpenRoom]:
    """`open_room(bots=…, public_host=…)` opens a room for one test alone."""
    opened: list[RunningRoom] = []

    def open_one(bots: int = 1, public_host: str = "127.0.0.1") -> RunningRoom:
        running = RunningRoom(tmp_path, bots, public_host)
        opened.append(running)
        running.start()
        return running

    yield open_one
    for running in opened:
        running.stop()


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(view, size)` opens the page alone, the test playing the server (`page_states.pages`)."""
    yield from page_states.pages(browser)


@pytest.fixture
def player(browser: Browser) -> Iterator[Player]:
    """`player(url)` is somebody new with a browser of their own who opens that address.

    What their page complains of fails the test at its end, but for complaints that match `expected`.
    """
    pages: list[Page] = []
    problems: list[str] = []

    def enter(url: str, *, expected: str | None = None, **context: Any) -> Page:
        def complain(text: str) -> None:
            if expected is None or not re.search(expected, text):
                problems.append(text)

        page = browser.new_context(reduced_motion="reduce", **context).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
        page.goto(url)
        pages.append(page)
        return page

    yield enter
    for page in pages:
        page.context.close()
    assert not problems
