"""The usual baseline of the literature: no more than one number is looked at at a time."""

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
    """No rule beyond single numbers."""
    return iter(())


@strategy(
    "single-point", game="minesweeper", cite=N_("folklore"), games=whole_games("single-point")
)
def single_point(view: BoardView) -> Cell:
    """One number at a time, and any other closed cell where that says nothing.

    A number whose mines are all known is done, and its other neighbours are safe; one that needs
    all its closed neighbours makes them mines. The mines are not counted. It guesses among all
    closed cells that it does not take for mines, each equally likely. It begins in the corner.
    """
    notes = take_notes(view, nothing_more)
    return (
        first_click(view)
        or next(iter(notes.safe), None)
        or view.rng.choice(in_order(notes.position.unknown))
    )
