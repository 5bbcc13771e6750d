"""Messages about puzzles of Mastermind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.puzzles import Puzzle
    from mastermine.mastermind.rules import Code


def question() -> str:
    """Asks for the code."""
    return _("Exactly one code fits all rows. Which one?")


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
