"""Turns that are written down, and turns of games that are drawn."""

from __future__ import annotations

from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.rules import Code, Mastermind

Turns = tuple[Turn[Code, Feedback], ...]


def turns_of(rules: Mastermind, *rows: str) -> Turns:
    """Turns such as ``1122 1B 0W``."""
    pairs = [row.split(maxsplit=1) for row in rows]
    return tuple(Turn(rules.parse_action(a), rules.parse_feedback(b)) for a, b in pairs)


def drawn_turns(rules: Mastermind, seed: int, number: int) -> tuple[Code, Turns]:
    """A secret, and so many random guesses with their answers."""
    rng = Random(seed)
    secret = rules.draw(rng)
    guesses = [rules.draw(rng) for _guess in range(number)]
    return secret, tuple(Turn(guess, rules.respond(secret, guess)) for guess in guesses)
