"""A bot for a table of a room: sits down, checks or calls, and comes back when the connection breaks.

    omaha8 bot token Caller --data ./data
    python examples/bot.py http://127.0.0.1:8008 duel TOKEN --hands 100

It needs the package `websockets`. What it reads and sends is docs/protocol.md.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import uuid4

from websockets import ConnectionClosed, InvalidStatus, connect

Message = dict[str, Any]
NO_SUCH_TABLE = 4404  # the code with which the room then closes


def choose(legal: Message) -> Message:
    """The heart of a bot. `legal` has all that is allowed now; this one never raises and never folds."""
    if legal["check"]:
        return {"type": "check"}
    if legal["call"] is not None:
        return {"type": "call"}
    return {"type": "muck"} if legal["muck"] else {"type": "show"}


def take_seat(view: Message) -> Iterator[Message]:
    """Sit at the first free seat with as few chips as possible, and pay to be dealt in at once; or wait for a seat."""
    waiting_list = view["waiting_list"]
    if not waiting_list["may_sit"]:
        if waiting_list["place"] is None:
            yield {"type": "join_list"}
        return
    taken = {player["seat"] for player in view["players"]}
    free = next(seat for seat in range(1, view["seats"] + 1) if seat not in taken)
    yield {"type": "sit", "seat": free, "chips": view["buy_in"]["least"]}
    yield {"type": "prefer", "preferences": {"post_now": True}}


def requests(view: Message) -> Iterator[Message]:
    """What to ask, given all there is to see. The same view asks the same."""
    you, hand = view["you"], view["hand"]
    if you is None:
        yield from take_seat(view)
    elif hand is not None and hand["legal"] is not None:
        yield {**choose(hand["legal"]), "turn": view["clock"]["turn"]}
    elif you["may_come_back"]:
        yield {"type": "come_back"}
    elif you["top_up"] is not None and all(p["chips"] == 0 for p in view["players"] if p["seat"] == you["seat"]):
        yield {"type": "top_up", "chips": you["top_up"]["most"]}


async def play(url: str, token: str, hands: int) -> None:
    """Play at a table until so many hands are over."""
    played = count(1)
    # Iterating over `connect` connects again whenever the connection is lost, with growing pauses.
    async for socket in connect(url, additional_headers={"Authorization": f"Bearer {token}"}):
        try:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "refused":
                    print("refused:", message["code"], message["detail"])
                if message["type"] != "update":
                    continue
                for request in requests(message["view"]):
                    await socket.send(json.dumps({"id": uuid4().hex, **request}))
                if any(event["type"] == "hand_over" for event in message["events"]):
                    print("hands played:", number := next(played))
                    if number >= hands:
                        await socket.send(json.dumps({"id": uuid4().hex, "type": "leave"}))
                        return
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == NO_SUCH_TABLE:
                raise SystemExit("the room has no table of this id; its lobby has those there are") from None
            print("connection lost")


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description="Play at a table, checking and calling.")
    parser.add_argument("room", help="the address of the room, like http://127.0.0.1:8008")
    parser.add_argument("table", help="the table's id, as in the address of its page")
    parser.add_argument("token", help="what `omaha8 bot token NAME` said")
    parser.add_argument("--hands", type=int, default=1_000_000, help="leave after so many hands")
    given = parser.parse_args()
    address = given.room.rstrip("/").replace("http", "ws", 1)
    try:
        asyncio.run(play(f"{address}/api/tables/{given.table}/socket", given.token, given.hands))
    except InvalidStatus as refused:
        raise SystemExit(f"the room refused the token ({refused.response.status_code}): is it of this room?") from None


if __name__ == "__main__":
    main()
