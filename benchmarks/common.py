"""Helpers of the benchmarks."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table


def machine() -> str:
    """Describes the processor in one line."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text().splitlines() if cpu_info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, Python {platform.python_version()}"


def table_of(title: str, columns: Sequence[str], words: int = 1) -> Table:
    """Makes an empty table with ``words`` left-aligned columns; the others are right-aligned."""
    table = Table(title=title)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < words else "right")
    return table
