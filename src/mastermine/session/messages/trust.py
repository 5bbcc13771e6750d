"""Messages about strategies in files that a saved game or a store brings along."""

from __future__ import annotations

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, shortened

MAX_SHOWN_LINES = 20
"""Maximum number of lines of a file that are shown."""
MAX_SHOWN_LETTERS = 200
"""Maximum length of a shown line."""


def warning(name: object, path: str, source: str) -> list[str]:
    """Warns that a saved game or a run, called ``name``, would run a file; shows its first lines.

    ``source``: text of the file.
    """
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
    return _("Run this code?")


def not_run(path: str, instead: str) -> str:
    """Says that a file was not run. ``instead``: name of the strategy that takes its place."""
    return _("The strategy in {path} was not run; {name} takes its place.").format(
        path=path, name=instead
    )
