from __future__ import annotations

from gettext import NullTranslations

import pytest

from mastermine.core import text


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("knuht", "did you mean knuth?"),
        ("KNUTH", "did you mean knuth?"),
        ("entropie", "did you mean entropy?"),
        ("xyz", "known are: knuth, entropy, most-parts"),
        ("", "known are: knuth, entropy, most-parts"),
    ],
)
def test_nearest(word: str, hint: str) -> None:
    assert text.nearest(word, ["knuth", "entropy", "most-parts"]) == hint


def test_a_catalogue_translates_until_it_is_taken_away() -> None:
    class Loud(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper()

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return f"{n}: {msgid1 if n % 10 == 1 else msgid2}"

    token = text.language.set(Loud())
    assert text._("code") == "CODE"
    assert text.ngettext("code", "codes", 21) == "21: code"
    text.language.reset(token)
    assert text._("code") == "code"
    assert [text.ngettext("code", "codes", n) for n in (0, 1, 2, 21)] == [
        "codes", "code", "codes", "codes",
    ]  # fmt: skip
