"""Saved games that somebody altered in the store of a server: their players get a clear answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import begin, error, moved

from mastermine.arena.store import open_store

VALUES = ("x'ff'", "'x'", "''", "'{}'", "'null'", f"'{'[' * 5000}'", "-1", "1e300", "'\x1b[31m'")


@pytest.mark.parametrize(
    "column", ["game", "rules", "mode", "state", "version", "changed", "summary", "data"]
)
def test_damaged_games_hide_no_other(
    tmp_path: Path, serve: Callable[..., Any], column: str
) -> None:
    path = tmp_path / "altered.sqlite"
    with open_store(path) as store, serve(store) as web:
        whole, *damaged = (
            moved(web, begin(web, rules="4x6"), "guess 1122")["id"] for _n in (0, *VALUES)
        )
        cookies = dict(web.cookies)
    connection = sqlite3.connect(path)
    with connection:
        for game, value in zip(damaged, VALUES, strict=True):
            connection.execute(f"UPDATE saved SET {column} = {value} WHERE id = ?", [game])
    connection.close()
    with open_store(path) as store, serve(store) as web:
        web.cookies.update(cookies)
        listed = web.get("/api/games")
        if column == "changed":  # The database itself cannot read a text that is no date.
            assert error(listed)[0] == 503
        else:
            assert whole in [game["id"] for game in listed.json()]
        assert "\x1b" not in listed.text
        assert web.get(f"/api/games/{whole}").status_code == 200
        for game in damaged:
            opened = web.get(f"/api/games/{game}")
            assert opened.status_code in (200, 400), opened.text
