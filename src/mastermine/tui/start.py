"""The start screen: new game, saved games, daily puzzles, settings."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ItemGrid, Vertical, VerticalScroll
from textual.widgets import Button, Checkbox, Select, Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import N_, _, spoken
from mastermine.registry import GAMES
from mastermine.session.messages import rules
from mastermine.tui.background import in_thread
from mastermine.tui.board_screen import HeadedScreen
from mastermine.tui.fields import Choice, Press, Row, Tick
from mastermine.tui.form import Form
from mastermine.tui.resume import SavedGame, Today, format_streaks, saved_games, todays
from mastermine.tui.theme import NAMES


class StartScreen(HeadedScreen):
    """The start screen."""

    CSS_PATH = "start.tcss"
    AUTO_FOCUS = "#play"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("f5", "play", N_("Play")),
        Binding("f3", "load", N_("Load a file")),
        Binding("f4", "link", N_("Paste a link")),
        Binding("f6", "statistics", N_("Statistics")),
        Binding("f10", "app.quit", N_("Quit")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[SavedGame] = []
        self._todays: list[Today] = []

    def headline(self) -> str:
        return _("Mastermind and Minesweeper")

    def compose_body(self) -> ComposeResult:
        with Container(id="start"):
            with VerticalScroll(id="choosing", can_focus=False):
                yield Form(self.app.settings.form)
                yield Press(_("Play"), "play", primary=True)
            with VerticalScroll(id="besides", can_focus=False):
                yield Static(_("Resume"), classes="title", id="saved-title", markup=False)
                yield Vertical(id="saved")
                yield Static(_("Daily puzzles"), classes="title", markup=False)
                yield ItemGrid(id="todays", min_column_width=19)
                yield Static(id="streaks", markup=False)
                with ItemGrid(id="more", min_column_width=24):
                    yield Press(_("Load a file…"), "load")
                    yield Press(_("Paste a link…"), "link")
                    yield Press(_("Statistics"), "statistics")
                yield from self._settings()

    def _settings(self) -> ComposeResult:
        settings = self.app.settings
        yield Static(_("Settings"), classes="title", markup=False)
        if not self.app.plain:
            languages = [(language.name, tag) for tag, language in LANGUAGES.items()]
            yield Row(_("Language"), Choice(languages, spoken().tag, "language"))
        themes = [(_(title), name) for name, title in NAMES.items()]
        yield Row(_("Colours"), Choice(themes, settings.theme, "theme"))
        yield Row("", Tick(_("symbols on pegs"), settings.symbols, "symbols"))

    def on_screen_resume(self) -> None:
        self.run_worker(self.look(), exclusive=True)

    async def look(self) -> None:
        """Lists the saved games and the daily puzzles."""
        self._saved, self._todays = await in_thread(lambda: (saved_games(), todays()))
        if not self.is_attached:
            return
        async with self.batch():
            box = self.query_one("#saved")
            await box.remove_children()
            await box.mount(
                *(Press(each.label, f"saved-{n}") for n, each in enumerate(self._saved))
            )
            grid = self.query_one("#todays")
            await grid.remove_children()
            await grid.mount(*(Press(each.label, f"today-{each.level}") for each in self._todays))
        self.query_one("#saved-title").display = bool(self._saved)
        streaks = format_streaks(self._todays)
        self.query_one("#streaks", Static).update(streaks)
        self.query_one("#streaks").display = bool(streaks)

    # Actions.

    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        form = self.query_one(Form)
        self.app.settings.form = form.values
        self.app.settings.write()
        try:
            if form.way.name == "watch":
                self.app.watch_strategy(form.setup(), form.strategy())
            else:
                self.app.play(form.begin())
        except MastermineError as error:
            self.app.warn(error)

    @on(Button.Pressed, "#saved Press")
    def resume(self, event: Button.Pressed) -> None:
        found = self._saved[int(str(event.button.id).removeprefix("saved-"))]
        self.app.open(found.path)

    @on(Button.Pressed, "#todays Press")
    def play_today(self, event: Button.Pressed) -> None:
        """Opens a daily puzzle; shows its result if it was already played."""
        from mastermine.session.saved import daily

        level = str(event.button.id).removeprefix("today-")
        found = next(each for each in self._todays if each.level == level)
        if found.done:
            self.app.notify("\n".join(found.done), markup=False)
            return
        try:
            self.app.play(*daily.todays(level))
        except MastermineError as error:
            self.app.warn(error)

    @on(Button.Pressed, "#load")
    def action_load(self) -> None:
        from mastermine.tui.dialogs import LoadDialog

        self.app.push_screen(LoadDialog())

    @on(Button.Pressed, "#link")
    def action_link(self) -> None:
        from mastermine.tui.dialogs import LinkDialog

        self.app.push_screen(LinkDialog())

    @on(Button.Pressed, "#statistics")
    def action_statistics(self) -> None:
        from mastermine.tui.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def keys_help(self) -> list[tuple[str, str]]:
        return [
            (_("Up, Down, Tab"), _("go from field to field")),
            (_("Left, Right"), _("select the previous or next choice")),
            (_("Enter, Space, click"), _("list all choices; press a button; tick a box")),
        ]

    def rules_help(self) -> list[str]:
        return [
            f"{_(GAMES[game].title)}. {text}"
            for game, text in (
                ("mastermind", rules.mastermind()),
                ("minesweeper", rules.minesweeper()),
            )
        ]

    # Settings.

    @on(Select.Changed, "#theme")
    def choose_theme(self, event: Select.Changed) -> None:
        self.app.use_theme(str(event.value))

    @on(Checkbox.Changed, "#symbols")
    def choose_symbols(self, event: Checkbox.Changed) -> None:
        self.app.symbols = self.app.settings.symbols = event.value
        self.app.settings.write()

    @on(Select.Changed, "#language")
    async def choose_language(self, event: Select.Changed) -> None:
        tag = str(event.value)
        if tag == spoken().tag:
            return
        self.app.settings.form = self.query_one(Form).values
        if self.app.speak(tag):
            await self.recompose()
            self.query_one("#language").focus()
            self.run_worker(self.look(), exclusive=True)
