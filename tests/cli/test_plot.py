"""``mastermine plot`` and ``report``: pictures in the terminal and in files, from the store."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.cli import program

from mastermine.arena.plots import KINDS
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.store import open_store
from mastermine.cli.bars import bar
from mastermine.registry import find_strategy, parse_rules

needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="matplotlib is not installed"
)


def keep(path: Path, spec: str, names: list[str], rounds: int, **options: Any) -> int:
    """Play a run and keep it."""
    rules = parse_rules(spec)
    strategies = [find_strategy(name, rules.game) for name in names]
    run = Run.of(rules, strategies, rounds, 5, **options)
    with open_store(path) as store:
        number = store.begin(run, f"mastermine match {spec} …")
        for part in conduct(run):
            store.add(number, part)
    return number


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run 1 is a match of Mastermind, 2 to 4 are minefields, 5 is one of first cells."""
    path = tmp_path_factory.mktemp("store") / "runs.sqlite"
    keep(path, "3x4,limit=5", ["knuth", "one-colour"], 40)
    for mines in (2, 4, 6):
        keep(path, f"5x5x{mines}", ["thesis", "safest"], 40, moves=False)
    cells = [f"safest:first={x}.{y}" for x, y in ((0, 0), (1, 0), (2, 0), (1, 1))]
    keep(path, "5x5x4", cells, 20, moves=False)
    return path


def run(store: Path, *arguments: str, **how: Any) -> Result:
    return program.run(*arguments, "--store", str(store), **how)


def text_of(store: Path, *arguments: str, **how: Any) -> str:
    result = run(store, *arguments, **how)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(store: Path, *arguments: str) -> str:
    return program.refused(*arguments, "--store", str(store))


# Bars


@pytest.mark.parametrize(
    ("share", "drawn"),
    [
        (0, ""),
        (1, "████"),
        (0.5, "██"),
        (0.53, "██▏"),
        (0.001, "▏"),
        (0.99, "████"),
        (0.96, "███▉"),
    ],
)
def test_bars_of_eighths(share: float, drawn: str) -> None:
    assert bar(share, 4) == drawn


def test_bars_of_ascii() -> None:
    assert [bar(share, 4, plain=True) for share in (0, 0.001, 0.5, 1)] == ["", "#", "##", "####"]


# In the terminal


def test_guesses_in_the_terminal(store: Path) -> None:
    shown = text_of(store, "plot", "1")
    data = json.loads(text_of(store, "plot", "1", "--json"))
    assert shown.startswith("Guesses a game\nknuth: average ")
    assert "mastermind:3x4,limit=5, 40 rounds, seed 5." in shown
    knuth = data["histograms"][0]
    top = max(range(len(knuth["counts"])), key=lambda i: knuth["counts"][i])
    [line] = [
        line
        for line in shown.split("one-colour")[0].splitlines()
        if line.startswith(f"  {top + 1} ")
    ]
    assert line.endswith(f" {knuth['counts'][top]}")
    assert "█" in line


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (["1", "--kind", "left"], "Possible codes after each turn"),
        (["1", "--kind", "cost"], "Time and guesses"),
        (["1", "--kind", "rates"], "Games won"),
        (["2"], "Games won"),
        (["2", "--kind", "cost"], "Time and games won"),
        (["2", "3", "4"], "Games won by density of mines"),
        (["last", "--kind", "start"], "Games won by first cell: safest"),
    ],
)
def test_all_kinds_in_the_terminal(store: Path, arguments: list[str], title: str) -> None:
    shown = text_of(store, "plot", *arguments)
    assert shown.splitlines()[0] == title
    data = json.loads(text_of(store, "plot", *arguments, "--json"))
    assert data["title"] == title
    assert data["caption"] in shown
    named = ["5"] if arguments[0] == "last" else [word for word in arguments if word.isdecimal()]
    assert data["of"] == [f"run {n}" for n in named]


@pytest.mark.parametrize(
    "arguments", [["1"], ["2"], ["1", "--kind", "left"], ["5", "--kind", "start"]]
)
def test_where_there_are_no_blocks_there_are_signs(store: Path, arguments: list[str]) -> None:
    shown = text_of(store, "plot", *arguments, charset="ascii", COLUMNS="30")
    assert shown.isascii()
    assert "?" not in shown
    assert "#" in shown or arguments[0] == "5"


def test_a_heat_map_is_shades_where_numbers_have_no_room(store: Path) -> None:
    wide, narrow = (text_of(store, "plot", "5", "--kind", "start", COLUMNS=n) for n in ("80", "20"))
    rates = json.loads(text_of(store, "plot", "5", "--kind", "start", "--json"))["rates"]
    [first] = [line for line in wide.splitlines() if line.startswith("0 ")]
    assert [int(n) for n in first.split()[1:]] == [round(100 * rate) for rate in rates[0]]
    assert "█" in narrow
    assert "█" not in wide


