"""The table of statistics: its headings, and a row for each kind of game."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from mastermine.i18n.numbers import decimal, percent_of, whole
from mastermine.i18n.text import N_, _, ngettext
from mastermine.registry import bare_spec
from mastermine.session.messages import counts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.session.saved.history import Statistics

MODES = {
    # Translators: who hides the code, or the mines, in a table.
    "computer": N_("computer"),
    # Translators: the computer, which decides on the code, or the mines, as late as possible.
    "adversary": N_("adversary"),
    # Translators: who hides the code, in a table: the player.
    "person": N_("person"),
    # Translators: in a table: a match of several players.
    "people": N_("people"),
}
"""Labels of the modes."""

TEXT_COLUMNS = 2
"""Number of text columns, which precede the numbers."""


def mode_label(mode: str) -> str:
    """Returns the label of a mode."""
    return _(MODES.get(mode, mode))


def nothing_yet() -> str:
    """Says that there is no finished game."""
    return _("You have not finished a game yet.")


def headings() -> list[str]:
    """Returns the headings: those of ``TEXT_COLUMNS``, then those of numbers."""
    return [
        *(_("game"), _("mode"), _("games")),
        # Translators: heads a column: how many games were won.
        _("won"),
        # Translators: heads a column: how many games in a hundred were won.
        _("rate"),
        *(_("average"), _("best")),
        # Translators: heads a column: how many games, or days, in a row were won.
        _("streak"),
        # Translators: heads a column: the longest streak.
        _("longest"),
    ]


def table_row(each: Statistics) -> list[str]:
    """Formats a row of the table, with standard errors after ±."""
    return [
        each.level or bare_spec(each.rules),
        mode_label(each.mode),
        whole(each.games),
        whole(each.won),
        _rate(each),
        _average(each),
        _best(each),
        whole(each.streak),
        whole(each.longest_streak),
    ]


def chosen(found: Iterable[Statistics]) -> list[str]:
    """Says how many games had a chosen seed or secret, if any."""
    n = sum(each.chosen for each in found)
    if not n:
        return []
    text = ngettext(
        "{n} game with a chosen seed or secret does not count for best results and streaks.",
        "{n} games with a chosen seed or secret do not count for best results and streaks.",
        n,
    )
    return [text.format(n=whole(n))]


def listed(row: list[str], width: int) -> tuple[str, str]:
    """Formats a row for a narrow screen: its title, and its labelled values in lines."""
    numbers = zip(headings()[TEXT_COLUMNS:], row[TEXT_COLUMNS:], strict=True)
    values = (f"{head} {number}".replace(" ", "\N{NO-BREAK SPACE}") for head, number in numbers)
    lines = fill("   ".join(values), width, break_long_words=False)
    return ", ".join(row[:TEXT_COLUMNS]), lines.replace("\N{NO-BREAK SPACE}", " ")


def _rate(each: Statistics) -> str:
    error = f" ±{decimal(100 * each.rate_error, 0)}" if each.games > 1 else ""
    return percent_of(f"{decimal(100 * each.rate, 0)}{error}")


def _average(each: Statistics) -> str:
    """Formats the average of the games won: the time of a minefield, else the guesses."""
    if each.seconds is not None:
        error = "" if each.seconds_error is None else f" ±{decimal(each.seconds_error, 0)}"
        return counts.seconds(f"{decimal(each.seconds, 0)}{error}")
    if each.turns is None:
        return "–"
    error = "" if each.turns_error is None else f" ±{decimal(each.turns_error, 2)}"
    return f"{decimal(each.turns, 2)}{error}"


def _best(each: Statistics) -> str:
    if each.best_seconds is not None:
        return counts.seconds(decimal(each.best_seconds, 2))
    return "–" if each.best_turns is None else whole(each.best_turns)
