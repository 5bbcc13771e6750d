"""What all dialogues about a game of one person share: going back, keeping, looking back."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue, leaves, means
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.session.messages.help import used

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.cli.terminal import Kept, Terminal
    from mastermine.session import MastermindSession, MinesweeperSession


class Playing(Dialogue):
    """A dialogue about one session."""

    session: MastermindSession | MinesweeperSession
    remembered = False
    """Whether the game was put into the history."""

    @abstractmethod
    def board(self, rest: str = "") -> None:
        """Show how the game stands."""

    def undo(self, rest: str = "") -> None:  # noqa: ARG002
        """Take the last move back."""
        self.session.undo()
        self.board()

    def redo(self, rest: str = "") -> None:  # noqa: ARG002
        """Do again what was taken back."""
        self.session.redo()
        self.board()

    def give_up(self, _rest: str = "") -> None:
        """End the game."""
        self.session.give_up()

    def save(self, file: str) -> None:
        """Keep the game in a file."""
        save(self.terminal, self.session, file)

    def tell_help_used(self) -> None:
        """Say what help was used, if any was."""
        self.terminal.say(*used(self.session))

    def tell_again(self, *told: str) -> None:
        """Say how this game can be had again."""
        self.terminal.say(*(Text(line, "dim") for line in told))

    def review(self, _rest: str = "") -> None:
        """Say what each move was worth. Raises IllegalMove before the first."""
        from mastermine.cli.review import shown

        if not self.session.turns:
            raise IllegalMove(_("there is no move yet to look back on"))
        with self.terminal.thinking():
            told = self.session.review()
        self.terminal.say(*shown(told))

    def look_back(self) -> None:
        """When the game is over, remember it; offer to say what each move was worth, and to share.

        Where there was no move there is nothing to look at.
        """
        from mastermine.cli.profile import remember

        self.remembered = True
        remember(self.terminal, self.session)
        while self.session.turns:
            try:
                # Translators: "review" and "share" are commands that can be typed.
                line = self.terminal.read(_("review, share, or Enter to end: "))
            except EOFError:
                self.terminal.say("")
                return
            word, _space, rest = line.partition(" ")
            try:
                if means(word, _("share"), "share"):
                    self.share(rest.strip())
                    continue
                if means(line, _("review"), "review"):
                    self.review()
                    continue
            except MastermineError as error:
                self.terminal.complain(error)
                continue
            if not line or leaves(line):
                return
            self.terminal.complain(_("The game is over: type review or share, or press Enter."))

    def share(self, file: str = "") -> None:
        """Show a text without the secret, and a link; or draw the board in a file."""
        from mastermine.cli import share as sharing

        if file:
            sharing.draw(self.terminal, self.session, file)
        else:
            sharing.tell(self.terminal, self.session)

    def share_command(self) -> Command:
        """The command that shows the game to others."""
        return Command(
            # Translators: a word to be typed, in small letters: a verb.
            (_("share"), "share"),
            _("a text without the secret, and a link; or a picture, in an .svg or .png file"),
            self.share,
            takes=_("[FILE]"),
        )

    def review_command(self) -> Command:
        """The command that looks back."""
        return Command(
            # Translators: a word to be typed, in small letters: it looks back on the game.
            (_("review"), "review"),
            _("what each move so far was worth, and what would have been better"),
            self.review,
        )

    def way_commands(self) -> list[Command]:
        """The commands that go back and forth."""
        return [
            # Translators: a word to be typed, in small letters: a verb.
            Command((_("undo"), "undo"), _("take the last move back"), self.undo),
            # Translators: a word to be typed, in small letters: a verb.
            Command((_("redo"), "redo"), _("do again what was taken back"), self.redo),
        ]

    def give_up_command(self) -> Command:
        """The command that ends the game."""
        return Command(
            # Translators: a word to be typed, in small letters.
            (_("give up"), "give up", "give_up", "giveup"),
            _("end the game"),
            self.give_up,
        )


def save_command(run: Callable[[str], None]) -> Command:
    """The command that keeps the game."""
    # Translators: a word to be typed, in small letters: a verb.
    return Command((_("save"), "save"), _("keep the game in a file"), run, takes=_("FILE"))


def save(terminal: Terminal, game: Kept, file: str) -> None:
    """Keep a game or a match in a file, and say how to go on with it. Raises InvalidSpec."""
    if not file:
        raise InvalidSpec(_("write save and the name of a file, such as save game.json"))
    game.save(file)
    terminal.say(_("Saved. To go on with it later:"))
    terminal.command("mastermine play --load", file)
