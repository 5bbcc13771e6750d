"""``mastermine analyze``: show mine probabilities and the best move of any board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.minesweeper import input_files
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection

    from rich.console import Console

    from mastermine.coach.click import Advice
    from mastermine.minesweeper import Analysis, Cell, Reading


@click.command(
    help=_(
        "Show the chance of a mine in each closed cell, and the best move.\n\n"
        "FILE, or - for standard input, holds a board of Minesweeper, one row per line: 0 to 8 for "
        "open cells, # or . for closed cells, F for a flag (which may be wrong), ? for an open "
        "cell without its number, * for a known mine. A board copied from a game works, too. Give "
        "the number of mines with --mines or --rules; a .mine file contains it. For a game of "
        "Mastermind, use mastermine hint.\n\n"
        "\b\n"
        "  mastermine analyze board.txt --mines 10\n"
        "  mastermine analyze - --rules expert < board.txt\n"
        "  mastermine analyze board.txt --mines 99 --json\n"
        "  mastermine analyze board.mine"
    )
)
@click.argument("file", metavar=_("FILE"))
@click.option("--mines", type=int, metavar=_("N"), help=_("Total number of mines."))
@click.option(
    "--rules", "spec", metavar=_("SPEC"), help=_("Rules of the game, such as expert or 16x16x40.")
)
@click.option(
    "--strategy",
    "-s",
    "name",
    metavar=_("NAME"),
    default="pseq",
    show_default=True,
    help=_("Strategy that chooses a guess if no cell is certainly safe."),
)
@output.time_limit_option(10.0)
@output.json_option
def analyze(
    file: str, mines: int | None, spec: str | None, name: str, seconds: float, as_json: bool
) -> None:
    from mastermine.coach.click import advise_position
    from mastermine.minesweeper import analyze as analyze_board
    from mastermine.minesweeper import read_position
    from mastermine.registry import find_strategy

    strategy = find_strategy(name, "minesweeper")
    data = input_files.find(file)
    reading = read_position(input_files.read(file) if data is None else data)
    total = _mines(reading, mines, spec)
    analysis = analyze_board(reading.board, total, time_limit=seconds)
    advice = advise_position(analysis, strategy)
    output.print_result(as_json, _data, _show, analysis, reading.flags, advice)


def _mines(reading: Reading, mines: int | None, spec: str | None) -> int:
    from mastermine.minesweeper import Minesweeper, check_board_size
    from mastermine.registry import parse_rules_of

    if mines is not None and spec is not None:
        raise InvalidSpec(_("--mines and --rules exclude each other"))
    if spec is not None:
        rules = parse_rules_of(Minesweeper, spec)
        check_board_size(reading.board, rules, spec)
        mines = rules.mines
    if mines is None:
        mines = reading.mines
    if mines is None:
        raise InvalidSpec(_("add --mines N, the total number of mines"))
    if reading.mines not in (None, mines):
        raise InvalidSpec(
            ngettext(
                "the file has {n} mine, not {mines}: leave --mines and --rules out",
                "the file has {n} mines, not {mines}: leave --mines and --rules out",
                reading.mines,
            ).format(n=reading.mines, mines=mines)
        )
    return mines


def _data(analysis: Analysis, flags: Collection[Cell], advice: Advice | None) -> dict[str, Any]:
    from math import isnan

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
        "wrong_flags": [list(cell) for cell in analysis.safe if cell in flags],
        "advice": None
        if advice is None
        else {
            "open": list(advice.cell),
            "risk": advice.risk,
            "steps": [
                {
                    "rule": step.rule,
                    "proof": [list(cell) for cell in step.proof],
                    "safe": [list(cell) for cell in step.safe],
                    "mines": [list(cell) for cell in step.mines],
                }
                for step in advice.steps
            ],
            "why": list(advice.reasons),
        },
    }


def _show(
    screen: Console, analysis: Analysis, flags: Collection[Cell], advice: Advice | None
) -> None:
    from mastermine.cli.minesweeper.minefield import Minefield, legend
    from mastermine.session.messages import minesweeper

    board = analysis.board
    screen.print(analysis.heading)
    at = None if advice is None else advice.cell
    screen.print(Minefield(board, flags, at, chances=analysis.mine_probability))
    for line in legend(board, analysis.mine_probability):
        screen.print(line)
    if wrong := [cell for cell in analysis.safe if cell in flags]:
        screen.print(minesweeper.flags_checked(wrong))
    screen.print()
    if advice is None:
        screen.print(_("Every closed cell is already known."))
        return
    for sentence in advice.reasons:
        screen.print(sentence)
    screen.print(minesweeper.open_cell(advice.cell), style="bold")
