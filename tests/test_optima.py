"""The tool that searches small Minesweeper boards: exact values, and runs that resume."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mastermine.minesweeper import endgame, reference
from mastermine.minesweeper.endgame import optimal_play
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import parse_rules_of

ROOT = Path(__file__).parent.parent
if not (ROOT / "tools").exists():  # Only the sources have them.
    pytest.skip("the results are made by the tools of the sources", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

import optima  # noqa: E402

GOLDEN = json.loads((ROOT / "tests/golden/minesweeper_optimal.json").read_text("utf-8"))


@pytest.mark.parametrize("board", [(2, 2, 1), (3, 2, 2), (3, 3, 3), (4, 3, 2), (5, 2, 3)])
def test_values_of_all_rules_are_those_of_the_reference(
    board: optima.Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = optima.search(*board)
    monkeypatch.setattr(endgame, "backend", reference)
    for first in First:
        wins, layouts, cells = found.best(first)
        if not cells:
            assert first is First.OPEN
            assert board[2] > board[0] * board[1] - min(3, board[0]) * min(3, board[1])
            continue
        slow = optimal_play(Minesweeper(*board, first))
        assert (wins, layouts) == (slow.wins, slow.layouts)
        assert cells == [cell for cell in slow.best if cell in optima.images(*board[:2])]


def test_values_in_the_store_are_the_known_ones() -> None:
    table = optima.load()
    compared = 0
    for each in GOLDEN:
        rules = parse_rules_of(Minesweeper, each["rules"])
        width, height = sorted((rules.width, rules.height), reverse=True)
        board = table.get((width, height, rules.mines))
        if board and board.clicks:
            assert board.best(First.SAFE)[:2] == (each["wins"], each["layouts"])
            compared += 1
    assert compared >= 5


def test_a_run_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "optima.jsonl"
    optima.main(["--store", str(store), "--cells", "3", "--total", "0"])
    assert not store.exists()
    optima.main(["--store", str(store), "--cells", "3"])
    table = optima.load(store)
    assert list(table) == [(2, 1, 1), (3, 1, 1), (3, 1, 2)]
    capsys.readouterr()
    optima.main(["--store", str(store), "--cells", "4"])
    assert "2 1 1" not in capsys.readouterr().out
    assert set(table) < set(optima.load(store))


def test_a_board_out_of_time_is_searched_again_only_with_more(tmp_path: Path) -> None:
    store = tmp_path / "optima.jsonl"
    late = optima.search(5, 5, 4, 0.02)
    assert late.seconds is None
    small = optima.Searched(2, 1, 1, limit=5.0)
    optima.save({late.key: late, small.key: small}, store)
    optima.main(["--store", str(store), "--cells", "2", "--seconds", "5"])
    assert optima.load(store)[2, 1, 1].seconds is None
    page = store.with_name("OPTIMA.md").read_text("utf-8")
    assert "## 5x5\n\nOpen, out of time: 4 mines.\n" in page
    assert "Open, too many layouts: 9-16 mines.\n" in page
    optima.main(["--store", str(store), "--cells", "2", "--seconds", "6"])
    assert optima.load(store)[2, 1, 1].seconds is not None


def test_the_page_is_that_of_the_store() -> None:
    page = optima.STORE.with_name("OPTIMA.md").read_text("utf-8")
    assert page == optima.page(optima.load())
