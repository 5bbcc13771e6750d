"""How the program ends where something outside it goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")


def start(*arguments: str, out: Path, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    with out.open("wb") as stdout:
        return subprocess.run(
            [sys.executable, "-m", "mastermine", *arguments],
            stdout=stdout,
            stderr=subprocess.PIPE,
            input=typed.encode(),
            check=False,
        )


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["presets"],
        ["presets", "--json"],
        ["solve", "classic", "--secret", "3411"],
        ["match", "4x6", "--strategy", "first-consistent", "--rounds", "2"],
        ["play"],
    ],
)
def test_a_full_disk_is_told_in_one_line(arguments: list[str]) -> None:
    ended = start(*arguments, out=FULL)
    assert ended.returncode == 1
    told = ended.stderr.decode().splitlines()
    assert told[-1] == f"mastermine: {os.strerror(28)}"
    assert not any("Traceback" in line or "Exception" in line for line in told)


@pytest.mark.skipif(os.name != "posix", reason="arguments are texts here")
@pytest.mark.parametrize("command", ["solve", "play"])
def test_a_seed_that_is_no_text(command: str, tmp_path: Path) -> None:
    ended = start(
        command, "classic", "--seed", os.fsdecode(b"\xff"), out=tmp_path / "out", typed="give up\n"
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert ended.stderr == b""
