"""A language that nobody speaks, in which a word that passes through no catalogue can be seen.

``python tests/pseudo.py ARGUMENTS…`` is ``mastermine`` in it. Without arguments many command lines
are run in one process: each is a line of JSON, a list of arguments and what is typed; the answers
are lines of JSON, too: what was printed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from unittest.mock import patch

from mastermine.i18n.languages import LANGUAGES, Language
from mastermine.registry import PRESETS, strategy_names

TAG = "qps"

NAMES = {
    "Mastermine",
    "mastermine",
    *strategy_names("mastermind"),
    *strategy_names("minesweeper"),
    *PRESETS,
    *(language.name for language in LANGUAGES.values()),
}
"""What is called the same in every language."""


def pseudo(message: str) -> str:
    """Its Latin letters turned into others, but for {places} and tags."""
    parts = re.split(r"(\{[^}]*\}|<[^>]*>|%\(\w+\)s)", message)
    return "".join(
        part if index % 2 else re.sub("[A-Za-z]", lambda m: chr(ord(m[0]) + 0xFEE0), part)
        for index, part in enumerate(parts)
    )


class Turned(NullTranslations):
    """A catalogue of all messages that there are."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@cache
def new_messages() -> set[str]:
    """The messages of the sources, among them those that no catalogue has yet."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
    from messages import template

    found = [message.id for message in template() if message.id]
    return {text for each in found for text in ([each] if isinstance(each, str) else each)}


class Absent(NullTranslations):
    """What a catalogue says of a message that it does not have: nothing."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


class Known(Turned):
    """A catalogue of the messages that the Serbian one has, or will have."""

    def __init__(self) -> None:
        super().__init__()
        self.words = replace(LANGUAGES["sr"]).catalogue
        self.words.add_fallback(Absent())

    def gettext(self, message: str) -> str:
        return self.turned(message, self.words.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        message = msgid1 if n == 1 else msgid2
        return self.turned(message, self.words.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self.turned(message, self.words.pgettext(context, message))

    @staticmethod
    def turned(message: str, translation: str) -> str:
        return pseudo(message) if translation or message in new_messages() else message


class Pseudo(Language):
    """The language."""

    def __init__(self, catalogue: NullTranslations) -> None:
        super().__init__(TAG, "Pseudo", ".", ",", 4)
        vars(self)["catalogue"] = catalogue


def latin_words(text: str) -> list[str]:
    """Its words in Latin letters; no options (--seed), sizes (4x6), answers (1B), files, links."""
    text = re.sub(r"\S*[/=]\S*|\S*\.[a-z]\S*", "", text)
    return re.findall(r"(?<![A-Za-z0-9+-])[A-Za-z][A-Za-z0-9-]+", text)


def english(texts: Iterable[str], names: Iterable[str] = ()) -> list[str]:
    """The texts with a Latin word that is no name."""
    known = {*NAMES, *names}
    return [text.strip() for text in texts for word in latin_words(text) if word not in known]


def main() -> None:
    """Speak it, before any command is imported."""
    from click.testing import CliRunner

    from mastermine.cli import main as program

    catalogue = Known()
    LANGUAGES[TAG] = Pseudo(catalogue)
    os.environ |= {"LANG": TAG, "LANGUAGE": TAG}
    with patch("gettext.translation", return_value=catalogue):
        if sys.argv[1:]:
            program(sys.argv[1:], prog_name="mastermine")
        for line in sys.stdin:
            arguments, typed = json.loads(line)
            result = CliRunner().invoke(program, arguments, typed, prog_name="mastermine")
            if not isinstance(result.exception, SystemExit | None):
                raise result.exception
            print(json.dumps(result.output))


if __name__ == "__main__":
    main()
