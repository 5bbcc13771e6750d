"""Smoke test of an installed mastermine; run with the Python that it was installed for.

python tools/smoke.py             prints each check; the exit status is 1 if one fails
python tools/smoke.py --native    also requires the native core
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = Path(sysconfig.get_path("scripts"), "mastermine")
TRIED = [
    (["--version"], "mastermine "),
    (["solve", "classic", "--secret", "3632"], "Found in 5 guesses."),
    (["solve", "9x9x10-noguess", "--seed", "1"], "Won"),
    (["match", "classic", "--strategy", "knuth,entropy", "--rounds", "20", "--seed", "1"], "knuth"),
    (["show", "last"], "entropy"),
    (["--lang", "sr", "--help"], "Употреба"),
    (["completion", "bash"], "complete "),
]
"""Arguments of the program, and the expected output."""


def main(native: bool) -> None:
    """Runs all checks with an empty data folder."""
    with TemporaryDirectory() as home:
        own = {"HOME": home, "XDG_DATA_HOME": home, "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
        names = ("PATH", "SYSTEMROOT", "TMPDIR")
        outside = {name: os.environ[name] for name in names if name in os.environ}

        def printed(command: list[str]) -> str:
            done = subprocess.run(
                command,
                check=False,
                env={**outside, **own},
                cwd=home,
                capture_output=True,
                encoding="utf-8",
            )
            if done.returncode:
                sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
            return done.stdout

        for words, expected in TRIED:
            if expected not in printed([str(COMMAND), *words]):
                sys.exit(f"mastermine {' '.join(words)} does not print {expected!r}")
            print("mastermine", *words)
        if printed([sys.executable, "-m", "mastermine", "--version"]) != printed(
            [str(COMMAND), "--version"]
        ):
            sys.exit("python -m mastermine is another program")
        core = "from mastermine.system.native import NATIVE; print(NATIVE)"
        has_core = printed([sys.executable, "-c", core]).strip() == "True"
        print("the native core is", "in use" if has_core else "not in use")
        if native and not has_core:
            sys.exit("the native core is missing")


if __name__ == "__main__":
    main(native=sys.argv[1:] == ["--native"])
