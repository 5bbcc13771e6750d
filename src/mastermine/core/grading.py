"""Graded positions: sets for exams and training, and errors about grades."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import count
from typing import Protocol, TypeVar

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import Random
from mastermine.i18n.text import _, nearest

MAX_FRUITLESS_GAMES = 5_000
"""Number of games without a new position after which the search stops."""


class Graded(Protocol):
    """A position with a grade."""

    @property
    def grade(self) -> str: ...


G = TypeVar("G", bound=Graded)


def check_grade(grade: str | None, grades: Collection[str]) -> None:
    """Raises InvalidSpec for a grade that is not one of these; None is any grade."""
    if grade is not None and grade not in grades:
        raise InvalidSpec(
            _("there is no grade {grade!r}; {hint}").format(
                grade=grade, hint=nearest(grade, grades)
            )
        )


def check_pattern(pattern: str, patterns: Collection[str]) -> None:
    """Raises InvalidSpec for a rule or pattern without studies."""
    if pattern not in patterns:
        raise InvalidSpec(
            _("there are no studies of {pattern!r}; {hint}").format(
                pattern=pattern, hint=nearest(pattern, patterns)
            )
        )


def too_few_puzzles(spec: str, grade: str) -> InvalidSpec:
    """Creates the error for rules whose puzzles are hardly ever of a grade."""
    return InvalidSpec(
        _("{spec} has too few puzzles of the grade {grade}").format(spec=spec, grade=grade)
    )


def draw_graded(
    spec: str,
    positions_of_game: Callable[[Random], Iterable[G]],
    seed: int | str,
    number: int,
    grades: Collection[str],
) -> dict[str, list[G]]:
    """Draws ``number`` positions of each grade, at most one of a grade from one game.

    ``positions_of_game`` yields the positions of a random game of the rules ``spec``. The same seed
    gives the same positions, and a larger ``number`` begins with those of a smaller one. Different
    seeds draw different games, such as for training and for testing; positions early in a game may
    be the same by chance. Raises InvalidSpec if the rules have too few positions of a grade.
    """
    found: dict[str, list[G]] = {grade: [] for grade in grades}
    games, fruitless = count(), 0
    while missing := [grade for grade, those in found.items() if len(those) < number]:
        if fruitless == MAX_FRUITLESS_GAMES:
            raise InvalidSpec(
                _("{spec} has too few positions of the grade {grade}").format(
                    spec=spec, grade=missing[0]
                )
            )
        rng = Random(seed).fork("position", next(games))
        played = list(positions_of_game(rng))
        fruitless += 1
        for grade in missing:
            if those := [each for each in played if each.grade == grade]:
                found[grade].append(rng.fork(grade).choice(those))
                fruitless = 0
    return found
