"""The baselines: the clicks of players are counted and measured, and the page is written."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml.rewards import risks
from mastermine.registry import parse_rules_of

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import baselines  # noqa: E402


def rules_of(spec: str) -> Minesweeper:
    return parse_rules_of(Minesweeper, spec)


def test_clicks_are_counted_by_their_certainty() -> None:
    rules = rules_of("4x4x3")
    safest = baselines.play("safest", baselines.strategy_player("safest")(rules), rules, 20)
    random = baselines.play("random", baselines.random_player(rules), rules, 20)
    for played in (safest, random):
        assert played.won + played.mines == played.games == 20
    assert safest.regret == pytest.approx(0, abs=1e-9)
    assert random.regret > 1
    assert random.provable_part < safest.provable_part < 1
    assert safest.row().startswith("| safest | ")


def test_all_players_play_the_same_rounds() -> None:
    rules, first = rules_of("5x5x4"), np.zeros(6, np.int64)
    boards = []
    for _ in range(2):
        fields = baselines.rounds(rules, 6)
        fields.click(first)
        boards.append(fields.boards)
    assert (boards[0] == boards[1]).all()
    assert len(np.unique(boards[0], axis=0)) > 1


def test_the_network_learns_the_risk_of_cells() -> None:
    rules = rules_of("5x5x4")
    fields = baselines.rounds(rules, 100)
    fields.click(np.full(100, 12))
    boards = fields.boards[(fields.boards == CLOSED).any(axis=1)]
    truth = risks(rules, boards)
    closed = boards == CLOSED

    def error(network: baselines.Network) -> float:
        return float(np.abs(network.risks(boards)[closed] - truth[closed]).mean())

    network = baselines.Network(rules)
    before = error(network)
    for _ in range(60):
        network.learn(boards, truth)
    assert error(network) < before / 2


@pytest.mark.rest
def test_the_page_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the picture needs mastermine[plots]")
    baselines.main(["--games", "3", "--steps", "3", "--out", str(tmp_path)])
    page = (tmp_path / "BASELINES.md").read_text("utf-8")
    assert page.count("\n| ") == 2 * (2 + len(baselines.STRATEGIES) + 2)
    for spec in baselines.GAMES:
        assert (tmp_path / f"baselines-{spec}.png").stat().st_size > 1000
        assert f"(baselines-{spec}.png)" in page


def test_the_page_has_the_eight_players() -> None:
    page = (ROOT / "results/BASELINES.md").read_text("utf-8")
    for name in ("random", *baselines.STRATEGIES, "network"):
        assert page.count(f"\n| {name} | ") == 2
