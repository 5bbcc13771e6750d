from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.i18n.languages import (
    ENGLISH,
    LANGUAGES,
    Language,
    find_language,
    first_known,
    of_environment,
    of_header,
)

EVERY = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


@EVERY
def test_signs_in_numbers_are_those_of_the_cldr(language: Language) -> None:
    babel = pytest.importorskip("babel", reason="it knows the CLDR")
    signs = babel.Locale.parse(language.tag, sep="-").number_symbols["latn"]
    assert (language.point, language.group) == (signs["decimal"], signs["group"])


@EVERY
def test_names_are_those_of_the_language_itself(language: Language) -> None:
    babel = pytest.importorskip("babel", reason="it knows the CLDR")
    own = babel.Locale.parse(language.tag, sep="-").get_language_name()
    assert language.name.casefold() == own.casefold()


def test_english_stands_in_the_sources() -> None:
    assert ENGLISH.catalogue.gettext("code") == "code"
    assert LANGUAGES[ENGLISH.tag] is ENGLISH
    assert ENGLISH.compiled
    assert first_known(["de", "sk_SK", "ru"]).tag == "sk"
    assert first_known(["de", "fr"]) is ENGLISH
    assert first_known([]) is ENGLISH


def test_a_language_without_a_catalogue() -> None:
    nobody = Language("xx", "Nobody's", ".", ",", 4)
    assert not nobody.compiled
    with pytest.raises(OSError, match=r"mastermine\.mo"):
        _ = nobody.catalogue


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("sr", "sr"),
        ("SR", "sr"),
        ("sr-RS", "sr"),
        ("sr-Cyrl-RS", "sr"),
        ("sr_RS.UTF-8", "sr"),
        ("sr_RS.UTF-8@latin", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn"),
        ("sr@ijekavianlatin", "sr-Latn"),
        ("sr@ijekavian", "sr"),
        ("sr-Latn", "sr-Latn"),
        ("sr-latn-rs", "sr-Latn"),
        (" pl_PL.ISO-8859-2 ", "pl"),
        ("en_GB.UTF-8", "en"),
        ("hr-Latn-HR", "hr"),
        ("ru-Cyrl", "ru"),
        ("sk-SK-x-private", "sk"),
        ("de", None),
        ("de-Latn", None),
        ("srp", None),
        ("C", None),
        ("", None),
        ("*", None),
        ("sr;q=1", None),
        ("ср", None),
    ],
)
def test_a_tag_or_a_locale_names_a_language(name: str, tag: str | None) -> None:
    found = find_language(name)
    assert (found and found.tag) == tag


@given(st.text())
def test_any_text_names_a_language_or_none(text: str) -> None:
    assert find_language(text) in (None, *LANGUAGES.values())
    assert of_header(text) in LANGUAGES.values()


@pytest.mark.parametrize(
    ("environ", "tag"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "hr_HR.UTF-8"}, "hr"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "hr_HR.UTF-8", "LC_ALL": "sk_SK.UTF-8"}, "sk"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": ""}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ru:pl"}, "ru"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "en:pl"}, "en"),
        ({"LANG": "sr_RS.UTF-8", "LANGUAGE": ""}, "sr"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "sr-Latn"),
        # Who has the locale C wants the messages as they stand, whatever LANGUAGE says.
        ({"LANGUAGE": "pl"}, "en"),
        ({"LANG": "C", "LANGUAGE": "pl"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "pl"}, "en"),
        ({"LANG": "POSIX", "LANGUAGE": "pl"}, "en"),
    ],
)
def test_what_the_system_speaks(environ: dict[str, str], tag: str) -> None:
    assert of_environment(environ).tag == tag


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("de-DE,de;q=0.9,ru;q=0.8,en;q=0.7", "ru"),
        ("en;q=0.7, sk;q=0.8", "sk"),
        ("sr-Latn-RS, sr;q=0.5", "sr-Latn"),
        ("hr,sr", "hr"),
        ("pl;q=0, sk;q=0.1", "sk"),
        ("pl;q=0.1, sk; Q=0.2", "sk"),
        ("pl;q=-1, sk;q=0.1", "sk"),
        ("pl;q=much, sk;q=0.1", "sk"),
        ("pl;q=nan, sk;q=0.1", "sk"),
        ("*", "en"),
        ("de, *;q=0.5", "en"),
        (",;,;;q=1,", "en"),
        ("xx," * 60 + "pl", "en"),
    ],
)
def test_what_a_browser_asks_for(accepted: str, tag: str) -> None:
    assert of_header(accepted).tag == tag
