"""``mastermine kit``: files for students, and their grades as table, JSON, Markdown and CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.cli.program import printed, run

from mastermine.i18n.languages import LANGUAGES

FILES = ["README.md", "scoring.py", "strategy.py", "knuth.py"]

ANA = """
def score(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess))
    return black, sum(min(secret.count(c), guess.count(c)) for c in set(guess)) - black
"""


@pytest.fixture
def students(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of two students and a file; Boris changed nothing."""
    monkeypatch.chdir(tmp_path)
    assert run("kit", "new", "students/boris").exit_code == 0
    Path("students/ana|x").mkdir()
    Path("students/ana|x/scoring.py").write_text(ANA, "utf-8")
    Path("students/notes.txt").write_text("not a student")
    return tmp_path / "students"


def test_a_folder_for_students(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    assert printed("kit", "new", str(folder)).startswith(f"Wrote {folder}/README.md, ")
    for name in FILES[1:]:
        source = (folder / name).read_text("utf-8")
        compile(source, name, "exec")
        assert "raise NotImplementedError" in source
    readme = (folder / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in readme for name in FILES[1:])
    (folder / "README.md").unlink()
    result = run("kit", "new", str(folder))
    assert result.exit_code == 2
    assert "scoring.py already exists; nothing was written" in result.stderr
    assert not (folder / "README.md").exists()
    again = json.loads(printed("kit", "new", str(tmp_path / "more"), "--json"))
    assert again["written"] == [str(tmp_path / "more" / name) for name in FILES]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_files_are_python_in_every_language(language: str, tmp_path: Path) -> None:
    assert run("--lang", language, "kit", "new", str(tmp_path / "kit")).exit_code == 0
    for name in FILES[1:]:
        compile((tmp_path / "kit" / name).read_text("utf-8"), name, "exec")


def test_grades(students: Path) -> None:
    folders = [str(path) for path in sorted(students.iterdir())]
    words = ("kit", "grade", *folders, "--seed", "7", "--cases", "2")
    data = json.loads(printed(*words, "--json"))
    assert data["seed"] == 7
    found = {(each["student"], each["assignment"]): each for each in data["grades"]}
    assert [name for name, _assignment in found] == ["ana|x"] * 3 + ["boris"] * 3
    right = found["ana|x", "scoring"]
    assert (right["passed"], right["cases"], right["failure"]) == (2, 2, None)
    assert found["ana|x", "knuth"]["failure"] == "not handed in"
    unwritten = found["boris", "scoring"]
    assert unwritten["passed"] == 0
    assert unwritten["failure"].endswith("not completed yet")

    shown = printed(*words, "--out", "r.md")
    assert "2/2" in shown
    assert shown.splitlines()[-2:] == [
        "The same cases again: --seed 7",
        "Wrote the report to r.md.",
    ]
    report = Path("r.md").read_text("utf-8")
    assert "| ana\\|x | 2/2 (" in report
    assert "### boris\n\n- the scoring function: code " in report
    printed(*words, "--out", "r.csv")
    with Path("r.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["first_failure"] or None for row in rows] == [
        each["failure"] for each in data["grades"]
    ]


@pytest.mark.rest
def test_a_drawn_seed_repeats_the_cases(students: Path) -> None:
    words = ("kit", "grade", str(students / "boris"), "--cases", "1", "--json")
    one = json.loads(printed(*words))
    again = json.loads(printed(*words, "--seed", str(one["seed"])))
    assert [each["failure"] for each in again["grades"]] == [
        each["failure"] for each in one["grades"]
    ]


@pytest.mark.parametrize("report", ["r.md", "r.csv"])
def test_any_error_can_be_written(students: Path, report: str) -> None:
    text = 'def score(secret, guess): raise ValueError("\\ud800")'
    (students / "boris" / "scoring.py").write_text(text, "utf-8")
    printed("kit", "grade", str(students / "boris"), "--cases", "1", "--out", report)
    assert "ValueError: \\ud800" in Path(report).read_text("utf-8")


def test_a_file_alone_is_no_student(students: Path) -> None:
    result = run("kit", "grade", str(students / "notes.txt"))
    assert result.exit_code == 2
    assert "notes.txt is not a folder; name the folder of each student" in result.stderr


def test_the_folder_of_a_class_is_no_student(students: Path) -> None:
    result = run("kit", "grade", str(students))
    assert result.exit_code == 2
    assert "has folders, but nothing to grade; name the folder of each student" in result.stderr


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("kit", "missing command"),
        ("kit grade", "missing argument 'FOLDER...'"),
        ("kit grade . nobody", "nobody is not a folder; name the folder of each student"),
        ("kit grade . --out r.html", "the format of r.html is unknown: use .md, .csv"),
        ("kit grade . --cases 0", "--cases"),
    ],
)
def test_what_cannot_be_graded(words: str, right: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert right in result.stderr
