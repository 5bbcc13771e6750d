"""Games that go on, kept in a store: for a server, whose games must outlive it.

Each game has an owner, and nobody else finds it. It is kept by version: who has an older one than
is kept is told so, and changes nothing. Games that are over stay, too, to be looked back at.
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
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved.history import described

if TYPE_CHECKING:
    from mastermine.arena.store import Store
    from mastermine.session import Saved

MAX_GAMES_PER_OWNER = 100
"""The most games saved for an owner; those changed least recently are removed first."""
MAX_GAME_LETTERS = 4_000_000
"""The most letters of a saved game: about 200,000 moves."""


class Moved(MastermineError):
    """Another version of the game is kept than the one that was to be replaced."""


class Missing(MastermineError):
    """This owner has no such game."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is kept, without its moves."""

    id: str
    game: str
    """``mastermind`` or ``minesweeper``, or the kind of a match of people, such as ``contest``."""
    rules: str
    """Their spec."""
    mode: str
    """Who hides the secret; ``people`` in a match of people."""
    state: str
    """``new`` before the first move, then ``open``, and ``over`` at the end."""
    daily: str | None
    """The day of a daily puzzle, such as ``2026-11-21``."""
    puzzle: str | None
    """The level of a daily puzzle."""
    changed: datetime
    """When it was kept, in UTC."""
    version: int
    facts: dict[str, Any]
    """How it stands, in numbers."""

    @property
    def summary(self) -> str:
        """How it stands, in words."""
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
            # Translators: so many guesses were made, and so many there may be; {limit} chooses the
            # form.
            return ngettext("{n} of {limit} guess", "{n} of {limit} guesses", limit).format(
                n=made, limit=limit
            )
        return ngettext("{n} guess", "{n} guesses", made).format(n=made)


class Shelf:
    """The games in a store. Several threads, and several processes, may use it at once.

    Whatever it is asked may raise StoreError.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def keep(self, owner: str, game: Saved, version: int | None = None) -> int:
        """Keep a game as it is now; its new version, which is 1 for a new game.

        ``version``: the one that is to be replaced; without it, whatever is there. Raises Moved,
        and InvalidSpec for a game too long.
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
                raise Moved(_("the game has gone on elsewhere: look at it again before you go on"))
            new = inserting(saved, connection.dialect).values(version=1, **row)
            again = new.on_conflict_do_update(
                index_elements=["owner", "id"],
                set_={"version": saved.c.version + 1, **changes},
            ).returning(saved.c.version)
            number = int(connection.execute(again).scalar_one())
            self._make_room(connection, owner)
        return number

    def take(self, owner: str, name: str) -> tuple[Saved, int]:
        """The game of this id, and its version.

        Raises Missing, and InvalidSpec for a game that is damaged.
        """
        row, version = self._found(owner, name, saved.c.data)
        try:
            fields = json.loads(row.data)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise InvalidSpec(_("the saved game is damaged: it cannot be read"))
        return restore(fields), version

    def version(self, owner: str, name: str) -> int:
        """The version that is kept of the game of this id. Raises Missing."""
        return self._found(owner, name)[1]

    def _found(self, owner: str, name: str, *columns: sa.Column[Any]) -> tuple[Any, int]:
        """The row of the game of this id, and its version. Raises Missing."""
        chosen = sa.select(saved.c.version, *columns).where(_of(owner, name))
        with self.store.reading() as connection:
            row = connection.execute(chosen).first()
            if row is None:
                raise _missing()
            return row, int(row.version)

    def open(self, owner: str) -> list[Kept]:
        """The games of an owner that are not over, the last one first; some may be ``new``."""
        return [kept for kept in self.all(owner) if kept.state != "over"]

    def all(self, owner: str) -> list[Kept]:
        """The games of an owner, the last one first."""
        columns = [column for column in saved.c if column.name not in ("owner", "data")]
        chosen = sa.select(*columns).where(saved.c.owner == owner)
        with self.store.reading() as connection:
            rows = connection.execute(chosen.order_by(saved.c.changed.desc(), saved.c.id)).all()
            return [_kept(**row._asdict()) for row in rows]

    def drop(self, owner: str, name: str) -> None:
        """Forget the game of this id. Raises Missing."""
        gone = sa.delete(saved).where(_of(owner, name))
        with self.store.writing() as connection:
            if not connection.execute(gone).rowcount:
                raise _missing()

    def sweep(self, before: datetime, idle: datetime | None = None) -> int:
        """Forget all games, whoever owns them, that were last changed before then; how many.

        ``idle``: the same for games that are new or over, where it is another time.
        """
        old = saved.c.changed < _naive(before)
        if idle is not None:
            old |= (saved.c.state != "open") & (saved.c.changed < _naive(idle))
        with self.store.writing() as connection:
            return int(connection.execute(sa.delete(saved).where(old)).rowcount)

    def _row(self, owner: str, game: Saved) -> dict[str, Any]:
        data = json.dumps(game.data(), separators=(",", ":"))
        if len(data) > MAX_GAME_LETTERS:
            raise InvalidSpec(
                _("the game has become too long to be kept: save it to a file, or begin anew")
            )
        return {
            **described(owner, game),
            "state": _state(game),
            "changed": _naive(datetime.now(UTC)),
            "summary": json.dumps(game.progress()),
            "data": data,
        }

    def _make_room(self, connection: sa.Connection, owner: str) -> None:
        """Forget what the owner has changed the longest ago, where there are too many games."""
        mine = sa.select(saved.c.id).where(saved.c.owner == owner)
        gone = connection.scalars(mine.order_by(saved.c.changed.desc(), saved.c.id)).all()[
            MAX_GAMES_PER_OWNER:
        ]
        if gone:
            connection.execute(sa.delete(saved).where(saved.c.owner == owner, saved.c.id.in_(gone)))


def _of(owner: str, name: str) -> sa.ColumnElement[bool]:
    return (saved.c.owner == owner) & (saved.c.id == name)


def _kept(changed: datetime, summary: str, **others: Any) -> Kept:
    return Kept(changed=changed.replace(tzinfo=UTC), facts=json.loads(summary), **others)


def _state(game: Saved) -> str:
    over = game.over if isinstance(game, Match) else game.outcome is not None
    return "over" if over else "open" if game.open else "new"


def _naive(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None)


def _missing() -> Missing:
    return Missing(_("there is no such game here any more"))
