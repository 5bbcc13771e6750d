"""Numbers and lists as the CLDR has them, which Babel knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from math import inf, nan
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mastermine.i18n.languages import ENGLISH, LANGUAGES, Language
from mastermine.i18n.numbers import decimal, listed, percent, plain, whole
from mastermine.i18n.text import speaking

babel = pytest.importorskip("babel", reason="what is right is what it says")
lists = pytest.importorskip("babel.lists")
numbers = pytest.importorskip("babel.numbers")

EVERY = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)

MakeLanguage = Callable[[Mapping[str, str]], Language]


def locale_of(language: Language) -> Any:
    # Of lists this program writes the British form, without a comma before the last part.
    tag = "en-GB" if language is ENGLISH else language.tag
    return babel.Locale.parse(tag, sep="-")


def by_babel(number: int | Decimal, language: Language, digits: int = 0) -> str:
    """A number by Babel, which groups four digits, too, where the CLDR wants them together."""
    written: str = numbers.format_decimal(
        number, f"#,##0.{'0' * digits}" if digits else "#,##0", locale_of(language)
    )
    before, point, after = written.partition(language.point if digits else "\0")
    if sum(map(str.isdecimal, before)) < language.grouped:
        before = before.replace(language.group, "")
    return f"{before}{point}{after}"


@EVERY
@given(n=st.integers(-(10**25), 10**25) | st.integers(-20_000, 20_000))
@example(n=999)
@example(n=1000)
@example(n=-1000)
@example(n=9999)
@example(n=10_000)
@example(n=1_234_567)
def test_whole_numbers(language: Language, n: int) -> None:
    with speaking(language):
        assert whole(n) == by_babel(n, language)


@EVERY
@given(
    x=st.floats(-1e15, 1e15) | st.floats(-20_000, 20_000),
    digits=st.integers(0, 6),
)
@example(x=0.0, digits=3)
@example(x=4.4765, digits=3)
@example(x=999.96, digits=1)
@example(x=9999.96, digits=1)
@example(x=-1234.5, digits=1)
@example(x=0.5, digits=0)
def test_numbers_with_a_fraction(language: Language, x: float, digits: int) -> None:
    with speaking(language):
        assert decimal(x, digits) == by_babel(Decimal(x), language, digits)


@EVERY
@pytest.mark.parametrize(("x", "written"), [(inf, "inf"), (-inf, "-inf"), (nan, "nan")])
def test_what_is_no_number_is_written_all_the_same(
    language: Language, x: float, written: str
) -> None:
    with speaking(language):
        assert decimal(x) == decimal(x, 0) == plain(x) == plain(x, grouped=True) == written
        assert percent(x).startswith(written)


def test_the_fewest_digits_that_are_grouped() -> None:
    written = {}
    for tag, language in LANGUAGES.items():
        with speaking(language):
            written[tag] = (whole(1296), whole(12_960))
    assert written["en"] == ("1,296", "12,960")
    assert written["sr"] == written["sr-Latn"] == written["hr"] == ("1.296", "12.960")
    assert written["sk"] == written["ru"] == ("1\N{NO-BREAK SPACE}296", "12\N{NO-BREAK SPACE}960")
    assert written["pl"] == ("1296", "12\N{NO-BREAK SPACE}960")


@EVERY
@pytest.mark.parametrize("share", [0.0, 0.125, 0.5, 0.98765, 1.0])
def test_percent(language: Language, share: float, spoken_with: MakeLanguage) -> None:
    locale = locale_of(language)
    sign = locale.percent_formats[None].pattern.removeprefix("#,##0")
    with speaking(like(language, spoken_with({"{percent} %": f"{{percent}}{sign}"}))):
        message = percent(share)
    form = f"#,##0.0{sign}"
    assert message == numbers.format_percent(Decimal(share), form, locale)


@EVERY
def test_lists(language: Language, spoken_with: MakeLanguage) -> None:
    locale = locale_of(language)
    end = locale.list_patterns["standard"]["end"].format("{parts}", "{last}")
    with speaking(like(language, spoken_with({"{parts} and {last}": end}))):
        for parts in (["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
            # Slovak has a space that does not break where there are just two parts.
            right = lists.format_list(parts, locale=locale).replace("\N{NO-BREAK SPACE}", " ")
            assert listed(parts) == right


def like(language: Language, made: Language) -> Language:
    """The messages of one language, with the numbers of another."""
    mixed = Language("xx", "made", language.point, language.group, language.grouped)
    vars(mixed)["catalogue"] = made.catalogue
    return mixed


def test_a_list_of_nothing() -> None:
    assert listed([]) == ""
    assert listed(iter(["a", "b", "c"])) == "a, b and c"
    assert percent(0.125) == "12.5 %"
