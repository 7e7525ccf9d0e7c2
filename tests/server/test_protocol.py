"""The generated files of the protocol are what the types say, and the documentation says what the server does."""

import json
import re
from typing import Any

import msgspec
import pytest

from omaha8.server import security, viewer, wire
from tools.protocol import GENERATED, REFERENCE, ROOT, UNIONS, described


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_the_generated_files_are_current(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path](), f"{path.relative_to(ROOT)} is stale: run `make types`"


def test_every_message_has_a_tag_of_its_own() -> None:
    structs, _ = described()
    for union in UNIONS.values():
        tags = [structs[cls.__name__].tag for cls in union]
        assert None not in tags
        assert len(set(tags)) == len(tags)


def test_the_limits_that_are_written_are_those_that_hold() -> None:
    written = REFERENCE.read_text(encoding="utf-8")
    assert f"This is protocol {wire.PROTOCOL}." in written
    assert f"{wire.MAX_FRAME // 1024} KiB a message" in written
    assert f"{viewer.BURST} messages at once, then {viewer.PER_SECOND:.0f} a second" in written
    assert f"makes {security.GUESTS_AN_HOUR} guests an hour" in written
    assert f"lag by {viewer.MAX_MESSAGES} messages or {viewer.MAX_BYTES // 1024} KiB" in written


def test_the_requests_in_the_documentation_are_read() -> None:
    requests = re.findall(r"^→ (\{.*\})$", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert requests
    for request in requests:
        message = msgspec.json.decode(request, type=wire.ClientMessage)
        assert json.loads(msgspec.json.encode(message)) == json.loads(request)
