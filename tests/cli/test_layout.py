"""``mastermine layout``: what it makes, reads, measures, converts and refuses."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli import program

from mastermine.cli import main
from mastermine.core.random import Random
from mastermine.minesweeper import generate
from mastermine.minesweeper.board import Board, Cell, Layout
from mastermine.minesweeper.formats import FORMATS, read_layout, write_layout
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules

run = partial(program.run, "layout")


def text_of(*arguments: str, **how: Any) -> str:
    result = run(*arguments, **how)
    assert result.exit_code == 0, result.output
    return result.stdout


LINK = "https://llamasweeper.com/#/game/zini-explorer?b=1&m=o020000800142g060"


def data(*arguments: str) -> Any:
    return program.data("layout", *arguments)["layouts"]


def test_a_layout_and_its_figures() -> None:
    lines = text_of(LINK).splitlines()
    assert lines[1] == "0  * * 1 1 1 1 · · · 0"
    assert lines[10] == "10 mines, 3BV 14, openings 1, islands 2, ZiNi 11 (127 % efficiency)"
    assert lines[11:] == ["?b=1&m=o020000800142g060"]


def test_a_layout_is_made_for_the_first_click() -> None:
    lines = text_of("expert", "--seed", "7").splitlines()
    assert lines[0] == "minesweeper:30x16x99, seed 7, first click 15,8"
    assert "[3]" in lines[11]
    assert lines[-2] == "After the first click, deduction alone does not open every cell."
    corner = text_of("16x16x40-noguess", "--seed", "7", "--first", "0,0").splitlines()
    assert corner[0] == "minesweeper:16x16x40-noguess, seed 7, first click 0,0"
    assert corner[-2] == "After the first click, no guess is needed."
    unseeded = data("9x9x10-open")[0]
    again = data("9x9x10-open", "--seed", str(unseeded["seed"]))[0]
    assert again == unseeded


def test_as_json() -> None:
    (found,) = data("9x9x10", "--seed", "2", "--first", "1,2")
    rules = parse_rules("9x9x10")
    layout = rules.draw(Random(2), (1, 2))
    metrics = Metrics(layout)
    assert found == {
        "rules": "minesweeper:9x9x10",
        "seed": 2,
        "first": [1, 2],
        "uniform": True,
        "width": 9,
        "height": 9,
        "mines": 10,
        "layout": str(layout).splitlines(),
        "url": write_layout(layout, "url").decode().strip(),
        "3bv": metrics.bbbv,
        "openings": metrics.openings,
        "islands": metrics.islands,
        "zini": metrics.zini,
        "human_zini": metrics.human_zini,
        "no_guess": found["no_guess"],
    }
    (read,) = data(LINK)
    assert (read["rules"], read["seed"], read["first"], read["uniform"]) == (None,) * 4
    assert read["no_guess"] is None
    assert data(LINK, "--first", "8,0")[0]["no_guess"] in (True, False)
    assert data(LINK, "--first", "0,0")[0]["no_guess"] is None  # A mine.


def test_many_layouts() -> None:
    lines = text_of("9x9x10-noguess", "--count", "3", "--seed", "5").splitlines()
    assert lines[0].split() == ["seed", "3BV", "openings", "islands", "ZiNi", "no", "guess"]
    assert [line.split()[0] for line in lines[2:5]] == ["5", "6", "7"]
    assert lines[-1].split()[0] == "average"
    assert lines[-1].endswith(" 100 %")
    several = data("9x9x10", "--count", "3", "--seed", "5")
    assert [each["seed"] for each in several] == [5, 6, 7]
    assert several[1] == data("9x9x10", "--seed", "6")[0]
    words = data("9x9x10", "--count", "2", "--seed", "Ana")
    assert [each["seed"] for each in words] == ["Ana", "Ana+1"]
    links = text_of("9x9x10", "--count", "3", "--seed", "5", "--format", "url").split()
    assert links == [each["url"] for each in several]
    texts = text_of("9x9x10", "--count", "3", "--seed", "5", "--format", "text").split("\n\n")
    assert [text.splitlines() for text in texts] == [each["layout"] for each in several]


@pytest.mark.parametrize(
    "arguments",
    [(), ("--json",), ("--format", "text"), ("--out", "many.txt")],
)
def test_what_was_made_is_printed_after_ctrl_c(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn = generate.draw_layout

    def interrupted(rules: Minesweeper, rng: Random, first: Cell | None = None) -> Layout:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return drawn(rules, rng, first)

    monkeypatch.chdir(tmp_path)
    calls = iter(range(9))
    monkeypatch.setattr(generate, "draw_layout", interrupted)
    result = run("9x9x10", "--count", "50000", "--seed", "5", *arguments)
    assert result.exit_code == 130
    assert result.stderr.splitlines() == ["", "mastermine: stopped after 2 of 50,000 layouts"]
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    two = data("9x9x10", "--count", "2", "--seed", "5")
    texts = "\n\n".join("\n".join(each["layout"]) for each in two) + "\n"
    if "--json" in arguments:
        assert json.loads(result.stdout)["layouts"] == two
    elif "--format" in arguments:
        assert result.stdout == texts
    elif arguments:
        assert Path("many.txt").read_text() == texts
    else:
        lines = [line.split() for line in result.stdout.splitlines()]
        assert [line[0] for line in lines[2:4]] == ["5", "6"]
        assert lines[-1][0] == "average"
        assert float(lines[-1][1]) == sum(each["3bv"] for each in two) / 2


def test_a_row_is_printed_when_its_layout_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[int] = []
    out = io.StringIO()
    drawn = generate.draw_layout

    def watched(rules: Minesweeper, rng: Random, first: Cell | None = None) -> Layout:
        printed.append(out.getvalue().count("\n"))
        return drawn(rules, rng, first)

    monkeypatch.setattr(generate, "draw_layout", watched)
    with redirect_stdout(out):
        main(["layout", "9x9x10", "--count", "3", "--seed", "99"], standalone_mode=False)
    assert printed == [0, 3, 4]
    assert {line.index("no guess") for line in out.getvalue().splitlines()[:1]} == {
        line.rindex("  ") + 2 for line in out.getvalue().splitlines()[2:5]
    }


def test_layouts_that_were_changed_are_reported() -> None:
    (found,) = data("9x9x35-noguess", "--seed", "1")
    assert (found["uniform"], found["no_guess"]) == (False, True)
    lines = text_of("9x9x35-noguess", "--seed", "1").splitlines()
    assert lines[-2].startswith("1 layout was changed to avoid guesses")
    lines = text_of("9x9x35-noguess", "--seed", "1", "--count", "2").splitlines()
    assert lines[-1].startswith("2 layouts were changed")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_written_and_read(form: str, tmp_path: Path) -> None:
    layout = read_layout(LINK)
    ending = {"text": "txt"}.get(form, form)
    file = tmp_path / f"board.{ending}"
    assert text_of(LINK, "--out", str(file)) == ""
    assert file.read_bytes() == write_layout(layout, form)
    assert data(str(file))[0]["url"] == "?b=1&m=o020000800142g060"
    assert text_of("-", "--format", "text", typed=file.read_bytes()) == f"{layout}\n"
    other = tmp_path / "other"
    text_of(str(file), "--format", form, "--out", str(other))
    assert other.read_bytes() == file.read_bytes()


def test_what_does_not_fit_the_screen_is_printed_in_blocks() -> None:
    assert "[" in text_of("intermediate", "--seed", "1", "--first", "0,5")
    shown = text_of("intermediate", "--seed", "1", COLUMNS="20")
    assert sum(line.startswith("15 ") for line in shown.splitlines()) == 2
    layout = parse_rules("intermediate").draw(Random(1), (8, 8))
    assert Board.parse(shown) == layout.board()
    tall = text_of("9x100x50", "--seed", "1").splitlines()
    assert sum("99" in line.split() for line in tall) == 1
    assert Layout.parse("\n".join(data("9x100x50", "--seed", "1")[0]["layout"])).count == 50


def test_help_shows_examples() -> None:
    shown = text_of("--help")
    assert "mastermine layout 30x16x99-noguess --first 0,0 --format url" in shown
    assert "--json" in shown


def test_one_mine_is_no_mines() -> None:
    assert "\n1 mine, 3BV " in text_of("9x9x1", "--seed", "1")


def test_a_file_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "board.mbf"
    file.write_bytes(b"")

    def locked(path: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", locked)
    result = run(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"mastermine: {file} cannot be read: Permission denied\n"


def test_cells_by_row_and_column() -> None:
    by_row = text_of("9x4x5", "--seed", "1", "--first", "2,7", "--rowcol").splitlines()
    by_x = text_of("9x4x5", "--seed", "1", "--first", "6,1").splitlines()
    assert by_row[0].endswith("seed 1, first click 2,7")
    assert [line[3:-1] for line in by_row[2:6]] == [line[3:-1] for line in by_x[2:6]]
    assert [line[0] for line in by_row[2:6]] == ["1", "2", "3", "4"]
