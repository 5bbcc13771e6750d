"""A rich console for encodings without Unicode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.text import Text

ASCII = str.maketrans({"±": "+-", "–": "-", "…": "...", "─": "-"})
"""ASCII replacements of characters."""


class Screen(Console):
    """A console that replaces characters if the terminal has only ASCII."""

    def render_str(self, text: str, **options: Any) -> Text:
        if self.options.ascii_only:
            text = text.translate(ASCII)
        return super().render_str(text, **options)
