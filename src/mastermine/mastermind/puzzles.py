"""Puzzles: rows with answers that exactly one code fits.

No row is redundant: without any one of them several codes fit, and no row is the code itself. A
puzzle depends only on the rules without their limit of guesses, the seed, its grade if one is
chosen, and its number. Its grade is that of the hardest reason that a person needs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn
from mastermine.core.grading import check_grade, too_few_puzzles
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.deduction import LADDER, Step, essence, rung
from mastermine.mastermind.deduction.counting import one_colour, several_rows, two_rows
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates, code_of_row, universe
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from mastermine.mastermind.reference import Codes

FEWEST_ROWS, MOST_ROWS = 3, 7
"""Numbers of rows of a puzzle."""

USUAL_ROWS = (3, 4, 4, 4, 5, 5, 6)
"""A draft with one of these numbers of rows is preferred: 4 is the most frequent."""

DRAFTS = 4
"""Number of drafts of which the best becomes a puzzle."""

SAMPLES = (1, 2, 4, 8, 16)
"""Numbers of guesses of which the most informative becomes the next row of a draft."""

MAX_FRUITLESS_DRAFTS = 1000
"""Number of drafts without a puzzle after which the search stops."""

MAX_FRUITLESS_PUZZLES = 300
"""Number of puzzles without one of the chosen grade after which the search stops."""

_HARDEST = {
    "easy": LADDER.index(one_colour),
    "medium": LADDER.index(two_rows),
    "hard": LADDER.index(several_rows),
    "expert": len(LADDER) - 1,
}
"""The hardest rule of each grade, as an index in the ladder of reasons."""

GRADES = tuple(_HARDEST)
"""Grades of puzzles, the easiest first."""


@dataclass(frozen=True)
class Puzzle:
    """Rows with answers, and the only code that fits them."""

    rules: Mastermind
    turns: tuple[Turn[Code, Feedback], ...]
    code: Code

    @classmethod
    def of(cls, rules: Mastermind, turns: Sequence[Turn[Code, Feedback]]) -> Puzzle:
        """Returns the puzzle with these rows.

        Raises Contradiction if no code fits them, InvalidSpec if several do, and TooLarge.
        """
        known: Candidates = rules.secrets()
        for turn in turns:
            known = known.after(turn)
        if len(known) > 1:
            raise InvalidSpec(
                _("these rows are no puzzle: {first}, {second} and perhaps more codes fit").format(
                    first=rules.format_action(known[0]), second=rules.format_action(known[1])
                )
            )
        return cls(rules.with_limit(None), tuple(turns), known.first())

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The reasons from the rows to the code, one by one, the simplest first."""
        return tuple(essence(self.rules, self.turns))

    @property
    def grade(self) -> str:
        """One of ``GRADES``, by the hardest reason."""
        hardest = max(map(rung, self.steps))
        return next(grade for grade, most in _HARDEST.items() if hardest <= most)

    def misfit(self, code: Code) -> tuple[int, Feedback] | None:
        """Returns the first row, counted from 1, that a code contradicts.

        The answer is the one that this row would get if the code were right. None for the solution.
        Raises IllegalMove.
        """
        self.rules.check(code)
        for row, turn in enumerate(self.turns, start=1):
            answer = self.rules.respond(code, turn.action)
            if answer != turn.feedback:
                return row, answer
        return None

    def to_json(self) -> dict[str, Any]:
        """Returns the puzzle, its grade and its code as JSON values."""
        code, answer = self.rules.format_action, self.rules.format_feedback
        return {
            "rules": self.rules.spec(),
            "turns": [
                {"guess": code(turn.action), "answer": answer(turn.feedback)} for turn in self.turns
            ],
            "grade": self.grade,
            "code": code(self.code),
        }


def draw_puzzles(rules: Mastermind, seed: int | str, grade: str | None = None) -> Iterator[Puzzle]:
    """Yields the puzzles of a seed, all or those of one grade, without end.

    Raises InvalidSpec if there is no such grade or the rules have no such puzzle, and TooLarge if
    the codes cannot be listed.
    """
    check_grade(grade, GRADES)
    rules = rules.with_limit(None)
    codes = universe(rules)
    rng, fruitless = Random(seed), 0
    for number in count(1):
        puzzle = _puzzle(rules, codes, rng.fork("puzzle", rules.spec(), number))
        if grade is None or puzzle.grade == grade:
            fruitless = 0
            yield puzzle
        elif (fruitless := fruitless + 1) == MAX_FRUITLESS_PUZZLES:
            raise too_few_puzzles(rules.spec(), grade)


