"""Search for the smallest set of numbers that proves something.

Suppose some numbers prove that a cell is safe. Then every layout with a mine in that cell, a
*counterexample*, breaks at least one of them. The search collects counterexamples: a proof must
contain a number that each of them breaks. It takes a smallest set of numbers with this property and
searches for a layout that has a mine in the cell and is consistent with the set. If there is one,
it is the next counterexample. If not, the set is a proof, and no smaller one exists.

This is the hitting set search for a smallest unsatisfiable set (Ignatiev, Previti, Liffiton and
Marques-Silva 2015), run for all certain cells with increasing sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Board, Cell, ImpossibleBoard
from mastermine.minesweeper.deduction.boxes import Boxes, Filling, OutOfWork, Work
from mastermine.minesweeper.deduction.position import Number, Position
from mastermine.minesweeper.deduction.step import Step, step

NAMES = SMALLEST, CHAIN = (
    # Translators: the name of a rule: the smallest set of numbers that proves something.
    N_("smallest set"),
    # Translators: the name of a rule: several numbers that prove something only together.
    N_("chain"),
)

TO_FIT = 100_000
"""Work limit for finding a layout that satisfies all clues."""
TO_REFUTE = 20_000
"""Work limit for checking whether all clues prove the content of a box."""
TO_MINIMISE = 30_000
"""Work limit for finding the smallest proof."""
TO_REDUCE = 3_000
"""Work limit for checking whether some clues prove the content of a box."""


@dataclass
class Claim:
    """Claim that a box is empty, or full, as it is in one consistent filling."""

    box: int
    broken: list[frozenset[int]] = field(default_factory=list)
    """The clues that each counterexample found so far breaks."""


@dataclass(frozen=True)
class Proof:
    """Clues that prove the content of a box; ``smallest``: no box has a smaller proof."""

    box: int
    clues: tuple[int, ...]
    smallest: bool


class Prover:
    """Proves the content of boxes from the numbers of a position."""

    def __init__(self, boxes: Boxes, filling: Filling, given: Sequence[int] = ()) -> None:
        """``filling`` satisfies all numbers and the ``given`` clues, which every proof may use."""
        self.boxes = boxes
        self.filling = filling
        self.given = tuple(given)
        self.clues = range(len(boxes.numbers))

    def counterexample(self, box: int, clues: Sequence[int], work: Work) -> Filling | None:
        """Returns a filling that satisfies these clues but differs in the box. Raises OutOfWork."""
        contrary = self.boxes.contrary(box, self.filling)
        return self.boxes.fit((*clues, *self.given), work, self.filling, contrary)

    def proves(self, clues: Sequence[int], box: int) -> bool:
        """Returns True if these clues prove the content of the box, within the work limit."""
        try:
            return self.counterexample(box, clues, Work(TO_REDUCE)) is None
        except OutOfWork:
            return False

    def certain(self) -> list[int]:
        """Returns the boxes that all clues together prove to be empty, or full."""
        boxes = enumerate(self.boxes.cells)
        open_ = [box for box, cells in boxes if self.filling[box] in (0, len(cells))]
        certain = []
        while open_:
            box = open_.pop(0)
            try:
                other = self.counterexample(box, self.clues, Work(TO_REFUTE))
            except OutOfWork:
                continue
            if other is None:
                certain.append(box)
            else:  # The counterexample also refutes other boxes that differ in it.
                open_ = [each for each in open_ if other[each] == self.filling[each]]
        return certain

    def prove(self, certain: Sequence[int]) -> Proof:
        """Returns the smallest proof for any of these certain boxes.

        If that exceeds the work limit, returns a proof for the first box that is irreducible as far
        as the work limit allows.
        """
        try:
            return self._smallest([Claim(box) for box in certain], Work(TO_MINIMISE))
        except OutOfWork:
            return Proof(certain[0], self._irreducible(certain[0]), False)

    def _smallest(self, claims: list[Claim], work: Work) -> Proof:
        for size in count():
            for claim in claims:
                while (clues := _hitting(claim.broken, size, work)) is not None:
                    other = self.counterexample(claim.box, clues, work)
                    if other is None:
                        return Proof(claim.box, tuple(sorted(clues)), True)
                    claim.broken.append(frozenset(self.boxes.broken(other, self.clues)))
        raise AssertionError  # Unreachable: all clues together are a proof.

    def _irreducible(self, box: int) -> tuple[int, ...]:
        """Returns the nearest numbers that prove the content of a box, without unneeded ones."""
        x, y = self.boxes.cells[box][0]
        cells = [number.cell for number in self.boxes.numbers]
        near = sorted(
            self.clues, key=lambda clue: (cells[clue][0] - x) ** 2 + (cells[clue][1] - y) ** 2
        )
        size = 4
        while size < len(near) and not self.proves(near[:size], box):
            size *= 2
        kept = near[:size]
        for clue in reversed(kept):
            fewer = [each for each in kept if each != clue]
            if self.proves(fewer, box):
                kept = fewer
        return tuple(sorted(kept))

    def numbers_of(self, proof: Proof) -> list[Number]:
        return [self.boxes.numbers[clue] for clue in proof.clues]

    def step(self, rule: str, proof: Proof, left: int | None = None) -> Step:
        """Returns the step with all conclusions from the clues of a proof."""
        boxes = self.boxes
        clues = *proof.clues, *self.given
        touched = {box for clue in clues for box in boxes.clues[clue].boxes} - {proof.box}
        concluded = {proof.box} | {
            box
            for box in touched
            if self.filling[box] in (0, len(boxes.cells[box])) and self.proves(proof.clues, box)
        }
        safe = [cell for box in concluded if not self.filling[box] for cell in boxes.cells[box]]
        mines = [cell for box in concluded if self.filling[box] for cell in boxes.cells[box]]
        return step(rule, self.numbers_of(proof), safe, mines, left)


def _hitting(sets: Sequence[frozenset[int]], size: int, work: Work) -> tuple[int, ...] | None:
    """Returns at most ``size`` elements that hit each of the sets, or None."""
    if not sets:
        return ()
    if not size:
        return None
    work.spend(len(sets))
    for element in min(sets, key=len):
        rest = _hitting([each for each in sets if element not in each], size - 1, work)
        if rest is not None:
            return (element, *rest)
    return None


def smallest_sets(position: Position) -> Iterator[Step]:
    """Yields the step that needs the fewest numbers (``smallest set``).

    If the search exceeds its work limit, it is a step in which every number is needed (``chain``).
    Raises ImpossibleBoard if the numbers contradict each other.
    """
    if not position.numbers:
        return
    boxes = Boxes(position)
    try:
        filling = boxes.fit(range(len(boxes.numbers)), Work(TO_FIT))
    except OutOfWork:
        return
    if filling is None:
        raise contradiction(position.board, position.total)
    prover = Prover(boxes, filling)
    certain = prover.certain()
    if certain:
        proof = prover.prove(certain)
        yield prover.step(SMALLEST if proof.smallest else CHAIN, proof)


def numbers_suffice(board: Board) -> bool:
    """Returns True if the numbers alone prove the content of every closed cell of a possible board.

    False also if a search exceeds its work limit.
    """
    position = Position(board)
    touched = frozenset[Cell]().union(*(number.closed for number in position.numbers.values()))
    if touched != position.unknown:
        return False
    boxes = Boxes(position)
    try:
        filling = boxes.fit(range(len(boxes.numbers)), Work(TO_FIT))
    except OutOfWork:
        return False
    assert filling is not None
    return len(Prover(boxes, filling).certain()) == len(boxes.cells)


def contradiction(board: Board, mines: int | None) -> ImpossibleBoard:
    """Returns the error for an impossible board; it names an irreducible set of numbers."""
    from mastermine.minesweeper.probability import analyze, conflicting

    if mines is not None:
        try:
            analyze(board, mines)
        except ImpossibleBoard as error:
            return error
        except TooLarge:
            pass  # The numbers are then checked without the mine count.
    boxes = Boxes(Position(board))
    kept = list(range(len(boxes.numbers)))
    for clue in list(kept):
        fewer = [each for each in kept if each != clue]
        with suppress(OutOfWork):
            if boxes.fit(fewer, Work(TO_REDUCE)) is None:
                kept = fewer
    return conflicting(board, [boxes.numbers[clue].cell for clue in kept], None)
