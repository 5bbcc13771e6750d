"""Many boards at once: the native core and its twin, and what one board at a time gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mastermine.minesweeper import reference
from mastermine.minesweeper.board import CLOSED, MINED, Board, Layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.system.native import module as native

KERNELS = [
    pytest.param(native, marks=pytest.mark.skipif(native is None, reason="not built"), id="native"),
    pytest.param(reference, id="reference"),
]
both = pytest.mark.parametrize("kernel", KERNELS)


def boards(rules: Minesweeper, games: int, clicks: int) -> tuple[Any, Any, Any]:
    """Layouts, boards after some clicks, and the next clicks."""
    rng = np.random.default_rng(5)
    first = np.full(games, 0)
    layouts = reference.lay_all(
        rules.width, rules.height, rules.mines, 1, first, np.arange(games, dtype=np.uint64)
    )
    shown = np.full((games, rules.cells), CLOSED, np.uint8)
    for _ in range(clicks):
        shown = reference.click_all(
            layouts, shown, rules.width, rng.integers(0, rules.cells, games)
        )
    return layouts, shown, rng.integers(0, rules.cells, games)


@both
@pytest.mark.parametrize(("spec", "clear"), [("6x5x7-any", 0), ("6x5x7", 1), ("6x5x7-open", 2)])
def test_layouts_are_those_of_a_match(kernel: Any, spec: str, clear: int) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    clicks, seeds = np.arange(rules.cells), np.arange(rules.cells, dtype=np.uint64) + 2**63
    laid = kernel.lay_all(6, 5, 7, clear, clicks, seeds)
    for click, seed, row in zip(clicks.tolist(), seeds.tolist(), laid, strict=True):
        assert row.tolist() == draw_many(rules, [seed], (click % 6, click // 6))[0].tolist()


@both
def test_clicks_open_what_a_layout_opens(kernel: Any) -> None:
    rules = parse_rules_of(Minesweeper, "7x6x5")
    layouts, shown, clicks = boards(rules, 60, 2)
    after = kernel.click_all(layouts, shown, 7, clicks)
    for row, before, click, result in zip(layouts, shown, clicks.tolist(), after, strict=True):
        layout = Layout(7, 6, row.tobytes())
        board = Board(7, 6, before.tobytes())
        cell = board.cell(click)
        if board[cell] == CLOSED:
            board = board.having([(cell, MINED)] if cell in layout else layout.opened(cell))
        assert result.tobytes() == board.cells


@both
def test_chances_are_those_of_one_board(kernel: Any) -> None:
    rules = parse_rules_of(Minesweeper, "5x5x5")
    layouts, shown, _clicks = boards(rules, 12, 3)
    open_boards = shown[~(shown == MINED).any(axis=1)]
    risks = kernel.risks_all(open_boards, 5, 5)
    bits = kernel.information_all(open_boards, 5, 5)
    for row, board, information in zip(risks, open_boards, bits, strict=True):
        analysis = analyze(Board(5, 5, board.tobytes()), 5)
        np.testing.assert_allclose(row, analysis.mine_probability.ravel(), atol=1e-12)
        for place in range(25):
            if board[place] != CLOSED:
                assert np.isnan(information[place])
                continue
            numbers = analysis.numbers((place % 5, place // 5))
            entropy = -sum(p * np.log2(p) for p in numbers.tolist() if p)
            assert information[place] == pytest.approx(entropy, abs=1e-9)
    assert len(layouts) == 12


@both
def test_a_board_without_layouts_has_no_chances(kernel: Any) -> None:
    impossible = np.array([[8, CLOSED, CLOSED, CLOSED]], np.uint8)
    assert np.isnan(kernel.risks_all(impossible, 2, 1)).all()
    assert np.isnan(kernel.information_all(impossible, 2, 1)).all()
