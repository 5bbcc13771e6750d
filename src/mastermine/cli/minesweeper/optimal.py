"""``mastermine optimal``: the chance to win a small minefield by the best play there can be."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.core.numbers import decimal, percent
from mastermine.core.text import _

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mastermine.minesweeper.endgame import FirstClick, Optimum


@click.command(
    help=_(
        "Find the chance to win a small minefield by the best play there can be.\n\n"
        "Every layout that may be drawn after the first click counts once, so the figures are "
        "exact. Up to 6x6x4 takes seconds.\n\n"
        "\b\n"
        "  mastermine optimal minesweeper:4x4x3\n"
        "  mastermine optimal 5x5x4 --first 0,0\n"
        "  mastermine optimal 4x4x4-open --json"
    )
)
@output.spec_argument
@click.option("--first", metavar=_("X,Y"), help=_("Only this first click; 0,0 is the top left."))
@output.time_limit_option(600.0)
@output.json_option
def optimal(spec: str, first: str | None, seconds: float, as_json: bool) -> None:
    """The best play, by first click."""
    from mastermine.games import parse_rules_of
    from mastermine.minesweeper.endgame import optimal as find
    from mastermine.minesweeper.rules import Minesweeper

    there = _("for Mastermind, mastermine evaluate compares strategies")
    rules = parse_rules_of(Minesweeper, spec, instead=there)
    cell = None if first is None else rules.parse_action(first)
    screen = output.console(err=True)
    doing = _("searching the best play of {spec}").format(spec=rules.spec())
    with screen.status(doing) if screen.is_terminal else nullcontext():
        found = find(rules, cell, time_limit=seconds)
    if as_json:
        output.print_json(_data(found))
    else:
        _show(output.console(), found)


def _worth(click: FirstClick | Optimum) -> dict[str, Any]:
    return {
        "wins": click.wins,
        "layouts": click.layouts,
        "probability": float(click.probability),
    }


def _data(found: Optimum) -> dict[str, Any]:
    return {
        "rules": found.rules.spec(),
        **_worth(found),
        "first": [list(cell) for cell in found.best],
        "clicks": [{"cell": list(cell), **_worth(each)} for cell, each in found.clicks.items()],
    }


def _show(screen: Console, found: Optimum) -> None:
    rules = found.rules
    screen.print(
        # Translators: {wins}/{layouts} is a fraction, {percent} the same with its sign.
        _("{spec}: the best play wins {wins}/{layouts} of the games, {percent}").format(
            spec=rules.spec(),
            wins=found.wins,
            layouts=found.layouts,
            percent=percent(float(found.probability), 3),
        ),
        soft_wrap=True,
    )
    if len(found.clicks) == 1:
        return
    best = " ".join(map(rules.format_action, found.best))
    screen.print(_("Best first click: {cells}").format(cells=best))
    if len(found.best) < len(found.clicks):
        screen.print("\n" + _("Games won in %, by the first click:"))
        screen.print(_clicks(screen, found))


def _clicks(screen: Console, found: Optimum) -> Table:
    """What each first click is worth: as a board, or as a list where that is too wide."""
    rules = found.rules
    won = {cell: decimal(100 * float(each.probability), 2) for cell, each in found.clicks.items()}
    columns = range(rules.width)
    board = output.table("", *map(str, columns), numbers=range(rules.width + 1))
    for y in range(rules.height):
        board.add_row(str(y), *(won[x, y] for x in columns))
    if screen.measure(board, options=screen.options.update(width=1000)).maximum <= screen.width:
        return board
    cells = output.table("%", _("first clicks"), numbers=(0,))
    for value in sorted({each.probability for each in found.clicks.values()}, reverse=True):
        alike = [cell for cell, each in found.clicks.items() if each.probability == value]
        cells.add_row(won[alike[0]], " ".join(map(rules.format_action, alike)))
    return cells
