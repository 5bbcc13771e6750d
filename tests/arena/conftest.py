"""Stores for the tests: an SQLite file, and a PostgreSQL database where there is a server."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.waiting import PATIENCE

from mastermine.arena.store import Store, open_store

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

# PostgreSQL is tested with the server of MASTERMINE_TEST_POSTGRES, a URL of somebody who may make
# schemas, or else with one that is started for it where the programs are installed.


def server_programs() -> str | None:
    found = shutil.which("initdb")
    if found:
        return str(Path(found).resolve().parent)
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return str(homes[-1]) if homes else None


@contextmanager
def throwaway_server() -> Iterator[str]:
    """The URL of a server that lives as long as the context."""
    programs = server_programs()
    if programs is None:
        pytest.skip("no PostgreSQL server, nor the programs of one")
    # The server refuses to be run by root.
    other_user = ["runuser", "-u", "postgres", "--"] if ROOT else []
    if other_user and not shutil.which("runuser"):
        pytest.skip("root cannot run a PostgreSQL server")
    with tempfile.TemporaryDirectory(prefix="mm-pg-") as folder:
        if other_user:
            try:
                shutil.chown(folder, "postgres")
            except LookupError:
                pytest.skip("root cannot run a PostgreSQL server: there is no user postgres")

        def do(program: str, *arguments: str) -> None:
            command = [*other_user, f"{programs}/{program}", "-D", f"{folder}/data", *arguments]
            subprocess.run(
                command, check=True, stdout=subprocess.DEVNULL, cwd=folder, timeout=PATIENCE
            )

        do("initdb", "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        do("pg_ctl", "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql://tester@/postgres?host={folder}"
        finally:
            do("pg_ctl", "-m", "immediate", "stop")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    pytest.importorskip("psycopg")
    with ExitStack() as stack:
        yield os.environ.get("MASTERMINE_TEST_POSTGRES") or stack.enter_context(throwaway_server())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.rest)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A store that is not there yet."""
    if request.param == "sqlite":
        yield str(tmp_path / "runs.sqlite")
        return
    url = sa.make_url(request.getfixturevalue("server"))
    engine = sa.create_engine(
        url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    schema = f"mm_{random.randrange(1 << 60)}"
    with engine.connect() as connection:
        connection.execute(sa.schema.CreateSchema(schema))
        yield url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(False)
        connection.execute(sa.schema.DropSchema(schema, cascade=True))
    engine.dispose()


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A store that is new and open."""
    with open_store(where) as made:
        yield made
