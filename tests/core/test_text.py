from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.i18n import text
from mastermine.i18n.languages import ENGLISH, LANGUAGES, Language

MakeLanguage = Callable[[Mapping[str, str]], Language]


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


def test_a_language_is_spoken_until_it_is_taken_away(spoken_with: MakeLanguage) -> None:
    made = spoken_with({"code": "šifra", "codes": "šifri"})
    with text.speaking(made):
        assert text.spoken() is made
        assert text._("code") == "šifra"
        assert text._("guess") == "⟦guess⟧"
        # The heading of a catalogue is the message of nothing, and none of it is for people.
        assert text._("") == ""
        assert [text.ngettext("code", "codes", n) for n in (1, 2, 11, 21)] == [
            "šifra", "šifri", "šifri", "šifra",
        ]  # fmt: skip
        with text.speaking(ENGLISH):
            assert text._("code") == "code"
        assert text.spoken() is made
    assert text.spoken() is ENGLISH
    assert [text.ngettext("code", "codes", n) for n in (0, 1, 2, 21)] == [
        "codes", "code", "codes", "codes",
    ]  # fmt: skip


def test_a_language_is_left_with_an_error() -> None:
    with pytest.raises(ValueError, match="out"), text.speaking(LANGUAGES["ru"]):
        raise ValueError("out")
    assert text.spoken() is ENGLISH


def test_the_language_of_a_context_is_not_that_of_others(spoken_with: MakeLanguage) -> None:
    made = spoken_with({})
    with ThreadPoolExecutor(1) as threads, text.speaking(made):
        assert threads.submit(text.spoken).result() is ENGLISH
        assert threads.submit(copy_context().run, text.spoken).result() is made


def test_the_language_of_the_process(spoken_with: MakeLanguage) -> None:
    made = spoken_with({"code": "šifra"})
    text.speak(made)
    try:
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(text._, "code").result() == "šifra"
        with text.speaking(LANGUAGES["pl"]):
            assert text.spoken().tag == "pl"
        assert text.spoken() is made
    finally:
        text.speak(ENGLISH)


def test_a_mark_changes_nothing(spoken_with: MakeLanguage) -> None:
    with text.speaking(spoken_with({"code": "šifra"})):
        assert text.N_("code") == "code"


def test_closest() -> None:
    assert text.closest("Knuht", ["knuth", "entropy"]) == "knuth"
    assert text.closest("xyz", ["knuth", "entropy"]) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("podpowiedz", "podpowiedź"),
        ("ZART", "żart"),
        ("zolty", "żółty"),
        ("lodz", "Łódź"),
        ("dubre", "đubre"),
        ("nadpovedat", "naďpovedať"),
        ("savet", "савет"),
        ("САВЕТ", "savet"),
        ("ponisti", "поништи"),
        ("ljubicasta", "љубичаста"),
        ("još", "јоШ"),
        ("zelena", "зелена"),
        ("зеленый", "зелёныи"),
        ("give up", "Give Up"),
    ],
)
def test_what_is_typed_without_accents(typed: str, meant: str) -> None:
    assert text.folded(typed) == text.folded(meant)


@pytest.mark.parametrize(
    ("one", "other"), [("red", "read"), ("мина", "мине"), ("da", "ne"), ("1", "l")]
)
def test_other_words_stay_other_words(one: str, other: str) -> None:
    assert text.folded(one) != text.folded(other)


@given(st.text())
def test_folding_once_is_enough(written: str) -> None:
    assert text.folded(text.folded(written)) == text.folded(written)
