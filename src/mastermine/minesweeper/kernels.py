"""Selects the counting functions: the native core if it was built, else the Python reference."""

from __future__ import annotations

from typing import Any

from mastermine.minesweeper import reference
from mastermine.system import native

__all__ = ["backend"]

backend: Any = native.module or reference
"""The module in use: ``mastermine._native`` or ``reference``."""
