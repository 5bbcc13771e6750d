"""What a strategy file offers, as far as its text tells: to complete a word, nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy_file import read_source


class Offered(NamedTuple):
    """A strategy in a file: its options with their defaults as they are written there."""

    name: str
    game: str | None
    """None where only running the file would tell."""
    summary: str
    options: dict[str, str]


def offered(path: str) -> list[Offered]:
    """The functions of a file below ``@strategy("its-name")``; none where it cannot be read."""
    try:
        tree = ast.parse(read_source(path))
    except (InvalidSpec, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [found for function in functions for found in _decorated(function)]


def _decorated(function: ast.FunctionDef) -> Iterator[Offered]:
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(
                func=ast.Name(id="strategy") | ast.Attribute(attr="strategy"),
                args=[ast.Constant(value=str(name)), *_],
                keywords=keywords,
            ):
                yield Offered(name, _game(keywords), _summary(function), _options(function.args))


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
