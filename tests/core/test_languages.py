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
    ("tag", "names"),
    [
        ("sr", "sr|SR|sr-RS|sr-Cyrl-RS|sr_RS.UTF-8|sr@ijekavian"),
        ("sr-Latn", "sr_RS.UTF-8@latin|sr_RS@latin|sr@ijekavianlatin|sr-Latn|sr-latn-rs|sr-Latin"),
        ("pl", " pl_PL.ISO-8859-2 "),
        ("en", "en_GB.UTF-8"),
        ("hr", "hr-Latn-HR"),
        ("ru", "ru-Cyrl"),
        ("sk", "sk-SK-x-private"),
        (None, "de|de-Latn|srp|C||*|sr;q=1|ср"),
    ],
)
def test_a_tag_or_a_locale_names_a_language(tag: str | None, names: str) -> None:
    for name in names.split("|"):
        found = find_language(name)
        assert (found and found.tag) == tag, name


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
    ("tag", "headers"),
    [
        ("en", ["", "*", "de, *;q=0.5", ",;,;;q=1,", "xx," * 60 + "pl"]),
        ("pl", ["pl", "pl-PL,pl;q=0.9,en;q=0.8"]),
        ("ru", ["de-DE,de;q=0.9,ru;q=0.8,en;q=0.7"]),
        ("sk", ["en;q=0.7, sk;q=0.8", "pl;q=0, sk;q=0.1", "pl;q=0.1, sk; Q=0.2"]),
        ("sk", ["pl;q=-1, sk;q=0.1", "pl;q=much, sk;q=0.1", "pl;q=nan, sk;q=0.1"]),
        ("sr-Latn", ["sr-Latn-RS, sr;q=0.5"]),
        ("hr", ["hr,sr"]),
    ],
)
def test_what_a_browser_asks_for(tag: str, headers: list[str]) -> None:
    for accepted in headers:
        assert of_header(accepted).tag == tag, accepted
