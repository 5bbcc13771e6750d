"""What the lazy imports of ``__init__.py`` are to a type checker."""

from mastermine.core.errors import (
    Contradiction,
    IllegalMove,
    InvalidSpec,
    MastermineError,
    TooLarge,
)
from mastermine.core.game import Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.core.strategy import Array, strategy
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.deduce import deduce
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules, strategy_names

__version__: str
_HOME: dict[str, str]

__all__ = [
    "Array",
    "Board",
    "Contradiction",
    "Honest",
    "IllegalMove",
    "InvalidSpec",
    "Mastermind",
    "MastermineError",
    "Minesweeper",
    "Random",
    "Record",
    "TooLarge",
    "Turn",
    "View",
    "analyze",
    "deduce",
    "find_strategy",
    "parse_rules",
    "play",
    "strategy",
    "strategy_names",
]
