"""Studies of one deduction step, and puzzles: boards whose numbers leave exactly one layout.

A study is a small board on which the simplest step is one of a given rule or pattern; it comes from
a random game, cropped to the cells that matter. A puzzle is a board with some numbers and the
number of mines. Its grade is that of the hardest step, and no number is to spare: without it, steps
up to that grade do not find every mine, and without any number of an ``expert`` puzzle several
layouts are possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from mastermine.core.errors import InvalidSpec
from mastermine.core.grading import check_grade, check_pattern, too_few_puzzles
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell, Layout
from mastermine.minesweeper.deduction import LADDER, NAMES, Step, deduce, rung, rung_of
from mastermine.minesweeper.deduction.counting import mine_counts
from mastermine.minesweeper.deduction.proofs import CHAIN, numbers_suffice, smallest_sets
from mastermine.minesweeper.grading import GRADES as RULES
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.reference.layouts import draw
from mastermine.minesweeper.rules import Minesweeper

NEVER = {CHAIN, "1-8", "1-8C", "1-8C+"}
"""Rules that are never the simplest on a small board.

A search for a smallest set ends on a small board. A number that needs seven mines more than another
needs all its cells, or the other one needs none: single numbers.
"""

PATTERNS = tuple(name for name in NAMES if name not in NEVER)
"""Names of the rules and patterns of studies, the simplest first."""

MIN_SIDE, MAX_SIDE = 3, 7
"""Sides of the boards of the games from which studies come."""

MAX_GAMES = 200_000
"""Number of games without a study after which the search stops."""

_HARDEST = {"easy": "single", "medium": "corners", "hard": "sets", "expert": "count"}

GRADES = tuple(_HARDEST)
"""Grades of puzzles, the easiest first: single numbers, patterns, sets of numbers, mine counts."""

MAX_CELLS = 480
"""Limit on the cells of a puzzle: those of ``expert``."""

MAX_DRAFTS = 300
"""Number of drafts of another grade after which the search for a puzzle stops."""


@dataclass(frozen=True)
class Study:
    """A board on which the simplest step is one of ``pattern``, one of ``PATTERNS``."""

    pattern: str
    board: Board
    mines: int | None
    """Number of mines, if the step needs it."""

    @cached_property
    def step(self) -> Step:
        """The simplest step."""
        return next(deduce(self.board, self.mines))


@dataclass(frozen=True)
class Puzzle:
    """A board with exactly one layout of ``mines`` mines."""

    board: Board
    mines: int
    grade: str
    """One of ``GRADES``."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The deduction of all cells, step by step."""
        return tuple(deduce(self.board, self.mines))

    @property
    def layout(self) -> Layout:
        """The only layout."""
        mines = (cell for step in self.steps for cell in step.mines)
        return Layout.of(self.board.width, self.board.height, mines)


def draw_studies(
    pattern: str, seed: int | str, width: int = MAX_SIDE, height: int = MAX_SIDE
) -> Iterator[Study]:
    """Yields the studies of a rule or pattern and a seed, of at most this size, without end.

    Raises InvalidSpec if there is no such pattern, or none on boards of this size.
    """
    check_pattern(pattern, PATTERNS)
    sides = min(width, MAX_SIDE), min(height, MAX_SIDE)
    for number in count(1):
        rng = Random(seed).fork("study", pattern, *sides, number)
        yield _study(pattern, rng, *sides)


def _study(pattern: str, rng: Random, width: int, height: int) -> Study:
    hardest = rung_of(pattern)
    for _game in range(MAX_GAMES):
        studies = [
            study
            for board, mines, step in _positions(rng, width, height, hardest)
            if step.rule.removesuffix("R") == pattern
            and (study := _cropped(pattern, board, mines, step)) is not None
        ]
        if studies:
            return rng.choice(studies)
    raise InvalidSpec(
        _("no study of {pattern} was found on boards of {width}x{height}; use a larger one").format(
            pattern=pattern, width=width, height=height
        )
    )


def _positions(
    rng: Random, most_width: int, most_height: int, hardest: int
) -> Iterator[tuple[Board, int, Step]]:
    """Yields each position of a random game on a small board, with its simplest step.

    Some random cells are open at first; then the conclusions of each step are, until only a step
    above the rung ``hardest`` goes on.
    """
    width = min(MIN_SIDE, most_width) + rng.below(max(1, most_width - MIN_SIDE + 1))
    height = min(MIN_SIDE, most_height) + rng.below(max(1, most_height - MIN_SIDE + 1))
    size = width * height
    if size < 2:
        return
    mines = 1 + rng.below(size - 1)
    numbers = Layout(width, height, bytes(draw(range(size), mines, size, rng))).board()
    safe = [cell for cell, _number in numbers.numbered()]
    rng.shuffle(safe)
    opened = safe[: 1 + rng.below(len(safe))]
    board = Board.closed(width, height).having((cell, numbers[cell]) for cell in opened)
    ladder = LADDER[: hardest + 1]
    total = mines if ladder[-1] is mine_counts else None
    while (step := next(deduce(board, total, ladder), None)) is not None:
        yield board, mines, step
        board = board.having(
            [*((cell, MINED) for cell in step.mines), *((c, numbers[c]) for c in step.safe)]
        )


