"""A computer that keeps its options open: the mines are laid as late as can be.

Nothing is laid beforehand. A click on a cell that is certainly safe is safe. A click on a cell that
may hold a mine hits one if some closed cell was certainly safe; if none was, the click is safe.
A player who opens what can be deduced, and guesses only where needed, always wins, and nobody wins
by luck. The idea is that of Kaboom (Paweł Marczewski 2019), which answers by a layout drawn at
random; here the number shown is the one that leaves the most layouts possible.
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
"""Answers whose numbers of layouts differ by less than rounding leave equally many."""


class Adversary:
    """Commits to no layout; some layout fits all its answers.

    Among numbers that leave equally many layouts ``seed`` chooses, so that the same clicks always
    get the same answers.
    """

    def __init__(self, rules: Minesweeper, seed: int | str = 0, field: Field | None = None) -> None:
        """``field``, where given, is what was answered before. Raises InvalidSpec."""
        if rules.noguess:
            raise InvalidSpec(
                _(
                    "{spec}: nobody needs to guess where the mines are laid as late as can be; "
                    "leave -noguess out"
                ).format(spec=rules.spec())
            )
        self.rules = rules
        self.field = rules.knowledge() if field is None else field
        self._rng = Random(seed)

    def ask(self, action: Cell) -> Feedback:
        """What a click shows. Raises IllegalMove, TooLarge."""
        self.rules.check(action)
        try:
            answer = self._answer(action)
        except TooLarge as error:
            raise TooLarge(
                _(
                    "the adversary cannot answer this click: {reason}; click elsewhere, or take a "
                    "smaller field for a game against it"
                ).format(reason=error)
            ) from error
        self.field = self.field.after(Turn(action, answer))
        return answer

    def reveal(self) -> Layout:
        """A layout that fits all the answers given. Raises TooLarge."""
        board, mines = self.field.board, self.rules.mines
        while near := [cell for cell in board.hidden if board.beside_number(cell)]:
            chances = analyze(board, mines).mine_probability
            fixed = {cell: float(chances[cell[1], cell[0]]) for cell in near}
            # The cell that is most certain comes first: the fewest others depend on it.
            first = min(fixed, key=lambda cell: min(fixed[cell], 1 - fixed[cell]))
            settled = [cell for cell in near if fixed[cell] in (0.0, 1.0)] or [first]
            board = board.having(
                (cell, MINED if fixed[cell] > 0.5 else UNNUMBERED) for cell in settled
            )
        laid = list(board.all(MINED))
        away = list(board.hidden)
        self._rng.fork("rest").shuffle(away)
        return Layout.of(board.width, board.height, laid + away[: mines - len(laid)])

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
        """The board when a safe cell, and around zeros all others, were opened one by one."""
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
        """What a safe cell shows: the number that leaves the most layouts."""
        analysis = self.field.analysis if board is self.field.board else None
        chances = (analysis or analyze(board, self.rules.mines)).numbers(cell)[:CLOSED].tolist()
        most = max(chances)
        alike = [number for number, chance in enumerate(chances) if chance >= most * ALIKE]
        opened = len(board.cells) - board.cells.count(CLOSED)
        return self._rng.fork(opened, *cell).choice(alike)
