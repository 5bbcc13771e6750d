"""Conclusions from the number of mines that are left.

When all mines are found, the rest is safe; when as many mines are left as closed cells, all of them
are mines. Between these the count is one more number, which touches all closed cells. It tells
something new only together with others: when the numbers of a front need all mines that are left,
or leave so many that everything else must be a mine. With numbers of one front this is a *mine
count*, with numbers of several fronts, that share no cell, a *joint mine count*.
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

NAMES = ONE_FRONT, SEVERAL_FRONTS = (
    # Translators: the name of a rule: what follows from the number of mines that are left.
    N_("mine count"),
    # Translators: the name of a rule: the same for several fronts together.
    N_("joint mine count"),
)


def mine_counts(position: Position) -> Iterator[Step]:
    """The step that follows from the count of the mines and the fewest numbers.

    Which cells are certain is asked of the exact analysis; which numbers prove it is searched like
    any other ``smallest_sets``, and as there, it may take too much work: then no number can be left
    out, or all stand as the proof. On boards that are too hard for the analysis nothing is found.
    Raises ImpossibleBoard.
    """
    left = position.left
    if left is None:
        return
    if not 0 <= left <= len(position.unknown):
        raise contradiction(position.board, position.total)
    if left in (0, len(position.unknown)):
        if position.unknown:
            safe, mines = (position.unknown, ()) if left == 0 else ((), position.unknown)
            yield step(ONE_FRONT, (), safe, mines, left)
        return
    if _may_matter(position, left):
        yield from _with_numbers(position, left)


def _may_matter(position: Position, left: int) -> bool:
    """Whether the count can tell anything.

    It cannot while each layout of the fronts leaves some mines and some room for the other cells.
    """
    front: frozenset[Cell] = frozenset()
    most = 0
    for number in position.numbers.values():
        most += min(number.missing, len(number.closed - front))
        front |= number.closed
    return most >= left or left >= len(position.unknown) - len(front)


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
    except OutOfWork:  # All numbers prove it, and the analysis is the proof.
        numbers = boxes.numbers
        yield step(_rule(position, numbers), numbers, analysis.safe, analysis.mined, left)
        return
    assert filling is not None
    prover = Prover(boxes, filling, (boxes.count,))
    proof = prover.prove([box for box, cells in enumerate(boxes.cells) if cells[0] in certain])
    yield prover.step(_rule(position, prover.numbers_of(proof)), proof, left)


def _rule(position: Position, numbers: Sequence[Number]) -> str:
    """The name of a count with these numbers, by whether all of them are on one front."""
    if not numbers:
        return ONE_FRONT
    front, waiting = set[Number](), [numbers[0]]
    while waiting:
        number = waiting.pop()
        if number not in front:
            front.add(number)
            waiting += position.around(number)
    return ONE_FRONT if front.issuperset(numbers) else SEVERAL_FRONTS
