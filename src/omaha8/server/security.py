"""Who may talk to the room: hosts, origins, cookies and bearer tokens.

A page of another site must not be able to act for a player who has this room open (decision 12): the Host header must
be one of ours, and whatever a browser sends with a cookie and an effect must come from a page of ours.
"""

import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
COOKIE_DAYS = 365
GUESTS_AN_HOUR = 100  # from one address: a whole club behind one router, and no database full of guests
HOUR = 3_600_000  # ms


class Addresses:
    """The addresses this room answers to, and the cookie that fits them."""

    def __init__(self, hosts: Iterable[str], public_url: str | None = None, room: str = "") -> None:
        """`room` tells this room from others on the same machine: to a browser they are one host."""
        public = urlsplit(origin(public_url)) if public_url else None
        self._hosts = {*LOOPBACK, *(in_url(host) for host in hosts)}
        self._public_origin: str | None = None
        self._public_name = ""
        self.https = False
        if public is not None and public.hostname:
            self._public_name = in_url(public.hostname)
            self._hosts.add(self._public_name)
            self._public_origin = f"{public.scheme}://{public.netloc}"
            self.https = public.scheme == "https"
        # A browser keeps a `__Host-` cookie only over https (decision 12).
        self.cookie = ("__Host-omaha8" if self.https else "omaha8") + room

    def is_ours(self, headers: Headers) -> bool:
        """Whether the Host header names this room."""
        return _host_name(headers.get("host", "")) in self._hosts

    def is_same_origin(self, headers: Headers) -> bool:
        """Whether the Origin header is there and is a page of this room."""
        host = headers.get("host", "")
        came_from = headers.get("origin", "")
        if self._public_origin is not None and _host_name(host) == self._public_name:
            return came_from == self._public_origin
        return came_from == f"http://{host}"

    def token(self, connection: HTTPConnection) -> str | None:
        """The browser's session token."""
        return connection.cookies.get(self.cookie)

    def set_token(self, response: Response, token: str) -> None:
        """Have the browser keep its session token, out of reach of scripts and of other sites."""
        response.set_cookie(
            self.cookie,
            token,
            max_age=COOKIE_DAYS * 86_400,
            path="/",
            httponly=True,
            secure=self.https,
            samesite="lax",
        )


def origin(url: str) -> str:
    """Scheme, host and port of an address as browsers name them: in small letters, without the scheme's own port."""
    parts = urlsplit(url)
    name = in_url(parts.hostname or "")
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{name}" if parts.port in (None, usual) else f"{parts.scheme}://{name}:{parts.port}"


def in_url(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def bearer(headers: Headers) -> str | None:
    """The token of an `Authorization: Bearer` header: bots and scripts, never browsers."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


class GuestLimit:
    """How many guests an address has made in this hour of the clock; nothing of an hour that is over is kept."""

    def __init__(self) -> None:
        self._hour = 0
        self._made: Counter[str] = Counter()

    def take(self, address: str, now: int) -> bool:
        """Whether the address may make one more guest at `now` (ms); if so, it is counted."""
        if now // HOUR != self._hour:
            self._hour = now // HOUR
            self._made.clear()
        household = _household(address)
        if self._made[household] >= GUESTS_AN_HOUR:
            return False
        self._made[household] += 1
        return True


def _household(address: str) -> str:
    """What one house has of addresses: an IPv4 address, or 64 bits of IPv6. What is no address is itself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    # Who comes by IPv4 to a socket of IPv6 has an address of both.
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def lan_addresses() -> tuple[str, ...]:
    """The machine's own addresses on its networks, to give to friends."""
    found = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    # Connecting a datagram socket sends nothing; it only asks which address would be used to get out.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass
    return tuple(sorted(str(address) for address in found if not str(address).startswith("127.")))
