"""Hints, analyses and games of strategies for Minesweeper, as JSON values."""

from __future__ import annotations

import re
from math import isnan
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.click import Advice, advise_position
from mastermine.core.errors import InvalidSpec, in_field
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.minesweeper import (
    CLOSED,
    MINED,
    UNNUMBERED,
    First,
    Minesweeper,
    analyze,
    check_board_size,
    deduce,
    draw_consistent,
    explain,
    heading,
    named,
    plan_clicks,
    read_position,
)
from mastermine.minesweeper import (
    read as read_any,
)
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.session.messages import minesweeper as said
from mastermine.session.setup import GameSetup
from mastermine.web.minesweeper.help import (
    advised,
    chances_of,
    planned,
    step_of,
    walk,
    win_chance_of,
)
from mastermine.web.new_game import strategy_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from mastermine.coach.sweep import Stage
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper import Analysis, Board, Cell, Reading, Step
    from mastermine.session import MinesweeperSession
    from mastermine.web.schemas import Position


def hint(position: Position) -> dict[str, Any]:
    """Returns the best next cell to open, with reasons."""
    reading, mines, strategy, _rules = _known(position)
    if mines is None:
        raise InvalidSpec(_("give the total number of mines, as mines or in rules"), field="mines")
    advice = advise_position(analyze(reading.board, mines), strategy)
    return {"help": None if advice is None else advised(advice)}


def analyse(position: Position) -> dict[str, Any]:
    """Returns mine probabilities, conclusions, and the best next cell to open.

    Without the number of mines, these are the conclusions from the numbers alone.
    """
    reading, mines, strategy, rules = _known(position)
    board, flags = reading.board, reading.flags
    steps = list(deduce(board, mines))
    if mines is None:
        safe, mined = _certain(steps)
        found: dict[str, Any] = {
            "rules": None,
            "chances": _certain_chances(board, safe, mined),
            "layouts": None,
            "win_chance": None,
            "hint": _certain_hint(board, safe),
            "efficient": None,
            "sentences": _without_mines(board, len(safe), len(mined)),
        }
    else:
        analysis = analyze(board, mines)
        advice = advise_position(analysis, strategy)
        safe, mined = list(analysis.safe), list(analysis.mined)
        found = {
            "rules": _size(board, mines),
            "chances": chances_of(analysis.mine_probability.tolist()),
            "layouts": str(analysis.solutions),
            "win_chance": None if rules and rules.noguess else win_chance_of(analysis),
            "hint": None if advice is None else _shown(advised(advice)),
            "efficient": planned(board, plan_clicks(analysis, flags), flags)
            if position.efficient
            else None,
            "sentences": _summary(analysis, rules),
        }
    return {
        **found,
        "note": reading.note,
        "mines": mines,
        "board": str(board),
        "safe": list(map(named, safe)),
        "mined": list(map(named, mined)),
        "flags": list(map(named, _in_reading_order(flags))),
        "wrong_flags": [named(cell) for cell in safe if cell in flags],
        "steps": walk(steps),
        "sentences": [*([] if reading.note is None else [reading.note]), *found["sentences"]],
    }


def read(data: str | bytes, query: dict[str, str], _rules: str | None) -> dict[str, Any]:
    """Reads a position or a whole layout, in any format. Raises InvalidSpec.

    ``query`` has the parts of its address, if it has one.
    """
    if "board" in query:
        if not re.fullmatch(r"\d{0,5}", query.get("mines", ""), re.ASCII):
            raise InvalidSpec(_("the number of mines in the link is not a number"))
        mines = int(query["mines"]) if query.get("mines") else None
        reading, layout = read_position(query["board"], mines), None
    else:
        reading = read_any(data)
        mines, layout = reading.mines, reading.layout
    return {
        "board": _rows(reading.board, reading.flags),
        "mines": mines,
        "layout": None if layout is None else str(layout),
        "note": reading.note,
    }


