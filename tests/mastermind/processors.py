"""Programs run as by the processors of other machines."""

from __future__ import annotations

import os
import subprocess
import sys


def outputs_by_width(program: str) -> dict[int, str]:
    """What a program prints where the native core uses vectors of 64, 32 and 16 bytes."""
    found = {}
    for width in (64, 32, 16):
        environment = {"MASTERMINE_VECTOR_BYTES": str(width), "PYTHONHASHSEED": "0"}
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=True,
        )
        found[width] = done.stdout
    return found
