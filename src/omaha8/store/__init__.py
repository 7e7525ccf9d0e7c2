"""What survives a crash: logs, cards, chips and accounts, in one SQLite file of a data folder (`docs/store.md`)."""

from omaha8.store.accounts import Account, AccountKind
from omaha8.store.database import FILE_NAME
from omaha8.store.errors import AccountError, AppendError, LedgerError, OpenError, StoreError
from omaha8.store.ledger import ISSUE, REFILL_EVERY, REFILL_TO, Refill
from omaha8.store.records import (
    Append,
    Appended,
    AppendResult,
    Audience,
    Conflict,
    Duplicate,
    HandCards,
    LogRow,
    NotPaid,
    Snapshot,
    StoredHand,
    StoredSeat,
    StoredTable,
)
from omaha8.store.store import Store
from omaha8.store.tableside import ChatLine

__all__ = [
    "FILE_NAME",
    "ISSUE",
    "REFILL_EVERY",
    "REFILL_TO",
    "Account",
    "AccountError",
    "AccountKind",
    "Append",
    "AppendError",
    "AppendResult",
    "Appended",
    "Audience",
    "ChatLine",
    "Conflict",
    "Duplicate",
    "HandCards",
    "LedgerError",
    "LogRow",
    "NotPaid",
    "OpenError",
    "Refill",
    "Snapshot",
    "Store",
    "StoreError",
    "StoredHand",
    "StoredSeat",
    "StoredTable",
]
