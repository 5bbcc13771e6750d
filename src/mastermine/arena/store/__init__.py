"""The store of runs: an SQLite file or a PostgreSQL database.

Added chunks survive a crash of the process. Several processes may add to one store, also to the
same run.
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
from mastermine.arena.run import Entrant, Game, Part, Run
from mastermine.arena.secret_source import Sample
from mastermine.arena.store.connect import (
    LOCK_SECONDS,
    InconsistentError,
    StoreError,
    connected,
    damaged,
    default_path,
    store_errors,
)
from mastermine.arena.store.tables import entrants, games, inserting, moves, owners, parts, runs
from mastermine.arena.store.validate import are_games, is_run
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import renaming_note

if TYPE_CHECKING:
    from mastermine.arena.standings import Standings

__all__ = ["Store", "StoreError", "StoredRun", "UnknownRun", "open_store"]

BATCH_GAMES = 8192
"""Number of games read at a time; a round with more is read whole."""
MAX_LISTED_RUNS = 10
"""Maximum number of runs listed in the error about an unknown run."""

_GAMES = [games.c[name] for name in Game._fields[:7]]
_MOVES = [moves.c.secret, moves.c.moves]


class UnknownRun(InvalidSpec):
    """A run that is not in the store; the message names the store."""


@dataclass(frozen=True)
class StoredRun:
    """A stored run, without its games."""

    id: int
    created: datetime
    """Time of its start, in UTC."""
    version: str
    """Version of mastermine that started it."""
    command: str
    """The command that started it; empty for a run from Python."""
    rules: str
    """Spec of the rules."""
    names: tuple[str, ...]
    """Names of the entrants."""
    drew: frozenset[int]
    """Indices of the entrants that used random numbers, or may have."""
    rounds: int
    """Number of rounds to play."""
    rounds_played: int
    json: str = field(repr=False)
    owner: str | None = field(default=None, repr=False)
    """Owner of a run started in a browser."""

    @property
    def finished(self) -> bool:
        """True if all rounds were played."""
        return self.rounds_played >= self.rounds

    @property
    def note(self) -> str:
        """Sentences about strategies that an earlier version called otherwise, or empty."""
        former = json.loads(self.json).get("renamed", {}) if '"renamed"' in self.json else {}
        return " ".join(renaming_note(old, new) for new, old in former.items())

    @cached_property
    def run(self) -> Run:
        """The run. Raises InvalidSpec if this version cannot read it."""
        try:
            run = Run.from_json(self.json)
        except InvalidSpec as error:
            raise InvalidSpec(
                _("run {id} was stored by mastermine {version}; this is {ours}: {error}").format(
                    id=self.id, version=self.version, ours=__version__, error=error
                )
            ) from None
        names = tuple(_clean(str(name)) for name in run.names)
        homes = {type(entrant.home) for entrant in run.entrants}
        if (names, run.rounds, homes) != (self.names, self.rounds, {str}) or not all(
            map(_has_source, run.entrants)
        ):
            raise InvalidSpec(
                _("run {id} is damaged: its rounds or strategies do not match its games").format(
                    id=self.id
                )
            )
        return run


class Store:
    """An open store. Every method may raise StoreError."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        """Use ``open_store``. ``name``: name of the store in messages."""
        self.engine = engine
        is_file = engine.dialect.name == "sqlite"  # a transaction there is a snapshot
        self._reader = (
            engine if is_file else engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self.name = name
        self.patience: float | None = None
        """Seconds to wait for another process that writes to the same file, except to add games.

        None for ``LOCK_SECONDS``.
        """
        self._drew: set[tuple[int, int]] = set()
        """Pairs of run and entrant whose ``drew`` is known to be stored."""
        self._inserts: dict[str, str] = {}
        self._identity = self._found() if is_file else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections to the file or the server."""
        self.engine.dispose()

    @property
    def url(self) -> str:
        """Returns the path or URL of this store, for ``open_store``; the URL has the password."""
        if self._identity is not None:
            return self.name
        return self.engine.url.render_as_string(hide_password=False)

    def is_default(self) -> bool:
        """Returns True for the store in the user's data folder."""
        return self.name == str(default_path())

    def lost(self) -> bool:
        """Returns True if the file was deleted or replaced since it was opened."""
        return self._identity is not None and self._found() != self._identity

    def _found(self) -> tuple[int, int] | None:
        """Returns the device and inode of the file that exists now."""
        try:
            found = Path(self.name).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @contextmanager
    def reading(self, number: int | None = None) -> Iterator[sa.Connection]:
        """Opens a transaction that reads a snapshot of the store.

        ``number``: the run that is read, for errors. Raises StoreError for damaged rows.
        """
        with store_errors(self.name), self._reader.connect() as connection:
            try:
                yield connection
            except MastermineError:
                raise
            except (TypeError, ValueError, OverflowError):
                raise self.damaged(number) from None

    def damaged(self, number: int | None) -> StoreError:
        """Returns the error for the damaged rows of a run, or of a store."""
        if number is None:
            return damaged(self.name)
        return StoreError(
            _(
                "run {n} in {store} is damaged; remove it, or restore the store from a backup"
            ).format(n=number, store=self.name)
        )

    @contextmanager
    def writing(
        self, durable: bool = False, patience: float | None = None
    ) -> Iterator[sa.Connection]:
        """Opens a transaction that is committed as a whole or not at all.

        ``durable``: True if it must survive a power cut, not only the end of the process.
        ``patience``: seconds to wait for another process that writes to the same file [default:
        that of the store].
        """
        patience = self.patience if patience is None else patience
        with store_errors(self.name, patience), self.engine.connect() as connection:
            connection = connection.execution_options(
                writes=True, durable=durable, patience=patience
            )
            with connection.begin():
                yield connection

    def begin(self, run: Run, command: str = "", owner: str | None = None) -> int:
        """Stores a new run and returns its number, which is at least 1 and never used again.

        ``command``: the command that starts it. ``owner``: owner of a run started in a browser.
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
                connection.execute(sa.insert(owners), {"run": number, "owner": owner})
        return int(number)

    def add(self, number: int, part: Part) -> None:
        """Stores a finished chunk of a run as a whole. Games that are already stored stay.

        Raises InvalidSpec if the run was deleted.
        """
        played: list[dict[str, Any]] = []
        with_moves: list[dict[str, Any]] = []
        for game in part.games:
            row = dict(zip(Game._fields, game, strict=True), run=number)
            if game.reason is not None:
                row["reason"] = _clean(game.reason)
            played.append(row)
            if game.moves is not None or game.secret is not None:
                with_moves.append(row)
        drew = [index for index in part.drew if (number, index) not in self._drew]
        numbers = {"run": number, "first": part.numbers[0], "last": part.numbers[-1]}
        try:
            with self.writing(patience=LOCK_SECONDS) as connection:
                connection.exec_driver_sql(self._insert(games), played)
                if with_moves:
                    connection.exec_driver_sql(self._insert(moves), with_moves)
                connection.exec_driver_sql(self._insert(parts), numbers)
                if drew:
                    mine = (entrants.c.run == number) & entrants.c.entrant.in_(drew)
                    connection.execute(sa.update(entrants).where(mine).values(drew=True))
        except InconsistentError:
            if self._has(number):
                raise
            raise UnknownRun(
                _("run {n} is no longer in {store}: it was removed in the meantime").format(
                    n=number, store=self.name
                )
            ) from None
        self._drew.update((number, index) for index in drew)

    def _has(self, number: int) -> bool:
        with self.reading() as connection:
            return connection.scalar(sa.select(runs.c.id).where(runs.c.id == number)) is not None

    def _insert(self, table: sa.Table) -> str:
        """Returns SQL that inserts rows given as dicts and skips existing ones.

        Prepared once and passed to the driver directly, it takes half the time of SQLAlchemy.
        """
        if table.name not in self._inserts:
            statement = inserting(table, self.engine.dialect).on_conflict_do_nothing()
            self._inserts[table.name] = str(statement.compile(self.engine))
        return self._inserts[table.name]

    def runs(self, latest: int | None = None) -> list[StoredRun]:
        """Returns all runs, or the ``latest`` ones, the oldest first."""
        last = sa.select(runs.c.id).order_by(runs.c.id.desc()).limit(latest)
        return self._select(sa.true() if latest is None else runs.c.id.in_(last))

    def run(self, number: int) -> StoredRun:
        """Returns a run. Raises InvalidSpec for an unknown run, with the known ones."""
        found = self._select(runs.c.id == number, number)
        if not found:
            raise self._unknown(number)
        return found[0]

    def _select(self, which: sa.ColumnElement[bool], number: int | None = None) -> list[StoredRun]:
        with self.reading(number) as connection:
            both = sa.select(runs, owners.c.owner).outerjoin(owners)
            rows = connection.execute(both.where(which).order_by(runs.c.id)).all()
            their = sa.select(entrants).join(runs).where(which).order_by(entrants.c.entrant)
            playing: dict[int, list[Any]] = {row.id: [] for row in rows}
            for row in connection.execute(their):
                playing[row.run].append(row)
            for row in rows:
                if not is_run(row, playing[row.id]):
                    raise self.damaged(row.id)
            return [
                StoredRun(
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
        """Returns the number of a run, given as its number or ``last``.

        Raises InvalidSpec for an unknown run, with the known ones.
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

    def _unknown(self, number: int | str) -> UnknownRun:
        with self.reading() as connection:
            known = sa.select(runs.c.id).order_by(runs.c.id.desc()).limit(MAX_LISTED_RUNS + 1)
            ids = connection.scalars(known).all()
        if not ids:
            return UnknownRun(_("{store} has no runs yet").format(store=self.name))
        listed = [
            *(["…"] if len(ids) > MAX_LISTED_RUNS else []),
            *map(str, reversed(ids[:MAX_LISTED_RUNS])),
        ]
        return UnknownRun(
            _("there is no run {id} in {store}; choose from {ids}, or write last").format(
                id=number, store=self.name, ids=", ".join(listed)
            )
        )

    def missing(self, number: int) -> list[range]:
        """Returns the rounds that were not played. Raises InvalidSpec for an unknown run."""
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

    def games(
        self, number: int, first: int = 1, last: int | None = None, batch: int | None = None
    ) -> Iterator[list[Game]]:
        """Yields the games of these rounds in batches of whole rounds, by round, then by entrant.

        ``batch``: number of games in a batch, about [default: ``BATCH_GAMES``]. Raises UnknownRun.
        """
        return self._games(number, first, last, True, batch)

    def _games(
        self,
        number: int,
        first: int = 1,
        last: int | None = None,
        with_moves: bool = False,
        batch: int | None = None,
    ) -> Iterator[list[Game]]:
        stored = self.run(number)
        table: sa.FromClause = games
        if with_moves:
            same = [games.c[key] == moves.c[key] for key in ("run", "round", "entrant")]
            table = games.outerjoin(moves, sa.and_(*same))
        rounds = games.c.round.between(sa.bindparam("first"), sa.bindparam("last"))
        chosen = (
            sa.select(*_GAMES, *(_MOVES if with_moves else []))
            .select_from(table)
            .where(games.c.run == number, rounds)
            .order_by(games.c.round, games.c.entrant)
        )
        most = max(1, (batch or BATCH_GAMES) // max(1, len(stored.names)))
        with self.reading(number) as connection:
            ranges = list(_played(connection, number))
        for numbers in ranges:
            end = numbers.stop if last is None else min(numbers.stop, last + 1)
            for at in range(max(first, numbers.start), end, most):
                # A transaction per batch, so that a slow consumer keeps none open.
                these = range(at, min(at + most, end))
                with self.reading(number) as connection:
                    bounds = {"first": these[0], "last": these[-1]}
                    found = [Game(*row) for row in connection.execute(chosen, bounds)]
                if not found and not self._has(number):
                    return  # deleted in the meantime
                if not are_games(found, these, len(stored.names)):
                    raise self.damaged(number)
                yield found

    def standings(self, number: int) -> Standings:
        """Returns the standings after the rounds that were played."""
        from mastermine.arena.standings import Standings

        stored = self.run(number)
        standings = Standings(stored.names, stored.run.risky)
        for batch in self._games(number):
            standings.add(batch, stored.drew)
        return standings

    def resize(self, number: int, rounds: int, command: str) -> None:
        """Changes the number of rounds of a run with drawn secrets.

        ``command``: the command that starts such a run. Raises InvalidSpec for an unknown run, for
        one with given secrets, and for fewer rounds than were played.
        """
        stored = self.run(number)
        if not isinstance(stored.run.field, Sample):
            raise InvalidSpec(
                ngettext(
                    "run {run} plays {n} given secret; its number of rounds cannot change",
                    "run {run} plays {n} given secrets; its number of rounds cannot change",
                    stored.rounds,
                ).format(run=number, n=whole(stored.rounds))
            )
        if rounds < stored.rounds_played:
            raise InvalidSpec(
                # Translators: {run} is the number of a run, {n} of rounds.
                ngettext(
                    "{played} round of run {run} was played; it cannot be shortened to {n}",
                    "{played} rounds of run {run} were played; it cannot be shortened to {n}",
                    stored.rounds_played,
                ).format(played=whole(stored.rounds_played), run=number, n=whole(rounds))
            )
        run = replace(stored.run, field=Sample(rounds))
        fields = json.loads(stored.json) | json.loads(run.to_json())
        row = {"rounds": rounds, "run": json.dumps(fields), "command": _clean(command)}
        with self.writing() as connection:
            connection.execute(sa.update(runs).where(runs.c.id == number).values(row))

    def delete(self, number: int) -> None:
        """Deletes a run with its games. Raises InvalidSpec for an unknown run."""
        with self.writing() as connection:
            deleted = connection.execute(sa.delete(runs).where(runs.c.id == number)).rowcount
        if not deleted:
            raise self._unknown(number)


def open_store(where: str | Path | None = None, create: bool = True) -> Store:
    """Opens the store in a file or at a ``postgresql://`` URL, and creates it if necessary.

    ``where``: [default: ``mastermine/runs.sqlite`` in the user's data folder]. ``create``: False
    to raise an error for a file that does not exist. Raises StoreError, also for a store of a newer
    version.
    """
    return Store(*connected(where, create))


def _ascii(run: Run) -> str:
    """Returns the run as JSON in ASCII, which every server encoding accepts."""
    return json.dumps(json.loads(run.to_json()))


def _has_source(entrant: Entrant) -> bool:
    """Returns True if a strategy in a file, and no other, comes with the text of this file."""
    return type(entrant.source) is (type(None) if read_home(entrant.home).path is None else str)


def _clean(text: str) -> str:
    """Replaces lone surrogates and NUL, which databases reject."""
    return text.encode(errors="replace").decode().replace("\0", "�")


def _played(connection: sa.Connection, number: int) -> Iterator[range]:
    """Yields the rounds that were played as merged ranges, in order."""
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
