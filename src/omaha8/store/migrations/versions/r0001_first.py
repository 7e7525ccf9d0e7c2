"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    _accounts()
    _tables()
    _cards()
    _ledger()
    _beside_the_game()


def _accounts() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_refill_at", sa.BigInteger),
        sa.CheckConstraint("kind IN ('guest', 'bot', 'house', 'host')", name="account_kind"),
    )
    op.create_index(
        "account_program_name",
        "account",
        ["kind", "name"],
        unique=True,
        sqlite_where=sa.text("kind IN ('bot', 'house')"),
        postgresql_where=sa.text("kind IN ('bot', 'house')"),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.String, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "bot_token",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.String, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("name", sa.String, nullable=False, unique=True),
    )
    op.create_table(
        "host_key",
        sa.Column("key_hash", sa.LargeBinary, primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "room_table",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.LargeBinary),
        sa.Column("snapshot_seq", sa.Integer),
        sa.Column("deadline_at", sa.BigInteger),
    )
    op.create_table(
        "table_log",
        sa.Column("table_id", sa.String, sa.ForeignKey("room_table.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String),
        sa.Column("action_id", sa.String),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "player_id", "action_id", name="table_log_action"),
    )


def _cards() -> None:
    op.create_table(
        "hand_deck",
        sa.Column("table_id", sa.String, sa.ForeignKey("room_table.id"), primary_key=True),
        sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deck", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "hand_cards",
        sa.Column("table_id", sa.String, sa.ForeignKey("room_table.id"), primary_key=True),
        sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String, nullable=False),
        sa.Column("cards", sa.LargeBinary, nullable=False),
        sa.Column("audience", sa.String, nullable=False),
        sa.CheckConstraint("audience IN ('owner', 'table')", name="hand_cards_audience"),
    )


def _ledger() -> None:
    op.create_table(
        "ledger_txn",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String),
        sa.Column("seq", sa.Integer),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "seq", "kind", name="ledger_txn_once"),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("txn_id", sa.Integer, sa.ForeignKey("ledger_txn.id"), primary_key=True),
        sa.Column("account_id", sa.String, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "balance",
        sa.Column("account_id", sa.String, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount >= 0 OR account_id = 'issue'", name="balance_paid"),
        sa.CheckConstraint("amount BETWEEN -9007199254740991 AND 9007199254740991", name="balance_exact"),
    )


def _beside_the_game() -> None:
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("room_table.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("account_id", sa.String, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id"])
    op.create_table(
        "preference",
        sa.Column("table_id", sa.String, sa.ForeignKey("room_table.id"), primary_key=True),
        sa.Column("account_id", sa.String, sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("preferences", sa.Text, nullable=False),
    )
