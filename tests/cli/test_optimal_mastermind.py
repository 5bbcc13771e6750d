"""``mastermine optimal`` of Mastermind: what it says, keeps and refuses, and how it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.cli import program
from tests.waiting import PATIENCE, until

from mastermine.cli import INTERRUPTED_EXIT_STATUS, output
from mastermine.cli.mastermind import optimal
from mastermine.cli.optimal import OBJECTIVES
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.mastermind.optimal import search
from mastermine.mastermind.optimal.certificate import check_certificate
from mastermine.mastermind.optimal.search import Objective, Optimum, Progress
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Mastermind
from mastermine.system import native

needs_native = pytest.mark.skipif(native.module is None, reason="the native module was not built")
run = partial(program.run, "optimal")
text_of = partial(program.lines, "optimal")
data = partial(program.data, "optimal")


NONE_FASTER = "Proven: with this total, no strategy finds every code in fewer than 4 guesses."


@pytest.fixture(scope="module")
def best() -> Optimum:
    """The best way to play 2x4."""
    return search.optimal_play(Mastermind(2, 4))


Stopped = Callable[..., None]


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, best: Optimum) -> Stopped:
    """Let a search know so much, and be ended by an error, or by the end of its time."""

    def stop(by: BaseException | None = None, **known: Any) -> None:
        found = replace(best, **({"lower_bound": 41, "proven": False} | known))

        def find(*_asked: Any, progress: Callable[[Progress], None], **_options: Any) -> Optimum:
            progress(Progress(found, 2, 3))
            if by:
                raise by
            return found

        monkeypatch.setattr(search, "optimal_play", find)

    return stop


def test_the_best_play_is_shown_and_said_to_be_proven() -> None:
    shown = text_of("3x3")
    assert shown[0] == "mastermind:3x3: 27 codes"
    assert shown[1] == "total average worst guesses: codes first guess"
    figures = shown[3].split()
    assert figures[:2] == ["73", "2.7037"]
    counts = [tuple(map(int, word.split(":"))) for word in figures[3:-1]]
    assert sum(n for _guess, n in counts) == 27
    assert sum(guess * n for guess, n in counts) == 73
    assert int(figures[2]) == counts[-1][0]
    assert figures[-1].strip("123") == ""
    assert shown[5] == "Proven: no strategy needs fewer than 73 guesses in total."
    assert shown[6].endswith(" s")
    assert len(shown) == 7


@pytest.mark.parametrize(
    ("options", "sentences"),
    [
        (["worst"], ["Proven: no strategy finds every code in fewer than 4 guesses."]),
        (
            ["expected-then-worst"],
            [
                "Proven: no strategy needs fewer than 45 guesses in total.",
                NONE_FASTER,
            ],
        ),
        (
            ["worst-then-expected"],
            [
                "Proven: no strategy finds every code in fewer than 4 guesses.",
                "Proven: with this worst case, no strategy needs fewer than 45 guesses in total.",
            ],
        ),
        (
            ["fewest-last"],
            [
                "Proven: no strategy finds every code in fewer than 4 guesses.",
                "3 codes need guess 4.",
                "Proven: no strategy leaves fewer than 3 codes for that guess.",
            ],
        ),
        (
            ["fewest-last", "--max-depth", "5"],
            ["Every code had to be found within 5 guesses.", "0 codes need guess 5."],
        ),
        (
            ["most-within", "--max-depth", "3"],
            [
                "13 of 16 codes are found within 3 guesses.",
                "Proven: no strategy finds more than 13 codes within this limit.",
            ],
        ),
        (
            ["expected", "--consistent-only"],
            [
                "Each guess had to be a possible code.",
                "Proven: no strategy needs fewer than 45 guesses in total.",
            ],
        ),
        (
            ["expected", "--previous-only", "--max-depth", "4"],
            [
                "Each guess had to be a code that was possible before the last answer.",
                "Every code had to be found within 4 guesses.",
                "Proven: no strategy needs fewer than 45 guesses in total.",
            ],
        ),
    ],
)
def test_what_is_proven_is_said_in_words(options: list[str], sentences: list[str]) -> None:
    shown = run("2x4", "--objective", *options).stdout.splitlines()
    assert shown[5:-1] == sentences


def test_no_option_of_an_objective_is_forgotten() -> None:
    assert list(Objective) == list(OBJECTIVES)


def test_json() -> None:
    found = data("2x4", "--previous-only", "--max-depth", "5")
    assert list(found) == [
        *("rules", "codes", "objective", "guesses", "max_depth", "total", "average", "worst"),
        *("lower_bound", "worst_bound", "proven", "histogram", "first", "nodes", "seconds"),
    ]
    assert (found["rules"], found["codes"]) == ("mastermind:2x4", 16)
    assert (found["objective"], found["guesses"]) == ("expected", "previous")
    assert found["max_depth"] == 5
    assert (found["total"], found["lower_bound"], found["proven"]) == (45, 45, True)
    assert found["average"] == 45 / 16
    assert sum(int(guess) * n for guess, n in found["histogram"].items()) == 45
    assert found["worst"] == max(map(int, found["histogram"]))
    assert len(found["first"]) == 2
    assert found["nodes"] >= 0 <= found["seconds"]
    last = data("2x4", "--objective", "fewest-last")
    assert (last["last"], last["worst"], last["worst_bound"]) == (3, 4, 4)
    within = data("2x4", "--objective", "most-within", "--max-depth", "3")
    assert (within["missed"], within["lower_bound"], within["proven"]) == (3, 3, True)


def test_most_within_needs_a_number_of_guesses() -> None:
    result = run("2x4", "--objective", "most-within")
    assert result.exit_code == 2
    assert "most-within needs --max-depth" in result.stderr


def test_the_limit_of_the_game_is_ignored() -> None:
    assert data("2x4,limit=2")["total"] == 45


# Totals that are only decided, and certificates.


def test_a_lower_total_is_decided() -> None:
    shown = text_of("2x4", "--below", "45")
    assert shown[0] == "mastermind:2x4: 16 codes"
    assert shown[2] == "Proven: no strategy needs fewer than 45 guesses in total."
    assert len(shown) == 4
    shown = text_of("2x4", "--below", "46")
    assert shown[3].split()[0] == "45"
    found = data("2x4", "--below", "45")
    assert (found["below"], found["proven"], found["total"], found["lower_bound"]) == (
        *(45, True, None, 45),
    )
    assert "below" not in data("2x4")


def test_a_decided_tree_is_proven_only_if_it_is_the_best(tmp_path: Path) -> None:
    """Its total may be below the limit, and still not the least."""
    file = tmp_path / "a.tree"
    for below in ("46", "1000", "9" * 30):
        found = data("2x4", "--below", below)
        assert found["proven"]
        shown = text_of("2x4", "--below", below)
        result = run("2x4", "--below", below, "--save", str(file))
        best = found["total"] == found["lower_bound"]
        assert best is not any(line.startswith("Not proven") for line in shown)
        assert best is not ("it is not proven to be the best" in result.stderr)
        assert best is Tree.load(file).notes[0].endswith(": proven")
    assert best


def test_a_total_is_not_decided_if_no_tree_is_short_enough() -> None:
    for depth, below in ((1, 46), (3, 49), (3, 200)):
        result = run("2x4", "--below", str(below), "--max-depth", str(depth))
        assert result.exit_code == 2
        guesses = "1 guess" if depth == 1 else f"{depth} guesses"
        assert result.stderr == (
            f"mastermine: no strategy finds every code within {guesses}: increase --max-depth\n"
        )
    for depth, below, least in ((3, 30, 42), (3, 48, 48), (4, 45, 45)):
        assert text_of("2x4", "--below", str(below), "--max-depth", str(depth))[2:5] == [
            f"Every code had to be found within {depth} guesses.",
            f"Proven: no strategy needs fewer than {least} guesses in total.",
            (
                f"Whether a strategy with a higher total finds every code within {depth} guesses "
                "was not decided; without --below it is."
            ),
        ]


def test_each_file_has_its_own_name(tmp_path: Path) -> None:
    file = str(tmp_path / "a")
    for options in (["--save", "--certificate"], ["--certificate", "--resume"]):
        result = run("2x4", *(word for option in options for word in (option, file)))
        assert result.exit_code == 2
        assert "need two different files" in result.stderr
        assert all(option in result.stderr for option in options)
    assert not list(tmp_path.iterdir())


def test_only_the_total_is_decided() -> None:
    result = run("2x4", "--below", "9", "--objective", "worst")
    assert result.exit_code == 2
    assert "only the smallest total can be decided" in result.stderr


@needs_native
def test_a_certificate_is_written_and_passes_the_check(tmp_path: Path) -> None:
    file = tmp_path / "a.bound.gz"
    result = run("3x4", "--certificate", str(file))
    assert result.exit_code == 0
    assert result.stderr == (
        f"Wrote the certificate of 206 to {file}; check it with: mastermine verify --bound {file}\n"
    )
    assert check_certificate(file).total == 206


def test_there_may_be_no_time_for_a_certificate(tmp_path: Path, stopped: Stopped) -> None:
    stopped()
    file = tmp_path / "a.bound.gz"
    result = run("2x4", "--certificate", str(file))
    assert result.exit_code == 0
    assert "The certificate was not finished, so none was written." in result.stderr
    assert not file.exists()


def test_a_terminal_says_that_the_certificate_is_made(
    monkeypatch: pytest.MonkeyPatch, best: Optimum
) -> None:
    screen = Console(file=StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(output, "console", lambda **_how: screen)
    with optimal._status_line(best) as show:
        show(Progress(best))
    assert isinstance(screen.file, StringIO)
    assert "best 45  at least 45  making the certificate" in screen.file.getvalue()


@pytest.mark.parametrize(
    "options", [["--max-depth", "4"], ["--consistent-only"], ["--objective", "worst"]]
)
def test_there_are_certificates_only_of_totals(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "a.bound.gz"
    result = run("2x4", "--certificate", str(file), *options)
    assert result.exit_code == 2
    assert "there are certificates only of the smallest total" in result.stderr
    assert not file.exists()


@pytest.mark.parametrize("name", ["a.tree", "a.tree.gz"])
def test_the_tree_is_saved_with_the_command_that_finds_it(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    result = run("2x4", "--consistent-only", "--max-depth", "5", "--save", str(file))
    assert result.exit_code == 0
    assert result.stderr == f"Wrote the tree to {file}.\n"
    tree = Tree.load(file)
    command = "mastermine optimal mastermind:2x4 --objective expected --consistent-only"
    assert tree.notes == (f"{command} --max-depth 5: proven",)
    assert verify_tree(tree).total == 45


def test_what_is_known_is_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    first = data("2x4", "--resume", str(file))
    written = file.read_bytes()
    assert written.count(b"\n") > 1
    again = data("2x4", "--resume", str(file))
    assert again == {**first, "seconds": again["seconds"]}
    assert file.read_bytes() == written


def test_a_search_that_is_interrupted_tells_and_saves_what_it_knows(
    tmp_path: Path, stopped: Stopped
) -> None:
    stopped(KeyboardInterrupt())
    tree, kept = tmp_path / "a.tree", tmp_path / "a.jsonl"
    kept.touch()
    result = run("2x4", "--save", str(tree), "--resume", str(kept))
    assert result.exit_code == INTERRUPTED_EXIT_STATUS
    assert result.stdout.splitlines()[5:7] == [
        "Proven: no strategy needs fewer than 41 guesses in total.",
        "Not proven: a better strategy may exist.",
    ]
    assert f"Wrote the tree to {tree}; it is not proven to be the best." in result.stderr
    assert f"Saved the search in {kept}; the same command resumes it." in result.stderr
    assert Tree.load(tree).total == 45
    assert Tree.load(tree).notes[0].endswith("not proven; at least 41")


def test_a_search_that_saved_nothing_cannot_be_resumed(tmp_path: Path, stopped: Stopped) -> None:
    """It was interrupted before the file existed."""
    stopped(KeyboardInterrupt())
    result = run("2x4", "--resume", str(tmp_path / "a.jsonl"))
    assert result.exit_code == INTERRUPTED_EXIT_STATUS
    assert "resume" not in result.stderr


def test_what_is_known_is_reported_as_json_too(stopped: Stopped) -> None:
    stopped(KeyboardInterrupt())
    result = run("2x4", "--json")
    assert result.exit_code == INTERRUPTED_EXIT_STATUS
    found = json.loads(result.stdout)
    assert (found["lower_bound"], found["total"], found["proven"]) == (41, 45, False)
    assert "With --resume FILE, a search is saved and can be resumed." in result.stderr


def test_where_nothing_was_found_nothing_is_saved(tmp_path: Path, stopped: Stopped) -> None:
    stopped(KeyboardInterrupt(), tree=None, lower_bound=31)
    tree = tmp_path / "a.tree"
    result = run("2x4", "--save", str(tree))
    assert result.exit_code == INTERRUPTED_EXIT_STATUS
    assert result.stdout.splitlines()[:4] == [
        "mastermind:2x4: 16 codes",
        "No strategy was found so far.",
        "",
        "Proven: no strategy needs fewer than 31 guesses in total.",
    ]
    assert "so no tree was written" in result.stderr
    assert not tree.exists()


def test_the_end_of_time_is_no_error(stopped: Stopped) -> None:
    stopped()
    result = run("2x4", "--time-limit", "1")
    assert result.exit_code == 0
    assert "Not proven" in result.stdout
    assert "With --resume FILE" in result.stderr


def test_what_is_known_outlives_an_error(tmp_path: Path, stopped: Stopped) -> None:
    full = MastermineError("the disk is full")
    stopped(full)
    tree = tmp_path / "a.tree"
    result = run("2x4", "--save", str(tree))
    assert result.exit_code == 2
    assert "needs fewer than 41" in result.stdout
    assert result.stderr.endswith("mastermine: the disk is full\n")
    assert Tree.load(tree).total == 45


@pytest.mark.parametrize(
    ("objective", "known", "sentences"),
    [
        ("worst", {"worst_bound": 3}, ["in fewer than 3 guesses."]),
        ("expected-then-worst", {"lower_bound": 41}, ["needs fewer than 41 guesses in total"]),
        ("expected-then-worst", {"worst_bound": 3}, ["than 45 guesses", "in fewer than 3 guesses"]),
        ("worst-then-expected", {"worst_bound": 3}, ["in fewer than 3 guesses"]),
        (
            "worst-then-expected",
            {"lower_bound": 41},
            ["than 4 guesses", "than 41 guesses in total"],
        ),
        ("fewest-last", {"worst_bound": 3}, ["in fewer than 3 guesses"]),
        (
            "fewest-last",
            {"lower_bound": 2},
            [
                "in fewer than 4 guesses",
                "3 codes need guess 4.",
                "fewer than 2 codes for that guess",
            ],
        ),
    ],
)
def test_nothing_is_called_proven_that_is_not(
    objective: str, known: dict[str, Any], sentences: list[str], stopped: Stopped
) -> None:
    so_far = {"objective": Objective(objective), "lower_bound": 45, "worst_bound": 4}
    stopped(**so_far | known)
    shown = run("2x4", "--objective", objective).stdout.splitlines()[5:-1]
    assert len(shown) == len(sentences) + 1
    for line, words in zip(shown, sentences, strict=False):
        assert words in line
    assert shown[-1].startswith("Not proven")


def test_a_terminal_shows_how_far_it_is(stopped: Stopped) -> None:
    stopped(nodes=1234)
    shown = run("2x4", FORCE_COLOR="1", COLUMNS="100").stderr
    assert "best 45  at least 41  gap 4  1,234 positions  first guess 2 of 3" in shown


def test_nothing_is_searched_when_the_tree_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "optimal_play", lambda *_asked, **_options: pytest.fail("searched"))
    file = tmp_path / "file"
    file.write_text("as it was")
    for path, message in (
        (tmp_path / "nowhere" / "a.tree", "a.tree cannot be written: No such file"),
        (file / "a.tree", "cannot be written: Not a directory"),
        (tmp_path, "is a folder; name a file in it"),
        (file, "--save and --resume need two different files"),
    ):
        result = run("2x4", "--save", str(path), "--resume", str(file))
        assert result.exit_code == 2
        assert message in result.stderr
    assert file.read_text() == "as it was"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_nothing_is_searched_to_be_saved_in_place_of_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "optimal_play", lambda *_asked, **_options: pytest.fail("searched"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = run("2x4", "--save", str(pipe))
    assert result.exit_code == 2
    assert result.stderr == f"mastermine: {pipe} is a device; name a file\n"
    assert pipe.is_fifo()


def test_time_without_end() -> None:
    assert data("2x3", "--time-limit", "inf")["proven"]


@pytest.mark.parametrize(
    ("figure", "number"),
    [
        *(("nodes", "1e400"), ("nodes", "-1"), ("nodes", "NaN")),
        *(("seconds", "1e400"), ("seconds", "-1.5"), ("seconds", "NaN"), ("bound", "1e400")),
    ],
)
def test_a_figure_that_cannot_be_is_damage(tmp_path: Path, figure: str, number: str) -> None:
    file = tmp_path / "a.jsonl"
    data("2x3", "--resume", str(file))
    fact = {"stage": "total/0", "bound": 21, "nodes": 1, "seconds": 1.0}
    line = json.dumps(fact | {figure: "X"}).replace('"X"', number)
    file.write_text(file.read_text("utf-8") + line + "\n", "utf-8")
    result = run("2x3", "--resume", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"mastermine: {file} is damaged")
    assert not result.stdout


def test_what_a_damaged_file_made_known_is_not_shown(stopped: Stopped) -> None:
    stopped(InvalidSpec("a.jsonl is damaged"), proven=True)
    result = run("2x4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "mastermine: a.jsonl is damaged\n"


def test_a_file_of_another_search_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    data("2x3", "--resume", str(file))
    before = file.read_bytes()
    for arguments in (["2x4"], ["2x3", "--objective", "worst"], ["2x3", "--consistent-only"]):
        result = run(*arguments, "--resume", str(file))
        assert result.exit_code == 2
        assert "is from another search" in result.stderr
        assert file.read_bytes() == before
    file.write_text("a letter\n")
    result = run("2x3", "--resume", str(file))
    assert result.exit_code == 2
    assert "is not the file of an earlier search" in result.stderr
    assert file.read_text() == "a letter\n"


@pytest.mark.rest
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_control_c_ends_threads_and_says_how_to_resume(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mastermine", "optimal", "5x7", "--jobs", "2"]
    file = tmp_path / "a.jsonl"
    with subprocess.Popen(
        [*command, "--resume", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    ) as running:
        until(file.exists)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == INTERRUPTED_EXIT_STATUS, err
    assert "mastermind:5x7: 16,807 codes" in out
    assert f"Saved the search in {file}; the same command resumes it." in err
