"""Hints, analyses and games of strategies for Minesweeper, as JSON values."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from mastermine.coach.click import advise_position
from mastermine.core.errors import InvalidSpec, in_field
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.minesweeper import (
    Minesweeper,
    analyze,
    check_board_size,
    deduce,
    heading,
    named,
    read_position,
)
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.session.messages import minesweeper as said
from mastermine.web.minesweeper.help import advised, chances_of, step_of, walk
from mastermine.web.new_game import strategy_of

if TYPE_CHECKING:
    from mastermine.coach.sweep import Stage
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper import Analysis, Board, Reading
    from mastermine.session import MinesweeperSession
    from mastermine.web.schemas import Position


def hint(position: Position) -> dict[str, Any]:
    """Returns the best next cell to open, with reasons."""
    analysis, _reading, strategy = _counted(position)
    advice = advise_position(analysis, strategy)
    return {"help": None if advice is None else advised(advice)}


def analyse(position: Position) -> dict[str, Any]:
    """Returns exact mine probabilities, conclusions, and the best next cell to open."""
    analysis, reading, strategy = _counted(position)
    advice, flags = advise_position(analysis, strategy), reading.flags
    return {
        "note": reading.note,
        "rules": _size(analysis.board, analysis.mines),
        "board": str(analysis.board),
        "chances": chances_of(analysis.mine_probability.tolist()),
        "safe": list(map(named, analysis.safe)),
        "mined": list(map(named, analysis.mined)),
        "flags": list(map(named, sorted(flags, key=lambda cell: cell[::-1]))),
        "wrong_flags": [named(cell) for cell in analysis.safe if cell in flags],
        "layouts": str(analysis.solutions),
        "steps": walk(list(deduce(analysis.board, analysis.mines))),
        "sentences": [*([] if reading.note is None else [reading.note]), *_summary(analysis)],
        "hint": None if advice is None else advised(advice),
    }


def solve(
    rules: Minesweeper, strategy: Strategy, oracle: Any, rng: Any
) -> tuple[list[dict[str, Any]], bool]:
    """Plays a game; returns its steps, and True if it was won."""
    from mastermine.coach.sweep import sweep

    stages = list(sweep(rules, strategy, oracle, rng))
    won = stages[-1].outcome is Outcome.WON
    steps = [_stage(stage, at, len(stages)) for at, stage in enumerate(stages, start=1)]
    steps[-1]["ending"] = said.strategy_ended(stages)
    return steps, won


def shows(position: Position, game: MinesweeperSession) -> bool:
    """Returns True if the numbers of a position are among those of a game, or the reverse."""
    one, other = read_position(position.board or "", game.rules.mines).board, game.board
    if (one.width, one.height) != (other.width, other.height):
        return False
    mine, its = (
        {(at, sign) for at, sign in enumerate(board.cells) if 0 <= sign <= 8}
        for board in (one, other)
    )
    return bool(mine and its) and (mine <= its or its <= mine)


def _counted(position: Position) -> tuple[Analysis, Reading, Strategy]:
    """Returns the analysis of a position, how its board was read, and the strategy."""
    if position.turns is not None:
        raise InvalidSpec(
            _("turns are for Mastermind, a board is for Minesweeper; give only one of them"),
            field="turns",
        )
    strategy = strategy_of(position.strategy, Minesweeper.game, "endgame")
    with in_field("rules"):
        rules = None if position.rules is None else parse_rules_of(Minesweeper, position.rules)
    mines = position.mines if rules is None or position.mines is not None else rules.mines
    with in_field("board"):
        reading = read_position(position.board or "", mines)
        if rules is not None:
            check_board_size(reading.board, rules, position.rules or "")
    mines = reading.mines if position.mines is None and reading.mines is not None else mines
    if mines is None:
        raise InvalidSpec(_("give the total number of mines, as mines or in rules"), field="mines")
    return (
        analyze(reading.board, mines),
        reading,
        find_strategy(strategy, Minesweeper.game),
    )


def _size(board: Board, mines: int) -> str:
    return f"{Minesweeper.game}:{board.width}x{board.height}x{mines}"


def _summary(analysis: Analysis) -> list[str]:
    chances = analysis.mine_probability.ravel().tolist()
    return [analysis.heading, *said.chances([each for each in chances if not isnan(each)])]


def _stage(stage: Stage, at: int, total: int) -> dict[str, Any]:
    """Serialises stage ``at`` of ``total``."""
    title, follows = "", []
    if stage.step is not None:
        title, follows = heading(stage.step.rule), said.conclusions(stage.step)
    elif stage.advice is not None:
        title = said.move_title(stage.advice.cell, stage.risk)
    return {
        "lines": [said.step_title(at, total, title), *stage.reasons, *follows],
        "step": None if stage.step is None else step_of(stage.step),
        "cell": None if stage.advice is None else named(stage.advice.cell),
        "risk": stage.risk,
        "reasons": list(stage.reasons),
        "opened": [named(turn.action) for turn in stage.turns],
        "mines": list(map(named, sorted(stage.mines, key=lambda cell: cell[::-1]))),
        "board": str(stage.board),
    }
