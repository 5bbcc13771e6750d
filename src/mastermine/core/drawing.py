"""Pictures of values in a notebook."""

from __future__ import annotations

from importlib import import_module

PICTURES = "mastermine.session.share.picture"
"""The module that draws them, imported by name because it depends on every game."""


class Drawn:
    """A value that a notebook shows as a picture: a board, a game or an analysis."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None for a game that has no pictures."""
        picture: str | None = import_module(PICTURES).svg(self)
        return picture
