"""Whose pages may open a socket or change something with a player's cookie: our own, and nobody else's."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from omaha8.server.http import NOT_FOUND
from server.listening import Listening, listening

# `{port}` is the room's own. None: no Origin at all.
FOREIGN = {
    "absent": None,
    "null": "null",
    "empty": "",
    "another site": "https://evil.example",
    "another port": "http://127.0.0.1:1",
    "no port": "http://127.0.0.1",
    "another name of this machine": "http://localhost:{port}",
    "another loopback address": "http://127.0.0.2:{port}",
    "ours as a subdomain": "http://127.0.0.1.evil.example:{port}",
    "ours as a user": "http://127.0.0.1:{port}@evil.example",
    "a page behind ours": "http://127.0.0.1:{port}/page",
    "a slash at the end": "http://127.0.0.1:{port}/",
    "a digit more": "http://127.0.0.1:{port}0",
    "two origins": "http://127.0.0.1:{port} https://evil.example",
    "a socket's scheme": "ws://127.0.0.1:{port}",
    "a file": "file://",
    "an extension": "chrome-extension://127.0.0.1:{port}",
    "capitals": "HTTP://127.0.0.1:{port}",
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("origins") / "data") as open_room:
        yield open_room


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    folder = tmp_path_factory.mktemp("https") / "data"
    with listening(folder, public_url="https://poker.example.org") as open_room:
        yield open_room


def handshake(room: Listening, *, host: str | None = None, **headers: str) -> int:
    """The status that the room answers to a request for a socket; 101 opens it."""
    sent = {
        "host": host or f"127.0.0.1:{room.port}",
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    with httpx.stream("GET", f"{room.url}/api/tables/main/socket", headers={**sent, **headers}) as answer:
        return answer.status_code


def headers_of(room: Listening, origin: str | None) -> dict[str, str]:
    return {} if origin is None else {"origin": origin.format(port=room.port)}


def test_there_are_a_dozen_bad_origins() -> None:
    assert len(FOREIGN) >= 12


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_opens_no_socket_with_a_players_cookie(room: Listening, origin: str) -> None:
    with room.guest() as browser:
        cookie = {"cookie": "; ".join(f"{name}={token}" for name, token in browser.cookies.items())}
        assert handshake(room, **cookie, **headers_of(room, FOREIGN[origin])) == 403
        assert handshake(room, **cookie, origin=room.url) == 101


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_opens_no_socket_of_a_spectator(room: Listening, origin: str) -> None:
    assert handshake(room, **headers_of(room, FOREIGN[origin])) == 403


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_changes_nothing(room: Listening, origin: str) -> None:
    with room.guest() as browser:
        cookie = {"cookie": "; ".join(f"{name}={token}" for name, token in browser.cookies.items())}
        sent = {**cookie, **headers_of(room, FOREIGN[origin])}
        for path in ("/api/me", "/api/refill", "/api/bots"):
            answer = httpx.post(f"{room.url}{path}", json={"name": "Mallory"}, headers=sent)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
        assert browser.get("/api/me").json()["name"] != "Mallory"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_bot_needs_no_origin(room: Listening, origin: str) -> None:
    token = _token(room)
    assert handshake(room, authorization=f"Bearer {token}", **headers_of(room, FOREIGN[origin])) == 101


_TOKENS: dict[int, str] = {}


def _token(room: Listening) -> str:
    if room.port not in _TOKENS:
        _TOKENS[room.port] = room.bot("origins")
    return _TOKENS[room.port]


@pytest.mark.parametrize("scheme", ["Bearer wrong", "Bearer", "Basic {token}", "{token}"])
def test_a_token_that_is_worth_nothing_opens_no_socket(room: Listening, scheme: str) -> None:
    assert handshake(room, authorization=scheme.format(token=_token(room))) == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.1.2.3:8008"])
def test_a_foreign_host_opens_no_socket(room: Listening, host: str) -> None:
    assert handshake(room, host=host, origin=f"http://{host}") == 403
    assert handshake(room, host=host, authorization=f"Bearer {_token(room)}") == 403


@pytest.mark.parametrize(
    ("origin", "opens"),
    [
        ("https://poker.example.org", True),
        ("http://poker.example.org", False),
        ("https://poker.example.org:8443", False),
        ("https://www.poker.example.org", False),
        ("https://poker.example.org.evil.example", False),
        ("https://example.org", False),
    ],
)
def test_over_https_only_the_public_address_is_ours(secure: Listening, origin: str, opens: bool) -> None:
    assert handshake(secure, host="poker.example.org", origin=origin) == (101 if opens else 403)


def test_a_table_that_does_not_exist_has_no_socket(room: Listening) -> None:
    async def scenario() -> None:
        for name in ("nothing", "Main", "main%00", "x" * 2000):
            async with room.socket(name) as socket:
                with pytest.raises(ConnectionClosed) as end:
                    await socket.receive()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == NOT_FOUND
        with pytest.raises(InvalidStatus):
            async with room.socket("main%2fsocket"):
                pass

    asyncio.run(scenario())
