"""Draws a minefield line by line; only changed lines are redrawn.

A cell has two columns, one for a mark or the cursor and one for its sign, so that nothing depends
on colour alone. A field that does not fit scrolls inside its coordinates and follows the cursor.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mastermine.minesweeper import Cell, first_label, neighbour_table
from mastermine.tui.minesweeper.signs import CLOSED_SIGN, FLAG, HIT, MINE, WRONG
from mastermine.tui.minesweeper.styles import MARKS, NAMES, PLAIN, PRETTY, RISKS, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.events import Resize

Look = tuple[str, str]
"""Style names of a cell: those of its sign and its background."""

LEAST_ROWS, LEAST_COLUMNS = 6, 24
"""Minimum size in which a field that does not fit still shows coordinates."""


class DrawnField(ScrollView):
    """A minefield with its cursor, pressed cells, marks and mine probabilities."""

    ALLOW_SELECT: ClassVar[bool] = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"field--{number}" for number in range(9)),
        *(f"field--{sign}" for sign in ("closed", "flag", "mine", "hit", "wrong", "open")),
        *(f"field--risk-{name}" for name in ("safe", "mine", *(name for _most, name in RISKS))),
        *(f"field--on-{ground}" for ground in ("open", "closed", "other", "even", "hit", "wrong")),
        *(f"field--on-{mark}" for mark in MARKS),
        *("field--on-cursor", "field--on-hover", "field--on-pressed"),
        *("field--cursor", "field--ruler", "field--ruler-here"),
    }

    def __init__(self, width: int, height: int, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.columns, self.rows = width, height
        self.cursor: Cell = (width // 2, height // 2)
        """The cell that keys act on."""
        self.hovered: Cell | None = None
        self._signs = CLOSED_SIGN * (width * height)
        self._marks: dict[Cell, str] = {}
        self._chances: tuple[float, ...] | None = None
        self._pressed: frozenset[Cell] = frozenset()
        self._lines: dict[int, Strip] = {}
        self._styles: dict[Look, Style] = {}
        self._margin = self._ruler = self._left = 0
        self._pitch = 2

    # Contents.

    @property
    def signs(self) -> str:
        """The sign of each cell in reading order."""
        return self._signs

    @signs.setter
    def signs(self, signs: str) -> None:
        before, self._signs = self._signs, signs
        if before != signs:
            self._redraw_changed(before, signs)

    @property
    def marks(self) -> Mapping[Cell, str]:
        """The marked cells, each with one of ``MARKS``."""
        return self._marks

    @marks.setter
    def marks(self, marks: Mapping[str, Iterable[Cell]]) -> None:
        before = self._marks
        self._marks = {cell: kind for kind in MARKS for cell in marks.get(kind, ())}
        changed = before.items() ^ self._marks.items()
        self._redraw({y for (_x, y), _kind in changed})

    @property
    def chances(self) -> Sequence[float] | None:
        """Mine probabilities in reading order; nan hides that of a cell, None hides all."""
        return self._chances

    @chances.setter
    def chances(self, chances: Sequence[float] | None) -> None:
        before = self._chances
        self._chances = None if chances is None else tuple(chances)
        if (before is None) != (chances is None):
            self._fit()
        elif before is not None and self._chances is not None:
            self._redraw_changed(before, self._chances)

    def _redraw_changed(self, before: Sequence[object], now: Sequence[object]) -> None:
        """Redraws rows whose cells differ, compared as text since nan differs from itself."""
        width = self.columns
        rows = [slice(y * width, (y + 1) * width) for y in range(self.rows)]
        self._redraw(y for y, row in enumerate(rows) if repr(before[row]) != repr(now[row]))

    def sign(self, cell: Cell) -> str:
        return self._signs[cell[1] * self.columns + cell[0]]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Returns the neighbours of a cell in reading order."""
        around = neighbour_table(self.columns, self.rows)[cell[1] * self.columns + cell[0]]
        return [(index % self.columns, index // self.columns) for index in around]

    def visit(self, cell: Cell) -> None:
        """Moves the cursor to a cell and scrolls to it."""
        before, self.cursor = self.cursor, cell
        if before != cell:
            self._redraw({before[1], cell[1]}, ruler=True)
        self.bring(cell)

    def bring(self, cell: Cell) -> None:
        """Scrolls to a cell and, if there is room, its neighbours."""
        x = self._scrolled(cell[0], self.scroll_offset.x, self.size.width - self._margin - 1)
        y = self._scrolled(cell[1], self.scroll_offset.y, self.size.height - self._ruler, pitch=1)
        if (x, y) != self.scroll_offset:
            self.scroll_to(x, y, animate=False)

    def _scrolled(self, place: int, offset: int, room: int, pitch: int | None = None) -> int:
        """Returns the scroll offset at which a column or row is visible."""
        pitch = pitch or self._pitch
        around = pitch if room >= 3 * pitch else 0
        least = (place + 1) * pitch + around - room
        return max(0, least, min(offset, place * pitch - around))

    def press(self, cells: Iterable[Cell]) -> None:
        """Draws the closed ones of these cells as pressed, and no others."""
        before = self._pressed
        self._pressed = frozenset(cell for cell in cells if self.sign(cell) == CLOSED_SIGN)
        self._redraw({y for _x, y in before ^ self._pressed})

    def hover(self, cell: Cell | None) -> None:
        """Highlights the cell under the pointer."""
        before, self.hovered = self.hovered, cell
        self._redraw({each[1] for each in (before, cell) if each is not None}, ruler=True)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Returns the cell at a point of the widget."""
        column, row = x - self._left - self._margin, y - self._ruler
        if column < 0 or row < 0:
            return None
        found = (column + self.scroll_offset.x) // self._pitch, row + self.scroll_offset.y
        return found if found[0] < self.columns and found[1] < self.rows else None

    # Drawing.

    def on_mount(self) -> None:
        self._fit()

    def on_resize(self, _event: Resize) -> None:
        self._fit()
        self.bring(self.cursor)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return self.rows + 1

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self._lines.clear()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._redraw({self.cursor[1]}, ruler=True)

    @property
    def _mono(self) -> bool:
        return self.app.no_color

    def _fit(self) -> None:
        """Computes the layout for the available size.

        The columns do not depend on the height: a message below the field changes it, and a click
        would hit another cell.
        """
        room = self.container_size or self.size
        wide = len(str(self.rows - 1 + first_label())) + 1
        self._pitch = 2
        if self._chances is not None and (self._mono or wide + 3 * self.columns + 1 < room.width):
            self._pitch = 3  # Two digits and a space.
        across = self._pitch * self.columns + 1
        fits = across + wide <= room.width
        self._margin = wide if fits or (across > room.width >= LEAST_COLUMNS) else 0
        self._ruler = int(room.height >= min(LEAST_ROWS, self.rows + 1))
        self.virtual_size = Size(self._margin + across, self._ruler + self.rows)
        self._left = max(0, (room.width - self.virtual_size.width) // 2)
        self._lines.clear()
        self.refresh()

    def _redraw(self, rows: Iterable[int], ruler: bool = False) -> None:
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
        """The cells whose coordinates are highlighted."""
        here = (self.cursor,) if self.has_focus else ()
        return here if self.hovered is None else (self.hovered, *here)

    def _numbers(self) -> Strip:
        """Returns the column numbers; with two digits, only every second and highlighted ones."""
        here = {x for x, _y in self._pointed}
        tight = self.columns > 10 and self._pitch == 2
        segments = []
        for x in range(self.columns):
            beside = x - 1 in here or x + 1 in here
            visible = x in here or not tight or (x % 2 == 0 and not beside)
            style = self._style("ruler-here" if x in here else "ruler")
            segments.append(
                Segment(f"{x + first_label() if visible else '':>{self._pitch}}", style)
            )
        return Strip(segments)

    def _label(self, row: int) -> Strip:
        if not self._margin:
            return Strip([])
        here = any(y == row for _x, y in self._pointed)
        style = self._style("ruler-here" if here else "ruler")
        return Strip([Segment(f"{row + first_label():>{self._margin - 1}} ", style)], self._margin)

    def _row(self, y: int) -> Strip:
        """Returns a row of cells, with the closing bracket of the last one."""
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
        x, y = cell
        index = y * self.columns + x
        sign = self._signs[index]
        text = self.drawn(sign)
        closed = sign in (CLOSED_SIGN, FLAG, MINE)
        ground = "on-closed" if closed else "on-open"
        name = NAMES.get(sign, sign)
        if sign in (HIT, WRONG):
            ground = f"on-{name}"
        if self._chances is not None and not isnan(self._chances[index]) and closed:
            text, name = percent(self._chances[index])
            ground = "on-other" if (x + y) % 2 else "on-even"  # Separates adjacent numbers.
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
        plain = getattr(self.app, "plain", False)
        return (PLAIN if plain else PRETTY).get(sign, sign)

    @property
    def _ground(self) -> Style:
        """The style outside the cells."""
        style = self._styles.get(("", ""))
        if style is None:
            style = self._styles["", ""] = self.rich_style
        return style

    def _style(self, name: str) -> Style:
        return self._look_of((name, ""))

    def _look_of(self, look: Look) -> Style:
        """Returns the style of a sign on a background."""
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
