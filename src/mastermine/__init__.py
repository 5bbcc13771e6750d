"""Mastermind and Minesweeper: play, solve, explain, compare.

The names below are the public ones; each is imported when it is first used.
"""

__version__ = "0.1.0"

_HOME = {
    "Array": "core.strategy",
    "Board": "minesweeper.board",
    "BoardView": "minesweeper.knowledge",
    "Candidates": "mastermind.knowledge",
    "Cell": "minesweeper.board",
    "Code": "mastermind.rules",
    "CodeView": "mastermind.knowledge",
    "Contradiction": "core.errors",
    "Hint": "coach.hint",
    "Honest": "core.oracle",
    "IllegalMove": "core.errors",
    "InvalidSpec": "core.errors",
    "Mastermind": "mastermind.rules",
    "MastermineError": "core.errors",
    "Minesweeper": "minesweeper.rules",
    "Outcome": "core.game",
    "Random": "core.random",
    "Record": "core.play",
    "Results": "arena.results",
    "Strategy": "core.strategy",
    "TooLarge": "core.errors",
    "Turn": "core.game",
    "View": "core.game",
    "analyze": "minesweeper.probability",
    "candidates": "facade",
    "deduce": "minesweeper.deduction",
    "evaluate": "facade",
    "find_strategy": "registry",
    "game": "facade",
    "hint": "facade",
    "match": "facade",
    "parse_rules": "registry",
    "play": "facade",
    "session": "session.setup",
    "solve": "facade",
    "strategy": "core.strategy",
    "strategy_names": "registry",
    "svg": "session.share.picture",
    "tree": "facade",
}

__all__ = list(_HOME)  # type checkers read __init__.pyi


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    # The import may have set the callable package ``session`` here; it replaces the function.
    return globals().get(name, found)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
