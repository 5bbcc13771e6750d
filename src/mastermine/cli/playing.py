"""One session at a terminal: the loop, and the commands that all games have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue, Run, leaves, means
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import N_, _
from mastermine.registry import GAMES
from mastermine.session import Match, Played, Saved
from mastermine.session.messages.help import used


class Playing(ABC):
    """One session: a game says how it opens and closes, and how lines are read.

    In a match it is the board of ``player``: there is no help and no way back, and what is saved is
    the match.
    """

    dialogue: Dialogue

    def __init__(
        self, terminal: Terminal, session: Any, match: Match[Any] | None = None, player: str = ""
    ) -> None:
        self.terminal = terminal
        self.session = session
        self.match = match
        self.player = player

    def run(self) -> None:
        """Play to the end. Raises EOFError when the person leaves."""
        self.open()
        while self.session.outcome is None or self.goes_on():
            self.dialogue.step()
        self.close()

    @abstractmethod
    def open(self) -> None:
        """Say what is played."""

    @abstractmethod
    def board(self, rest: str = "") -> None:
        """Show how the game stands."""

    @abstractmethod
    def close(self) -> None:
        """Show how the game ended."""

    def goes_on(self) -> bool:
        """Whether the person takes back the move that ended the game."""
        return False

    def runs(self, **own: Run) -> dict[str, Run]:
        """What the commands do that all games have, and those ``own`` that help."""
        fair: dict[str, Run] = {
            "board": self.board,
            "save": lambda file: save(self.terminal, self.match or self.session, file),
            "give up": lambda _rest: self.session.give_up(),
        }
        if self.match is not None:
            return fair
        helping: dict[str, Run] = {
            "undo": lambda _rest: self.rewind("undo"),
            "redo": lambda _rest: self.rewind("redo"),
            "share": lambda file: share(self.terminal, self.session, file),
            **own,
        }
        if "review" in GAMES[self.session.rules.game].parts:
            helping["review"] = lambda _rest: review(self.terminal, self.session)
        return fair | helping

    def rewind(self, verb: str) -> None:
        self.session.do(verb)
        self.board()

    def for_player(self, prompt: str) -> str:
        """A prompt that names who is asked, where there are several."""
        return f"{self.player}: {prompt}" if self.player else prompt

    def tell_help_used(self, *again: str) -> None:
        """Say what help was used, if any was, and how this game can be had again."""
        self.terminal.say(*used(self.session), *(Text(line, "dim") for line in again))


def commands(*own: Command, board: Command, legend: tuple[Command, ...] = ()) -> list[Command]:
    """The commands of a game, in the order of the help: its own, then those of all games."""
    return [
        *own,
        Command(
            # Translators: a word to be typed, in small letters: it looks back on the game.
            N_("review"),
            _("what each move so far was worth, and what would have been better"),
        ),
        # Translators: a word to be typed, in small letters: a verb.
        Command(N_("undo"), _("take the last move back")),
        # Translators: a word to be typed, in small letters: a verb.
        Command(N_("redo"), _("do again what was taken back")),
        board,
        *legend,
        # Translators: a word to be typed, in small letters: a verb.
        Command(N_("save"), _("keep the game in a file"), _("FILE")),
        Command(
            # Translators: a word to be typed, in small letters: a verb.
            N_("share"),
            _("a text without the secret, and a link; or a picture, in an .svg or .png file"),
            _("[FILE]"),
        ),
        Command(
            # Translators: a word to be typed, in small letters.
            N_("give up"),
            _("end the game"),
            others=("give_up", "giveup"),
        ),
    ]


def save(terminal: Terminal, game: Saved, file: str) -> None:
    """Keep a game or a match in a file, and say how to go on with it. Raises InvalidSpec."""
    if not file:
        raise InvalidSpec(_("write save and the name of a file, such as save game.json"))
    game.save(file)
    terminal.say(_("Saved. To go on with it later:"))
    terminal.command("mastermine play --load", file)


def share(terminal: Terminal, session: Played, file: str) -> None:
    """Show a text without the secret, and a link; or draw the board in a file."""
    from mastermine.cli import share as sharing

    if file:
        sharing.draw(terminal, session, file)
    else:
        sharing.tell(terminal, session)


def review(terminal: Terminal, session: Played) -> None:
    """Say what each move was worth. Raises IllegalMove before the first."""
    from mastermine.cli.review import shown

    if not session.turns:
        raise IllegalMove(_("there is no move yet to look back on"))
    terminal.say(*shown(terminal.think(session.review)))


def look_back(terminal: Terminal, session: Played) -> None:
    """When the game is over, offer to say what each move was worth, and to share.

    Where there was no move there is nothing to look at.
    """
    while session.turns:
        try:
            # Translators: "review" and "share" are commands that can be typed.
            line = terminal.read(_("review, share, or Enter to end: "))
        except EOFError:
            terminal.say("")
            return
        word, _space, rest = line.partition(" ")
        try:
            if means(word, _("share"), "share"):
                share(terminal, session, rest.strip())
            elif means(line, _("review"), "review"):
                review(terminal, session)
            elif not line or leaves(line):
                return
            else:
                terminal.complain(_("The game is over: type review or share, or press Enter."))
        except MastermineError as error:
            terminal.complain(error)
