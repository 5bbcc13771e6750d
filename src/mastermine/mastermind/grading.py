"""Positions of Mastermind graded by the number of possible codes, for exams and training."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from mastermine.core.game import Turn
from mastermine.core.grading import draw_graded
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.rules import Code, Mastermind

LARGEST = {"one": 1, "few": 10, "some": 100, "many": None}
"""Largest number of possible codes of each grade; None: no limit."""

GRADES = tuple(LARGEST)


@dataclass(frozen=True, slots=True)
class GradedPosition:
    """A position in a game: the turns, before a guess."""

    rules: Mastermind
    turns: tuple[Turn[Code, Feedback], ...]
    grade: str
    """One of ``GRADES``."""


def grade_of(known: Candidates) -> str:
    """Returns the grade of a position, one of ``GRADES``. Raises TooLarge."""
    number = known.count()
    return next(grade for grade, most in LARGEST.items() if most is None or number <= most)


def positions_of_game(rules: Mastermind, rng: Random) -> Iterator[GradedPosition]:
    """Yields the graded positions after each guess of a game with random consistent guesses.

    Raises TooLarge.
    """
    secret, known = rules.draw(rng), rules.knowledge()
    while not known.turns or known.turns[-1].action != secret:
        if known.turns:
            yield GradedPosition(rules, known.turns, grade_of(known))
        guess = known.draw(rng)
        known = known.after(Turn(guess, rules.respond(secret, guess)))


def graded_positions(
    rules: Mastermind, seed: int | str, number: int, grades: Collection[str] = GRADES
) -> dict[str, list[GradedPosition]]:
    """Draws ``number`` positions of each grade, as ``core.grading.draw_graded``.

    Raises InvalidSpec, TooLarge.
    """
    play = partial(positions_of_game, rules)
    return draw_graded(rules.spec(), play, seed, number, grades)
