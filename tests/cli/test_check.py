"""``mastermine check``: the conformance kit, a line for each finding."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from textwrap import indent

import pytest
from tests.cli import program
from tests.waiting import PATIENCE

run = partial(program.run, "check")


HEAD = """
from mastermine.core.strategy import strategy
"""


def write(name: str, body: str, parameter: str = "view", game: str = "mastermind") -> str:
    """A strategy in a file of its own; how the command names it."""
    file = name.replace("-", "_")
    decorated = f'\n@strategy("{name}", game="{game}")\ndef {file}({parameter}):\n'
    body = indent(f'"""Play."""\n{body}\n', "    ")
    Path(f"{file}.py").write_text(HEAD + decorated + body, "utf-8")
    return f"{file}.py:{name}"


MORE = re.compile(r"The same in (\d+) more games?")


@pytest.mark.parametrize(
    ("text", "report"),
    [
        (
            "knuth",
            "knuth passed. Checked: every code of 3x4, 4x2, 1x4, 3x4-distinct, ",
        ),
        ("knuth:first=112", "knuth:first=112 passed. Checked: every code of 3x4, 3x3-places."),
        ("expected-size:power=1.5", "expected-size:power=1.5 passed."),
        ("random-consistent", "random-consistent passed."),
        (
            "endgame:layouts=9:first=1.1",
            "endgame:layouts=9:first=1.1 passed. Checked: ",
        ),
    ],
)
def test_strategies_by_name(text: str, report: str) -> None:
    result = run(text)
    assert (result.exit_code, result.stderr) == (0, "")
    [line] = result.stdout.splitlines()
    assert line.startswith(report)


def test_a_strategy_that_never_ends() -> None:
    result = run("random")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert len(lines) == 7
    assert all("not found after" in line for line in lines)
    assert lines[0].startswith("strategy random in mastermind:3x4 after ")
    result = run("random", "--endless")
    assert result.exit_code == 0
    assert result.stdout.startswith("random passed. Checked: the first moves in 3x4, 4x2")


@pytest.mark.parametrize(
    ("body", "findings", "message"),
    [
        ("return (0, 0, 0)", 7, "mastermind:3x4 after 111 "),
        ("return '123'", 7, "mastermind:3x4 after no turn: its guess '123' is not legal"),
        ("return view.knowledge[view.length]", 7, "it raises IndexError"),
        ("view.turns and 1 // 0\nreturn view.knowledge[0]", 7, "zero (mine.py, line 7)"),
        (
            "assert view.rules.repeats, 'no'\nreturn view.knowledge[0]",
            1,
            "3x4-distinct after no turn: it raises AssertionError: no (mine.py, line 7)",
        ),
        ("global n\nn = globals().get('n', 0) + 1\nreturn view.knowledge[n % len(view.knowledge)]",
         7, "equal views"),
    ],
)  # fmt: skip
def test_what_is_violated_is_reported_a_line_each(body: str, findings: int, message: str) -> None:
    result = run(write("mine", body))
    lines = result.stdout.splitlines()
    same = [int(found[1]) for found in map(MORE.fullmatch, lines) if found]
    assert (result.exit_code, result.stderr) == (1, "")
    assert len(lines) - len(same) + sum(same) == findings
    assert all(MORE.fullmatch(line) or line.startswith("strategy mine in ") for line in lines)
    assert message in result.stdout


def test_costs_that_depend_on_the_company() -> None:
    result = run(write("mine", "return size / size.max()", "size"))
    assert result.exit_code == 1
    assert "the cost of a part depends on the other sizes" in result.stdout


def test_a_strategy_for_minesweeper() -> None:
    well = write("well", "return view.knowledge.closed()[0]", game="minesweeper")
    result = run(well)
    assert result.stdout == (
        "well passed. Checked: games in 2x2x1, 4x4x3, 5x3x4-any, 6x5x5, 7x7x6-open, 9x4x9.\n"
    )
    again = write("again", "return (0, 0)", game="minesweeper")
    result = run(again)
    assert result.exit_code == 1
    assert "it opens 0,0, which is open already" in result.stdout


def test_all_strategies_of_a_file_and_json() -> None:
    write("one", "return view.knowledge[0]")
    write("two", "return view.knowledge[-9]")
    Path("both.py").write_text(Path("one.py").read_text() + Path("two.py").read_text(), "utf-8")
    result = run("both.py", "--json")
    assert result.exit_code == 1
    one, two = json.loads(result.stdout)["strategies"]
    assert (one["strategy"], one["game"], one["findings"]) == ("one", "mastermind", [])
    assert one["tried"][:2] == ["description", "mastermind:3x4"]
    assert two["strategy"] == "two"
    assert "IndexError" in two["findings"][0]
    assert run("both.py:one").exit_code == 0


HANG = f"""
from mastermine.arena import watchdog
watchdog.GRACE_SECONDS = {PATIENCE}
for block in list(watchdog._active):
    block.deadline = watchdog.monotonic()
while True:
    pass
"""
"""Hangs, and its time is over at once: the checks before it may take as long as they need, and so
may the watchdog to stop it, before its worker is ended."""


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (f"if view.rules.places == 1:\n{indent(HANG, '    ')}\nreturn view.knowledge[0]", "1x4"),
        (HANG, "3x4"),
    ],
)
def test_a_strategy_that_hangs_is_stopped_once(body: str, where: str) -> None:
    result = run(write("hangs", body), "--time-limit", str(PATIENCE))
    assert result.exit_code == 1
    late = f"it takes longer than {PATIENCE} s"
    assert result.stdout == f"strategy hangs in mastermind:{where}: {late}\n"


@pytest.mark.rest
@pytest.mark.parametrize(
    ("game", "leaves", "report"),
    [
        ("mastermind", "raise SystemExit(3)", "SystemExit: 3"),
        ("minesweeper", "raise SystemExit", "SystemExit"),
        ("mastermind", "raise GeneratorExit", "GeneratorExit"),
        ("mastermind", "raise type('Own', (BaseException,), {})('no')", "Own: no"),
    ],
)
def test_a_strategy_that_leaves_python_is_reported_and_the_next_one_checked(
    game: str, leaves: str, report: str
) -> None:
    write("leaves", leaves, game=game)
    write("well", "return view.knowledge[0]")
    both = Path("leaves.py").read_text() + Path("well.py").read_text()
    Path("both.py").write_text(both, "utf-8")
    result = run("both.py")
    assert (result.exit_code, result.stderr) == (1, "")
    finding, more, well = result.stdout.splitlines()
    assert well.startswith("well passed.")
    assert f"after no turn: it raises {report} (both.py, line " in finding
    assert MORE.fullmatch(more)


def test_a_rating_that_leaves_python() -> None:
    result = run(write("leaves", "raise SystemExit(3)", "size"))
    assert result.exit_code == 1
    costs, game, more = result.stdout.splitlines()
    assert costs.startswith("strategy leaves: it fails with SystemExit: 3 (leaves.py, line ")
    assert "after no turn: it raises SystemExit: 3 (leaves.py, line " in game
    assert MORE.fullmatch(more)


def test_ctrl_c_ends_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_what: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermine.cli.check._findings", interrupted)
    assert run("knuth").exit_code == 130


def test_who_ends_the_process_is_found_out() -> None:
    result = run(write("leaves", "import os\nos._exit(0)"))
    assert result.exit_code == 1
    assert result.stdout == "strategy leaves: it ended its worker with exit status 0\n"