def _puzzle(rules: Mastermind, codes: Codes, rng: Random) -> Puzzle:
    """Draws a puzzle: the best of some drafts."""
    rows = rng.choice(USUAL_ROWS)

    def faults(draft: Puzzle) -> tuple[int, int]:
        """Compares the number of rows, and then how often an answer is repeated."""
        answers = {turn.feedback for turn in draft.turns}
        return abs(len(draft.turns) - rows), len(draft.turns) - len(answers)

    best, found = None, 0
    for _draft in range(MAX_FRUITLESS_DRAFTS):
        draft = _drafted(rules, codes, rng)
        if draft is None:
            continue
        found += 1
        if best is None or faults(draft) < faults(best):
            best = draft
        if found == DRAFTS:
            break
    if best is None:
        raise InvalidSpec(
            _("{spec} has no puzzle of {least} to {most} rows; use rules with more codes").format(
                spec=rules.spec(), least=FEWEST_ROWS, most=MOST_ROWS
            )
        )
    return best


def _drafted(rules: Mastermind, codes: Codes, rng: Random) -> Puzzle | None:
    """Draws a code, and rows until no other code fits; None if too few or too many are needed."""
    secret = code_of_row(codes, rng.below(len(codes)))
    draw = _guesses(rules, codes, secret, rng, rare=bool(rng.below(2)))
    sample = rng.choice(SAMPLES)
    left, rows = codes, list[tuple[Code, int]]()
    while len(left) > 1:
        if len(rows) == 2 * MOST_ROWS:
            return None
        guess, answer, left = min(
            (_asked(rules, left, *draw()) for _each in range(sample)), key=lambda it: len(it[2])
        )
        rows.append((guess, answer))
    kept = _needed(rules, codes, rows) if rows else []
    if not FEWEST_ROWS <= len(kept) <= MOST_ROWS:
        return None
    turns = tuple(
        Turn(guess, rules.decode(answer)) for guess, answer in map(rows.__getitem__, kept)
    )
    return Puzzle(rules, turns, secret)


def _guesses(
    rules: Mastermind, codes: Codes, secret: Code, rng: Random, *, rare: bool
) -> Callable[[], tuple[Code, int]]:
    """Returns a function that draws a guess, not the secret, with its encoded answer.

    ``rare``: answers of few guesses, which tell more, are drawn more often than from all guesses.
    """
    # Code and guess can be exchanged: these are the answers of the secret to all guesses.
    answers = kernels.respond(rules, secret, codes)
    order = np.argsort(answers, kind="stable")
    sizes = np.bincount(answers)
    ends = np.cumsum(sizes)
    kinds = [kind for kind in np.flatnonzero(sizes).tolist() if kind != rules.win]
    weights = (int(sizes[kind]) for kind in kinds)
    bounds = list(accumulate(map(isqrt, weights) if rare else weights))

    def draw() -> tuple[Code, int]:
        kind = kinds[bisect_right(bounds, rng.below(bounds[-1]))]
        at = order[ends[kind] - 1 - rng.below(int(sizes[kind]))]
        return code_of_row(codes, at), kind

    return draw


def _asked(rules: Mastermind, left: Codes, guess: Code, answer: int) -> tuple[Code, int, Codes]:
    """Returns a guess, its answer, and the codes that give it."""
    fits = kernels.respond(rules, guess, left) == answer
    return guess, answer, left.compress(fits, axis=0)


def _needed(rules: Mastermind, codes: Codes, rows: list[tuple[Code, int]]) -> list[int]:
    """Returns the indices of rows that together exclude all codes but one, and none to spare.

    The last of several redundant rows is left out, again and again.
    """
    fails = np.array([kernels.respond(rules, guess, codes) != answer for guess, answer in rows])
    kept = list(range(len(rows)))
    while True:
        # A row is needed if it is the only one that excludes some code.
        once = fails[kept].sum(axis=0) == 1
        needed = (fails[kept] & once).any(axis=1)
        if needed.all():
            return kept
        del kept[int(np.flatnonzero(~needed)[-1])]
