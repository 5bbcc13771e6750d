"""Rules in words."""

from __future__ import annotations

from mastermine.i18n.numbers import sized
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.rules import Answer, Mastermind


def describe(rules: Mastermind) -> str:
    """The rules in words."""
    parts = [
        ngettext("{n} place", "{n} places", rules.places).format(n=rules.places),
        ngettext("{n} colour", "{n} colours", rules.colours).format(n=rules.colours),
        # Translators: in a list of what the rules are: a place may be left empty.
        *([_("blanks")] if rules.blank else []),
        # Translators: in a list of what the rules are: each colour stands once at most.
        *([] if rules.repeats else [_("no repeats")]),
        ngettext("{n} code", "{n} codes", rules.size).format(n=sized(rules.size)),
        # Translators: in a list of what the rules are: as many guesses as it takes.
        _("no limit")
        if rules.limit is None
        else ngettext("{n} guess", "{n} guesses", rules.limit).format(n=rules.limit),
        *([_("the answer counts black pegs only")] if rules.answer is Answer.BLACK else []),
        *([_("the answer shows which places are right")] if rules.answer is Answer.PLACES else []),
    ]
    return ", ".join(parts)
