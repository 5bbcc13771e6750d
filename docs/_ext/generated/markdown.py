"""Formatting of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")


def plain(text: str) -> str:
    """Escapes a text; options of commands become code."""
    escaped = re.sub(r"([\\`*_\[\]<>|#$])", r"\\\1", text)
    return OPTION.sub(lambda found: code(found[0].replace("\\", "")), escaped)


def docstring(text: str) -> str:
    """Formats a paragraph of a docstring; text between double backticks becomes code."""
    parts = " ".join(text.split()).split("``")
    return "".join(code(part) if n % 2 else plain(part) for n, part in enumerate(parts))


def code(text: str) -> str:
    """Formats a text as code."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def block(text: str, language: str = "text") -> str:
    """Formats lines as code."""
    return f"```{language}\n{text}\n```"


def defined(pairs: Iterable[tuple[str, str]]) -> str:
    """Formats terms and their definitions."""
    return "\n\n".join(f"{term}\n: {meaning or '–'}" for term, meaning in pairs)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Formats a table; its cells are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
