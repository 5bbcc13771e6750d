"""The patterns that players learn, without any calculation."""

from collections.abc import Iterator

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.corners import corners
from mastermine.minesweeper.deduction.pairs import differences
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.deduction.step import Step
from mastermine.minesweeper.guessing import first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.notes import take_notes
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.threats import least_threatened, threat_reasons


def named_patterns(position: Position) -> Iterator[Step]:
    """Yields the steps of two numbers, and of three around a corner.

    Figures in a row, such as 1-2-1, consist of pairs and conclude nothing more.
    """
    yield from differences(position)
    yield from corners(position)


def reasons(view: BoardView) -> list[str]:
    """Returns the threats and the rule behind a guess, in sentences."""
    notes = take_notes(view, named_patterns)
    return [] if notes.safe else threat_reasons(notes.position)


@strategy(
    "patterns",
    game="minesweeper",
    cite=N_("folklore"),
    games=whole_games("patterns"),
    reasons=reasons,
)
def patterns(view: BoardView) -> Cell:
    """Single numbers, all named patterns of two and three numbers, then the guess of the thesis.

    It uses the deduction rules for one number, for two numbers (1-1, 1-2, 1-2-1, holes and similar
    patterns, with known mines subtracted) and for corners (1-3-1, 2-2-2, the square 0112), but
    neither the number of mines nor longer chains. It guesses like ``thesis`` and starts in the
    corner.
    """
    notes = take_notes(view, named_patterns)
    return first_click(view) or next(iter(notes.safe), None) or least_threatened(notes.position)
