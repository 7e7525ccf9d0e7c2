"""One room per data folder, and a way for the host's other commands to reach it.

Two programs that write one SQLite file can damage it (docs/store.md), so whoever opens a folder's store claims the
folder first. The open room leaves its address and a key beside its data, readable by this user only.
"""

import os
import secrets
import urllib.request
from pathlib import Path

import filelock
import msgspec

from omaha8.server.security import in_url

CLAIM = "room.lock"
ADDRESS = "room.json"
TIMEOUT = 5  # seconds


class FolderInUseError(Exception):
    """Another room is open on the data folder."""


class OpenRoom(msgspec.Struct, frozen=True):
    """Where an open room answers its host's commands."""

    url: str
    key: str


def claim(folder: Path) -> filelock.BaseFileLock:
    """Claim the folder until released or the program ends; `FolderInUseError` where another has it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = filelock.FileLock(folder / CLAIM)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout as error:
        raise FolderInUseError(str(folder)) from error
    return lock


def announce(folder: Path, host: str, port: int) -> str:
    """Leave the room's address for the host's other commands; the key that they must show."""
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, in_url(host))
    room = OpenRoom(f"http://{here}:{port}", secrets.token_urlsafe(32))
    descriptor = os.open(folder / ADDRESS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(msgspec.json.encode(room))
    return room.key


def ask_open_room(folder: Path, path: str, body: object) -> bytes:
    """Send a host's command to the room that is open on the folder. `OSError` where it does not answer."""
    room = msgspec.json.decode((folder / ADDRESS).read_bytes(), type=OpenRoom)
    request = urllib.request.Request(
        room.url + path,
        data=msgspec.json.encode(body),
        headers={"authorization": f"Bearer {room.key}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        data: bytes = response.read()
    return data
