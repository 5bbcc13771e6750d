"""``--format`` and ``--out`` of commands that write a position as a model for solvers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from mastermine.cli import output
from mastermine.core.constraint_models import ENDINGS
from mastermine.i18n.text import N_, _
from mastermine.system.folders import writing

_FORMATS = {ending: form for form, ending in ENDINGS.items()}


def model_options(*others: str) -> Callable[[output.Function], output.Function]:
    """``--format`` and ``--out`` of a model, as ``form`` and ``out``; ``others``: more formats."""
    form = output.option(
        "--format",
        "form",
        type=click.Choice([*ENDINGS, *others]),
        help_=N_(
            "Write the position as a model for solvers, with comments, instead of solving it: "
            "clauses (dimacs), linear arithmetic (smtlib) or MiniZinc."
        )
        if not others
        else N_(
            "Write the position as a model for solvers, with comments, instead of solving it: "
            "clauses (dimacs), linear arithmetic (smtlib) or MiniZinc; or as an address of "
            "puzz.link (puzzlink)."
        ),
    )
    out = output.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=N_("FILE"),
        help_=N_(
            "Write this to a file; without --format, its ending sets the format: .cnf, .smt2 or "
            ".mzn."
        ),
    )
    return lambda function: form(out(function))


def write_model(
    form: str | None, out: Path | None, model: Callable[[str], str], unused: Mapping[str, Any]
) -> bool:
    """Writes ``model(format)`` to a file or standard output; returns False if none is wanted.

    Raises UsageError for a given option of ``unused``, InvalidSpec for a file.
    """
    form = form or (output.format_of(out, _FORMATS) if out else None)
    if form is None:
        return False
    output.check_unused(unused, _("{option} has no effect with --format: leave it out"))
    text = model(form)
    if out is None:
        click.echo(text, nl=False)
    else:
        with writing(out):
            out.write_text(text, "utf-8")
    return True
