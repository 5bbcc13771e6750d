from __future__ import annotations

import re
import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contrast import contrast

from mastermine.core.errors import InvalidSpec
from mastermine.mastermind.colours import MAX_COLOURS, NAMED_COLOURS, Colour, palette

sizes = st.integers(1, MAX_COLOURS)


def test_the_eight_colour_game() -> None:
    eight = palette(8)
    assert [c.name for c in eight] == [
        "red", "green", "blue", "yellow", "violet", "olive", "pink", "teal",
    ]  # fmt: skip
    assert "".join(c.letter for c in eight) == "rgbyvopt"
    assert "".join(c.symbol for c in eight) == "●▲■◆★✚♥♣"


@given(sizes, st.booleans())
def test_everything_is_unique(colours: int, blank: bool) -> None:
    pegs = palette(colours, blank)
    assert len(pegs) == colours + blank
    assert len({c.name.casefold() for c in pegs}) == len(pegs)
    assert len({c.symbol.casefold() for c in pegs}) == len(pegs)
    assert len({c.rgb for c in pegs}) == len(pegs)
    letters = [c.letter for c in pegs if c.letter]
    assert len(set(letters)) == len(letters) == min(colours, 26) + blank
    assert set(letters) <= set(string.ascii_lowercase + "_")


@given(sizes, sizes)
def test_a_smaller_palette_begins_a_larger_one(one: int, other: int) -> None:
    few, many = sorted((one, other))
    assert palette(many)[:few] == palette(few)


def test_beyond_the_names_come_shades_with_dots() -> None:
    made = palette(MAX_COLOURS)
    assert [c.name for c in made[NAMED_COLOURS : NAMED_COLOURS + 2]] == ["pale-red", "pale-green"]
    assert [c.symbol for c in made[NAMED_COLOURS:]] == [chr(0x2801 + n) for n in range(191)]
    assert (made[128].name, made[-1].name) == ("deep-red", "dusky-brick")
    assert palette(3, True) == (*palette(3), Colour("blank", "_", "·", "#8a8a8a"))


@pytest.mark.parametrize("colour", palette(MAX_COLOURS, True), ids=lambda c: c.name)
def test_looks(colour: Colour) -> None:
    assert re.fullmatch("((pale|deep|dusky)-)?[a-z]+", colour.name)
    assert colour.letter in ("", "_", colour.name[0])
    assert len(colour.symbol) == 1
    assert unicodedata.east_asian_width(colour.symbol) not in "WF"
    assert unicodedata.category(colour.symbol)[0] in "LSP"
    assert not colour.symbol.isascii()
    assert re.fullmatch("#[0-9a-f]{6}", colour.rgb)
    assert contrast(colour.rgb, "#fff") >= 2, "too light"
    assert contrast(colour.rgb, "#000") >= 2, "too dark"


def test_symbols_are_one_cell_wide_for_rich() -> None:
    cells = pytest.importorskip("rich.cells")
    assert [c.symbol for c in palette(MAX_COLOURS, True) if cells.cell_len(c.symbol) != 1] == []


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["red", "rose", "olive"], ["r", "s", "o"]),
        (["white", "black", "brown"], ["w", "b", "r"]),
        (["Žuta", "zelena", "crvena"], ["z", "e", "c"]),
        (["red", "r"], ["e", "r"]),
        (["ab", "ba", "aab"], ["a", "b", ""]),
        (["црвена", "plava"], ["ц", "p"]),
        (["żółty", "łosoś", "zielony"], ["z", "l", "i"]),
    ],
)
def test_letters_of_own_names(names: list[str], letters: list[str]) -> None:
    pegs = palette(len(names), names=names)
    assert [c.name for c in pegs] == names
    assert [c.letter for c in pegs] == letters


def test_own_names_keep_known_values_and_all_symbols() -> None:
    standard = {c.name: c for c in palette(NAMED_COLOURS)}
    pegs = palette(3, names=["Orange", "snow", "red"])
    assert [c.rgb for c in pegs] == [standard[name].rgb for name in ("orange", "green", "red")]
    assert [c.symbol for c in pegs] == list("●▲■")
    assert palette(2, True, names=["sun", "moon"])[2] == palette(1, True)[1]
    for colours in (1, 8, 26, 64, 65, 255):
        assert palette(colours, names=[c.name for c in palette(colours)]) == palette(colours)


@given(
    st.lists(
        st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=6),
        min_size=1,
        max_size=80,
        unique_by=lambda name: unicodedata.normalize("NFC", name).casefold(),
    )
)
def test_own_names_give_a_palette(names: list[str]) -> None:
    pegs = palette(len(names), names=names)
    assert [c.name for c in pegs] == [unicodedata.normalize("NFC", name) for name in names]
    letters = [c.letter for c in pegs if c.letter]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)
    assert len({c.rgb for c in pegs}) == len(pegs)


@pytest.mark.parametrize("colours", [-1, 0, 256])
def test_number_out_of_range(colours: int) -> None:
    with pytest.raises(InvalidSpec, match="1 to 255 colours"):
        palette(colours)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["red"], "1 colour name for 2 colours: give one name for each"),
        (["red", "green", "blue"], "3 colour names for 2 colours"),
        (["red", "  "], "colour name 2 is empty"),
        (["red", "light,blue"], "'light,blue' has a comma"),
        (["red", "light blue"], "or 'light-blue'"),
        (["red", "a\x00b"], "invisible"),
        (["1", "2"], "'1' has no letter"),
        (["red", "RED"], "'RED' is the same as 'red'"),
        (["red", "red"], "'red' is the same as 'red'"),
        (["blank", "red"], "'blank' is the same as 'blank'"),
    ],
)
def test_names_that_cannot_be_used(names: list[str], message: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(message)):
        palette(2, True, names)
