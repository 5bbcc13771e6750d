"""Saved games in a store, for a server whose games must survive a restart.

Each game has an owner, who alone can load it. A save that replaces another version than expected
is refused. Finished games stay for review.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from mastermine.arena.store.tables import inserting, saved
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _, ngettext
from mastermine.session import restore
from mastermine.session.levels import level_of, name_of
from mastermine.session.messages import counts
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved.history import game_columns

if TYPE_CHECKING:
    from mastermine.arena.store import Store
    from mastermine.session import Saved

MAX_GAMES_PER_OWNER = 100
"""Maximum number of games of an owner; those changed least recently are deleted."""
MAX_GAME_LETTERS = 4_000_000
"""Maximum length of a saved game: about 200,000 moves."""


class VersionConflict(MastermineError):
    """The saved version is not the one to be replaced."""


class Missing(MastermineError):
    """The owner has no such game."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game without its moves."""

    id: str
    game: str
    """``mastermind`` or ``minesweeper``, or the kind of a match, such as ``contest``."""
    rules: str
    """Spec of the rules."""
    mode: str
    """A ``Mode``, or ``people`` for a match."""
    state: str
    """``new`` before the first move, then ``open``, and ``over`` at the end."""
    daily: str | None
    """Date of a daily puzzle, such as ``2026-11-21``."""
    puzzle: str | None
    """Level of a daily puzzle."""
    changed: datetime
    """Time of saving, in UTC."""
    version: int
    facts: dict[str, Any]
    """Progress, as ``progress()`` of a game returns it, and the level."""

    @property
    def level(self) -> str | None:
        """Name of the rules that it was started with, if any."""
        name: str | None = self.facts.get("level", name_of(self.rules))
        return name

    @property
    def summary(self) -> str:
        """The progress in words."""
        facts = self.facts
        if "round" in facts:
            return _("round {round} of {rounds}: {players}").format(
                round=facts["round"], rounds=facts["rounds"], players=", ".join(facts["players"])
            )
        if "cells" in facts:
            return ngettext(
                "{n} cell to open, {seconds} s", "{n} cells to open, {seconds} s", facts["cells"]
            ).format(n=facts["cells"], seconds=facts["seconds"])
        made, limit = facts["guesses"], facts["limit"]
        if limit is not None:
            # Translators: {n} guesses made, {limit} allowed; {limit} determines the plural.
            return ngettext("{n} of {limit} guess", "{n} of {limit} guesses", limit).format(
                n=made, limit=limit
            )
        return counts.guesses(made)


