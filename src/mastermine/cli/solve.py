"""The command ``mastermine solve``: the computer plays and explains its moves."""

from __future__ import annotations

from typing import Any

import click

from mastermine.cli import output
from mastermine.command_line import (
    cells_as,
    colours_option,
    limit_option,
    rowcol_option,
    seed_option,
    strategy_option,
)
from mastermine.i18n.text import _


@click.command(
    help=_(
        "Watch the computer find a code or open a minefield.\n\n"
        "Mastermind: prints the guesses of a strategy, the answers and the number of possible "
        "codes. Minesweeper: opens the cells that can be deduced, with the simplest reason first; "
        "if no cell is certain, a strategy guesses. Without --secret the code or the mines are "
        "random.\n\n"
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
    help=_("Code to find, such as 1122 or rrgg; or a file or link with a mine layout."),
)
@strategy_option(
    _(
        "Strategy; mastermine strategies lists them.  [default: knuth; sampled in large games; "
        "endgame in Minesweeper]"
    )
)
@click.option("--explain", is_flag=True, help=_("Explain each move."))
@click.option("--first", metavar=_("X,Y"), help=_("First click in Minesweeper."))
@rowcol_option
@limit_option
@colours_option
@seed_option()
@output.json_option
def solve(
    spec: str,
    name: str | None,
    limit: int | None,
    secret: str | None,
    first: str | None,
    colours: str | None,
    rowcol: bool,
    **options: Any,
) -> None:
    from mastermine.registry import GAMES, colour_names, parse_game, usual_strategy

    rules, *given = parse_game(spec, limit)
    if given[0] is not None and secret is not None:
        raise click.UsageError(_("SPEC contains the secret; leave --secret out"))
    find = GAMES[rules.game].part("cli.solve")
    if find is None:
        from mastermine.cli.any_game import solve as find
    with cells_as(rules, rowcol):
        find(
            rules,
            name=name or usual_strategy(rules),
            colours=colour_names(spec, colours),
            secret=given[0] if secret is None else secret,
            first=given[1] if first is None else first,
            **options,
        )
