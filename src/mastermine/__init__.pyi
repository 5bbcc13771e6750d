"""Lazy imports of ``__init__.py``, for type checkers."""

from mastermine.arena.results import Results
from mastermine.coach.hint import Hint
from mastermine.core.errors import (
    Contradiction,
    IllegalMove,
    InvalidSpec,
    MastermineError,
    TooLarge,
)
from mastermine.core.game import Outcome, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import Record
from mastermine.core.random import Random
from mastermine.core.strategy import Array, Strategy, strategy
from mastermine.facade import candidates, evaluate, game, hint, match, play, solve, tree
from mastermine.mastermind.knowledge import Candidates, CodeView
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.deduction import deduce
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules, strategy_names
from mastermine.session.setup import session
from mastermine.session.share.picture import svg

__version__: str
_HOME: dict[str, str]

__all__ = [
    "Array",
    "Board",
    "BoardView",
    "Candidates",
    "Cell",
    "Code",
    "CodeView",
    "Contradiction",
    "Hint",
    "Honest",
    "IllegalMove",
    "InvalidSpec",
    "Mastermind",
    "MastermineError",
    "Minesweeper",
    "Outcome",
    "Random",
    "Record",
    "Results",
    "Strategy",
    "TooLarge",
    "Turn",
    "View",
    "analyze",
    "candidates",
    "deduce",
    "evaluate",
    "find_strategy",
    "game",
    "hint",
    "match",
    "parse_rules",
    "play",
    "session",
    "solve",
    "strategy",
    "strategy_names",
    "svg",
    "tree",
]
