"""The program on a full screen: which screen is shown, and that no game is lost."""

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
from mastermine.i18n.languages import ENGLISH, LANGUAGES
from mastermine.i18n.text import N_, _, speak, spoken
from mastermine.registry import part
from mastermine.session import Match, load
from mastermine.session.saved import files
from mastermine.system.folders import state_folder
from mastermine.tui.filters import Ascii, in_ascii
from mastermine.tui.keyboard_layouts import latin
from mastermine.tui.opening import screen_for
from mastermine.tui.settings import Settings
from mastermine.tui.start import StartScreen
from mastermine.tui.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.i18n.languages import Language
    from mastermine.session import Saved
    from mastermine.tui.game import GameScreen

FIRST = 1
"""Where the first screen of ours is in the stack: above the one that Textual has."""

LEAST = (60, 20)
"""The columns and rows with which the usual games are whole; with fewer they are scrolled."""


class MastermineApp(App[None]):
    """The program. ``game``, where given, is played first; ``kept`` is the file it came from.

    ``plain``: nothing but ASCII is drawn. ``named``: the language in use was named for this time;
    else it is the one that was chosen in the program.
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
        kept: Path | None = None,
        *,
        plain: bool = False,
        named: bool = False,
    ) -> None:
        super().__init__()
        self.settings = Settings.read()
        if self.settings.language is not None and not named:
            with suppress(OSError):  # It was not compiled.
                _speak(LANGUAGES[self.settings.language])
        if plain:
            _speak(in_latin(spoken()))
        self.symbols: bool = self.settings.symbols
        """Whether pegs have signs besides their colours."""
        self.plain = plain
        """Whether nothing but ASCII is drawn."""
        self.left: list[Path] = []
        """The files of games that were left, and can be gone on with, the last one last."""
        self.lost: MastermineError | None = None
        """Why a game could not be kept."""
        self._lessening: list[LineFilter] = []
        """What takes colours, and signs that are not ASCII, out of all that is drawn."""
        if self.no_color:
            self.symbols = True
            self._lessening.append(NoColor())
        if plain:
            self._lessening.append(Ascii())
        self._small = False
        """Whether it was said that the terminal is small."""
        self._first = game, kept
        self._playing: Playing | None = None
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self.settings.theme].name
        self.set_class(plain, "-plain")

    def on_mount(self) -> None:
        self._heed_signals()
        game, kept = self._first
        if game is None:
            self.push_screen(StartScreen())
        else:
            self.play(game, kept)
        if self.plain:
            self.notify(_("This terminal shows no UTF-8: all is drawn in ASCII."), timeout=6)

    def on_resize(self, event: Resize) -> None:
        (wide, high), size = LEAST, event.size
        if self._small or (size.width >= wide and size.height >= high):
            return
        self._small = True
        self.notify(
            _("{w}x{h} signs are few; {wide}x{high} are comfortable.").format(
                w=size.width, h=size.height, wide=wide, high=high
            ),
            timeout=3,  # It covers what is played.
        )

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._lessening]

    async def on_event(self, event: Event) -> None:
        """Understand letters of other alphabets by their place; in a text they stay as they are."""
        if isinstance(event, Key) and event.character and not isinstance(self.focused, Input):
            letter = latin(event.character, spoken().tag)
            if letter is not None:
                event = Key(letter, letter)
        await super().on_event(event)

    # Games.

    def play(self, game: Saved, kept: Path | None = None) -> None:
        """Open the screen of a game, or of a match of people. Raises NotOffered."""
        screen = screen_for(game)(game)
        self._playing = Playing(game, kept)
        self.push_screen(screen)

    def open(self, path: Path) -> None:
        """Go on with a game of a file; what is wrong with the file is told."""
        try:
            self.play(load(path), path)
        except MastermineError as error:
            self.warn(error)

    def watch_strategy(self, rules: Any, strategy: str) -> None:
        """Watch a strategy play. Raises InvalidSpec."""
        watch = part(rules.game, "tui.watch", _("the full screen"))
        self.push_screen(watch(rules, strategy))

    def warn(self, error: MastermineError) -> None:
        """Say what was wrong, in a corner."""
        self.notify(str(error), severity="warning", markup=False, timeout=8)

    def again(self, screen: GameScreen) -> None:
        """Another game of the same kind; a daily puzzle is the only one of its day."""
        session = screen.session
        if session.daily is not None:
            self.leave()
            return
        self.keep()
        following = session.again()
        self._playing = Playing(following)
        self.switch_screen(screen_for(following)(following))

    def go_on_with(self, game: Saved) -> None:
        """A copy of the game on the screen takes its place."""
        if self._playing is not None:
            self._playing.game = game

    def saved(self, path: Path) -> None:
        """The game on the screen was written into a file, by the player's own wish."""
        if self._playing is not None:
            self._playing.written(path)

    def leave(self) -> None:
        """Back to the start screen; a game that goes on is kept.

        It stands among those to go on with; where it lies elsewhere, that is said.
        """
        path = self.keep()
        if path is not None and not _listed(path):
            self.notify(_("The game is kept in {path}.").format(path=path), markup=False, timeout=8)
        # Not awaited: the screen that asks for it would wait for itself.
        while len(self.screen_stack) > FIRST + 1:
            self.pop_screen()
        if not isinstance(self.screen, StartScreen):
            self.switch_screen(StartScreen())

    def keep(self) -> Path | None:
        """Keep the game on the screen where it goes on: the file. One that is over is forgotten.

        A file that another program has changed meanwhile stays as it is.
        """
        playing, self._playing = self._playing, None
        if playing is None:
            return None
        game, kept = playing.game, playing.unchanged
        game.pause()
        if not game.open:
            if isinstance(game, Match) and game.over:
                self.remember(game)
            if kept is not None:
                files.forget(kept)
            return None
        try:
            path = _write(game, kept)
        except MastermineError as error:
            self.lost = error
            self.notify(_("The game is NOT kept: {reason}").format(reason=error), severity="error")
            self._playing = playing
            return None
        self.left.append(path)
        return path

    def remember(self, game: Saved) -> list[str]:
        """Put a game that is over into the history: what there is to say of that."""
        from mastermine.session.saved.profile import remember, streak_message

        try:
            streak = remember(game)
        except MastermineError as error:
            return [_("The game is not in your statistics: {reason}").format(reason=error)]
        return [] if streak is None else [streak_message(*streak)]

    # Settings.

    def use_theme(self, name: str) -> None:
        """Use the colours of this name, and remember that."""
        self.settings.theme = name
        self.settings.write()
        self.theme = THEMES[name].name

    def speak(self, tag: str) -> bool:
        """Speak a language from now on, and remember that: whether it could be done."""
        try:
            _speak(LANGUAGES[tag])
        except OSError as error:
            self.notify(str(error), severity="warning", markup=False)
            return False
        self.settings.language = tag
        self.settings.write()
        return True

    # Leaving the program.

    def _heed_signals(self) -> None:
        """Keep the game where the program is told to end, or its window is closed."""

        def end(number: int) -> None:
            self.keep()
            self.exit(return_code=128 + number)

        for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and no such handlers.
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(number, end, number)

    async def action_interrupt(self) -> None:
        """Copy what is selected; where nothing is, end the program."""
        focused = self.focused
        written = focused.selected_text if isinstance(focused, Input) else ""
        selected = written or self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        else:
            await self.action_quit()

    async def action_quit(self) -> None:
        self.keep()
        self.exit()


