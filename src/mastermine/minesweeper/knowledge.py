"""Knowledge of a player: the open cells, and the mine probability of each closed cell."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Protocol

from mastermine.core.errors import Contradiction, TooLarge
from mastermine.core.game import StrategyView, Turn
from mastermine.i18n.text import _
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    ImpossibleBoard,
    Layout,
)
from mastermine.minesweeper.cells import axes
from mastermine.minesweeper.rules import Exploded, Feedback, First, Minesweeper

if TYPE_CHECKING:
    from mastermine.minesweeper.probability import Analysis


class BoardView(StrategyView[Minesweeper, "Field", Cell, Feedback], Protocol):
    """View of a game for a Minesweeper strategy."""


class Field:
    """The layouts that are consistent with a board; immutable, analysed on first use.

    All layouts of the rules are assumed to be equally likely. With ``noguess`` this is not exact,
    since only some layouts are drawn.
    """

    __slots__ = ("_analysis", "_before", "board", "rules", "turns")

    def __init__(
        self, rules: Minesweeper, board: Board | None = None, analysis: Analysis | None = None
    ) -> None:
        """``board`` defaults to a closed board; ``analysis`` is that of the board, if known."""
        self.rules = rules
        self.board = Board.closed(rules.width, rules.height) if board is None else board
        """The visible board."""
        self.turns = 0
        """Number of clicks so far."""
        self._before: Field | None = None
        self._analysis = analysis

    def __repr__(self) -> str:
        return f"<Field of {self.rules.spec()} after {self.turns} clicks>"

    @property
    def untouched(self) -> bool:
        """True if no cell is open yet."""
        return self.board.cells.count(CLOSED) == self.rules.cells

    def after(self, turn: Turn[Cell, Feedback]) -> Field:
        """Returns the knowledge after one more click.

        Raises Contradiction if a cell has another value than before. If numbers contradict each
        other, ``analysis`` raises it later.
        """
        cells = (
            ((turn.action, MINED),) if isinstance(turn.feedback, Exploded) else turn.feedback.cells
        )
        for cell, value in cells:
            known = self.board[cell]
            if known not in (CLOSED, value) and not (known == UNNUMBERED and value < CLOSED):
                raise Contradiction(
                    _("click {n}: cell {x},{y} had another value before").format(
                        n=self.turns + 1, **axes(cell)
                    ),
                    self.turns,
                )
        field = Field(self.rules, self.board.having(cells))
        field.turns = self.turns + 1
        field._before = self
        return field

    @property
    def analysis(self) -> Analysis:
        """The exact mine probabilities; before the first click a mine may be anywhere.

        Raises TooLarge, and Contradiction with the first click that is wrong.
        """
        from mastermine.minesweeper.probability import analyze

        if self._analysis is None:
            try:
                self._analysis = analyze(self.board, self.rules.mines)
            except ImpossibleBoard as error:
                raise self._contradiction(error) from None
        return self._analysis

    def _contradiction(self, error: ImpossibleBoard) -> Contradiction:
        """Returns the error for an impossible board; it names the first click that made it so."""
        from mastermine.minesweeper.probability import analyze

        fields = [self]
        while (before := fields[-1]._before) is not None:
            fields.append(before)
        possible, impossible = len(fields), 0
        while possible - impossible > 1:  # An impossible board stays impossible.
            middle = (possible + impossible) // 2
            try:
                analyze(fields[middle].board, self.rules.mines)
            except ImpossibleBoard as earlier:
                impossible, error = middle, earlier
            except TooLarge:  # Unknown, so a later click is named.
                possible = middle
            else:
                possible = middle
        return Contradiction(str(error), max(fields[impossible].turns - 1, 0))

    def count(self) -> int:
        """Returns the number of possible layouts. Raises like ``analysis``."""
        if self.untouched:
            return comb(self.rules.cells, self.rules.mines)
        return self.analysis.solutions

    def closed(self) -> tuple[Cell, ...]:
        """Returns the closed cells, in reading order; a mine that was hit is not closed."""
        return self.board.hidden

    def risk(self, cell: Cell) -> float:
        """Returns the chance that opening this cell hits a mine; 0 if it is open.

        It is also 0 for a first click that is always safe. Raises like ``analysis``.
        """
        if self.untouched and self.rules.first is not First.ANY:
            return 0.0
        return self.analysis.risk(cell)

    def is_known(self, cell: Cell) -> bool:
        return self.board[cell] != CLOSED

    def example(self, mine: Cell) -> Layout:
        """Returns a possible layout with a mine in this cell, which may be one.

        Raises like ``analysis``.
        """
        from mastermine.minesweeper.probability import analyze

        board = self.board.having([(mine, MINED)])
        while True:
            analysis = analyze(board, self.rules.mines)
            risks = {cell: analysis.risk(cell) for cell in board.hidden}
            open_ = [cell for cell, risk in risks.items() if 0 < risk < 1]
            if not open_:
                break
            beside = next((cell for cell in open_ if board.beside_number(cell)), open_[0])
            board = board.having([(beside, MINED if risks[beside] >= 0.5 else UNNUMBERED)])
        mined = [cell for cell, risk in risks.items() if risk == 1]
        return Layout.of(board.width, board.height, [*mined, *board.all(MINED)])
