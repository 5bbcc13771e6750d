"""Messages about puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.coach.reasons import look
from mastermine.i18n.text import _, pgettext
from mastermine.session import Depth

if TYPE_CHECKING:
    from mastermine.core.grading import Graded
    from mastermine.mastermind.deduction import Step
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.puzzles import Puzzle
    from mastermine.mastermind.rules import Code


def question() -> str:
    """Asks for the code."""
    return _("Exactly one code fits all rows. Which one?")


def title(number: int, puzzle: Graded) -> str:
    """Formats the number of a puzzle and its grade."""
    # Translators: {grade} is the grade of a puzzle, such as easy.
    return _("Puzzle {n}: {grade}").format(n=number, grade=grades()[puzzle.grade])


def grades() -> dict[str, str]:
    """Returns the names of the grades."""
    return {
        "easy": pgettext("grade of a puzzle", "easy"),
        "medium": pgettext("grade of a puzzle", "medium"),
        "hard": pgettext("grade of a puzzle", "hard"),
        "expert": pgettext("grade of a puzzle", "expert"),
    }


def hinted(step: Step, depth: Depth, notation: Notation) -> str:
    """Formats a hint: where to look, by which rule, or the reason and its conclusion."""
    match depth:
        case Depth.WHERE:
            return look(step)
        case Depth.WHICH:
            # Translators: {name} is the name of a rule, such as "empty row".
            return _("The rule: {name}.").format(name=step.name)
        case Depth.WHY:
            return step.sentence(notation)


def all_known() -> str:
    """Says that no hint is left."""
    return _("Every place is known now: type the code.")


def tried(puzzle: Puzzle, notation: Notation, code: Code) -> str:
    """Says that a code is right, or which row it contradicts. Raises IllegalMove."""
    misfit = puzzle.misfit(code)
    if misfit is None:
        return _("Right: {code} fits all rows.").format(code=notation.format(code))
    row, answer = misfit
    # Translators: {answer} is such as 1B 0W; row {row} has another one.
    return _("{code} does not fit row {row}: it would get {answer}.").format(
        code=notation.format(code), row=row, answer=notation.format_answer(answer)
    )
