"""Checks the wording of the sources: ``python tools/writing.py`` lists what is wrong.

The Python sources use plain words, and no sentence is written in two layers.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from messages import Found, found_messages

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "docs", "tools", "benchmarks", "examples")
"""Folders whose Python files are checked; names of tests may have any words."""

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

LEAST_WORDS = 4
"""A message with fewer words is a sentence only if it ends with a full stop."""

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


def repeated(found: Iterable[Found]) -> Iterator[tuple[str, list[str]]]:
    """Yields the sentences that are written in several layers, each with the files."""
    places: dict[tuple[str | tuple[str, ...], str | None], set[str]] = defaultdict(set)
    for each in found:
        if each.where == "click":  # The library's own messages.
            continue
        places[each.text, each.context].add(each.where)
    for (text, _context), files in places.items():
        sentence = text if isinstance(text, str) else text[0]
        if _is_sentence(sentence) and len(set(map(_layer, files))) > 1:
            yield sentence, sorted(files)


def _is_sentence(text: str) -> bool:
    """Returns False for names, headings and the labels of buttons, which may be shared."""
    return text.endswith(".") or len(text.split()) >= LEAST_WORDS


def _layer(where: str) -> str:
    """Returns the layer of a file; the page is one of its own, and so are both games."""
    parts = Path(where).parts[2:] or (where,)
    if parts[0] == "web" and Path(where).suffix != ".py":
        return "page"
    return "games" if parts[0] in ("mastermind", "minesweeper") else parts[0]


def main() -> int:
    """Prints the problems of all sources; returns 1 if there are any."""
    lines = [
        f"{path.relative_to(ROOT)}:{line}: {problem}"
        for folder in FOLDERS
        for path in sorted(Path(ROOT, folder).rglob("*.py"))
        for line, problem in sorted(problems(path.read_text("utf-8")))
    ]
    twice = sorted(repeated(found_messages()))
    lines += [
        f"{files[0]}: {text!r} is also in {', '.join(files[1:])}: write one function for it, in "
        "session/messages if interfaces say it"
        for text, files in twice
    ]
    sys.stdout.writelines(
        f"{line}\n" for line in [*lines, f"sentences in two layers: {len(twice)}"]
    )
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
