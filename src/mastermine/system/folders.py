"""Files of a person: those that are named, and the folders that a system has for them."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _


def located(path: str | Path, like: str = "game.json") -> Path:
    """The file that a person names; ``like`` is an example.

    Raises InvalidSpec for what can be no file's name.
    """
    try:
        file = Path(path).expanduser()
        if os.fspath(path) and b"\0" not in os.fsencode(file):
            return file
    except (RuntimeError, ValueError):  # Nobody has this name; not to be written in the system's.
        pass
    raise InvalidSpec(
        _("{path!r} cannot be the name of a file; write one like {like}").format(
            path=str(path), like=like
        )
    )


def is_special(file: Path) -> bool:
    """Whether a device, a pipe or the like is there, which a file must not take the place of."""
    try:
        mode = file.stat().st_mode
    except OSError:  # Nothing is there, or nothing can be.
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def write_at_once(file: Path, text: str) -> None:
    """Write a file, which is the old one or the new one whatever happens.

    Raises OSError, also where a device or the like is there, which stays.
    """
    if is_special(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:40]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as new:
            new.write(text)
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Inside, a file is read: raises InvalidSpec, with its name as a person gave it."""
    try:
        yield
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be read: {reason}").format(path=path, reason=system_reason(error))
        ) from None


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Inside, a file is written: raises InvalidSpec, with its name as a person gave it."""
    try:
        yield
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be written: {reason}").format(path=path, reason=system_reason(error))
        ) from None


def state_folder() -> Path:
    """Where games are kept that were left: the user's folder for the state of programs.

    Raises InvalidSpec when there is none.
    """
    return _folder("XDG_STATE_HOME", Path(".local", "state"))


def data_folder() -> Path:
    """Where runs are kept: the user's folder for the data of programs.

    Raises InvalidSpec when there is none.
    """
    mac = sys.platform == "darwin"
    return _folder(
        "XDG_DATA_HOME",
        Path("Library", "Application Support") if mac else Path(".local", "share"),
    )


def _folder(variable: str, below_home: Path) -> Path:
    base = os.environ.get(variable)
    if not base and sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else located("~") / below_home) / "mastermine"
