"""Hints, analyses and games of strategies for Minesweeper, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.coach.click import advise_position
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.minesweeper import Minesweeper, analyze, check_board_size, deduce, read_position
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.web.minesweeper.help import advised, chances_of, named, step_of
from mastermine.web.new_game import strategy_of

if TYPE_CHECKING:
    from mastermine.coach.sweep import Stage
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper import Analysis, Board
    from mastermine.web.schemas import Position


def hint(position: Position) -> dict[str, Any]:
    """Returns the best next cell to open, with reasons."""
    analysis, _flags, strategy = _counted(position)
    advice = advise_position(analysis, strategy)
    return {"help": None if advice is None else advised(advice)}


def analyse(position: Position) -> dict[str, Any]:
    """Returns exact mine probabilities, conclusions, and the best next cell to open."""
    analysis, flags, strategy = _counted(position)
    advice = advise_position(analysis, strategy)
    return {
        "rules": _size(analysis.board, analysis.mines),
        "board": str(analysis.board),
        "chances": chances_of(analysis.mine_probability.tolist()),
        "safe": named(analysis.safe),
        "mined": named(analysis.mined),
        "flags": named(sorted(flags, key=lambda cell: cell[::-1])),
        "wrong_flags": named(cell for cell in analysis.safe if cell in flags),
        "layouts": str(analysis.solutions),
        "steps": [step_of(step) for step in deduce(analysis.board, analysis.mines)],
        "hint": None if advice is None else advised(advice),
    }


def solve(
    rules: Minesweeper, strategy: Strategy, oracle: Any, rng: Any
) -> tuple[list[dict[str, Any]], bool]:
    """Plays a game; returns its steps, and True if it was won."""
    from mastermine.coach.sweep import sweep

    stages = list(sweep(rules, strategy, oracle, rng))
    return [_stage(stage) for stage in stages], stages[-1].outcome is Outcome.WON


def _counted(position: Position) -> tuple[Analysis, frozenset[Any], Strategy]:
    """Returns the analysis, flags and strategy of a position."""
    if position.turns is not None:
        raise InvalidSpec(
            _("turns are for Mastermind, a board is for Minesweeper; give only one of them")
        )
    strategy = strategy_of(position.strategy, Minesweeper.game, "pseq")
    reading = read_position(position.board or "")
    mines = position.mines if position.mines is not None else reading.mines
    if position.rules is not None:
        rules = parse_rules_of(Minesweeper, position.rules)
        check_board_size(reading.board, rules, position.rules)
        mines = rules.mines if mines is None else mines
    if mines is None:
        raise InvalidSpec(_("give the total number of mines, as mines or in rules"))
    return (
        analyze(reading.board, mines),
        reading.flags,
        find_strategy(strategy, Minesweeper.game),
    )


def _size(board: Board, mines: int) -> str:
    return f"{Minesweeper.game}:{board.width}x{board.height}x{mines}"


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "step": None if stage.step is None else step_of(stage.step),
        "cell": None if stage.advice is None else named([stage.advice.cell])[0],
        "risk": stage.risk,
        "reasons": list(stage.reasons),
        "opened": named(turn.action for turn in stage.turns),
        "mines": named(sorted(stage.mines, key=lambda cell: cell[::-1])),
        "board": str(stage.board),
    }
