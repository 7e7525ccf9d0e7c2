"""What goes wrong with the store: the disk's failures, told apart from a caller's mistakes.

No message here names a value that was to be stored: it could be a card or a token.
"""

import sqlite3

from sqlalchemy.exc import DBAPIError

from omaha8.errors import InputError

_CODES = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "io_error",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "not_a_database",
}


class StoreError(RuntimeError):
    """The disk or the database failed, and nothing of the call was acknowledged. The same call may be sent again.

    `code` is for programs: `locked`, `full`, `io_error`, `read_only`, `cannot_open`, `corrupt`, `not_a_database`,
    `bad_row`, `newer_row`, `closed` or `failed`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OpenError(StoreError):
    """The data folder cannot be used; the message says what to do.

    More codes: `newer_schema`, `older_schema`, `not_ours`, `no_wal`.
    """


class AppendError(InputError):
    """A row that cannot be stored whatever the disk does: no such table, parts that contradict each other."""


class LedgerError(InputError):
    """A movement of chips that does not balance, or amounts that no ledger keeps."""


class AccountError(InputError):
    """An account that does not exist, or a name that is taken."""


def disk_error(error: DBAPIError) -> StoreError:
    """The store's own error for one of the driver's."""
    code = _CODES.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF, "failed")
    return StoreError(code, f"the database failed ({code}): {error.orig}")
