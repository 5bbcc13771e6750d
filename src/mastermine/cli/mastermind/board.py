"""Draws pegs, answers and boards of Mastermind in a terminal.

A peg is a coloured symbol and a digit, readable without colours. Where the terminal's encoding has
no symbols (``plain``), the colour's letter replaces the symbol.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from mastermine.cli import output
from mastermine.cli.console import natural_width
from mastermine.core.game import Turn
from mastermine.i18n.text import _
from mastermine.mastermind import (
    NAMED_COLOURS,
    Black,
    Code,
    Estimate,
    Feedback,
    Mastermind,
    Notation,
    Pegs,
    Places,
    Unknown,
)

MAX_LISTED = 12
"""Longer legends show this many colours and the last one."""

_MARKS = {False: ("●", "○", "·"), True: ("*", "o", ".")}


def is_plain() -> bool:
    """True if standard output may be limited to ASCII."""
    return not (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def peg(notation: Notation, colour: int, plain: bool | None = None) -> Text:
    """Returns one peg, such as a red ``●1``."""
    look = notation.colours[colour]
    label = notation.labels[colour]
    symbol = notation.letter(colour) if (is_plain() if plain is None else plain) else look.symbol
    if symbol == label:
        symbol = ""
    width = len(symbol) + max(map(len, notation.labels))
    return Text(f"{symbol}{label}".ljust(width), style=f"bold {look.rgb}")


def pegs(notation: Notation, code: Code, plain: bool | None = None) -> Text:
    return Text(" ").join(peg(notation, colour, plain) for colour in code)


def digits(notation: Notation, code: Code) -> str:
    """Formats a code as labels, with spaces after commas, so that long rows can wrap."""
    return notation.format(code).replace(",", ", ")


def pegs_or_digits(notation: Notation, code: Code, width: int) -> Text:
    """Draws a code as pegs, or in digits if the pegs need more than ``width`` columns."""
    drawn = pegs(notation, code)
    return drawn if drawn.cell_len <= width else Text(digits(notation, code))


def answer(notation: Notation, guess: Code, feedback: Feedback, plain: bool | None = None) -> Text:
    """Draws an answer with its figures: ``●○··  1B 1W``; for places ``X X 6 4``."""
    black, white, none = _MARKS[is_plain() if plain is None else plain]
    places = notation.rules.places
    match feedback:
        case Pegs(right, misplaced):
            drawn = black * right + white * misplaced
            return Text(f"{drawn.ljust(places, none)}  {notation.format_answer(feedback)}")
        case Black(right):
            drawn = black * right
            return Text(f"{drawn.ljust(places, none)}  {notation.format_answer(feedback)}")
        case Places(right):
            texts = [notation.labels[colour] for colour in guess]
            cells = [
                Text(text, style="bold") if yes else Text("X".ljust(len(text)), style="dim")
                for text, yes in zip(texts, right, strict=True)
            ]
            return Text(" ").join(cells)
        case Unknown():
            return Text(str(feedback))


def answer_or_figures(notation: Notation, guess: Code, feedback: Feedback, width: int) -> Text:
    """Draws an answer, or only its figures if it needs more than ``width`` columns."""
    drawn = answer(notation, guess, feedback)
    return drawn if drawn.cell_len <= width else Text(notation.format_answer(feedback))


def _row(
    notation: Notation, guess: Code, feedback: Feedback, drawn: bool, plain: bool | None = None
) -> list[Text]:
    """Returns the cells of a guess and its answer, drawn or as text."""
    if not drawn:
        return [Text(digits(notation, guess)), Text(notation.format_answer(feedback))]
    return [pegs(notation, guess, plain), answer(notation, guess, feedback, plain)]


def legend(notation: Notation, plain: bool | None = None, whole: bool = False) -> Columns:
    """Lists the colours with peg, name and letter; shortened if very many, unless ``whole``."""
    items = []
    for colour, look in enumerate(notation.colours):
        name = "" if look.name == notation.labels[colour] else f" {look.name}"
        letter = f" ({notation.letter(colour)})" if notation.letter(colour) else ""
        items.append(Text.assemble(peg(notation, colour, plain), name, letter))
    if len(items) > NAMED_COLOURS + 1 and not whole:
        items[MAX_LISTED:-1] = [Text("..." if (is_plain() if plain is None else plain) else "…")]
    return Columns(items, padding=(0, 3))


def turns_table(
    screen: Console,
    notation: Notation,
    turns: Sequence[tuple[Code, Feedback, Estimate | None]],
    sentences: bool = False,
) -> Table:
    """Returns a table of guesses and answers, with the number of possible codes after each.

    That number may be None. On a narrow screen, codes and answers are in digits. ``sentences``: the
    answers are sentences.
    """
    heads = ("", _("guess"), _("answer"), *([_("codes left")] if turns[0][2] is not None else []))
    wide, narrow = (output.table(*heads, numbers=(0, 3)) for _each in range(2))
    for number, (guess, feedback, count) in enumerate(turns, start=1):
        left = [] if count is None else [str(count)]
        for table, drawn in ((wide, True), (narrow, False)):
            cells = _row(notation, guess, feedback, drawn)
            if sentences:
                cells[1] = Text(notation.answer_sentence(feedback))
            table.add_row(str(number), *cells, *left)
    return wide if output.fits(screen, wide) else narrow


def stored_turns(
    rules: Mastermind, turns: Iterable[tuple[str, str]], names: Notation | None, drawn: bool
) -> Iterator[list[Text]]:
    """Yields the cells of each turn of a stored game, drawn or as text.

    ``names``: notation with custom colour names, which stand for the pegs of the guesses.
    """
    for guess, feedback in turns:
        code = rules.parse_action(guess)
        cells = _row(names or rules.notation, code, rules.parse_feedback(feedback, code), drawn)
        yield cells if names is None else [Text(names.words(code).replace(", ", " ")), cells[1]]


@dataclass(frozen=True)
class Board:
    """The numbered rows of a game with their answers; compact on a narrow screen."""

    notation: Notation
    turns: Sequence[Turn[Code, Feedback]]
    notes: Mapping[int, str] = field(default_factory=dict)
    """Remarks by row, counted from 1."""
    left: int | None = None
    """Number of guesses left, if it is to be shown."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only
        full = self._table(plain, compact=False)
        if self.turns:
            fits = natural_width(console, full) <= options.max_width
            yield full if fits else self._table(plain, compact=True)
        if self.left is not None:
            from mastermine.session.messages import counts

            yield Text(counts.guesses_left(self.left))

    def _table(self, plain: bool, compact: bool) -> Table:
        table = Table(show_header=False, box=box.ASCII if plain else box.ROUNDED)
        table.add_column(justify="right", style="dim", no_wrap=True)
        for _column in range(3 if self.notes else 2):
            table.add_column(overflow="fold")
        for row, turn in enumerate(self.turns, start=1):
            drawn = _row(self.notation, turn.action, turn.feedback, not compact, plain)
            cells = [Text(str(row)), *drawn]
            if self.notes:
                cells.append(Text(self.notes.get(row, ""), style="bold red"))
            table.add_row(*cells)
        return table
