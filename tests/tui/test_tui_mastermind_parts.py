"""What the screen of Mastermind is made of, without a screen: the row, answers, widths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove
from mastermine.mastermind.feedback import Black, Pegs, Places
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.tui.mastermind import filling as filling_module
from mastermine.tui.mastermind.answers import Answering
from mastermine.tui.mastermind.board import layout_of
from mastermine.tui.mastermind.draft import Draft
from mastermine.tui.mastermind.filling import Filling
from mastermine.tui.mastermind.pegs import Look, cells

CLASSIC = Mastermind(4, 6)


def filling(rules: Mastermind = CLASSIC, typed: str = "") -> Filling:
    made = Filling(Notation(rules))
    for character in typed:
        assert made.type(character) == ""
    return made


def test_digits_and_letters_fill_the_row_from_the_left() -> None:
    made = filling(typed="1r2B")
    assert made.draft.code == (0, 0, 1, 2)
    assert made.draft.at is None
    assert "full" in (made.type("1") or "")
    assert made.draft.code == (0, 0, 1, 2)


def test_a_key_that_is_no_colour_does_nothing() -> None:
    made = filling()
    assert [made.type(character) for character in "7x_h ?"] == [None] * 6
    assert made.draft.empty


def test_the_blank_is_typed_in_three_ways() -> None:
    made = filling(Mastermind(3, 4, blank=True), "_-.")
    assert made.draft.code == (4, 4, 4)


def test_with_more_than_ten_colours_letters_are_digits() -> None:
    assert filling(Mastermind(2, 12), "0b").draft.code == (0, 11)


def test_a_second_digit_belongs_to_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(filling_module, "monotonic", lambda: now)
    made = filling(Mastermind(3, 64), "12")
    assert made.draft.pegs == [11, None, None]
    made.type("1")
    now += 2
    made.type("2")
    assert made.draft.pegs == [11, 0, 1]


def test_no_colour_twice_where_each_stands_once() -> None:
    made = filling(Mastermind(3, 5, repeats=False), "12")
    assert "place 1" in (made.type("1") or "")
    assert made.draft.pegs == [0, 1, None]
    made.draft.chosen = 2
    assert made.type("1") == ""
    assert made.draft.pegs == [None, 1, 0]


def test_a_chosen_place_is_filled_and_the_next_free_one_chosen() -> None:
    made = filling(typed="12")
    made.press(3, 1)
    made.type("3")
    assert (made.draft.pegs, made.draft.at) == ([0, 1, None, 2], 2)
    made.type("4")
    assert made.draft.code == (0, 1, 3, 2)


def test_a_place_is_chosen_emptied_and_left_by_presses() -> None:
    made = filling(typed="12")
    stands = []
    for _press in range(3):
        made.press(0, 1)
        stands.append((made.draft.chosen, made.draft.pegs[0]))
    assert stands == [(0, 0), (0, None), (None, None)]
    made.press(1, 3)
    assert made.draft.empty


def test_held_pegs_stay_for_the_next_row() -> None:
    made = filling(typed="1234")
    made.press(1, 2)
    made.press(2, 0)
    made.press(2, 0)
    made.draft.next()
    assert made.draft.pegs == [None, 1, None, None]


def test_backspace_takes_the_last_loose_peg_or_the_chosen_one() -> None:
    made = filling(typed="1234")
    made.draft.hold(3)
    made.erase(here=False)
    assert made.draft.pegs == [0, 1, None, 3]
    made.draft.chosen = 0
    made.erase(here=True)
    assert made.draft.pegs == [None, 1, None, 3]


def test_walking_stays_on_the_row() -> None:
    made = filling(typed="1234")
    made.walk(-1)
    assert made.draft.at == 3
    made.walk(-9)
    assert made.draft.at == 0
    made.walk(1)
    assert made.draft.at == 1


def test_a_peg_moves_and_what_is_there_goes_the_other_way() -> None:
    draft = Draft(CLASSIC)
    draft.fill((0, 1, 2, 3))
    draft.move(0, 3)
    assert draft.code == (3, 1, 2, 0)


# Answers.


def answered(rules: Mastermind, keys: str) -> Answering:
    made = Answering(rules.notation.answers)
    for key in keys:
        name = {" ": "space", "<": "left", ">": "right"}.get(key, key)
        assert made.key(name, key if key not in "<>" else None)
    return made


@pytest.mark.parametrize(
    ("keys", "answer"), [("12", Pegs(1, 2)), ("bbw", Pegs(2, 1)), ("3<2>1", Pegs(2, 1))]
)
def test_pegs_are_counted_by_keys(keys: str, answer: Pegs) -> None:
    assert answered(CLASSIC, keys).answer == answer


def test_pegs_are_taken_away_by_minus_and_backspace_and_never_by_capitals() -> None:
    assert answered(CLASSIC, "bB-WwW-").answer == Pegs(1, 2)
    assert answered(CLASSIC, "b---w").answer == Pegs(0, 1)
    made = answered(CLASSIC, "ww")
    assert made.key("backspace", None)
    assert made.answer == Pegs(0, 1)


@pytest.mark.parametrize(
    ("keys", "refused", "most"), [("", "9", 4), ("3", "2", 1), ("bbbb", "w", 0), ("", "5", 4)]
)
def test_more_pegs_than_places_are_refused(keys: str, refused: str, most: int) -> None:
    made = answered(CLASSIC, keys)
    before = list(made.counts)
    with pytest.raises(IllegalMove, match=f"at most {most} peg"):
        made.key(refused, refused)
    assert made.counts == before


def test_an_answer_that_cannot_be_is_refused() -> None:
    with pytest.raises(IllegalMove, match="3B 1W is impossible"):
        _answer = answered(CLASSIC, "31").answer


def test_black_only_has_one_count() -> None:
    rules = Mastermind(4, 6, answer=Answer.BLACK)
    assert answered(rules, "3").answer == Black(3)
    assert not Answering(rules.notation.answers).key("w", "w")


def test_places_are_marked_from_left_to_right() -> None:
    rules = Mastermind(3, 6, answer=Answer.PLACES)
    assert answered(rules, "+-+").answer == Places((True, False, True))
    assert answered(rules, " > ").answer == Places((True, True, False))


def test_an_answer_begins_as_it_was_given() -> None:
    for answer in (Pegs(1, 2), Pegs(0, 0)):
        assert Answering(CLASSIC.notation.answers, answer).answer == answer
    rules = Mastermind(3, 6, answer=Answer.PLACES)
    assert Answering(rules.notation.answers, Places((False, True, False))).answer == Places(
        (False, True, False)
    )


# Widths.


@given(
    st.integers(1, 16), st.integers(1, 64), st.sampled_from(Answer), st.booleans(), st.booleans()
)
def test_every_board_fits_sixty_columns(
    places: int, colours: int, answer: Answer, symbols: bool, plain: bool
) -> None:
    rules = Mastermind(places, colours, answer=answer)
    look = Look(Notation(rules), symbols, plain)
    layout = layout_of(look, 12, 57)
    assert layout.width(places) <= 57
    assert layout.peg >= look.room


@given(st.integers(1, 16), st.integers(1, 64), st.integers(40, 200))
def test_each_place_is_found_where_it_is_drawn(places: int, colours: int, width: int) -> None:
    layout = layout_of(Look(Notation(Mastermind(places, colours)), True, False), 9, width)
    first = layout.number + layout.gap
    for place in range(places):
        for column in range(layout.peg):
            assert layout.place(first + place * layout.pitch + column, places) == place
    assert layout.place(first - 1, places) is None
    assert layout.place(first + places * layout.pitch, places) is None


@pytest.mark.parametrize("colours", [6, 10, 12, 36, 64])
@pytest.mark.parametrize("plain", [False, True])
def test_signs_tell_all_colours_apart(colours: int, plain: bool) -> None:
    look = Look(Notation(Mastermind(4, colours, blank=True)), True, plain)
    signs = [look.sign(colour) for colour in range(colours + 1)]
    assert len(set(signs)) == len(signs)
    assert not plain or all(sign.isascii() for sign in signs)


def test_without_symbols_pegs_have_their_colour_and_where_there_is_room_their_digit() -> None:
    look = Look(Notation(CLASSIC), False, False)
    assert look.peg(0, 2).text == "  "
    assert look.peg(0, 3).text == " 1 "
    style = look.peg(0, 3).style
    assert style is not None
    assert style.bgcolor is not None
    assert style.bgcolor.name == CLASSIC.notation.colours[0].rgb


def test_a_code_is_as_wide_as_its_pegs_and_gaps() -> None:
    look = Look(Notation(CLASSIC), True, False)
    assert cells(look.code((0, 1, 2, 3))) == 4 * 3 + 3
    assert look.content((0, 1, 2, 3)).plain.endswith("1234")
