"""The build: catalogues are compiled, then scikit-build-core does the rest.

It prepares no metadata before it builds: whether there is a compiler shows in the build only.
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
    """A wheel, with compiled catalogues."""
    compile_all()
    return str(scikit.build_wheel(*args, **options))


def build_editable(*args: Any, **options: Any) -> str:
    """An editable install; its catalogues lie beside the sources."""
    compile_all()
    return str(scikit.build_editable(*args, **options))


def build_sdist(*args: Any, **options: Any) -> str:
    """The sources; their catalogues are compiled where they are built."""
    return str(scikit.build_sdist(*args, **options))
