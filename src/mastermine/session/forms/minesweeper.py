"""What Minesweeper asks before a new game."""

from __future__ import annotations

from mastermine.i18n.text import _, pgettext
from mastermine.minesweeper.rules import First
from mastermine.session.forms import Field, Form, Option, Way, keeping_open, people
from mastermine.session.session import Mode


def form() -> Form:
    """The form, in the language in use."""
    return Form(
        about=_("open the field, but no mine"),
        question=_("How do you want to play?"),
        ways=(
            Way(
                "play",
                # Translators: a word to be typed for a choice, in small letters: a verb.
                _("play"),
                _("you open the field"),
                _("The computer lays the mines at your first click."),
                Mode.COMPUTER,
            ),
            # Translators: a word to be typed for a choice, in small letters: a verb.
            Way("watch", _("watch"), _("watch how the computer opens it, and why")),
            people(_("The same field for two to five: who is fastest?")),
            keeping_open(_("Mines are decided as late as possible: guess only where you must.")),
        ),
        level=_("Which level? (20x20x60 is understood, too: width x height x mines)"),
        levels=("beginner", "intermediate", "expert"),
        own=_("your own size, mines and first click"),
        fields=(
            Field("width", _("Width"), _("how many cells a row has")),
            Field("height", _("Height"), _("how many rows there are")),
            Field("mines", _("Mines"), _("how many mines are hidden")),
            Field(
                "first",
                _("First click"),
                _("what the first click is sure to be"),
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
                _("No guess is ever needed"),
                _("whether deduction alone opens every field"),
                bool,
                always=True,
            ),
        ),
    )
