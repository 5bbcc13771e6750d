"""An adversary that places the mines as late as possible.

There is no layout at the start. A click on a certainly safe cell is safe. A click on an uncertain
cell hits a mine if some other closed cell was certainly safe; otherwise it is safe. So a player who
makes only forced guesses always wins, and nobody wins by luck. The idea is that of Kaboom (Paweł
Marczewski 2019), which answers with a random possible layout; here a click shows the number that
keeps the most layouts possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell, Layout
from mastermine.minesweeper.generate import opens_zero
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Exploded, Feedback, First, Minesweeper, Opened

if TYPE_CHECKING:
    from mastermine.minesweeper.knowledge import Field

ALIKE = 1 - 1e-9
"""Numbers within this factor of the best one are equal up to rounding."""


class Adversary:
    """Answers clicks without a fixed layout; some layout is always consistent with its answers.

    ``seed`` breaks ties between numbers, so the same clicks always get the same answers.
    """

    def __init__(self, rules: Minesweeper, seed: int | str = 0, field: Field | None = None) -> None:
        """``field`` is the state after earlier answers, if any. Raises InvalidSpec."""
        if rules.noguess:
            raise InvalidSpec(
                _("{spec}: the adversary cannot play with -noguess; remove -noguess").format(
                    spec=rules.spec()
                )
            )
        self.rules = rules
        self.field = rules.knowledge() if field is None else field
        self._rng = Random(seed)

    def ask(self, action: Cell) -> Feedback:
        """Answers a click. Raises IllegalMove, TooLarge."""
        self.rules.check(action)
        try:
            answer = self._answer(action)
        except TooLarge as error:
            raise TooLarge(
                _(
                    "the adversary cannot answer this click: {reason}; click another cell, or "
                    "start a game on a smaller board"
                ).format(reason=error)
            ) from error
        self.field = self.field.after(Turn(action, answer))
        return answer

    def reveal(self) -> Layout:
        """Returns a layout that is consistent with all answers. Raises TooLarge."""
        board, mines = self.field.board, self.rules.mines
        while near := [cell for cell in board.hidden if board.beside_number(cell)]:
            chances = analyze(board, mines).mine_probability
            fixed = {cell: float(chances[cell[1], cell[0]]) for cell in near}
            # The most certain cell comes first: the fewest others depend on it.
            first = min(fixed, key=lambda cell: min(fixed[cell], 1 - fixed[cell]))
            settled = [cell for cell in near if fixed[cell] in (0.0, 1.0)] or [first]
            board = board.having(
                (cell, MINED if fixed[cell] > 0.5 else UNNUMBERED) for cell in settled
            )
        placed = list(board.all(MINED))
        away = list(board.hidden)
        self._rng.fork("rest").shuffle(away)
        return Layout.of(board.width, board.height, placed + away[: mines - len(placed)])

    def _answer(self, cell: Cell) -> Feedback:
        if self._mined(cell):
            return Exploded()
        return Opened(self._cleared(cell).opened(cell))

    def _mined(self, cell: Cell) -> bool:
        board = self.field.board
        if board[cell] != CLOSED:
            return board[cell] == MINED
        if self.field.untouched and self.rules.first is not First.ANY:
            return False
        risk = self.field.risk(cell)
        return risk == 1 or (risk > 0 and bool(self.field.analysis.safe))

    def _cleared(self, cell: Cell) -> Board:
        """Returns the board after opening a safe cell and, around zeros, its neighbours."""
        board = self.field.board
        zero = self.field.untouched and opens_zero(self.rules, cell)
        waiting = [cell]
        for each in waiting:
            if board[each] == CLOSED:
                number = 0 if zero and each == cell else self._number(board, each)
                board = board.having([(each, number)])
                if number == 0:
                    waiting += board.neighbours(each)
        return board

    def _number(self, board: Board, cell: Cell) -> int:
        """Returns the number for a safe cell: the one that keeps the most layouts possible."""
        analysis = self.field.analysis if board is self.field.board else None
        chances = (analysis or analyze(board, self.rules.mines)).numbers(cell)[:CLOSED].tolist()
        most = max(chances)
        alike = [number for number, chance in enumerate(chances) if chance >= most * ALIKE]
        opened = len(board.cells) - board.cells.count(CLOSED)
        return self._rng.fork(opened, *cell).choice(alike)
