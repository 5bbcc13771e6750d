"""Opens stores: finds the file or server, migrates its tables, and explains errors."""

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
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _
from mastermine.system.folders import data_folder, device_reason, folder_reason, located

LOCK_SECONDS = 60
"""Timeout in seconds for another process that writes to the same file."""
RETRY_SECONDS = 0.05
"""Delay before the next try."""
CONNECT_SECONDS = 10
"""Timeout for a server to answer."""
LOG_BYTES = 1 << 22
"""Size to which the write-ahead log of a file is cut when its content is in the file."""
LOCK = 0x6D6D
"""PostgreSQL advisory lock for migrations."""
COLUMNS = {(table.name, column.name) for table in metadata.tables.values() for column in table.c}
"""Names of tables and columns at the newest revision."""
OURS = {*metadata.tables, VERSION_TABLE}
"""Names of our tables."""


class StoreError(MastermineError):
    """Raised for a store that cannot be opened, read or written."""


class InconsistentError(StoreError):
    """Raised for rows that do not go with the stored ones."""


def connected(where: str | Path | None, create: bool) -> tuple[sa.Engine, str]:
    """Returns a ready engine for a store, and its name. Raises StoreError.

    ``create``: True to create a file that does not exist; if False, a read-only file is accepted.
    """
    if isinstance(where, str) and "://" in where:
        engine, name = _server(where)
    else:
        path = _path(where, create)
        reading = not create and path.exists() and not _writable(path)
        engine, name = _file(path, _to_read(path) if reading else {}), str(path)
    try:
        with store_errors(name):
            _prepare(engine, name)
    except BaseException:
        engine.dispose()
        raise
    return engine, name


def default_path() -> Path:
    """Returns the file of the store in the user's data folder. Raises InvalidSpec."""
    return (data_folder() / "runs.sqlite").absolute()


def _path(where: str | Path | None, create: bool) -> Path:
    try:
        path = default_path() if where is None else located(where, "runs.sqlite")
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
    """Raises StoreError for a path that cannot be a store."""
    if path.is_dir():
        raise StoreError(folder_reason(path, "runs.sqlite"))
    if path.exists() and not path.is_file():
        raise StoreError(device_reason(path))
    if not create and not path.exists():
        raise StoreError(_("there is no store {path}").format(path=path))
    if not path.parent.is_dir():
        raise StoreError(
            _("there is no folder {folder} for the store {name}").format(
                folder=path.parent, name=path.name
            )
        )


