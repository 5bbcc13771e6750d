"""A minefield as one widget, drawn line by line; only lines that changed are drawn again.

A cell is two columns wide: what is marked or chosen shows in the first one, its sign in the
second, so that nothing is told by its colour alone. A field that is too large scrolls between its
numbers, and follows the cell that is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mastermine.minesweeper.board import Cell, neighbour_table
from mastermine.tui.minesweeper.looks import MARKS, NAMES, PLAIN, PRETTY, RISKS, percent
from mastermine.tui.minesweeper.signs import CLOSED_SIGN, FLAG, HIT, MINE, WRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.events import Leave, MouseDown, MouseMove, MouseUp, Resize

Look = tuple[str, str]
"""The names of the styles of a cell: that of its sign, and that of its ground."""

FLASH = 0.26
"""Seconds for which cells are shown that a chord did not open."""

LEAST_ROWS, LEAST_COLUMNS = 6, 24
"""The least room in which a field that does not fit has numbers at its edges."""

LEFT, MIDDLE, RIGHT = 1, 2, 3


class Field(ScrollView, can_focus=True):
    """A minefield. It knows no rule but the one for a chord, and asks for what is to be done."""

    ALLOW_SELECT: ClassVar[bool] = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"field--{number}" for number in range(9)),
        *(f"field--{sign}" for sign in ("closed", "flag", "mine", "hit", "wrong", "open")),
        *(f"field--risk-{name}" for name in ("safe", "mine", *(name for _most, name in RISKS))),
        *(f"field--on-{ground}" for ground in ("open", "closed", "other", "hit", "wrong")),
        *(f"field--on-{mark}" for mark in MARKS),
        *("field--on-cursor", "field--on-hover", "field--on-pressed"),
        *("field--cursor", "field--ruler", "field--ruler-here"),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("home", "edge(-1)", show=False),
        Binding("end", "edge(1)", show=False),
        Binding("ctrl+home", "corner(-1)", show=False),
        Binding("ctrl+end", "corner(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    @dataclass
    class Act(Message):
        """Something is to be done to a cell: click, flag or chord."""

        verb: str
        cell: Cell

    @dataclass
    class Refused(Message):
        """Nothing can be done so: a cell is a ``flag``, ``open``, or lacks flags (``chord``)."""

        cell: Cell
        reason: str

    @dataclass
    class Picked(Message):
        """A cell was chosen, where cells are to be chosen and not to be opened."""

        cell: Cell

    def __init__(self, width: int, height: int, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.columns, self.rows = width, height
        self.cursor: Cell = (width // 2, height // 2)
        """The cell that keys do something to."""
        self.hovered: Cell | None = None
        """The cell under the pointer."""
        self.readonly = False
        """Whether nothing can be done to cells."""
        self.picking = False
        """Whether a cell is to be chosen next."""
        self.mode = "dig"
        """What a left click and Enter do to closed cells: ``dig`` or ``flag``."""
        self.by_mouse = False
        """Whether the mouse was used last, and not the keys."""
        self._signs = CLOSED_SIGN * (width * height)
        self._marks: dict[Cell, str] = {}
        self._chances: tuple[float, ...] | None = None
        self._pressed: frozenset[Cell] = frozenset()
        self._held: str | None = None
        self._buttons: set[int] = set()
        self._lines: dict[int, Strip] = {}
        self._styles: dict[Look, Style] = {}
        self._margin = self._ruler = self._left = 0
        self._pitch = 2

    # What is shown.

    @property
    def signs(self) -> str:
        """What each cell shows, in reading order."""
        return self._signs

    @signs.setter
    def signs(self, signs: str) -> None:
        before, self._signs = self._signs, signs
        if before != signs:
            width = self.columns
            self._redraw(
                y
                for y in range(self.rows)
                if before[y * width : (y + 1) * width] != signs[y * width : (y + 1) * width]
            )

    @property
    def marks(self) -> Mapping[Cell, str]:
        """The cells that are marked, each with one of ``MARKS``."""
        return self._marks

    @marks.setter
    def marks(self, marks: Mapping[str, Iterable[Cell]]) -> None:
        before = self._marks
        self._marks = {cell: kind for kind in MARKS for cell in marks.get(kind, ())}
        changed = before.items() ^ self._marks.items()
        self._redraw({y for (_x, y), _kind in changed})

    @property
    def chances(self) -> Sequence[float] | None:
        """The chance of a mine in each cell in reading order; nan, or None: it is not shown."""
        return self._chances

    @chances.setter
    def chances(self, chances: Sequence[float] | None) -> None:
        before = self._chances
        self._chances = None if chances is None else tuple(chances)
        if (before is None) != (chances is None):
            self._fit()
        elif before is not None and self._chances is not None:
            width = self.columns
            self._redraw(
                y
                for y in range(self.rows)
                if repr(before[y * width : (y + 1) * width])
                != repr(self._chances[y * width : (y + 1) * width])
            )

    def sign(self, cell: Cell) -> str:
        """What a cell shows."""
        return self._signs[cell[1] * self.columns + cell[0]]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The up to eight cells around a cell, in reading order."""
        around = neighbour_table(self.columns, self.rows)[cell[1] * self.columns + cell[0]]
        return [(index % self.columns, index // self.columns) for index in around]

    # What the player does.

    @property
    def at(self) -> Cell:
        """The cell at hand: under the pointer where the mouse was used last, else the cursor."""
        return self.hovered if self.by_mouse and self.hovered is not None else self.cursor

    def visit(self, cell: Cell) -> None:
        """Let a cell be the one that keys do something to, and bring it into sight."""
        before, self.cursor = self.cursor, cell
        if before != cell:
            self._redraw({before[1], cell[1]}, ruler=True)
        self.bring(cell)

    def bring(self, cell: Cell) -> None:
        """Scroll so that a cell is in sight, and where there is room those around it, too."""
        x = self._scrolled(cell[0], self.scroll_offset.x, self.size.width - self._margin - 1)
        y = self._scrolled(cell[1], self.scroll_offset.y, self.size.height - self._ruler, pitch=1)
        if (x, y) != self.scroll_offset:
            self.scroll_to(x, y, animate=False)

    def _scrolled(self, place: int, offset: int, room: int, pitch: int | None = None) -> int:
        """By how much to scroll so that a column or row is in sight."""
        pitch = pitch or self._pitch
        around = pitch if room >= 3 * pitch else 0
        least = (place + 1) * pitch + around - room
        return max(0, least, min(offset, place * pitch - around))

    def act(self, verb: str, cell: Cell) -> None:
        """Ask for what a player wants of a cell: ``open`` (as it fits), ``flag`` or ``chord``."""
        if self.picking:
            self.post_message(self.Picked(cell))
            return
        if self.readonly:
            return
        sign = self.sign(cell)
        closed = sign in (CLOSED_SIGN, FLAG)
        if verb == "open":
            if closed and self.mode == "flag":
                verb = "flag"
            elif sign == FLAG:
                self.post_message(self.Refused(cell, "flag"))
                return
            else:
                verb = "click" if closed else "chord"
        if verb == "flag" and not closed:
            self.post_message(self.Refused(cell, "open"))
        elif verb != "chord" or self._can_chord(cell, sign):
            self.post_message(self.Act(verb, cell))

    def _can_chord(self, cell: Cell, sign: str) -> bool:
        """Whether a chord opens something; where flags are missing, that is said."""
        if sign not in "12345678":
            return False
        around = self.neighbours(cell)
        closed = [each for each in around if self.sign(each) == CLOSED_SIGN]
        if not closed:
            return False
        if sum(self.sign(each) == FLAG for each in around) == int(sign):
            return True
        self.press(closed)
        self.set_timer(FLASH, lambda: self.press(()))
        self.post_message(self.Refused(cell, "chord"))
        return False

    def press(self, cells: Iterable[Cell]) -> None:
        """Show those of these cells that are closed as pressed, and no others."""
        before = self._pressed
        self._pressed = frozenset(cell for cell in cells if self.sign(cell) == CLOSED_SIGN)
        self._redraw({y for _x, y in before ^ self._pressed})

    # Keys.

    def action_go(self, right: int, down: int) -> None:
        """Choose a cell beside the one that is chosen."""
        self._visit_near(self.cursor[0] + right, self.cursor[1] + down)

    def action_edge(self, side: int) -> None:
        """Choose the first or the last cell of the row."""
        self._visit_near(side * self.columns, self.cursor[1])

    def action_corner(self, side: int) -> None:
        """Choose the first or the last cell of all."""
        self._visit_near(side * self.columns, side * self.rows)

    def action_page(self, down: int) -> None:
        """Choose a cell half a field above or below."""
        self._visit_near(self.cursor[0], self.cursor[1] + down * max(1, self.rows // 2))

    def _visit_near(self, x: int, y: int) -> None:
        self.by_mouse = False
        self.visit((min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)))

    # The mouse.

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell that is drawn at a place of the widget."""
        column, row = x - self._left - self._margin, y - self._ruler
        if column < 0 or row < 0:
            return None
        found = (column + self.scroll_offset.x) // self._pitch, row + self.scroll_offset.y
        return found if found[0] < self.columns and found[1] < self.rows else None

    def place_of(self, cell: Cell) -> tuple[int, int] | None:
        """The column and row of the widget where a cell has its sign; None out of sight."""
        x = self._left + self._margin + (cell[0] + 1) * self._pitch - 1 - self.scroll_offset.x
        y = self._ruler + cell[1] - self.scroll_offset.y
        seen = self._left + self._margin <= x < self.size.width and self._ruler <= y
        return (x, y) if seen and y < self.size.height else None

    def on_mouse_down(self, event: MouseDown) -> None:
        """A button goes down: what it asks for comes when it goes up, but for flags."""
        cell = self.cell_at(event.x, event.y)
        self._buttons.add(event.button)
        self.by_mouse = True
        if cell is None:
            return
        self.visit(cell)
        if self.readonly and not self.picking:
            return
        if event.button == MIDDLE or {LEFT, RIGHT} <= self._buttons:
            self._held = "chord"
        elif event.button == RIGHT:
            self.act("flag", cell)
            return
        elif event.button == LEFT:
            self._held = "open"
        self._look(cell)

    def on_mouse_up(self, event: MouseUp) -> None:
        """A button goes up: what was held is done where the pointer is."""
        held, self._held = self._held, None
        self._buttons.clear()
        if held is None:
            return
        self.press(())
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.act(held, cell)

    def on_mouse_move(self, event: MouseMove) -> None:
        """The cell under the pointer is shown."""
        cell = self.cell_at(event.x, event.y)
        if not event.button:
            self._held = None
            self._buttons.clear()
            if self._pressed:
                self.press(())
        if cell == self.hovered:
            return
        self.by_mouse = True
        self._hover(cell)
        if self._held:
            self._look(cell)

    def on_leave(self, _event: Leave) -> None:
        """Nothing is under the pointer any more."""
        self.press(())
        self._hover(None)

    def _hover(self, cell: Cell | None) -> None:
        before, self.hovered = self.hovered, cell
        self._redraw({each[1] for each in (before, cell) if each is not None}, ruler=True)

    def _look(self, cell: Cell | None) -> None:
        """Show what the button that is held would open."""
        if cell is None:
            self.press(())
        elif self._held == "chord" or self.sign(cell) in "12345678":
            self.press([cell, *self.neighbours(cell)])
        else:
            self.press([cell])

    # Drawing.

    def on_mount(self) -> None:
        """Find out how much room there is."""
        self._fit()

    def on_resize(self, _event: Resize) -> None:
        """More or less of the field can be seen."""
        self._fit()
        self.bring(self.cursor)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """All there is: the field is drawn in its middle."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """The rows, and the numbers above them."""
        return self.rows + 1

    def notify_style_update(self) -> None:
        """Colours have changed."""
        super().notify_style_update()
        self._styles.clear()
        self._lines.clear()

    def watch_has_focus(self, has_focus: bool) -> None:
        """The cell that is chosen is shown while keys reach it."""
        super().watch_has_focus(has_focus)
        self._redraw({self.cursor[1]}, ruler=True)

    @property
    def _mono(self) -> bool:
        return self.app.no_color

    def _fit(self) -> None:
        """How the field fits into the room that there is.

        Where cells are does not depend on how high the room is, which what is said below takes
        from: a click would hit another cell.
        """
        room = self.container_size or self.size
        wide = len(str(self.rows - 1)) + 1
        self._pitch = 2
        if self._chances is not None and (self._mono or wide + 3 * self.columns + 1 < room.width):
            self._pitch = 3  # Two digits, and a space between them and the next ones.
        across = self._pitch * self.columns + 1
        fits = across + wide <= room.width
        self._margin = wide if fits or (across > room.width >= LEAST_COLUMNS) else 0
        self._ruler = int(room.height >= min(LEAST_ROWS, self.rows + 1))
        self.virtual_size = Size(self._margin + across, self._ruler + self.rows)
        self._left = max(0, (room.width - self.virtual_size.width) // 2)
        self._lines.clear()
        self.refresh()

    def _redraw(self, rows: Iterable[int], ruler: bool = False) -> None:
        """Draw these rows anew, and the numbers of the columns."""
        regions = []
        for y in rows:
            self._lines.pop(y, None)
            line = y - self.scroll_offset.y + self._ruler
            if self._ruler <= line < self.size.height:
                regions.append(Region(0, line, self.size.width, 1))
        if ruler and self._ruler:
            regions.append(Region(0, 0, self.size.width, 1))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """A line of what can be seen of the field."""
        row = y - self._ruler + self.scroll_offset.y
        if y < self._ruler:
            margin, line = (
                Strip([Segment(" " * self._margin, self._style("ruler"))]),
                self._numbers(),
            )
        elif row < self.rows:
            margin, line = self._label(row), self._lines.get(row) or self._row(row)
            self._lines[row] = line
        else:
            return Strip.blank(self.size.width, self._ground)
        start = self.scroll_offset.x
        room = self.size.width - self._left - self._margin
        parts = [margin, line.crop(start, start + room)]
        if self._left:
            parts.insert(0, Strip.blank(self._left, self._ground))
        return Strip.join(parts).extend_cell_length(self.size.width, self._ground)

    @property
    def _pointed(self) -> tuple[Cell, ...]:
        """The cells whose column and row are shown."""
        here = (self.cursor,) if self.has_focus else ()
        return here if self.hovered is None else (self.hovered, *here)

    def _numbers(self) -> Strip:
        """The numbers of the columns: where there are two digits, of every second one.

        Those pointed at are always there.
        """
        here = {x for x, _y in self._pointed}
        tight = self.columns > 10 and self._pitch == 2
        segments = []
        for x in range(self.columns):
            beside = x - 1 in here or x + 1 in here
            told = x in here or not tight or (x % 2 == 0 and not beside)
            style = self._style("ruler-here" if x in here else "ruler")
            segments.append(Segment(f"{x if told else '':>{self._pitch}}", style))
        return Strip(segments)

    def _label(self, row: int) -> Strip:
        """The number of a row."""
        if not self._margin:
            return Strip([])
        here = any(y == row for _x, y in self._pointed)
        style = self._style("ruler-here" if here else "ruler")
        return Strip([Segment(f"{row:>{self._margin - 1}} ", style)], self._margin)

    def _row(self, y: int) -> Strip:
        """A whole row: each cell, and the closing bracket of the last one."""
        brackets = self._mono and self.has_focus
        segments = []
        for x in range(self.columns):
            sign, look = self._cell((x, y))
            lead = MARKS.get(self._marks.get((x, y), ""), " ")
            if brackets and lead == " " and (x - 1, y) == self.cursor:
                lead = "]"
            if brackets and lead == " " and (x, y) == self.cursor:
                lead = "["
            room = self._pitch - len(sign)  # Two digits may leave none.
            segments.append(Segment(f"{lead:<{room}}"[:room] + sign, self._look_of(look)))
        closing = "]" if brackets and (self.columns - 1, y) == self.cursor else " "
        segments.append(Segment(closing, self._ground))
        return Strip(Segment.simplify(segments), self._pitch * self.columns + 1)

    def _cell(self, cell: Cell) -> tuple[str, Look]:
        """How a cell is drawn."""
        x, y = cell
        index = y * self.columns + x
        sign = self._signs[index]
        text = self.drawn(sign)
        closed = sign in (CLOSED_SIGN, FLAG, MINE)
        ground = "on-closed" if closed else "on-open"
        if closed and self._chances is not None and (x + y) % 2:
            ground = "on-other"  # So that numbers of two digits can be told apart.
        name = NAMES.get(sign, sign)
        if sign in (HIT, WRONG):
            ground = f"on-{name}"
        if self._chances is not None and not isnan(self._chances[index]) and closed:
            text, name = percent(self._chances[index])
        if cell in self._pressed:
            ground = "on-pressed"
        elif cell in self._marks:
            ground = f"on-{self._marks[cell]}"
        elif cell == self.hovered:
            ground = "on-hover" if closed else ground
        if cell == self.cursor and self.has_focus:
            name, ground = "cursor", "on-cursor"
        return text, (name, ground)

    def drawn(self, sign: str) -> str:
        """How a sign is drawn."""
        plain = getattr(self.app, "plain", False)
        return (PLAIN if plain else PRETTY).get(sign, sign)

    @property
    def _ground(self) -> Style:
        """The style of what is no cell."""
        style = self._styles.get(("", ""))
        if style is None:
            style = self._styles["", ""] = self.rich_style
        return style

    def _style(self, name: str) -> Style:
        return self._look_of((name, ""))

    def _look_of(self, look: Look) -> Style:
        """The colours of a sign on a ground; without colours the chosen cell is turned round."""
        style = self._styles.get(look)
        if style is None:
            name, ground = look
            sign = self.get_component_styles(f"field--{name}")
            under = self.get_component_styles(f"field--{ground}") if ground else self.styles
            _below, back = self.background_colors
            back = back + under.background
            style = Style.from_color(sign.color.rich_color, back.rich_color) + sign.text_style
            if ground:
                style += under.text_style
            self._styles[look] = style
        return style
