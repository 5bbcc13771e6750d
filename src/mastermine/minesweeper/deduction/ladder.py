"""The ladder of reasons: of all that can be concluded, the cheapest reason first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from mastermine.core.given import number_of
from mastermine.i18n.text import _, capital
from mastermine.minesweeper.board import CLOSED, Board, Cell, ImpossibleBoard
from mastermine.minesweeper.deduction import corners, counting, pairs, proofs, single
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.deduction.step import Step, rule_name

Rule = Callable[[Position], Iterator[Step]]
"""What a rule finds in a position."""

LADDER: tuple[Rule, ...] = (
    single.single_numbers,
    pairs.pairs,
    corners.corners,
    proofs.smallest_sets,
    counting.mine_counts,
)
"""From what is seen at a glance to what has to be searched."""

NAMES: tuple[str, ...] = (
    *single.NAMES, *pairs.NAMES, *corners.NAMES, *proofs.NAMES, *counting.NAMES,
)  # fmt: skip
"""What the rule of a step can be called, but for an R at the end of a pattern."""


def heading(rule: str) -> str:
    """The name of a rule as a heading: an R at its end says that known mines were subtracted."""
    if rule in NAMES:
        return capital(rule_name(rule))
    # Translators: a heading; {pattern} is the name of a pattern, such as "1-2-1" or "hole".
    return _("{pattern}, with known mines subtracted").format(
        pattern=rule_name(rule.removesuffix("R"))
    )


def deduce(
    board: Board | str, mines: int | None = None, ladder: Sequence[Rule] = LADDER
) -> Iterator[Step]:
    """All that can be concluded from a board, which may be a text, step by step.

    After each step the search begins again with the cheapest rule. Nothing is opened: what is
    concluded becomes known, and with it there may be more to conclude. ``mines`` is how many there
    are in all, known ones included; None leaves the count of the mines out. ``ladder`` are the
    rules, the cheapest first.

    At the end all cells are known that are safe in every layout that fits, or a mine in every one.
    (A search that takes too much work is broken off, so boards made to be hard may be left with
    something unsaid; so are those that are too hard for the exact analysis.)

    Raises ImpossibleBoard, naming numbers that no layout fits: at the end, or when they are come
    upon. Steps before that are of no use.
    """
    board = Board.of(board)
    mines = None if mines is None else number_of("mines", mines)
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
    """The cheapest conclusion, or None when nothing is certain. Raises ImpossibleBoard."""
    return next(deduce(board, mines), None)


def explain(board: Board, mines: int | None, cell: Cell) -> list[Step]:
    """The steps that lead to the conclusion about a cell, the last of which draws it.

    Only those are kept whose conclusions a later one uses. Empty when nothing is certain about the
    cell, or when it is open. Raises ImpossibleBoard.
    """
    steps: list[Step] = []
    for found in deduce(board, mines):
        steps.append(found)
        if cell in found.cells:
            break
    wanted, kept = {cell}, list[Step]()
    for at in range(len(steps) - 1, -1, -1):
        if not wanted.isdisjoint(steps[at].cells):
            kept.append(steps[at])
            wanted |= _used(board, steps[at], steps[:at])
    return kept[::-1]


def _used(board: Board, found: Step, earlier: list[Step]) -> set[Cell]:
    """The closed cells that a step takes to be known."""
    if found.left is not None:
        mines_alone = not found.left or found.needs_all_mines
        known = [each.mines if mines_alone else each.cells for each in earlier]
        used = set(chain.from_iterable(known))
    else:
        used = set()
    for number in found.numbers:
        used.update(number.mines)
        if number.missing:  # Else it does not matter what the other cells are.
            used.update(set(board.neighbours(number.cell)) - number.closed)
    return {cell for cell in used if board[cell] == CLOSED}


def must_guess(board: Board, mines: int | None = None) -> bool:
    """Whether there are cells of which nothing is certain, and none that is certainly safe.

    Raises ImpossibleBoard.
    """
    unknown = set(board.hidden)
    for found in deduce(board, mines):
        if found.safe:
            return False
        unknown.difference_update(found.mines)
    return bool(unknown)
