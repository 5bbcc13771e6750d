"""The rules of a game in a few sentences."""

from __future__ import annotations

from mastermine.i18n.text import _
from mastermine.mastermind.rules import Answer


def mastermind() -> str:
    """Explains Mastermind."""
    return f"{mastermind_goal()} {answer_meaning(Answer.PEGS)}"


def mastermind_goal() -> str:
    """Gives the goal of Mastermind."""
    return _("Find the secret code.")


def answer_meaning(answer: Answer) -> str:
    """Explains the pegs or marks of an answer."""
    match answer:
        case Answer.PEGS:
            return _(
                "A black peg means that a colour is right and in its place; a white peg means that "
                "a colour is right but in the wrong place."
            )
        case Answer.BLACK:
            return _("A black peg means that a colour is right and in its place.")
        case Answer.PLACES:
            return _("+ means that this place is right, - that it is wrong.")


def minesweeper() -> str:
    """Explains Minesweeper."""
    numbers = _("A number shows how many of the cells around it contain mines.")
    return f"{minesweeper_goal()} {numbers}"


def minesweeper_goal() -> str:
    """Gives the goal of Minesweeper."""
    return _("Open every cell without a mine.")
