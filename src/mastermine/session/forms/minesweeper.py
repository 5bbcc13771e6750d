"""The form for a new game of Minesweeper."""

from __future__ import annotations

from mastermine.i18n.text import _, pgettext
from mastermine.minesweeper.rules import First
from mastermine.session.forms import Field, Form, Option, Way, adversary_way, match_way
from mastermine.session.messages.rules import minesweeper_goal
from mastermine.session.session import Mode


def form() -> Form:
    """Returns the form in the current language."""
    return Form(
        about=minesweeper_goal(),
        question=_("How do you want to play?"),
        ways=(
            Way(
                "play",
                # Translators: a word to be typed for a choice, in small letters: a verb.
                _("play"),
                _("you open the board"),
                _("The computer places the mines at your first click."),
                Mode.COMPUTER,
            ),
            # Translators: a word to be typed for a choice, in small letters: a verb.
            Way("watch", _("watch"), _("watch the computer play, with reasons")),
            match_way(_("2 to 5 players open the same board; the fastest wins.")),
            adversary_way(_("It places the mines as late as possible: guess only if you must.")),
        ),
        level=_(
            "Which level? (20x20x60 works, too: width x height x mines; with expert-open the first "
            "click opens an area)"
        ),
        own=_("your own size, mines and first click"),
        fields=(
            Field("width", _("Width"), _("number of columns")),
            Field("height", _("Height"), _("number of rows")),
            Field("mines", _("Mines"), _("number of mines")),
            Field(
                "first",
                _("First click"),
                _("guarantee for the first click"),
                First,
                (
                    # Translators: a word to be typed for a choice: a safe click.
                    Option("safe", _("safe"), _("is safe")),
                    # Translators: a word to be typed for a choice: it opens a region.
                    Option("open", pgettext("a choice", "open"), _("opens an area")),
                    # Translators: a word to be typed for a choice: any click.
                    Option("any", pgettext("a choice", "any"), _("may hit a mine")),
                ),
                always=True,
            ),
            Field(
                "noguess",
                _("No guessing"),
                _("deduction alone opens every board"),
                bool,
                always=True,
            ),
        ),
    )
