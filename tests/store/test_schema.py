"""The database is led to the newest schema, once, and is set up to survive a power cut."""

import asyncio
import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from omaha8.store import OpenError, Store
from omaha8.store.database import FILE_NAME, Database, _migrate
from omaha8.store.schema import SCHEMA_VERSION, metadata
from omaha8.store.upgrade import config
from store.rooms import opened, sql


def test_the_revisions_lead_to_the_schema(folder: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    engine = create_engine(f"sqlite:///{folder / FILE_NAME}")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()
    declared = create_engine("sqlite://")
    metadata.create_all(declared)
    checks = "SELECT name, sql FROM sqlite_master WHERE sql LIKE '%CHECK%' OR sql LIKE '%INDEX%WHERE%' ORDER BY name"

    async def made() -> list[tuple[object, ...]]:
        async with opened(folder) as store:
            return await sql(store, checks)

    with declared.connect() as connection:
        wanted = [tuple(found) for found in connection.exec_driver_sql(checks)]
    declared.dispose()
    assert _words(asyncio.run(made())) == _words(wanted)


def _words(found: list[tuple[object, ...]]) -> list[tuple[object, list[str]]]:
    return [(name, sorted(line.strip(" ,") for line in str(text).splitlines())) for name, text in found]


def test_the_newest_revision_is_the_programs() -> None:
    scripts = ScriptDirectory.from_config(config())
    assert scripts.get_current_head() == SCHEMA_VERSION
    assert all(revision.revision.isdigit() and len(revision.revision) == 4 for revision in scripts.walk_revisions())


def test_alembic_is_not_loaded_without_need(folder: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from omaha8.store import Store\n"
        "async def main():\n"
        "    await (await Store.open(Path(sys.argv[1]))).close()\n"
        "asyncio.run(main())\n"
        "sys.exit('alembic' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(folder)], check=True)


def test_two_that_start_at_once_make_one_database(tmp_path: Path) -> None:
    async def scenario() -> None:
        opened_or_not = await asyncio.gather(*(Store.open(tmp_path) for _ in range(3)), return_exceptions=True)
        stores = [each for each in opened_or_not if isinstance(each, Store)]
        # On a slow disk one may give up on waiting for the other; nothing else may go wrong.
        assert {each.code for each in opened_or_not if isinstance(each, OpenError)} <= {"locked"}
        assert stores
        for store in (*stores, await Store.open(tmp_path)):
            assert await store.tables() == ()
            await store.close()

    asyncio.run(scenario())


def test_a_failed_upgrade_leaves_nothing(tmp_path: Path) -> None:
    class PowerCutError(Exception):
        pass

    async def scenario() -> None:
        (tmp_path / FILE_NAME).touch()
        database = Database(tmp_path / FILE_NAME)

        def upgrade_and_fail(connection: Connection) -> None:
            _migrate(connection)
            raise PowerCutError

        try:
            await database.write(upgrade_and_fail)
        except PowerCutError:
            pass
        else:
            raise AssertionError
        await database.close()
        assert await _tables(tmp_path) == []
        await (await Store.open(tmp_path)).close()

    async def _tables(folder: Path) -> list[object]:
        database = Database(folder / FILE_NAME)
        names = await database.read(_names)
        await database.close()
        return names

    asyncio.run(scenario())


def _names(connection: Connection) -> list[object]:
    return [found[0] for found in connection.exec_driver_sql("SELECT name FROM sqlite_master")]


def test_an_acknowledged_commit_is_synced(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as store:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
            values = [(await sql(store, f"PRAGMA {pragma}"))[0][0] for pragma in pragmas]
            assert values == ["wal", 2, 1, 1]

    asyncio.run(scenario())
