"""The file of a long search: whatever happens to it, what was proven is there, or it says why."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.mastermind.optimal import checkpoint
from mastermine.mastermind.optimal.checkpoint import Checkpoint

SEARCH = {"rules": "mastermind:3x3", "objective": "expected"}
FACTS: list[dict[str, Any]] = [{"at": "", "bound": 70}, {"at": "x", "guesses": ["00"]}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = Checkpoint(tmp_path / "search.jsonl", SEARCH)
    for fact in FACTS:
        file.add(fact)
    return tmp_path / "search.jsonl"


def test_facts_come_back(path: Path) -> None:
    header, *facts = map(json.loads, path.read_text("utf-8").splitlines())
    assert header == {"format": "mastermine-optimal", "version": 3, **SEARCH}
    assert facts == FACTS
    file = Checkpoint(path, SEARCH)
    assert file.facts == FACTS
    file.add({"at": "y"})
    assert Checkpoint(str(path), SEARCH).facts == [*FACTS, {"at": "y"}]


@pytest.mark.parametrize("torn", ['{"at":"y","bou', "{", "\0\0\0", '{"at": "\n', "[1]\n"])
def test_a_torn_last_line_is_dropped(path: Path, torn: str) -> None:
    whole = path.read_text("utf-8")
    path.write_text(whole + torn, "utf-8")
    file = Checkpoint(path, SEARCH)
    assert file.facts == FACTS
    assert path.read_text("utf-8") == whole
    file.add({"at": "y"})
    assert Checkpoint(path, SEARCH).facts == [*FACTS, {"at": "y"}]


def test_cut_anywhere_behind_the_first_line_it_can_be_read(path: Path) -> None:
    data = path.read_bytes()
    for size in range(data.index(b"\n") + 1, len(data) + 1):
        path.write_bytes(data[:size])
        facts = Checkpoint(path, SEARCH).facts
        assert facts == FACTS[: len(facts)]


def test_an_empty_file_is_started(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    Checkpoint(path, SEARCH).add(FACTS[0])
    assert Checkpoint(path, SEARCH).facts == FACTS[:1]


def test_a_damaged_line_is_named(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([lines[0], "nonsense", lines[2], ""]), "utf-8")
    with pytest.raises(InvalidSpec, match=r"line 2 of .*search\.jsonl is damaged"):
        Checkpoint(path, SEARCH)


@pytest.mark.parametrize(
    "content",
    [
        b"no newline",
        b"1122\n",
        b"{}\n",
        b'{"format":"mastermine-game"}\n',
        b"\x89PNG\r\n\x1a\n",
        b"\n",
    ],
)
def test_a_foreign_file_is_refused_and_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(InvalidSpec, match="not the file of an earlier search"):
        Checkpoint(path, SEARCH)
    assert path.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_what_is_no_file_is_refused_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, Path("/dev/null")):
        with pytest.raises(InvalidSpec, match="not the file of an earlier search"):
            Checkpoint(path, SEARCH)
    assert pipe.is_fifo()


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InvalidSpec, match="cannot be read and written: No such file or directory"):
        Checkpoint(tmp_path / "none" / "search.jsonl", SEARCH)


def test_another_version_is_reported(path: Path) -> None:
    path.write_text(path.read_text("utf-8").replace('"version":3', '"version":2'), "utf-8")
    with pytest.raises(InvalidSpec, match="has version 2; this program reads version 3"):
        Checkpoint(path, SEARCH)


def test_another_version_of_the_search_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    Checkpoint(path, SEARCH | {"search": 1}).add(FACTS[0])
    before = path.read_bytes()
    with pytest.raises(InvalidSpec) as caught:
        Checkpoint(path, SEARCH | {"search": 2})
    assert str(caught.value) == (
        f"{path} is from another version of the search, which stores other results; "
        "start the search again with another file"
    )
    assert path.read_bytes() == before
    assert Checkpoint(path, SEARCH | {"search": 1}).facts == FACTS[:1]


def test_each_line_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, written = Checkpoint(path, SEARCH), list[int]()
    monkeypatch.setattr(os, "fsync", lambda handle: written.append(os.fstat(handle).st_size))
    for fact in FACTS:
        file.add(fact)
        assert written[-1] == path.stat().st_size
    assert len(written) == len(FACTS)


def test_another_search_is_reported_and_stays(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InvalidSpec) as caught:
        Checkpoint(path, SEARCH | {"rules": "mastermind:4x6"})
    assert str(caught.value) == (
        f"{path} is from another search: mastermind:3x3, objective expected; "
        "this search is: mastermind:4x6, objective expected; "
        "use another file, or repeat that search"
    )
    assert path.read_bytes() == before


def test_what_another_search_allows_is_described_in_words(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    Checkpoint(path, SEARCH | {"guesses": "any", "max_depth": None})
    with pytest.raises(InvalidSpec) as caught:
        Checkpoint(path, SEARCH | {"guesses": "previous", "max_depth": 5})
    assert str(caught.value) == (
        f"{path} is from another search: mastermind:3x3, objective expected, any guesses; "
        "this search is: mastermind:3x3, objective expected, "
        "only guesses that were possible before the last answer, within 5 guesses; "
        "use another file, or repeat that search"
    )


@pytest.mark.parametrize("damage", [None, 7, [], {}, "", "x" * 1000])
@pytest.mark.parametrize("name", ["rules", "objective", "guesses", "max_depth"])
def test_a_first_line_that_says_anything_is_reported(
    tmp_path: Path, name: str, damage: Any
) -> None:
    path = tmp_path / "search.jsonl"
    search = SEARCH | {"guesses": "any", "max_depth": 4}
    Checkpoint(path, search)
    header = json.loads(path.read_text("utf-8")) | {name: damage}
    path.write_text(json.dumps(header) + "\n", "utf-8")
    with pytest.raises(InvalidSpec, match="is from another search") as caught:
        Checkpoint(path, search)
    assert len(str(caught.value)) < 500 + len(str(path))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), MastermineError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_a_line_that_is_cut_short_leaves_whole_lines(
    error: BaseException,
    message: type[BaseException],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = Checkpoint(path, SEARCH)

    def cut(out: Any, data: bytes) -> None:
        out.write(data[:5])
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_write", cut)
        with pytest.raises(message) as caught:
            file.add({"at": "y"})
    assert "No space left on device" in str(caught.value) or message is KeyboardInterrupt
    assert Checkpoint(path, SEARCH).facts == FACTS
    file.add({"at": "z"})
    assert Checkpoint(path, SEARCH).facts == [*FACTS, {"at": "z"}]


def test_of_two_runs_the_later_writer_is_reported_and_nothing_is_lost(path: Path) -> None:
    one, other = Checkpoint(path, SEARCH), Checkpoint(path, SEARCH)
    one.add({"at": "y", "bound": 1})
    with pytest.raises(MastermineError, match=r"another search has written to .*search\.jsonl"):
        other.add({"at": "z"})
    one.add({"at": "yy"})
    with pytest.raises(MastermineError, match="another search has written"):
        other.add({"at": "z"})
    assert Checkpoint(path, SEARCH).facts == [*FACTS, {"at": "y", "bound": 1}, {"at": "yy"}]
    file = Checkpoint(path, SEARCH)
    header = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(header)
    with pytest.raises(MastermineError, match="another search has written"):
        file.add({"at": "y"})
    assert path.read_bytes() == header
