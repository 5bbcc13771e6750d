"""``mastermine analyze``: what is known of a minefield, for a position from anywhere."""

from __future__ import annotations

import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection

    from mastermine.coach.click import Advice
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.board import Board, Cell
    from mastermine.minesweeper.probability import Analysis

FEW = 10**12
"""So many layouts are told to the last one; of more, the order of magnitude."""


@click.command(
    help=_(
        "Say what is known of a minefield: the chance of a mine in each closed cell.\n\n"
        "FILE, or - for standard input, holds the board: a row of the field in each line, with 0 "
        "to 8 for open cells, # or . for closed ones, F for a flag (which is only an opinion), ? "
        "for an open cell without its number, * for a mine that is known. --mines says how many "
        "mines there are, or --rules which game it is.\n\n"
        "\b\n"
        "  mastermine analyze board.txt --mines 10\n"
        "  mastermine analyze - --rules expert < board.txt\n"
        "  mastermine analyze board.txt --mines 99 --json"
    )
)
@click.argument("file", metavar="FILE")
@click.option("--mines", type=int, metavar="N", help=_("How many mines there are in all."))
@click.option("--rules", "spec", metavar="SPEC", help=_("The game, such as expert or 16x16x40."))
@click.option(
    "--strategy",
    "-s",
    "name",
    metavar="NAME",
    default="pseq",
    show_default=True,
    help=_("Who guesses where nothing is certainly safe."),
)
@click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    default=10.0,
    show_default=True,
    help=_("Give up after so many seconds."),
)
@output.json_option
def analyze(
    file: str, mines: int | None, spec: str | None, name: str, seconds: float, as_json: bool
) -> None:
    """The exact chances, and what to do."""
    from mastermine.games import find_strategy
    from mastermine.minesweeper.board import read_board
    from mastermine.minesweeper.probability import analyze as count

    strategy = find_strategy(name, "minesweeper")
    board, flags = read_board(_read(file))
    total = _mines(board, mines, spec)
    analysis = count(board, total, time_limit=seconds)
    advice = _advice(board, total, strategy)
    if as_json:
        output.print_json(_data(analysis, flags, advice))
    else:
        _show(analysis, flags, advice)


def _read(file: str) -> str:
    """The text of a file, or of standard input. Raises InvalidSpec."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be read: {reason}").format(path=file, reason=error.strerror)
        ) from None
    except ValueError:
        raise InvalidSpec(_("{path} is no text with a board").format(path=file)) from None


def _mines(board: Board, mines: int | None, spec: str | None) -> int:
    """How many mines there are in all. Raises InvalidSpec."""
    from mastermine.games import parse_rules_of
    from mastermine.minesweeper.rules import Minesweeper

    if mines is not None and spec is not None:
        raise InvalidSpec(_("--mines or --rules: one of them says how many mines there are"))
    if mines is not None:
        return mines
    if spec is None:
        raise InvalidSpec(_("add --mines N: how many mines there are in all"))
    rules = parse_rules_of(Minesweeper, spec)
    if (rules.width, rules.height) != (board.width, board.height):
        raise InvalidSpec(
            _("the board has {width}x{height} cells, in {spec} there are {w}x{h}").format(
                width=board.width, height=board.height, spec=spec, w=rules.width, h=rules.height
            )
        )
    return rules.mines


def _advice(board: Board, mines: int, strategy: Strategy) -> Advice | None:
    """What to open, and why; None where no safe cell is left, or any may be opened."""
    from mastermine.coach.click import advise
    from mastermine.core.game import View
    from mastermine.core.random import Random
    from mastermine.minesweeper.board import MINED
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.rules import First, Minesweeper

    if mines in (0, len(board.all(MINED)) + len(board.hidden)):
        return None
    rules = Minesweeper(board.width, board.height, mines, First.ANY)
    view: Any = View(rules, (), Field(rules, board), Random(0))
    return advise(view, strategy)


def _data(analysis: Analysis, flags: Collection[Cell], advice: Advice | None) -> dict[str, Any]:
    """All of it as JSON has it."""
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
        "wrong_flags": [list(cell) for cell in sorted(flags) if cell in analysis.safe],
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


def _show(analysis: Analysis, flags: Collection[Cell], advice: Advice | None) -> None:
    from mastermine.cli.minefield import OTHER_LINES, Minefield, away
    from mastermine.coach.click import named, percent

    board, screen = analysis.board, output.console()
    screen.height = board.height + OTHER_LINES  # It may scroll.
    screen.print(_heading(analysis))
    at = None if advice is None else advice.cell
    screen.print(Minefield(board, flags, at, chances=analysis.mine_probability))
    screen.print(_("The chance of a mine in percent; ++ is certainly safe, ** certainly a mine."))
    elsewhere = [cell for cell in board.hidden if away(board, cell)]
    if elsewhere:
        chance = percent(analysis.risk(elsewhere[0]))
        screen.print(_("# is next to no number: {chance}.").format(chance=chance))
    if wrong := [cell for cell in sorted(flags) if cell in analysis.safe]:
        cells = "  ".join(map(named, wrong))
        screen.print(
            ngettext("This flag is wrong: {cells}.", "Wrong flags: {cells}.", len(wrong)).format(
                cells=cells
            )
        )
    screen.print()
    if advice is None:
        screen.print(_("There is nothing to find out: each closed cell is known."))
        return
    for sentence in advice.reasons:
        screen.print(sentence)
    screen.print(_("Open {cell}.").format(cell=named(advice.cell)), style="bold")


def _heading(analysis: Analysis) -> str:
    """The size of the field, its mines, and how many layouts fit."""
    n = analysis.solutions
    told = f"{n:,}" if n < FEW else _("about {n:.1e}").format(n=Decimal(n))
    return ngettext(
        "{width}x{height} cells, {mines} mines: {n} layout fits.",
        "{width}x{height} cells, {mines} mines: {n} layouts fit.",
        n,
    ).format(width=analysis.board.width, height=analysis.board.height, mines=analysis.mines, n=told)
