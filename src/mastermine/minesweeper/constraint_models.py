"""The layouts that are consistent with a board, as a constraint model for other programs.

``FORMATS``: clauses for SAT solvers (DIMACS CNF), linear arithmetic for SMT solvers (SMT-LIB 2),
and MiniZinc. Comments explain the model in the language in use. In clauses, each solution is
exactly one layout: the variables that count are determined by the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.core.constraint_models import ENDINGS, Clauses, Script, smt_sum
from mastermine.core.given import check_format, number_of
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell

FORMATS = tuple(ENDINGS)

_CODES = {CLOSED: -1, UNNUMBERED: -2, MINED: -3}
"""Values of cells other than numbers in MiniZinc."""


def constraint_model(board: Board, mines: int | None, form: str) -> str:
    """Formats the layouts that are consistent with a board as a model, one of ``FORMATS``.

    ``mines`` is the total number, known ones included; None: unknown. Raises InvalidSpec for an
    unknown format.
    """
    check_format(form, FORMATS)
    total = None if mines is None else number_of("mines", mines)
    write = {"dimacs": _dimacs, "smtlib": _smtlib, "minizinc": _minizinc}[form]
    return str(write(_Position(board, total)))


class _Position:
    """A board and its sentences, which all formats share."""

    def __init__(self, board: Board, mines: int | None) -> None:
        self.board = board
        self.mines = mines
        self.closed = board.hidden

    @property
    def left(self) -> int | None:
        """Number of mines in closed cells; None: unknown."""
        return None if self.mines is None else self.mines - len(self.board.all(MINED))

    def numbers(self) -> Iterator[tuple[str, int, list[Cell]]]:
        """Yields each number: its sentence, the mines that it needs, and closed cells around it."""
        for cell, value in self.board.numbered():
            around = self.board.neighbours(cell)
            closed = [each for each in around if self.board[each] == CLOSED]
            known = sum(self.board[each] == MINED for each in around)
            sentence = (
                _("The {value} at {cell} has this number of mines around it.")
                if not known
                # Translators: {known} is a number of mines, at least 1.
                else _("The {value} at {cell} has this number of mines around it; known: {known}.")
            ).format(value=value, cell=_name(cell), known=known)
            yield sentence, value - known, closed

    def about(self, form: str) -> list[str]:
        """Sentences at the top. ``form``: name of the format for people."""
        return [
            # Translators: {form} is the name of a file format.
            _("{form}: the layouts of the mines that are consistent with this board.").format(
                form=form
            ),
            *str(self.board).splitlines(),
            _(
                "A cell is its column and its row, counted from 0; # is a closed cell, ? a safe "
                "one without its number, * a known mine."
            ),
        ]

    def count(self) -> str:
        return _("Number of mines in all closed cells: {n}.").format(n=whole(self.left or 0))


def _name(cell: Cell, separator: str = ",") -> str:
    """Formats a cell as files contain it."""
    return f"{cell[0]}{separator}{cell[1]}"


def _dimacs(position: _Position) -> Clauses:
    variables = {cell: number for number, cell in enumerate(position.closed, start=1)}
    names = (f"{number} = {_name(cell)}" for cell, number in variables.items())
    clauses = Clauses(
        len(variables),
        *position.about("DIMACS CNF"),
        _("A variable says that a closed cell is a mine: {list}.").format(list=", ".join(names)),
    )
    for sentence, missing, cells in position.numbers():
        clauses.comment(sentence)
        clauses.exactly(missing, [variables[cell] for cell in cells])
    if position.left is not None:
        clauses.comment(position.count())
        clauses.exactly(position.left, list(variables.values()))
    return clauses


def _smtlib(position: _Position) -> Script:
    def name(cell: Cell) -> str:
        return f"mine_{_name(cell, '_')}"

    script = Script(";")
    script.comment(*position.about("SMT-LIB 2"))
    for first in position.closed[:1]:
        script.comment(
            _(
                "The variable of a closed cell, such as {name}, is 1 if it is a mine, else 0."
            ).format(name=name(first))
        )
    script.add("(set-logic QF_LIA)")
    for cell in position.closed:
        script.add(f"(declare-const {name(cell)} Int)", f"(assert (<= 0 {name(cell)} 1))")
    for sentence, missing, cells in position.numbers():
        script.comment(sentence)
        script.add(f"(assert (= {_integer(missing)} {smt_sum(map(name, cells))}))")
    if position.left is not None:
        script.comment(position.count())
        cells_left = smt_sum(map(name, position.closed))
        script.add(f"(assert (= {_integer(position.left)} {cells_left}))")
    script.add("(check-sat)")
    if position.closed:
        script.add(f"(get-value ({' '.join(map(name, position.closed))}))")
    return script


def _integer(n: int) -> str:
    """Formats an integer in SMT-LIB, which has no negative numerals."""
    return str(n) if n >= 0 else f"(- {-n})"


def _minizinc(position: _Position) -> Script:
    board, script = position.board, Script("%")
    script.comment(*position.about("MiniZinc"))
    script.add(
        f"set of int: COLUMNS = 0..{board.width - 1};",
        f"set of int: ROWS = 0..{board.height - 1};",
    )
    script.comment(
        _(
            "The board: the numbers, and {closed} for a closed cell, {safe} for a safe one without "
            "its number, {mine} for a known mine."
        ).format(closed=_CODES[CLOSED], safe=_CODES[UNNUMBERED], mine=_CODES[MINED])
    )
    values = [str(_CODES.get(value, value)) for value in board.cells]
    rows = (values[i : i + board.width] for i in range(0, len(values), board.width))
    script.add(
        "array[ROWS, COLUMNS] of int: board = array2d(ROWS, COLUMNS, [",
        *(f"  {', '.join(row)}," for row in rows),
        "]);",
    )
    script.comment(_("1 for a mine, 0 for a safe cell."))
    script.add("array[ROWS, COLUMNS] of var 0..1: mine;")
    script.comment(_("Only closed cells and known mines can be mines."))
    script.add(
        "constraint forall(y in ROWS, x in COLUMNS)(",
        f"  if board[y, x] = {_CODES[MINED]} then mine[y, x] = 1",
        f"  elseif board[y, x] != {_CODES[CLOSED]} then mine[y, x] = 0 else true endif",
        ");",
    )
    script.comment(_("Each number counts the mines around it."))
    script.add(
        "constraint forall(y in ROWS, x in COLUMNS where board[y, x] >= 0)(",
        "  sum(v in y - 1..y + 1, u in x - 1..x + 1 where v in ROWS /\\ u in COLUMNS)(mine[v, u])",
        "    = board[y, x]",
        ");",
    )
    if position.mines is not None:
        script.comment(_("Number of all mines: {n}.").format(n=whole(position.mines)))
        script.add(f"constraint sum(mine) = {position.mines};")
    script.add("solve satisfy;")
    script.comment(_("The layout is printed as mastermine layout reads it: * is a mine."))
    script.add(
        'output [if fix(mine[y, x]) = 1 then "*" else "." endif',
        '  ++ if x = max(COLUMNS) then "\\n" else "" endif | y in ROWS, x in COLUMNS];',
    )
    return script
