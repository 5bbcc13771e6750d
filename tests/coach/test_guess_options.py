"""Guesses side by side: their figures, and why the first is better than the second."""

from __future__ import annotations

import pytest
from tests.minesweeper.views import shown

from mastermine.coach.click import advise
from mastermine.coach.guess_options import Option, guess_options, reason
from mastermine.minesweeper.endgame import click_wins
from mastermine.registry import find_strategy


def test_the_figures_of_a_corner() -> None:
    # One of three cells is a mine; if another is opened, it shows a 1, and the last is a guess.
    (first,) = guess_options(shown("1#\n##", 1), (1, 0))
    assert first.cell == (1, 0)
    assert first.safe == pytest.approx(2 / 3)
    assert first.opens == 0
    assert first.next_safe == pytest.approx(1 / 2)
    assert first.wins == pytest.approx(1 / 3)
    assert first.exact


def test_exact_chances_are_those_of_best_play() -> None:
    view = shown("1###\n####\n####", 4)
    options = guess_options(view, (2, 2))
    wins = click_wins(view.knowledge.board, 4)
    assert options[0].cell == (2, 2)
    assert 2 <= len(options) <= 3
    for each in options:
        assert each.exact
        assert each.wins == pytest.approx(wins.clicks[each.cell] / len(wins.layouts))


def test_a_hint_has_them_as_lines_and_as_data() -> None:
    view = shown("1#####\n######\n######\n######", 6)
    advice = advise(view, find_strategy("champion", "minesweeper"))
    assert advice.options[0].cell == advice.cell
    assert not advice.options[0].exact
    assert advice.reasons[-len(advice.options) :] == tuple(map(str, advice.options))
    assert reason(advice.options) in advice.reasons


def option(cell: tuple[int, int], *figures: float) -> Option:
    safe, opens, next_safe, anyway = figures
    return Option(cell, safe, opens, next_safe, anyway, None, False)


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ((0.9, 0, 0.8, 0), (0.8, 0, 0.9, 0), "0,0 is safer than 1,1."),
        ((0.8, 0, 0.9, 0), (0.8, 0.1, 0.8, 0), "as safe as 1,1, and the next click is safer then"),
        ((0.8, 0.1, 0.8, 0), (0.8, 0, 0.8, 0), "as safe as 1,1, and more likely to be a zero"),
        ((0.8, 0, 0.8, 0), (0.8, 0, 0.8, 0), "0,0 and 1,1 are nearly equal"),
        ((0.5, 0, 0.8, 0.5), (0.8, 0, 0.8, 0), "but its risk must be taken anyway"),
        ((0.7, 0, 0.9, 0), (0.8, 0, 0.8, 0), "but the next click is safer then"),
        ((0.7, 0.2, 0.7, 0), (0.8, 0, 0.8, 0), "but more likely to be a zero"),
    ],
)
def test_why_the_first_is_first(
    one: tuple[float, ...], other: tuple[float, ...], words: str
) -> None:
    said = reason([option((0, 0), *one), option((1, 1), *other)])
    assert said is not None
    assert words in said


def test_figures_that_speak_against_a_cell_are_no_reason() -> None:
    worse = option((0, 0), 0.7, 0, 0.7, 0)
    assert reason([worse, option((1, 1), 0.8, 0, 0.8, 0)]) is None
    assert reason([worse, option((1, 1), 0.7, 0.1, 0.8, 0)]) is None


def test_one_cell_needs_no_reason() -> None:
    assert reason([option((0, 0), 0.5, 0, 0, 0)]) is None
