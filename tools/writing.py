"""Checks that the Python sources use plain words: ``python tools/writing.py`` lists what is not."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"

NOUN = 'a noun, such as "Number of …", "Maximum …" or "Duration …"'
OPENINGS = {
    "What": 'a verb, such as "Returns …", or a noun, such as "Value of …"',
    "Whether": '"True if …" or "Returns True if …"',
    "Who": 'the person or thing, such as "Player that …"',
    "How": 'a verb, such as "Formats …", or a noun, such as "Number of …"',
    "That": "a verb or a noun",
    **dict.fromkeys(("So many", "So much", "So long", "So often", "So few", "So little"), NOUN),
}
"""Words with which no docstring opens, and replacements."""

WORDS = {
    "told": "message, lines, text or description",
    "reckoned": "computed, counted or estimated",
    "begun": "started",
    "spared": "saved or safe",
    "mended": "fixed or repaired",
}
"""Words that are not used, not even as parts of names, and replacements."""

_OPENING = re.compile(rf"\s*({'|'.join(OPENINGS)})\b")
_WORD = re.compile(rf"(?<![A-Za-z])({'|'.join(WORDS)})(?![A-Za-z])", re.IGNORECASE)
_KEY = re.compile(r"``.*?``|([\"'])[\w.-]+\1")
"""Names in prose, and the keys of JSON and tables, which are older than this check."""


def problems(source: str) -> Iterator[tuple[int, str]]:
    """Yields the line numbers of other words in a source, each with a suggestion."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if found := _OPENING.match(text):
                yield (
                    node.lineno,
                    f'a docstring opens with "{found[1]}": write {OPENINGS[found[1]]}',
                )
    for line, text in enumerate(source.splitlines(), start=1):
        for word in _WORD.findall(_KEY.sub("", text)):
            yield line, f'"{word}": write {WORDS[word.lower()]}'


def main() -> int:
    """Prints the problems of all sources; returns 1 if there are any."""
    lines = [
        f"{path.relative_to(SOURCES.parent)}:{line}: {problem}"
        for path in sorted(SOURCES.rglob("*.py"))
        for line, problem in sorted(problems(path.read_text("utf-8")))
    ]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
