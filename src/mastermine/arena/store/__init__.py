"""Where runs are kept as they go: an SQLite file, or a PostgreSQL database.

What was added stays, whatever happens to the process that added it; and several may add to one
store, also to one run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sa

from mastermine import __version__
from mastermine.arena.run import Game, Part, Run
from mastermine.arena.secret_source import Sample
from mastermine.arena.store.connect import StoreError, connected, told
from mastermine.arena.store.tables import begun, entrants, games, inserting, moves, parts, runs
from mastermine.arena.store.validate import are_games
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.arena.standings import Standings

__all__ = ["Kept", "Store", "StoreError", "open_store"]

BATCH_GAMES = 8192
"""Games read at a time, or those of a round if it has more."""
MAX_LISTED_RUNS = 10
"""The most runs named in the error about an unknown run."""

_GAMES = [games.c[name] for name in Game._fields[:7]]
_MOVES = [moves.c.secret, moves.c.moves]


@dataclass(frozen=True)
class Kept:
    """A run as it is kept, without its games."""

    id: int
    created: datetime
    """When it was begun, in UTC."""
    version: str
    """Of mastermine."""
    command: str
    """The command that began it, or nothing."""
    rules: str
    """Their spec."""
    names: tuple[str, ...]
    """The entrants."""
    drew: frozenset[int]
    """The entrants that used random numbers, or may have."""
    rounds: int
    """As many as there are to be."""
    rounds_played: int
    json: str = field(repr=False)
    owner: str | None = field(default=None, repr=False)
    """Who began it in a browser."""

    @property
    def finished(self) -> bool:
        """Whether all rounds were played."""
        return self.rounds_played >= self.rounds

    @cached_property
    def run(self) -> Run:
        """The run itself. Raises InvalidSpec where this version does not understand it."""
        try:
            run = Run.from_json(self.json)
        except InvalidSpec as error:
            raise InvalidSpec(
                _("run {id} was kept by mastermine {version}; here is {ours}: {error}").format(
                    id=self.id, version=self.version, ours=__version__, error=error
                )
            ) from None
        names = tuple(_clean(str(name)) for name in run.names)
        homes = {type(entrant.home) for entrant in run.entrants}
        if (names, run.rounds, homes) != (self.names, self.rounds, {str}):
            raise InvalidSpec(
                _(
                    "run {id} is damaged: its rounds or strategies are not those of its games"
                ).format(id=self.id)
            )
        return run


class Store:
    """A store that is open. Whatever it is asked may raise StoreError."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        """``open_store`` makes one; ``name`` is what it is called in messages."""
        self.engine = engine
        is_file = engine.dialect.name == "sqlite"  # It is what it was when it was first asked.
        self._reader = (
            engine if is_file else engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self.name = name
        self._drew: set[tuple[int, int]] = set()
        """What is known to be kept of who drew, as pairs of run and entrant."""
        self._inserts: dict[str, str] = {}
        self._identity = self._found() if is_file else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file, or the server."""
        self.engine.dispose()

    def lost(self) -> bool:
        """Whether its file was removed or replaced since it was opened: what is added is gone."""
        return self._identity is not None and self._found() != self._identity

    def _found(self) -> tuple[int, int] | None:
        """The file that is there now, by its device and its number on that."""
        try:
            found = Path(self.name).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @contextmanager
    def reading(self, number: int | None = None) -> Iterator[sa.Connection]:
        """A transaction to which the store stays as it was, whatever others write meanwhile.

        ``number``: the run that is read. What is not as it was written raises StoreError.
        """
        with told(self.name), self._reader.connect() as connection:
            try:
                yield connection
            except MastermineError:
                raise
            except (TypeError, ValueError, OverflowError):
                raise self._damaged(number) from None

    def _damaged(self, number: int | None) -> StoreError:
        """What is said where rows are not as they were written."""
        told = (
            _("{store} is damaged; name another store, or restore it from a copy")
            if number is None
            else _("run {n} in {store} is damaged; remove it, or restore the store from a copy")
        )
        return StoreError(told.format(n=number, store=self.name))

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction: all of it is kept, or nothing."""
        with told(self.name), self.engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with connection.begin():
                yield connection

    def begin(self, run: Run, command: str = "", owner: str | None = None) -> int:
        """Keep a run of which nothing was played; its number is 1 or more, and never given again.

        ``command``: what a person wrote to begin it. ``owner``: who began it in a browser.
        """
        with self.writing() as connection:
            row = {
                "created": datetime.now(UTC).replace(tzinfo=None),
                "version": __version__,
                "command": _clean(command),
                "rules": run.rules.spec(),
                "rounds": run.rounds,
                "run": _ascii(run),
            }
            number = connection.execute(sa.insert(runs).returning(runs.c.id), row).scalar_one()
            named = [
                {"run": number, "entrant": index, "name": _clean(name)}
                for index, name in enumerate(run.names)
            ]
            connection.execute(sa.insert(entrants), named)
            if owner is not None:
                connection.execute(sa.insert(begun), {"run": number, "owner": owner})
        return int(number)

    def add(self, number: int, part: Part) -> None:
        """Keep a part of a run, all of it or nothing. Games that are kept already stay as they are.

        Raises InvalidSpec where there is no such run any more.
        """
        played: list[dict[str, Any]] = []
        shown: list[dict[str, Any]] = []
        for game in part.games:
            row = dict(zip(Game._fields, game, strict=True), run=number)
            if game.reason is not None:
                row["reason"] = _clean(game.reason)
            played.append(row)
            if game.moves is not None or game.secret is not None:
                shown.append(row)
        drew = [index for index in part.drew if (number, index) not in self._drew]
        numbers = {"run": number, "first": part.numbers[0], "last": part.numbers[-1]}
        try:
            with self.writing() as connection:
                connection.exec_driver_sql(self._insert(games), played)
                if shown:
                    connection.exec_driver_sql(self._insert(moves), shown)
                connection.exec_driver_sql(self._insert(parts), numbers)
                if drew:
                    mine = (entrants.c.run == number) & entrants.c.entrant.in_(drew)
                    connection.execute(sa.update(entrants).where(mine).values(drew=True))
        except sa.exc.IntegrityError:
            if self._has(number):
                raise
            raise InvalidSpec(
                _("there is no run {n} in {store} any more: it was removed meanwhile").format(
                    n=number, store=self.name
                )
            ) from None
        self._drew.update((number, index) for index in drew)

    def _has(self, number: int) -> bool:
        with self.reading() as connection:
            return connection.scalar(sa.select(runs.c.id).where(runs.c.id == number)) is not None

    def _insert(self, table: sa.Table) -> str:
        """SQL that inserts rows given as dicts; those that are there already stay as they are.

        Prepared once and given to the driver as it is, it takes half the time that SQLAlchemy
        needs for it row by row.
        """
        if table.name not in self._inserts:
            statement = inserting(table, self.engine.dialect).on_conflict_do_nothing()
            self._inserts[table.name] = str(statement.compile(self.engine))
        return self._inserts[table.name]

    def runs(self) -> list[Kept]:
        """All runs, the oldest first."""
        return self._kept(sa.true())

    def kept(self, number: int) -> Kept:
        """A run. Raises InvalidSpec, naming what there is, where there is no such run."""
        found = self._kept(runs.c.id == number, number)
        if not found:
            raise self._unknown(number)
        return found[0]

    def _kept(self, which: sa.ColumnElement[bool], number: int | None = None) -> list[Kept]:
        with self.reading(number) as connection:
            both = sa.select(runs, begun.c.owner).outerjoin(begun)
            rows = connection.execute(both.where(which).order_by(runs.c.id)).all()
            their = sa.select(entrants).join(runs).where(which).order_by(entrants.c.entrant)
            playing: dict[int, list[Any]] = {row.id: [] for row in rows}
            for row in connection.execute(their):
                playing[row.run].append(row)
            return [
                Kept(
                    row.id,
                    row.created.replace(tzinfo=UTC),
                    row.version,
                    row.command,
                    row.rules,
                    tuple(each.name for each in playing[row.id]),
                    frozenset(each.entrant for each in playing[row.id] if each.drew),
                    row.rounds,
                    sum(map(len, _played(connection, row.id))),
                    row.run,
                    row.owner,
                )
                for row in rows
            ]

    def resolve(self, text: str) -> int:
        """The run that a person names, by its number or as ``last``.

        Raises InvalidSpec, naming what there is.
        """
        with self.reading() as connection:
            if text.strip().lower() == "last":
                found = connection.scalar(sa.select(sa.func.max(runs.c.id)))
            elif text.strip().isdecimal() and len(text) < 10:
                found = connection.scalar(sa.select(runs.c.id).where(runs.c.id == int(text)))
            else:
                found = None
        if found is None:
            raise self._unknown(text)
        return int(found)

    def _unknown(self, number: int | str) -> InvalidSpec:
        with self.reading() as connection:
            known = sa.select(runs.c.id).order_by(runs.c.id.desc()).limit(MAX_LISTED_RUNS + 1)
            ids = connection.scalars(known).all()
        if not ids:
            return InvalidSpec(_("{store} has no runs yet").format(store=self.name))
        listed = [
            *(["…"] if len(ids) > MAX_LISTED_RUNS else []),
            *map(str, reversed(ids[:MAX_LISTED_RUNS])),
        ]
        return InvalidSpec(
            _("there is no run {id} in {store}; there are: {ids} (or say last)").format(
                id=number, store=self.name, ids=", ".join(listed)
            )
        )

    def missing(self, number: int) -> list[range]:
        """The rounds of a run that were not played, in order. Raises InvalidSpec for no run."""
        with self.reading(number) as connection:
            rounds = connection.scalar(sa.select(runs.c.rounds).where(runs.c.id == number))
            if rounds is not None:
                gaps = []
                next_round = 1
                for numbers in _played(connection, number):
                    gaps.append(range(next_round, numbers.start))
                    next_round = numbers.stop
                gaps.append(range(next_round, rounds + 1))
                return [numbers for numbers in gaps if numbers]
        raise self._unknown(number)

    def games(self, number: int, first: int = 1, last: int | None = None) -> Iterator[list[Game]]:
        """The games of these rounds, some whole rounds at a time, by round, then by entrant.

        Raises InvalidSpec where there is no such run.
        """
        return self._games(number, first, last, True)

    def _games(
        self, number: int, first: int = 1, last: int | None = None, shown: bool = False
    ) -> Iterator[list[Game]]:
        """The games, with their moves where they are to be shown."""
        kept = self.kept(number)
        table: sa.FromClause = games
        if shown:
            same = [games.c[key] == moves.c[key] for key in ("run", "round", "entrant")]
            table = games.outerjoin(moves, sa.and_(*same))
        rounds = games.c.round.between(sa.bindparam("first"), sa.bindparam("last"))
        chosen = (
            sa.select(*_GAMES, *(_MOVES if shown else []))
            .select_from(table)
            .where(games.c.run == number, rounds)
            .order_by(games.c.round, games.c.entrant)
        )
        most = max(1, BATCH_GAMES // max(1, len(kept.names)))
        with self.reading(number) as connection:
            ranges = list(_played(connection, number))
        for numbers in ranges:
            end = numbers.stop if last is None else min(numbers.stop, last + 1)
            for at in range(max(first, numbers.start), end, most):
                # Each batch is read by itself: whoever takes them slowly keeps nothing open.
                these = range(at, min(at + most, end))
                with self.reading(number) as connection:
                    bounds = {"first": these[0], "last": these[-1]}
                    batch = [Game(*row) for row in connection.execute(chosen, bounds)]
                if not batch and not self._has(number):
                    return  # It was deleted meanwhile.
                if not are_games(batch, these, len(kept.names)):
                    raise self._damaged(number)
                yield batch

    def standings(self, number: int) -> Standings:
        """How the entrants of a run do in the rounds that were played."""
        from mastermine.arena.standings import Standings

        kept = self.kept(number)
        standings = Standings(kept.names, kept.run.risky)
        for batch in self._games(number):
            standings.add(batch, kept.drew)
        return standings

    def resize(self, number: int, rounds: int, command: str) -> None:
        """Let a run whose secrets are drawn have so many rounds: more, or those that are played.

        ``command``: what begins such a run. Raises InvalidSpec where there is no such run, where
        its secrets are not drawn, and for fewer rounds than are played.
        """
        kept = self.kept(number)
        if not isinstance(kept.run.field, Sample):
            raise InvalidSpec(
                ngettext(
                    "run {run} has {n} secret that is given, and so as many rounds",
                    "run {run} has {n} secrets that are given, and so as many rounds",
                    kept.rounds,
                ).format(run=number, n=whole(kept.rounds))
            )
        if rounds < kept.rounds_played:
            raise InvalidSpec(
                # Translators: {run} is the number of a run, {n} of rounds.
                ngettext(
                    "{played} round of run {run} is played: it cannot have only {n}",
                    "{played} rounds of run {run} are played: it cannot have only {n}",
                    kept.rounds_played,
                ).format(played=whole(kept.rounds_played), run=number, n=whole(rounds))
            )
        run = replace(kept.run, field=Sample(rounds))
        row = {"rounds": rounds, "run": _ascii(run), "command": _clean(command)}
        with self.writing() as connection:
            connection.execute(sa.update(runs).where(runs.c.id == number).values(row))

    def delete(self, number: int) -> None:
        """Forget a run. Raises InvalidSpec where there is no such run."""
        with self.writing() as connection:
            # Its games, and all else of it, go with it.
            deleted = connection.execute(sa.delete(runs).where(runs.c.id == number)).rowcount
        if not deleted:
            raise self._unknown(number)


def open_store(where: str | Path | None = None, create: bool = True) -> Store:
    """The store in this file or at this ``postgresql://`` URL; made where there is none.

    None is ``mastermine/runs.sqlite`` in the user's data folder. ``create``: whether a file that
    is named may be a new one. Raises StoreError, also for a store of a newer version.
    """
    return Store(*connected(where, create))


def _ascii(run: Run) -> str:
    """The run in letters that every server takes."""
    return json.dumps(json.loads(run.to_json()))


def _clean(text: str) -> str:
    """The text without what no database takes."""
    return text.encode(errors="replace").decode().replace("\0", "�")


def _played(connection: sa.Connection, number: int) -> Iterator[range]:
    """The rounds of a run that were played, in order and as few ranges as there are."""
    their = sa.select(parts.c.first, parts.c.last).where(parts.c.run == number)
    start = stop = 1
    for first, last in connection.execute(their.order_by(parts.c.first)):
        if first > stop:
            if stop > start:
                yield range(start, stop)
            start = first
        stop = max(stop, last + 1)
    if stop > start:
        yield range(start, stop)
