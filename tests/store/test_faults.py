"""A disk that fails: nobody is told that something is stored which is not, and play goes on when it works again."""

import asyncio
import os
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from omaha8.cards import Deck
from omaha8.store import Appended, OpenError, Store, StoreError, database
from omaha8.store.database import FILE_NAME
from omaha8.table.transfers import escrow, wallet
from store.rooms import CONFIG, move, opened, row, sql

BIG = Deck((None,) * 60_000)  # fills pages fast


async def _fail_and_recover(store: Store, code: str, seq: int, tables: tuple[str, ...]) -> None:
    """Every one of a batch fails with `code` although some carry chips; nothing of it is there."""
    rows = [row(table, seq, player="ann", action=f"a{seq}", hand=seq, deck=BIG) for table in tables]
    results = await asyncio.gather(*map(store.append, rows), return_exceptions=True)
    assert [type(result) for result in results] == [StoreError] * len(tables)
    assert {result.code for result in results if isinstance(result, StoreError)} == {code}
    for table in tables:
        assert len(await store.read(table)) == seq - 1
        assert await store.deck(table, seq) is None


async def _retry(store: Store, seq: int, tables: tuple[str, ...]) -> None:
    rows = [row(table, seq, player="ann", action=f"a{seq}", hand=seq, deck=BIG) for table in tables]
    assert await asyncio.gather(*map(store.append, rows)) == [Appended(seq)] * len(tables)
    assert await store.ledger.audit() == []


TABLES = ("one", "two", "three")


