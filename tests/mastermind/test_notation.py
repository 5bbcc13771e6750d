from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, infer
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove
from mastermine.core.random import Random
from mastermine.i18n.languages import LANGUAGES, Language
from mastermine.i18n.text import speaking
from mastermine.mastermind.colours import palette
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules_of

seeds = st.integers(0, 2**64 - 1)


@given(rules=infer, seed=seeds)
def test_every_code_is_read_back(rules: Mastermind, seed: int) -> None:
    code = rules.draw(Random(seed))
    assert rules.parse_action(rules.format_action(code)) == code
    assert rules.parse_secret(f"  {rules.format_secret(code).upper()} ") == code
    assert rules.parse_action(rules.canonical.words(code)) == code


@given(rules=infer, seed=seeds, data=st.data())
def test_spellings_may_be_mixed(rules: Mastermind, seed: int, data: st.DataObject) -> None:
    code = rules.draw(Random(seed))
    notation = rules.canonical
    spelled = []
    for colour in code:
        look = notation.colours[colour]
        spellings = [notation.digits[colour], look.name, look.symbol, look.name.upper()]
        if rules.colours <= 10:
            spellings.append(look.letter)
        spelled.append(data.draw(st.sampled_from(spellings)))
    separator = data.draw(st.sampled_from([" ", ",", ", ", ";", "  "]))
    assert rules.parse_action(separator.join(spelled)) == code


@given(rules=infer, seed=seeds)
def test_a_row_of_symbols_or_letters(rules: Mastermind, seed: int) -> None:
    code = rules.draw(Random(seed))
    looks = [rules.canonical.colours[colour] for colour in code]
    if rules.colours <= 36:
        assert rules.parse_action("".join(look.symbol for look in looks)) == code
    if rules.colours <= 10:
        assert rules.parse_action("".join(look.letter for look in looks)) == code


names = st.lists(
    st.text("abcrgšžßσςωжΩA-", min_size=2, max_size=4).filter(lambda name: name.strip("-")),
    min_size=1,
    max_size=40,
    unique_by=str.casefold,
)


@given(names=names, places=st.integers(1, 6), seed=seeds)
def test_names_of_ones_own(names: list[str], places: int, seed: int) -> None:
    rules = Mastermind(places, len(names))
    notation = Notation(rules, names)
    code = rules.draw(Random(seed))
    assert notation.parse(notation.format(code)) == code
    assert notation.parse(notation.words(code)) == code
    assert notation.parse(notation.words(code).upper()) == code
    assert notation.parse(unicodedata.normalize("NFD", notation.words(code))) == code


@pytest.mark.parametrize(
    ("spec", "code", "printed"),
    [
        ("4x6", (0, 0, 1, 1), "1122"),
        ("4x9", (0, 3, 7, 8), "1489"),
        ("4x10", (0, 1, 8, 9), "0189"),
        ("4x12", (0, 9, 10, 11), "09ab"),
        ("4x36", (0, 10, 34, 35), "0ayz"),
        ("4x37", (0, 9, 35, 36), "1,10,36,37"),
        ("3x6+blank", (6, 0, 6), "_1_"),
        ("3x64+blank", (64, 0, 63), "_,1,64"),
        ("1x50", (41,), "42"),
    ],
)
def test_print(spec: str, code: Code, printed: str) -> None:
    assert parse_rules_of(Mastermind, spec).format_action(code) == printed


@pytest.mark.parametrize(
    ("spec", "text", "code"),
    [
        *(("4x6", text, (0, 0, 1, 1)) for text in ("1122", "1 1 2 2", "1,1,2,2", "11 22", "rrgg")),
        *(("4x6", text, (0, 0, 1, 1)) for text in ("R r G g", "red red green green", "●●▲▲")),
        ("4x6", "Red, 1; ▲ g", (0, 0, 1, 1)),
        ("4x6", "rg by", (0, 1, 2, 3)),
        ("4x8", "rgbyvopt"[4:], (4, 5, 6, 7)),
        ("4x6+blank", "1__2", (0, 6, 6, 1)),
        ("4x6+blank", "1··2", (0, 6, 6, 1)),
        ("4x6+blank", "red blank blank green", (0, 6, 6, 1)),
        ("1x6", "red", (0,)),
        ("1x6", "r", (0,)),
        ("3x36", "red", (27, 14, 13)),
        ("4x10", "r g b y", (0, 1, 2, 3)),
        ("2x11", "a 0", (10, 0)),
        ("4x26", "pink", (25, 18, 23, 20)),
        ("1x36", "red", (0,)),
        ("3x12", "b b b", (11, 11, 11)),
        ("2x40", "40 red", (39, 0)),
        ("3x50", "Γ Σ Σ", (42, 47, 47)),
    ],
)
def test_parse(spec: str, text: str, code: Code) -> None:
    assert parse_rules_of(Mastermind, spec).parse_action(text) == code


