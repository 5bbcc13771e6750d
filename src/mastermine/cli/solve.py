"""``mastermine solve``: watch the computer play, with its reasons."""

from __future__ import annotations

from typing import Any

import click

from mastermine.cli import output
from mastermine.command_line import colours_option, limit_option, seed_option
from mastermine.i18n.text import _


@click.command(
    help=_(
        "Watch the computer find a code, or open a minefield.\n\n"
        "Mastermind: prints the guesses of a strategy, their answers, and how many codes are "
        "possible after each. Minesweeper: opens what can be deduced, the simplest reason first; "
        "where nothing is certain a strategy guesses. Without --secret the code or the mines are "
        "drawn by the seed.\n\n"
        "\b\n"
        "  mastermine solve classic --secret 3411 --explain\n"
        "  mastermine solve 5x8 --strategy entropy --seed 7\n"
        "  mastermine solve 12x12 --explain\n"
        "  mastermine solve classic --secret red,red,blue,green\n"
        "  mastermine solve expert --seed 7 --explain"
    )
)
@output.spec_argument
@click.option(
    "--secret",
    metavar=_("SECRET"),
    help=_("The code to find, such as 1122 or rrgg; or a file or link with a layout of mines."),
)
@click.option(
    "--strategy",
    "-s",
    "name",
    metavar=_("NAME"),
    help=_(
        "How to play, or to guess; if not said, knuth (sampled where there are too many codes to "
        "list), or pseq in Minesweeper. mastermine strategies lists all."
    ),
)
@click.option("--explain", is_flag=True, help=_("Say why each move is made, and what is known."))
@click.option("--first", metavar=_("X,Y"), help=_("The first click, in Minesweeper."))
@limit_option
@colours_option
@seed_option()
@output.json_option
def solve(spec: str, name: str | None, limit: int | None, **options: Any) -> None:
    from mastermine.registry import GAMES, parse_rules, usual_strategy

    rules = parse_rules(spec, limit)
    find = GAMES[rules.game].part("cli.solve")
    if find is None:
        from mastermine.cli.any_game import solve as find
    find(rules, name=name or usual_strategy(rules), **options)
