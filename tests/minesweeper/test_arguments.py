"""Arguments by contradiction: each line is checked against all layouts around its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

import pytest

from mastermine.core.random import Random
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.minesweeper.board import Board, Cell, Layout
from mastermine.minesweeper.deduction import LADDER, Step, deduce
from mastermine.minesweeper.deduction.arguments import MAX_LINES, Argument, Claim, arguments, lines
from mastermine.minesweeper.deduction.position import Number

SEEDS = (*range(250), 630, 739, 926, 1029, 1067)
"""The last boards need two cases, or more lines than an argument may have."""


def layouts(number: Number, known: Iterable[Claim]) -> Iterator[dict[Cell, int]]:
    """All layouts of the unknown cells of a number that fit it and the claims on these cells."""
    cells = sorted(number.closed)
    near = [claim for claim in known if number.closed.issuperset(claim.cells)]
    for mines in product((0, 1), repeat=len(cells)):
        layout = dict(zip(cells, mines, strict=True))
        if sum(mines) == number.missing and all(holds(claim, layout) for claim in near):
            yield layout


def holds(claim: Claim, layout: dict[Cell, int]) -> bool:
    mines = sum(layout[cell] for cell in claim.cells)
    return mines >= claim.count if claim.at_least else mines <= claim.count


def parts(claim: Claim) -> list[Claim]:
    """A claim on each cell if all of them are alike, since other numbers touch only some."""
    if not claim.all_alike:
        return [claim]
    return [replace(claim, cells=(cell,), count=int(claim.at_least)) for cell in claim.cells]


def followed(claims: Iterable[Claim], known: list[Claim]) -> list[Claim]:
    """Checks that each line follows from its number, given the lines before it."""
    known = list(known)
    for claim in lines(claims):
        assert claim.number is not None
        assert claim.number.closed.issuperset(claim.cells)
        assert all(holds(claim, layout) for layout in layouts(claim.number, known))
        known += parts(claim)
    return known


def assert_wrong(found: Argument, proved: list[Claim]) -> None:
    """The assumption contradicts the numbers, line by line and in every case."""
    known = followed(found.claims, [*proved, *parts(found.assumed)])
    assumed = [case.assumed for case in found.cases]
    if len(assumed) == 2:
        one, other = assumed
        assert one
        assert other
        assert (one.cells, one.at_least, one.count) == (other.cells, True, other.count + 1)
        assert not other.at_least
    else:
        assert assumed == [None]
    for case in found.cases:
        here = followed(case.claims, [*known, *(parts(case.assumed) if case.assumed else ())])
        number = case.end.number
        side = [claim for claim in here if claim.at_least == case.end.too_many]
        assert next(layouts(number, side), None) is None


def assert_proves(step: Step) -> None:
    """The arguments prove all conclusions, one after the other, and the first uses all numbers."""
    proved: list[Claim] = []
    for found in arguments(step):
        assert_wrong(found, proved)
        assert found.assumed.opposite.all_alike
        proved += parts(found.assumed.opposite)
    first = arguments(step)[0]
    assert first.numbers == set(step.numbers)
    assert first.length <= MAX_LINES
    assert {claim.cells for claim in proved if claim.at_least} == {(cell,) for cell in step.mines}
    assert {claim.cells for claim in proved if not claim.at_least} == {(c,) for c in step.safe}


def random_board(seed: int) -> Board:
    """A board with a third of its safe cells open."""
    rng = Random(seed)
    width, height = 7, 6
    cells = [(x, y) for y in range(height) for x in range(width)]
    rng.shuffle(mixed := list(cells))
    mines = set(mixed[:11])
    layout = Layout(width, height, bytes(cell in mines for cell in cells))
    shown = zip(cells, layout.numbers, strict=True)
    return Board.closed(width, height).having(
        (cell, value) for cell, value in shown if cell not in mines and rng.below(3) == 0
    )


def smallest_sets(seed: int) -> list[Step]:
    steps = deduce(random_board(seed), None, LADDER[:4])
    return [step for step in steps if step.rule == "smallest set"]


def test_each_argument_is_a_proof() -> None:
    kinds = Counter[tuple[int, int]]()
    for step in (step for seed in SEEDS for step in smallest_sets(seed)):
        found = arguments(step)
        kinds[len(step.numbers), len(found[0].cases) if found else 0] += 1
        if found:
            assert_proves(step)
    assert sum(n for (_numbers, cases), n in kinds.items() if cases) > 20, "little was checked"
    assert kinds.keys() >= {(3, 1), (4, 1), (4, 2), (5, 0), (5, 1)}
    assert not kinds.keys() & {(3, 0), (4, 0)}


SENTENCES = [
    (
        random_board(1029),
        (
            "smallest set: suppose that 4,1 is a mine. If at least 1 of 4,2 and 4,3 is a mine, "
            "then 5,1, 6,1 and 6,3 are safe because of the 2 at 5,2; but then the 1 at 6,2 has "
            "too few cells for its mines. If 4,2 and 4,3 are safe, then 6,3 and 5,4 are mines "
            "because of the 2 at 5,3; but then the 1 at 6,4 touches too many mines. Neither is "
            "possible, so 4,1 is safe; in the same way, 5,5 and 6,5 are safe."
        ),
    ),
    (
        random_board(739),
        (
            "smallest set: the 4 at 5,0, the 1 at 3,2, the 2 at 6,2, the 1 at 4,3 and the 1 at "
            "5,4 can all be right only if 6,3 is safe."
        ),
    ),
    (
        Board.parse("##1\n1?#\n#2#\n?#1"),
        (
            "smallest set: suppose that 1,0 is a mine. Then 2,1 is safe because of the 1 at 2,0; "
            "0,2 is safe because of the 1 at 0,1; at most 1 of 2,2 and 1,3 is a mine because of "
            "the 1 at 2,3; but then the 2 at 1,2 has too few cells for its mines. So 1,0 is safe;"
            " in the same way, 0,0 and 2,1 are mines, and 0,2 is safe."
        ),
    ),
]


@pytest.mark.parametrize(("board", "sentence"), SENTENCES, ids=["two cases", "too long", "others"])
def test_sentences(
    board: Board,
    sentence: str,
    spoken_with: Callable[[Mapping[str, str]], Language],
    unmarked: Callable[[str], str],
) -> None:
    steps = deduce(board, None, LADDER[:4])
    step = next(step for step in steps if step.rule == "smallest set")
    assert step.sentence == sentence
    with speaking(spoken_with({})):
        assert not unmarked(step.sentence)
