"""Rows of the log say which hand they belong to, so that a hand can be read again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# What is told of a hand later.
_OF_HAND = """(
    'hand_prepared', 'timed_out', 'hand_started', 'posted', 'hole_dealt', 'folded', 'checked', 'called',
    'bet_made', 'raised', 'protected', 'uncalled_returned', 'street_closed', 'hands_turned_up',
    'board_dealt', 'show_offered', 'shown', 'mucked', 'rake_taken', 'pot_awarded', 'hand_ended'
)"""

# A row with something of a hand belongs to the last one begun.
_NUMBER_ROWS = f"""
UPDATE table_log SET hand = numbered.begun FROM (
    SELECT table_id, seq, of_hand, max(begins) OVER (PARTITION BY table_id ORDER BY seq) AS begun
    FROM (
        SELECT table_id, seq,
            (
                SELECT json_extract(value, '$.hand') FROM json_each(events)
                WHERE json_extract(value, '$.type') = 'hand_prepared'
            ) AS begins,
            EXISTS (
                SELECT 1 FROM json_each(events)
                WHERE json_extract(value, '$.type') IN {_OF_HAND}
            ) AS of_hand
        FROM table_log
    )
) AS numbered
WHERE numbered.table_id = table_log.table_id AND numbered.seq = table_log.seq AND numbered.of_hand
"""


def upgrade() -> None:
    """Number the rows that there are, and find by number and by player."""
    op.add_column("table_log", sa.Column("hand", sa.Integer))
    op.execute(_NUMBER_ROWS)
    op.create_index("table_log_hand", "table_log", ["table_id", "hand"])
    op.create_index("hand_cards_player", "hand_cards", ["table_id", "player_id", "hand"])
