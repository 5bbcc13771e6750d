"""Mastermind and Minesweeper: play, solve, explain, compare.

The names below are the public ones; each is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "Array": "core.strategy",
    "Board": "minesweeper.board",
    "Contradiction": "core.errors",
    "Honest": "core.oracle",
    "IllegalMove": "core.errors",
    "InvalidSpec": "core.errors",
    "Mastermind": "mastermind.rules",
    "MastermineError": "core.errors",
    "Minesweeper": "minesweeper.rules",
    "Random": "core.random",
    "Record": "core.play",
    "TooLarge": "core.errors",
    "Turn": "core.game",
    "View": "core.game",
    "analyze": "minesweeper.probability",
    "deduce": "minesweeper.deduce",
    "find_strategy": "registry",
    "parse_rules": "registry",
    "play": "core.play",
    "strategy": "core.strategy",
    "strategy_names": "registry",
}

__all__ = list(_HOME)  # type checkers read __init__.pyi


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
