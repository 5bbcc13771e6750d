"""Recorded games of other programs: AVF, EVF, RMV and MVF, read by ms-toollib.

Its parsers meet files of strangers, so they run in a process of their own, with limits of time and
memory; what it sends is RawVF.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

READERS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo"}
"""Classes of ms-toollib by the suffixes of their files."""

MAX_SECONDS = 20.0
"""Time to read a file."""

MEMORY_BYTES = 2 << 30
"""Memory to read a file, where the system can limit it."""


def to_rawvf(data: bytes, suffix: str) -> str:
    """Returns a recorded game as RawVF. Raises InvalidSpec."""
    if find_spec("ms_toollib") is None:
        raise InvalidSpec(
            _("reading .{suffix} needs ms-toollib: install mastermine[replays]").format(
                suffix=suffix
            )
        )
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"game.{suffix}"
        file.write_bytes(data)
        try:
            done = subprocess.run(
                [sys.executable, "-m", __name__, str(file)],
                capture_output=True,
                check=False,
                timeout=MAX_SECONDS,
                env=kept,
                cwd=folder,  # A panic of the library writes a log there.
            )
        except subprocess.TimeoutExpired:
            raise InvalidSpec(
                _("the .{suffix} file is damaged: it could not be read within {n} s").format(
                    suffix=suffix, n=int(MAX_SECONDS)
                )
            ) from None
    if done.returncode:
        raise InvalidSpec(
            _("the .{suffix} file is damaged, or of a version that cannot be read").format(
                suffix=suffix
            )
        )
    return done.stdout.decode(errors="replace")


def main(path: str) -> None:
    """Prints a recorded game as RawVF."""
    _limit_memory()
    video = getattr(import_module("ms_toollib"), READERS[Path(path).suffix[1:]])(path)
    video.parse()
    board = video.board
    if not board:
        sys.exit(1)
    print(f"Player: {' '.join(video.player_identifier.split())}")
    print(f"Program: {' '.join(video.software.split())}")
    with suppress(ValueError, OverflowError, OSError):
        played = datetime.fromtimestamp(int(video.start_time) / 1e6, UTC)
        print(f"Timestamp: {played:%Y-%m-%d %H:%M:%S}")
    print("Board:", *("".join("*" if cell < 0 else "0" for cell in row) for row in board), sep="\n")
    print("Events:")
    left = False
    for record in video.events:
        if not record.event.is_mouse():
            continue
        mouse = record.event.unwrap_mouse()
        button = mouse.mouse
        if button == "cc":  # The other button, too.
            button = "rc" if left else "lc"
        if button[0] in "ls":
            left = button != "lr"
        column, row = (int(at // video.pix_size) + 1 for at in (mouse.x, mouse.y))
        if button in ("lc", "lr", "rc", "rr", "mc", "mr", "sc"):
            print(f"{record.time:.3f} {button} {column} {row}")


def _limit_memory() -> None:
    """Limits the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
