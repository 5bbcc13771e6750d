"""The names at the top, for type checkers and ``__init__.py``, which imports them when used."""

from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    SIGNS,
    UNNUMBERED,
    Board,
    Cell,
    ImpossibleBoard,
    Layout,
    neighbour_table,
)
from mastermine.minesweeper.deduction import (
    Step,
    deduce,
    explain,
    heading,
    must_guess,
    next_step,
    rule_name,
)
from mastermine.minesweeper.endgame import TIME_LIMIT_SECONDS, FirstClick, Optimum, optimal_play
from mastermine.minesweeper.formats import (
    Reading,
    read_layout,
    read_position,
    write_layout,
    write_url,
)
from mastermine.minesweeper.generate import draw_layout, draw_noguess, needs_no_guess, opens_zero
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.probability import Analysis, analyze
from mastermine.minesweeper.rules import Feedback, First, Minesweeper, parse_cell

__all__ = [
    "CLOSED",
    "CORNER",
    "MINED",
    "SIGNS",
    "TIME_LIMIT_SECONDS",
    "UNNUMBERED",
    "Analysis",
    "Board",
    "BoardView",
    "Cell",
    "Feedback",
    "First",
    "FirstClick",
    "ImpossibleBoard",
    "Layout",
    "Metrics",
    "Minesweeper",
    "Optimum",
    "Reading",
    "Step",
    "analyze",
    "deduce",
    "draw_layout",
    "draw_noguess",
    "explain",
    "heading",
    "must_guess",
    "needs_no_guess",
    "neighbour_table",
    "next_step",
    "opens_zero",
    "optimal_play",
    "parse_cell",
    "read_layout",
    "read_position",
    "rule_name",
    "write_layout",
    "write_url",
]