def play_on(position: Position, seed: str) -> MinesweeperSession:
    """Starts a game in a position, with a layout that is drawn from all that fit it."""
    reading, mines, _strategy, _rules = _known(position)
    board = reading.board
    if mines is None:
        raise InvalidSpec(_("to play from here, give the total number of mines"), field="mines")
    known, left = board.all(MINED), len(board.hidden)
    if left + len(known) == len(board.cells):
        rules = Minesweeper(board.width, board.height, mines)
        return cast("MinesweeperSession", GameSetup(rules).begin())
    layout = draw_consistent(board, mines, Random(seed))
    if left + len(known) == mines:
        raise InvalidSpec(
            _("there is nothing left to play: every closed cell is a mine"), field="board"
        )
    rules = Minesweeper(board.width, board.height, mines, First.ANY)
    game = cast("MinesweeperSession", GameSetup(rules, secret=layout).begin())
    opened = [cell for cell in map(board.cell, range(len(board.cells))) if board[cell] < CLOSED]
    opened += board.all(UNNUMBERED)
    game.click(" ".join(map(rules.format_action, opened)))
    flags = [cell for cell in {*known, *reading.flags} if game.board[cell] == CLOSED]
    if flags and game.outcome is None:
        game.flag(" ".join(map(rules.format_action, _in_reading_order(flags))))
    return game


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


def _known(position: Position) -> tuple[Reading, int | None, Strategy, Minesweeper | None]:
    """Returns how a position was read, its mines if known, the strategy, and given rules."""
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
    return reading, mines, find_strategy(strategy, Minesweeper.game), rules


def _certain(steps: list[Step]) -> tuple[list[Cell], list[Cell]]:
    """Returns the safe cells and the mines of some steps, in reading order."""
    safe = (cell for step in steps for cell in step.safe)
    mined = (cell for step in steps for cell in step.mines)
    return _in_reading_order(safe), _in_reading_order(mined)


def _in_reading_order(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: cell[::-1])


def _certain_chances(
    board: Board, safe: Collection[Cell], mined: Collection[Cell]
) -> list[list[float | None]]:
    """Returns the chances of certain cells, and null for all others."""
    chance = {**dict.fromkeys(safe, 0.0), **dict.fromkeys((*mined, *board.all(MINED)), 1.0)}
    return [[chance.get((x, y)) for x in range(board.width)] for y in range(board.height)]


def _certain_hint(board: Board, safe: Sequence[Cell]) -> dict[str, Any] | None:
    """Returns a certainly safe cell with its proof, if there is one."""
    if not safe:
        return None
    proof = explain(board, None, safe[0])
    reasons = tuple(step.sentence for step in proof)
    return _shown(advised(Advice(safe[0], 0.0, tuple(proof), reasons)))


def _shown(advice: dict[str, Any]) -> dict[str, Any]:
    """Adds the title of a hint: the cell and its risk."""
    x, y = map(int, advice["cell"].split(","))
    return {**advice, "title": said.move_title((x, y), advice["risk"])}


def _without_mines(board: Board, safe: int, mined: int) -> list[str]:
    """Says what the numbers alone make certain."""
    if not board.hidden:
        return [said.all_known(board)]
    more = _("With the number of mines, every cell gets a chance.")
    return [*said.numbers_alone(safe, mined), more]


def _rows(board: Board, flags: Collection[Cell]) -> str:
    """Formats a board with its flags."""
    rows = [[*row] for row in str(board).split("\n")]
    for x, y in flags:
        rows[y][x] = "F"
    return "\n".join(map("".join, rows))


def _size(board: Board, mines: int) -> str:
    return f"{Minesweeper.game}:{board.width}x{board.height}x{mines}"


def _summary(analysis: Analysis, rules: Minesweeper | None) -> list[str]:
    chances = analysis.mine_probability.ravel().tolist()
    known = [each for each in chances if not isnan(each)]
    return [analysis.heading, *said.chances(known), *said.win_chance(analysis, rules)]


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
