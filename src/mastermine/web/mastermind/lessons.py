"""Data of the Mastermind lessons."""

from __future__ import annotations

from typing import Any

from mastermine.mastermind import EXAMPLES, Mastermind
from mastermine.session.mastermind import shape
from mastermine.session.messages.puzzles import grades
from mastermine.web.mastermind.messages import all_pegs, answer_texts

REASONS = (
    "one-row",
    "places-of-a-colour",
    "misplaced-pegs",
    "all-colours",
    "two-rows",
    "what-if",
    "several-rows",
    "chain",
    "list-of-codes",
)
"""Names of the lessons on each rule of the ladder; the second one on a rule has a 2 after it."""


def material() -> dict[str, Any]:
    """Returns the pegs of the classic game, the texts of its answers, and puzzles."""
    rules = Mastermind(places=4, colours=6)
    notation = rules.notation
    return {
        "rules": rules.spec(),
        "board": shape(rules, notation),
        "answers": answer_texts(notation, all_pegs(rules.places)),
        "puzzles": _puzzles(),
        "grades": grades(),
    }


def _puzzles() -> list[dict[str, Any]]:
    """Returns the idea and the rows of each example, by the name of its lesson."""
    found, rungs = [], [example.rung for example in EXAMPLES]
    for at, example in enumerate(EXAMPLES):
        name, before = REASONS[example.rung], rungs[:at].count(example.rung)
        found.append(
            {
                "lesson": f"{name}-{before + 1}" if before else name,
                "idea": example.idea,
                "rules": example.spec,
                "colours": example.colours,
                "turns": [row.split(" ", 1) for row in example.rows.split("; ")],
            }
        )
    return found
