"""Pictures of values in a notebook."""

from __future__ import annotations

from importlib import import_module

PICTURES = "mastermine.session.share.picture"
"""The module that draws them: it is above all that it draws, so it is found by name when needed."""


def drawn(value: object) -> str | None:
    """An SVG picture of a board, a game or an analysis; None for a game that has no pictures."""
    picture: str | None = import_module(PICTURES).svg(value)
    return picture
