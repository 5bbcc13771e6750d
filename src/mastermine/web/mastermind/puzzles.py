"""Puzzles of Mastermind, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.coach.reasons import reasons_data, title
from mastermine.core.errors import in_field
from mastermine.core.game import Turn
from mastermine.i18n.text import capital
from mastermine.mastermind import Mastermind, Notation, Puzzle, draw_puzzles
from mastermine.session.mastermind import shape
from mastermine.session.messages.puzzles import all_known, grades, question, tried
from mastermine.web.mastermind.messages import answer_texts
from mastermine.web.mastermind.tools import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.mastermind import Step


def drawn(
    rules: Mastermind, names: Sequence[str] | None, seed: str, grade: str | None
) -> dict[str, Any]:
    """Draws the first puzzle of a seed. Raises InvalidSpec, TooLarge."""
    return _serialised(next(draw_puzzles(rules, seed, grade)), _notation(rules, names))


def with_rows(rules: Mastermind, names: Sequence[str] | None, rows: str) -> dict[str, Any]:
    """Reads the puzzle of a link. Raises InvalidSpec, IllegalMove, Contradiction."""
    return _serialised(_puzzle(rules, rows), _notation(rules, names))


def checked(rules: Mastermind, names: Sequence[str] | None, rows: str, code: str) -> dict[str, Any]:
    """Checks a code. Raises InvalidSpec, IllegalMove, Contradiction."""
    puzzle = _puzzle(rules, rows)
    with in_field("code"):
        given = rules.parse_action(code)
    misfit = puzzle.misfit(given)
    return {
        "right": misfit is None,
        "row": None if misfit is None else misfit[0],
        "sentence": tried(puzzle, _notation(rules, names), given),
    }


def _notation(rules: Mastermind, names: Sequence[str] | None) -> Notation:
    with in_field("colours"):
        return Notation.of(rules.with_limit(None), names)


def _puzzle(rules: Mastermind, rows: str) -> Puzzle:
    """Reads the rows of a link."""
    with in_field("turns"):
        read_rows = read("", {"rules": rules.spec(), "turns": rows}, None)["turns"]
        turns = []
        for guess, answer in read_rows:
            code = rules.parse_action(guess)
            turns.append(Turn(code, rules.parse_feedback(answer, code)))
        return Puzzle.of(rules, turns)


def _serialised(puzzle: Puzzle, notation: Notation) -> dict[str, Any]:
    """Serialises a puzzle with all that is needed to show and to explain it."""
    rules = puzzle.rules
    answers = [turn.feedback for turn in puzzle.turns]
    return {
        "rules": rules.spec(),
        "colours": notation.names_given,
        "described": notation.describe(limit=False),
        "shape": shape(rules, notation),
        "turns": [
            [rules.format_action(turn.action), rules.format_feedback(turn.feedback)]
            for turn in puzzle.turns
        ],
        "answers": answer_texts(notation, answers),
        "sentences": [capital(notation.answer_sentence(answer)) for answer in answers],
        "legend": notation.answers.legend(),
        "question": question(),
        "grade": puzzle.grade,
        "graded": capital(grades()[puzzle.grade]),
        "how": title(),
        "steps": [
            {**data, "known": _known(step, notation)}
            for data, step in zip(reasons_data(puzzle.steps, notation), puzzle.steps, strict=True)
        ],
        "end": all_known(),
        "code": rules.format_action(puzzle.code),
    }


def _known(step: Step, notation: Notation) -> list[str | None]:
    """Returns the label of each place that is certain after a step."""
    domains = step.after.domains
    return [notation.digits[min(each)] if len(each) == 1 else None for each in domains]
