"""Data of the Mastermind lessons."""

from __future__ import annotations

from typing import Any

from mastermine.mastermind import Mastermind
from mastermine.session.mastermind import shape


def pegs() -> dict[str, Any]:
    """Returns the pegs of the classic game."""
    rules = Mastermind(places=4, colours=6)
    return {"rules": rules.spec(), "board": shape(rules, rules.notation)}
