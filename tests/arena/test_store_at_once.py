"""A store that several processes make at once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Timer

import pytest

from mastermine.arena.store import StoreError, open_store


def held(path: Path) -> sqlite3.Connection:
    """A new file in which somebody writes."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


def test_who_comes_second_waits(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    other = held(path)
    timer = Timer(0.3, other.execute, ["ROLLBACK"])
    timer.start()
    with open_store(path) as store:
        assert store.runs() == []
    timer.join()
    other.close()


def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.arena.store.connect.LOCK_SECONDS", 0.1)
    path = tmp_path / "runs.sqlite"
    other = held(path)
    with pytest.raises(StoreError, match="being written by another process"):
        open_store(path)
    other.close()


@pytest.mark.parametrize("wanted", range(3))
def test_many_make_it_at_once(tmp_path: Path, wanted: int) -> None:
    path, start = tmp_path / f"{wanted}.sqlite", Barrier(4)

    def make(_number: int) -> int:
        start.wait()
        with open_store(path) as store:
            return len(store.runs())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make, range(4))) == [0] * 4
