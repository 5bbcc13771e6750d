"""The full-screen application: switches screens and saves the current game."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key, Resize
from textual.filter import LineFilter, NoColor
from textual.widgets import Input

from mastermine.core.errors import MastermineError
from mastermine.core.options import read_home
from mastermine.core.strategy_file import source_of
from mastermine.i18n.languages import ENGLISH, LANGUAGES
from mastermine.i18n.text import N_, _, printable, speak, spoken
from mastermine.registry import part
from mastermine.session import Match, load
from mastermine.session.messages import trust as messages
from mastermine.session.saved import files
from mastermine.system.folders import state_folder
from mastermine.tui.dialogs import Question
from mastermine.tui.filters import Ascii, Printable, in_ascii
from mastermine.tui.keyboard_layouts import latin
from mastermine.tui.opening import screen_for
from mastermine.tui.settings import Settings
from mastermine.tui.start import StartScreen
from mastermine.tui.theme import THEMES
from mastermine.tui.wrapping import keep_numbers_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.i18n.languages import Language
    from mastermine.session import Saved
    from mastermine.session.setup import GameSetup
    from mastermine.tui.game import GameScreen

FIRST = 1
"""Index of our first screen in the stack; Textual's own screen is below it."""

LEAST = (60, 20)
"""Columns and rows in which the presets fit without scrolling."""


class MastermineApp(App[None]):
    """The full-screen application.

    ``game`` is opened first; without it the start screen is shown. ``path`` is the file that the
    game was loaded from. ``plain`` restricts the output to ASCII. ``named`` means that the
    language was named for this run; otherwise the language in the settings is used.
    """

    TITLE = "mastermine"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", N_("Quit"), show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        game: Saved | None = None,
        path: Path | None = None,
        *,
        plain: bool = False,
        named: bool = False,
    ) -> None:
        super().__init__()
        keep_numbers_together()
        self.settings = Settings.read()
        if self.settings.language is not None and not named:
            with suppress(OSError):  # The catalogue is not compiled.
                _speak(LANGUAGES[self.settings.language])
        if plain:
            _speak(in_latin(spoken()))
        self.symbols: bool = self.settings.symbols
        """True if pegs show signs besides their colours."""
        self.plain = plain
        self.saved_paths: list[Path] = []
        """Files of the games that were saved on quitting, the latest last."""
        self.save_error: MastermineError | None = None
        self._filters: list[LineFilter] = [Printable()]
        """Filters that remove control characters, colours and non-ASCII signs."""
        if self.no_color:
            self.symbols = True
            self._filters.append(NoColor())
        if plain:
            self._filters.append(Ascii())
        self._warned_small = False
        self._first = game, path
        self._playing: Playing | None = None
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self.settings.theme].name
        self.set_class(plain, "-plain")

    def on_mount(self) -> None:
        self._handle_signals()
        game, path = self._first
        if game is None:
            self.push_screen(StartScreen())
        else:
            self.play(game, path)
        if self.plain:
            self.notify(
                _("This terminal does not support UTF-8; the screen uses ASCII."), timeout=6
            )

    def on_resize(self, event: Resize) -> None:
        (wide, high), size = LEAST, event.size
        if self._warned_small or (size.width >= wide and size.height >= high):
            return
        self._warned_small = True
        self.notify(
            _("The terminal is small ({w}x{h}); at least {wide}x{high} is recommended.").format(
                w=size.width, h=size.height, wide=wide, high=high
            ),
            timeout=3,  # It covers the game.
        )

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._filters]

    async def on_event(self, event: Event) -> None:
        """Maps Cyrillic letters to the Latin keys in the same place.

        Letters typed into a field, and those that the screen reads (``own_keys``), stay.
        """
        if isinstance(event, Key) and event.character and not isinstance(self.focused, Input):
            letter = latin(event.character, spoken().tag)
            own: str = getattr(self.screen, "own_keys", "")
            if letter is not None and event.character.lower() not in own:
                event = Key(letter, letter)
        await super().on_event(event)

    # Games.

    def play(self, game: Saved, path: Path | None = None) -> None:
        """Opens the screen of a game or of a match between people. Raises NotOffered.

        Asks before it runs the file of a loaded game's strategy.
        """
        if isinstance(game, Match) or game.file_strategy is None:
            self._show(game, path)
            return
        home = read_home(game.file_strategy)
        source_path = home.outside

        def start(agreed: bool | None) -> None:
            try:
                if agreed:
                    game.run_file(source)
            except MastermineError as error:
                self.warn(error)
            self._show(game, path)
            if game.file_strategy is not None:
                text = messages.not_run(source_path, game.strategy.name)
                self.notify(text, markup=False, timeout=8)

        try:
            source = source_of(home)
        except MastermineError as error:
            self.warn(error)
            start(False)
        else:
            text = "\n".join(
                [*messages.warning(path, source_path, source), "", messages.question()]
            )
            self.push_screen(Question(text, _("Run it"), _("Do not run")), start)

    def _show(self, game: Saved, path: Path | None) -> None:
        screen = screen_for(game)(game)
        self._playing = Playing(game, path)
        self.push_screen(screen)
        if game.note:
            self.notify(game.note, markup=False, timeout=8)

    def open(self, path: Path) -> None:
        """Resumes the game in a file; shows a warning if that fails."""
        try:
            self.play(load(path), path)
        except MastermineError as error:
            self.warn(error)

    def watch_strategy(self, setup: GameSetup, strategy: str) -> None:
        """Opens the screen on which a strategy plays. Raises InvalidSpec."""
        watch = part(setup.rules.game, "tui.watch", _("the full screen"))
        self.push_screen(watch(setup.rules, strategy, **setup.words))

    def notify(self, message: str, **options: Any) -> None:
        """Shows a notification, with control characters escaped."""
        super().notify(printable(message), **options)

    def warn(self, error: MastermineError) -> None:
        """Shows an error as a notification."""
        self.notify(str(error), severity="warning", markup=False, timeout=8)

    def again(self, screen: GameScreen) -> None:
        """Starts another game of the same kind; after a daily puzzle, shows the start screen."""
        session = screen.session
        if session.daily is not None:
            self.leave()
            return
        self.save_game()
        following = session.again()
        self._playing = Playing(following)
        self.switch_screen(screen_for(following)(following))

    def replace_game(self, game: Saved) -> None:
        """Replaces the current game by a copy of it."""
        if self._playing is not None:
            self._playing.game = game

    def saved(self, path: Path) -> None:
        """Notes that the player saved the current game to ``path``."""
        if self._playing is not None:
            self._playing.saved(path)

    def leave(self) -> None:
        """Saves an unfinished game and returns to the start screen.

        The start screen lists the game if it is in the state folder; otherwise its path is shown.
        """
        path = self.save_game()
        if path is not None and not _listed(path):
            self.notify(files.saved_to(path), markup=False, timeout=8)
        # Not awaited: the screen that called this would wait for itself.
        while len(self.screen_stack) > FIRST + 1:
            self.pop_screen()
        if not isinstance(self.screen, StartScreen):
            self.switch_screen(StartScreen())

    def save_game(self) -> Path | None:
        """Saves the current game if it is unfinished and returns the file; deletes it if not.

        A file that another program has changed is not touched.
        """
        playing, self._playing = self._playing, None
        if playing is None:
            return None
        game, path = playing.game, playing.unchanged
        game.pause()
        if not game.open:
            if isinstance(game, Match) and game.over:
                self.remember(game)
            if path is not None:
                files.forget(path)
            return None
        try:
            path = _save(game, path)
        except MastermineError as error:
            self.save_error = error
            self.notify(files.not_saved(error), severity="error")
            self._playing = playing
            return None
        self.saved_paths.append(path)
        return path

    def remember(self, game: Saved) -> list[str]:
        """Adds a finished game to the statistics; returns sentences about that."""
        from mastermine.session.saved.profile import not_added, remember, streak_message

        try:
            streak = remember(game)
        except MastermineError as error:
            return [not_added(error)]
        return [] if streak is None else [streak_message(*streak)]

    # Settings.

    def use_theme(self, name: str) -> None:
        """Switches the theme and saves that."""
        self.settings.theme = name
        self.settings.write()
        self.theme = THEMES[name].name

    def speak(self, tag: str) -> bool:
        """Switches the language and saves that; returns False if the language is unavailable."""
        try:
            _speak(LANGUAGES[tag])
        except OSError as error:
            self.notify(str(error), severity="warning", markup=False)
            return False
        self.settings.language = tag
        self.settings.write()
        return True

    # Quitting.

    def _handle_signals(self) -> None:
        """Saves the game on SIGTERM and SIGHUP."""

        def end(number: int) -> None:
            self.save_game()
            self.exit(return_code=128 + number)

        for name in ("SIGTERM", "SIGHUP"):  # Windows has neither SIGHUP nor such handlers.
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(number, end, number)

    async def action_interrupt(self) -> None:
        """Copies the selection; quits the program if nothing is selected."""
        focused = self.focused
        written = focused.selected_text if isinstance(focused, Input) else ""
        selected = written or self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        else:
            await self.action_quit()

    async def action_quit(self) -> None:
        self.save_game()
        self.exit()


