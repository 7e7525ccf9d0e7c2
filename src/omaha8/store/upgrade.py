"""Leads a database of any older version to the newest, with Alembic. Imported only when there is something to do."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from omaha8.store.errors import OpenError

SCRIPTS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's configuration: where the revisions are, and nothing else."""
    result = Config()
    result.set_main_option("script_location", str(SCRIPTS))
    return result


def upgrade(connection: Connection) -> None:
    """Run the missing revisions in the transaction that `connection` is in; `OpenError` for an unknown one."""
    settings = config()
    settings.attributes["connection"] = connection
    try:
        command.upgrade(settings, "head")
    except CommandError as error:
        raise OpenError("corrupt", f"the database has a version that no omaha8 wrote: {error}") from error
