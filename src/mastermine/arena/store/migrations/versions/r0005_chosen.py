"""Adds whether the seed or the secret of a finished game was given."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column."""
    comment = "whether the seed or secret was given; null in older games"
    op.add_column("played", sa.Column("chosen", sa.Boolean, comment=comment))
