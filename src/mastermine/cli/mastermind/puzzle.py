"""``mastermine puzzle`` for Mastermind: rows with answers that exactly one code fits."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine.cli import output
from mastermine.cli.dialogue import Command, Dialogue
from mastermine.cli.mastermind import board
from mastermine.cli.mastermind.codes import Codes
from mastermine.cli.puzzle import for_the_solution
from mastermine.coach.reasons import reasons_data
from mastermine.core.random import fresh_seed
from mastermine.i18n.text import N_, _
from mastermine.mastermind import (
    Mastermind,
    Notation,
    Puzzle,
    Step,
    Study,
    draw_puzzles,
    draw_studies,
)
from mastermine.registry import bare_spec
from mastermine.session import Depth
from mastermine.session.messages.puzzles import all_known, hinted, question, title, tried

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.cli.terminal import Terminal


PER_PAGE = 6
"""Default number of puzzles on a page of a sheet."""


class Printed(NamedTuple):
    """Puzzles, and how to print them."""

    puzzles: Sequence[Puzzle | Study]
    notation: Notation
    seed: int | str
    drawn: bool
    """True if the seed was not given."""
    solution: bool
    sentences: bool


def puzzle(
    rules: Mastermind,
    *,
    seed: int | str | None,
    colours: tuple[str, ...] | None,
    grade: str | None,
    pattern: str | None,
    number: int | None,
    play: bool,
    sheet: str | None,
    per_page: int | None,
    no_solutions: bool,
    as_json: bool,
    solution: bool,
    sentences: bool,
    **layout: str | None,
) -> None:
    """Prints puzzles or studies, plays one, or writes a sheet. Raises InvalidSpec, TooLarge."""
    notation = Notation.of(rules, colours)
    used = fresh_seed() if seed is None else seed
    if pattern is not None:
        with output.working(_("making puzzles")):
            studies = list(islice(draw_studies(rules, pattern, used), number or 1))
        printed = Printed(studies, notation, used, seed is None, solution, sentences)
        output.print_result(as_json, _data, _show, printed)
        return
    per_page = per_page or PER_PAGE
    number = number or (1 if sheet is None else per_page)
    with output.working(_("making puzzles")):
        made = list(islice(draw_puzzles(rules, used, grade), number))
    if play:
        from mastermine.cli.terminal import Terminal

        Solving(Terminal(), made[0], notation, sentences).run()
    elif sheet is not None:
        from mastermine.session.share import sheets

        words = ["mastermine", "puzzle", bare_spec(made[0].rules.spec()), "--number", str(number)]
        words += [] if grade is None else ["--grade", grade]
        command = shlex.join([*words, "--seed", str(used)])
        given = {name: value for name, value in layout.items() if value is not None}
        chosen = sheets.Sheet(
            notation, command, per_page, solutions=not no_solutions, sentences=sentences, **given
        )
        output.console().print(sheets.save(made, chosen, sheet))
    else:
        printed = Printed(made, notation, used, seed is None, solution, sentences)
        output.print_result(as_json, _data, _show, printed)


def _data(printed: Printed) -> dict[str, Any]:
    found = []
    for each in printed.puzzles:
        data = each.to_json()
        if printed.sentences:
            sentence = printed.notation.answer_sentence
            data["sentences"] = [sentence(turn.feedback) for turn in each.turns]
        if printed.solution:
            data["steps"] = reasons_data(_steps(each), printed.notation)
        else:
            data.pop("code", None)
        found.append(data)
    return {"seed": printed.seed, "puzzles": found}


def _show(screen: Console, printed: Printed) -> None:
    notation = printed.notation
    screen.print(board.legend(notation), notation.answers.legend(), sep="\n")
    for number, each in enumerate(printed.puzzles, start=1):
        screen.print()
        name = each.step.heading if isinstance(each, Study) else title(number, each)
        screen.print(name, style="bold")
        _show_rows(screen, each, notation, printed.sentences)
        if isinstance(each, Study):
            if known := each.step.known(notation):
                # Translators: {facts} are clauses such as "red is not in the code".
                screen.print(_("Known: {facts}.").format(facts=known))
            screen.print(_("What can you conclude by this rule, and why?"))
        if printed.solution:
            for at, step in enumerate(_steps(each), start=1):
                screen.print(f"{at}. {step.sentence(notation)}")
        if isinstance(each, Puzzle) and printed.solution:
            screen.print(board.pegs(notation, each.code), notation.format(each.code), sep="  ")
        elif isinstance(each, Puzzle):
            screen.print(question())
    if printed.drawn and not printed.solution:
        screen.print("", for_the_solution(printed.seed), sep="\n")


def _steps(each: Puzzle | Study) -> Sequence[Step]:
    return (each.step,) if isinstance(each, Study) else each.steps


def _show_rows(screen: Console, each: Puzzle | Study, notation: Notation, sentences: bool) -> None:
    rows = [(turn.action, turn.feedback, None) for turn in each.turns]
    screen.print(board.turns_table(screen, notation, rows, sentences))


class Solving:
    """A puzzle that a player solves line by line: each line is a code or a command."""

    def __init__(
        self, terminal: Terminal, puzzle: Puzzle, notation: Notation, sentences: bool
    ) -> None:
        self.terminal = terminal
        self.puzzle = puzzle
        self.notation = notation
        self.sentences = sentences
        self.over = False
        self.hints = iter([(step, depth) for step in puzzle.steps for depth in Depth])
        codes = Codes(terminal, notation)
        self.dialogue = Dialogue(
            terminal,
            [
                # Translators: a word to be typed, in small letters.
                Command(
                    N_("hint"), _("say which rows to look at; again: by which rule; again: why")
                ),
                # Translators: a word to be typed, in small letters: a noun.
                Command(N_("solution"), _("show the solution and quit")),
                # Translators: a word to be typed, in small letters: it shows the board.
                Command(N_("board"), _("show all rows")),
            ],
            {"hint": self.hint, "solution": self.solution, "board": self.board},
            # Translators: before what the player types.
            prompt=lambda: _("Code: "),
            parse=notation.parse,
            move=self.attempt,
            how_to_move=notation.how_to,
            words=[colour.name for colour in notation.colours],
            attempt=codes.attempt,
            quit_help=_("quit"),
        )
        self.codes = codes

    def run(self) -> None:
        """Reads lines until the puzzle is solved. Raises EOFError if the player quits."""
        self.codes.legend()
        self.terminal.say(self.notation.answers.legend())
        self.board()
        self.terminal.say(
            question(),
            _("Type a code such as {example}, or {help}.").format(
                example=self.notation.example(), help=self.dialogue.spelled(_("help"))
            ),
        )
        while not self.over:
            self.dialogue.step()

    def board(self, _rest: str = "") -> None:
        _show_rows(self.terminal.console, self.puzzle, self.notation, self.sentences)

    def attempt(self, text: str) -> None:
        code = self.notation.parse(text)
        self.terminal.say(tried(self.puzzle, self.notation, code))
        self.over = code == self.puzzle.code

    def hint(self, _rest: str = "") -> None:
        found = next(self.hints, None)
        self.terminal.say(all_known() if found is None else hinted(*found, self.notation))

    def solution(self, _rest: str = "") -> None:
        steps = [step.sentence(self.notation) for step in self.puzzle.steps]
        self.terminal.say(*steps, self.codes.draw(self.puzzle.code))
        self.over = True