class Playing:
    """The game on the screen, and the file it came from, as it was then."""

    def __init__(self, game: Saved, kept: Path | None = None) -> None:
        self.game = game
        self._kept, self._stamp = kept, files.stamp(kept)

    @property
    def unchanged(self) -> Path | None:
        """The file, unless another program has changed it since."""
        return self._kept if files.stamp(self._kept) == self._stamp else None

    def written(self, path: Path) -> None:
        """The game was written into this file, which may be the one it came from."""
        if self._kept is not None and path.resolve() == self._kept.resolve():
            self._stamp = files.stamp(self._kept)


def _listed(path: Path) -> bool:
    """Whether a file lies where the start screen looks for games that were left."""
    with suppress(MastermineError, OSError):
        return path.resolve().parent == state_folder().resolve()
    return False


def _speak(language: Language) -> None:
    """Speak a language. Raises OSError where it was not compiled."""
    _known = language.catalogue
    speak(language)


def in_latin(language: Language) -> Language:
    """The language as it is written in Latin letters; English where it is not."""
    if "?" not in in_ascii(language.name):
        return language
    return LANGUAGES.get(f"{language.tag}-Latn", ENGLISH)


def _write(game: Saved, kept: Path | None) -> Path:
    """The file in which the game is now. Raises InvalidSpec when it is in none."""
    if kept is not None:
        with suppress(MastermineError):
            game.save(kept)
            return kept
    return files.save_unfinished(game.KIND, game.save)
