"""What was measured, and on what: the commit, the machine, the versions."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Without these a figure says nothing."""

    commit: str
    date: str
    cpu: str
    cores: int
    python: str
    pokerkit: str


def circumstances() -> Circumstances:
    """Those of this moment."""
    return Circumstances(
        commit=commit(),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        cpu=_cpu(),
        cores=_cores(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        pokerkit=version("pokerkit"),
    )


def commit() -> str:
    """The commit checked out, with `-dirty` where files differ from it; `unknown` outside a repository."""
    try:
        head = _git("rev-parse", "HEAD")
        return f"{head}-dirty" if _git("status", "--porcelain") else head
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _cores() -> int:
    return len(os.sched_getaffinity(0))
