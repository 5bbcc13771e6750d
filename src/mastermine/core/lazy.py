"""Names of a package that are imported when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module


def lazy(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Returns ``__getattr__`` and ``__dir__`` of a package.

    Its stub imports each name from the module that defines it.
    """

    @cache
    def homes() -> dict[str, str]:
        import ast
        from pkgutil import get_data

        stub = ast.parse(get_data(package, "__init__.pyi") or b"")
        return {
            alias.name: str(node.module)
            for node in stub.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def get(name: str) -> object:
        if name not in homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes()[name]), name)

    return get, lambda: sorted(homes())
