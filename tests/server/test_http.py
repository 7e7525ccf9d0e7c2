"""The HTTP side of a listening room: who is asked, what is answered, and what a browser is told to do."""

import asyncio
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from omaha8.server.http import STATIC
from omaha8.server.security import GUESTS_AN_HOUR, HOUR, GuestLimit
from omaha8.store import REFILL_TO, StoreError
from omaha8.store.ledger import Ledger
from server.listening import Listening, listening


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("http") / "data") as open_room:
        yield open_room


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """A room that people reach by https, through a proxy."""
    folder = tmp_path_factory.mktemp("https") / "data"
    with listening(folder, public_url="https://poker.example.org") as open_room:
        yield open_room


def error(answer: httpx.Response) -> tuple[int, str]:
    """The status and code of an error, whose body has the documented form."""
    body = answer.json()
    assert set(body) == {"code", "detail", "where", "least", "most"}
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, body["code"]


def test_a_first_visit_makes_a_guest_with_chips(room: Listening) -> None:
    with room.browser() as browser:
        me = browser.get("/api/me").json()
        assert me["chips"] == REFILL_TO
        assert me["host"] is False
        assert browser.get("/api/me").json()["name"] == me["name"]
        assert browser.get("/api/me").headers.get("set-cookie") is None


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(room: Listening) -> None:
    with room.browser() as browser:
        parts = browser.get("/api/me").headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(parts)
    assert "Secure" not in parts, "a browser would not keep it over plain http"
    name, _, token = parts[0].partition("=")
    assert name.startswith("omaha8-")
    assert len(token) >= 43


def test_over_https_the_cookie_belongs_to_this_host_alone(secure: Listening) -> None:
    answer = httpx.get(f"{secure.url}/api/me", headers={"host": "poker.example.org"})
    parts = answer.headers["set-cookie"].split("; ")
    assert parts[0].startswith("__Host-omaha8-")
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Secure"} <= set(parts)
    assert not any(part.startswith("Domain") for part in parts)


@pytest.mark.parametrize("path", ["/", "/table/main", "/api/me", "/api/tables", "/api/health", "/nothing", "/host/x"])
def test_every_answer_carries_the_security_headers(room: Listening, path: str) -> None:
    with room.browser() as browser:
        headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src" not in policy or "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_new_name(room: Listening) -> None:
    with room.guest() as browser:
        assert browser.post("/api/me", json={"name": "  Zoë   of Ladoga "}).json()["name"] == "Zoë of Ladoga"
        assert browser.get("/api/me").json()["name"] == "Zoë of Ladoga"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Zoe",
        b"[]",
        b"{}",
        b"null",
        b'{"name":""}',
        b'{"name":"   "}',
        b'{"name":5}',
        b'{"name":"123456789012345678901"}',
        b'{"name":"a","chips":5}',
        '{"name":"a\u202eb"}'.encode(),
        b'{"name":"a\\u0000b"}',
        b'{"name":"\xff"}',
        b'{"x":' + b"[" * 5000 + b"]" * 5000 + b',"name":"a"}',
        b'{"name":' + b"[" * 5000 + b"]" * 5000 + b"}",
    ],
)
def test_a_name_that_is_none_is_refused(room: Listening, body: bytes) -> None:
    with room.guest() as browser:
        before = browser.get("/api/me").json()["name"]
        status, code = error(browser.post("/api/me", content=body))
        assert (status, code) in {(400, "bad_message"), (400, "bad_name")}
        assert browser.get("/api/me").json()["name"] == before


@pytest.mark.parametrize(
    "name",
    [
        "Zoë of Ladoga",
        "Čeněk Říha",
        "Østein",
        "Väinö Hyvönen",
        "Дмитрий Щёголев",
        "Jasmine L.",
        "ทั้งนี้",
        "Maximilian_1994",
    ],
)
def test_names_of_many_languages(room: Listening, name: str) -> None:
    with room.guest() as browser:
        decomposed = unicodedata.normalize("NFD", name)
        assert browser.post("/api/me", json={"name": decomposed}).json()["name"] == name


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("a\u200bb", "U+200B"),  # zero width
        ("a\u2067b", "U+2067"),  # another direction
        ("a\u00adb", "U+00AD"),
        ("a\ue000b", "U+E000"),  # private
        ("a\u0378b", "U+0378"),  # unassigned
        ("a\u3164b", "U+3164"),  # a letter that is empty
        ("a\u2800b", "U+2800"),
        ("a\ufe0fb", "U+FE0F"),
        ("\u0301a", "a mark"),
        ("a \u0338b", "a mark"),
        ("a\u0335\u0336\u0338", "a mark"),
    ],
)
def test_what_nobody_sees_in_a_name_is_named(room: Listening, name: str, named: str) -> None:
    with room.guest() as browser:
        answer = browser.post("/api/me", json={"name": name})
        assert error(answer) == (400, "bad_name")
        assert named in answer.json()["detail"]


