"""What all dialogues about a game of one person share: going back, keeping, looking back."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue
from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.cli.terminal import Kept, Terminal
    from mastermine.session.game import Session


class Playing(Dialogue):
    """A dialogue about one session."""

    session: Session[Any, Any, Any, Any]

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
