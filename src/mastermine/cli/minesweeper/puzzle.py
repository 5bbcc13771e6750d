"""``mastermine puzzle`` for Minesweeper: boards with one layout, and studies of one step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine.cli import output
from mastermine.cli.minesweeper.analyze import step_data
from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.cli.puzzle import for_the_solution
from mastermine.command_line import not_available
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper import (
    MINED,
    UNNUMBERED,
    Board,
    Minesweeper,
    Puzzle,
    Step,
    Study,
    draw_puzzles,
    draw_studies,
    heading,
    write_puzzlink,
)
from mastermine.session.messages.puzzles import title

if TYPE_CHECKING:
    from rich.console import Console


class Printed(NamedTuple):
    """Puzzles or studies, and how to print them."""

    puzzles: Sequence[Puzzle | Study]
    seed: int | str
    drawn: bool
    """True if the seed was not given."""
    solution: bool


def puzzle(
    rules: Minesweeper,
    *,
    seed: int | str | None,
    grade: str | None,
    pattern: str | None,
    number: int | None,
    solution: bool,
    as_json: bool,
    **others: Any,
) -> None:
    """Prints puzzles, or studies of ``pattern``. Raises InvalidSpec, UsageError."""
    for name in ("play", "sheet", "sentences", "colours"):
        if others[name]:
            raise not_available(name, rules)
    used = fresh_seed() if seed is None else seed
    found: Sequence[Puzzle | Study]
    with output.working(_("making puzzles")):
        if pattern is None:
            found = list(islice(draw_puzzles(rules, used, grade), number or 1))
        else:
            studies = draw_studies(pattern, used, rules.width, rules.height)
            found = list(islice(studies, number or 1))
    output.print_result(as_json, _data, _show, Printed(found, used, seed is None, solution))


def _data(printed: Printed) -> dict[str, Any]:
    return {
        "seed": printed.seed,
        "puzzles": [_puzzle_data(each, printed.solution) for each in printed.puzzles],
    }


def _puzzle_data(each: Puzzle | Study, solution: bool) -> dict[str, Any]:
    data = {
        **({"pattern": each.pattern} if isinstance(each, Study) else {"grade": each.grade}),
        "board": str(each.board).splitlines(),
        "mines": each.mines,
        "puzzlink": write_puzzlink(each.board),
    }
    if not solution:
        return data
    steps = [{**step_data(step), "why": step.sentence} for step in _steps(each)]
    if isinstance(each, Study):
        return {**data, "steps": steps}
    return {**data, "steps": steps, "layout": str(each.layout).splitlines()}


def _steps(each: Puzzle | Study) -> tuple[Step, ...]:
    return (each.step,) if isinstance(each, Study) else each.steps


def _show(screen: Console, printed: Printed) -> None:
    for number, each in enumerate(printed.puzzles, start=1):
        if number > 1:
            screen.print()
        name = heading(each.pattern) if isinstance(each, Study) else title(number, each)
        screen.print(name, style="bold")
        screen.print(Minefield(each.board))
        screen.print(_question(each))
        if printed.solution:
            for at, step in enumerate(_steps(each), start=1):
                screen.print(f"{at}. {step.sentence}")
            screen.print(Minefield(_solved(each)))
    if printed.drawn and not printed.solution:
        screen.print("", for_the_solution(printed.seed), sep="\n")


def _solved(each: Puzzle | Study) -> Board:
    """Returns the board with its conclusions."""
    if isinstance(each, Puzzle):
        return each.layout.board()
    mines = ((cell, MINED) for cell in each.step.mines)
    return each.board.having([*mines, *((cell, UNNUMBERED) for cell in each.step.safe)])


def _question(each: Puzzle | Study) -> str:
    if isinstance(each, Puzzle):
        return ngettext(
            "Exactly one layout of {n} mine fits all numbers. Where is it?",
            "Exactly one layout of {n} mines fits all numbers. Where are they?",
            each.mines,
        ).format(n=whole(each.mines))
    if each.mines is None:
        return _("Which cells are certain by this rule, and why?")
    return ngettext(
        "There is {n} mine. Which cells are certain by this rule, and why?",
        "There are {n} mines. Which cells are certain by this rule, and why?",
        each.mines,
    ).format(n=whole(each.mines))
