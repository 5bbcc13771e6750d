"""The functions that count: natively where the core was built, else their plain twins."""

from __future__ import annotations

from typing import Any

from mastermine.minesweeper import reference
from mastermine.system import native

__all__ = ["backend"]

backend: Any = native.module or reference
"""The module whose functions are in use: ``mastermine._native``, or ``reference``."""
