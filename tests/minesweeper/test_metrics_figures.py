"""3BV, openings, islands and ZiNi."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, infer

from mastermine.core.random import Random
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.formats import read_layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules, parse_rules_of


def clicked(layout: Layout) -> tuple[int, int]:
    """How many zeros have to be clicked to open all of them, and how many cells are left then."""
    closed = {cell for cell, _number in layout.board().numbered()}
    clicks = 0
    for cell, number in layout.board().numbered():
        if number == 0 and cell in closed:
            clicks += 1
            closed -= {shown for shown, _number in layout.opened(cell)}
    return clicks, len(closed)


@given(layout=infer)
def test_3bv_is_what_it_takes_to_click_it(layout: Layout) -> None:
    if layout.width * layout.height > 900:
        return
    metrics = Metrics(layout)
    openings, others = clicked(layout)
    assert metrics.openings == openings
    assert metrics.bbbv == openings + others
    assert metrics.islands <= others
    assert openings <= metrics.zini <= metrics.bbbv
    assert openings <= metrics.human_zini <= metrics.bbbv


# Worked out by hand.
@pytest.mark.parametrize(
    ("layout", "bbbv", "openings", "islands", "zini", "human_zini"),
    [
        (".../.../...", 1, 1, 0, 1, 1),
        ("*../.../...", 1, 1, 0, 1, 1),
        ("***/***", 0, 0, 0, 0, 0),
        ("*./..", 3, 0, 1, 3, 3),  # Click, flag, chord: three, as without flags.
        # A side: click, flag, chord, which opens all but the far side; a chord on each side of it.
        (".../.*./...", 8, 0, 1, 5, 6),
        (".*.*.", 3, 0, 3, 3, 3),
        ("..*..", 2, 2, 0, 2, 2),
        # Two openings, and between them a wall of mines; the row of lone numbers is an island.
        ("..*.../..*.../..*...", 2, 2, 0, 2, 2),
        ("..*.*.*../..*.*.*..", 6, 2, 2, 6, 6),
        # The opening, then 0,0, its flag, and chords there and on 1,1, which is open by then; and
        # 3,1. The greedy one chords 1,1 while it is closed, which saves the click on 0,0.
        (".*.*../......", 7, 1, 1, 5, 6),
    ],
)
def test_small_layouts(
    layout: str, bbbv: int, openings: int, islands: int, zini: int, human_zini: int
) -> None:
    metrics = Metrics(Layout.parse(layout))
    assert (metrics.bbbv, metrics.openings, metrics.islands) == (bbbv, openings, islands)
    assert (metrics.zini, metrics.human_zini) == (zini, human_zini)
    assert metrics.efficiency == (bbbv / zini if zini else 0)


GOLDEN = Path(__file__).parents[1] / "golden" / "minesweeper_fewest_clicks.json"


@pytest.mark.parametrize(
    "known", json.loads(GOLDEN.read_text())["layouts"], ids=lambda k: k["link"]
)
def test_zini_is_near_the_fewest_clicks(known: dict[str, Any]) -> None:
    metrics = Metrics(read_layout(known["link"]))
    fewest = known["fewest_clicks"]
    assert metrics.bbbv == known["3bv"]
    assert fewest <= metrics.zini <= 1.1 * fewest
    assert fewest <= metrics.human_zini <= 1.25 * fewest


# The means are those that players know; so many layouts pin them to within three standard errors.
@pytest.mark.parametrize(
    ("spec", "expected", "error"),
    [("expert", 174.5, 2.5), ("intermediate", 65.0, 1.5), ("beginner", 15.7, 0.7)],
)
def test_mean_3bv(spec: str, expected: float, error: float) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    drawn = draw_many(rules, range(600))
    values = [Metrics(Layout(rules.width, rules.height, row.tobytes())).bbbv for row in drawn]
    assert abs(mean(values) - expected) < error


def test_turning_a_layout_changes_no_figure_but_zini() -> None:
    rules = parse_rules("intermediate")
    for seed in range(20):
        layout = rules.draw(Random(seed))
        turned = Layout.of(16, 16, [(15 - y, x) for x, y in layout.cells])
        mine, theirs = Metrics(layout), Metrics(turned)
        assert (mine.bbbv, mine.openings, mine.islands) == (
            theirs.bbbv,
            theirs.openings,
            theirs.islands,
        )
        assert abs(mine.zini - theirs.zini) <= 4
