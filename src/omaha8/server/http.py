"""The HTTP side: the page and its files, accounts of guests, the lobby, and the door to the tables' sockets."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
import structlog
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from omaha8.server.names import clean_name
from omaha8.server.odds import OddsError
from omaha8.server.room import Room
from omaha8.server.security import Addresses, bearer
from omaha8.server.socket import POLICY, serve_table
from omaha8.server.wire import ApiError, BotToken, EquityRequest, NewBot, Rename
from omaha8.store import Account, AccountError, AccountKind

log = structlog.get_logger()

STATIC = files("omaha8.server") / "static"
MAX_BODY = 16 * 1024
NOT_FOUND = 4404  # close code of a socket to a table that does not exist
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>omaha8</title>
<p>The page is not built. Install Node.js 20.19 or newer and run <code>make build</code>, or install a release.</p>"""

# By the code of what is wrong with an account or with odds.
STATUS = {"bad_name": 400, "too_many_guests": 429, "busy": 429, "too_long": 503, "failed": 503}

Handler = Callable[[Request, Room, Addresses], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]
Body = TypeVar("Body")


def answer(value: Any, status: int = 200) -> Response:
    """A JSON response that no cache keeps."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, media_type="application/json")


def refuse(status: int, code: str, detail: str) -> Response:
    """An error, named."""
    return answer(ApiError(code=code, detail=detail), status)


def refuse_account(error: AccountError, usual: int) -> Response:
    """What is wrong with an account, named, with the status of its code or else the usual one of the request."""
    body = ApiError(code=error.code, detail=error.message, where=error.where)
    return answer(body, STATUS.get(error.code, usual))


class BadBodyError(Exception):
    """What was sent cannot be used; `status` and `code` say how it is answered."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


async def read_as(request: Request, wanted: type[Body]) -> Body:
    """The body of a request; `BadBodyError` for more than `MAX_BODY` of it, and for what is not the type wanted."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise BadBodyError(413, "too_large", f"at most {MAX_BODY} bytes are read")
    try:
        return msgspec.json.decode(body, type=wanted)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadBodyError(400, "bad_message", str(error)) from error


async def refuse_body(_request: Request, error: Exception) -> Response:
    """The answer to a body that cannot be used."""
    assert isinstance(error, BadBodyError)
    return refuse(error.status, error.code, str(error))


async def signed_in(connection: HTTPConnection, room: Room, addresses: Addresses) -> Account | None:
    """The account of a bearer token or of the browser's cookie."""
    token = bearer(connection.headers)
    if token is not None:
        return await room.store.accounts.of_bot_token(token)
    token = addresses.token(connection)
    return None if token is None else await room.store.accounts.of_session(token, room.clock.now())


def address_of(request: Request) -> str:
    """Where a request comes from; a proxy on this machine tells whose it passes on."""
    return "" if request.client is None else request.client.host


async def get_me(request: Request, room: Room, addresses: Addresses) -> Response:
    """Who the browser is; a first visit makes a guest and gives the browser its cookie."""
    account = await signed_in(request, room, addresses)
    if account is not None:
        return answer(await room.me(account))
    if bearer(request.headers) is not None:
        return refuse(401, "bad_token", "the token is not, or no longer, one of this room's")
    try:
        account, token = await room.new_guest(address_of(request))
    except AccountError as error:
        return refuse_account(error, 409)
    response = answer(await room.me(account))
    addresses.set_token(response, token)
    return response


async def rename_me(request: Request, room: Room, addresses: Addresses) -> Response:
    """Another display name."""
    account = await signed_in(request, room, addresses)
    if account is None:
        return refuse(401, "not_signed_in", "no session; GET /api/me makes one")
    try:
        name = clean_name((await read_as(request, Rename)).name)
        await room.rename(account.id, name)
    except AccountError as error:
        return refuse_account(error, 409)
    return answer(await room.me(msgspec.structs.replace(account, name=name)))


async def refill(request: Request, room: Room, addresses: Addresses) -> Response:
    """The daily play chips."""
    account = await signed_in(request, room, addresses)
    if account is None:
        return refuse(401, "not_signed_in", "no session; GET /api/me makes one")
    if (await room.store.ledger.refill(account.id, room.clock.now())).amount == 0:
        return refuse(409, "no_refill", "chips are filled up once a day, and only when there are fewer")
    return answer(await room.me(account))


async def get_tables(request: Request, room: Room, addresses: Addresses) -> Response:
    """The lobby."""
    account = await signed_in(request, room, addresses)
    return answer(room.lobby(None if account is None else account.id))


async def get_hands(request: Request, room: Room, addresses: Addresses) -> Response:
    """The last hands at a table, for who was dealt in."""
    table = room.tables.get(request.path_params["table"])
    account = await signed_in(request, room, addresses)
    if account is None:
        return refuse(401, "not_signed_in", "only who was dealt in may look at a hand")
    if table is None:
        return refuse(404, "no_such_table", "the lobby has the tables there are")
    found = await room.played_hands(table, account.id)
    return refuse(429, "busy", "your last request is being answered; wait for it") if found is None else answer(found)


async def get_health(_request: Request, _room: Room, _addresses: Addresses) -> Response:
    """Whether the room answers."""
    return answer({"ok": True})


