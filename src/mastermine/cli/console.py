"""A console that prints what its encoding has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.text import Text

ASCII = str.maketrans({"±": "+-", "–": "-", "…": "...", "─": "-"})
"""How signs are written where only ASCII can be printed for certain."""


class Screen(Console):
    """A console that takes texts as they are, only that signs beyond ASCII may have a twin."""

    def render_str(self, text: str, **options: Any) -> Text:
        if self.options.ascii_only:
            text = text.translate(ASCII)
        return super().render_str(text, **options)
