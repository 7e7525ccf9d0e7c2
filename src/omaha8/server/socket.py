"""One WebSocket at one table: read requests, answer each, and write out what the table tells."""

import asyncio
import contextlib
from typing import assert_never

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from omaha8.hand import actions
from omaha8.hand.actions import Action
from omaha8.server import wire
from omaha8.server.live import LiveTable
from omaha8.server.room import Room
from omaha8.server.viewer import BURST, Allowance, CutOffError, Viewer
from omaha8.store import Account, AccountKind, StoreError
from omaha8.table.commands import Act, ComeBack, Command, Leave, LeaveList, SitDown, SitOut, TopUp

log = structlog.get_logger()

DECODER = msgspec.json.Decoder(wire.ClientMessage)

# Close codes of RFC 6455 and its registry.
POLICY = 1008
TRY_AGAIN = 1013

RECENT_LINES = 30


async def serve_table(socket: WebSocket, room: Room, table: LiveTable, account: Account | None) -> None:
    """Speak the protocol until either side hangs up. The player is the connection's, never the message's."""
    player = None if account is None else account.id
    is_person = account is None or account.kind is not AccountKind.BOT
    viewer = Viewer(player, "" if account is None else account.name, is_person=is_person)
    await socket.accept()
    viewer.send(msgspec.json.encode(wire.Hello(wire.PROTOCOL, room.build, viewer.name, room.clock.now())))
    writer = asyncio.create_task(_write(socket, viewer))
    try:
        await table.join(viewer)
        for line in await room.store.tableside.recent(table.id, RECENT_LINES):
            viewer.send(msgspec.json.encode(wire.Said(line.name, line.seat, line.text, line.at)))
        await _read(socket, room, table, viewer)
    finally:
        writer.cancel()
        await table.leave(viewer)


async def _write(socket: WebSocket, viewer: Viewer) -> None:
    # Whatever goes wrong here, the peer is gone, and the reader notices.
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                await socket.send_text((await viewer.receive()).decode())
        except CutOffError:
            await socket.close(TRY_AGAIN, "connect again")


async def _read(socket: WebSocket, room: Room, table: LiveTable, viewer: Viewer) -> None:
    player = viewer.player
    # Of a player at a table, however many connections they have there.
    allowance = Allowance() if player is None else room.allowances.setdefault((table.id, player), Allowance())
    while socket.application_state is WebSocketState.CONNECTED:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not allowance.take():
            if allowance.refusals > BURST:
                await socket.close(POLICY, "too many messages")
                return
            viewer.send(msgspec.json.encode(wire.Refused("", "rate_limited")))
            continue
        data = message.get("text") or message.get("bytes") or b""
        viewer.send(msgspec.json.encode(await _answer(room, table, viewer, data)))


async def _answer(room: Room, table: LiveTable, viewer: Viewer, data: str | bytes) -> wire.Accepted | wire.Refused:
    try:
        request = DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return wire.Refused("", "bad_message", detail=str(error)[:200])
    if viewer.player is None:
        return wire.Refused(request.id, "not_signed_in")
    try:
        return await _carry_out(room, table, viewer, viewer.player, request)
    except StoreError as error:
        log.error("store_failed", table=table.id, error=str(error))
        return wire.Refused(request.id, "store_failed")


async def _carry_out(
    room: Room, table: LiveTable, viewer: Viewer, player: str, request: wire.ClientMessage
) -> wire.Accepted | wire.Refused:
    match request:
        case wire.Chat():
            return await room.say(table, viewer, request)
        case wire.Prefer():
            if table.state.find(player) is None:
                return wire.Refused(request.id, "not_seated")
            await table.set_preferences(player, request.preferences)
            return wire.Accepted(request.id, table.seq)
        case wire.JoinList():
            return await room.join_list(table, player, request.id)
        case _:
            return await table.submit(_command(request, viewer), player, request.id)


def _command(request: wire.TableCommand, viewer: Viewer) -> Command:
    player = viewer.player
    assert player is not None
    match request:
        case wire.Sit():
            return SitDown(player, viewer.name, request.seat, request.chips)
        case wire.Leave():
            return Leave(player)
        case wire.LeaveList():
            return LeaveList(player)
        case wire.TopUp():
            return TopUp(player, request.chips)
        case wire.SitOut():
            return SitOut(player)
        case wire.ComeBack():
            return ComeBack(player)
        case _:
            return Act(player, request.turn, _action(request))


def _action(request: wire.Action) -> Action:
    match request:
        case wire.Fold():
            return actions.Fold()
        case wire.Check():
            return actions.Check()
        case wire.Call():
            return actions.Call()
        case wire.Bet():
            return actions.BetTo(request.to)
        case wire.Raise():
            return actions.RaiseTo(request.to)
        case wire.Show():
            return actions.Show()
        case wire.Muck():
            return actions.Muck()
        case _:
            assert_never(request)