def test_a_full_disk(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            await _retry(store, 1, TABLES)
            ((pages,),) = await sql(store, "PRAGMA page_count")
            await sql(store, f"PRAGMA max_page_count = {pages}")
            for _ in range(3):
                await _fail_and_recover(store, "full", 2, TABLES)
            await sql(store, "PRAGMA max_page_count = 1000000")
            await _retry(store, 2, TABLES)

    asyncio.run(scenario())


def test_chips_of_a_failed_batch_stay_where_they_were(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            ann, _ = await store.accounts.new_guest("Ann", 1)
            await store.ledger.issue_chips(ann.id, 500, 1)
            buy_in = move("buy_in", wallet(ann.id), escrow("one", ann.id), 200)
            buying = row("one", 1, player=ann.id, action="a", transfers=(buy_in,), hand=1, deck=BIG)
            ((pages,),) = await sql(store, "PRAGMA page_count")
            await sql(store, f"PRAGMA max_page_count = {pages}")
            with pytest.raises(StoreError):
                await store.append(buying)
            assert await store.ledger.balance(wallet(ann.id)) == 500
            await sql(store, "PRAGMA max_page_count = 1000000")
            assert await store.append(buying) == Appended(1)
            assert await store.ledger.balance(wallet(ann.id)) == 300
            assert await store.ledger.audit() == []

    asyncio.run(scenario())


def test_a_file_that_another_program_holds(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            other = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            await _fail_and_recover(store, "locked", 1, TABLES)
            with pytest.raises(StoreError):
                await store.accounts.new_guest("Ann", 1)
            other.execute("ROLLBACK")
            other.close()
            await _retry(store, 1, TABLES)

    asyncio.run(scenario())


def test_a_reader_outside_does_not_disturb(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            await _retry(store, 1, TABLES)
            reader = sqlite3.connect(f"file:{folder / FILE_NAME}?mode=ro", uri=True, isolation_level=None)
            reader.execute("BEGIN")
            assert reader.execute("SELECT COUNT(*) FROM table_log").fetchone() == (3,)
            await _retry(store, 2, TABLES)
            assert reader.execute("SELECT COUNT(*) FROM table_log").fetchone() == (3,)
            reader.close()

    asyncio.run(scenario())


@contextmanager
def _largest_file(size: int) -> Iterator[None]:
    """Writes beyond `size` bytes of any file fail."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_writes_that_fail(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, *TABLES) as store:
            await _retry(store, 1, TABLES)
            size = (folder / f"{FILE_NAME}-wal").stat().st_size
            for slack in (0, 4_096, 50_000):
                with _largest_file(size + slack):
                    await _fail_and_recover(store, "io_error", 2, TABLES)
            await _retry(store, 2, TABLES)

    asyncio.run(scenario())


def test_no_error_names_what_was_to_be_stored(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder, "one") as store:
            with pytest.raises(StoreError) as failed:
                await sql(store, "SELECT nothing FROM nowhere WHERE 1 = 2")
            assert failed.value.code == "failed"
            await sql(store, "DROP TABLE hand_deck")
            with pytest.raises(StoreError) as failed:
                await store.append(row("one", 1, hand=1, deck=Deck((48,) * 52)))  # type: ignore[arg-type]
            words = []
            error: BaseException | None = failed.value
            while error is not None:
                words.append(str(error))
                error = error.__cause__ or error.__context__
            assert any("hidden due to hide_parameters" in each for each in words)
            assert not any("0000" in each for each in words)

    asyncio.run(scenario())


async def _open_and_close(folder: Path) -> None:
    await (await Store.open(folder)).close()


def _refused(folder: Path) -> OpenError:
    with pytest.raises(OpenError) as refused:
        asyncio.run(_open_and_close(folder))
    return refused.value


def _planted(folder: Path, *statements: str) -> None:
    connection = sqlite3.connect(folder / FILE_NAME)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_database_of_a_newer_program(folder: Path) -> None:
    _planted(folder, "UPDATE alembic_version SET version_num = '0999'")
    refused = _refused(folder)
    assert refused.code == "newer_schema"
    assert "schema 0999" in str(refused)


def test_a_version_that_never_was(folder: Path) -> None:
    _planted(folder, "UPDATE alembic_version SET version_num = '0000x'")
    assert _refused(folder).code == "corrupt"
    _planted(folder, "DELETE FROM alembic_version")
    assert _refused(folder).code == "corrupt"


def test_a_file_system_without_shared_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_PRAGMAS", ("PRAGMA journal_mode=DELETE",))  # what SQLite does there
    refused = _refused(folder)
    assert refused.code == "no_wal"
    assert "local disk" in str(refused)


def test_a_table_that_is_missing(folder: Path) -> None:
    _planted(folder, "DROP TABLE chat")
    refused = _refused(folder)
    assert refused.code == "corrupt"
    assert "chat" in str(refused)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    _planted(tmp_path, "CREATE TABLE recipe (name TEXT)")
    assert _refused(tmp_path).code == "not_ours"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"What is this? " * 500)
    refused = _refused(tmp_path)
    assert refused.code == "not_a_database"
    assert FILE_NAME in str(refused)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    assert _refused(tmp_path / "data").code == "read_only"


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Root may write everywhere; for a while this process is not root."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.parametrize("has_file", [False, True])
def test_a_folder_that_cannot_be_written(has_file: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if has_file:
            (folder / FILE_NAME).touch()
            (folder / FILE_NAME).chmod(0o666)
        folder.chmod(0o555)
        with _as_nobody():
            refused = _refused(folder)
        folder.chmod(0o700)
    assert refused.code == "read_only"
    assert name in str(refused)


def test_a_damaged_page_is_reported_when_it_is_read(folder: Path) -> None:
    async def fill() -> None:
        async with opened(folder, "one") as store:
            for seq in range(1, 50):
                await store.append(row("one", seq))

    async def scenario() -> None:
        async with opened(folder) as store:
            with pytest.raises(StoreError) as failed:
                await store.read("one")
            assert failed.value.code == "corrupt"

    asyncio.run(fill())
    with (folder / FILE_NAME).open("r+b") as file:
        content = file.read()
        page = content.index(b'"at":49') // 4096
        file.seek(page * 4096)
        file.write(b"\xee" * 4096)
    asyncio.run(scenario())


def test_the_store_opens_where_nothing_is(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"

    async def scenario() -> None:
        store = await Store.open(folder)
        await store.create_missing({"one": CONFIG})
        await store.close()

    asyncio.run(scenario())
    assert (folder / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
