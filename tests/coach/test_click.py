from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from tests.minesweeper.views import shown

from mastermine.coach.click import advise, least_risk, look_at, where, why
from mastermine.core.errors import StrategyFailed
from mastermine.core.strategy import strategy
from mastermine.i18n.languages import Language
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.text import speaking
from mastermine.minesweeper.board import CLOSED, Cell
from mastermine.minesweeper.knowledge import BoardView

SAFE = "Some closed cell is certainly safe."
GUESS = "No closed cell is certainly safe, so you must guess."


@strategy("last-cell", game="minesweeper")
def last_cell(view: BoardView) -> Cell:
    """Opens the last closed cell."""
    return view.knowledge.closed()[-1]


@strategy("first-cell", game="minesweeper")
def first_cell(view: BoardView) -> Cell:
    """Opens the first cell again and again."""
    return view.knowledge.board.cell(0)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0 %"),
        (0.0004, "under 0.1 %"),
        (0.0123, "1.23 %"),
        (1 / 3, "33.3 %"),
        (0.5, "50 %"),
        (0.9996, "over 99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_percent(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_a_deduction_comes_before_any_guess() -> None:
    advice = advise(shown("1#\n##\n##", 1), last_cell)  # The mine is next to the 1.
    assert (advice.cell, advice.risk) == ((0, 2), 0)
    assert [step.safe for step in advice.steps] == [((0, 2), (1, 2))]
    assert advice.reasons == tuple(step.sentence for step in advice.steps)
    advice = advise(shown("1#?1#1#", 2), last_cell)
    assert advice.cell == (6, 0)
    assert [step.cells for step in advice.steps] == [((4, 0),), ((6, 0),)]


def test_a_guess_is_the_strategy_s() -> None:
    advice = advise(shown("1####\n#####\n#####", 5), last_cell)
    assert advice.cell == (4, 2)
    assert advice.steps == ()
    assert advice.risk == pytest.approx(4 / 11)
    result = " ".join(advice.reasons)
    assert "so you must guess" in result
    assert "The chance of a mine at 4,2 is 36.4 % (990 possible layouts)" in result
    assert "the safest cell is 1,0, with 33.3 %" in result
    assert "10 other cells are equally safe." in result
    assert "Rule of the strategy last-cell: opens the last closed cell." in result


@pytest.mark.parametrize(
    ("board", "mines", "lines"),
    [
        ("##\n##", 1, ["The first click is always safe."]),
        ("1#\n##\n##", 1, [SAFE, "Look at the number at 0,0."]),
        (
            "1#?1#1#",
            2,
            [SAFE, "Look at the number at 3,0.", "This is the first of 2 steps."],
        ),
        ("1####\n#####\n#####", 5, [GUESS, "The hint is a cell away from all numbers."]),
        ("#1#", 1, [GUESS, "The hint is a cell beside a number."]),
        ("1#?##", 1, [SAFE, "Look at the number at 0,0.", "This is the first of 2 steps."]),
    ],
)
def test_where_to_look(board: str, mines: int, lines: list[str]) -> None:
    view = shown(board, mines)
    advice = advise(view, last_cell)
    assert where(view.knowledge, advice) == lines
    assert advice.cell not in look_at(advice)


def test_a_number_of_layouts_that_nobody_can_read_is_left_out() -> None:
    closed = "\n".join(["1" + "#" * 29, *["#" * 30] * 15])
    assert "layouts" not in " ".join(advise(shown(closed, 99), last_cell).reasons)


def test_why_and_the_least_risk() -> None:
    field = shown("##1\n2*1\n2#?", 3).knowledge
    assert why(field, (1, 1)) == ["1,1 is the mine that was hit."]
    assert why(field, (2, 0))
    field = shown("#1#", 1).knowledge
    assert least_risk(field) == ((0, 0), 0.5)


def test_a_cell_that_is_open_is_no_advice() -> None:
    with pytest.raises(StrategyFailed, match="first-cell chose 0,0, which is not closed"):
        advise(shown("1#\n##", 1), first_cell)


def test_every_sentence_passes_through_the_catalogue(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    boards = [("1#\n##\n##", 1), ("##\n##", 1), ("1#\n##", 1), ("11\n##", 1), ("?1#\n*1#", 1)]
    with speaking(spoken_with({})):
        for board, mines in boards:
            view = shown(board, mines)
            field = view.knowledge
            result = [*advise(view, last_cell).reasons]
            for cell in map(field.board.cell, range(len(field.board.cells))):
                if field.board[cell] <= CLOSED:
                    result += why(field, cell)
            assert result
            assert "".join(map(unmarked, result)) == ""


@pytest.mark.parametrize(("chance", "text"), [(1 / 3, "33,3 %"), (0.5, "50 %"), (0.0123, "1,23 %")])
def test_percent_in_another_language(
    chance: float, text: str, spoken_with: Callable[[Mapping[str, str]], Language]
) -> None:
    with speaking(spoken_with({"{percent} %": "{percent} %"})):
        assert percent(chance) == text
