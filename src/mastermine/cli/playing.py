"""What all dialogues about a game of one person share: going back, keeping, looking back."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.text import _, ngettext

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
        session = self.session
        if session.hints or session.undos:
            hints = ngettext("{n} hint", "{n} hints", session.hints).format(n=session.hints)
            undos = ngettext("{n} undo", "{n} undos", session.undos).format(n=session.undos)
            self.terminal.say(_("Help used: {hints}, {undos}.").format(hints=hints, undos=undos))

    def tell_seed(self, meaning: str) -> None:
        """Say that the seed repeats this game; ``meaning`` has a place for it."""
        self.terminal.say(Text(meaning.format(seed=self.session.seed), "dim"))

    def review(self, _rest: str = "") -> None:
        """Say what each move was worth."""
        from mastermine.cli.review import shown

        with self.terminal.thinking():
            told = self.session.review()
        self.terminal.say(*shown(told))

    def look_back(self) -> None:
        """When the game is over, remember it; offer to say what each move was worth, and to share.

        Where there was no move there is nothing to look at.
        """
        from mastermine.cli.remembering import remember

        self.remembered = True
        remember(self.terminal, self.session)
        while self.session.turns:
            try:
                line = self.terminal.read(_("review, share, or Enter to end: "))
            except EOFError:
                self.terminal.say("")
                return
            line = line.removeprefix("/")
            text, _space, rest = line.lower(), *line.partition(" ")[1:]
            try:
                if text.partition(" ")[0] in (_("share"), "share"):
                    self.share(rest.strip())
                    continue
                if text in (_("review"), "review"):
                    self.review()
                    continue
            except MastermineError as error:
                self.terminal.complain(error)
                continue
            if text in ("", _("quit"), "quit", "q", "exit"):
                return
            self.terminal.complain(_("The game is over: type review or share, or press Enter."))

    def share(self, file: str = "") -> None:
        """Show a text without the secret, and a link; or draw the board in a file."""
        from mastermine.cli import sharing

        if file:
            sharing.draw(self.terminal, self.session, file)
        else:
            sharing.tell(self.terminal, self.session)

    def share_command(self) -> Command:
        """The command that shows the game to others."""
        return Command(
            (_("share"), "share"),
            _("a text without the secret, and a link; or a picture, in an .svg or .png file"),
            self.share,
            takes=_("[FILE]"),
        )

    def review_command(self) -> Command:
        """The command that looks back."""
        return Command(
            (_("review"), "review"),
            _("what each move so far was worth, and what would have been better"),
            self.review,
        )

    def way_commands(self) -> list[Command]:
        """The commands that go back and forth."""
        return [
            Command((_("undo"), "undo"), _("take the last move back"), self.undo),
            Command((_("redo"), "redo"), _("do again what was taken back"), self.redo),
        ]

    def give_up_command(self) -> Command:
        """The command that ends the game."""
        return Command(
            (_("give up"), "give up", "give_up", "giveup"), _("end the game"), self.give_up
        )


def save_command(run: Callable[[str], None]) -> Command:
    """The command that keeps the game."""
    return Command((_("save"), "save"), _("keep the game in a file"), run, takes=_("FILE"))


def save(terminal: Terminal, game: Kept, file: str) -> None:
    """Keep a game or a match in a file, and say how to go on with it. Raises InvalidSpec."""
    if not file:
        raise InvalidSpec(_("write save and the name of a file, such as save game.json"))
    game.save(file)
    terminal.say(_("Saved. To go on with it later:"))
    terminal.command("mastermine play --load", file)
