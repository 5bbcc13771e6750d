"""What the documents show is what happens: their Python and their commands are run.

In a document the blocks follow one another, in a folder and with a store of their own: what one
defines or writes, the next may use. Blocks of ``python`` are executed, or compared where they have
``>>>``. In ``console`` commands stand after ``$ ``, each followed by what it prints (nothing, if
that does not matter); in ``sh`` each line is a command. A shell runs them, so that they may have
pipes; ``make``, ``pip``, ``pipx`` and ``uv`` only say what they would do, and fail where there is
no such target or extra. ``json`` and ``toml`` must parse; ``text`` is only shown. ``...`` stands
for any text, and on a line of its own for any lines. A port of 127.0.0.1, or after ``--port``, is
another one here, which is free.

Marks stand above a block:

``<!-- file: NAME -->`` writes the block into a file.
``<!-- holds: NAME -->`` shows what a file, which a command wrote, must hold.
``<!-- fails -->`` says that the commands exit with an error; what they say is what they print.
``<!-- types: 1122 | hint | quit -->`` types these lines to each of the commands. The games print
them after the prompt, as they stand on the screen of who types.
``<!-- keys: 1,1,2,2,enter,ctrl+q -->`` runs the commands in a terminal and presses keys (in the
names of Textual); what they draw is not compared.
``<!-- background: TEXT -->`` lets the commands go on until the document ends; the next command
comes when they have printed the text (a regular expression).
``<!-- with: --rounds 100 for --rounds 100000 -->`` runs the block with the first in place of the
second, so that it takes seconds, or with what there is here. It may stand more than
once, and ``$SOURCES`` is the folder of the sources.
``<!-- setup: COMMAND -->`` runs a command first: what the reader has done, such as save a game.
``<!-- native -->`` leaves the block out where only the plain twin of the native core is there,
which would take minutes.
``<!-- not run: REASON -->`` leaves the block out. There are few of them.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.documents.reading import matches
from tests.documents.running import reasons, run_document
from tests.documents.shell import programs

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
LINKED = sorted({*DOCUMENTS, *ROOT.glob("*.md"), *ROOT.glob("results/*.md")})


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=str(path.relative_to(ROOT)),
            marks=[] if path.name in ("README.md", "tutorial.md") else pytest.mark.rest,
        )
        for path in DOCUMENTS
    ],
)
def test_what_the_document_shows_happens(path: Path, tmp_path: Path) -> None:
    run_document(path.read_text("utf-8"), str(path.relative_to(ROOT)), tmp_path)


@pytest.mark.parametrize("path", LINKED, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_document_points_to_is_there(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), f"{path.name} points to {target}"


def test_every_document_is_there_to_be_run() -> None:
    assert ROOT / "CONTRIBUTING.md" in DOCUMENTS or not (ROOT / "pyproject.toml").exists()


def test_what_is_not_run_is_little() -> None:
    found = reasons({str(path.relative_to(ROOT)): path.read_text("utf-8") for path in DOCUMENTS})
    assert len(found) < 10, "\n".join(found)


def test_every_extra_is_reported_with_what_it_installs() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    wanted = {
        extra: {re.split(r"[\[>]", library)[0] for library in libraries} - {"mastermine"}
        for extra, libraries in extras.items()
        if extra not in ("all", "dev", "docs")
    }
    install = (ROOT / "docs/how-to/install.md").read_text("utf-8")
    message = re.findall(r"^\| `(\w+)` \| .* \| ([\w, -]+) \|$", install, re.MULTILINE)
    assert {extra: set(libraries.split(", ")) for extra, libraries in message} == wanted


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

<!-- not run: it would end the tests -->
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
    assert reasons({"sample.md": SAMPLE}) == ["sample.md:24: it would end the tests"]


ENDED = """
<!-- background: such -->
```sh
mastermine no-such-command
```

```sh
mastermine --version | cat
```
"""
OTHER = """
<!-- file: a.py -->
```python
a = 1
```

