"""Rows of the log say which hand they belong to, so that a hand can be read again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# A row belongs to the last hand begun if it begins it, if that hand has not ended before it, or if it is shown by it.
_NUMBER_ROWS = """
UPDATE table_log SET hand = numbered.begun FROM (
    SELECT table_id, seq, shown, begins IS NOT NULL AS begins,
        max(begins) OVER (PARTITION BY table_id ORDER BY seq) AS begun,
        count(begins) OVER earlier > coalesce(sum(ends) OVER earlier, 0) AS runs
    FROM (
        SELECT table_id, seq,
            events LIKE '%"type":"hand_ended"%' AS ends,
            events LIKE '%"type":"shown"%' AS shown,
            (
                SELECT json_extract(value, '$.hand') FROM json_each(events)
                WHERE json_extract(value, '$.type') = 'hand_prepared'
            ) AS begins
        FROM table_log
    )
    WINDOW earlier AS (PARTITION BY table_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) AS numbered
WHERE numbered.table_id = table_log.table_id AND numbered.seq = table_log.seq
    AND (numbered.begins OR numbered.runs OR numbered.shown)
"""


def upgrade() -> None:
    """Number the rows that there are, and find by number and by player."""
    op.add_column("table_log", sa.Column("hand", sa.Integer))
    op.execute(_NUMBER_ROWS)
    op.create_index("table_log_hand", "table_log", ["table_id", "hand"])
    op.create_index("hand_cards_player", "hand_cards", ["table_id", "player_id", "hand"])
