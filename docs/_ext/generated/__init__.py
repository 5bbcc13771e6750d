"""Extension of Sphinx that replaces lines ``<!-- generated: NAME WORDS -->`` by Markdown.

The Markdown is the result of the function ``GENERATED[NAME]``, called with the words; the functions
do not depend on Sphinx and are tested alone. ``<!-- generated: toctree -->`` makes the pages to
which the lists of a page link its subpages, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from generated import commands, http, licences, python, strategies

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GENERATED: dict[str, Callable[..., str]] = {
    "commands": commands.commands,
    "http": http.requests,
    "licences": licences.licences,
    "python": python.module,
    "python-facade": python.facade,
    "strategies": strategies.strategies,
}
MARK = re.compile(r"^<!-- generated: (\S+)(.*) -->$", re.MULTILINE)
ENTRY = re.compile(r"^ *[-*\d.]+ \[([^\]]+)\]\(([^)#:]+)\.md\)", re.MULTILINE)
"""Item of a list that begins with a link to a page."""


def filled(text: str) -> str:
    """Returns a page with its generated parts."""

    def made(mark: re.Match[str]) -> str:
        name, words = mark[1], mark[2].split()
        return toctree(text) if name == "toctree" else GENERATED[name](*words)

    return MARK.sub(made, text)


def toctree(text: str) -> str:
    """Returns tables of contents: the linked pages, below the headings of their lists."""
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    captions = ["", *(f":caption: {each.splitlines()[0]}\n" for each in sections)]
    trees = []
    for caption, section in zip(captions, [head, *sections], strict=True):
        if entries := ENTRY.findall(section):
            pages = "\n".join(f"{title} <{page}>" for title, page in entries)
            trees.append(f"```{{toctree}}\n:hidden:\n{caption}\n{pages}\n```")
    return "\n\n".join(trees)


def _fill(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = filled(source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension."""
    python.complete()
    app.connect("source-read", _fill)
    app.connect("missing-reference", python.find)
    app.connect("autodoc-process-signature", python.without_arguments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
