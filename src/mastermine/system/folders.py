"""Files that the user names, and the user's folders for data and state."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _


def located(path: str | Path, like: str = "game.json") -> Path:
    """Returns the path that a user typed; ``like`` is an example for the error.

    Raises InvalidSpec if it cannot be a file name.
    """
    try:
        file = Path(path).expanduser()
        if os.fspath(path) and b"\0" not in os.fsencode(file):
            return file
    except (RuntimeError, ValueError):  # No such user; not encodable on this system.
        pass
    raise InvalidSpec(
        _("{path!r} is not a valid file name; write one like {like}").format(
            path=str(path), like=like
        )
    )


def is_special(file: Path) -> bool:
    """Returns True for a device, a pipe or the like, which must not be replaced."""
    try:
        mode = file.stat().st_mode
    except OSError:  # It does not exist, or cannot exist.
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def device_reason(path: object) -> str:
    """Says that a file is special, and what to do."""
    return _("{path} is a device; name a file").format(path=path)


def folder_reason(path: Path, example: str) -> str:
    """Says that a folder is not a file, and what to do. ``example``: name of a file in it."""
    return _("{path} is a folder; name a file in it, such as {file}").format(
        path=path, file=path / example
    )


def write_at_once(file: Path, text: str) -> None:
    """Writes a file atomically.

    Raises OSError, also for a device or the like, which is not replaced.
    """
    import tempfile

    if is_special(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:40]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())  # Else a power cut may leave an empty file.
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Context for reading a file: raises InvalidSpec, with its name as typed, for OSError."""
    try:
        yield
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be read: {reason}").format(path=path, reason=system_reason(error))
        ) from None


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Context for writing a file: raises InvalidSpec, with its name as typed, for OSError."""
    try:
        yield
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be written: {reason}").format(path=path, reason=system_reason(error))
        ) from None


def check_new(*files: Path) -> None:
    """Raises InvalidSpec for a file that exists."""
    for file in files:
        if file.exists():
            raise InvalidSpec(
                _("{path} already exists; nothing was written. Choose another name").format(
                    path=file
                )
            )


def write_new(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Writes files into a folder, which is created if needed, and returns their paths.

    Raises InvalidSpec, also for a file that exists.
    """
    files = {folder / name: text for name, text in texts.items()}
    check_new(*files)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            with file.open("x", encoding="utf-8") as new:
                new.write(text)
    except OSError as error:
        raise InvalidSpec(
            _("cannot write to {folder}: {reason}").format(
                folder=folder, reason=system_reason(error)
            )
        ) from None
    return list(map(str, files))


def state_folder() -> Path:
    """Returns the folder for saved games, in the user's folder for program state.

    Raises InvalidSpec if the home folder is unknown.
    """
    return _folder("XDG_STATE_HOME", Path(".local", "state"))


def data_folder() -> Path:
    """Returns the folder for stored runs, in the user's folder for program data.

    Raises InvalidSpec if the home folder is unknown.
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
