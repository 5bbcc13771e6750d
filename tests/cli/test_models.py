"""Positions written as models for solvers, by ``consistent`` and ``analyze``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.program import printed, run
from tests.mastermind.turns import turns_of

from mastermine import mastermind, minesweeper
from mastermine.mastermind import Mastermind
from mastermine.minesweeper import Board
from mastermine.registry import parse_rules_of

ROWS = ("consistent", "classic", "-t", "1122 1,1", "-t", "1344 0,2")
BOARD = "##1\n##1\n111\n"
FIELD = ("analyze", "-", "--mines", "2")


@pytest.mark.parametrize(
    ("form", "ending"), [("dimacs", "cnf"), ("smtlib", "smt2"), ("minizinc", "mzn")]
)
def test_a_position_is_written(form: str, ending: str, tmp_path: Path) -> None:
    rules = parse_rules_of(Mastermind, "classic")
    codes = mastermind.constraint_model(rules, turns_of(rules, "1122 1,1", "1344 0,2"), form)
    layouts = minesweeper.constraint_model(Board.parse(BOARD), 2, form)
    file = tmp_path / f"model.{ending}"
    for words, typed, model in ((ROWS, "", codes), (FIELD, BOARD, layouts)):
        assert printed(*words, "--format", form, typed=typed) == model
        assert printed(*words, "--out", str(file), typed=typed) == ""
        assert file.read_text("utf-8") == model


def test_the_number_of_mines_may_be_unknown() -> None:
    model = printed("analyze", "-", "--format", "dimacs", typed=BOARD)
    assert model == minesweeper.constraint_model(Board.parse(BOARD), None, "dimacs")


def test_a_board_is_written_for_puzz_link() -> None:
    address = printed("analyze", "-", "--format", "puzzlink", typed=BOARD)
    assert address == "https://puzz.link/p?mines/3/3/h1h1111\n"
    assert printed("analyze", address.strip(), "--mines", "2", "--format", "puzzlink") == address
    found = printed("analyze", address.strip(), "--mines", "2")
    assert found == printed("analyze", "-", "--mines", "2", typed=BOARD)


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (
            (*ROWS, "--most", "2", "--format", "dimacs"),
            "--most has no effect with --format",
        ),
        (
            (*ROWS, "--smallest", "--out", "x.cnf"),
            "--smallest has no effect with --format",
        ),
        ((*FIELD, "--json", "--format", "smtlib"), "--json has no effect with --format"),
        (
            (*FIELD, "--efficient", "--out", "x.mzn"),
            "--efficient has no effect with --format",
        ),
        ((*ROWS, "--out", "x.txt"), "the format of x.txt is unknown: use .cnf, .smt2, .mzn"),
        ((*ROWS, "--out", "no/x.cnf"), "no/x.cnf cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: tuple[str, ...], right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words, typed=BOARD)
    assert result.exit_code == 2
    assert right in result.stderr
    assert not [*tmp_path.iterdir()]
