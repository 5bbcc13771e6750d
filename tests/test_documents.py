"""What the documents show is what happens: their Python and their commands are run.

In a document the blocks follow one another: what one defines, the next may use. A console block
shows commands after ``$ ``, each followed by what it prints; those of mastermine are run, without
a shell. ``...`` stands for any text, and on a line of its own for any lines. Above a block,
``<!-- not run -->`` leaves it out, ``<!-- native -->`` does so where only the plain twin of the
native core is there, which would take minutes;
``<!-- fails -->`` says that its commands exit with an error. ``<!-- file: NAME -->`` writes the
block into a file; ``<!-- holds: NAME -->`` shows what a file, which a command wrote, must hold.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import mastermine
from mastermine.core.native import NATIVE

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    path
    for path in (
        *sorted(ROOT.glob("README*.md")),
        ROOT / "CONTRIBUTING.md",
        *sorted(ROOT.glob("docs/**/*.md")),
    )
    if path.exists()
]
COLUMNS = "100"
SECONDS = 120


@dataclass
class Block:
    """A fenced block of a document."""

    line: int
    language: str
    marks: set[str]
    text: str


def blocks(document: str) -> Iterator[Block]:
    marks: set[str] = set()
    indent = fence = ""
    block: Block | None = None
    for number, line in enumerate(document.splitlines(), 1):
        if block is not None:
            if line.strip() == fence:
                yield block
                marks, block = set(), None
            else:
                block.text += line.removeprefix(indent) + "\n"
        elif match := re.match(r"( *)(```+)(\w*)", line):
            indent, fence, language = match.groups()
            block = Block(number + 1, language, marks, "")
        elif match := re.fullmatch(r" *<!-- (.*) -->", line):
            marks.add(match[1])
        elif line.strip():
            marks = set()
    assert block is None, f"the block that begins on line {block.line} has no end"


def commands(text: str) -> Iterator[tuple[int, str, str]]:
    """Each command of a console block, the line on which it stands, and what it prints."""
    lines = text.splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in pairwise([*starts, len(lines)]):
        first = start + 1
        command = lines[start].removeprefix("$ ")
        while command.endswith("\\"):
            command = command[:-1] + lines[first].strip()
            first += 1
        yield start, command, "\n".join(lines[first:end])


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


def run_console(block: Block, name: str, folder: Path) -> None:
    for offset, command, shown in commands(block.text):
        where = f"{name}:{block.line + offset}: {command}"
        program, *arguments = shlex.split(command, comments=True)
        if program != "mastermine":
            continue
        assert not {"|", ">", "<", "&&", ";"} & set(arguments), f"{where}\nneeds a shell"
        path = [str(Path(mastermine.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        done = subprocess.run(
            [sys.executable, "-m", "mastermine", *arguments],
            cwd=folder,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(filter(None, path)), "PYTHONIOENCODING": "utf-8"}
            | {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            encoding="utf-8",
            check=False,
        )
        fails = "fails" in block.marks
        assert (done.returncode != 0) == fails, f"{where}\nexits {done.returncode}\n{done.stderr}"
        printed = done.stderr if fails else done.stdout  # a notice on stderr is no part of it
        if shown.strip():
            assert matches(shown, printed), (
                f"{where}\nprints\n{printed}\nwhere the document shows\n{shown}"
            )


def run_python(block: Block, name: str, names: dict[str, Any]) -> None:
    if ">>>" in block.text:
        example = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line - 1)
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(example, out=told.append, clear_globs=False)
        assert not told, "".join(told)
        names |= example.globs
    else:
        exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), names)


def about_file(block: Block, name: str, folder: Path) -> bool:
    """Write a block into its file, or compare the two; whether it has one."""
    for mark in block.marks:
        kind, _colon, file = mark.partition(": ")
        if kind == "file":
            (folder / file).write_text(block.text, "utf-8")
            return True
        if kind == "holds":
            held = (folder / file).read_text("utf-8")
            assert held == block.text, f"{name}:{block.line}: {file} holds\n{held}"
            return True
    return False


def run_document(document: str, name: str, folder: Path) -> list[Block]:
    names: dict[str, Any] = {"__name__": "document"}
    left_out = {"not run"} if NATIVE else {"not run", "native"}
    ran = [block for block in blocks(document) if not left_out & block.marks]
    for block in ran:
        if about_file(block, name, folder):
            continue
        if block.language == "python":
            run_python(block, name, names)
        elif block.language in ("console", "sh"):
            run_console(block, name, folder)
    return ran


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_document_shows_happens(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_document(path.read_text("utf-8"), str(path.relative_to(ROOT)), tmp_path)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_document_points_to_is_there(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), f"{path.name} points to {target}"


def test_every_document_is_there_to_be_run() -> None:
    assert ROOT / "CONTRIBUTING.md" in DOCUMENTS or not (ROOT / "pyproject.toml").exists()


SAMPLE = """
Text with `code`.

