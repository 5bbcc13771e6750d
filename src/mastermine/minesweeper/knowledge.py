"""What is known of a minefield: what is open, and from it the chance of a mine in each cell."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Protocol

from mastermine.core.errors import Contradiction, TooLarge
from mastermine.core.game import StrategyView, Turn
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell, ImpossibleBoard
from mastermine.minesweeper.rules import Exploded, Feedback, First, Minesweeper

if TYPE_CHECKING:
    from mastermine.minesweeper.probability import Analysis


class BoardView(StrategyView[Minesweeper, "Field", Cell, Feedback], Protocol):
    """What a Minesweeper strategy is shown."""


class Field:
    """The layouts that fit all that was shown: immutable, and analysed when first asked.

    All layouts that the rules can draw are taken to be equally likely. That is so but for
    ``noguess``, which keeps some layouts only.
    """

    __slots__ = ("_analysis", "_before", "board", "rules", "turns")

    def __init__(
        self, rules: Minesweeper, board: Board | None = None, analysis: Analysis | None = None
    ) -> None:
        """``board``, where given, is what can be seen already; ``analysis`` is that of it."""
        self.rules = rules
        self.board = Board.closed(rules.width, rules.height) if board is None else board
        """What can be seen."""
        self.turns = 0
        """How many clicks led here."""
        self._before: Field | None = None
        self._analysis = analysis

    def __repr__(self) -> str:
        return f"<Field of {self.rules.spec()} after {self.turns} clicks>"

    @property
    def untouched(self) -> bool:
        """Whether nothing was clicked yet."""
        return self.board.cells.count(CLOSED) == self.rules.cells

    def after(self, turn: Turn[Cell, Feedback]) -> Field:
        """What is known after one more click.

        Raises Contradiction when a cell is shown to be something else than before. That numbers
        disagree with each other shows when the field is looked at: ``analysis`` raises it then.
        """
        shown = (
            ((turn.action, MINED),) if isinstance(turn.feedback, Exploded) else turn.feedback.cells
        )
        for cell, value in shown:
            known = self.board[cell]
            if known not in (CLOSED, value) and not (known == UNNUMBERED and value < CLOSED):
                raise Contradiction(
                    _("click {n}: cell {x},{y} was shown to be something else before").format(
                        n=self.turns + 1, x=cell[0], y=cell[1]
                    ),
                    self.turns,
                )
        field = Field(self.rules, self.board.having(shown))
        field.turns = self.turns + 1
        field._before = self
        return field

    @property
    def analysis(self) -> Analysis:
        """The exact chances. Raises TooLarge; Contradiction, naming the first click that is wrong.

        Before the first click they are those of a layout that may have a mine anywhere.
        """
        from mastermine.minesweeper.probability import analyze

        if self._analysis is None:
            try:
                self._analysis = analyze(self.board, self.rules.mines)
            except ImpossibleBoard as error:
                raise self._contradiction(error) from None
        return self._analysis

    def _contradiction(self, error: ImpossibleBoard) -> Contradiction:
        """The error for a field that is impossible, by the first field before it that is."""
        from mastermine.minesweeper.probability import analyze

        fields = [self]
        while (before := fields[-1]._before) is not None:
            fields.append(before)
        possible, impossible = len(fields), 0
        while possible - impossible > 1:  # What is impossible stays so, whatever is shown later.
            middle = (possible + impossible) // 2
            try:
                analyze(fields[middle].board, self.rules.mines)
            except ImpossibleBoard as earlier:
                impossible, error = middle, earlier
            except TooLarge:  # Nothing is known of it: a later click is named.
                possible = middle
            else:
                possible = middle
        return Contradiction(str(error), max(fields[impossible].turns - 1, 0))

    def count(self) -> int:
        """How many layouts are possible. Raises as ``analysis``."""
        if self.untouched:
            return comb(self.rules.cells, self.rules.mines)
        return self.analysis.solutions

    def closed(self) -> tuple[Cell, ...]:
        """The cells that are closed, in reading order; a mine that was hit is not."""
        return self.board.hidden

    def risk(self, cell: Cell) -> float:
        """The chance that opening this cell hits a mine; 0 where it is open.

        A first click that the rules protect is no risk. Raises as ``analysis``.
        """
        if self.untouched and self.rules.first is not First.ANY:
            return 0.0
        return self.analysis.risk(cell)

    def is_known(self, cell: Cell) -> bool:
        return self.board[cell] != CLOSED
