"""Opening a store: where it is, that it has the tables of this version, and what can go wrong."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import sqlalchemy as sa

from mastermine.arena.store.tables import REVISION, VERSION_TABLE, metadata
from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.i18n.text import _
from mastermine.system.folders import data_folder, located

LOCK_SECONDS = 60
"""Timeout for another process that writes to the same file."""
RETRY_SECONDS = 0.05
"""Delay before the next try."""
CONNECT_SECONDS = 10
"""Timeout for a server to answer."""
LOCK = 0x6D6D
"""The advisory lock of PostgreSQL under which the tables are made."""


class StoreError(MastermineError):
    """A store that cannot be opened, read or written."""


def connected(where: str | Path | None, create: bool) -> tuple[sa.Engine, str]:
    """An engine for the store there, ready to be used, and its name. Raises StoreError.

    ``create``: whether a file that is named may be a new one; if not, one that cannot be written
    is only read.
    """
    if isinstance(where, str) and "://" in where:
        engine, name = _server(where)
    else:
        path = _path(where, create)
        reading = not create and path.exists() and not _writable(path)
        engine, name = _file(path, _to_read(path) if reading else {}), str(path)
    try:
        with told(name):
            _prepare(engine, name)
    except BaseException:
        engine.dispose()
        raise
    return engine, name


def _path(where: str | Path | None, create: bool) -> Path:
    try:
        path = data_folder() / "runs.sqlite" if where is None else located(where, "runs.sqlite")
    except InvalidSpec as error:
        raise StoreError(str(error)) from None
    path = path.absolute()
    try:
        if where is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        _check_path(path, create or where is None)
        readable = not path.exists() or os.access(path, os.R_OK)
    except OSError as error:
        failed = _unwritable if create else _unreadable
        raise failed(path, system_reason(error)) from None
    if not readable:
        raise _unreadable(path, _(os.strerror(errno.EACCES)))
    if create and path.exists() and not os.access(path, os.W_OK):
        raise _unwritable(path, _reason_of_file(path))
    return path


def _check_path(path: Path, create: bool) -> None:
    """Raises StoreError where there is, or can be, no store."""
    if path.is_dir():
        raise StoreError(
            _("{path} is a folder; name a file in it, such as {file}").format(
                path=path, file=path / "runs.sqlite"
            )
        )
    if path.exists() and not path.is_file():
        raise StoreError(_("{path} is a device; name a file").format(path=path))
    if not create and not path.exists():
        raise StoreError(_("there is no store {path}").format(path=path))
    if not path.parent.is_dir():
        raise StoreError(
            _("there is no folder {folder} for the store {name}").format(
                folder=path.parent, name=path.name
            )
        )


def _writable(path: Path) -> bool:
    """Whether a file that is there can be written; SQLite needs others next to it for that."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _to_read(path: Path) -> dict[str, str]:
    """How to open a file that cannot be written, and to leave nothing next to it.

    Raises StoreError where that needs what is not there.
    """
    written, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    if not written.exists() or not written.stat().st_size:
        return {"mode": "ro", "immutable": "1"}
    # Somebody is writing, or was killed: what was written last is in that file.
    if not shared.exists() and not os.access(path.parent, os.W_OK):
        raise _unreadable(
            path,
            _("as long as there is {file}, its folder must not be read-only").format(file=written),
        )
    return {"mode": "ro"}


def _file(path: Path, options: dict[str, str]) -> sa.Engine:
    url = sa.URL.create("sqlite", database=str(path))
    if options:
        url = url.set(database=path.as_uri(), query={**options, "uri": "true"})
    engine = sa.create_engine(url, connect_args={"timeout": LOCK_SECONDS}, paramstyle="named")

    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        # Transactions begin where we say so, not where sqlite3 does.
        connection.isolation_level = None
        for setting in ("foreign_keys = ON", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        # Who is to write waits for its turn here: a transaction that has read is not let to wait.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _server(text: str) -> tuple[sa.Engine, str]:
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError(
            _("{url} is no URL; write postgresql://USER:PASSWORD@HOST/DATABASE").format(url=text)
        ) from None
    if url.drivername.partition("+")[0] not in ("postgresql", "postgres"):
        raise StoreError(
            _("a store is a file, or a postgresql:// URL; there is no store at {kind}://").format(
                kind=url.drivername
            )
        )
    name = url.set(query={}).render_as_string(hide_password=True)
    try:
        engine = sa.create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args={"connect_timeout": CONNECT_SECONDS},
            pool_pre_ping=True,
        )
    except ImportError:
        raise StoreError(
            _("a store at {url} needs psycopg: pip install 'mastermine[postgres]'").format(url=name)
        ) from None
    return engine, name


