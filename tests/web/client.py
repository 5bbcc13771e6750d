"""What the tests of the server ask, and how it answers."""

from __future__ import annotations

from typing import Any


def begin(web: Any, **wanted: Any) -> dict[str, Any]:
    """A new game."""
    answer = web.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def move(web: Any, game: dict[str, Any], text: str, version: int | None = None) -> Any:
    """The answer to a move, by default one in the game as it is known here."""
    version = game["version"] if version is None else version
    return web.post(f"/api/games/{game['id']}/moves", json={"move": text, "version": version})


def moved(web: Any, game: dict[str, Any], text: str) -> dict[str, Any]:
    """The game after a move, wherever it stood."""
    answer = web.post(f"/api/games/{game['id']}/moves", json={"move": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def helped(web: Any, game: dict[str, Any], what: str) -> dict[str, Any]:
    """The help that a player gets."""
    answer = web.post(f"/api/games/{game['id']}/help/{what}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["help"])


def error(answer: Any) -> tuple[int, str, str]:
    """The status of a refusal, its kind, and its message, which is one line."""
    message = answer.json()["error"]
    assert "\n" not in message["message"]
    return answer.status_code, message["kind"], message["message"]
