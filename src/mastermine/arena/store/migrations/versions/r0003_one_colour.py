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

revision = "0003"
down_revision = "0002"

FORMER, NAME = "methodical", "one-colour"

runs = sa.table("runs", *map(sa.column, ("id", "run", "command")))
entrants = sa.table("entrants", *map(sa.column, ("run", "entrant", "name")))
saved = sa.table("saved", *map(sa.column, ("owner", "id", "data")))
played = sa.table("played", *map(sa.column, ("owner", "id", "record")))


def upgrade() -> None:
    """Renames it wherever the data names it; damaged data stays as it is."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(runs).where(_named(runs.c.run))).all():
        run = _changed(row.run, _in_run)
        if run is None:
            continue
        values = {"run": json.dumps(run), "command": _in_command(row.command)}
        connection.execute(sa.update(runs).where(runs.c.id == row.id).values(values))
        theirs = entrants.c.run == row.id
        for each in connection.execute(sa.select(entrants).where(theirs)).all():
            if _renamed(each.name) in run["renamed"]:
                mine = theirs & (entrants.c.entrant == each.entrant)
                connection.execute(sa.update(entrants).where(mine).values(name=_renamed(each.name)))
    for row in connection.execute(sa.select(saved).where(_named(saved.c.data))).all():
        game = _changed(row.data, _in_game)
        if game is not None:
            mine = (saved.c.owner == row.owner) & (saved.c.id == row.id)
            connection.execute(sa.update(saved).where(mine).values(data=json.dumps(game)))
    for row in connection.execute(sa.select(played).where(_named(played.c.record))).all():
        record = _changed(row.record, _in_game)
        if record is not None:
            del record["renamed"]  # A record has no other fields.
            mine = (played.c.owner == row.owner) & (played.c.id == row.id)
            connection.execute(sa.update(played).where(mine).values(record=json.dumps(record)))


def _named(column: sa.ColumnClause[Any]) -> sa.ColumnElement[bool]:
    return column.like(f"%{FORMER}%")


def _renamed(home: str) -> str:
    """Returns the new name of a strategy, with its options."""
    name, colon, options = home.partition(":")
    return (NAME if name == FORMER else name) + colon + options


def _in_game(fields: dict[str, Any]) -> dict[str, Any]:
    """Renames the strategy of a game; the field ``renamed`` gets the earlier name."""
    home = fields["strategy"]
    if not fields["rules"].startswith("mastermind:") or _renamed(home) == home:
        return fields
    return {**fields, "strategy": _renamed(home), "renamed": home}


def _in_run(fields: dict[str, Any]) -> dict[str, Any]:
    """Renames the strategies of a run, except those from files.

    The field ``renamed`` maps the new name of each to the earlier one.
    """
    if not fields["rules"].startswith("mastermind:"):
        return fields
    former = {
        _renamed(each["name"]): each["name"]
        for each in fields["entrants"]
        if each["source"] is None and _renamed(each["home"]) != each["home"]
    }
    if not former:
        return fields
    entrants = [
        {**each, "name": _renamed(each["name"]), "home": _renamed(each["home"])}
        if _renamed(each["name"]) in former and each["source"] is None
        else each
        for each in fields["entrants"]
    ]
    return {**fields, "entrants": entrants, "renamed": former}


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
    return re.sub(rf"(?<![\w./:-]){FORMER}(?![\w.-])", NAME, command)
