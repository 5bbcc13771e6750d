"""Words as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")


def plain(text: str) -> str:
    """A text that means no more than its letters; options of commands are set as code."""
    escaped = re.sub(r"([\\`*_\[\]<>|#$])", r"\\\1", text)
    return OPTION.sub(lambda found: code(found[0].replace("\\", "")), escaped)


def docstring(text: str) -> str:
    """A paragraph of a docstring: what is code there, is so here."""
    parts = " ".join(text.split()).split("``")
    return "".join(code(part) if n % 2 else plain(part) for n, part in enumerate(parts))


def code(text: str) -> str:
    """A text as code."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def block(text: str, language: str = "text") -> str:
    """Lines as code."""
    return f"```{language}\n{text}\n```"


def defined(pairs: Iterable[tuple[str, str]]) -> str:
    """Terms, and what they mean."""
    return "\n\n".join(f"{term}\n: {meaning or '–'}" for term, meaning in pairs)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, whose cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
