"""Conclusions from the number of mines left.

If no mine is left, all unknown cells are safe; if as many mines are left as unknown cells, all of
them are mines. Otherwise the count acts like one more number that touches all unknown cells.
Together with other numbers it proves something if these need all mines left, or leave so many that
all other cells must be mines. With numbers of one frontier this is a *mine count*, with numbers of
several separate frontiers a *joint mine count*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.boxes import Boxes, OutOfWork, Work
from mastermine.minesweeper.deduction.position import Number, Position
from mastermine.minesweeper.deduction.proofs import TO_FIT, Prover, contradiction
from mastermine.minesweeper.deduction.step import Step, step

NAMES = ONE_FRONTIER, SEVERAL_FRONTIERS = (
    # Translators: the name of a rule: what follows from the number of mines left.
    N_("mine count"),
    # Translators: the name of a rule: the same for several separate frontiers together.
    N_("joint mine count"),
)


def mine_counts(position: Position) -> Iterator[Step]:
    """Yields the step that follows from the number of mines left and the fewest numbers.

    The exact analysis says which cells are certain; the proof is searched as in ``smallest_sets``.
    If that exceeds its work limit, the step has an irreducible proof, or all numbers. There is no
    step if the board is too hard for the analysis. Raises ImpossibleBoard.
    """
    left = position.left
    if left is None:
        return
    if not 0 <= left <= len(position.unknown):
        raise contradiction(position.board, position.total)
    if left in (0, len(position.unknown)):
        if position.unknown:
            safe, mines = (position.unknown, ()) if left == 0 else ((), position.unknown)
            yield step(ONE_FRONTIER, (), safe, mines, left)
        return
    if _may_matter(position, left):
        yield from _with_numbers(position, left)


def _may_matter(position: Position, left: int) -> bool:
    """Returns True if the mine count can prove something.

    It cannot if every layout of the frontier leaves both mines and safe cells for the other cells.
    """
    frontier: frozenset[Cell] = frozenset()
    most = 0
    for number in position.numbers.values():
        most += min(number.missing, len(number.closed - frontier))
        frontier |= number.closed
    return most >= left or left >= len(position.unknown) - len(frontier)


def _with_numbers(position: Position, left: int) -> Iterator[Step]:
    from mastermine.minesweeper.probability import analyze

    try:
        analysis = analyze(position.as_board(), left + len(position.mines))
    except TooLarge:
        return
    certain = {*analysis.safe, *analysis.mined}
    if not certain:
        return
    boxes = Boxes(position)
    assert boxes.count is not None
    try:
        filling = boxes.fit(range(len(boxes.clues)), Work(TO_FIT))
    except OutOfWork:  # The analysis is the proof, so all numbers are named.
        numbers = boxes.numbers
        yield step(_rule(position, numbers), numbers, analysis.safe, analysis.mined, left)
        return
    assert filling is not None
    prover = Prover(boxes, filling, (boxes.count,))
    proof = prover.prove([box for box, cells in enumerate(boxes.cells) if cells[0] in certain])
    yield prover.step(_rule(position, prover.numbers_of(proof)), proof, left)


def _rule(position: Position, numbers: Sequence[Number]) -> str:
    """Returns the name of the rule: it depends on whether the numbers are on one frontier."""
    if not numbers:
        return ONE_FRONTIER
    frontier, waiting = set[Number](), [numbers[0]]
    while waiting:
        number = waiting.pop()
        if number not in frontier:
            frontier.add(number)
            waiting += position.around(number)
    return ONE_FRONTIER if frontier.issuperset(numbers) else SEVERAL_FRONTIERS
