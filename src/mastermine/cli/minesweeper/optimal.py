"""``mastermine optimal`` for Minesweeper: the win probability of the best play on a small board."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, percent, plain
from mastermine.i18n.text import _
from mastermine.minesweeper import (
    FirstClick,
    Minesweeper,
    Optimum,
    optimal_play,
)

TIME_LIMIT_SECONDS = 600.0
"""Default of ``--time-limit``."""


def optimal(
    rules: Minesweeper,
    *,
    first: str | None,
    seconds: float | None,
    as_json: bool,
    **others: str | int | bool | None,
) -> None:
    output.check_unused(others, _("{option} is for Mastermind"))
    cell = None if first is None else rules.parse_action(first)
    limit = TIME_LIMIT_SECONDS if seconds is None else seconds
    with output.working(_("searching for the best play of {spec}").format(spec=rules.spec())):
        found = output.in_time(
            limit,
            _(
                "{what}: the best play was not found within {seconds} s; "
                "allow more time, or use fewer cells or mines"
            ).format(what=rules.spec(), seconds=plain(limit)),
            lambda: optimal_play(rules, cell, work_limit=None),
        )
    output.print_result(as_json, _data, _show, found)


def _wins(click: FirstClick | Optimum) -> dict[str, Any]:
    return {
        "wins": click.wins,
        "layouts": click.layouts,
        "probability": float(click.probability),
    }


def _data(found: Optimum) -> dict[str, Any]:
    return {
        "rules": found.rules.spec(),
        **_wins(found),
        "first": [list(cell) for cell in found.best],
        "clicks": [{"cell": list(cell), **_wins(each)} for cell, each in found.clicks.items()],
    }


def _show(screen: Console, found: Optimum) -> None:
    rules = found.rules
    screen.print(
        # Translators: {wins}/{layouts} is a fraction, {percent} the same in percent.
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
        screen.print("\n" + _("Games won in %, by first click:"))
        screen.print(_clicks(screen, found))


def _clicks(screen: Console, found: Optimum) -> Table:
    """Returns the win rates of first clicks as a board, or as a list if that is too wide."""
    rules = found.rules
    won = {cell: decimal(100 * float(each.probability), 2) for cell, each in found.clicks.items()}
    columns = range(rules.width)
    board = output.table("", *map(str, columns), numbers=range(rules.width + 1))
    for y in range(rules.height):
        board.add_row(str(y), *(won[x, y] for x in columns))
    if output.fits(screen, board):
        return board
    cells = output.table("%", _("first clicks"), numbers=(0,))
    for value in sorted({each.probability for each in found.clicks.values()}, reverse=True):
        alike = [cell for cell, each in found.clicks.items() if each.probability == value]
        cells.add_row(won[alike[0]], " ".join(map(rules.format_action, alike)))
    return cells
