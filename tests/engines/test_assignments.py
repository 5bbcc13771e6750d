"""Files that students hand in are graded, whatever they do."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from mastermine.engines import assignments
from mastermine.engines.assignments import Grade, grade

SCORE = """
def score(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess))
    return black, sum(min(secret.count(c), guess.count(c)) for c in set(guess)) - black
"""

STRATEGY = """
from itertools import product
from scoring import score

CODES = ["".join(code) for code in product("123456", repeat=4)]

def next_guess(rows):
    return next(c for c in CODES if all(score(c, g) == (b, w) for g, b, w in rows))
"""

KNUTH = """
from collections import Counter
from strategy import CODES, score

def knuth_guess(rows):
    if not rows:
        return "1122"
    left = [c for c in CODES if all(score(c, g) == (b, w) for g, b, w in rows)]
    def cost(guess):
        return max(Counter(score(code, guess) for code in left).values()), guess not in left, guess
    return min(CODES, key=cost)
"""


WRITING = """
import os

def score(secret, guess):
    for file in range(3, 9):
        try:
            os.write(file, b"x\\n")
        except OSError:
            pass
    return 1, 1
"""


NESTED = """
import sys

def score(secret, guess):
    answers = sys._getframe(1).f_locals["answers"]
    answers.write('{"value": ' + "[" * 100_000 + "]" * 100_000 + "}\\n")
    return 1, 1
"""


def handed_in(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


def graded(folder: Path, cases: int = 3, seconds: float = 20.0, seed: int = 1) -> dict[str, Grade]:
    return {each.assignment.name: each for each in grade([folder], seed, cases, seconds)}


def scored(tmp_path: Path, body: str, seconds: float = 20.0) -> Grade:
    """The grade of a scoring function."""
    return graded(handed_in(tmp_path / "ana", scoring=body), seconds=seconds)["scoring"]


@pytest.mark.rest
def test_right_solutions_pass_all_cases(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "ana", scoring=SCORE, strategy=STRATEGY, knuth=KNUTH)
    grades = graded(folder, cases=6)
    assert [*grades] == ["scoring", "strategy", "knuth"]
    for each in grades.values():
        assert (each.student, each.passed, each.cases, each.failure) == ("ana", 6, 6, "")
        assert each.seconds > 0
    assert {path.name for path in folder.iterdir()} == {"scoring.py", "strategy.py", "knuth.py"}


def test_the_first_wrong_case_is_described(tmp_path: Path) -> None:
    wrong = """
def score(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess))
    return black, sum(c in secret for c in guess) - black
"""
    result = graded(handed_in(tmp_path / "a", scoring=wrong), cases=30)["scoring"]
    assert 0 < result.passed < 30
    code, guess = result.failure.split(":")[0].replace(",", "").split()[1::2]
    assert len(code) == len(guess) == 4
    assert " is right, it returned (" in result.failure
    other = graded(handed_in(tmp_path / "b", scoring=wrong), cases=30, seed=2)["scoring"]
    assert other.failure != result.failure
    again = graded(handed_in(tmp_path / "c", scoring=wrong), cases=30)["scoring"]
    assert (again.passed, again.failure) == (result.passed, result.failure)


@pytest.mark.parametrize(
    ("returned", "shown"),
    [
        ("[black, white]", ""),
        ("(black, float(white))", "it returned ("),
        ("(black == 1, white)", "it returned ("),
        ("None", "it returned None"),
        ("'1B 2W'", "it returned '1B 2W'"),
        ("object", "it returned \"<class 'object'>\""),
    ],
)
def test_results_of_other_types(tmp_path: Path, returned: str, shown: str) -> None:
    body = SCORE.replace("return black, ", "white = ") + f"    return {returned}\n"
    result = scored(tmp_path, body)
    assert shown in result.failure
    assert (result.passed == 3) == (not shown)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("def score(", ": line 1: SyntaxError: '(' was never closed"),
        ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("x = 1", "there is no function score"),
        ("score = 1", "there is no function score"),
        ("def score(secret, guess):\n    return 1 / 0", ": line 2: ZeroDivisionError"),
        ("def score(secret): return 1", ": TypeError: score() takes 1 positional"),
        ("import sys\ndef score(secret, guess): sys.exit(0)", ": line 2: SystemExit: 0"),
        ("def score(secret, guess): return input()", ": line 1: EOFError"),
        ("import os\ndef score(secret, guess): os._exit(3)", "it ended with exit status 3"),
        ("import os, signal\ndef score(s, g): os.kill(os.getpid(), 9)", "killed by signal 9"),
        ("import os\nos._exit(0)", "it ended with exit status 0"),
        (WRITING, "it does not answer as the function does"),
        (NESTED, "it does not answer as the function does"),
        ("def score(s, g):\n    raise ValueError('a\\nb' * 1000)", "ValueError: a b"),
    ],
)
def test_a_file_that_fails_is_described_in_a_line(
    tmp_path: Path, body: str, complaint: str
) -> None:
    result = scored(tmp_path, body)
    assert result.passed == 0
    assert complaint in result.failure
    assert "\n" not in result.failure
    assert len(result.failure) < 300


ENDLESS = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""


@pytest.mark.rest
@pytest.mark.parametrize("where", ["file", "function"])
def test_an_endless_file_stops_nobody(
    tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assignments, "START_SECONDS", 0.7)
    function = "def score(secret, guess):" + ENDLESS.replace("\n", "\n    ")
    began = monotonic()
    result = scored(tmp_path, function if where == "function" else ENDLESS, seconds=0.3)
    assert result.passed == 0
    assert "it gave no answer within" in result.failure
    assert monotonic() - began < 5 * assignments.MAX_LOST


def test_a_file_may_print_and_recover(tmp_path: Path) -> None:
    body = "print('hello' * 10000)\n" + SCORE.replace(
        "    black =", "    print(secret, guess, flush=True)\n    black =", 1
    )
    assert scored(tmp_path, body).passed == 3
    once = """
from pathlib import Path
import os

mark = Path(__file__).with_name("crashed")

def score(secret, guess):
    if not mark.exists():
        mark.touch()
        os._exit(1)
""" + SCORE.split("\n", 2)[2]
    result = graded(handed_in(tmp_path / "boris", scoring=once))["scoring"]
    assert result.passed == 2
    assert "it ended with exit status 1" in result.failure


@pytest.mark.rest
def test_guesses_are_checked(tmp_path: Path) -> None:
    def failure(name: str, value: str) -> str:
        function = {"strategy": "next_guess", "knuth": "knuth_guess"}[name]
        folder = handed_in(
            tmp_path / f"{name}{len([*tmp_path.iterdir()])}",
            **{name: f"def {function}(rows): return {value}"},
        )
        return graded(folder, cases=2)[name].failure

    assert failure("strategy", "1122") == (
        "at the first guess: 1122 is not a guess: a guess is a text such as '1122'"
    )
    assert "'112' is not a guess: '112' has 3 pegs" in failure("strategy", "'112'")
    assert failure("strategy", "'1234'").endswith("not found with 10 guesses")
    assert failure("knuth", "'1111'").startswith("at the first guess: 1111 may leave 625 codes; ")
    assert failure("knuth", "'1122'").startswith("after ")
    assert failure("knuth", "'2211'") == (
        "at the first guess: Knuth guesses 1122; 2211 is as good, but a code that is still "
        "possible comes first, then the smallest"
    )


def test_what_is_missing_is_not_handed_in(tmp_path: Path) -> None:
    assert {each.failure for each in graded(handed_in(tmp_path / "vera")).values()} == {
        "not handed in"
    }
