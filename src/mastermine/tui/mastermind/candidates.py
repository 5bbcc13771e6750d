"""Window of the candidates: their number, a list, and their partition by a guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Key, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Button, Static

from mastermine.coach.guess import assess, itself, possible
from mastermine.i18n.numbers import percent, rough, whole
from mastermine.i18n.text import N_, _
from mastermine.mastermind import Unlisted, code_of_row, spread_evenly
from mastermine.session.messages import mastermind
from mastermine.tui.dialogs import Dialog
from mastermine.tui.mastermind.pegs import cells, look_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.coach.guess import Assessment
    from mastermine.mastermind import Candidates, Code, Notation

MAX_LIVE_SPLIT_CODES = 1 << 18
"""Up to this many codes, the partition is computed whenever the cursor moves."""

MAX_EXAMPLES = 500
"""Number of codes shown if the candidates cannot all be listed."""

WIDE_COLUMNS = 84
"""From this width on, the list is beside the partition."""

MAX_BAR_COLUMNS = 12


class CodeList(ScrollView, can_focus=True):
    """Codes in columns. Only visible codes are drawn, since there may be millions."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"codes--cursor"}

    @dataclass
    class Moved(Message):
        """The cursor moved to another code."""

        code: Code

    @dataclass
    class Taken(Message):
        """A code was chosen."""

        code: Code

    def __init__(self, notation: Notation, codes: Sequence[Code]) -> None:
        super().__init__()
        self.notation = notation
        self.codes = codes
        self.at = 0

    @property
    def _item(self) -> int:
        return cells(look_of(self.app, self.notation).code(self.codes[0])) + 3

    @property
    def _per_line(self) -> int:
        return max(1, self.size.width // self._item)

    def on_resize(self, _event: Resize) -> None:
        lines = -(-len(self.codes) // self._per_line)
        self.virtual_size = Size(self._item, lines)
        self._follow()

    def render_line(self, y: int) -> Strip:
        look, item, width = look_of(self.app, self.notation), self._item, self.size.width
        cursor = self.get_component_rich_style("codes--cursor", partial=True)
        first = (y + self.scroll_offset.y) * self._per_line
        drawn: list[Segment] = []
        for index in range(first, min(first + self._per_line, len(self.codes))):
            left, right = ("[", "]") if index == self.at else (" ", " ")
            drawn += [
                Segment(left, cursor),
                *look.code(self.codes[index]),
                Segment(right, cursor),
                Segment(" "),
            ]
        start = self.scroll_offset.x
        strip = Strip(drawn).apply_style(self.rich_style)
        strip = strip.extend_cell_length(max(item, start + width), self.rich_style)
        return strip.crop(start, start + width)

    def on_key(self, event: Key) -> None:
        line, page = self._per_line, self._per_line * max(1, self.size.height - 1)
        steps = {
            "left": -1,
            "right": 1,
            "up": -line,
            "down": line,
            "pageup": -page,
            "pagedown": page,
            "home": -len(self.codes),
            "end": len(self.codes),
        }
        if event.key in steps:
            self._go(self.at + steps[event.key])
        elif event.key in ("enter", "space"):
            self.post_message(self.Taken(self.codes[self.at]))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: Click) -> None:
        """Moves the cursor to a code; a double click takes the code."""
        event.stop()
        x, y = event.get_content_offset_capture(self)
        column = (x + self.scroll_offset.x) // self._item
        index = (y + self.scroll_offset.y) * self._per_line + column
        if column >= self._per_line or index >= len(self.codes):
            return
        if index == self.at and event.chain > 1:
            self.post_message(self.Taken(self.codes[index]))
        self._go(index)

    def _go(self, index: int) -> None:
        self.at = max(0, min(index, len(self.codes) - 1))
        self._follow()
        self.refresh()
        self.post_message(self.Moved(self.codes[self.at]))

    def _follow(self) -> None:
        self.scroll_to_region(Region(0, self.at // self._per_line, 1, 1), animate=False)


class CandidatesScreen(Dialog["Code"]):
    """The list and the partition by a guess; returns the code that was taken, or None."""

    CSS_PATH = "mastermind.tcss"
    AUTO_FOCUS = "CodeList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "close", N_("Close"))]

    def __init__(
        self, notation: Notation, known: Candidates, draft: Assessment | None, take: bool
    ) -> None:
        """``draft`` assesses the current row; ``take`` allows the player to take a code."""
        super().__init__()
        self.notation = notation
        self.known = known
        self.codes: Sequence[Code] = listed_codes(known)
        self.draft = draft
        self.take = take

    def compose(self) -> ComposeResult:
        with Vertical(classes="candidates"):
            yield Static(self.count(), id="count", markup=False)
            with Horizontal(id="both"):
                yield CodeList(self.notation, self.codes)
                with VerticalScroll(id="split", can_focus=False):
                    yield Static(id="parts", markup=False)
            with Horizontal(classes="acts"):
                if self.take:
                    yield Button(_("Use this code"), id="take", compact=True)
                yield Button(_("Close"), id="close", compact=True)

    def count(self) -> str:
        text = possible(self.known.estimate())
        if self.known.listed:
            return text
        return f"{text} {mastermind.examples_only()}"

    def on_mount(self) -> None:
        if self.draft is not None:
            self.show_split(self.draft)
        else:
            self.split(self.codes[0])

    def on_code_list_moved(self, event: CodeList.Moved) -> None:
        self.split(event.code)

    def on_code_list_taken(self, event: CodeList.Taken) -> None:
        if self.take:
            self.dismiss(event.code)

    def split(self, code: Code) -> None:
        if len(self.codes) <= MAX_LIVE_SPLIT_CODES:
            self.show_split(assess(self.known, code))

    def show_split(self, assessment: Assessment) -> None:
        """Shows the partition by a guess: a line for each answer, the largest part first."""
        look = look_of(self.app, self.notation)
        parts = sorted(assessment.parts.items(), key=lambda part: -part[1])
        largest = parts[0][1]
        sizes = [whole(n) if assessment.exact else rough(n, 2) for _answer, n in parts]
        width = max(map(len, sizes))
        lines = [
            look.content(assessment.guess),
            *map(Content, mastermind.expectation(assessment)),
            Content(itself(assessment)),
        ]
        bar = "=" if look.plain else "█"
        for (answer, n), size in zip(parts, sizes, strict=True):
            share = percent(n / assessment.candidates)
            lines.append(
                Content.assemble(
                    f"{self.notation.format_answer(answer)}  {size:>{width}}  {share:>6}  ",
                    (bar * max(1, round(MAX_BAR_COLUMNS * n / largest)), "$primary"),
                )
            )
        self.query_one("#parts", Static).update(Content("\n").join(lines))
        self.query_one("#split").scroll_home(animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        listed = self.query_one(CodeList)
        self.dismiss(self.codes[listed.at] if event.button.id == "take" else None)


def listed_codes(known: Candidates) -> Sequence[Code]:
    """Returns all candidates, or examples if they are not listed."""
    if not isinstance(known, Unlisted) or known.listed:
        return cast("Sequence[Code]", known)
    examples = spread_evenly(known.drawn.codes, MAX_EXAMPLES)
    return [code_of_row(examples, n) for n in range(len(examples))]
