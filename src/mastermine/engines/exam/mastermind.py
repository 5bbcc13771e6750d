"""Exams in Mastermind."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mastermine.coach.information import information, most_information
from mastermine.core.game import View
from mastermine.engines.exam.subject import Judged, Subject
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.grading import LARGEST, graded_positions
from mastermine.mastermind.renderings import RENDERINGS

if TYPE_CHECKING:
    from mastermine.engines.exam.subject import AnyView
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.rules import Code, Mastermind


def draw(rules: Mastermind, seed: int | str, number: int) -> dict[str, list[AnyView]]:
    """Draws so many positions of each grade. Raises InvalidSpec."""
    found = graded_positions(rules, seed, number)
    return {grade: [View(rules, each.turns) for each in those] for grade, those in found.items()}


def judge(view: AnyView, guess: Code) -> Judged:
    """Judges a guess by the possible codes: consistent, and the expected information."""
    rules, known = cast("Mastermind", view.rules), cast("Candidates", view.knowledge)
    most = most_information(rules, view.turns)
    lost = max(0.0, most - information(rules, view.turns, guess))
    consistent = guess in known
    return Judged(consistent, lost, len(known.split(guess)) == 1 and not consistent)


def rules_text(view: AnyView) -> str:
    """Explains the game and the task."""
    rules = cast("Mastermind", view.rules)
    return (
        f"This is a game of Mastermind. A secret code has {rules.places} places; each place has "
        f"one of the colours 1 to {rules.colours}, and colours may repeat. Each guess got an "
        "answer: B counts the places where it has the right colour; W counts the further colours "
        "that are also in the code, but in other places (each peg of the code counts once). Choose "
        "the next guess: one that fits all answers so far, so that it may be the code, and whose "
        "answer will tell as much as possible."
    )


def render(view: AnyView, rendering: str) -> str:
    """Writes the guesses and their answers."""
    return RENDERINGS[rendering](cast("Mastermind", view.rules), view.turns)


def titles() -> dict[str, str]:
    """Returns the names of the grades."""
    names, least = {}, 1
    for grade, most in LARGEST.items():
        if most is None:
            # Translators: number of possible codes in a position; the name of a grade.
            names[grade] = _("{n} or more codes").format(n=least)
        elif most == least:
            names[grade] = ngettext("{n} code", "{n} codes", most).format(n=most)
        else:
            # Translators: numbers of possible codes in a position; the name of a grade.
            names[grade] = _("{least} to {most} codes").format(least=least, most=most)
        least = (most or 0) + 1
    return names


def heads() -> tuple[str, str, str, str]:
    """Returns the heads of the table."""
    return _("possible codes"), _("consistent"), _("bits lost"), _("useless guesses")


EXAM = Subject(
    spec="mastermind:4x6",
    draw=draw,
    judge=judge,
    verb="guess",
    example="1122",
    rules=rules_text,
    render=render,
    titles=titles,
    heads=heads,
)
