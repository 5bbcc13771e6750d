"""The palette: all colours with their keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.events import Click, Key, MouseMove, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from mastermine.i18n.text import _
from mastermine.tui.mastermind.pegs import cells, look_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.geometry import Size

    from mastermine.mastermind import Notation
    from mastermine.tui.mastermind.pegs import Look

LOW_ROWS = 24
"""On a screen with fewer rows, the palette takes one line if possible."""

MAX_SCREEN_SHARE = 3
"""The palette takes at most 1/3 of the rows of the screen, and scrolls."""


class Palette(Widget, can_focus=True):
    """All colours, with their names if there is room."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"palette--name", "palette--cursor", "palette--used"}

    @dataclass
    class Chosen(Message):
        """A colour was chosen by click or by Space."""

        colour: int

    def __init__(
        self,
        notation: Notation,
        used: Callable[[int], bool] = lambda _colour: False,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """``used`` returns True for a colour that may not be repeated."""
        super().__init__(id=id)
        self.notation = notation
        self.used = used
        self.at = 0
        self.top = 0

    @property
    def look(self) -> Look:
        return look_of(self.app, self.notation)

    # Geometry.

    def _width(self, form: int) -> int:
        """Returns the columns of an item in a form: 0 with its name, 1 to 3 ever closer."""
        look, notation = self.look, self.notation
        digit = max(map(len, notation.labels))
        if form == 0:
            name = max(len(colour.name) for colour in notation.colours)
            return look.room + digit + name + 7
        return look.room + digit + (4, 2, 0)[form - 1]

    def _form(self, width: int) -> int:
        """Returns the first form that takes few enough lines."""
        most = 1 if self.app.size.height < LOW_ROWS else 2
        n = len(self.notation.colours)
        for form in (0, 1, 2):
            if -(-n // max(1, width // self._width(form))) <= most:
                return form
        return 3

    def _per_line(self, width: int) -> int:
        return max(1, width // self._width(self._form(width)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return min(self._lines(width), max(2, self.app.size.height // MAX_SCREEN_SHARE))

    def _lines(self, width: int) -> int:
        return -(-len(self.notation.colours) // self._per_line(width))

    def on_resize(self, _event: Resize) -> None:
        self._scroll(self.top)
        self.refresh(layout=True)

    def _scroll(self, top: int) -> None:
        """Makes ``top`` the first visible line, as far as possible."""
        self.top = max(0, min(top, self._lines(self.size.width) - self.size.height))
        self.refresh()

    def _follow(self) -> None:
        line = self.at // self._per_line(self.size.width)
        self._scroll(max(line - self.size.height + 1, min(self.top, line)))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._scroll(self.top + 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._scroll(self.top - 1)

    def colour_at(self, x: int, y: int) -> int | None:
        width = self.size.width
        per_line = self._per_line(width)
        column = x // self._width(self._form(width))
        colour = (self.top + y) * per_line + column
        return colour if column < per_line and 0 <= colour < len(self.notation.colours) else None

    # Drawing.

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        per_line, form = self._per_line(width), self._form(width)
        start = (self.top + y) * per_line
        colours = range(len(self.notation.colours))[start : start + per_line]
        drawn: list[Segment] = []
        for colour in colours:
            item = self._item(colour, form)
            drawn += [*item, Segment(" " * (self._width(form) - cells(item)))]
        strip = Strip(drawn).apply_style(self.rich_style)
        return strip.adjust_cell_length(width, self.rich_style)

    def _item(self, colour: int, form: int) -> list[Segment]:
        look, notation = self.look, self.notation
        digit, word = notation.labels[colour], notation.colours[colour].name
        sign, blank = look.sign(colour), notation.colours[colour].blank
        here = colour == self.at and self.has_focus
        cursor = self.get_component_rich_style("palette--cursor")
        left, right = ("[", "]") if here else (" ", " ")
        style = look.peg(colour, 1).style or cursor
        if self.used(colour):
            style += self.get_component_rich_style("palette--used", partial=True)
        if form == 0:
            name = self.get_component_rich_style("palette--name")
            peg = Segment(f"{sign:^{look.room + 2}}", style)
            words = Segment(word if blank or digit in (sign, word) else f"{digit} {word}", name)
            return [Segment(left, cursor), peg, Segment(right, cursor), words]
        text = digit if sign == digit or blank else sign + digit
        pad = look.room + max(map(len, notation.labels))
        if form == 3:
            if here:
                style += self.get_component_rich_style("palette--cursor", partial=True)
            return [Segment(f"{text:<{pad}}", style)]
        peg = Segment(f"{text:^{pad + 4 - 2 * form}}", style)
        return [Segment(left, cursor), peg, Segment(right, cursor)]

    # The mouse and the keys.

    def on_mouse_move(self, event: MouseMove) -> None:
        colour = self.colour_at(*event.get_content_offset_capture(self))
        self.tooltip = None if colour is None else self.key_help(colour)

    def key_help(self, colour: int) -> str:
        name, digit = self.notation.colours[colour].name, self.notation.labels[colour]
        letter = self.notation.letter(colour)
        if not letter:
            return _("{colour}: type {digit}").format(colour=name, digit=digit)
        return _("{colour}: type {digit} or {letter}").format(
            colour=name, digit=digit, letter=letter
        )

    def on_click(self, event: Click) -> None:
        event.stop()
        colour = self.colour_at(*event.get_content_offset_capture(self))
        if colour is not None:
            self.at = colour
            self.refresh()
            self.post_message(self.Chosen(colour))

    def on_key(self, event: Key) -> None:
        per_line, last = self._per_line(self.size.width), len(self.notation.colours) - 1
        steps = {"left": -1, "right": 1, "up": -per_line, "down": per_line}
        if event.key in steps:
            self.at = max(0, min(self.at + steps[event.key], last))
        elif event.key in ("home", "end"):
            self.at = 0 if event.key == "home" else last
        elif event.key == "space":
            self.post_message(self.Chosen(self.at))
        else:
            return
        self._follow()
        event.stop()
        event.prevent_default()
