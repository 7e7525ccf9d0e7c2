"""What can go wrong on the host's machine: one clear line, an exit status other than 0, and no traceback."""

import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from omaha8.cli import main
from running_room import RunningRoom, free_port

PROGRAM = (sys.executable, "-c", "from omaha8.cli import main; main()")
WITHIN = 60  # seconds


def omaha8(*arguments: str | Path, full: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the program to its end; what opens a room, or must find the disk full, in a process of its own."""
    if full or arguments[0] == "serve":
        return subprocess.run(
            [*PROGRAM, *map(str, arguments)],
            check=False,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            preexec_fn=full_disk if full else None,
            stdin=subprocess.DEVNULL,
        )
    done = CliRunner().invoke(main, list(map(str, arguments)))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of a failure."""
    assert done.returncode not in (0, None), done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    lines = [line for line in done.stderr.splitlines() if line and not line.startswith(("Usage:", "Try '"))]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Error: ")
    return lines[0]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRoom]:
    """An open room that all of these must leave alone."""
    running = RunningRoom(tmp_path_factory.mktemp("room"), bots=0)
    running.start()
    yield running
    assert running.ask("/api/health") == {"ok": True}
    running.stop()
    assert "Traceback" not in running.log(), running.log()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = complaint(omaha8("serve", "--port", port, "--data", tmp_path / "data"))
        assert port in said
        assert "--port" in said
        bad = omaha8("doctor", "--port", port, "--data", tmp_path / "data")
        assert bad.returncode == 1
        assert f"BAD  port {port} cannot be used" in bad.stdout
        assert bad.stderr == ""


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file" / "data", Path("/proc/omaha8")):
        said = complaint(omaha8("serve", "--port", str(free_port()), "--data", folder))
        assert str(folder) in said
        assert "Error" in complaint(omaha8("bot", "token", "robot", "--data", folder))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    said = complaint(omaha8("serve", "--port", str(free_port()), "--data", folder))
    assert "--data" in said
    assert omaha8("doctor", "--data", folder).returncode == 1


def new_room(folder: Path) -> Path:
    """A data folder whose room nobody has opened yet."""
    folder.mkdir()
    (folder / "omaha8.db").touch()
    return folder