async def become_host(request: Request, room: Room, addresses: Addresses) -> Response:
    """The link that is printed once: its first visitor is the host. To look at its head is no visit."""
    if request.method != "GET":
        return refuse(405, "wrong_method", "a host link is opened with GET")
    account = await signed_in(request, room, addresses)
    response = RedirectResponse("/", 303)
    try:
        if account is None:
            account, token = await room.new_guest(address_of(request))
            addresses.set_token(response, token)
        redeemed = await room.store.accounts.redeem_host_key(request.path_params["key"], account.id)
    except AccountError as error:
        return refuse_account(error, 403)
    if not redeemed:
        return refuse(404, "no_such_key", "the host link is used up or was never made")
    return response


async def make_bot(request: Request, room: Room, addresses: Addresses) -> Response:
    """A token for a program, asked for by the host or by the host's command line."""
    account = await signed_in(request, room, addresses)
    by_command = secrets.compare_digest((bearer(request.headers) or "").encode(), room.control_key.encode())
    if not by_command and (account is None or account.kind is not AccountKind.HOST):
        return refuse(403, "not_host", "only the host makes tokens")
    try:
        name = (await read_as(request, NewBot)).name
        return answer(BotToken(await room.new_bot(name)))
    except AccountError as error:
        return refuse_account(error, 409)


async def get_equity(request: Request, room: Room, addresses: Addresses) -> Response:
    """What hands and ranges are worth; asked with POST, as a long text may be."""
    account = await signed_in(request, room, addresses)
    if account is None:
        return refuse(401, "not_signed_in", "no session; GET /api/me makes one")
    try:
        found = await room.odds.equity(await read_as(request, EquityRequest), account.id)
    except OddsError as error:
        return refuse(STATUS[error.code], error.code, str(error))
    return answer(found, 400 if isinstance(found, ApiError) else 200)


def the_page() -> Response:
    """The page; while it is not built, what to do about that."""
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    return FileResponse(str(index), headers={"cache-control": "no-cache"})


async def get_page(_request: Request, _room: Room, _addresses: Addresses) -> Response:
    """The page; which table it shows, it reads from its own address."""
    return the_page()


async def no_such_page(_request: Request, _error: Exception) -> Response:
    """The page as well: of an address where nothing is, it says so itself."""
    response = the_page()
    response.status_code = 404
    return response


async def store_failed(_request: Request, error: Exception) -> Response:
    """The disk did not do what a request needs; the same request may be sent again."""
    log.error("store_failed", error=str(error))
    return refuse(503, "store_failed", "the room cannot write to its disk just now; try again in a moment")


async def no_such_path(_request: Request, _room: Room, _addresses: Addresses) -> Response:
    """What the API does not have."""
    return refuse(404, "no_such_path", "docs/protocol.md has every request there is")


class Methods:
    """One address of the API: an endpoint for each of its methods, and one for every other."""

    def __init__(self, endpoints: Mapping[str, Endpoint], other: Endpoint) -> None:
        self._endpoints = endpoints
        self._other = other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; HEAD is GET without the body."""
        request = Request(scope, receive, send)
        endpoint = self._endpoints.get("GET" if request.method == "HEAD" else request.method, self._other)
        response = await endpoint(request)
        await response(scope, receive, send)


def routes(room: Room, addresses: Addresses) -> list[BaseRoute]:
    """Every route of the room."""

    def endpoint(handler: Handler, *, changes: bool = False) -> Endpoint:
        async def serve(request: Request) -> Response:
            if not addresses.is_ours(request.headers):
                return refuse(421, "wrong_host", "this room is reached by another address; see --public-url")
            if changes and bearer(request.headers) is None and not addresses.is_same_origin(request.headers):
                return refuse(403, "wrong_origin", "only a page of this room may ask that")
            return await handler(request, room, addresses)

        return serve

    def api(path: str, **handlers: Handler) -> Route:
        """An address of the API with a handler a method; POST alone changes anything."""

        async def wrong_method(_request: Request, _room: Room, _addresses: Addresses) -> Response:
            response = refuse(405, "wrong_method", f"what is here is asked with {' or '.join(handlers)}")
            response.headers["allow"] = ", ".join(handlers)
            return response

        endpoints = {method: endpoint(handler, changes=method == "POST") for method, handler in handlers.items()}
        return Route(path, Methods(endpoints, endpoint(wrong_method)))

    async def table_socket(socket: WebSocket) -> None:
        trusted = bearer(socket.headers) is not None or addresses.is_same_origin(socket.headers)
        if not addresses.is_ours(socket.headers) or not trusted:
            await socket.close(POLICY)  # before accepting: the handshake is answered with 403
            return
        table = room.tables.get(socket.path_params["table"])
        account = await signed_in(socket, room, addresses)
        if bearer(socket.headers) is not None and account is None:
            await socket.close(POLICY)
            return
        if table is None:
            await socket.accept()  # a code can only be told over an open socket
            await socket.close(NOT_FOUND)
            return
        await serve_table(socket, room, table, account)

    page = endpoint(get_page)
    return [
        Route("/", page),
        Route("/table/{table}", page),
        Route("/odds", page),
        Route("/host/{key}", endpoint(become_host)),
        api("/api/me", GET=get_me, POST=rename_me),
        api("/api/refill", POST=refill),
        api("/api/tables", GET=get_tables),
        api("/api/tables/{table}/hands", GET=get_hands),
        api("/api/bots", POST=make_bot),
        api("/api/equity", POST=get_equity),
        api("/api/health", GET=get_health),
        WebSocketRoute("/api/tables/{table}/socket", table_socket),
        Route("/api/{path:path}", Methods({}, endpoint(no_such_path))),
        # The page's own files; their names change with their content, but for the icon's.
        Mount("/", StaticFiles(directory=str(STATIC), check_dir=False)),
    ]
