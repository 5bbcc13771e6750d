from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove
from mastermine.mastermind.answers import parse_places
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places
from mastermine.mastermind.rules import Answer, Mastermind


def parse_pegs(text: str, places: int) -> Feedback:
    return Mastermind(places, 6).parse_feedback(text)


def parse_black(text: str, places: int) -> Feedback:
    return Mastermind(places, 6, answer=Answer.BLACK).parse_feedback(text)


@pytest.mark.parametrize(
    ("black", "white", "texts"),
    [
        (1, 2, "1B 2W|1B2W|1b, 2w|  1B   2W  |2W 1B|1,2|1, 2|1 2|1;2|1:2|1/2|1+2|12"),
        (1, 2, "BWW|wbw|b w w|●○○|●○○·|1A2B|1a 2b"),
        (1, 2, "1 bull 2 cows|2 cows, 1 bull|1 black 2 whites"),
        (2, 1, "2 bulls, 1 cow"),
        (0, 2, "2W|WW|2 whites"),
        (0, 4, "0a4b"),
        (1, 0, "b"),
        (2, 0, "2A"),
        (3, 0, "3b"),
        (4, 0, "40|4B 0W"),
        (0, 0, "00|0|····"),
    ],
)
def test_pegs(black: int, white: int, texts: str) -> None:
    for text in texts.split("|"):
        assert parse_pegs(text, 4) == Pegs(black, white), text


def test_two_digits_are_one_number_where_there_are_ten_places() -> None:
    assert parse_pegs("71", 9) == Pegs(7, 1)
    assert parse_pegs("10,2", 12) == Pegs(10, 2)
    assert parse_pegs("12B", 12) == Pegs(12, 0)
    with pytest.raises(IllegalMove, match="not understood"):
        parse_pegs("12", 12)


@given(st.integers(1, 16), st.data())
def test_printed_pegs_are_read_back(places: int, data: st.DataObject) -> None:
    black = data.draw(st.integers(0, places))
    white = data.draw(st.integers(0, places - black))
    if (black, white) != (places - 1, 1):
        assert parse_pegs(str(Pegs(black, white)), places) == Pegs(black, white)
    assert parse_black(str(Black(black)), places) == Black(black)


@given(st.lists(st.booleans(), min_size=1, max_size=16).map(tuple))
def test_printed_places_are_read_back(right: tuple[bool, ...]) -> None:
    assert parse_places(str(Places(right)), len(right)) == Places(right)


@pytest.mark.parametrize(
    ("text", "places", "message"),
    [
        ("3B 1W", 4, "3B 1W is impossible with 4 places: .* the answer is 3B 0W or 4B 0W"),
        ("31", 4, "3B 1W is impossible"),
        ("BBBW", 4, "3B 1W is impossible"),
        ("0B 1W", 1, "0B 1W is impossible with 1 place:"),
        ("3,2", 4, "3B and 2W are more than the 4 places"),
        ("5B", 4, "5B and 0W are more than the 4 places"),
        ("WWWWW", 4, "0B and 5W are more"),
        ("99", 4, "9B and 9W are more"),
        ("", 4, "answer '' is not understood; write black and white pegs like 1,2 or 1B 2W or BWW"),
        ("yes", 4, "answer 'yes' is not understood"),
        *((text, 4, "not understood") for text in ("   ", ",", " , , ", "1B 2X", "-1,2", "1,2,3")),
        *((text, 4, "not understood") for text in ("123", "9" * 5000, "9" * 5000 + ",1")),
    ],
)
def test_pegs_that_are_refused(text: str, places: int, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        parse_pegs(text, places)


def test_black() -> None:
    # Three of four may be right where only black pegs count.
    for black, texts in enumerate(("0", "1 black", "2|2B|2 b|BB|●●|2 bulls", "3")):
        for text in texts.split("|"):
            assert parse_black(text, 4) == Black(black), text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5", "5B are more than the 4 places"),
        ("BBBBB", "5B are more"),
        ("", "answer '' is not understood; write the black pegs, like 2 or 2B"),
        *((text, "not understood") for text in ("1B 2W", "BW", "9" * 5000)),
    ],
)
def test_black_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        parse_black(text, 4)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("--+-", (False, False, True, False)),
        ("X X 6 X", (False, False, True, False)),
        ("xx64", (False, False, True, True)),
        ("..r.", (False, False, True, False)),
        ("✗✗✓✗", (False, False, True, False)),
        ("- - _ -", (False, False, True, False)),
        ("++++", (True, True, True, True)),
    ],
)
def test_places(text: str, right: tuple[bool, ...]) -> None:
    assert parse_places(text, 4) == Places(right)


@pytest.mark.parametrize("text", ["", "+", "+++", "+++++", "???-", "--+!", "1B 2W x"])
def test_places_that_are_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="one mark for each of the 4 places"):
        parse_places(text, 4)


def test_zeros_and_ones_could_mean_the_pegs_or_the_marks() -> None:
    with pytest.raises(IllegalMove, match="not understood"):
        parse_places("0010", 4)
    assert parse_places("XX1X", 4) == Places((False, False, True, False))


def test_a_peg_that_is_shown_is_the_one_that_was_guessed() -> None:
    rules = Mastermind.parse("mastermind:4x8-places")
    guess = rules.parse_action("1166")
    for text in ("X X 6 X", "xxox", "- - + -"):
        assert rules.parse_feedback(text, guess) == Places((False, False, True, False))
    with pytest.raises(IllegalMove, match="place 3 of the guess is 6, not 7"):
        rules.parse_feedback("X X 7 X", guess)