class SavedGames:
    """The saved games in a store; safe for several threads and processes.

    All methods may raise StoreError.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def save(self, owner: str, game: Saved, version: int | None = None) -> int:
        """Saves a game and returns its new version, 1 for a new game.

        ``version``: the version to be replaced [default: any]. Raises VersionConflict, and
        InvalidSpec for a game that is too long.
        """
        row = self._row(owner, game)
        mine = _of(owner, game.id)
        changes = {name: value for name, value in row.items() if name not in ("owner", "id")}
        with self.store.writing() as connection:
            if version is not None:
                mine &= saved.c.version == version
            later = (
                sa.update(saved)
                .where(mine)
                .values(version=saved.c.version + 1, **changes)
                .returning(saved.c.version)
            )
            found = connection.execute(later).scalar()
            if found is not None:
                return int(found)
            if version is not None:
                raise VersionConflict(
                    _("the game was changed elsewhere; reload it before you continue")
                )
            new = inserting(saved, connection.dialect).values(version=1, **row)
            again = new.on_conflict_do_update(
                index_elements=["owner", "id"],
                set_={"version": saved.c.version + 1, **changes},
            ).returning(saved.c.version)
            number = int(connection.execute(again).scalar_one())
            self._make_room(connection, owner)
        return number

    def load(self, owner: str, name: str) -> tuple[Saved, int]:
        """Loads a game and its version. Raises Missing, and InvalidSpec for damaged data."""
        row, version = self._found(owner, name, saved.c.data)
        try:
            fields = json.loads(row.data)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise InvalidSpec(_("the saved game is damaged: it cannot be read"))
        return restore(fields), version

    def version(self, owner: str, name: str) -> int:
        """Returns the saved version of a game. Raises Missing."""
        return self._found(owner, name)[1]

    def _found(self, owner: str, name: str, *columns: sa.Column[Any]) -> tuple[Any, int]:
        """Returns the row of a game and its version. Raises Missing."""
        chosen = sa.select(saved.c.version, *columns).where(_of(owner, name))
        with self.store.reading() as connection:
            row = connection.execute(chosen).first()
            if row is None:
                raise _missing()
            return row, int(row.version)

    def open(self, owner: str) -> list[SavedGame]:
        """Returns the unfinished games of an owner, the latest first; some may be ``new``."""
        return [game for game in self.all(owner) if game.state != "over"]

    def all(self, owner: str) -> list[SavedGame]:
        """Returns the games of an owner, the latest first."""
        columns = [column for column in saved.c if column.name not in ("owner", "data")]
        chosen = sa.select(*columns).where(saved.c.owner == owner)
        with self.store.reading() as connection:
            rows = connection.execute(chosen.order_by(saved.c.changed.desc(), saved.c.id)).all()
            return [_saved_game(**row._asdict()) for row in rows]

    def delete(self, owner: str, name: str) -> None:
        """Deletes a game. Raises Missing."""
        gone = sa.delete(saved).where(_of(owner, name))
        with self.store.writing() as connection:
            if not connection.execute(gone).rowcount:
                raise _missing()

    def delete_older(
        self, before: datetime, over: datetime | None = None, new: datetime | None = None
    ) -> int:
        """Deletes the games of all owners last changed before a time; returns their number.

        ``over``, ``new``: later limits for games that are over, or without a move.
        """
        old = saved.c.changed < _naive(before)
        for state, limit in (("over", over), ("new", new)):
            if limit is not None:
                old |= (saved.c.state == state) & (saved.c.changed < _naive(limit))
        with self.store.writing() as connection:
            return int(connection.execute(sa.delete(saved).where(old)).rowcount)

    def _row(self, owner: str, game: Saved) -> dict[str, Any]:
        data = json.dumps(game.data(), separators=(",", ":"))
        if len(data) > MAX_GAME_LETTERS:
            raise InvalidSpec(
                _("the game is too long to be saved here; save it to a file or start a new one")
            )
        return {
            **game_columns(owner, game),
            "state": _state(game),
            "changed": _naive(datetime.now(UTC)),
            "summary": json.dumps({**game.progress(), "level": level_of(game)}),
            "data": data,
        }

    def _make_room(self, connection: sa.Connection, owner: str) -> None:
        """Deletes the games beyond the maximum that were changed least recently."""
        mine = sa.select(saved.c.id).where(saved.c.owner == owner)
        gone = connection.scalars(mine.order_by(saved.c.changed.desc(), saved.c.id)).all()[
            MAX_GAMES_PER_OWNER:
        ]
        if gone:
            connection.execute(sa.delete(saved).where(saved.c.owner == owner, saved.c.id.in_(gone)))


def _of(owner: str, name: str) -> sa.ColumnElement[bool]:
    return (saved.c.owner == owner) & (saved.c.id == name)


def _saved_game(changed: datetime, summary: str, **others: Any) -> SavedGame:
    return SavedGame(changed=changed.replace(tzinfo=UTC), facts=json.loads(summary), **others)


def _state(game: Saved) -> str:
    over = game.over if isinstance(game, Match) else game.outcome is not None
    return "over" if over else "open" if game.open else "new"


def _naive(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None)


def _missing() -> Missing:
    return Missing(_("this game no longer exists"))
