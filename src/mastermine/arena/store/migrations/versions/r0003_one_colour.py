"""Renames the strategy ``methodical`` to ``one-colour`` in stored runs and games.

Another strategy is called ``methodical`` now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from mastermine.core.renamed import RENAMED, renamed, renamed_in_game, renamed_in_run

revision = "0003"
down_revision = "0002"

runs = sa.table("runs", *map(sa.column, ("id", "run", "command")))
entrants = sa.table("entrants", *map(sa.column, ("run", "entrant", "name")))
saved = sa.table("saved", *map(sa.column, ("owner", "id", "data")))
played = sa.table("played", *map(sa.column, ("owner", "id", "record")))


def upgrade() -> None:
    """Renames it wherever the data names it; damaged data stays as it is."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(runs).where(_named(runs.c.run))).all():
        run = _changed(row.run, renamed_in_run)
        if run is None:
            continue
        values = {"run": json.dumps(run), "command": _in_command(row.command)}
        connection.execute(sa.update(runs).where(runs.c.id == row.id).values(values))
        theirs = entrants.c.run == row.id
        for each in connection.execute(sa.select(entrants).where(theirs)).all():
            if renamed(each.name) in run["renamed"]:
                mine = theirs & (entrants.c.entrant == each.entrant)
                connection.execute(sa.update(entrants).where(mine).values(name=renamed(each.name)))
    for row in connection.execute(sa.select(saved).where(_named(saved.c.data))).all():
        game = _changed(row.data, renamed_in_game)
        if game is not None:
            mine = (saved.c.owner == row.owner) & (saved.c.id == row.id)
            connection.execute(sa.update(saved).where(mine).values(data=json.dumps(game)))
    for row in connection.execute(sa.select(played).where(_named(played.c.record))).all():
        record = _changed(row.record, renamed_in_game)
        if record is not None:
            del record["renamed"]  # A record has no other fields.
            mine = (played.c.owner == row.owner) & (played.c.id == row.id)
            connection.execute(sa.update(played).where(mine).values(record=json.dumps(record)))


def _named(column: sa.ColumnClause[Any]) -> sa.ColumnElement[bool]:
    return sa.or_(*(column.like(f"%{name}%") for name in RENAMED))


def _changed(
    text: str, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any] | None:
    """Returns changed JSON values; None if nothing changes or the text is damaged."""
    try:
        fields = json.loads(text)
        changed = change(fields)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return None if changed is fields else changed


def _in_command(command: str) -> str:
    """Renames the strategy in a command; a strategy in a file, ``FILE.py:NAME``, keeps its name."""
    words = "|".join(RENAMED)
    return re.sub(rf"(?<![\w./:-])({words})(?![\w.-])", lambda word: RENAMED[word[0]], command)
