"""The command ``mastermine kit``: assignments for a class, and their grading."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import N_, _, ngettext, printable
from mastermine.system.folders import write_new, writing

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.engines.assignments import Grade

REPORTS = {".md": "markdown", ".csv": "csv"}

MAX_CASES = 1000

SCORING = '''"""{title}"""


def score(secret: str, guess: str) -> tuple[int, int]:
    """{score}"""
    raise NotImplementedError
'''

STRATEGY = '''"""{title}"""

Row = tuple[str, int, int]


def next_guess(rows: list[Row]) -> str:
    """{next_guess}"""
    raise NotImplementedError
'''

KNUTH = '''"""{title}"""

Row = tuple[str, int, int]


def knuth_guess(rows: list[Row]) -> str:
    """{knuth_guess}"""
    raise NotImplementedError
'''


@click.group(
    no_args_is_help=False,
    # Translators: placeholder in the help for a command and its arguments.
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_(
        "Three assignments for a class: the scoring function, a strategy, Knuth's algorithm.\n\n"
        "\b\n"
        "  mastermine kit new assignments\n"
        "  mastermine kit grade students/* --seed 7 --out report.md"
    ),
)
def kit() -> None:
    """Creates and grades assignments."""


@kit.command(
    help=_(
        "Create a folder for students: a README in your language, and three files to complete.\n\n"
        "Existing files are never overwritten."
    )
)
@click.argument("folder", metavar=_("FOLDER"), type=click.Path(file_okay=False, path_type=Path))
@output.json_option
def new(folder: Path, as_json: bool) -> None:
    written = write_new(folder, _texts())
    if as_json:
        output.print_json({"written": written})
    else:
        click.echo(_("Wrote {files}.").format(files=", ".join(written)))


def _texts() -> dict[str, str]:
    """Returns the files for students, in the language in use."""
    rows = _(
        "Each row is a guess with its numbers of black and white pegs, such as ('1122', 1, 0)."
    )
    code = _("A code has four digits from 1 to 6, which may repeat.")
    score = _("Return the numbers of black and white pegs of a guess.")
    guess = _("Return a guess that finds the code within ten guesses.")
    knuth = _("Return the guess of Knuth's algorithm.")
    titles = {
        "scoring.py": _("The scoring function"),
        "strategy.py": _("A strategy"),
        "knuth.py": _("Knuth's algorithm"),
    }

    def docstring(*sentences: str) -> str:
        return "\n\n    ".join([sentences[0], *sentences[1:]]) + "\n    "

    readme = [
        "# " + _("Three assignments on Mastermind"),
        code
        + " "
        + _(
            "Black pegs count the places where code and guess agree; white pegs count the other "
            "digits that they have in common, each digit of the code at most once."
        ),
        "## 1. " + titles["scoring.py"],
        _("Complete {function} in {file}.").format(function="`score`", file="`scoring.py`")
        + " "
        + _("{call} is {result}.").format(call='`score("1122", "1213")`', result="`(1, 2)`"),
        "## 2. " + titles["strategy.py"],
        _("Complete {function} in {file}.").format(function="`next_guess`", file="`strategy.py`")
        + " "
        + guess
        + " "
        + rows,
        "## 3. " + titles["knuth.py"],
        _("Complete {function} in {file}.").format(function="`knuth_guess`", file="`knuth.py`")
        + " "
        + _(
            "For every code as a guess, divide the codes that are still possible by their answers; "
            "the guess whose largest part is smallest wins. Of equally good guesses a code that is "
            "still possible comes first, then the smallest number. The first guess is 1122."
        ),
        "## " + _("Check your work"),
        "```sh\nmastermine kit grade .\n```",
        _(
            "Each run draws other cases. Your functions are called many times; what they print is "
            "discarded."
        ),
    ]
    return {
        "README.md": "\n\n".join(readme) + "\n",
        "scoring.py": SCORING.format(title=titles["scoring.py"], score=docstring(score, code)),
        "strategy.py": STRATEGY.format(
            title=titles["strategy.py"], next_guess=docstring(guess, rows, code)
        ),
        "knuth.py": KNUTH.format(
            title=titles["knuth.py"], knuth_guess=docstring(knuth, rows, code)
        ),
    }


@kit.command(
    name="grade",
    help=_(
        "Grade what students hand in: call their functions, and compare with what is right.\n\n"
        "Each FOLDER is that of a student, whose name it has, with scoring.py, strategy.py and "
        "knuth.py. The cases depend on the seed [default: drawn, and printed]. Each file runs in a "
        "process of its own, with your rights: it cannot stop the grading of others, but may do "
        "anything else that a program may.\n\n"
        "\b\n"
        "  mastermine kit grade students/* --seed 7 --out report.md\n"
        "  mastermine kit grade ana boris --cases 50 --time-limit 5 --out report.csv"
    ),
)
@click.argument(
    "folders",
    metavar=_("FOLDER..."),
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--cases",
    type=click.IntRange(1, MAX_CASES),
    metavar=_("N"),
    default=20,
    show_default=True,
    help=_("Number of cases of each assignment."),
)
@output.seconds_option(N_("Time limit in seconds of each call."), default=10)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("Write the report to this file: .md or .csv."),
)
@seed_option()
@output.json_option
def grade_command(
    folders: tuple[Path, ...],
    cases: int,
    seconds: float,
    out: Path | None,
    seed: int | str | None,
    as_json: bool,
) -> None:
    from mastermine.core.random import fresh_seed
    from mastermine.engines.assignments import ASSIGNMENTS, grade

    form = None if out is None else output.format_of(out, REPORTS)
    students = [folder for folder in folders if folder.is_dir()]
    # Files beside folders are skipped, since a pattern of the shell may match some.
    missing = [folder for folder in folders if not (students and folder.exists())]
    if missing:
        raise InvalidSpec(
            _("{path} is not a folder; name the folder of each student").format(path=missing[0])
        )
    for folder in students:
        folders_inside = any(path.is_dir() for path in folder.iterdir())
        if folders_inside and not any((folder / each.file).exists() for each in ASSIGNMENTS):
            raise InvalidSpec(
                _(
                    "{path} has folders, but nothing to grade; name the folder of each student"
                ).format(path=folder)
            )
    used = fresh_seed() if seed is None else seed
    graded = grade(students, used, cases, seconds)
    total = len(students) * len(ASSIGNMENTS)
    found = list(output.with_progress(graded, total, _("grading"), quiet=False))
    if out is not None:
        with writing(out):
            out.write_text(_csv(found) if form == "csv" else _markdown(found, used), "utf-8")
    output.print_result(as_json, _data, _show, found, used)
    if out is not None and not as_json:
        click.echo(_("Wrote the report to {file}.").format(file=out))


def _data(grades: Sequence[Grade], seed: int | str) -> dict[str, Any]:
    return {
        "seed": seed,
        "grades": [
            {
                "student": each.student,
                "assignment": each.assignment.name,
                "passed": each.passed,
                "cases": each.cases,
                "seconds": round(each.seconds, 3),
                "failure": each.failure or None,
            }
            for each in grades
        ],
    }


def _heads() -> tuple[str, ...]:
    return _("student"), _("assignment"), _("passed"), _("seconds"), _("first failure")


def _row(each: Grade) -> tuple[str, ...]:
    return (
        printable(each.student),
        _(each.assignment.title),
        f"{each.passed}/{each.cases}",
        decimal(each.seconds, 1),
        printable(each.failure),
    )


def _show(screen: Console, grades: Sequence[Grade], seed: int | str) -> None:
    table = output.table(*_heads(), numbers=(2, 3))
    for each in grades:
        table.add_row(*_row(each))
    screen.print(table)
    screen.print(_repeated(seed))


def _repeated(seed: int | str) -> str:
    return _("The same cases again: --seed {seed}").format(seed=seed)


def _markdown(grades: Sequence[Grade], seed: int | str) -> str:
    """Formats a table of all students, and what each failed first."""
    from mastermine.engines.assignments import ASSIGNMENTS

    names = [_(each.title) for each in ASSIGNMENTS]
    lines = [_line([_("student"), *names]), _line(["---", *["---:"] * len(names)])]
    parts = []
    for at in range(0, len(grades), len(names)):
        results = grades[at : at + len(names)]
        student = results[0].student
        seconds = [f"{each.passed}/{each.cases} ({decimal(each.seconds, 1)})" for each in results]
        lines.append(_line([student, *seconds]))
        failed = [
            # Translators: {assignment} is such as "a strategy"; {failure} says what is wrong.
            _("- {assignment}: {failure}").format(
                assignment=_(each.assignment.title), failure=_escaped(each.failure)
            )
            for each in results
            if each.failure
        ]
        if failed:
            parts.append("\n".join([f"### {_escaped(student)}", "", *failed]))
    n = grades[0].cases
    about = ngettext(
        "Passed cases of {n}, and seconds.", "Passed cases of {n}, and seconds.", n
    ).format(n=n)
    first = ["## " + _("First failures"), *parts] if parts else []
    return (
        "\n\n".join(["# " + _("Report"), about, "\n".join(lines), *first, _repeated(seed)]) + "\n"
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """Escapes signs that Markdown would take for a table or HTML."""
    return printable(text).replace("|", "\\|").replace("<", "&lt;")


def _csv(grades: Sequence[Grade]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("student", "assignment", "passed", "cases", "seconds", "first_failure"))
    for each in grades:
        name, seconds = each.assignment.name, f"{each.seconds:.3f}"
        row = (each.student, name, each.passed, each.cases, seconds, each.failure)
        rows.writerow(_harmless(printable(str(cell))) for cell in row)
    return text.getvalue()


def _harmless(cell: str) -> str:
    """Keeps a spreadsheet from reading a cell as a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell
