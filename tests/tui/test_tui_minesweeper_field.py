"""The minefield as a widget: how it is drawn, and what the mouse and the keys ask of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import nan
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.tui.screens import place_of
from textual.app import App, ComposeResult
from textual.color import Color
from textual.pilot import Pilot
from textual.strip import Strip

from mastermine.core.random import Random
from mastermine.minesweeper.board import Board, Cell, Layout
from mastermine.minesweeper.cells import rows_first
from mastermine.tui.minesweeper import field as module
from mastermine.tui.minesweeper.field import Field
from mastermine.tui.minesweeper.signs import signs_of
from mastermine.tui.minesweeper.styles import MARKS, RISKS
from mastermine.tui.theme import THEMES


class Alone(App[None]):
    """A field and nothing else; ``requested`` lists its requests."""

    CSS_PATH: ClassVar[Any] = Path(module.__file__).with_name("minesweeper.tcss")

    def __init__(self, width: int, height: int, plain: bool = False) -> None:
        super().__init__()
        self.field = Field(width, height)
        self.plain = plain
        self.requested: list[tuple[str, Cell]] = []

    def compose(self) -> ComposeResult:
        yield self.field

    def on_field_act(self, message: Field.Act) -> None:
        self.requested.append((message.verb, message.cell))

    def on_field_picked(self, message: Field.Picked) -> None:
        self.requested.append(("picked", message.cell))


@asynccontextmanager
async def drawn(app: Alone, size: tuple[int, int]) -> AsyncIterator[tuple[Pilot[None], Field]]:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, app.field


def lines(field: Field) -> list[str]:
    return [field.render_line(y).text.rstrip() for y in range(field.size.height)]


BOARD = Board.parse("0123\n4567\n8#?#")


async def test_rulers_from_1() -> None:
    with rows_first():
        async with drawn(Alone(4, 3), (40, 12)) as (_pilot, field):
            shown = [line.strip() for line in lines(field)[:4]]
    assert [shown[0], *(line[0] for line in shown[1:])] == ["1 2 3 4", "1", "2", "3"]


async def test_each_sign_is_drawn_so_that_it_is_known_without_colours() -> None:
    async with drawn(Alone(4, 3), (40, 12)) as (_pilot, field):
        field.signs = signs_of(BOARD, [(1, 2)])
        assert [line.strip() for line in lines(field)[:4]] == [
            "0 1 2 3",
            "0  · 1 2 3",
            "1  4 5 6 7",
            "2  8 ⚑ ? ■",
        ]
        layout = Layout.of(4, 3, [(3, 2)])
        field.signs = signs_of(BOARD.having([((0, 0), 11)]), [(1, 2)], layout)
        assert [line.strip() for line in lines(field)[1:4:2]] == ["0  X 1 2 3", "2  8 ! ? ✱"]


async def test_in_ascii_the_signs_are_those_of_the_notation() -> None:
    async with drawn(Alone(4, 3, plain=True), (40, 12)) as (_pilot, field):
        field.signs = signs_of(BOARD, [(1, 2)], Layout.of(4, 3, [(1, 2), (3, 2)]))
        text = "\n".join(lines(field))
        assert text.isascii()
        assert [line.strip() for line in lines(field)[1:4]] == [
            "0    1 2 3",
            "1  4 5 6 7",
            "2  8 F ? *",
        ]


async def test_marks_stand_before_the_sign_and_the_last_kind_counts() -> None:
    async with drawn(Alone(4, 3), (40, 12)) as (_pilot, field):
        field.marks = {"number": [(0, 0)], "safe": [(1, 0), (2, 0)], "hint": [(2, 0)]}
        assert lines(field)[1].strip() == "0 =■+■>■ ■"
        field.marks = {"bad": [(3, 0)]}
        assert lines(field)[1].strip() == "0  ■ ■ ■!■"
        field.marks = {}
        assert lines(field)[1].strip() == "0  ■ ■ ■ ■"


async def test_chances_take_two_columns_and_a_third_where_there_is_room_or_no_colour() -> None:
    chances = [0.0, 1.0, 0.004, 0.996, nan]
    async with drawn(Alone(5, 1), (40, 5)) as (pilot, field):
        field.chances = chances
        await pilot.pause()
        assert lines(field)[1].strip() == "0  ++ ** 01 99  ■"
        await pilot.resize_terminal(14, 5)
        assert lines(field)[1].strip() == "0 ++**0199 ■"
        field.chances = None
        assert lines(field)[1].strip() == "0  ■ ■ ■ ■ ■"


async def test_without_colours_the_chosen_cell_is_in_brackets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with drawn(Alone(4, 3), (40, 12)) as (pilot, field):
        field.focus()
        await pilot.press("home")
        assert lines(field)[2].strip() == "1 [■]■ ■ ■"
        await pilot.press("end")
        assert lines(field)[2].strip() == "1  ■ ■ ■[■]"
        field.marks = {"safe": [(2, 1)]}
        assert lines(field)[2].strip() == "1  ■ ■+■[■]"


async def test_only_rows_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    original = Field._row

    def row(self: Field, y: int) -> Strip:
        made.append(y)
        return original(self, y)

    monkeypatch.setattr(Field, "_row", row)
    async with drawn(Alone(30, 16), (110, 32)) as (pilot, field):
        assert set(made) == set(range(16))
        made.clear()
        board = Board.closed(30, 16).having([((3, 5), 1), ((4, 6), 2)])
        field.signs = signs_of(board)
        await pilot.pause()
        assert sorted(made) == [5, 6]
        made.clear()
        field.signs = signs_of(board)
        field.marks = {"hint": [(0, 9)]}
        await pilot.pause()
        assert made == [9]


@pytest.mark.parametrize("size", [(110, 32), (60, 12), (20, 5)])
async def test_each_cell_in_sight_is_where_the_pointer_finds_it(size: tuple[int, int]) -> None:
    async with drawn(Alone(30, 16), size) as (pilot, field):
        for where in [(0, 0), (29, 15), (15, 8)]:
            field.visit(where)
            await pilot.pause()
            places = {
                cell: place
                for cell in [(x, y) for x in range(30) for y in range(16)]
                if (place := place_of(field, cell)) is not None
            }
            assert where in places
            assert {field.cell_at(*place): place for place in places.values()} == places
        assert field.cell_at(-1, -1) is None


async def test_a_field_that_is_too_large_follows_the_chosen_cell() -> None:
    async with drawn(Alone(100, 100), (60, 20)) as (pilot, field):
        field.focus()
        await pilot.press("ctrl+home")
        assert place_of(field, (0, 0)) is not None
        assert lines(field)[0].split()[:2] == ["0", "2"]
        for key, corner in [("ctrl+end", (99, 99)), ("home", (0, 99)), ("pageup", (0, 49))]:
            await pilot.press(key)
            assert field.cursor == corner
            assert place_of(field, corner) is not None
        assert place_of(field, (0, 0)) is None
        assert any(line.startswith("49 ") for line in lines(field))


async def click(pilot: Pilot[None], cell: Cell, button: int = 1) -> None:
    field = pilot.app.query_one(Field)
    place = place_of(field, cell)
    assert place is not None
    await pilot.click(field, offset=place, button=button)


async def test_what_the_buttons_ask_for() -> None:
    app = Alone(4, 3)
    async with drawn(app, (40, 12)) as (pilot, field):
        field.signs = signs_of(Board.parse("####\n#2##\n####"), [(0, 0)])
        await click(pilot, (3, 2))
        await click(pilot, (3, 1), button=3)
        await click(pilot, (0, 0))
        await click(pilot, (1, 1), button=3)
        await click(pilot, (1, 1))
        assert app.requested == [
            ("click", (3, 2)),
            ("flag", (3, 1)),
            ("click", (0, 0)),
            ("flag", (1, 1)),
            ("chord", (1, 1)),
        ]
        assert field.cursor == (1, 1)
        app.requested.clear()
        field.signs = signs_of(Board.parse("####\n#2##\n####"), [(0, 0), (1, 0)])
        await click(pilot, (1, 1))
        await click(pilot, (1, 1), button=2)
        assert app.requested == [("chord", (1, 1)), ("chord", (1, 1))]
        app.requested.clear()
        field.mode = "flag"
        await click(pilot, (3, 2))
        assert app.requested == [("flag", (3, 2))]
        app.requested.clear()
        field.picking = True
        await click(pilot, (1, 1))
        assert app.requested == [("picked", (1, 1))]
        app.requested.clear()
        field.picking, field.readonly = False, True
        await click(pilot, (3, 2))
        assert app.requested == []


async def test_left_and_right_together_chord_and_a_press_that_ends_elsewhere_does_nothing() -> None:
    app = Alone(4, 3)
    async with drawn(app, (40, 12)) as (pilot, field):
        field.signs = signs_of(Board.parse("####\n#1##\n####"), [(0, 0)])
        number, closed = place_of(field, (1, 1)), place_of(field, (3, 2))
        assert number is not None
        assert closed is not None
        await pilot.mouse_down(field, offset=number)
        assert "on-pressed" in {field._cell((1, 0))[1][1], field._cell((2, 2))[1][1]}
        await pilot.mouse_down(field, offset=number, button=3)
        await pilot.mouse_up(field, offset=number)
        await pilot.mouse_up(field, offset=number)
        assert app.requested == [("chord", (1, 1))]
        app.requested.clear()
        await pilot.mouse_down(field, offset=closed)
        await pilot.mouse_up(field, offset=(0, 8))
        assert app.requested == []
        assert not field._pressed


async def test_the_pointer_shows_its_column_and_row() -> None:
    async with drawn(Alone(30, 4), (80, 12)) as (pilot, field):
        here = field._style("ruler-here")
        place = place_of(field, (13, 2))
        assert place is not None
        await pilot.hover(field, offset=place)
        assert field.hovered == (13, 2)
        assert field.at == (13, 2)
        ruler = field.render_line(0)
        assert [part.text for part in ruler if part.style == here] == ["13", "15"]
        assert ruler.text.split()[5:8] == ["10", "13", "15"]
        assert any(part.style == here for part in field.render_line(3) if part.text.strip() == "2")


def contrast(one: Color, other: Color) -> float:
    def light(colour: Color) -> float:
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
                 for part in colour.normalized]  # fmt: skip
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted([light(one), light(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: str(theme.name))
async def test_signs_can_be_read_on_their_grounds(theme: Any) -> None:
    app = Alone(4, 3)
    numbers = [str(number) for number in range(1, 9)]
    pairs = [
        *((number, "on-open", 4.5) for number in numbers),
        *((number, f"on-{mark}", 3.0) for number in numbers for mark in MARKS),
        *((name, "on-closed", 4.5) for name in ("mine", "flag")),
        *(
            (f"risk-{name}", ground, 4.5)
            for name in ("safe", "mine", *(name for _most, name in RISKS))
            for ground in ("on-even", "on-other")
        ),
        *((name, f"on-{name}", 4.5) for name in ("hit", "wrong", "cursor")),
    ]
    async with drawn(app, (40, 12)) as (pilot, field):
        app.register_theme(theme)
        app.theme = theme.name
        await pilot.pause()
        found = {}
        for name, ground, least in pairs:
            style = field._look_of((name, ground))
            assert style.color is not None
            assert style.bgcolor is not None
            colours = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if contrast(*colours) < least:
                found[name, ground] = round(contrast(*colours), 1)
        assert not found


async def test_any_picture_can_be_drawn() -> None:
    """Whatever a field shows, each line is as wide as the widget."""
    async with drawn(Alone(30, 16), (80, 24)) as (pilot, field):
        rng = Random(5)
        for _time in range(20):
            cells = [(x, y) for x in range(30) for y in range(16)]
            field.signs = "".join("012345678#F?*X!"[rng.below(15)] for _cell in cells)
            field.marks = {mark: [cells[rng.below(480)] for _n in range(9)] for mark in MARKS}
            some = [rng.below(101) / 100 for _cell in cells]
            field.chances = some if rng.below(2) else None
            field.visit(cells[rng.below(480)])
            await pilot.resize_terminal(10 + rng.below(120), 4 + rng.below(30))
            widths = {field.render_line(y).cell_length for y in range(field.size.height)}
            assert widths == {field.size.width}
