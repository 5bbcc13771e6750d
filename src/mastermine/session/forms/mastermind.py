"""The form for a new game of Mastermind."""

from __future__ import annotations

from mastermine.i18n.text import _, pgettext
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Answer
from mastermine.session.forms import Field, Form, Option, Way, adversary_way, match_way
from mastermine.session.messages.rules import mastermind_goal
from mastermine.session.multiplayer.contest import Draw, Score
from mastermine.session.session import Mode


def form() -> Form:
    """Returns the form in the current language."""
    return Form(
        about=mastermind_goal(),
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
                _("You hide"),
                _("The computer guesses, you answer."),
                Mode.PERSON,
            ),
            match_way(_("2 to 5 players at this screen hide codes from each other.")),
            # Translators: a word to be typed for a choice, in small letters: a verb.
            Way("watch", _("watch"), _("watch the computer find a code")),
            adversary_way(_("It chooses no code in advance and gives the least helpful answer.")),
        ),
        level=_("Which level? (mastermine presets lists more names; 5x7 works, too)"),
        own=_("your own places, colours and guesses"),
        fields=(
            Field("places", _("Places"), _("number of pegs in a code")),
            Field("colours", _("Colours"), _("number of colours")),
            Field(
                "repeats",
                _("Colours may repeat"),
                _("a code may use a colour more than once"),
                bool,
            ),
            Field("blank", _("Places may stay empty"), _("a code may have empty places"), bool),
            Field(
                "answer",
                _("Answer"),
                _("the answer to a guess"),
                Answer,
                (
                    # Translators: a word to be typed for a choice.
                    Option("pegs", _("pegs"), _("black and white pegs")),
                    # Translators: a word to be typed for a choice: black pegs only.
                    Option("black", _("black"), _("number of right places")),
                    # Translators: a word to be typed for a choice.
                    Option("places", _("places"), _("which places are right")),
                ),
            ),
            Field(
                "limit", _("Guesses (0: no limit)"), _("maximum number of guesses"), optional=True
            ),
        ),
        choices=(
            Field(
                "keep",
                _("The adversary keeps"),
                kind=Keep,
                options=(
                    # Translators: a word to be typed for a choice, in small letters.
                    Option("largest", _("largest"), _("as many codes as possible")),
                    # Translators: a word to be typed for a choice, in small letters.
                    Option("hardest", _("hardest"), _("codes that need the most guesses")),
                ),
                way="adversary",
            ),
            Field(
                "score",
                _("Scoring"),
                kind=Score,
                options=(
                    # Translators: a word to be typed for a choice: what counts.
                    Option("rounds", _("rounds"), _("most rounds won")),
                    # Translators: a word to be typed for a choice: what counts.
                    Option("points", _("points"), _("a point to the maker for each guess")),
                    # Translators: a word to be typed for a choice: what counts.
                    Option("pegs", _("pegs"), _("a point to the maker for each key peg")),
                    # Translators: a word to be typed for a choice: who needs least.
                    Option("fewest", _("fewest"), _("fewest guesses")),
                ),
                way="people",
            ),
            Field(
                "draw",
                _("A draw"),
                kind=Draw,
                options=(
                    # Translators: a word to be typed for a choice: of a draw.
                    Option("shared", _("shared"), _("stays a draw; no hints")),
                    # Translators: a word to be typed for a choice: what settles a draw.
                    Option("hints", _("hints"), _("hints are on; fewer of them win")),
                ),
                way="people",
            ),
        ),
    )
