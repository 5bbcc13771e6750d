"""Adds the name of the rules to finished games.

Presets may have the same rules and other words, such as ``mini`` and ``skocko``.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column."""
    comment = "the name of the rules, '' for none; null in older games"
    op.add_column("played", sa.Column("level", sa.Text, comment=comment))
