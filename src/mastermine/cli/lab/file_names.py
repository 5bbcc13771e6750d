"""Finds the strategies in a file by parsing it, for completion without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy_file import read_source


class FileStrategy(NamedTuple):
    """A strategy in a file."""

    name: str
    game: str | None
    """None if parsing cannot find it."""
    summary: str
    options: dict[str, str]
    """Source text of the defaults."""


def strategies_in(path: str) -> list[FileStrategy]:
    """Returns the functions decorated with ``@strategy("name")``; empty for an invalid file."""
    try:
        tree = ast.parse(read_source(path))
    except (InvalidSpec, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [found for function in functions for found in _decorated(function)]


def _decorated(function: ast.FunctionDef) -> Iterator[FileStrategy]:
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(
                func=ast.Name(id="strategy") | ast.Attribute(attr="strategy"),
                args=[ast.Constant(value=str(name)), *_],
                keywords=keywords,
            ):
                options = _options(function.args)
                yield FileStrategy(name, _game(keywords), _summary(function), options)


def _game(keywords: list[ast.keyword]) -> str | None:
    for keyword in keywords:
        if keyword.arg in ("game", None):
            value = getattr(keyword.value, "value", None)
            return value if isinstance(value, str) else None
    return "mastermind"


def _summary(function: ast.FunctionDef) -> str:
    return (ast.get_docstring(function) or "").partition("\n\n")[0].replace("\n", " ")


def _options(arguments: ast.arguments) -> dict[str, str]:
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {name.arg: ast.unparse(value) for name, value in pairs if value is not None}
