"""Help window: the keys of a screen and the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from mastermine.i18n.text import N_, _
from mastermine.tui.dialogs import Dialog
from mastermine.tui.fields import Press
from mastermine.tui.keybar import bindings, key_name

if TYPE_CHECKING:
    from mastermine.tui.board_screen import HeadedScreen


class HelpScreen(Dialog[None]):
    """The help window of a screen."""

    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark,q", "close", N_("Close"), show=False)
    ]

    def __init__(self, screen: HeadedScreen) -> None:
        super().__init__()
        self.rules = screen.rules_help()
        self.rows = screen.keys_help()
        for active, keys in bindings(screen):
            self.rows.append((", ".join(map(key_name, keys)), _(active.binding.description)))

    def compose(self) -> ComposeResult:
        keys = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        keys.add_column(style="bold", max_width=24)
        keys.add_column()
        for key, effect in self.rows:
            keys.add_row(Text(key), Text(effect))
        with VerticalScroll(classes="window", id="help"):
            for paragraph in self.rules:
                yield Static(paragraph, markup=False, classes="paragraph")
            yield Static(_("Keys"), markup=False, classes="title")
            yield Static(keys, id="keys-help")
            yield Static(
                _("You can also click the keys at the bottom of the screen."),
                markup=False,
                classes="paragraph",
            )
            yield Press(_("Close"), "close", primary=True)

    def on_button_pressed(self) -> None:
        self.dismiss(None)
