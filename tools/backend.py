"""Build backend: compiles the catalogues, then calls scikit-build-core.

It has no hook for metadata, since only the build finds out whether there is a compiler.
"""

from __future__ import annotations

from typing import Any

from scikit_build_core import build as scikit
from scikit_build_core.build import (  # noqa: F401  hooks that need no catalogues
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

from catalogues import compile_all


def build_wheel(*args: Any, **options: Any) -> str:
    """Builds a wheel with compiled catalogues."""
    compile_all()
    return str(scikit.build_wheel(*args, **options))


def build_editable(*args: Any, **options: Any) -> str:
    """Builds an editable install; its catalogues are compiled beside the sources."""
    compile_all()
    return str(scikit.build_editable(*args, **options))


def build_sdist(*args: Any, **options: Any) -> str:
    """Builds an sdist; its catalogues are compiled when it is built."""
    return str(scikit.build_sdist(*args, **options))
