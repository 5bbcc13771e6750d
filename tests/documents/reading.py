"""The fenced blocks of a document, and the marks above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise


@dataclass
class Block:
    """A fenced block of a document, with the marks that stand above it in the order there."""

    line: int
    language: str
    marks: list[tuple[str, str]]
    text: str

    def marked(self, name: str) -> list[str]:
        """What the marks of this name say; a mark without a colon says nothing."""
        return [said for mark, said in self.marks if mark == name]


def blocks(document: str) -> Iterator[Block]:
    """The blocks of a document in their order."""
    marks: list[tuple[str, str]] = []
    indent = fence = ""
    block: Block | None = None
    for number, line in enumerate(document.splitlines(), 1):
        if block is not None:
            if line.strip() == fence:
                yield block
                marks, block = [], None
            else:
                block.text += line.removeprefix(indent) + "\n"
        elif match := re.match(r"( *)(```+)(\w*)", line):
            indent, fence, language = match.groups()
            block = Block(number + 1, language, marks, "")
        elif match := re.fullmatch(r" *<!-- ([\w ]+)(?:: (.*))? -->", line):
            marks.append((match[1], match[2] or ""))
        elif line.strip():
            marks = []
    assert block is None, f"the block that begins on line {block.line} has no end"


def commands(block: Block) -> Iterator[tuple[int, str, str]]:
    """Each command of a block, the line on which it stands, and what it is shown to print.

    Commands stand after ``$ ``, or in a block of sh without any ``$ `` on lines of their own.
    """
    lines = block.text.splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    if block.language == "sh" and not starts:
        before = ["", *lines]
        starts = [
            n
            for n, line in enumerate(lines)
            if line.strip() and not line.startswith("#") and not before[n].endswith("\\")
        ]
    for start, end in pairwise([*starts, len(lines)]):
        first = start + 1
        command = lines[start].removeprefix("$ ")
        while command.endswith("\\"):
            command = command[:-1] + lines[first].strip()
            first += 1
        shown = "\n".join(lines[first:end]) if lines[start].startswith("$ ") else ""
        yield block.line + start, command, shown


def matches(shown: str, printed: str) -> bool:
    """Whether a document shows what was printed, with `...` for what it leaves out."""
    lines = [line.rstrip() for line in shown.strip("\n").splitlines()]
    pattern = "".join(
        r"(?:.*\n)*"
        if line.strip() in ("...", "…")
        else re.escape(line).replace(r"\.\.\.", ".*").replace("…", ".*") + "\n"
        for line in lines
    )
    found = "".join(line.rstrip() + "\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, found) is not None
