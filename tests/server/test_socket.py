"""A socket at a table: what is no message is answered as such, and nothing a client sends ends the room."""

import asyncio
import contextlib
import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from omaha8.rules import TableRules, pot_limit
from omaha8.server.viewer import BURST, PER_SECOND
from omaha8.server.wire import MAX_FRAME
from omaha8.table.state import TableConfig
from server.listening import Listening, Socket, listening

QUICK = TableConfig(
    name="Quick",
    rules=TableRules(seats=4, between_hands=50, muck_time=50),
    rotation=(pot_limit(1, 2),),
    min_buy_in=20,
    max_buy_in=200,
)


@pytest.fixture
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("socket") / "data", QUICK) as open_room:
        yield open_room


UNREADABLE: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "fold",
    "half a JSON": '{"type":"fold"',
    "two messages": '{"type":"sit_out","id":"a"}{"type":"sit_out","id":"b"}',
    "a list": "[]",
    "a number": "5",
    "null": "null",
    "no type": '{"id":"a","turn":1}',
    "an unknown type": '{"type":"deal","id":"a"}',
    "a type of the room's own": '{"type":"time_out","id":"a"}',
    "a type of the answers": '{"type":"accepted","id":"a","seq":1}',
    "a type that is no text": '{"type":{},"id":"a"}',
    "a field too many": '{"type":"fold","id":"a","turn":1,"seat":2}',
    "a player": '{"type":"sit","id":"a","seat":1,"chips":100,"player":"other"}',
    "a field too few": '{"type":"fold","id":"a"}',
    "no id": '{"type":"fold","turn":1}',
    "an empty id": '{"type":"fold","id":"","turn":1}',
    "a long id": json.dumps({"type": "fold", "id": "x" * 65, "turn": 1}),
    "an id that is a number": '{"type":"fold","id":5,"turn":1}',
    "a float": '{"type":"bet","id":"a","turn":1,"to":10.5}',
    "a whole float": '{"type":"bet","id":"a","turn":1,"to":10.0}',
    "an exponent": '{"type":"bet","id":"a","turn":1,"to":1e2}',
    "text for a number": '{"type":"bet","id":"a","turn":1,"to":"10"}',
    "true for a number": '{"type":"bet","id":"a","turn":1,"to":true}',
    "null for a number": '{"type":"bet","id":"a","turn":1,"to":null}',
    "not a number": '{"type":"bet","id":"a","turn":1,"to":NaN}',
    "infinity": '{"type":"bet","id":"a","turn":1,"to":Infinity}',
    "nothing as an amount": '{"type":"bet","id":"a","turn":1,"to":0}',
    "a negative amount": '{"type":"top_up","id":"a","chips":-100}',
    "more than 2^53": '{"type":"raise","id":"a","turn":1,"to":9007199254740992}',
    "more than 2^64": '{"type":"sit","id":"a","seat":1,"chips":99999999999999999999999}',
    "a negative turn": '{"type":"fold","id":"a","turn":-1}',
    "seat 0": '{"type":"sit","id":"a","seat":0,"chips":100}',
    "seat 11": '{"type":"sit","id":"a","seat":11,"chips":100}',
    "long talk": json.dumps({"type": "chat", "id": "a", "text": "x" * 301}),
    "settings of others": '{"type":"prefer","id":"a","preferences":{"post_now":true,"cheat":true}}',
    "settings that are none": '{"type":"prefer","id":"a","preferences":{"post_now":1}}',
    "half a surrogate": '{"type":"fold","id":"\\ud800","turn":1}',
    "deep lists unread": '{"x":' + "[" * 8000 + "]" * 8000 + ',"type":"fold","id":"a","turn":1}',
    "deep objects unread": '{"x":' + '{"a":' * 2500 + "1" + "}" * 2500 + ',"type":"fold","id":"a","turn":1}',
    "deep lists read": '{"type":"fold","id":' + "[" * 8000 + "]" * 8000 + "}",
    "bytes that are none": b"\x00\xff\xfe",
    "bytes, not UTF-8": b'{"type":"chat","id":"a","text":"\xff"}',
}