def _writable(path: Path) -> bool:
    """Returns True if a file can be written; SQLite also creates files next to it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _to_read(path: Path) -> dict[str, str]:
    """Returns the URL options that open a read-only file and create no files next to it.

    Raises StoreError if SQLite cannot do that.
    """
    log, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    if not log.exists() or not log.stat().st_size:
        return {"mode": "ro", "immutable": "1"}
    # A process is writing, or was killed: the last changes are in the log.
    if not shared.exists() and not os.access(path.parent, os.W_OK):
        raise _unreadable(
            path,
            _("while {file} exists, its folder must be writable").format(file=log),
        )
    return {"mode": "ro"}


def _file(path: Path, options: dict[str, str]) -> sa.Engine:
    url = sa.URL.create("sqlite", database=str(path))
    if options:
        url = url.set(database=path.as_uri(), query={**options, "uri": "true"})
    engine = sa.create_engine(url, connect_args={"timeout": LOCK_SECONDS}, paramstyle="named")

    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        # No implicit transactions of sqlite3.
        connection.isolation_level = None
        connection.text_factory = _text
        for setting in ("foreign_keys = ON", f"journal_size_limit = {LOG_BYTES}"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def _start(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        patience = options.get("patience")
        settings = {
            "busy_timeout": int(1000 * (LOCK_SECONDS if patience is None else patience)),
            "synchronous": "FULL" if options.get("durable") else "NORMAL",
        }
        known = connection.connection.info
        for name, value in settings.items():
            if known.get(name) != value:
                connection.exec_driver_sql(f"PRAGMA {name} = {value}")
                known[name] = value
        # A writer waits for the lock here; SQLite does not wait once a transaction has read.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")

    return engine


def _text(data: bytes) -> str | bytes:
    """Decodes a text of a file; one that is damaged stays bytes, which no reader accepts."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _server(text: str) -> tuple[sa.Engine, str]:
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError(
            _("{url} is not a valid URL; write postgresql://USER:PASSWORD@HOST/DATABASE").format(
                url=text
            )
        ) from None
    if url.drivername.partition("+")[0] not in ("postgresql", "postgres"):
        raise StoreError(
            _("a store is a file or a postgresql:// URL, not a {kind}:// URL").format(
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
    """Creates or migrates the tables."""
    is_file = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if is_file:
            _check_tables(connection, name, complete=False)
        revision = _revision(connection)
        if revision == REVISION:
            if is_file:
                _check_tables(connection, name, complete=True)
            return
        if revision is not None:
            _check_known(revision, name)
            if "mode" in engine.url.query:
                raise _outdated(name)
        elif is_file:
            _check_empty(connection, name)
    with engine.connect() as connection:
        if is_file:
            _write_ahead(connection, name)
        connection = connection.execution_options(writes=True)
        with connection.begin():
            if not is_file:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            revision = _revision(connection)  # another process may have migrated it
            if revision != REVISION:
                if revision is None:
                    _check_empty(connection, name)
                else:
                    _check_known(revision, name)
                _migrate(connection)
                if is_file:
                    _check_tables(connection, name, complete=True)


def _check_tables(connection: sa.Connection, name: str, complete: bool) -> None:
    """Raises StoreError if somebody altered our tables in a file.

    A view, a trigger or a generated column would run SQL of somebody else, perhaps for ever.
    ``complete``: True if all columns must be there.
    """
    objects = connection.exec_driver_sql("SELECT type, tbl_name, rootpage FROM sqlite_master")
    for kind, table, page in objects:
        ours = isinstance(table, str) and table.lower() in OURS
        if ours and (kind not in ("table", "index") or page == 0):  # 0: a virtual table
            raise damaged(name)
    names = ", ".join(f"'{name}'" for name in sorted(OURS))
    columns = connection.exec_driver_sql(
        "SELECT m.name, c.name, c.hidden FROM sqlite_master m, pragma_table_xinfo(m.name) c "
        f"WHERE m.type = 'table' AND lower(m.name) IN ({names})"
    ).all()
    missing = COLUMNS - {(table, column) for table, column, _hidden in columns}
    if any(hidden for *_names, hidden in columns) or (complete and missing):
        raise damaged(name)


def _write_ahead(connection: sa.Connection, name: str) -> None:
    """Switches a file to write-ahead logging, so that others can read during writes.

    This is permanent, and only possible outside a transaction. While another process locks the
    file, SQLite fails without waiting, so this retries. Raises StoreError.
    """
    cursor, end = connection.connection.cursor(), monotonic() + LOCK_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or monotonic() > end:
                raise _reason(name, str(error), LOCK_SECONDS) from None
            sleep(RETRY_SECONDS)
        else:
            return


def _revision(connection: sa.Connection) -> str | None:
    """Returns the revision of the tables; None for a database without ours."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    return None if found is None else str(found)


def _check_empty(connection: sa.Connection, name: str) -> None:
    """Raises StoreError if another program has tables in the file, or with our names."""
    found = set(sa.inspect(connection).get_table_names()) - {VERSION_TABLE}
    if connection.dialect.name != "sqlite":
        found &= set(metadata.tables)
    if found:
        raise StoreError(
            _("{store} is a database of another program; use another store").format(store=name)
        )


def _check_known(revision: str, name: str) -> None:
    """Raises StoreError for an unknown revision."""
    from alembic.script import ScriptDirectory

    # Exact names only: Alembic itself also accepts "head" and prefixes.
    known = ScriptDirectory.from_config(migrations()).walk_revisions()
    if revision not in {each.revision for each in known}:
        raise StoreError(
            _(
                "{store} was written by a newer version of mastermine (revision {revision}); "
                "upgrade mastermine, or choose another store with --store"
            ).format(store=name, revision=" ".join(revision.split()))
        )


def _migrate(connection: sa.Connection) -> None:
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def migrations() -> Any:
    """Returns the Alembic configuration with the revisions."""
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def store_errors(name: str, patience: float | None = None) -> Iterator[None]:
    """Turns database errors into StoreError with one line.

    ``patience``: seconds that were waited for another process that writes [default:
    ``LOCK_SECONDS``].
    """
    waited = LOCK_SECONDS if patience is None else patience
    try:
        yield
    except sa.exc.IntegrityError:
        raise InconsistentError(str(damaged(name))) from None
    except sa.exc.DBAPIError as error:
        # The primary message only: the whole error also contains the statement.
        primary = getattr(getattr(error.orig, "diag", None), "message_primary", None)
        text = " ".join(str(primary or error.orig).split())
        raise _reason(name, text, waited) from None
    except sa.exc.SQLAlchemyError as error:
        raise _reason(name, " ".join(str(error).split()), waited) from None
    except UnicodeDecodeError:
        raise damaged(name) from None  # sqlite3 quotes a damaged name that is not UTF-8
    except UnicodeEncodeError as error:
        raise StoreError(
            _("{store} cannot store {text!r}; use a database in UTF-8").format(
                store=name, text=error.object[error.start : error.end]
            )
        ) from None


def _reason(name: str, text: str, patience: float) -> StoreError:
    """Explains a database error, with a remedy if one is known."""
    if "not a database" in text:
        message = _("{store} is not a store of runs; use another file")
    elif "readonly" in text or "unable to open" in text:
        return _unwritable(Path(name), _reason_of_file(Path(name)))
    elif "locked" in text:
        message = _("another process has been writing to {store} for more than {seconds} s")
    elif "is full" in text:
        message = _("no space is left for {store}; the games stored so far are safe")
    elif "malformed" in text:
        return damaged(name)
    else:
        message = _("{store}: {reason}")
    return StoreError(message.format(store=name, reason=text, seconds=plain(patience)))


def _outdated(name: str) -> StoreError:
    return StoreError(
        _(
            "{store} was written by an earlier version of mastermine and is read-only; copy it to "
            "a folder where you can write, and open the copy"
        ).format(store=name)
    )


def damaged(name: str) -> StoreError:
    """Returns the error for a damaged store."""
    return StoreError(
        _("{store} is damaged; use another store, or restore it from a backup").format(store=name)
    )


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
