"""Adds the hundredths of the last second to finished games, for best times."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the column."""
    comment = "hundredths after the seconds; null in older games"
    op.add_column("played", sa.Column("hundredths", sa.Integer, comment=comment))
