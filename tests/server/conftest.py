import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from omaha8.server import live
from omaha8.store import Store, database


async def _create(folder: Path) -> None:
    await (await Store.open(folder)).close()


@pytest.fixture(scope="session")
def empty_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a new database; making one takes longer than copying it."""
    folder = tmp_path_factory.mktemp("empty") / "data"
    asyncio.run(_create(folder))
    return folder


@pytest.fixture
def folder(empty_room: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(empty_room, tmp_path / "data"))


@pytest.fixture(autouse=True)
def _nobody_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look for who did not come back after a start is a test's own to make."""
    monkeypatch.setattr(live, "ABSENT_AFTER_SECONDS", 3600)


@pytest.fixture(autouse=True)
def _no_power_cuts() -> Iterator[None]:
    """Nobody cuts the power here, so that nothing need wait for the disk; the tests of the store and of crashes do."""
    pragmas = tuple(pragma.replace("synchronous=FULL", "synchronous=OFF") for pragma in database._PRAGMAS)
    assert pragmas != database._PRAGMAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_PRAGMAS", pragmas)
        yield