def _prepare(engine: sa.Engine, name: str) -> None:
    """See that the tables are those of this version."""
    is_file = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        revision = _revision(connection)
        if revision == REVISION:
            return
        if revision is not None:
            _check_known(revision, name)
        elif is_file:
            _check_empty(connection, name)
    with engine.connect() as connection:
        if is_file:
            _write_ahead(connection, name)
        connection = connection.execution_options(writes=True)
        with connection.begin():
            if not is_file:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            revision = _revision(connection)  # Another process may have been faster.
            if revision != REVISION:
                if revision is None:
                    _check_empty(connection, name)
                else:
                    _check_known(revision, name)
                _migrate(connection)


def _write_ahead(connection: sa.Connection, name: str) -> None:
    """Let others read while somebody writes. Raises StoreError.

    This lasts, and is to be had outside of a transaction only. Where another process holds the
    file, SQLite refuses it at once and waits for nobody, so it is asked again.
    """
    cursor, end = connection.connection.cursor(), monotonic() + LOCK_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or monotonic() > end:
                raise _reason(name, str(error)) from None
            sleep(RETRY_SECONDS)
        else:
            return


def _revision(connection: sa.Connection) -> str | None:
    """The revision of the tables; None where there are none of ours."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    return None if found is None else str(found)


def _check_empty(connection: sa.Connection, name: str) -> None:
    """Raises StoreError where somebody else has tables: in the file, or of our names."""
    found = set(sa.inspect(connection).get_table_names()) - {VERSION_TABLE}
    if connection.dialect.name != "sqlite":
        found &= set(metadata.tables)
    if found:
        raise StoreError(
            _("{store} is a database of another program; name another store").format(store=name)
        )


def _check_known(revision: str, name: str) -> None:
    """Raises StoreError where the tables are of a revision that is not known here."""
    from alembic.script import ScriptDirectory

    # Whole names only: Alembic would also take "head", or the beginning of one.
    known = ScriptDirectory.from_config(migrations()).walk_revisions()
    if revision not in {each.revision for each in known}:
        raise StoreError(
            _(
                "{store} is of a newer version of mastermine (its tables are {revision}); "
                "upgrade mastermine, or name another store with --store"
            ).format(store=name, revision=" ".join(revision.split()))
        )


def _migrate(connection: sa.Connection) -> None:
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def migrations() -> Any:
    """The configuration with which Alembic finds the revisions."""
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def told(name: str) -> Iterator[None]:
    """Errors of the database as StoreError, in one line."""
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except sa.exc.DBAPIError as error:
        # A server says more, such as the statement; its first line is what is wrong.
        primary = getattr(getattr(error.orig, "diag", None), "message_primary", None)
        raise _reason(name, " ".join(str(primary or error.orig).split())) from None
    except sa.exc.SQLAlchemyError as error:
        raise _reason(name, " ".join(str(error).split())) from None


def _reason(name: str, text: str) -> StoreError:
    """What a database complains of, and what would be right."""
    if "not a database" in text:
        message = _("{store} is not a store of runs; name another file")
    elif "readonly" in text or "unable to open" in text:
        return _unwritable(Path(name), _reason_of_file(Path(name)))
    elif "locked" in text:
        message = _("{store} is being written by another process for more than {seconds} s")
    elif "is full" in text:
        message = _("there is no room left for {store}; what was kept stays")
    elif "malformed" in text:
        message = _("{store} is damaged; name another store, or restore it from a copy")
    else:
        message = _("{store}: {reason}")
    return StoreError(message.format(store=name, reason=text, seconds=LOCK_SECONDS))


def _reason_of_file(path: Path) -> str:
    if path.exists() and not _writable(path):
        return _("it is read-only")
    return _("no file can be written in {folder}").format(folder=path.parent)


def _unwritable(path: Path, reason: str) -> StoreError:
    return StoreError(
        _("the store {path} cannot be written: {reason}").format(path=path, reason=reason)
    )


def _unreadable(path: Path, reason: str) -> StoreError:
    return StoreError(
        _("the store {path} cannot be read: {reason}").format(path=path, reason=reason)
    )