def test_an_evaluation_in_a_file_and_from_a_pipe(store: Path, tmp_path: Path) -> None:
    done = program.run("evaluate", "3x4", "-s", "knuth,entropy", "--json")
    file = tmp_path / "evaluation.json"
    file.write_text(done.stdout, "utf-8")
    from_file = text_of(store, "plot", str(file))
    assert "each of 64 secrets once" in from_file
    piped = run(store, "plot", "-", typed=done.stdout)
    assert piped.stdout == from_file


def test_the_help_names_all_kinds(store: Path) -> None:
    shown = program.printed("plot", "--help")
    assert re.findall(r"^ {4}([a-z]+) {2,}\w", shown, re.MULTILINE) == [*KINDS]


# In a file


@needs_matplotlib
@pytest.mark.rest
@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_out(store: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"x.{form}"
    out.write_text("old")
    result = run(store, "plot", "1", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr == f"Guesses a game: {out}\n"
    assert out.stat().st_size > 1000


@pytest.mark.rest
@needs_matplotlib
def test_report(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(store, "report", "1")
    assert result.stderr == "Wrote the report of run 1 to run-1.html.\n"
    text = (tmp_path / "run-1.html").read_text("utf-8")
    assert "3 places, 4 colours, 64 codes, 5 guesses" in text
    assert "$ mastermine match 3x4,limit=5 …" in text
    assert text_of(store, "report", "1", "--out", "-") == text
    assert run(store, "report", "last", "--out", "first.html").exit_code == 0
    assert "the first click is safe" in (tmp_path / "first.html").read_text("utf-8")


@pytest.mark.rest
@needs_matplotlib
def test_a_page_is_written_in_its_own_encoding_whatever_the_terminal_has(store: Path) -> None:
    done = run(store, "report", "1", "--out", "-", charset="latin-1")
    assert done.exit_code == 0, done.output
    assert "±" in done.stdout_bytes.decode("utf-8")


@needs_matplotlib
def test_a_run_that_was_only_started(tmp_path: Path) -> None:
    path = tmp_path / "begun.sqlite"
    started = Run.of(parse_rules("3x4"), [find_strategy("knuth"), find_strategy("entropy")], 9, 1)
    with open_store(path) as keeping:
        keeping.begin(started)
    assert "run 1 has no games yet" in refused(path, "plot", "1")
    text = text_of(path, "report", "1", "--out", "-")
    assert "0 of 9 (stopped early)" in text
    text = text.replace("<span>", "").replace("</span>", "")
    assert "$ mastermine match mastermind:3x4 --strategy knuth,entropy --rounds 9 --seed 1" in text
    assert "<svg" not in text


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["plot", "99"], "there is no run 99 in"),
        (
            ["plot", "nothing.json"],
            "'nothing.json' is neither a run, such as 7 or last, nor a file",
        ),
        (["plot", "1", "--kind", "gueses"], "did you mean guesses?"),
        (["plot", "1", "--kind", "start"], "choose from guesses, left, rates, cost"),
        (["plot", "2", "--kind", "left"], "choose from rates, cost"),
        (["plot", "2", "--kind", "start"], "-s safest:first=every"),
        (["plot", "2", "--kind", "density"], "different numbers of mines"),
        (["plot", "1", "2"], "run 2 (minesweeper"),
        (["plot", "1", "1"], "one run, not 2"),
        (["plot", "1", "--out", "x.gif"], "must end in .svg, .png or .pdf"),
        (["plot", "."], "cannot be read"),
        (["plot", "-"], "not the output of mastermine evaluate --json"),
        (["plot"], "missing argument"),
        (["report", "99"], "there is no run 99 in"),
    ],
)
def test_mistakes_are_reported_in_a_line(store: Path, arguments: list[str], line: str) -> None:
    if "--out" in arguments or arguments[0] == "report":
        pytest.importorskip("matplotlib")
    assert line in refused(store, *arguments)


@pytest.mark.rest
@needs_matplotlib
def test_a_place_that_cannot_be_written(store: Path, tmp_path: Path) -> None:
    for words in (["plot", "1", "--out", "x.svg"], ["report", "1", "--out", "x.html"]):
        words[-1] = str(tmp_path / "none" / words[-1])
        assert "cannot be written" in refused(store, *words)


def test_without_matplotlib(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for words in (["plot", "1", "--out", "x.svg"], ["report", "1"]):
        assert "pip install 'mastermine[plots]'" in refused(store, *words)
    assert text_of(store, "plot", "1").startswith("Guesses a game")
