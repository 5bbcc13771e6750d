"""The commands ``mastermine stats`` and ``mastermine daily``."""

from __future__ import annotations

import click

from mastermine.cli import output
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _


@click.command(
    help=_(
        "Show statistics of your finished games: games, wins, guesses and times, by rules and "
        "mode.\n\n"
        "± gives the standard error. Games in which you hide the code are included.\n\n"
        "\b\n"
        "  mastermine stats\n"
        "  mastermine stats --json"
    )
)
@output.store_option
@output.json_option
def stats(store: str | None, as_json: bool) -> None:
    from mastermine.session.messages.statistics import (
        TEXT_COLUMNS,
        chosen,
        headings,
        listed,
        nothing_yet,
        table_row,
    )
    from mastermine.session.saved.history import statistics
    from mastermine.session.saved.profile import OWNER, own_store

    with own_store(store, create=False) as opened:
        found = statistics(opened, OWNER)
    if as_json:
        output.print_json([each.to_json() for each in found])
        return
    screen = output.console()
    if not found:
        screen.print(nothing_yet(), _("Play one with: mastermine play"))
        return
    titles = headings()
    table = output.table(*titles, numbers=range(TEXT_COLUMNS, len(titles)))
    rows = [table_row(each) for each in found]
    for row in rows:
        table.add_row(*row)
    if output.fits(screen, table):
        screen.print(table)
    else:
        for row in rows:
            title, values = listed(row, screen.width)
            screen.print(title, style="bold")
            screen.print(values)
    for line in chosen(found):
        screen.print(line)


@click.command(
    help=_(
        "List today's puzzles, which are the same for everybody, and your streaks.\n\n"
        "Days change at midnight UTC.\n\n"
        "\b\n"
        "  mastermine daily\n"
        "  mastermine play --daily expert"
    )
)
@output.store_option
@output.json_option
def daily(store: str | None, as_json: bool) -> None:
    from mastermine.core.game import Outcome
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import own_streaks

    day = daily.today()
    found = own_streaks(day, daily.LEVELS, store, create=False)
    if as_json:
        output.print_json(
            [
                {
                    "level": level,
                    "rules": daily.puzzle(level, day)[0].spec(),
                    "day": day.isoformat(),
                    "outcome": None if streak.today is None else streak.today.value,
                    "streak": streak.current,
                    "longest": streak.longest,
                }
                for level, streak in found.items()
            ]
        )
        return
    rows = output.table(
        _("level"), _("today"), _("streak"), _("longest"), title=day.isoformat(), numbers=(2, 3)
    )
    words = {None: _("not played yet"), Outcome.WON: _("solved"), Outcome.LOST: _("not solved")}
    for level, streak in found.items():
        rows.add_row(level, words[streak.today], whole(streak.current), whole(streak.longest))
    output.console().print(rows)