def full_disk() -> None:
    """From here on a file can grow no further than to a few kilobytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


def test_a_full_disk(tmp_path: Path) -> None:
    said = complaint(omaha8("serve", "--port", str(free_port()), "--data", tmp_path / "data", full=True))
    assert "data folder" in said
    complaint(omaha8("bot", "token", "robot", "--data", new_room(tmp_path / "other"), full=True))


def test_a_second_room_on_the_same_folder(room: RunningRoom) -> None:
    said = complaint(omaha8("serve", "--port", str(free_port()), "--data", room.data))
    assert "a room is open on the data folder" in said


@pytest.mark.parametrize(
    "content", [b"", b"this is no database", b"SQLite format 3\x00" + b"\xff" * 5000], ids=["empty", "text", "damaged"]
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "omaha8.db").write_bytes(content)
    if not content:
        assert omaha8("bot", "token", "robot", "--data", folder).returncode == 0
        return
    complaint(omaha8("serve", "--port", str(free_port()), "--data", folder))
    complaint(omaha8("bot", "token", "robot", "--data", folder))
    examined = omaha8("doctor", "--port", str(free_port()), "--data", folder)
    assert examined.returncode == 1
    assert "Traceback" not in examined.stderr
    assert "BAD " in examined.stdout


def test_books_that_are_wrong(tmp_path: Path) -> None:
    folder = new_room(tmp_path / "data")
    assert omaha8("bot", "token", "robot", "--data", folder).returncode == 0
    with sqlite3.connect(folder / "omaha8.db") as database:
        database.execute("UPDATE balance SET amount = amount + 5 WHERE account_id LIKE 'wallet:%'")
    database.close()
    examined = omaha8("doctor", "--port", str(free_port()), "--data", folder)
    assert examined.returncode == 1
    assert "BAD  books: wallet:" in examined.stdout
    said = complaint(omaha8("serve", "--port", str(free_port()), "--data", folder))
    assert "wallet:" in said


def test_doctor_leaves_the_database_of_an_older_version_as_it_is(tmp_path: Path) -> None:
    folder = new_room(tmp_path / "data")
    assert omaha8("bot", "token", "robot", "--data", folder).returncode == 0
    with sqlite3.connect(folder / "omaha8.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    examined = omaha8("doctor", "--port", str(free_port()), "--data", folder)
    assert examined.returncode == 0, examined.stdout
    assert "written by an older omaha8 (schema 0001); opening the room upgrades it" in examined.stdout
    assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    database.close()


def test_doctor_finds_a_good_machine_good(tmp_path: Path, room: RunningRoom) -> None:
    for folder, says in ((tmp_path / "new", "will be made"), (room.data, "a room is open on it")):
        examined = omaha8("doctor", "--port", str(free_port()), "--data", folder)
        assert examined.returncode == 0, examined.stdout + examined.stderr
        assert all(line.startswith("ok ") for line in examined.stdout.splitlines())
        assert says in examined.stdout


def test_a_token_is_made_while_the_room_is_open_and_while_it_is_closed(room: RunningRoom, tmp_path: Path) -> None:
    for name, folder in (("open", room.data), ("closed", new_room(tmp_path / "data"))):
        made = omaha8("bot", "token", name, "--data", folder)
        assert made.returncode == 0, made.stderr
        assert len(made.stdout.strip()) >= 43
        assert len(made.stdout.splitlines()) == 1
        assert made.stderr == ""
        if folder is room.data:
            me = httpx.get(f"{room.url}/api/me", headers={"authorization": f"Bearer {made.stdout.strip()}"})
            assert me.json()["name"] == "open"
        again = omaha8("bot", "token", name, "--data", folder)
        assert again.returncode == 0
        assert again.stdout != made.stdout
        if folder is room.data:
            me = httpx.get(f"{room.url}/api/me", headers={"authorization": f"Bearer {made.stdout.strip()}"})
            assert me.json().get("name") != "open"


def test_a_token_needs_a_room(tmp_path: Path) -> None:
    said = complaint(omaha8("bot", "token", "robot", "--data", tmp_path / "dtaa"))
    assert "there is no room in the data folder" in said
    assert not (tmp_path / "dtaa").exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\u202eb"])
def test_a_bot_needs_a_name_that_can_be_read(room: RunningRoom, tmp_path: Path, name: str) -> None:
    for folder in (room.data, new_room(tmp_path / "data")):
        said = complaint(omaha8("bot", "token", name, "--data", folder))
        assert "a name is 1 to 20" in said or "is not seen" in said


@pytest.mark.parametrize(
    "options", [["--port", "70000"], ["--bots", "10"], ["--public-url", "poker.example.org"], ["--nonsense"]]
)
def test_options_that_cannot_be(tmp_path: Path, options: list[str]) -> None:
    complaint(omaha8("serve", "--data", tmp_path / "data", *options))


def until_it_answers(url: str) -> None:
    until = time.monotonic() + WITHIN
    while time.monotonic() < until:
        try:
            httpx.get(f"{url}/api/health")
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the room does not answer")


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_room_that_is_stopped_closes_its_books_and_says_nothing_of_it(tmp_path: Path, signum: int) -> None:
    command = [*PROGRAM, "serve", "--port", str(free_port()), "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        assert lines[0].startswith("The room is open: http://127.0.0.1:")
        assert "/host/" in lines[1]
        until_it_answers(lines[0].split()[-1])
        process.send_signal(signum)
        rest = process.stdout.read()
        process.wait(WITHIN)
    assert "Traceback" not in rest, rest
    assert process.returncode == 0
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert "omaha8.db" in left
    assert not {"omaha8.db-wal", "omaha8.db-shm"} & left, "everything is in the one file"
