"""Screen of the statistics of your games."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import N_, _
from mastermine.session.messages.statistics import (
    TEXT_COLUMNS,
    chosen,
    headings,
    listed,
    nothing_yet,
    table_row,
)
from mastermine.session.saved.history import statistics
from mastermine.session.saved.profile import OWNER, own_store
from mastermine.tui.background import in_thread
from mastermine.tui.board_screen import HeadedScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.session.saved.history import Statistics


MARGINS = 4
"""Columns of padding, left and right of the list together."""


class StatisticsScreen(HeadedScreen):
    """Finished games by rules and mode, as a table or a list."""

    _rows: Sequence[list[str]] = ()

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#sums"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("f10,escape", "close", N_("Close")),
    ]

    def headline(self) -> str:
        return _("Statistics")

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="sums"):
            yield Static(id="sums-table", markup=False)
            yield Static(id="sums-list", markup=False)
            yield Static(id="sums-chosen", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self.look())

    async def look(self) -> None:
        """Computes the statistics in a thread and shows them."""

        def find() -> list[Statistics]:
            with own_store() as store:
                return statistics(store, OWNER)

        try:
            found = await in_thread(find)
        except MastermineError as error:
            self.add_class("-none")
            self._show_list(Content(str(error)))
            return
        self._rows = [table_row(each) for each in found]
        self.query_one("#sums-chosen", Static).update("\n".join(chosen(found)))
        if self._rows:
            self.query_one("#sums-table", Static).update(_table(self._rows))
            self._list_rows()
        else:
            self.add_class("-none")
            self._show_list(Content(nothing_yet()))

    def on_resize(self) -> None:
        if self._rows:
            self._list_rows()

    def _list_rows(self) -> None:
        width = self.size.width - MARGINS
        self._show_list(Content("\n\n").join(_listed(row, width) for row in self._rows))

    def _show_list(self, text: Content) -> None:
        self.query_one("#sums-list", Static).update(text)

    def rules_help(self) -> list[str]:
        return [
            _(
                "± marks the standard error. Games in which you hide the code count as wins or "
                "losses of the computer."
            )
        ]


def _table(rows: list[list[str]]) -> Table:
    made = Table(box=None, padding=(0, 3, 0, 0))
    for column, head in enumerate(headings()):
        made.add_column(head, justify="left" if column < TEXT_COLUMNS else "right")
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _listed(row: list[str], width: int) -> Content:
    title, values = listed(row, width)
    return Content.assemble((title, "bold $primary"), f"\n{values}")
