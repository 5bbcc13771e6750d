"""The smallest set of numbers that proves something.

Suppose a cell is safe because of some numbers. Then each layout with a mine in that cell, a
*counterexample*, breaks at least one of these numbers. So the search keeps counterexamples: a
proof has to contain, for each of them, a number that it breaks. It takes a smallest set of numbers
that does, and looks for a layout with a mine in the cell that fits all of these. If there is one,
it is the next counterexample. If there is none, the set is a proof, and no smaller one exists.

This is the search for a smallest unsatisfiable set by hitting sets (Ignatiev, Previti, Liffiton and
Marques-Silva 2015), for each certain cell, sizes rising in step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Board, ImpossibleBoard
from mastermine.minesweeper.deduction.boxes import Boxes, Filling, OutOfWork, Work
from mastermine.minesweeper.deduction.position import Number, Position
from mastermine.minesweeper.deduction.step import Step, step

NAMES = SMALLEST, CHAIN = (
    # Translators: the name of a rule: the fewest numbers that together prove something.
    N_("smallest set"),
    # Translators: the name of a rule: numbers that together prove something, each of them needed.
    N_("chain"),
)

TO_FIT = 100_000
"""How much work may go into a layout that fits all clues."""
TO_REFUTE = 20_000
"""How much may go into the question whether all clues prove what a box holds."""
TO_MINIMISE = 30_000
"""How much may go into the smallest proof."""
TO_REDUCE = 3_000
"""How much may go into the question whether some clues prove what a box holds."""


@dataclass
class Claim:
    """That a box is empty, or full, as it is in a filling that fits everything."""

    box: int
    broken: list[frozenset[int]] = field(default_factory=list)
    """The clues that each counterexample so far breaks."""


@dataclass(frozen=True)
class Proof:
    """The clues that prove what a box holds; ``smallest``: no other box has a smaller proof."""

    box: int
    clues: tuple[int, ...]
    smallest: bool


class Prover:
    """Proves what boxes hold, from the numbers of a position."""

    def __init__(self, boxes: Boxes, filling: Filling, given: Sequence[int] = ()) -> None:
        """``filling`` fits all numbers and the clues that are ``given``: free to use in a proof."""
        self.boxes = boxes
        self.filling = filling
        self.given = tuple(given)
        self.clues = range(len(boxes.numbers))

    def counterexample(self, box: int, clues: Sequence[int], work: Work) -> Filling | None:
        """A filling that fits these clues, but in which the box is different. Raises OutOfWork."""
        contrary = self.boxes.contrary(box, self.filling)
        return self.boxes.fit((*clues, *self.given), work, self.filling, contrary)

    def proves(self, clues: Sequence[int], box: int) -> bool:
        """Whether these clues prove what the box holds, and that is found out in time."""
        try:
            return self.counterexample(box, clues, Work(TO_REDUCE)) is None
        except OutOfWork:
            return False

    def certain(self) -> list[int]:
        """The boxes of which all clues together prove that they are empty, or full."""
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
            else:  # In the other filling other boxes, too, are different.
                open_ = [each for each in open_ if other[each] == self.filling[each]]
        return certain

    def prove(self, certain: Sequence[int]) -> Proof:
        """The smallest proof for one of these boxes, all of which are certain.

        When that takes too much work, a proof for the first of them in which each number is needed,
        as far as that is found out in time.
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
        raise AssertionError  # All clues together are a proof.

    def _irreducible(self, box: int) -> tuple[int, ...]:
        """The nearest numbers that prove what a box holds, less those that can be left out."""
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
        """The numbers of a proof."""
        return [self.boxes.numbers[clue] for clue in proof.clues]

    def step(self, rule: str, proof: Proof, left: int | None = None) -> Step:
        """The step that draws all conclusions from the clues of a proof."""
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
    """At most ``size`` elements that include one of each of the sets; None if there are none."""
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
    """The step that needs the fewest numbers, whatever they look like: ``smallest set``.

    Where finding the fewest takes too much work, it is some step from whose numbers none can be
    left out: ``chain``. Raises ImpossibleBoard when no layout fits the numbers.
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


def contradiction(board: Board, mines: int | None) -> ImpossibleBoard:
    """The error that names numbers which no layout fits together, each of them needed for that.

    For boards of which it is known that no layout fits.
    """
    from mastermine.minesweeper.probability import analyze, conflicting

    if mines is not None:
        try:
            analyze(board, mines)
        except ImpossibleBoard as error:
            return error
        except TooLarge:
            pass  # Then the numbers are tried without the count.
    boxes = Boxes(Position(board))
    kept = list(range(len(boxes.numbers)))
    for clue in list(kept):
        fewer = [each for each in kept if each != clue]
        with suppress(OutOfWork):
            if boxes.fit(fewer, Work(TO_REDUCE)) is None:
                kept = fewer
    return conflicting(board, [boxes.numbers[clue].cell for clue in kept], None)
