"""Messages about files and programs that a saved game or a store would run."""

from __future__ import annotations

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, shortened

MAX_SHOWN_LINES = 20
"""Maximum number of lines of a file that are shown."""
MAX_SHOWN_LETTERS = 200
"""Maximum length of a shown line."""


def warning(name: object, path: str, source: str | None) -> list[str]:
    """Warns that a saved game or a run, called ``name``, would run a file or an engine.

    ``source``: text of the file, whose first lines are shown; None for an engine.
    """
    if source is None:
        return [
            _(
                "{name} uses an engine, a program that can do everything that you can do on this "
                "machine:"
            ).format(name=name),
            f"  {shortened(path, MAX_SHOWN_LETTERS)}",
        ]
    lines = source.splitlines()
    shown = [f"  {shortened(line, MAX_SHOWN_LETTERS)}" for line in lines[:MAX_SHOWN_LINES]]
    n = len(lines)
    return [
        _(
            "{name} uses a strategy in a file of Python code, which can do everything that you can "
            "do on this machine."
        ).format(name=name),
        # Translators: the name and the length of a file; the form is for {n}.
        ngettext("{path}, {n} line:", "{path}, {n} lines:", n).format(path=path, n=whole(n)),
        *shown,
        *(["  …"] if n > MAX_SHOWN_LINES else []),
    ]


def question() -> str:
    """Returns the question after the warning."""
    return _("Run it?")


def not_run(path: str, instead: str) -> str:
    """Says that a file or an engine was not run. ``instead``: the strategy that takes its place."""
    return _("{path} was not run; the strategy {name} takes its place.").format(
        path=path, name=instead
    )
