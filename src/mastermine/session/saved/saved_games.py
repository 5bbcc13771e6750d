"""Saved games in a store, for a server whose games must survive a restart.

Each game has an owner, who alone can load it. A save that replaces another version than expected
is refused. Finished games stay for review, and their results are in the history.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sa

from mastermine.arena.store.connect import InconsistentError
from mastermine.arena.store.tables import inserting, played, saved
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _, ngettext
from mastermine.session import restore
from mastermine.session.levels import level_of, name_of
from mastermine.session.messages import counts
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved import history

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.arena.store import Store
    from mastermine.session import Saved

MAX_GAMES_PER_OWNER = 100
"""Maximum number of games of an owner; those changed least recently are deleted."""
MAX_GAME_LETTERS = 4_000_000
"""Maximum length of a saved game: about 200,000 moves."""
ROW_BYTES = 300
"""Size of a row without its longest text, about."""
MAX_VERSION = (1 << 31) - 1
"""Larger than the version of any game; servers have integers of 32 bits."""


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


@dataclass(frozen=True, slots=True)
class Draft:
    """A game to be saved, as it is now."""

    row: dict[str, Any]
    """Its row in the store."""
    replaces: int
    """The version that it replaces, 0 for a new game."""
    finished: list[dict[str, Any]]
    """Rows for the history, if the game or a round of it is over."""

    @property
    def version(self) -> int:
        """The version that it will have."""
        return self.replaces + 1

    @property
    def size(self) -> int:
        """Bytes in the store, about, with the rows of the history so far."""
        rows = (self.row, *self.finished)
        return sum(ROW_BYTES + len(row.get("data") or row.get("record") or "") for row in rows)

    @classmethod
    def of(cls, owner: str, game: Saved, replaces: int = 0) -> Self:
        """Describes a game. Raises InvalidSpec for one that is too long."""
        data = json.dumps(game.data(), separators=(",", ":"))
        if len(data) > MAX_GAME_LETTERS:
            raise InvalidSpec(
                _("the game is too long to be saved here; save it to a file or start a new one")
            )
        row = {
            **history.game_columns(owner, game),
            "version": replaces + 1,
            "state": _state(game),
            "changed": _naive(datetime.now(UTC)),
            "summary": json.dumps({**game.progress(), "level": level_of(game)}),
            "data": data,
        }
        return cls(row, replaces, history.rows_of(owner, game))


_CHANGE = sa.update(saved).where(
    saved.c.owner == sa.bindparam("_owner"),
    saved.c.id == sa.bindparam("_id"),
    saved.c.version == sa.bindparam("_was"),
)
_MAKE_ROOM = sa.delete(saved).where(
    saved.c.owner == sa.bindparam("_owner"),
    saved.c.id.in_(
        sa.select(saved.c.id)
        .where(saved.c.owner == sa.bindparam("_owner"))
        .order_by(saved.c.changed.desc(), saved.c.id)
        .offset(sa.bindparam("_most"))
    ),
)
"""Deletes the games beyond the maximum that were changed least recently."""


class SavedGames:
    """The saved games in a store; safe for several threads and processes.

    All methods may raise StoreError.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def save(self, owner: str, game: Saved, version: int = 0) -> int:
        """Saves a game and returns its new version.

        ``version``: the version that is replaced, 0 for a new game. Raises VersionConflict, and
        InvalidSpec for a game that is too long.
        """
        draft = Draft.of(owner, game, version)
        self.save_all([draft])
        return draft.version

    def save_all(self, drafts: Sequence[Draft], patience: float | None = None) -> None:
        """Saves several games in one transaction, which survives a power cut.

        ``patience``: seconds to wait for another process that writes. Raises VersionConflict if one
        of them has another version than expected; then none is saved.
        """
        new = [draft.row for draft in drafts if draft.replaces == 0]
        changed = [
            {**draft.row, "_owner": draft.row["owner"], "_id": draft.row["id"], "_was": was}
            for draft in drafts
            if (was := draft.replaces)
        ]
        try:
            with self.store.writing(True, patience) as connection:
                if changed and connection.execute(_CHANGE, changed).rowcount != len(changed):
                    raise _conflict()
                if new:
                    connection.execute(sa.insert(saved), new)
                    owners = {row["owner"] for row in new}
                    connection.execute(
                        _MAKE_ROOM,
                        [{"_owner": owner, "_most": MAX_GAMES_PER_OWNER} for owner in owners],
                    )
                history.store_rows(connection, [row for each in drafts for row in each.finished])
        except InconsistentError:
            raise _conflict() from None

    def merge(
        self,
        rows: Sequence[dict[str, Any]],
        finished: Sequence[dict[str, Any]],
        patience: float | None = None,
    ) -> None:
        """Stores rows of games and of the history; of each game the later version stays."""
        with self.store.writing(True, patience) as connection:
            if rows:
                connection.execute(_later(connection), rows)
            history.store_rows(connection, finished)

    def keep(self, drafts: Sequence[Draft]) -> list[tuple[Draft, VersionConflict]]:
        """Stores games in a journal, whatever they replace in the store.

        Returns those that are left out, since the journal has the same version or a later one.
        """
        late = []
        with self.store.writing(True) as connection:
            for draft in drafts:
                if connection.execute(_later(connection), draft.row).rowcount:
                    history.store_rows(connection, draft.finished)
                else:
                    late.append((draft, _conflict()))
        return late

    def rows(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Returns all rows of games and of the history, for ``merge``."""
        with self.store.reading() as connection:
            both = (connection.execute(sa.select(table)).mappings() for table in (saved, played))
            games, finished = ([dict(row) for row in rows] for rows in both)
        return games, finished

    def discard(self, rows: Sequence[dict[str, Any]], finished: Sequence[dict[str, Any]]) -> None:
        """Deletes these rows, except those of games that have another version by now."""
        with self.store.writing() as connection:
            for table, gone, key in (
                (saved, rows, ("owner", "id", "version")),
                (played, finished, ("owner", "id")),
            ):
                if gone:
                    which = [table.c[name] == sa.bindparam(f"_{name}") for name in key]
                    named = [{f"_{name}": row[name] for name in key} for row in gone]
                    connection.execute(sa.delete(table).where(*which), named)

    def load(self, owner: str, name: str) -> tuple[Saved, int]:
        """Loads a game and its version. Raises Missing, and InvalidSpec for damaged data."""
        row, version = self._found(owner, name, saved.c.data)
        try:
            fields = json.loads(row.data)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise _damaged()
        return restore(fields), version

    def version(self, owner: str, name: str) -> int:
        """Returns the saved version of a game. Raises Missing, and InvalidSpec if damaged."""
        return self._found(owner, name)[1]

    def _found(self, owner: str, name: str, *columns: sa.Column[Any]) -> tuple[Any, int]:
        """Returns the row of a game and its version. Raises Missing, and InvalidSpec if damaged."""
        chosen = sa.select(saved.c.version, *columns).where(_of(owner, name))
        with self.store.reading() as connection:
            row = connection.execute(chosen).first()
            if row is None:
                raise _missing()
            if not isinstance(row.version, int) or not 0 < row.version < MAX_VERSION:
                raise _damaged()
            return row, row.version

    def all(self, owner: str) -> list[SavedGame]:
        """Returns the games of an owner, the latest first, without damaged rows."""
        columns = [column for column in saved.c if column.name not in ("owner", "data")]
        chosen = sa.select(*columns).where(saved.c.owner == owner)
        with self.store.reading() as connection:
            rows = connection.execute(chosen.order_by(saved.c.changed.desc(), saved.c.id)).all()
        return [game for row in rows if (game := _saved_game(**row._asdict())) is not None]

    def delete(self, owner: str, name: str, patience: float | None = None) -> None:
        """Deletes a game. Raises Missing."""
        gone = sa.delete(saved).where(_of(owner, name))
        with self.store.writing(patience=patience) as connection:
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


def _later(connection: sa.Connection) -> Any:
    """Returns the statement that stores rows of games; of each game the later version stays."""
    new = inserting(saved, connection.dialect)
    return new.on_conflict_do_update(
        index_elements=["owner", "id"],
        set_={name: new.excluded[name] for name in saved.c.keys()[2:]},
        where=saved.c.version < new.excluded.version,
    )


def _conflict() -> VersionConflict:
    return VersionConflict(_("the game was changed elsewhere; reload it before you continue"))


def _of(owner: str, name: str) -> sa.ColumnElement[bool]:
    if "\0" in name:  # PostgreSQL refuses it.
        raise _missing()
    return (saved.c.owner == owner) & (saved.c.id == name)


def _saved_game(changed: datetime, summary: str, **others: Any) -> SavedGame | None:
    """Returns the game of a row; None if the row is damaged."""
    try:
        game = SavedGame(changed=changed.replace(tzinfo=UTC), facts=json.loads(summary), **others)
        texts = (game.id, game.game, game.rules, game.mode, game.state, game.summary)
        valid = all(isinstance(text, str) for text in (*texts, game.daily or "", game.puzzle or ""))
        valid &= isinstance(game.version, int)
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
        return None
    return game if valid else None


def _state(game: Saved) -> str:
    over = game.over if isinstance(game, Match) else game.outcome is not None
    return "over" if over else "open" if game.open else "new"


def _naive(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None)


def _missing() -> Missing:
    return Missing(_("this game no longer exists"))


def _damaged() -> InvalidSpec:
    return InvalidSpec(_("the saved game is damaged: it cannot be read"))