<!-- holds: a.py -->
```python
a = 2
```
"""


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("```python\nassert not 1, 'one'\n```", "one"),
        ("```python\n>>> 1 + 1\n3\n```", "Got"),
        ("<!-- not run: why -->\ntext between\n```python\nassert not 1, 'one'\n```", "one"),
        ("<!-- not run -->\n```python\n```", "say why"),
        ("<!-- unknown -->\n```python\n```", "no such mark"),
        ("```python\nno end", "no end"),
        ("```\nno language\n```", "what is a block of ''"),
        ('```json\n{"a": 1,}\n```', None),
        ("```toml\na = b\n```", None),
        ("```sh\nmastermine --version | less\n```", "may not run: less"),
        ("```sh\nexit 3 | cat\n```", "may not run: exit"),
        ("```console\n$ mastermine no-such-command\n```", "exits 2"),
        ("```sh\nmastermine no-such-command | cat\n```", "exits 2"),
        ("```sh\n# first\n\nmastermine \\\n  nonsense  # here\n```", "sample.md:4: mastermine non"),
        ("```console\n$ mastermine --version\nmastermine 1999\n```", "prints"),
        ("<!-- fails -->\n```console\n$ mastermine --version\n```", "exits 0"),
        ("```sh\nmake no-such-target\n```", "exits 2"),
        ("```sh\npip install '.[no-such-extra]'\n```", "no extra 'no-such-extra'"),
        ("<!-- with: 1 for 2 -->\n```python\nx = 3\n```", "nothing to put '1' for"),
        (ENDED, "failed"),
        ("<!-- background: ready -->\n```sh\nprintf never\n```", "never says"),
        ("<!-- keys: ctrl+q -->\n```sh\nmastermine tui no-such-game\n```", "exits 2"),
        (OTHER, "a.py holds"),
    ],
)
def test_a_document_that_is_wrong_is_found(
    document: str, message: str | None, tmp_path: Path
) -> None:
    with pytest.raises(ValueError if message is None else AssertionError, match=message):
        run_document(document, "sample.md", tmp_path)


@pytest.mark.parametrize(
    "document",
    [
        "```sh\nprintf '#####\\n?121?\\n' | mastermine analyze - --mines 2 | head -n 1\n```",
        "```console\n$ echo one > a; cat < a  # and so on\none\n$ export B=2\n$ echo $B\n2\n```",
        "```console\n$ mkdir a && echo one > a/b\n$ cd a\n$ ls\nb\n```",
        "```sh\nmake test\nARGS='--port 1' make serve\n```",
        "```sh\npip install '.[web,tui]'\npipx install .\nuv tool install '.[all]'\n```",
        "<!-- with: 2 for 20 -->\n```python\nassert 20 == 2\n```",
        "<!-- keys: ctrl+q -->\n```sh\nmastermine tui\n```",
        "<!-- fails -->\n```console\n$ mastermine nonsense\n...\n```",
    ],
)
def test_a_document_that_is_right_passes(document: str, tmp_path: Path) -> None:
    run_document(document, "sample.md", tmp_path)


TYPED = """
<!-- types: 1122 | give up | -->
```console
$ mastermine play 4x6 --seed 1
...
Guess 1: 1122
...
Guess 2: give up
...
```
"""


def test_a_game_is_typed(tmp_path: Path) -> None:
    run_document(TYPED, "sample.md", tmp_path)


SERVED = """
<!-- background: Serving at -->
```sh
mastermine serve --port 8000
```

```console
$ curl -s http://127.0.0.1:8000/api/about | head -c 1
{
```

```python
from urllib.request import urlopen

assert urlopen("http://127.0.0.1:8000/api/about").status == 200
```
"""


@pytest.mark.rest
def test_a_server_continues_until_the_document_ends(tmp_path: Path) -> None:
    run_document(SERVED, "sample.md", tmp_path)
    last = "assert False\n```"
    with pytest.raises(AssertionError):
        run_document(SERVED + "```python\n" + last, "sample.md", tmp_path / "again")


def test_a_block_is_written_to_its_file(tmp_path: Path) -> None:
    document = "<!-- file: a.py -->\n```python\nraise SystemExit\n```\n"
    run_document(document + document.replace("file", "holds"), "sample.md", tmp_path)
    assert (tmp_path / "here" / "a.py").read_text("utf-8") == "raise SystemExit\n"


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    document = "text\n\n```console\n$ mastermine --version\n...\n$ mastermine \\\n  nonsense\n```"
    with pytest.raises(AssertionError, match=r"sample\.md:6: mastermine nonsense\n *exits 2"):
        run_document(document, "sample.md", tmp_path)


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("mastermine play | head -n 1 > file", ["mastermine", "head"]),
        ("A=1 B='x y' printf 'a | b; c' && ls || cat", ["printf", "ls", "cat"]),
        ("echo a; cd b # | less", ["echo", "cd"]),
    ],
)
def test_the_programs_of_a_line_are_found(command: str, found: list[str]) -> None:
    assert programs(command) == found


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
