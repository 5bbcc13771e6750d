"""Rules in words."""

from __future__ import annotations

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.rules import First, Minesweeper


def describe(rules: Minesweeper) -> str:
    """The rules in words."""
    first = {
        First.SAFE: _("the first click is safe"),
        First.OPEN: _("the first click opens all cells around it"),
        First.ANY: _("the first click may hit a mine"),
    }
    parts = [
        _("{width} x {height} cells").format(width=whole(rules.width), height=whole(rules.height)),
        ngettext("{n} mine", "{n} mines", rules.mines).format(n=whole(rules.mines)),
        first[rules.first],
        *([_("no guess is needed after it")] if rules.noguess else []),
    ]
    return ", ".join(parts)