```python
two = 2
```

  ```python
  assert two == 2
  ```

```python
>>> print(two, "and", two + 1)
2 and ...
>>> three = 3
```

```python
assert three == 3
```

<!-- not run -->
```python
raise SystemExit
```

```text
$ mastermine this is only shown
```
"""


def test_the_blocks_of_a_document_are_run_in_order(tmp_path: Path) -> None:
    ran = run_document(SAMPLE, "sample.md", tmp_path)
    assert [(block.line, block.language) for block in ran] == [
        (5, "python"), (9, "python"), (13, "python"), (19, "python"), (28, "text"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "document",
    [
        "```python\nassert False\n```",
        "```python\n>>> 1 + 1\n3\n```",
        "<!-- not run -->\ntext between\n```python\nassert False\n```",
        "```python\nno end",
        "```sh\n$ mastermine | less\n```",
        "```console\n$ mastermine no-such-command\n```",
        "```console\n$ mastermine --version\nmastermine 1999\n```",
        "<!-- fails -->\n```console\n$ mastermine --version\n```",
        "<!-- file: a.py -->\n```python\na = 1\n```\n<!-- holds: a.py -->\n```python\na = 2\n```",
    ],
)
def test_a_document_that_is_wrong_is_found(document: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        run_document(document, "sample.md", tmp_path)


def test_a_block_is_written_to_its_file(tmp_path: Path) -> None:
    document = "<!-- file: a.py -->\n```python\nraise SystemExit\n```\n"
    run_document(document + document.replace("file", "holds"), "sample.md", tmp_path)
    assert (tmp_path / "a.py").read_text("utf-8") == "raise SystemExit\n"


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    document = "text\n\n```console\n$ mastermine --version\n...\n$ mastermine \\\n  nonsense\n```"
    with pytest.raises(AssertionError, match=r"sample\.md:6: mastermine nonsense\n *exits 2"):
        run_document(document, "sample.md", tmp_path)


def test_other_programs_are_not_run(tmp_path: Path) -> None:
    run_document("```console\n$ make everything\ndone\n$ rm -r .\n```", "sample.md", tmp_path)


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("one\ntwo", "one\ntwo\n", True),
        ("one  \n\ntwo", "\none\n\ntwo   \n\n", True),
        ("one", "one\ntwo\n", False),
        ("one\n...", "one\ntwo\nthree\n", True),
        ("one\n...", "one\n", True),
        ("...\nthree", "one\ntwo\nthree\n", True),
        ("took ... s", "took 0.12 s\n", True),
        ("took ... s", "took 0.12\n s\n", False),
        ("a.c (x)", "abc (x)\n", False),
        ("  one", "one\n", False),
    ],
)
def test_dots_stand_for_what_is_left_out(shown: str, printed: str, same: bool) -> None:
    assert matches(shown, printed) == same
