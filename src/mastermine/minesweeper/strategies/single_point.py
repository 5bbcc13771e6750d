"""The usual baseline of the literature: deduction from one number at a time."""

from collections.abc import Iterator

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Position, in_order
from mastermine.minesweeper.deduction.step import Step
from mastermine.minesweeper.guessing import first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.notes import take_notes
from mastermine.minesweeper.player import whole_games


def nothing_more(_position: Position) -> Iterator[Step]:
    """Yields nothing: there is no rule beyond single numbers."""
    return iter(())


@strategy(
    "single-point", game="minesweeper", cite=N_("folklore"), games=whole_games("single-point")
)
def single_point(view: BoardView) -> Cell:
    """One number at a time; a random closed cell if that proves nothing.

    If all mines of a number are known, its other neighbours are safe; if a number needs all its
    closed neighbours, they are mines. The number of mines is not used. It guesses at random among
    the closed cells that are not known mines, and starts in the corner.
    """
    notes = take_notes(view, nothing_more)
    return (
        first_click(view)
        or next(iter(notes.safe), None)
        or view.rng.choice(in_order(notes.position.unknown))
    )