class Playing:
    """The current game and the file that it was loaded from."""

    def __init__(self, game: Saved, path: Path | None = None) -> None:
        self.game = game
        self._path, self._stamp = path, files.stamp(path)

    @property
    def unchanged(self) -> Path | None:
        """The file; None if another program has changed it."""
        return self._path if files.stamp(self._path) == self._stamp else None

    def saved(self, path: Path) -> None:
        """Notes that the game was saved to ``path``, which may be its own file."""
        if self._path is not None and path.resolve() == self._path.resolve():
            self._stamp = files.stamp(self._path)


def _listed(path: Path) -> bool:
    """Returns True if a file is in the folder whose games the start screen lists."""
    with suppress(MastermineError, OSError):
        return path.resolve().parent == state_folder().resolve()
    return False


def _speak(language: Language) -> None:
    """Switches the language. Raises OSError if its catalogue is not compiled."""
    _known = language.catalogue
    speak(language)


def in_latin(language: Language) -> Language:
    """Returns the language in Latin script; English if it has none."""
    if "?" not in in_ascii(language.name):
        return language
    return LANGUAGES.get(f"{language.tag}-Latn", ENGLISH)


def _save(game: Saved, path: Path | None) -> Path:
    """Saves the game to ``path`` or else to a new file. Raises InvalidSpec."""
    if path is not None:
        with suppress(MastermineError):
            game.save(path)
            return path
    return files.save_unfinished(game.KIND, game.save)
