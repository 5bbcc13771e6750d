"""Interactive minefield for mouse and keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from mastermine.minesweeper import Cell
from mastermine.tui.minesweeper.field_lines import DrawnField
from mastermine.tui.minesweeper.signs import CLOSED_SIGN, FLAG

if TYPE_CHECKING:
    from textual.events import Leave, MouseDown, MouseMove, MouseUp

FLASH_SECONDS = 0.26
"""Seconds for which the cells of a refused chord are highlighted."""

FAR = 1_000_000
"""A step larger than any field."""

LEFT, MIDDLE, RIGHT = 1, 2, 3


class Field(DrawnField, can_focus=True):
    """A minefield that reports moves by messages; the only rule it checks is that for chords."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("home", f"go(-{FAR}, 0)", show=False),
        Binding("end", f"go({FAR}, 0)", show=False),
        Binding("ctrl+home", f"go(-{FAR}, -{FAR})", show=False),
        Binding("ctrl+end", f"go({FAR}, {FAR})", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    @dataclass
    class Act(Message):
        """Requests a move on a cell: click, flag or chord."""

        verb: str
        cell: Cell

    @dataclass
    class Picked(Message):
        """A cell was chosen while ``picking`` is set."""

        cell: Cell

    def __init__(self, width: int, height: int, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(width, height, id=id)
        self.readonly = False
        self.picking = False
        self.mode = "dig"
        """Effect of a left click and Enter on a closed cell: ``dig`` or ``flag``."""
        self.by_mouse = False
        """True if the last input came from the mouse."""
        self._held: str | None = None
        self._buttons: set[int] = set()

    # Moves.

    @property
    def at(self) -> Cell:
        """The cell under the pointer if the mouse was used last, else that of the cursor."""
        return self.hovered if self.by_mouse and self.hovered is not None else self.cursor

    def act(self, verb: str, cell: Cell) -> None:
        """Requests ``flag``, ``chord`` or ``open``, which depends on the cell and the mode."""
        if self.picking:
            self.post_message(self.Picked(cell))
            return
        if self.readonly:
            return
        sign = self.sign(cell)
        closed = sign in (CLOSED_SIGN, FLAG)
        if verb == "open":
            verb = ("flag" if self.mode == "flag" else "click") if closed else "chord"
        if verb != "chord" or self._can_chord(cell, sign):
            self.post_message(self.Act(verb, cell))

    def _can_chord(self, cell: Cell, sign: str) -> bool:
        """Returns True for a number beside closed cells, which flash if flags are missing."""
        if sign not in "12345678":
            return False
        around = self.neighbours(cell)
        closed = [each for each in around if self.sign(each) == CLOSED_SIGN]
        if closed and sum(self.sign(each) == FLAG for each in around) != int(sign):
            self.press(closed)
            self.set_timer(FLASH_SECONDS, lambda: self.press(()))
        return bool(closed)

    # Keys.

    def action_page(self, down: int) -> None:
        self.action_go(0, down * max(1, self.rows // 2))

    def action_go(self, right: int, down: int) -> None:
        x, y = self.cursor[0] + right, self.cursor[1] + down
        self.by_mouse = False
        self.visit((min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)))

    # The mouse.

    def on_mouse_down(self, event: MouseDown) -> None:
        """Flags a cell at once; other moves are made when the button is released."""
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
        self._highlight(cell)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Makes the move of the released button on the cell under the pointer."""
        held, self._held = self._held, None
        self._buttons.clear()
        if held is None:
            return
        self.press(())
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.act(held, cell)

    def on_mouse_move(self, event: MouseMove) -> None:
        cell = self.cell_at(event.x, event.y)
        if not event.button:
            self._held = None
            self._buttons.clear()
            if self._pressed:
                self.press(())
        if cell == self.hovered:
            return
        self.by_mouse = True
        self.hover(cell)
        if self._held:
            self._highlight(cell)

    def on_leave(self, _event: Leave) -> None:
        self.press(())
        self.hover(None)

    def _highlight(self, cell: Cell | None) -> None:
        """Highlights the cells that the pressed button would open."""
        if cell is None:
            self.press(())
        elif self._held == "chord" or self.sign(cell) in "12345678":
            self.press([cell, *self.neighbours(cell)])
        else:
            self.press([cell])
