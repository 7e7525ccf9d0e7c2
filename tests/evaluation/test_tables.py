"""The shipped tables: rebuilt and compared, loaded late, and refused where damaged."""

import subprocess
import sys
import zlib
from importlib import resources
from pathlib import Path

import pytest

from omaha8.evaluation import TablesError, build, layout
from omaha8.evaluation.tables import tables, unpack


@pytest.fixture(scope="module")
def shipped() -> bytes:
    return resources.files("omaha8.evaluation").joinpath(layout.FILE_NAME).read_bytes()


def test_the_shipped_tables_are_those_the_builder_makes(shipped: bytes, tmp_path: Path) -> None:
    """Compared unpacked: another release of zlib may pack the same bytes differently."""
    build.write(tmp_path / "rebuilt.bin")
    rebuilt = (tmp_path / "rebuilt.bin").read_bytes()
    assert unpack(rebuilt) == unpack(shipped)
    assert rebuilt[: layout.HEADER.size] == shipped[: layout.HEADER.size]


def test_the_views_cannot_be_written() -> None:
    known = tables()
    for view in (known.five_rows, known.board_rows, known.flush_rows, known.board_ids):
        assert view.readonly
        assert view.format == "H"


def test_the_padding_of_rows_is_zero() -> None:
    known = tables()
    for view in (known.five_rows, known.board_rows, known.flush_rows):
        for column in range(len(layout.RANK_PAIRS), layout.ROW):
            assert not any(view[column :: layout.ROW])


def header(magic: bytes = layout.MAGIC, version: int = layout.VERSION, size: int = layout.PAYLOAD_SIZE) -> bytes:
    return layout.HEADER.pack(magic, version, size, zlib.crc32(b"none"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"", "damaged", id="empty"),
        pytest.param(b"o8ev", "damaged", id="cut in the header"),
        pytest.param(header(), "damaged", id="nothing but the header"),
        pytest.param(header() + b"no zlib stream", "damaged", id="not packed"),
        pytest.param(header() + zlib.compress(b"none"), "damaged", id="another content"),
        pytest.param(header(magic=b"PK\3\4") + zlib.compress(b"none"), "another kind or version", id="magic"),
        pytest.param(header(version=layout.VERSION + 1), "another kind or version", id="version"),
        pytest.param(header(size=4) + zlib.compress(b"none"), "another kind or version", id="size"),
    ],
)
def test_a_damaged_file_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(TablesError, match=says):
        unpack(content)


def test_a_changed_value_is_noticed(shipped: bytes) -> None:
    payload = bytearray(unpack(shipped))
    payload[100_000] ^= 1
    with pytest.raises(TablesError, match="checksum"):
        unpack(shipped[: layout.HEADER.size] + zlib.compress(payload))


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "FILE_NAME", "absent.bin")
    with pytest.raises(TablesError, match=r"absent\.bin"):
        tables.__wrapped__()


def test_importing_loads_neither_heavy_packages_nor_the_tables() -> None:
    script = """
import sys
import omaha8.evaluation
from omaha8.evaluation.tables import tables
heavy = {"numpy", "numba", "asyncio"} & set(sys.modules)
assert not heavy, heavy
assert tables.cache_info().currsize == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True)
