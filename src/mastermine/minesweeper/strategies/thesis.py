"""Horvat: Minolovac. Undergraduate thesis, Osijek 2023."""

from collections.abc import Iterator

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.pairs import DOWN, LEFT, RIGHT, UP
from mastermine.minesweeper.deduction.position import Position, moved
from mastermine.minesweeper.deduction.step import Step, named, step
from mastermine.minesweeper.guessing import first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.notes import take_notes
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.threats import least_threatened, threat_reasons


def reasons(view: BoardView) -> list[str]:
    """Returns the threats and the rule behind a guess, in sentences."""
    notes = take_notes(view, thesis_rules)
    return [] if notes.safe else threat_reasons(notes.position)


@strategy(
    "thesis",
    game="minesweeper",
    cite="Horvat 2023",
    games=whole_games("thesis"),
    reasons=reasons,
)
def thesis(view: BoardView) -> Cell:
    """Single numbers and mine count; then 1-1, 1-2, 1-4, two corners; then the least threat.

    If single numbers prove nothing and mines are left, it searches the whole board for patterns:
    1-1, 1-2 (one cell that only the larger number touches) and 1-4 (three such cells) between
    neighbouring numbers, and the corners 1-3-1 and 2-2-2 if none of their cells is known yet. Known
    mines are subtracted from the numbers first. The square 0-1-1-2 with a 2 beside the 0 is a 1-2
    followed by a 1-1, so it needs no rule of its own.

    It guesses the cell with the lowest threat: the threat of a number is its missing mines divided
    by its closed cells, and a cell has the highest threat of its numbers. Of equal cells the first
    one is taken, row by row (section 4.4.4: a cell is stored only if its threat is strictly lower;
    figure 4.5.8). From a threat of a quarter on, it guesses a corner without open neighbours
    instead.
    """
    notes = take_notes(view, thesis_rules)
    return first_click(view) or next(iter(notes.safe), None) or least_threatened(notes.position)


def thesis_rules(position: Position) -> Iterator[Step]:
    """Yields the steps that follow if single numbers prove nothing."""
    if position.left == 0:
        yield step("mine counting", (), position.unknown, left=0)
        return
    for cell in position.numbers:
        for direction in (RIGHT, LEFT, DOWN, UP):
            yield from _two_numbers(position, cell, direction)
        for side in (RIGHT, LEFT):
            for other_side in (DOWN, UP):
                yield from _corner(position, cell, side, other_side)


def _two_numbers(position: Position, cell: Cell, direction: Cell) -> Iterator[Step]:
    """Yields the steps of 1-1, 1-2 and 1-4 for a 1 and the number beside it in a direction."""
    one, other = position.numbers[cell], position.numbers.get(moved(cell, direction))
    if other is None or one.missing != 1:
        return
    far = other.closed - one.closed
    if other.missing == 1 and one.closed <= other.closed:
        if far:
            yield step(named("1-1", (one, other)), (one, other), safe=far)
    elif (other.missing, len(far)) in ((2, 1), (4, 3)):
        yield step(named(f"1-{other.missing}", (one, other)), (one, other), mines=far)


def _corner(position: Position, cell: Cell, side: Cell, other_side: Cell) -> Iterator[Step]:
    """Yields the steps of 1-3-1 and 2-2-2 around a corner where the middle number has two walls."""
    middle = position.numbers[cell]
    one = position.numbers.get(moved(cell, side))
    other = position.numbers.get(moved(cell, other_side))
    if one is None or other is None:
        return
    tip = moved(moved(cell, side, -1), other_side, -1)
    walls = {
        tip,
        *(moved(cell, other_side, -1), moved(one.cell, other_side, -1)),
        *(moved(cell, side, -1), moved(other.cell, side, -1)),
    }
    ends = {
        moved(moved(one.cell, side), other_side, -1),
        moved(moved(other.cell, other_side), side, -1),
    }
    if middle.closed != walls or not ends <= position.unknown:
        return
    figure = (one, middle, other)
    numbers = tuple(number.missing for number in figure)
    if numbers == (1, 3, 1):
        yield step(named("corner 1-3-1", figure), figure, ends, (tip,))
    if numbers == (2, 2, 2) and one.closed | other.closed <= walls | ends:
        yield step(named("corner 2-2-2", figure), figure, (tip,), ends)
