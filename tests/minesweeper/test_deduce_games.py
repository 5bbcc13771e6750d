"""Deduction held against the exact analysis, on positions of games at every level."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.deduction import Step, deduce, next_step
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper

POSITIONS = Path(__file__).parents[1] / "golden" / "minesweeper_positions.jsonl.gz"


def shown(board: Board, layout: Layout, cells: tuple[Cell, ...]) -> Board:
    return board.having(each for cell in cells for each in layout.opened(cell))


def positions(spec: str, seed: int) -> Iterator[tuple[Board, Layout, list[Step]]]:
    """Those of a game: at its beginning, and after every few steps or a guess that came out well.

    With each comes where the mines are, and what is deduced. In some games the mines that were
    found are known from then on, in others they are not.
    """
    rules = Minesweeper.parse(spec)
    rng = Random(seed).fork(spec)
    remembers, several = rng.below(2) == 0, 1 + rng.below(8)
    first = rng.below(rules.width), rng.below(rules.height)
    layout = rules.draw(rng, first)
    board = Board.closed(rules.width, rules.height)
    opened: tuple[Cell, ...] = (first,)
    while opened:
        board = shown(board, layout, opened)
        steps = list(deduce(board, rules.mines))
        yield board, layout, steps
        opened = tuple(
            cell for step in [s for s in steps if s.safe][:several] for cell in step.safe
        )
        safe = [cell for cell in board.hidden if cell not in layout]
        if not opened and safe:
            opened = (rng.choice(safe),)
        if remembers:
            board = board.having((cell, MINED) for step in steps for cell in step.mines)


def check(board: Board, layout: Layout, steps: list[Step]) -> Counter[str]:
    """Holds all steps against the layout and the analysis; returns how often each rule was used."""
    safe: set[Cell] = set()
    mined: set[Cell] = set()
    for step in steps:
        assert not safe.intersection(step.safe)
        assert not mined.intersection(step.mines)
        safe.update(step.safe)
        mined.update(step.mines)
        assert not any(cell in layout for cell in step.safe), f"{step.sentence}\n{board}"
        assert all(cell in layout for cell in step.mines), f"{step.sentence}\n{board}"
    analysis = analyze(board, layout.count)
    assert safe == set(analysis.safe), str(board)
    assert mined == set(analysis.mined), str(board)
    return Counter(step.rule for step in steps)


@pytest.mark.parametrize(
    ("spec", "games", "seed"),
    [
        *((spec, games, 0) for spec, games in
          [("9x9x10", 4), ("16x16x40", 1), ("8x8x16", 6), ("30x16x99", 1)]),
        *(pytest.param(spec, games, 1000, marks=pytest.mark.rest) for spec, games in
          [("9x9x10", 300), ("16x16x40", 60), ("30x16x99", 30), ("8x8x20", 100),
           ("12x12x40-any", 60), ("30x16x130", 10), ("5x5x6", 300), ("30x2x12", 100),
           ("40x1x8", 100)]),
    ],
)  # fmt: skip
def test_all_that_is_certain_is_found(spec: str, games: int, seed: int) -> None:
    used: Counter[str] = Counter()
    for game in range(games):
        for position in positions(f"minesweeper:{spec}", seed + game):
            used += check(*position)
    assert used["single number"]


def test_positions_that_are_hard() -> None:
    """Fronts of over 100 cells, dense boards, scattered openings: the same cells are certain."""
    with gzip.open(POSITIONS, "rt") as file:
        known = [json.loads(line) for line in file]
    for each in known[::8]:
        board = Board.parse("\n".join(each["rows"]))
        steps = list(deduce(board, each["mines"]))
        chances = each["mine_probability"]
        closed = [(board.cell(i), chance) for i, chance in enumerate(chances)
                  if board.cells[i] == CLOSED]  # fmt: skip
        safe = {cell for step in steps for cell in step.safe}
        mines = {cell for step in steps for cell in step.mines}
        assert safe == {cell for cell, chance in closed if chance == 0}, each["id"]
        assert mines == {cell for cell, chance in closed if chance == 1}, each["id"]


def test_what_was_concluded_can_be_written_on_the_board() -> None:
    for board, layout, steps in positions("minesweeper:9x9x14", 3):
        if len(steps) > 1 and not steps[0].safe:
            known = board.having((cell, MINED) for cell in steps[0].mines)
            assert next_step(known, layout.count) == steps[1]
