"""What Mastermind asks before a new game."""

from __future__ import annotations

from mastermine.i18n.text import _, pgettext
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Answer
from mastermine.session.forms import Field, Form, Option, Way, keeping_open, people
from mastermine.session.multiplayer.contest import Score
from mastermine.session.session import Mode

LEVELS = (
    *("classic", "kids", "mini", "no-repeats", "eight-colours", "super", "bulls-and-cows"),
    "digits",
)


def form() -> Form:
    """The form, in the language in use."""
    return Form(
        about=_("find the hidden code"),
        question=_("Who hides the code?"),
        ways=(
            Way(
                "guess",
                # Translators: a word to be typed for a choice, in small letters: a verb.
                pgettext("a choice", "guess"),
                _("The computer hides"),
                _("You guess, it answers."),
                Mode.COMPUTER,
            ),
            Way(
                "hide",
                # Translators: a word to be typed for a choice, in small letters: a verb.
                pgettext("a choice", "hide"),
                _("I hide"),
                _("The computer guesses, you answer."),
                Mode.PERSON,
            ),
            people(_("2 to 5 at this screen hide codes from each other.")),
            # Translators: a word to be typed for a choice, in small letters: a verb.
            Way("watch", _("watch"), _("watch how the computer finds a code")),
            keeping_open(_("It commits to no code, and gives the least helpful true answer.")),
        ),
        level=_("Which level? (mastermine presets lists more names; 5x7 is understood, too)"),
        levels=LEVELS,
        own=_("your own places, colours and tries"),
        fields=(
            Field("places", _("Places"), _("how many pegs a code has")),
            Field("colours", _("Colours"), _("how many colours there are")),
            Field(
                "repeats",
                _("Colours may repeat"),
                _("whether a colour may stand more than once"),
                bool,
            ),
            Field("blank", _("Places may stay empty"), _("whether places may be empty"), bool),
            Field(
                "answer",
                _("Answer"),
                _("what is told about a guess"),
                Answer,
                (
                    # Translators: a word to be typed for a choice.
                    Option("pegs", _("pegs"), _("black and white pegs")),
                    # Translators: a word to be typed for a choice: black pegs only.
                    Option("black", _("black"), _("how many places are right")),
                    # Translators: a word to be typed for a choice.
                    Option("places", _("places"), _("which places are right")),
                ),
            ),
            Field("limit", _("Guesses (0: no limit)"), _("the most guesses"), optional=True),
        ),
        choices=(
            Field(
                "keep",
                _("It keeps"),
                kind=Keep,
                options=(
                    # Translators: a word to be typed for a choice, in small letters.
                    Option("largest", _("largest"), _("as many codes as can be")),
                    # Translators: a word to be typed for a choice, in small letters.
                    Option("hardest", _("hardest"), _("codes that need the most guesses")),
                ),
                way="adversary",
            ),
            Field(
                "score",
                _("What counts"),
                kind=Score,
                options=(
                    # Translators: a word to be typed for a choice: what counts.
                    Option("rounds", _("rounds"), _("who wins more rounds")),
                    # Translators: a word to be typed for a choice: what counts.
                    Option("points", _("points"), _("for the maker, a point for each guess")),
                    # Translators: a word to be typed for a choice: who needs least.
                    Option("fewest", _("fewest"), _("who needs the fewest guesses")),
                ),
                way="people",
            ),
        ),
    )
