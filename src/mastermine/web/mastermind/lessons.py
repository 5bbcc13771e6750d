"""Data of the Mastermind lessons."""

from __future__ import annotations

from typing import Any

from mastermine.mastermind import Mastermind
from mastermine.session.mastermind import shape
from mastermine.web.mastermind.messages import all_pegs, answer_texts


def pegs() -> dict[str, Any]:
    """Returns the pegs of the classic game, and the texts of its answers."""
    rules = Mastermind(places=4, colours=6)
    notation = rules.notation
    return {
        "rules": rules.spec(),
        "board": shape(rules, notation),
        "answers": answer_texts(notation, all_pegs(rules.places)),
    }
