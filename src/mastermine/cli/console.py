"""A rich console for encodings without Unicode, and for pipes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.table import Table

if TYPE_CHECKING:
    from rich.text import Text

ASCII = str.maketrans({"±": "+-", "–": "-", "…": "...", "─": "-"})
"""ASCII replacements of characters."""


UNLIMITED_COLUMNS = 10_000
"""Width with which the natural width of a table is measured."""


def natural_width(console: Console, rows: RenderableType) -> int:
    """Returns the columns that a table needs to break no line."""
    options = console.options.update(width=UNLIMITED_COLUMNS)
    return console.measure(rows, options=options).maximum


class Screen(Console):
    """A console that replaces characters if the terminal has only ASCII.

    Tables in a pipe or a file are as wide as they need.
    """

    @property
    def unlimited(self) -> bool:
        """True if tables may be wider than the console: no terminal, and no ``COLUMNS``."""
        return not self.is_terminal and "COLUMNS" not in os.environ

    def print(self, *objects: Any, **options: Any) -> None:
        # A table may be inside a padding.
        tables = [each for each in objects if isinstance(getattr(each, "renderable", each), Table)]
        if not tables or not self.unlimited:
            super().print(*objects, **options)
            return
        width = self.width
        self.width = max(width, *(natural_width(self, each) for each in tables))
        try:
            super().print(*objects, **options)
        finally:
            self.width = width

    def render_str(self, text: str, **options: Any) -> Text:
        if self.options.ascii_only:
            text = text.translate(ASCII)
        return super().render_str(text, **options)