def test_a_body_that_is_too_large_is_refused(room: Listening) -> None:
    with room.guest() as browser:
        body = b'{"name":"' + b"x" * 100_000 + b'"}'
        assert browser.post("/api/me", content=body).status_code == 413
        assert browser.post("/api/me", content=iter([body[:50_000], body[50_000:]])).status_code == 413


@pytest.mark.parametrize(("method", "path"), [("POST", "/api/me"), ("POST", "/api/refill")])
def test_who_has_no_session_cannot_change_anything(room: Listening, method: str, path: str) -> None:
    with room.browser() as browser, room.guest() as guest:
        assert error(browser.request(method, path, json={"name": "x"})) == (401, "not_signed_in")
        browser.cookies.set(next(iter(guest.cookies)), "nonsense")
        assert error(browser.request(method, path, json={"name": "x"})) == (401, "not_signed_in")


def test_a_cookie_that_is_worth_nothing_makes_a_new_guest(room: Listening) -> None:
    with room.guest() as guest:
        answer = httpx.get(f"{room.url}/api/me", headers={"cookie": f"{next(iter(guest.cookies))}=nonsense"})
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


def test_a_token_that_is_worth_nothing_makes_no_guest(room: Listening) -> None:
    answer = httpx.get(f"{room.url}/api/me", headers={"authorization": "Bearer nonsense"})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_chips_are_filled_up_once_a_day_and_only_what_is_missing(room: Listening) -> None:
    with room.guest() as browser:
        assert error(browser.post("/api/refill")) == (409, "no_refill")
        me = browser.get("/api/me").json()
        assert me["refill"] == 0
        day = 24 * 60 * 60 * 1000
        assert 0 < me["next_refill_at"] - me["now"] <= day
        clock, now = room.room.clock, room.room.clock.now
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "now", lambda: now() + day)
            assert error(browser.post("/api/refill")) == (409, "no_refill"), "nothing is missing"
            assert browser.get("/api/me").json()["chips"] == REFILL_TO


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", ""])
@pytest.mark.parametrize("path", ["/", "/api/me", "/api/tables", "/api/health", "/host/x"])
def test_a_foreign_host_is_answered_nothing(room: Listening, host: str, path: str) -> None:
    answer = httpx.get(f"{room.url}{path}", headers={"host": host})
    assert answer.status_code in (400, 403, 421)
    assert "set-cookie" not in answer.headers
    if answer.status_code == 421:
        assert error(answer) == (421, "wrong_host")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "localhost:1234", "[::1]:8008"])
def test_loopback_is_this_room_by_every_name(room: Listening, host: str) -> None:
    assert httpx.get(f"{room.url}/api/health", headers={"host": host}).status_code == 200


def test_the_lobby_names_the_tables_and_who_asks_nobody(room: Listening) -> None:
    lobby = httpx.get(f"{room.url}/api/tables")
    assert "set-cookie" not in lobby.headers
    (table,) = lobby.json()["tables"]
    assert table["id"] == "main"
    assert table["your_seat"] is None
    assert (table["min_buy_in"], table["max_buy_in"]) == (20, 200)


def test_the_host_link_works_once(room: Listening) -> None:
    key = room.run(room.room.store.accounts.new_host_key(room.room.clock.now()))
    with room.browser() as first, room.guest() as second:
        answer = first.get(f"/host/{key}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert first.get("/api/me").json()["host"] is True
        assert error(second.get(f"/host/{key}")) == (404, "no_such_key")
        assert second.get("/api/me").json()["host"] is False
        assert error(second.get("/host/guess")) == (404, "no_such_key")
        assert first.post("/api/bots", json={"name": "the host's"}).status_code == 200
        assert first.post("/api/bots", json={"name": "x"}, headers={"origin": "http://evil"}).status_code == 403


def test_only_the_host_makes_tokens(room: Listening) -> None:
    body = {"name": "robot"}
    with room.guest() as guest:
        assert error(guest.post("/api/bots", json=body)) == (403, "not_host")
    bot = {"authorization": f"Bearer {room.bot('first')}"}
    for headers in (bot, {"authorization": "Bearer wrong"}, {"authorization": "Bearer"}, {"authorization": "Basic x"}):
        answer = httpx.post(f"{room.url}/api/bots", json=body, headers={**room.origin, **headers})
        assert error(answer) == (403, "not_host")
    strange = httpx.post(f"{room.url}/api/bots", json=body, headers={b"authorization": b"Bearer \xe9\xff"})
    assert strange.status_code in (400, 403)
    assert httpx.post(f"{room.url}/api/bots", json=body, headers=room.control).status_code == 200


def test_a_new_token_makes_the_old_one_worthless_and_cuts_off_who_came_with_it(room: Listening) -> None:
    old = room.bot("twice")

    async def scenario() -> str:
        async with room.socket(token=old) as socket:
            await socket.until("update")
            new = await asyncio.to_thread(room.bot, "twice")
            with pytest.raises(ConnectionClosed):
                await socket.until("never")
            assert socket.connection.close_code == 1013
        return new

    for token, name in ((asyncio.run(scenario()), "twice"), (old, None)):
        me = httpx.get(f"{room.url}/api/me", headers={"authorization": f"Bearer {token}"})
        assert me.json().get("name") == name


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "\n"}, {"name": "x" * 21}, {"name": "a\u200b"}, {"name": "a", "x": 1}, 5, []]
)
def test_a_bot_has_a_name_like_anybody(room: Listening, body: object) -> None:
    answer = httpx.post(f"{room.url}/api/bots", content=msgspec.json.encode(body), headers=room.control)
    assert error(answer)[0] == 400


