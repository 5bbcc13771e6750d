"""The board as one widget: answered rows, the current row, empty rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.events import Click, Key, MouseDown, MouseUp, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mastermine.tui.mastermind.pegs import cells, look_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.style import Style

    from mastermine.core.game import Turn
    from mastermine.mastermind import Code, Feedback, Notation
    from mastermine.tui.mastermind.pegs import Look

MAX_FUTURE = 32
"""Empty rows are drawn up to this limit of guesses."""

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
"""Step of each arrow key: (rows, places)."""


@dataclass(frozen=True)
class Current:
    """The current row: pegs, or the ``preview`` of a hint."""

    pegs: Sequence[int | None]
    chosen: int | None = None
    """The place where the next peg goes."""
    held: Collection[int] = ()
    preview: Code | None = None
    answer: Feedback | None = None
    """The answer that is being entered."""
    covered: bool = False
    """True if the pegs are hidden."""


@dataclass(frozen=True)
class Position:
    """The contents of a board."""

    turns: Sequence[Turn[Code, Feedback]] = ()
    current: Current | None = None
    limit: int | None = None
    wrong: Collection[int] = field(default_factory=frozenset)
    """The rows, from 0, whose answers cannot be right."""
    correcting: int | None = None
    """The row, from 0, whose answer is being corrected."""
    secret: Code | None = None


@dataclass(frozen=True)
class Layout:
    """Widths in columns: row number, peg, gap, text of an answer; ``marks``: draw its pegs."""

    number: int
    peg: int
    gap: int
    marks: bool
    text: int

    @property
    def pitch(self) -> int:
        """Columns from one place to the next."""
        return self.peg + self.gap

    def width(self, places: int) -> int:
        marks = places + 2 if self.marks else 1
        return self.number + self.gap + places * self.pitch + marks + self.text

    def place(self, x: int, places: int) -> int | None:
        place, within = divmod(x - self.number - self.gap, self.pitch)
        return place if 0 <= place < places and within < self.peg else None


def layout_of(look: Look, rows: int, width: int) -> Layout:
    """Returns the widest layout that fits into ``width``, or else the narrowest."""
    rules = look.notation.rules
    places = rules.places
    number = len(str(rows)) + 2
    text = look.notation.answers.width
    only_marks = rules.answer.value == "places"
    full = (True, 0) if only_marks else (True, text)
    short = (True, 0) if only_marks else (False, text)
    least = look.room
    sizes = [(4, 1, *full), (3, 1, *full), (3, 1, *short), (2, 1, *full), (2, 1, *short)]
    sizes += [(least, 1, *short), (least, 0, *short)]
    if len(max(look.notation.labels, key=len)) > 1 and not look.plain:
        sizes.insert(0, (5, 1, *full))
    made = [
        Layout(number, peg, gap, marks, text) for peg, gap, marks, text in sizes if peg >= least
    ]
    return next((each for each in made if each.width(places) <= width), made[-1])


class Board(ScrollView, can_focus=True):
    """The rows, drawn line by line. Input is only reported, by messages."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--number",
        "board--current",
        "board--wrong",
        "board--hole",
        "board--preview",
        "board--cursor",
        "board--black",
        "board--white",
        "board--none",
        "board--text",
    }

    @dataclass
    class Pressed(Message):
        """A place was pressed, by mouse (``button`` 1 to 3) or by Space (0)."""

        row: int
        place: int
        button: int

    @dataclass
    class Taken(Message):
        """A row was chosen: by a click on its number or answer, or by Enter."""

        row: int

    @dataclass
    class Moved(Message):
        """A peg of the current row was dragged to another place."""

        start: int
        end: int

    @dataclass
    class Walked(Message):
        """The cursor moved by this number of places; Home and End move by all of them."""

        places: int

    def __init__(self, notation: Notation, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.notation = notation
        self.position = Position()
        self.row = 0
        self._from: tuple[int, int] | None = None
        """Row and place where the mouse was pressed; (-1, -1) after a drag."""

    @property
    def current(self) -> int:
        """Index of the current row."""
        return len(self.position.turns)

    @property
    def look(self) -> Look:
        return look_of(self.app, self.notation)

    @property
    def layout_now(self) -> Layout:
        return layout_of(self.look, self._rows, self.size.width)

    def show(self, position: Position) -> None:
        """Draws a position; if the number of rows changed, moves the cursor to the current row."""
        grown = len(position.turns) != self.current
        chosen = self._chosen
        self.position = position
        if grown or self.row > self.current or position.current is None:
            self.row = self.current
        self._measure()
        self.refresh()
        if grown or chosen != self._chosen:
            self.call_after_refresh(self.reveal)

    def reveal(self) -> None:
        """Scrolls to the cursor.

        The last row brings the code into sight, too, and the last place the answer.
        """
        last = self.row == self.current and self.position.secret is not None
        y = self._step * (self._lines - 1 if last else self.row)
        x, width = self._span(self._chosen or 0)
        region = Region(x, max(0, y - 1), width, 3 if not last else 2)
        self.scroll_to_region(region, animate=False)

    def _span(self, place: int) -> tuple[int, int]:
        """Returns the first column and width of a place, including a number or answer beside it."""
        layout, places = self.layout_now, self.notation.rules.places
        start = layout.number + place * layout.pitch if place else 0
        end = layout.number + (place + 1) * layout.pitch + layout.gap
        return start, (end if place + 1 < places else layout.width(places)) - start

    # Geometry.

    @property
    def _rows(self) -> int:
        """Number of rows, including empty ones while the code is hidden."""
        position = self.position
        used = len(position.turns) + (position.current is not None)
        limit = position.limit
        if position.secret is None and limit is not None and limit <= MAX_FUTURE:
            return max(used, limit)
        return used

    @property
    def _lines(self) -> int:
        """Number of lines: the rows and the code."""
        return self._rows + (self.position.secret is not None)

    @property
    def _step(self) -> int:
        """Lines from one row to the next: 2 if there is room, else 1.

        Always 1 if messages are below the board, since each message would change the room.
        """
        roomy = self.screen.has_class("-wide") and 2 * self._lines - 1 <= self.size.height
        return 2 if roomy else 1

    def _measure(self) -> None:
        width = self.layout_now.width(self.notation.rules.places)
        self.virtual_size = Size(width, self._step * (self._lines - 1) + 1)

    def on_resize(self, _event: Resize) -> None:
        self._measure()
        self.call_after_refresh(self.reveal)

    def where(self, x: int, y: int) -> tuple[int, str, int]:
        """Returns row, kind (``number``, ``place``, ``answer`` or empty) and place at a point."""
        layout, places = self.layout_now, self.notation.rules.places
        row, column = (y + self.scroll_offset.y) // self._step, x + self.scroll_offset.x
        place = layout.place(column, places)
        if place is not None:
            return row, "place", place
        before = column < layout.number + layout.gap
        after = column >= layout.number + layout.gap + places * layout.pitch
        return row, "number" if before else "answer" if after else "", 0

    # Drawing.

    def render_line(self, y: int) -> Strip:
        row, between = divmod(y + self.scroll_offset.y, self._step)
        width = self.size.width
        if row >= self._lines or between:
            return Strip.blank(width, self.rich_style)
        strip = Strip(self._drawn(row)).apply_style(self.rich_style)
        left = self.scroll_offset.x
        return strip.extend_cell_length(left + width, self.rich_style).crop(left, left + width)

    def _style(self, name: str, partial: bool = False) -> Style:
        return self.get_component_rich_style(f"board--{name}", partial=partial)

    def _drawn(self, row: int) -> list[Segment]:
        position = self.position
        if row == self._rows:
            return [*self._number("=", "current"), *self._code(position.secret or ())]
        if row == self.current and position.current is not None:
            return self._in_play(row, position.current)
        if row >= self.current:
            holes = [None] * self.notation.rules.places
            return [*self._number(str(row + 1), "none"), *self._code(holes)]
        turn = position.turns[row]
        marked = row in position.wrong or row == position.correcting
        number = self._number(str(row + 1), "wrong" if marked else "number", "!" if marked else " ")
        cursor = self._cursor(row, self._chosen)
        return [*number, *self._code(turn.action, cursor), *self._answered(turn.feedback, marked)]

    @property
    def _chosen(self) -> int | None:
        return self.position.current.chosen if self.position.current else None

    def _cursor(self, row: int, place: int | None) -> int | None:
        """Returns the place in brackets: always in the current row, elsewhere with the focus."""
        if row == self.current or (row == self.row and self.has_focus):
            return place
        return None

    def _in_play(self, row: int, current: Current) -> list[Segment]:
        mark = ">" if self.look.plain else "▸"
        number = self._number(str(row + 1), "current", mark)
        if current.preview is not None:
            return [*number, *self._code(current.preview, preview=True)]
        drawn = self._code(
            current.pegs,
            self._cursor(row, current.chosen) if self.row == row else None,
            current.held,
            current.covered,
        )
        answer = [] if current.answer is None else self._answered(current.answer)
        return [*number, *drawn, *answer]

    def _number(self, text: str, style: str, mark: str = " ") -> list[Segment]:
        layout = self.layout_now
        return [Segment(f"{mark}{text:>{layout.number - 2}} ", self._style(style))]

    def _code(
        self,
        pegs: Sequence[int | None],
        cursor: int | None = None,
        held: Collection[int] = (),
        covered: bool = False,
        preview: bool = False,
    ) -> list[Segment]:
        layout, look = self.layout_now, self.look
        gaps = [" "] * (len(pegs) + 1)
        if cursor is not None:
            gaps[cursor], gaps[cursor + 1] = "[", "]"
        elif preview:
            gaps[0], gaps[-1] = "(", ")"
        style = self._style("cursor")
        drawn = [Segment(gaps[0] * layout.gap, style)]
        for place, peg in enumerate(pegs):
            if peg is None:
                part = Segment(f"{look.hole:^{layout.peg}}", self._style("hole"))
            elif covered:
                part = Segment(look.covered * layout.peg, self._style("hole"))
            else:
                part = look.peg(peg, layout.peg, place in held)
            if preview and part.style is not None:
                part = Segment(part.text, part.style + self._style("preview", partial=True))
            if not layout.gap and place == cursor and part.style is not None:
                part = Segment(part.text, part.style + self._style("cursor", partial=True))
            drawn += [part, Segment(gaps[place + 1] * layout.gap, style)]
        return drawn

    def _answered(self, answer: Feedback, wrong: bool = False) -> list[Segment]:
        layout, rules = self.layout_now, self.notation.rules
        drawn: list[Segment] = [Segment(" ")]
        if layout.marks:
            kinds = {kind: self._style(kind) for kind in ("black", "white", "none")}
            drawn += [*self.look.marks(rules, answer, kinds), Segment(" ")]
        if layout.text:
            text = self.notation.format_answer(answer)
            drawn.append(Segment(text, self._style("wrong" if wrong else "text")))
        return drawn if cells(drawn) else []

    # The mouse and the keys.

    def on_mouse_down(self, event: MouseDown) -> None:
        row, what, place = self.where(*event.get_content_offset_capture(self))
        self._from = (row, place) if what == "place" else None

    def on_mouse_up(self, event: MouseUp) -> None:
        row, what, place = self.where(*event.get_content_offset_capture(self))
        start, self._from = self._from, None
        if event.button != 1 or start is None or what != "place" or start == (row, place):
            return
        if start[0] == row == self.current:
            self.post_message(self.Moved(start[1], place))
            self._from = (-1, -1)

    def on_click(self, event: Click) -> None:
        event.stop()
        if self._from == (-1, -1):  # This was the end of a drag.
            self._from = None
            return
        row, what, place = self.where(*event.get_content_offset_capture(self))
        if row > self.current or row >= self._rows:
            return
        if what == "place":
            self.post_message(self.Pressed(row, place, event.button))
        elif what and row < self.current:
            self.post_message(self.Taken(row))

    def on_key(self, event: Key) -> None:
        if event.key in STEPS:
            rows, places = STEPS[event.key]
            if places:
                self.post_message(self.Walked(places))
            else:
                self._go(rows)
        elif event.key in ("home", "end"):
            most = self.notation.rules.places
            self.post_message(self.Walked(most if event.key == "end" else -most))
        elif event.key in ("pageup", "pagedown"):
            page = max(1, self.size.height - 1)
            self._go(page if event.key == "pagedown" else -page)
        elif event.key == "space" and self._chosen is not None:
            self.post_message(self.Pressed(self.row, self._chosen, 0))
        elif event.key == "enter" and self.row < self.current:
            self.post_message(self.Taken(self.row))
        else:
            return
        event.stop()
        event.prevent_default()

    def _go(self, rows: int) -> None:
        self.row = max(0, min(self.row + rows, self.current))
        self.reveal()
        self.refresh()
