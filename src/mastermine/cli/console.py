"""A rich console for encodings without Unicode, and for pipes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from mastermine.i18n.text import printable

ASCII = str.maketrans({"±": "+-", "–": "-", "…": "...", "─": "-"})
"""ASCII replacements of characters."""

GLUE = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "\ue000\ue001")
"""Stand-ins for the spaces within a number, since rich breaks lines at any space."""

UNGLUE = {new: old for old, new in GLUE.items()}

WORDS = (str, Text, Table, Columns)
"""Types of output whose spaces at the end of a line have no meaning."""

UNLIMITED_COLUMNS = 10_000
"""Width with which the natural width of a table is measured."""


def natural_width(console: Console, rows: RenderableType) -> int:
    """Returns the columns that a table needs to break no line."""
    options = console.options.update(width=UNLIMITED_COLUMNS)
    return console.measure(rows, options=options).maximum


class Screen(Console):
    """A console that escapes control characters, and breaks no number.

    It replaces characters if the terminal has only ASCII.

    In a pipe or a file, tables are as wide as they need, and lines of words and tables do not end
    with spaces. Boards are printed as they are, since a space may be a cell.
    """

    @property
    def unlimited(self) -> bool:
        """True if tables may be wider than the console: no terminal, and no ``COLUMNS``."""
        return not self.is_terminal and "COLUMNS" not in os.environ

    def print(self, *objects: Any, **options: Any) -> None:
        inner = [getattr(each, "renderable", each) for each in objects]  # without a padding
        tables = [each for each in objects if isinstance(getattr(each, "renderable", each), Table)]
        width = self.width
        if tables and self.unlimited:
            self.width = max(width, *(natural_width(self, each) for each in tables))
        try:
            if self.is_terminal or not all(isinstance(each, WORDS) for each in inner):
                super().print(*objects, **options)
                return
            with self.capture() as captured:
                super().print(*objects, **options)
            lines = captured.get().split("\n")
            super().print("\n".join(line.rstrip(" ") for line in lines), end="", soft_wrap=True)
        finally:
            self.width = width

    def render_str(self, text: str, **options: Any) -> Text:
        if self.options.ascii_only:
            text = text.translate(ASCII)
        return super().render_str(printable(text).translate(GLUE), **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            shown = text if control else printable(text.translate(UNGLUE))
            yield Segment(shown, style, control)
