"""How a game of Mastermind looks in a terminal: pegs, answers, the board.

A peg is its symbol and its digit in its colour, so it can be read without seeing colours. Where
the terminal's encoding has no symbols (``plain``), the colour's letter stands for the symbol.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from mastermine.cli import output
from mastermine.core.game import Turn
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import (
    BLANK,
    MAX_COLOURS,
    Black,
    Code,
    Estimate,
    Feedback,
    Notation,
    Pegs,
    Places,
)

FIRST = 12
"""Of more colours than have a name of their own the first are shown, and the last."""

_MARKS = {False: ("●", "○", "·"), True: ("*", "o", ".")}


def is_plain() -> bool:
    """Whether standard output can show nothing but ASCII for certain."""
    return not (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def peg(notation: Notation, colour: int, plain: bool | None = None) -> Text:
    """One peg, such as a red ``●1``."""
    look = notation.colours[colour]
    digit = notation.digits[colour]
    if is_plain() if plain is None else plain:
        symbol = look.letter if notation.rules.colours <= 10 and look != BLANK else ""
    else:
        symbol = look.symbol
    width = len(symbol) + max(map(len, notation.digits))
    return Text(f"{symbol}{digit}".ljust(width), style=f"bold {look.rgb}")


def pegs(notation: Notation, code: Code, plain: bool | None = None) -> Text:
    return Text(" ").join(peg(notation, colour, plain) for colour in code)


def written(notation: Notation, code: Code) -> str:
    """A code in digits; numbers have spaces between them, so that a long row breaks there."""
    return notation.format(code).replace(",", ", ")


def pegs_or_digits(notation: Notation, code: Code, width: int) -> Text:
    """All pegs of a code in a row, or only its digits where so many columns have no room."""
    drawn = pegs(notation, code)
    return drawn if drawn.cell_len <= width else Text(written(notation, code))


def answer(notation: Notation, guess: Code, feedback: Feedback, plain: bool | None = None) -> Text:
    """The answer to a guess, drawn and in figures: ``●○··  1B 1W``; for places ``X X 6 4``."""
    black, white, none = _MARKS[is_plain() if plain is None else plain]
    places = notation.rules.places
    match feedback:
        case Pegs(right, misplaced):
            drawn = black * right + white * misplaced
            return Text(f"{drawn.ljust(places, none)}  {feedback}")
        case Black(right):
            return Text(f"{(black * right).ljust(places, none)}  {feedback}")
        case Places(right):
            digits = [notation.digits[colour] for colour in guess]
            shown = [
                Text(digit, style="bold") if yes else Text("X".ljust(len(digit)), style="dim")
                for digit, yes in zip(digits, right, strict=True)
            ]
            return Text(" ").join(shown)


def answer_or_figures(notation: Notation, guess: Code, feedback: Feedback, width: int) -> Text:
    """An answer as it is drawn, or only in figures where so many columns have no room."""
    drawn = answer(notation, guess, feedback)
    return drawn if drawn.cell_len <= width else Text(str(feedback))


def _row(
    notation: Notation, guess: Code, feedback: Feedback, drawn: bool, plain: bool | None = None
) -> list[Text]:
    """A guess and its answer, drawn or in digits alone."""
    if not drawn:
        return [Text(written(notation, guess)), Text(str(feedback))]
    return [pegs(notation, guess, plain), answer(notation, guess, feedback, plain)]


def legend(notation: Notation, plain: bool | None = None, whole: bool = False) -> Columns:
    """Every colour with its peg, name and letter; of very many some, unless all are wanted."""
    items = []
    for colour, look in enumerate(notation.colours):
        item = Text.assemble(peg(notation, colour, plain), " ", _(look.name))
        if look.letter and notation.rules.colours <= 10 and look != BLANK:
            item.append(f" ({look.letter})")
        items.append(item)
    if len(items) > MAX_COLOURS + 1 and not whole:
        items[FIRST:-1] = [Text("..." if (is_plain() if plain is None else plain) else "…")]
    return Columns(items, padding=(0, 3))


def turns_table(
    screen: Console,
    notation: Notation,
    turns: Sequence[tuple[Code, Feedback, Estimate | None]],
) -> Table:
    """Guesses, their answers, and how many codes each answer leaves, where that is to be told.

    Where the screen has no room for that, codes and answers are in digits alone.
    """
    heads = ("", _("guess"), _("answer"), *([_("codes left")] if turns[0][2] is not None else []))
    wide, narrow = (output.table(*heads, numbers=(0, 3)) for _each in range(2))
    for number, (guess, feedback, estimate) in enumerate(turns, start=1):
        left = [] if estimate is None else [str(estimate)]
        for table, drawn in ((wide, True), (narrow, False)):
            table.add_row(str(number), *_row(notation, guess, feedback, drawn), *left)
    return wide if output.fits(screen, wide) else narrow


@dataclass(frozen=True)
class Board:
    """The rows so far with their answers, numbered; drawn with less where there is no room."""

    notation: Notation
    turns: Sequence[Turn[Code, Feedback]]
    notes: Mapping[int, str] = field(default_factory=dict)
    """Remarks on rows, which are counted from 1."""
    left: int | None = None
    """The tries left, where they are to be told."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only
        full = self._table(plain, compact=False)
        wide = console.measure(full, options=options.update(width=1000)).maximum
        if self.turns:
            yield full if wide <= options.max_width else self._table(plain, compact=True)
        if self.left is not None:
            yield Text(
                ngettext("{n} guess left", "{n} guesses left", self.left).format(n=self.left)
            )

    def _table(self, plain: bool, compact: bool) -> Table:
        table = Table(show_header=False, box=box.ASCII if plain else box.ROUNDED)
        table.add_column(justify="right", style="dim", no_wrap=True)
        for _column in range(3 if self.notes else 2):
            table.add_column(overflow="fold")
        for row, turn in enumerate(self.turns, start=1):
            drawn = _row(self.notation, turn.action, turn.feedback, not compact, plain)
            shown = [Text(str(row)), *drawn]
            if self.notes:
                shown.append(Text(self.notes.get(row, ""), style="bold red"))
            table.add_row(*shown)
        return table
