"""``mastermine analyze``: show mine probabilities and the best move of any board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.minesweeper import input_files
from mastermine.cli.models import model_options, write_model
from mastermine.command_line import rowcol_option, strategy_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console

    from mastermine.coach.click import Advice
    from mastermine.minesweeper import Analysis, Board, Cell, ClickPlan, Minesweeper, Reading, Step


@click.command(
    help=_(
        "Show the chance of a mine in each closed cell, and the best move.\n\n"
        "FILE, or - for standard input, holds a board of Minesweeper, one row per line: 0 to 8 for "
        "open cells, # or . for closed cells, F for a flag (which may be wrong), ? for an open "
        "cell without its number, * for a known mine. If ? can only be a closed cell, it is read "
        "as one. A board copied from a game works, too. Give the number of mines with --mines or "
        "--rules; a .mine file contains it. Without it, only certain cells are shown. With "
        "--format, the board is written for other programs. For a game of "
        "Mastermind, use mastermine hint.\n\n"
        "\b\n"
        "  mastermine analyze board.txt --mines 10\n"
        "  mastermine analyze - --rules expert < board.txt\n"
        "  mastermine analyze board.txt --mines 99 --json\n"
        "  mastermine analyze board.mine\n"
        "  mastermine analyze board.mine --out layouts.mzn"
    )
)
@click.argument("file", metavar=_("FILE"))
@click.option("--mines", type=int, metavar=_("N"), help=_("Total number of mines."))
@click.option(
    "--rules", "spec", metavar=_("SPEC"), help=_("Rules of the game, such as expert or 16x16x40.")
)
@strategy_option(_("Strategy that chooses a guess if no cell is certainly safe."), "endgame")
@click.option(
    "--efficient",
    is_flag=True,
    help=_(
        "Name the flags and clicks that open the board with few clicks; F is a flag that is set."
    ),
)
@model_options("puzzlink")
@output.seconds_option(
    N_("Time limit in seconds, in place of the limit of work, which is the same on every machine.")
)
@rowcol_option
@output.json_option
def analyze(
    file: str,
    mines: int | None,
    spec: str | None,
    name: str,
    efficient: bool,
    form: str | None,
    out: Path | None,
    seconds: float | None,
    rowcol: bool,
    as_json: bool,
) -> None:
    from mastermine.coach.click import advise_position
    from mastermine.minesweeper import analyze as analyze_board
    from mastermine.minesweeper import (
        check_board_size,
        deduce,
        plan_clicks,
        read_position,
        rows_first,
    )
    from mastermine.registry import find_strategy

    strategy = find_strategy(name, "minesweeper")
    rules = _rules(mines, spec)
    given = mines if rules is None else rules.mines
    with rows_first(rowcol and not as_json):  # JSON contains x,y.
        data = input_files.find(file)
        reading = read_position(input_files.read(file) if data is None else data, given)
        if reading.note and not as_json:
            click.echo(reading.note, err=True)
        if rules is not None:
            check_board_size(reading.board, rules, spec or "")
        total = _mines(reading, given)
        model = partial(_written, reading.board, total)
        if write_model(form, out, model, {"efficient": efficient, "json": as_json}):
            return
        if total is None:
            if efficient:
                raise InvalidSpec(
                    _("--efficient needs the number of mines: add --mines or --rules")
                )
            steps = list(deduce(reading.board))
            output.print_result(as_json, _certain_data, _show_certain, reading, steps)
            return
        limits = {} if seconds is None else {"work_limit": None}

        def analysed() -> tuple[Analysis, Advice | None, ClickPlan | None]:
            analysis = analyze_board(reading.board, total, **limits)
            _computed = analysis.solutions, analysis.win_chance
            plan = plan_clicks(analysis, reading.flags) if efficient else None
            return analysis, advise_position(analysis, strategy), plan

        analysis, advice, plan = output.in_time(
            seconds,
            _(
                "the board is too hard: counting its layouts took longer than {seconds} s; "
                "allow more time, or open more cells"
            ).format(seconds=plain(seconds or 0)),
            analysed,
        )
        output.print_result(as_json, _data, _show, analysis, reading, advice, plan, rules)


def _written(board: Board, mines: int | None, form: str) -> str:
    from mastermine.minesweeper import PUZZLINK, constraint_model, write_puzzlink

    return (
        f"{write_puzzlink(board)}\n" if form == PUZZLINK else constraint_model(board, mines, form)
    )


def _rules(mines: int | None, spec: str | None) -> Minesweeper | None:
    """Returns the rules of ``--rules``. Raises InvalidSpec."""
    from mastermine.minesweeper import Minesweeper
    from mastermine.registry import parse_rules_of

    if mines is not None and spec is not None:
        raise InvalidSpec(_("--mines and --rules exclude each other"))
    return None if spec is None else parse_rules_of(Minesweeper, spec)


def _mines(reading: Reading, mines: int | None) -> int | None:
    """Returns the total number of mines, if known. Raises InvalidSpec."""
    if mines is None:
        return reading.mines
    if reading.mines not in (None, mines):
        raise InvalidSpec(
            ngettext(
                "the file has {n} mine, not {mines}: leave --mines and --rules out",
                "the file has {n} mines, not {mines}: leave --mines and --rules out",
                reading.mines,
            ).format(n=reading.mines, mines=mines)
        )
    return mines


def _data(
    analysis: Analysis,
    reading: Reading,
    advice: Advice | None,
    plan: ClickPlan | None,
    rules: Minesweeper | None,
) -> dict[str, Any]:
    from math import isnan

    chance = None if rules and rules.noguess else analysis.win_chance
    return {
        "width": analysis.board.width,
        "height": analysis.board.height,
        "mines_in_all": analysis.mines,
        "solutions": str(analysis.solutions),
        "mine_probability": [
            [None if isnan(chance) else chance for chance in row]
            for row in analysis.mine_probability.tolist()
        ],
        "safe": [list(cell) for cell in analysis.safe],
        "mines": [list(cell) for cell in analysis.mined],
        "wrong_flags": [list(cell) for cell in analysis.safe if cell in reading.flags],
        "win_chance": None if chance is None else chance._asdict(),
        "advice": None
        if advice is None
        else {
            "open": list(advice.cell),
            "risk": advice.risk,
            "steps": [step_data(step) for step in advice.steps],
            "why": list(advice.reasons),
        },
        **({} if plan is None else {"efficient": _plan_data(plan)}),
        **_note(reading),
    }


def _plan_data(plan: ClickPlan) -> dict[str, Any]:
    return {
        "flag": [list(cell) for cell in plan.flags],
        "chord" if plan.is_chord else "open": list(plan.cell),
        "opens": [list(cell) for cell in plan.opens],
        "clicks": plan.clicks,
    }


def _certain_data(reading: Reading, steps: list[Step]) -> dict[str, Any]:
    safe, mines = _certain(steps)
    return {
        "width": reading.board.width,
        "height": reading.board.height,
        "mines_in_all": None,
        "safe": [list(cell) for cell in safe],
        "mines": [list(cell) for cell in mines],
        "wrong_flags": [list(cell) for cell in safe if cell in reading.flags],
        "steps": [{**step_data(step), "why": step.sentence} for step in steps],
        **_note(reading),
    }


def step_data(step: Step) -> dict[str, Any]:
    """Returns a deduction step for JSON."""
    return {
        "rule": step.rule,
        "proof": [list(cell) for cell in step.proof],
        "safe": [list(cell) for cell in step.safe],
        "mines": [list(cell) for cell in step.mines],
    }


def _note(reading: Reading) -> dict[str, str]:
    return {} if reading.note is None else {"note": reading.note}


def _certain(steps: list[Step]) -> tuple[list[Cell], list[Cell]]:
    """Returns the safe cells and the mines of some steps, in reading order."""

    def ordered(cells: Iterable[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda cell: cell[::-1])

    return (
        ordered(cell for step in steps for cell in step.safe),
        ordered(cell for step in steps for cell in step.mines),
    )


def _show(
    screen: Console,
    analysis: Analysis,
    reading: Reading,
    advice: Advice | None,
    plan: ClickPlan | None,
    rules: Minesweeper | None,
) -> None:
    from mastermine.cli.minesweeper.minefield import Minefield, legend
    from mastermine.session.messages import minesweeper

    board = analysis.board
    screen.print(analysis.heading)
    at = plan.cell if plan is not None else None if advice is None else advice.cell
    screen.print(Minefield(board, reading.flags, at, chances=analysis.mine_probability))
    for line in legend(board, analysis.mine_probability):
        screen.print(line)
    for line in minesweeper.win_chance(analysis, rules):
        screen.print(line)
    _show_wrong_flags(screen, [cell for cell in analysis.safe if cell in reading.flags])
    screen.print()
    if plan is not None:
        for sentence in minesweeper.planned(board, plan, reading.flags):
            screen.print(sentence)
        return
    if advice is None:
        screen.print(*minesweeper.certain(len(analysis.safe), 0) or [minesweeper.all_known(board)])
        return
    for sentence in advice.reasons:
        screen.print(sentence)
    screen.print(minesweeper.open_cell(advice.cell), style="bold")


def _show_certain(screen: Console, reading: Reading, steps: list[Step]) -> None:
    import numpy as np

    from mastermine.cli.minesweeper.minefield import Minefield
    from mastermine.minesweeper import named
    from mastermine.session.messages import minesweeper

    board, (safe, mines) = reading.board, _certain(steps)
    chances = np.full((board.height, board.width), np.nan)
    for value, cells in ((0.0, safe), (1.0, mines)):
        for x, y in cells:
            chances[y, x] = value
    screen.print(Minefield(board, reading.flags, chances=chances))
    if steps:
        screen.print(_("++ is certainly safe, ** certainly a mine."))
    _show_wrong_flags(screen, [cell for cell in safe if cell in reading.flags])
    screen.print()
    if not board.hidden:
        screen.print(minesweeper.all_known(board))
        return
    for step in steps:
        screen.print(step.sentence)
    if safe:
        screen.print(
            # Translators: {cells} is one cell or several.
            _("Open {cells}.").format(cells=" ".join(map(named, safe))),
            style="bold",
        )
    elif not mines:
        screen.print(*minesweeper.numbers_alone(0, 0))
    screen.print(_("For chances, and for conclusions from the number of mines, add --mines N."))


def _show_wrong_flags(screen: Console, wrong: list[Cell]) -> None:
    from mastermine.session.messages import minesweeper

    if wrong:
        screen.print(minesweeper.flags_wrong(wrong))
