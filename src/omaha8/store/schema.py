"""The tables of the database, as they are now. `migrations/` leads every older database here.

Times are milliseconds of the room's clock, amounts whole chips. Cards stand in `hand_deck` and `hand_cards` only,
never in the log or a snapshot.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

SCHEMA_VERSION = "0002"  # the newest revision in `migrations/versions`; revisions are numbers, so that they compare

MAX_CHIPS = 2**53 - 1  # what a page's numbers hold exactly

metadata = MetaData()

account = Table(
    "account",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("last_refill_at", BigInteger),
    CheckConstraint("kind IN ('guest', 'bot', 'house', 'host')", name="account_kind"),
    # People may share a name; programs are found by theirs.
    Index(
        "account_program_name",
        "kind",
        "name",
        unique=True,
        sqlite_where=text("kind IN ('bot', 'house')"),
        postgresql_where=text("kind IN ('bot', 'house')"),
    ),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("account_id", ForeignKey("account.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
)

bot_token = Table(
    "bot_token",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("account_id", ForeignKey("account.id"), nullable=False),
    Column("name", String, nullable=False, unique=True),
)

host_key = Table(
    "host_key",
    metadata,
    Column("key_hash", LargeBinary, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
)

room_table = Table(
    "room_table",
    metadata,
    Column("id", String, primary_key=True),
    Column("config", Text, nullable=False),  # JSON of a TableConfig
    Column("seq", Integer, nullable=False),  # of the last row of the log; 0 before the first
    Column("snapshot", LargeBinary),
    Column("snapshot_seq", Integer),
    Column("deadline_at", BigInteger),
)

table_log = Table(
    "table_log",
    metadata,
    Column("table_id", ForeignKey("room_table.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer),  # the hand that the row belongs to; between hands none
    Column("player_id", String),
    Column("action_id", String),
    Column("v", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("events", Text, nullable=False),  # a JSON array of TableEvents
    UniqueConstraint("table_id", "player_id", "action_id", name="table_log_action"),
    Index("table_log_hand", "table_id", "hand"),
)

hand_deck = Table(
    "hand_deck",
    metadata,
    Column("table_id", ForeignKey("room_table.id"), primary_key=True),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("deck", LargeBinary, nullable=False),
)

hand_cards = Table(
    "hand_cards",
    metadata,
    Column("table_id", ForeignKey("room_table.id"), primary_key=True),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String, nullable=False),
    Column("cards", LargeBinary, nullable=False),
    Column("audience", String, nullable=False),
    CheckConstraint("audience IN ('owner', 'table')", name="hand_cards_audience"),
    Index("hand_cards_player", "table_id", "player_id", "hand"),  # who was dealt in when
)

ledger_txn = Table(
    "ledger_txn",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String),
    Column("seq", Integer),
    Column("kind", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "seq", "kind", name="ledger_txn_once"),
)

ledger_entry = Table(
    "ledger_entry",
    metadata,
    Column("txn_id", ForeignKey("ledger_txn.id"), primary_key=True),
    Column("account_id", String, primary_key=True),
    Column("amount", BigInteger, nullable=False),
)

balance = Table(
    "balance",
    metadata,
    Column("account_id", String, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint("amount >= 0 OR account_id = 'issue'", name="balance_paid"),
    CheckConstraint(f"amount BETWEEN -{MAX_CHIPS} AND {MAX_CHIPS}", name="balance_exact"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("room_table.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("account_id", ForeignKey("account.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
)

preference = Table(
    "preference",
    metadata,
    Column("table_id", ForeignKey("room_table.id"), primary_key=True),
    Column("account_id", ForeignKey("account.id"), primary_key=True),
    Column("preferences", Text, nullable=False),  # JSON of Preferences
)
