"""What the benchmarks share."""

from __future__ import annotations

import platform
from pathlib import Path


def machine() -> str:
    """One line about the processor."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text().splitlines() if cpu_info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, Python {platform.python_version()}"
