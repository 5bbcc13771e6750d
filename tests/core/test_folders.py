"""Names of files, and files that are replaced in one step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.system.folders import data_folder, is_special, located, write_at_once


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidSpec, match=r"is not a valid file name; write one like a\.tree"):
        located(name, "a.tree")


def test_data_are_below_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == tmp_path / ".local" / "share" / "mastermine"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "mastermine"


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ("one", "two"):
        write_at_once(file, text)
        assert file.read_text("utf-8") == text
        assert not is_special(file)
    assert not is_special(tmp_path)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_what_is_no_file_stays(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        assert is_special(path)
        with pytest.raises(FileExistsError):
            write_at_once(path, "text")
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, pipe]