def _cropped(pattern: str, board: Board, mines: int, step: Step) -> Study | None:
    """Crops a board to the cells that a step needs; None if its simplest step is another one then.

    A number that touches closed cells or mines beyond the crop becomes an open cell without one. A
    step that needs the mine count needs the whole board.
    """
    if step.left is not None:
        return Study(pattern, board, mines)
    cells = {*step.proof, *(near for cell in step.proof for near in board.neighbours(cell))}
    left, right = min(x for x, _y in cells), max(x for x, _y in cells)
    top, bottom = min(y for _x, y in cells), max(y for _x, y in cells)

    def inside(cell: Cell) -> bool:
        return left <= cell[0] <= right and top <= cell[1] <= bottom

    def value(cell: Cell) -> int:
        beyond = (board[near] for near in board.neighbours(cell) if not inside(near))
        here = board[cell]
        return UNNUMBERED if here < CLOSED and {CLOSED, MINED} & {*beyond} else here

    rows, columns = range(top, bottom + 1), range(left, right + 1)
    crop = Board(len(columns), len(rows), bytes(value((x, y)) for y in rows for x in columns))
    study = Study(pattern, crop, None)
    return study if study.step.rule == step.rule else None


def draw_puzzles(rules: Minesweeper, seed: int | str, grade: str | None = None) -> Iterator[Puzzle]:
    """Yields the puzzles of a seed on boards of these rules, of one grade or any, without end.

    The guarantee of the first click does not matter. Raises InvalidSpec if there is no such grade,
    the board is too large, or no puzzle of the grade was found.
    """
    check_grade(grade, GRADES)
    if rules.cells > MAX_CELLS:
        raise InvalidSpec(
            _("a puzzle has at most {n} cells; use a smaller board than {spec}").format(
                n=MAX_CELLS, spec=rules.spec()
            )
        )
    for number in count(1):
        rng = Random(seed).fork("puzzle", rules.width, rules.height, rules.mines, number)
        yield _puzzle(rules, rng, grade)


def _puzzle(rules: Minesweeper, rng: Random, grade: str | None) -> Puzzle:
    size = rules.cells
    for _draft in range(MAX_DRAFTS):
        wanted = grade or rng.choice(GRADES)
        mines = bytes(draw(range(size), rules.mines, size, rng))
        layout = Layout(rules.width, rules.height, mines)
        board = _thinned(layout, RULES.index(_HARDEST[wanted]), rng)
        if board is not None and _grade_of(board, rules.mines) == wanted:
            return Puzzle(board, rules.mines, wanted)
    raise too_few_puzzles(rules.spec(), grade or GRADES[0])


def _thinned(layout: Layout, hardest: int, rng: Random) -> Board | None:
    """Closes numbers of a layout, in random order, until steps up to a rung need each of them.

    None if they do not suffice even with all numbers.
    """
    board = layout.board().having((cell, CLOSED) for cell in layout.cells)
    if not _is_solved(board, layout.count, hardest):
        return None
    cells = [cell for cell, _number in board.numbered()]
    rng.shuffle(cells)
    closing = True
    while closing:
        closing = False
        for cell in tuple(cells):
            fewer = board.having([(cell, CLOSED)])
            if _is_solved(fewer, layout.count, hardest):
                board, closing = fewer, True
                cells.remove(cell)
    return board


def _is_solved(board: Board, mines: int, hardest: int) -> bool:
    """Returns True if steps up to a rung find every mine of a board with a possible layout."""
    ladder = LADDER[: hardest + 1]
    if ladder[-1] is mine_counts:
        return analyze(board, mines).solutions == 1
    if ladder[-1] is smallest_sets:
        return numbers_suffice(board)
    found = sum(len(step.cells) for step in deduce(board, None, ladder))
    return found == len(board.hidden)


def _grade_of(board: Board, mines: int) -> str | None:
    """Returns the grade of a board; None if the deduction exceeds its work limit."""
    hardest = found = 0
    for step in deduce(board, mines):
        hardest = max(hardest, rung(step))
        found += len(step.cells)
    if found < len(board.hidden):
        return None
    return next(grade for grade, most in _HARDEST.items() if hardest <= RULES.index(most))