def test_what_cannot_be_read_is_refused_and_the_connection_goes_on(room: Listening) -> None:
    async def scenario() -> None:
        token = room.bot("reader")
        names = list(UNREADABLE)
        for first in range(0, len(names), 15):  # within the allowance of one connection
            async with room.socket(token=token) as socket:
                for name in names[first : first + 15]:
                    await socket.connection.send(UNREADABLE[name])
                    answer = await socket.until("accepted", "refused")
                    assert (answer["id"], answer.get("code")) == ("", "bad_message"), name
                    assert len(answer["detail"]) <= 200
                    assert "Traceback" not in answer["detail"]
                assert (await socket.ask(type="sit_out", id="well"))["code"] == "not_seated"
        assert room.room.tables["main"].seq == 0

    asyncio.run(scenario())


@pytest.mark.parametrize("binary", [False, True])
def test_a_message_that_is_too_long_ends_the_connection_with_1009(room: Listening, binary: bool) -> None:
    async def scenario() -> None:
        token = room.bot("long")
        async with room.socket(token=token) as socket:
            data = b'{"type":"chat","id":"a","text":"' + b"x" * MAX_FRAME + b'"}'
            await socket.connection.send(data if binary else data.decode())
            assert await closed(socket) == 1009
        async with room.socket(token=token) as socket:
            fits = b'{"type":"chat","id":"a","text":"' + b"x" * (MAX_FRAME - 100) + b'"}'
            await socket.connection.send(fits.decode())
            assert (await socket.until("refused"))["code"] == "bad_message"

    asyncio.run(scenario())


def test_a_message_in_many_pieces_is_bounded_too(room: Listening) -> None:
    async def scenario() -> None:
        async with room.socket(token=room.bot("pieces")) as socket:
            with contextlib.suppress(ConnectionClosed):
                # Not much more than is allowed: what lay unread would make the system drop the room's last words.
                await socket.connection.send(iter(["x" * 1000] * 17))
            assert await closed(socket) == 1009

    asyncio.run(scenario())


def test_text_that_is_not_utf_8_ends_the_connection_with_1007(room: Listening) -> None:
    async def scenario() -> None:
        async with room.socket(token=room.bot("utf")) as socket:
            await socket.connection.send(b'{"type":"chat"\xff', text=True)
            assert await closed(socket) == 1007

    asyncio.run(scenario())


async def read_on(socket: Socket) -> None:
    while True:
        await socket.receive()


async def closed(socket: Socket) -> int:
    """The code that the room closes the connection with, soon."""
    with pytest.raises(ConnectionClosed) as end:
        await read_on(socket)
    assert end.value.rcvd is not None, "the room says why"
    return end.value.rcvd.code


def test_more_than_the_allowance_is_refused(room: Listening) -> None:
    async def scenario() -> None:
        async with room.socket(token=room.bot("eager")) as socket:
            for number in range(BURST + 5):
                await socket.send(type="sit_out", id=str(number))
            codes = [(await socket.until("refused"))["code"] for _ in range(BURST + 5)]
            assert codes.count("not_seated") in range(BURST, BURST + 3), "a quarter of a second gives one more"
            assert codes.count("rate_limited") == BURST + 5 - codes.count("not_seated")
            await asyncio.sleep(1 / PER_SECOND + 0.05)
            assert (await socket.ask(type="sit_out", id="a"))["code"] == "not_seated"

    asyncio.run(scenario())


