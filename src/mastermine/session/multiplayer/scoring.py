"""A player's result on a board of a match, in points and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, Unknown
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.cells import named

if TYPE_CHECKING:
    from mastermine.session.mastermind import MastermindSession
    from mastermine.session.minesweeper import MinesweeperSession


def guessed(player: str, session: MastermindSession) -> str:
    """Says how a player did, without the code."""
    n = len(session.turns)
    if session.outcome is not Outcome.WON:
        return _("{player}: not found").format(player=player)
    text = ngettext("{player}: {n} guess", "{player}: {n} guesses", n)
    return text.format(player=player, n=whole(n))


def key_pegs(answer: Feedback) -> int:
    """Counts the key pegs of an answer, or its right places."""
    match answer:
        case Pegs(black, white):
            return black + white
        case Black(black):
            return black
        case Places(right):
            return sum(right)
        case Unknown():
            return 0


def raced(session: MinesweeperSession, mine: bool) -> str:
    """Says how a player did; ``mine`` also names the mine that was hit."""
    if session.outcome is Outcome.WON:
        # Translators: stands after the name of a woman or a man, and a colon.
        return _("cleared in {seconds} s").format(seconds=decimal(session.clock.seconds, 1))
    n = opened(session)
    if session.fatal is None:
        # Translators: stands after the name of a woman or a man, and a colon.
        text = ngettext("gave up with {n} cell open", "gave up with {n} cells open", n)
        return text.format(n=whole(n))
    text = (
        # Translators: stands after the name of a woman or a man, and a colon.
        ngettext(
            "hit a mine at {cell} with {n} cell open", "hit a mine at {cell} with {n} cells open", n
        )
        if mine
        # Translators: stands after the name of a woman or a man, and a colon.
        else ngettext("hit a mine with {n} cell open", "hit a mine with {n} cells open", n)
    )
    return text.format(cell=named(session.fatal), n=whole(n))


def opened(board: MinesweeperSession) -> int:
    """Returns the number of opened cells without a mine."""
    return sum(value < CLOSED for value in board.board.cells)
