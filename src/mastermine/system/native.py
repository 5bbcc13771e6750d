"""The optional native core; ``kernels`` choose between it and their Python twins."""

from __future__ import annotations

import os
from typing import Any


def _find() -> Any:
    if os.environ.get("MASTERMINE_NATIVE", "1") == "0":
        return None
    try:
        from mastermine import _native
    except ImportError:
        return None
    return _native


module: Any = _find()
"""``mastermine._native``; None if it was not built, or is switched off."""

NATIVE = module is not None