def test_more_connections_give_no_larger_allowance(room: Listening) -> None:
    async def scenario() -> None:
        token = room.bot("many")
        async with room.socket(token=token) as one, room.socket(token=token) as other:
            for number in range(BURST):
                await (one, other)[number % 2].send(type="sit_out", id=str(number))
            for socket in (one, other):
                for _ in range(BURST // 2):
                    assert (await socket.until("refused"))["code"] == "not_seated"
            answers = [await other.ask(type="sit_out", id=f"a{number}") for number in range(3)]
            assert "rate_limited" in {answer["code"] for answer in answers}

    asyncio.run(scenario())


def test_a_flood_is_cut_off_and_others_play_on(room: Listening) -> None:
    async def scenario() -> None:
        other = room.bot("other")
        async with room.socket(token=room.bot("flood")) as socket, room.socket(token=other) as calm:
            with contextlib.suppress(ConnectionClosed):
                for number in range(2000):
                    await socket.send(type="sit_out", id=str(number))
            assert await closed(socket) == 1008
            assert (await calm.ask(type="sit_out", id="a"))["code"] == "not_seated"
        async with room.socket(token=other) as again:
            assert (await again.ask(type="sit_out", id="b"))["code"] == "not_seated"
        assert len(room.room.tables["main"].viewers) <= 1

    asyncio.run(scenario())


def test_a_spectator_may_watch_and_not_ask(room: Listening) -> None:
    async def scenario() -> None:
        async with room.socket() as socket:
            hello = await socket.receive()
            assert (hello["type"], hello["protocol"], hello["name"]) == ("hello", 1, "")
            assert (await socket.receive())["type"] == "update"
            for message in ({"type": "sit", "seat": 1, "chips": 50}, {"type": "chat", "text": "hi"}, {"type": "leave"}):
                assert (await socket.ask(id="a", **message))["code"] == "not_signed_in"

    asyncio.run(scenario())


def test_talk_comes_to_all_and_to_who_comes_later(room: Listening) -> None:
    async def scenario() -> None:
        with room.guest() as ann:
            ann.post("/api/me", json={"name": "Ann"})
            async with room.socket(browser=ann) as socket, room.socket() as watcher:
                assert (await socket.ask(type="chat", id="a", text="  <b>good   luck</b> "))["type"] == "accepted"
                said = await watcher.until("said")
                assert (said["name"], said["seat"], said["text"]) == ("Ann", None, "<b>good luck</b>")
                for text in ("\u202e", "a\u0000b", "a\x07b", " "):
                    answer = await socket.ask(type="chat", id="b", text=text)
                    assert answer["code"] == "bad_message", repr(text)
            async with room.socket() as later:
                assert (await later.until("said"))["text"] == said["text"]

    asyncio.run(scenario())


def test_a_hand_is_played_over_the_wire_and_wrong_actions_change_nothing(room: Listening) -> None:
    async def scenario() -> None:
        with room.guest() as ann, room.guest() as ben:
            async with room.socket(browser=ann) as one, room.socket(browser=ben) as two, room.socket() as watcher:
                for seat, socket in enumerate((one, two), 1):
                    assert (await socket.ask(type="sit", id="s", seat=seat, chips=100))["type"] == "accepted"
                first = await asyncio.wait_for(watcher.until("update"), 10)
                while watcher.last["view"]["hand"] is None:
                    first = await watcher.until("update")
                acting, waiting = (one, two) if first["view"]["clock"]["seat"] == 1 else (two, one)
                turn = (await acting.until_turn())["view"]["clock"]["turn"]
                refused = [
                    (waiting, {"type": "fold", "turn": turn}, "not_your_turn"),
                    (waiting, {"type": "show", "turn": turn}, "not_your_turn"),
                    (acting, {"type": "fold", "turn": turn - 1}, "stale_turn"),
                    (acting, {"type": "fold", "turn": turn + 1}, "stale_turn"),
                    (acting, {"type": "check", "turn": turn}, "cannot_check"),
                    (acting, {"type": "raise", "turn": turn, "to": 2**53 - 1}, "raise_too_large"),
                    (acting, {"type": "raise", "turn": turn, "to": 3}, "raise_too_small"),
                    (acting, {"type": "bet", "turn": turn, "to": 4}, "already_bet"),
                    (acting, {"type": "show", "turn": turn}, "not_at_showdown"),
                    (acting, {"type": "top_up", "chips": 5}, "in_hand"),
                    (acting, {"type": "sit", "seat": 3, "chips": 100}, "already_seated"),
                ]
                seq = room.room.tables["main"].seq
                for number, (socket, message, code) in enumerate(refused):
                    assert (await socket.ask(id=f"r{number}", **message))["code"] == code, message
                assert room.room.tables["main"].seq == seq
                done = await acting.ask(type="call", id="c", turn=turn)
                assert done == {"type": "accepted", "id": "c", "seq": seq + 1}
                assert await acting.ask(type="call", id="c", turn=turn) == done
                assert await acting.ask(type="fold", id="c", turn=turn + 1) == done
                await waiting.until_turn()
            assert ann.get("/api/me").json()["chips"] == 9_900

    asyncio.run(scenario())


def test_bots_alone_are_dealt_nothing_until_a_person_watches(room: Listening) -> None:
    async def scenario() -> None:
        async with room.socket(token=room.bot("one")) as one, room.socket(token=room.bot("two")) as two:
            for seat, socket in enumerate((one, two), 1):
                assert (await socket.ask(type="sit", id="s", seat=seat, chips=100))["type"] == "accepted"
            await asyncio.sleep(0.3)
            assert room.room.tables["main"].state.hand_number == 0
            async with room.socket() as watcher:
                while watcher.last is None or watcher.last["view"]["hand"] is None:
                    await watcher.receive()

    asyncio.run(scenario())
