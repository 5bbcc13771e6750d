"""Tables of how the entrants of a run did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings


def show(
    screen: Console, run: Run, standings: Standings, *, pairs: bool = False, ranking: bool = False
) -> None:
    """Print the standings: the table, what went wrong, and what else is asked for."""
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
    title = ngettext("{spec}: {n} round", "{spec}: {n} rounds", n)
    title = f"{title.format(spec=run.rules.spec(), n=whole(n))} ({field(run)})"
    screen.print((_rates if standings.risky else _averages)(title, run, standings))
    for score in standings.scores:
        if score.failures:
            screen.print(score.mistakes, soft_wrap=True)
    if pairs:
        _show_pairs(screen, run, standings)
    if ranking:
        _show_ranking(screen, run, standings)


def _show_pairs(screen: Console, run: Run, standings: Standings) -> None:
    from mastermine.arena.comparison import pairs

    for pair in pairs(standings, run):
        screen.print(f"{pair.sentence()}.", soft_wrap=True)


def _show_ranking(screen: Console, run: Run, standings: Standings) -> None:
    from mastermine.arena.ranking import ranking

    heads = [
        *(_("strategy"), _("rating")),
        # Translators: heads a column: in how many rounds it did better than another.
        _("better"),
        # Translators: heads a column: in how many rounds it did as well as another.
        _("equal"),
        # Translators: heads a column: in how many rounds it did worse than another.
        _("worse"),
        # Translators: heads a column of names: whom this strategy beats.
        _("beats"),
    ]
    rows = output.table(*heads, numbers=range(1, 5))
    for rated in ranking(standings, run):
        rows.add_row(
            rated.strategy,
            f"{_signed(rated.rating)} ± {decimal(rated.error, 0)}",
            *map(str, (rated.wins, rated.draws, rated.losses)),
            ", ".join(rated.beats),
        )
    screen.print(rows)


def _signed(points: float) -> str:
    told = decimal(points, 0)
    return told if told.startswith("-") else f"+{told}"


def field(run: Run) -> str:
    """Which secrets these are, in a few words."""
    from mastermine.arena.secret_source import Every, Listed

    match run.field:
        case Every():
            return _("every secret once")
        case Listed():
            return _("secrets of a list")
    return _("seed {seed}").format(seed=run.seed)


def data(
    run: Run,
    standings: Standings,
    number: int | None,
    *,
    pairs: bool = False,
    ranking: bool = False,
) -> dict[str, Any]:
    """The standings as JSON has them."""
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


def in_few_words(standings: Standings) -> str:
    """The figure that counts, of each entrant."""
    told = []
    for score in standings.scores:
        if standings.risky:
            figure = "–" if score.win_rate is None else f"{decimal(100 * score.win_rate, 1)} %"
        else:
            figure = "–" if score.average is None else decimal(score.average)
        told.append(f"{score.strategy} {figure}")
    return "  ".join(told)


def average(value: float | None, error: float | None) -> str:
    """Such as ``4.476``, or ``4.622 ± 0.024`` with a standard error; a dash for None."""
    if value is None:
        return "–"
    return decimal(value) if error is None else f"{decimal(value)} ± {decimal(error)}"


def folded(counts: dict[str, int], most: int = 16) -> str:
    """A histogram in one cell, such as ``1:1 2:6 3:62``; a long one is cut."""
    items = [f"{guesses}:{n}" for guesses, n in counts.items()]
    return " ".join(items[:most]) + (" …" if len(items) > most else "")


def _averages(title: str, run: Run, standings: Standings) -> Table:
    """Where a secret is found: how soon is what counts."""
    from mastermine.arena import statistics

    heads = [_("strategy"), _("wins"), _("losses"), _("average"), _("worst")]
    # Translators: heads a column of such as 1:1 2:6 3:62: how many games took so many guesses.
    heads.append(_("guesses: wins"))
    rows = output.table(*heads, title=title, numbers=range(1, 5))
    for index, score in enumerate(standings.scores):
        exact = statistics.is_exact(run, standings, index)
        mean = average(score.average, None if exact else score.standard_error)
        rows.add_row(
            score.strategy,
            str(score.wins),
            str(score.losses),
            # Translators: a figure, such as 4.476, that is no estimate.
            _("{figure} exact").format(figure=mean) if exact else mean,
            "–" if score.worst is None else str(score.worst),
            folded(statistics.table(score.histogram)),
        )
    return rows


def _rates(title: str, run: Run, standings: Standings) -> Table:
    """Where one mistake loses: how often it is won is what counts."""
    from mastermine.arena import statistics

    heads = [_("strategy"), _("wins"), _("losses"), _("win rate, %")]
    heads += [_("guesses a game"), _("ms a game")]
    rows = output.table(*heads, title=title, numbers=range(1, 6))
    for index, score in enumerate(standings.scores):
        rate, error = score.win_rate, score.win_rate_error
        if rate is None or error is None:
            told = "–"
        elif statistics.is_exact(run, standings, index):
            # Translators: a figure, such as 4.476, that is no estimate.
            told = _("{figure} exact").format(figure=decimal(100 * rate, 2))
        else:
            told = f"{decimal(100 * rate, 2)} ± {decimal(100 * error, 2)}"
        rows.add_row(
            score.strategy,
            str(score.wins),
            str(score.losses),
            told,
            "–" if score.guesses is None else decimal(score.guesses),
            "–" if score.milliseconds is None else decimal(score.milliseconds),
        )
    return rows
