"""The ladder of deduction rules, from the simplest to the hardest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from mastermine.core.given import number_of
from mastermine.i18n.text import capital
from mastermine.minesweeper.board import CLOSED, Board, Cell, ImpossibleBoard
from mastermine.minesweeper.deduction import corners, counting, pairs, proofs, single
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.deduction.step import Step, rule_name

Rule = Callable[[Position], Iterator[Step]]
"""Function that yields the steps that a rule finds in a position."""

LADDER: tuple[Rule, ...] = (
    single.single_numbers,
    pairs.pairs,
    corners.corners,
    proofs.smallest_sets,
    counting.mine_counts,
)
"""All rules, the simplest first."""

_NAMES_OF = (single.NAMES, pairs.NAMES, corners.NAMES, proofs.NAMES, counting.NAMES)
"""Names of each rule of the ladder, or of its patterns."""

NAMES: tuple[str, ...] = tuple(chain.from_iterable(_NAMES_OF))
"""Names of all rules and patterns, without the R suffix of reduced patterns."""


def rung(step: Step) -> int:
    """Returns the index in ``LADDER`` of the rule of a step."""
    return rung_of(step.rule.removesuffix("R"))


def rung_of(name: str) -> int:
    """Returns the index in ``LADDER`` of one of ``NAMES``."""
    return next(at for at, names in enumerate(_NAMES_OF) if name in names)


def heading(rule: str) -> str:
    """Returns the name of a rule as a heading."""
    return capital(rule_name(rule))


def deduce(
    board: Board | str, mines: int | None = None, ladder: Sequence[Rule] = LADDER
) -> Iterator[Step]:
    """Yields all conclusions from a board, step by step, without opening any cell.

    Each step uses what earlier steps concluded; after each one the search starts again with the
    simplest rule. The steps find every cell that is safe, or a mine, in all possible layouts,
    unless the search for a proof or the exact analysis exceeds its work limit.

    ``board`` may be a text for ``Board.of``. ``mines`` is the total number, known ones included;
    None: unknown. ``ladder`` are the rules, the simplest first. Raises ImpossibleBoard with numbers
    that contradict each other if no layout is possible; any steps before it are meaningless.
    """
    mines = None if mines is None else number_of("mines", mines)
    board = Board.of(board, mines)
    position = Position(board, mines)
    while (found := _cheapest(position, ladder)) is not None:
        yield found
        try:
            position = position.after(found.safe, found.mines)
        except ImpossibleBoard:
            raise proofs.contradiction(board, mines) from None


def _cheapest(position: Position, ladder: Sequence[Rule]) -> Step | None:
    return next(chain.from_iterable(rule(position) for rule in ladder), None)


def next_step(board: Board, mines: int | None = None) -> Step | None:
    """Returns the simplest step, or None if nothing is certain. Raises ImpossibleBoard."""
    return next(deduce(board, mines), None)


def explain(board: Board, mines: int | None, cell: Cell) -> list[Step]:
    """Returns the steps that prove what a cell is; the last one concludes it.

    Steps that the proof does not use are left out. Empty if the cell is open or not certain. Raises
    ImpossibleBoard.
    """
    steps: list[Step] = []
    for found in deduce(board, mines):
        steps.append(found)
        if cell in found.cells:
            break
    needed, kept = {cell}, list[Step]()
    for at in range(len(steps) - 1, -1, -1):
        if not needed.isdisjoint(steps[at].cells):
            kept.append(steps[at])
            needed |= _used(board, steps[at], steps[:at])
    return kept[::-1]


def _used(board: Board, found: Step, earlier: list[Step]) -> set[Cell]:
    """Returns the closed cells that a step assumes to be known."""
    if found.left is not None:
        mines_alone = not found.left or found.needs_all_mines
        known = [each.mines if mines_alone else each.cells for each in earlier]
        used = set(chain.from_iterable(known))
    else:
        used = set()
    for number in found.numbers:
        used.update(number.mines)
        if number.missing:  # Otherwise the other cells do not matter.
            used.update(set(board.neighbours(number.cell)) - number.closed)
    return {cell for cell in used if board[cell] == CLOSED}


def must_guess(board: Board, mines: int | None = None) -> bool:
    """Returns True if no closed cell is certainly safe and some may be. Raises ImpossibleBoard."""
    unknown = set(board.hidden)
    for found in deduce(board, mines):
        if found.safe:
            return False
        unknown.difference_update(found.mines)
    return bool(unknown)
