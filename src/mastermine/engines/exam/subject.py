"""Questions of an exam, and the functions of a game that they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mastermine.core.game import View
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.text import speaking
from mastermine.registry import parse_rules, part

AnyView = View[Any, Any, Any]


class Judged(NamedTuple):
    """A move, judged by exact counting."""

    right: bool
    """Minesweeper: no cell has less risk. Mastermind: consistent with all answers."""
    lost: float
    """Minesweeper: percent of risk above the least. Mastermind: bits less than the best guess."""
    blunder: bool
    """Minesweeper: a certain mine. Mastermind: the answer is known before."""


@dataclass(frozen=True)
class Question:
    """A position in which a move is asked for."""

    spec: str
    """The rules."""
    position: str
    """The position as the engine protocol has it."""
    grade: str

    @property
    def view(self) -> AnyView:
        """View of the player."""
        return parse_rules(self.spec).view_at(self.position)

    @property
    def subject(self) -> Subject:
        """Subject of its game."""
        return subject_of(parse_rules(self.spec).game)

    def judge(self, move: str) -> Judged:
        """Judges a move as text. Raises IllegalMove."""
        view = self.view
        return self.subject.judge(view, view.rules.parse_action(move))

    def prompt(self, rendering: str) -> str:
        """Returns the question in English for a chat model; ``rendering`` is of ``RENDERINGS``."""
        subject, view = self.subject, self.view
        form = (
            "Think as long as you like. End with one last line that is only your move, in this "
            f"form: {subject.verb} {subject.example}"
        )
        with speaking(ENGLISH):
            position = subject.render(view, rendering)
        return "\n\n".join([subject.rules(view), position, form])


@dataclass(frozen=True)
class Subject:
    """Functions and texts of a game for an exam."""

    spec: str
    """The rules of all questions."""
    draw: Callable[[Any, int | str, int], Mapping[str, list[AnyView]]]
    """Draws so many positions of each grade from rules and a seed."""
    judge: Callable[[AnyView, Any], Judged]
    """Judges an action. Raises IllegalMove."""
    verb: str
    """First word of an answer."""
    example: str
    """A move."""
    rules: Callable[[AnyView], str]
    """Explains the rules and the task, in English."""
    render: Callable[[AnyView, str], str]
    """Writes a position in one of ``RENDERINGS``, in the current language."""
    titles: Callable[[], Mapping[str, str]]
    """Names of the grades, in the language of the page."""
    heads: Callable[[], tuple[str, str, str, str]]
    """Heads of columns of the page: the grade, and the three figures of ``Judged``."""

    def questions(self, seed: int | str, number: int) -> list[Question]:
        """Draws so many questions of each grade. Raises InvalidSpec."""
        rules = parse_rules(self.spec)
        return [
            Question(rules.spec(), rules.position(view), grade)
            for grade, views in self.draw(rules, seed, number).items()
            for view in views
        ]


def subject_of(game: str) -> Subject:
    """Returns the subject of a game. Raises NotOffered."""
    found: Subject = part(game, "engine.exam", "mastermine exam")
    return found
