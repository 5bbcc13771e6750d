"""The words that are typed in the lab: in the current language, and in English."""

from __future__ import annotations

from collections.abc import Mapping

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, closest, folded, nearest, pgettext

# Translators: of the words with the context "lab command", each is one word in lower case, without
# spaces, and no two are equal; so are those of "lab setting" and those of "lab value".


def command_words() -> dict[str, str]:
    """Returns the commands in the current language, by their English words."""
    return {
        "strategies": pgettext("lab command", "strategies"),
        "settings": pgettext("lab command", "settings"),
        # Translators: a verb, as in "set rounds 100".
        "set": pgettext("lab command", "set"),
        # Translators: a verb, as in "add colour orange".
        "add": pgettext("lab command", "add"),
        # Translators: a verb, as in "remove colour orange".
        "remove": pgettext("lab command", "remove"),
        # Translators: a noun: strategies play against each other.
        "match": pgettext("lab command", "match"),
        # Translators: a verb: play every code.
        "evaluate": pgettext("lab command", "evaluate"),
        "duel": pgettext("lab command", "duel"),
        # Translators: a noun: stored matches.
        "runs": pgettext("lab command", "runs"),
        # Translators: a verb.
        "show": pgettext("lab command", "show"),
        # Translators: a verb: continue a stopped match.
        "resume": pgettext("lab command", "resume"),
        # Translators: a verb: draw a chart.
        "plot": pgettext("lab command", "plot"),
        # Translators: a verb: write the games to a file.
        "export": pgettext("lab command", "export"),
        # Translators: a noun.
        "report": pgettext("lab command", "report"),
        # Translators: a verb: set all settings to their defaults.
        "reset": pgettext("lab command", "reset"),
        "help": pgettext("lab command", "help"),
        # Translators: a verb.
        "quit": pgettext("lab command", "quit"),
    }


def setting_words() -> dict[str, str]:
    """Returns the settings in the current language, by their English words."""
    return {
        "game": pgettext("lab setting", "game"),
        "places": pgettext("lab setting", "places"),
        "colours": pgettext("lab setting", "colours"),
        # Translators: on if a code may use a colour more than once.
        "repeats": pgettext("lab setting", "repeats"),
        # Translators: on if a code may have empty places.
        "blank": pgettext("lab setting", "blank"),
        "answer": pgettext("lab setting", "answer"),
        # Translators: the maximum number of guesses.
        "limit": pgettext("lab setting", "limit"),
        "width": pgettext("lab setting", "width"),
        "height": pgettext("lab setting", "height"),
        "mines": pgettext("lab setting", "mines"),
        # Translators: the first click.
        "first": pgettext("lab setting", "first"),
        # Translators: on for minefields that deduction alone opens.
        "noguess": pgettext("lab setting", "noguess"),
        "rounds": pgettext("lab setting", "rounds"),
        # Translators: the seed of the random numbers.
        "seed": pgettext("lab setting", "seed"),
        # Translators: on if the codes of a match are shown.
        "visibility": pgettext("lab setting", "visibility"),
        # Translators: the number of worker processes.
        "jobs": pgettext("lab setting", "jobs"),
        "time-limit": pgettext("lab setting", "time-limit"),
        # Translators: the word after "add" and "remove".
        "colour": pgettext("lab setting", "colour"),
    }


def value_words() -> dict[str, str]:
    """Returns the values of settings in the current language, by their English words."""
    return {
        "on": pgettext("lab value", "on"),
        "off": pgettext("lab value", "off"),
        "yes": pgettext("lab value", "yes"),
        "no": pgettext("lab value", "no"),
        "true": pgettext("lab value", "true"),
        "false": pgettext("lab value", "false"),
        # Translators: no limit, or no fixed seed.
        "none": pgettext("lab value", "none"),
        # Translators: all codes or minefields.
        "all": pgettext("lab value", "all"),
        "default": pgettext("lab value", "default"),
        # Translators: the run that was stored last, as in "show last".
        "last": pgettext("lab value", "last"),
    }


def translated(line: str) -> str:
    """Translates the commands, settings, values and colours in an example, word by word."""
    words = {"orange": _("orange"), **value_words(), **setting_words(), **command_words()}
    return " ".join(words.get(word, word) for word in line.split())


def find(
    word: str, local: Mapping[str, str], unknown: str, aliases: Mapping[str, str] | None = None
) -> str:
    """Returns the English word that a word, or its unique beginning, stands for.

    ``local``: the words of the current language by the English ones; they have precedence over
    English ones, and these over ``aliases``, English words by other spellings. Raises InvalidSpec;
    ``unknown`` is its message, with the fields ``word`` and ``hint``.
    """
    low = folded(word)
    spellings: list[dict[str, str]] = [
        {folded(own): english for english, own in local.items()},
        {folded(english): english for english in local},
        {folded(other): english for other, english in (aliases or {}).items() if english in local},
    ]
    for known in spellings:
        if low in known:
            return known[low]
    for known in spellings:
        matches = {
            english for spelling, english in known.items() if low and spelling.startswith(low)
        }
        if len(matches) == 1:
            return matches.pop()
        if matches:
            words = ", ".join(sorted(local[english] for english in matches))
            # Translators: {words} start with {word}.
            raise InvalidSpec(_("{word!r} is ambiguous: {words}").format(word=word, words=words))
    similar = list(local.values())
    if closest(word, similar) is None and closest(word, local, cutoff=0.75) is not None:
        similar = list(local)
    raise InvalidSpec(unknown.format(word=word, hint=nearest(word, similar)))
