"""All strategies of the package."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import strength
from generated import markdown
from generated.markdown import block, code, defined, docstring, plain
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.registry import GAMES, find_strategy, own_strategies


def strategies() -> str:
    """Documents the strategies of each game in a section."""
    table = strength.load()
    parts = []
    for game, about in GAMES.items():
        parts += [f"## {about.title}", summary(game, table)]
        for name in own_strategies(game):
            parts += section(find_strategy(name, game), table)
    return "\n\n".join(parts)


def summary(game: str, table: strength.Table) -> str:
    """Lists all strategies of a game in a table."""
    presets = strength.PRESETS[game]
    rows = []
    for name in own_strategies(game):
        figures = [strength.cell(table, preset, name) for preset in presets]
        rows.append([f"[{code(name)}](#{name})", plain(find_strategy(name, game).cite), *figures])
    return markdown.table(["strategy", "source", *presets], rows)


def section(strategy: Strategy, table: strength.Table) -> Iterator[str]:
    """Documents a strategy: description, source, options and strength."""
    yield f"### {strategy.name}"
    yield from described(strategy)
    options = ", ".join(code(f"{name}={value}") for name, value in strategy.options.items())
    yield defined(
        [
            ("Source", plain(strategy.cite)),
            ("Chooses by", kind(strategy, table)),
            ("Options", options + " and " * bool(options) + code("first")),
            ("Strength", "; ".join(measured(strategy, table))),
        ]
    )


def described(strategy: Strategy) -> Iterator[str]:
    """Yields the paragraphs of its docstring."""
    for paragraph in (inspect.getdoc(strategy.function) or "").split("\n\n"):
        if paragraph.startswith("    "):
            yield block(inspect.cleandoc(paragraph))
            continue
        yield docstring(paragraph)


def kind(strategy: Strategy, table: strength.Table) -> str:
    """Says from what a strategy chooses its moves, and if it uses random numbers."""
    if strategy.interactive:
        return "a person"
    if isinstance(strategy, Heuristic):
        return "the sizes of the parts into which the answers split the codes; no random numbers"
    if strategy.games is not None:
        drew = getattr(strategy.games, "draws", True)
    else:
        found = [table.get((preset, strategy.name)) for preset in strength.PRESETS[strategy.game]]
        drew = not any(each and each.exact for each in found)
    return "the turns, and random numbers" if drew else "the turns alone; no random numbers"


def measured(strategy: Strategy, table: strength.Table) -> Iterator[str]:
    """Yields the measured strength for each preset."""
    for preset in strength.PRESETS[strategy.game]:
        yield f"{preset}: {strength.cell(table, preset, strategy.name)}"