def test_a_bot_cannot_take_the_name_of_another(room: Listening) -> None:
    room.bot("one")
    two = {"authorization": f"Bearer {room.bot('two')}"}
    assert error(httpx.post(f"{room.url}/api/me", json={"name": "one"}, headers=two)) == (409, "name_taken")


def test_a_bot_does_not_become_the_host(room: Listening) -> None:
    token = room.bot("climber")
    answer = httpx.get(f"{room.url}/host/guess", headers={"authorization": f"Bearer {token}"})
    assert error(answer)[0] in (403, 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/nothing"), ("POST", "/api/"), ("DELETE", "/api/tables/main"), ("GET", "/api/tables/main/socket")],
)
def test_what_the_api_does_not_have_is_an_error_like_others(room: Listening, method: str, path: str) -> None:
    assert error(httpx.request(method, f"{room.url}{path}")) == (404, "no_such_path")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/me", "GET, POST"),
        ("PROPFIND", "/api/me", "GET, POST"),
        ("GET", "/api/refill", "POST"),
        ("POST", "/api/tables", "GET"),
        ("PUT", "/api/bots", "POST"),
        ("POST", "/api/tables/main/hands", "GET"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(room: Listening, method: str, path: str, allowed: str) -> None:
    answer = httpx.request(method, f"{room.url}{path}", headers=room.origin)
    assert error(answer) == (405, "wrong_method")
    assert answer.headers["allow"] == allowed
    assert "set-cookie" not in answer.headers


def test_head_is_get_without_the_body(room: Listening) -> None:
    answer = httpx.head(f"{room.url}/api/tables")
    assert (answer.status_code, answer.content) == (200, b"")


def test_one_address_does_not_fill_the_room_with_guests(tmp_path: Path) -> None:
    with listening(tmp_path / "data") as fresh, fresh.guest() as browser:
        for _ in range(1, GUESTS_AN_HOUR):
            assert httpx.get(f"{fresh.url}/api/me").status_code == 200
        for path in ("/api/me", "/host/key"):
            answer = httpx.get(f"{fresh.url}{path}")
            assert error(answer) == (429, "too_many_guests")
            assert f"{GUESTS_AN_HOUR} new guests an hour" in answer.json()["detail"]
            assert "set-cookie" not in answer.headers
        assert browser.get("/api/me").status_code == 200, "who has a cookie is no new guest"
        # A proxy on this machine says for whom it asks.
        assert httpx.get(f"{fresh.url}/api/me", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200


def test_a_disk_that_fails_is_named(room: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise StoreError("locked", "the file is locked")

    with room.browser() as browser:
        browser.get("/api/me")
        with monkeypatch.context() as patch:
            patch.setattr(Ledger, "refill", failing)
            assert error(browser.post("/api/refill")) == (503, "store_failed")
        assert browser.post("/api/refill").status_code in (200, 409)


def test_guests_are_counted_by_household_and_hour() -> None:
    limit = GuestLimit()
    now = 1_700_000_000_000
    for guest in range(GUESTS_AN_HOUR):
        assert limit.take(f"2001:db8:0:1::{guest:x}", now)
    assert not limit.take("2001:db8:0:1:ffff::1", now + 1)
    assert limit.take("2001:db8:0:2::1", now)
    for guest in range(GUESTS_AN_HOUR):
        assert limit.take("192.0.2.1" if guest % 2 else "::ffff:192.0.2.1", now)
    assert not limit.take("::ffff:192.0.2.1", now)
    assert limit.take("::ffff:192.0.2.2", now)
    assert limit.take("not an address", now)
    assert limit.take("2001:db8:0:1::1", now + HOUR)


@pytest.mark.parametrize("path", ["/nothing", "/assets/../../wire.py", "/assets/%2e%2e/%2e%2e/wire.py", "/api/nothing"])
def test_what_is_not_there_is_not_there(room: Listening, path: str) -> None:
    assert httpx.get(f"{room.url}{path}").status_code == 404


@pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built")
@pytest.mark.parametrize(
    "path", ["/nowhere", "/table/", "/table/main/", "/odds/", "/table/main/hands", "/assets/gone.js"]
)
def test_where_nothing_is_the_page_says_so(room: Listening, path: str) -> None:
    page, found = httpx.get(f"{room.url}/"), httpx.get(f"{room.url}{path}")
    assert (page.status_code, found.status_code) == (200, 404)
    assert found.headers["content-type"].startswith("text/html")
    assert found.content == page.content


def test_the_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    with listening(tmp_path / "data"):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert all(file.stat().st_mode & 0o077 == 0 for file in (tmp_path / "data").glob("omaha8.db*"))