def test_a_small_letter_of_greek_ends_a_word_otherwise() -> None:
    # "ΩΣ" in small letters is "ως", not "ωσ".
    rules = Mastermind(2, 36)
    notation = Notation(rules, ["ΣΣ", "ΑΣ", *(look.name for look in palette(34))])
    assert notation.parse("ασ σς") == (1, 0)


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("4x6", "", "'' has 0 pegs; a code has 4, such as 1122"),
        ("2x11", "r g", "there is no colour 'r'"),
        ("4x6", "112", "'112' has 3 pegs; a code has 4, such as 1122"),
        ("4x6", "11223", "'11223' has 5 pegs; a code has 4, such as 1122"),
        ("4x6-distinct", "123", "a code has 4, such as 1234"),
        ("4x6", "red green", "'red green' has 2 pegs"),
        ("4x6", "1127", "there is no colour '7'; the colours are 1 red (r)  2 green (g)"),
        ("4x6", "0123", "there is no colour '0'"),
        ("4x6", "11!2", "there is no colour '!'"),
        ("4x6", "red gren blue blue", "there is no colour 'gren'; did you mean green?"),
        ("4x6", "red,purple,blue,blue", "there is no colour 'purple'; "),
        ("4x6", "112_", "there is no colour '_'"),
        (
            "4x6-distinct",
            "1231",
            "1231 has a repeat; these rules allow no repeats",
        ),
        ("2x40", "12", "'12' has 1 peg; a code has 2, such as 1,1"),
        ("2x40", "1,41", "there is no colour '41'"),
        ("3x12", "00c", "there is no colour 'c'; the colours are 0 red  1 green"),
    ],
)
def test_codes_that_are_refused(spec: str, text: str, message: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_rules_of(Mastermind, spec).parse_action(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_colours_in_another_language(
    spoken_with: Callable[[Mapping[str, str]], Language],
) -> None:
    with speaking(spoken_with({"red": "crvena", "green": "zelena"})):
        notation = Notation(Mastermind(2, 2))
        assert notation.words((0, 1)) == "crvena, zelena"
        for written in ("crvena zelena", "red green", "Crvena green", "cz", "12"):
            assert notation.parse(written) == (0, 1)
        assert "crvena" in notation.legend()
        with pytest.raises(IllegalMove, match="crvena"):
            notation.parse("crvna zelena")
        with pytest.raises(IllegalMove, match="no colour 'r'"):
            notation.parse("rg")
        # Files and programs write English in every language.
        assert Mastermind(2, 2).parse_action("rg") == (0, 1)
    with pytest.raises(IllegalMove, match="no colour 'crvena'"):
        Mastermind(2, 2).parse_action("crvena green")


@pytest.mark.parametrize(
    ("tag", "written", "code"),
    [
        ("pl", "zolty ŻÓŁTY żółty yellow", (3, 3, 3, 3)),
        ("sr", "crvena plava zuta жута", (0, 2, 3, 3)),
        ("sr-Latn", "zuta žuta црвена crvena", (3, 3, 0, 0)),
        ("ru", "зеленый желтый жёлтый green", (1, 3, 3, 1)),
    ],
)
def test_colours_without_accents(tag: str, written: str, code: Code) -> None:
    with speaking(LANGUAGES[tag]):
        notation = Notation(Mastermind(4, 6))
        assert notation.parse(written) == notation.parse(written.upper()) == code
        assert notation.parse(notation.words(code)) == code


def test_of_names_that_differ_in_accents_the_exact_one_is_meant() -> None:
    notation = Notation(Mastermind(2, 3), ["kuća", "kuca", "más"])
    assert notation.parse("kuca kuća") == (1, 0)
    assert notation.parse("mas MÁS") == (2, 2)
    with pytest.raises(IllegalMove, match="no colour 'kùca'"):
        notation.parse("kùca mas")
