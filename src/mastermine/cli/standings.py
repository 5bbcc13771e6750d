"""Tables of the results of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _, ngettext, pgettext

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mastermine.arena.run import Run
    from mastermine.arena.standings import Score, Standings

MAX_FOLDED = 16
"""Longest histogram that a screen shows whole, in bars."""


def show(
    screen: Console, run: Run, standings: Standings, *, pairs: bool = False, ranking: bool = False
) -> None:
    """Prints the table, the failures and the requested comparisons, if a round was played."""
    from mastermine.arena import comparison
    from mastermine.arena.results import secrets_of

    n = standings.rounds
    if n < run.rounds:
        screen.print(
            # Translators: the form is for {rounds}.
            ngettext(
                "Stopped after {n} of {rounds} round.",
                "Stopped after {n} of {rounds} rounds.",
                run.rounds,
            ).format(n=whole(n), rounds=whole(run.rounds))
        )
    if not n:
        return
    title = ngettext("{spec}: {n} round", "{spec}: {n} rounds", n)
    title = f"{title.format(spec=run.rules.spec(), n=whole(n))} ({secrets_of(run)})"
    screen.print(_table(screen, title, run, standings))
    for score in standings.scores:
        if score.failures:
            screen.print(score.mistakes, soft_wrap=True)
    for pair in comparison.pairs(standings, run) if pairs else ():
        screen.print(f"{pair.sentence()}.", soft_wrap=True)
    if ranking and len(standings.scores) > 1:
        screen.print(_ranking(run, standings))


def _ranking(run: Run, standings: Standings) -> Table:
    from mastermine.arena.ranking import ranking

    heads = [
        *(_("strategy"), _("rating")),
        # Translators: heads a column: rounds in which it was better than another.
        _("better"),
        # Translators: heads a column: rounds in which it was equal to another.
        _("equal"),
        # Translators: heads a column: rounds in which it was worse than another.
        _("worse"),
        # Translators: heads a column of names: the strategies that it beats.
        _("beats"),
    ]
    rows = output.table(*heads, numbers=range(1, 5))
    for rated in ranking(standings, run):
        points = decimal(rated.rating, 0)
        rows.add_row(
            rated.strategy,
            f"{'' if points.startswith('-') else '+'}{points} ± {decimal(rated.error, 0)}",
            *map(whole, (rated.wins, rated.draws, rated.losses)),
            ", ".join(rated.beats),
        )
    return rows


def data(
    run: Run,
    standings: Standings,
    number: int | None,
    *,
    pairs: bool = False,
    ranking: bool = False,
) -> dict[str, Any]:
    from mastermine.arena import comparison
    from mastermine.arena import ranking as league
    from mastermine.arena.statistics import is_exact

    results = [
        {**score, "exact": is_exact(run, standings, index)}
        for index, score in enumerate(standings.to_dict())
    ]
    compared = [each.to_dict() for each in comparison.pairs(standings, run)] if pairs else []
    ranked = [each.to_dict() for each in league.ranking(standings, run)] if ranking else []
    return {
        **({} if number is None else {"run": number}),
        "rules": run.rules.spec(),
        "field": run.field.to_dict()["kind"],
        "rounds": standings.rounds,
        "rounds_asked": run.rounds,
        "stopped": standings.rounds < run.rounds,
        "seed": run.seed,
        "results": results,
        **({"pairs": compared} if pairs else {}),
        **({"ranking": ranked} if ranking else {}),
    }


def short(standings: Standings) -> str:
    """Formats the average or win rate of each entrant in one line."""
    parts = []
    for score in standings.scores:
        if standings.risky:
            figure = "–" if score.win_rate is None else percent(score.win_rate)
        else:
            figure = "–" if score.average is None else decimal(score.average)
        parts.append(f"{score.strategy} {figure}")
    return "  ".join(parts)


def average(value: float | None, error: float | None) -> str:
    """Formats an average, such as ``4.476`` or ``4.622 ± 0.024``; a dash for None."""
    if value is None:
        return "–"
    return decimal(value) if error is None else f"{decimal(value)} ± {decimal(error)}"


def folded(screen: Console, counts: dict[str, int]) -> str:
    """Formats a histogram in one cell, such as ``1:1 2:6 3:62``; a screen cuts a long one."""
    items = [f"{guesses}:{n}" for guesses, n in counts.items()]
    cut = len(items) > MAX_FOLDED and not output.unlimited(screen)
    return " ".join([*items[:MAX_FOLDED], "…"] if cut else items)


def _table(screen: Console, title: str, run: Run, standings: Standings) -> Table:
    """Returns the table of win rates (Minesweeper) or averages (Mastermind)."""
    from mastermine.arena.statistics import is_exact

    heads = [_("strategy"), _("wins"), _("losses")]
    if standings.risky:
        heads += [_("win rate, %"), pgettext("clicks at random", "guesses a game"), _("ms a game")]
    else:
        # Translators: heads a column of numbers of guesses and games, such as 1:1 2:6 3:62.
        heads += [_("average"), _("worst"), _("guesses: wins")]
    rows = output.table(*heads, title=title, numbers=range(1, 6 if standings.risky else 5))
    for index, score in enumerate(standings.scores):
        exact = is_exact(run, standings, index)
        cells = _rates(score, exact) if standings.risky else _averages(screen, score, exact)
        rows.add_row(score.strategy, whole(score.wins), whole(score.losses), *cells)
    return rows


def _averages(screen: Console, score: Score, exact: bool) -> list[str]:
    from mastermine.arena.statistics import table

    mean = average(score.average, None if exact else score.standard_error)
    return [
        # Translators: an exact number, such as 4.476.
        _("{figure} exact").format(figure=mean) if exact else mean,
        "–" if score.worst is None else whole(score.worst),
        folded(screen, table(score.histogram)),
    ]


def _rates(score: Score, exact: bool) -> list[str]:
    rate, error = score.win_rate, score.win_rate_error
    if rate is None or error is None:
        rate_text = "–"
    elif exact:
        # Translators: an exact number, such as 4.476.
        rate_text = _("{figure} exact").format(figure=decimal(100 * rate, 2))
    else:
        rate_text = f"{decimal(100 * rate, 2)} ± {decimal(100 * error, 2)}"
    others = (score.guesses, score.milliseconds)
    return [rate_text, *("–" if n is None else decimal(n) for n in others)]
