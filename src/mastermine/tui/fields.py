"""Form fields of one row each, with navigation by arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Checkbox, Input, Select, Static

from mastermine.i18n.text import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

WAYS: list[BindingType] = [
    Binding("up", "app.focus_previous", show=False),
    Binding("down", "app.focus_next", show=False),
]


class Choice(Select[str]):
    """A choice among several values. Left and Right step through them, Enter lists them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *WAYS,
        Binding("enter,space", "show_overlay", N_("All choices"), show=False),
        Binding("left", "step(-1)", N_("Previous"), show=False),
        Binding("right", "step(1)", N_("Next"), show=False),
    ]

    def __init__(self, options: Iterable[tuple[str, str]], value: str, id: str) -> None:  # noqa: A002
        offered = list(options)
        self.values = [value for _word, value in offered]
        super().__init__(
            offered,
            value=value if value in self.values else self.values[0],
            allow_blank=False,
            compact=True,
            id=id,
        )

    @property
    def chosen(self) -> str:
        return str(self.value)

    def offer(self, options: Iterable[tuple[str, str]], value: str) -> None:
        """Replaces the options and selects ``value``, or the first option."""
        offered = list(options)
        self.values = [value for _word, value in offered]
        with self.prevent(Select.Changed):
            self.set_options(offered)
            self.value = value if value in self.values else self.values[0]

    def action_step(self, by: int) -> None:
        at = self.values.index(self.chosen) + by
        if 0 <= at < len(self.values):
            self.value = self.values[at]


class Tick(Checkbox):
    """A check box that is legible without colours."""

    BINDINGS: ClassVar[list[BindingType]] = WAYS

    def __init__(self, label: str, value: bool, id: str) -> None:  # noqa: A002
        super().__init__(label, value, id=id, compact=True)

    @property
    def _button(self) -> Content:
        return Content("[x]" if self.value else "[ ]")


class Line(Input):
    """An input field for text or a number."""

    BINDINGS: ClassVar[list[BindingType]] = WAYS

    def __init__(self, value: str, id: str, *, number: bool = False) -> None:  # noqa: A002
        super().__init__(
            value,
            id=id,
            compact=True,
            type="integer" if number else "text",
            max_length=5 if number else 200,
            classes="number" if number else "",
        )


class Press(Button):
    """A button of one row that is legible without colours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *WAYS,
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, label: str, id: str, *, primary: bool = False) -> None:  # noqa: A002
        super().__init__(
            f"[ {label} ]".replace("[", r"\["),
            id=id,
            compact=True,
            variant="primary" if primary else "default",
        )
        self.active_effect_duration = 0  # During the effect, presses are ignored.


class Row(Horizontal):
    """A label and its fields."""

    def __init__(self, question: str, *fields: Widget, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes="row")
        self.question, self.fields = question, fields

    def compose(self) -> ComposeResult:
        yield Static(self.question, markup=False, classes="question")
        yield from self.fields
