"""The rules of a game in a few sentences."""

from __future__ import annotations

from mastermine.i18n.text import _


def mastermind() -> str:
    """Explains Mastermind."""
    return _(
        "Find the secret code. A black peg means that a colour is right and in its place; a white "
        "peg means that a colour is right but in the wrong place."
    )


def minesweeper() -> str:
    """Explains Minesweeper."""
    return _(
        "Open all cells without a mine. A number shows how many of the up to eight cells around it "
        "contain mines."
    )
