"""The shortest form of a number, in several languages."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import plain, rough
from mastermine.i18n.text import speaking


@given(x=st.floats(), digits=st.integers(1, 12))
def test_in_english_it_is_what_python_writes(x: float, digits: int) -> None:
    assert plain(x, digits) == f"{x:.{digits}g}"
    assert plain(x, digits, grouped=True) == f"{x:,.{digits}g}"


@pytest.mark.parametrize(
    ("language", "x", "written"),
    [("sr", 0.05, "0,05"), ("ru", 1.5e9, "1,5e+09"), ("hr", 300.0, "300"), ("pl", -2.5, "-2,5")],
)
def test_the_point_of_the_language(language: str, x: float, written: str) -> None:
    with speaking(LANGUAGES[language]):
        assert plain(x) == written


def test_the_groups_of_the_language() -> None:
    with speaking(LANGUAGES["hr"]):
        assert plain(1296.5, grouped=True) == "1.296,5"
    with speaking(LANGUAGES["pl"]):
        assert plain(1296.5, grouped=True) == "1296,5"


def test_a_number_beyond_all_floats() -> None:
    assert plain(Decimal(10**400), 2) == "1.0e+400"


@pytest.mark.parametrize(
    ("n", "digits", "message"),
    [
        (7, 3, "7"),
        (999, 3, "999"),
        (1296, 3, "1,300"),
        (429_981_696, 2, "430,000,000"),
        (999_999, 3, "1,000,000"),
        (8_916_100_448_256, 3, "8,920,000,000,000"),
        (12**16, 3, "1.85\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10^17"),
        (9_999_999_999_999_999, 2, "1.0\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10^16"),
        (255**255, 1, "5\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10^613"),
    ],
)
def test_rough_numbers(n: int, digits: int, message: str) -> None:
    assert rough(n, digits) == message
