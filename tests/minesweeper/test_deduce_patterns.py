"""Every pattern is found under its name, with all of its cells, however it lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.deduction import deduce, next_step

GOLDEN = Path(__file__).parents[1] / "golden" / "minesweeper_patterns.txt"

NAMES = {
    "B1": "single number",
    "B2": "single number",
    "hole / prison break": "hole",
    "1-3-1 corner": "corner 1-3-1",
    "2-2-2 corner": "corner 2-2-2",
    "1-2+": "1-4",
    "1-2C+": "1-4C",
}
"""What the file calls otherwise."""

Turn = Callable[[Cell, int, int], Cell]
TURNS: dict[str, Turn] = {
    "as it is": lambda c, w, h: c,
    "left to right": lambda c, w, h: (w - 1 - c[0], c[1]),
    "upside down": lambda c, w, h: (c[0], h - 1 - c[1]),
    "half a turn": lambda c, w, h: (w - 1 - c[0], h - 1 - c[1]),
    "transposed": lambda c, w, h: (c[1], c[0]),
    "a quarter": lambda c, w, h: (h - 1 - c[1], c[0]),
    "three quarters": lambda c, w, h: (c[1], w - 1 - c[0]),
    "transposed the other way": lambda c, w, h: (h - 1 - c[1], w - 1 - c[0]),
}


def turned(board: Board, turn: Turn) -> Board:
    """The board as it looks when it is turned or mirrored."""
    width, height = board.width, board.height
    far = turn((width - 1, height - 1), width, height)
    near = turn((0, 0), width, height)
    size = max(far[0], near[0]) + 1, max(far[1], near[1]) + 1
    cells = {board.cell(i): value for i, value in enumerate(board.cells)}
    return Board.closed(*size).having((turn(c, width, height), v) for c, v in cells.items())


def drawings() -> list[tuple[str, str, str]]:
    """Each pattern of the file: its name, the board, and the board with what is forced."""
    found = []
    for block in re.split(r"^pattern ", GOLDEN.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *lines = block.strip().splitlines()
        name = title.partition(":")[0].strip()
        rows = [line.split() for line in lines if line.strip()]
        left, right = ("\n".join(row[side] for row in rows) for side in (0, 1))
        found.append((NAMES.get(name, name), left, right))
    return found


def marked(drawing: str, mark: str) -> set[Cell]:
    return {
        (x, y)
        for y, row in enumerate(drawing.split())
        for x, sign in enumerate(row)
        if sign == mark
    }


def test_the_file_is_read() -> None:
    assert len(drawings()) == 17
    assert {"1-1", "1-2-2-1R", "hole", "corner 2-2-2"} <= {name for name, *_ in drawings()}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())
@pytest.mark.parametrize(("name", "drawing", "forced"), drawings(), ids=[d[0] for d in drawings()])
def test_each_pattern_is_the_first_step(name: str, drawing: str, forced: str, turn: Turn) -> None:
    straight = Board.parse(drawing)
    size = straight.width, straight.height
    found = next_step(turned(straight, turn))
    assert found is not None
    assert found.rule == name
    assert set(found.safe) == {turn(cell, *size) for cell in marked(forced, "s")}
    assert set(found.mines) == {turn(cell, *size) for cell in marked(forced, "M")}


MORE = [
    # At walls and in corners, and with a cell more or less than in the usual drawing.
    ("1-2-1", "### 121", "MsM 121"),
    ("1-2-1", "##### #121# ?????", "sMsMs s121s ?????"),
    ("1-2-1", "#### 121?", "MsMs 121?"),
    ("1-2-2-1", "#### 1221", "sMMs 1221"),
    ("1-2", "### 12? ##?", "##M 12? ##?"),
    ("1-2C+", "#### #12? ????", "s##M s12? ????"),
    ("1-3", "### 13# ???", "##M 13M ???"),
    ("1-3C+", "#### #13# ????", "s##M s13M ????"),
    ("1-4R", "###? 25#? *?#?", "##M? 25M? *?M?"),
    ("holeR", "##### ##1## ?222? ??*??", "#sss# ##1## ?222? ??*??"),
    ("corner 1-3-1", "#### ?13# ??1# ????", "s##M ?13# ??1# ????"),
    ("corner 1-3-1R", "#### ?24# ?*2# ???#", "s##M ?24# ?*2# ???s"),
    # The square, with the ends open, with the corner open, and with a known mine in its middle.
    ("0112 square", "01# 12# ###", "01# 12# ##s"),
    ("0112 square", "???# ?01# ?12# ###?", "???s ?01# ?12# s##?"),
    ("0112 squareR", "*??? ?11# ?12# ?###", "*??? ?11# ?12# ?##s"),
]


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())
@pytest.mark.parametrize(("name", "drawing", "forced"), MORE)
def test_patterns_that_look_a_little_different(
    name: str, drawing: str, forced: str, turn: Turn
) -> None:
    test_each_pattern_is_the_first_step(name, lines(drawing), lines(forced), turn)


def lines(drawing: str) -> str:
    return drawing.replace(" ", "\n")


@pytest.mark.parametrize(
    "drawing",
    [
        "?01# ?12# #### ####",  # Both the corner and the ends are closed: nothing is certain.
        "#### ?22# ??2# ??##",  # A 2 with two cells for itself need not share a mine.
    ],
)
def test_what_only_looks_like_a_pattern(drawing: str) -> None:
    names = {step.rule for step in deduce(Board.parse(lines(drawing)))}
    assert not any("square" in name or "corner" in name for name in names)


@pytest.mark.parametrize("lesson", drawings(), ids=lambda lesson: lesson[0])
def test_every_reason_passes_through_the_catalogue(
    lesson: tuple[str, str, str],
    spoken_with: Callable[[Mapping[str, str]], Language],
    unmarked: Callable[[str], str],
) -> None:
    with speaking(spoken_with({})):
        steps = list(deduce(Board.parse(lesson[1])))
        assert steps
        for step in steps:
            assert not unmarked(step.sentence)
            assert not unmarked(step.name)


def test_a_pattern_in_another_language(
    spoken_with: Callable[[Mapping[str, str]], Language],
) -> None:
    step = next_step(Board.parse("#####/##1##/?111?"))
    assert step is not None
    made = {
        "hole": "rupa",
        "the {value} at {cell}": "{value} na {cell}",
        "{hole} touches both cells where the mine of {inner} can be, and needs no other mine": (
            "broj {hole} dodiruje oba polja gde može biti mina broja {inner}"
        ),
        "{cells} is safe": "polje {cells} je sigurno",
        "{cells} are safe": "polja {cells} su sigurna",
        "{parts} and {last}": "{parts} i {last}",
        "{reason}, so {conclusion}.": "{reason}, pa {conclusion}.",
    }
    with speaking(spoken_with(made)):
        assert (step.rule, step.name) == ("hole", "rupa")
        assert step.sentence == (
            "rupa: broj 1 na 2,1 dodiruje oba polja gde može biti mina broja 1 na 2,2, "
            "pa polja 1,0, 2,0 i 3,0 su sigurna."
        )
    assert step.name == "hole"


def test_marks_and_numbers_in_other_languages(
    spoken_with: Callable[[Mapping[str, str]], Language],
) -> None:
    step = next_step(Board.parse("#####/?232?/??*??"))
    assert step is not None
    made = {"1-2-1": "1–2–1", "{pattern} (with known mines)": "{pattern} (uz mine)"}
    with speaking(spoken_with(made)):
        assert (step.rule, step.name) == ("1-2-1R", "1–2–1 (uz mine)")
    # The form that goes with 21 is the singular in some languages, where 21 itself stands.
    step = next_step(Board.closed(7, 3), 0)
    assert step is not None
    with speaking(spoken_with({})):
        assert "are safe" in step.sentence
