"""Games that are saved and come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from mastermine.session import Saved, load, restore

Game = TypeVar("Game", bound=Saved)


class Time:
    """A clock that stands still unless a test moves it, with the fixture ``time``."""

    now = 100.0


def did(game: Any, *moves: str) -> Any:
    """The game after these moves."""
    for move in moves:
        game.do(move)
    return game


def saved(game: Game, folder: Path) -> Game:
    """The same game from its file, which does not change when it is saved again."""
    path = folder / "game.json"
    game.save(path)
    first = path.read_bytes()
    found = load(path)
    assert isinstance(found, type(game))
    found.save(path)
    assert path.read_bytes() == first
    return found


def again(game: Saved) -> Any:
    """The game from its data, which says the same of itself."""
    found = restore(json.loads(json.dumps(game.data())))
    assert found.data() == game.data()
    assert found.public() == game.public()
    return found
