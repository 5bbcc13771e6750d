"""The rules of Minesweeper; their parameters are the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from math import comb
from typing import TYPE_CHECKING, ClassVar, TypeGuard

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Turn, longest_sensible
from mastermine.core.given import checked, short_repr
from mastermine.core.spec import read_options
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import Cell, Layout, check_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.core.random import Random
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.layouts import Layouts

_SPEC = re.compile(
    r"minesweeper:(?P<width>\d{1,9})x(?P<height>\d{1,9})x(?P<mines>\d{1,9})"
    r"(?P<options>(?:[+-][a-z]+)*)"
)
_SHOWN = re.compile(r"(\d{1,9}),(\d{1,9}):([0-8])")
_CELL = re.compile(r"\(?\s*(\d{1,9})\s*[\s,;]\s*(\d{1,9})\s*\)?")


class First(Enum):
    """What the first click is sure to be."""

    SAFE = "safe"
    """No mine."""
    OPEN = "open"
    """A zero, which opens all cells around it."""
    ANY = "any"
    """Anything: it may be a mine."""


def is_cell(given: object, width: int, height: int) -> TypeGuard[Cell]:
    """Whether this is a pair of whole numbers in a field of this size, found out fast."""
    if type(given) is tuple and len(given) == 2:
        x, y = given
        return type(x) is int and type(y) is int and 0 <= x < width and 0 <= y < height
    return False


def check_cell(cell: Cell, width: int, height: int) -> None:
    """Raises IllegalMove when a cell is not in a field of this size."""
    given: object = cell  # A strategy may return anything.
    if not isinstance(given, tuple) or len(given) != 2 or set(map(type, given)) != {int}:
        raise IllegalMove(
            _("a cell is a pair (x, y) of whole numbers, not {cell}").format(cell=short_repr(given))
        )
    x, y = cell
    if not (0 <= x < width and 0 <= y < height):
        raise IllegalMove(
            _(
                "{x},{y} is outside the field: x goes from 0 to {right}, y from 0 to {bottom}"
            ).format(x=x, y=y, right=width - 1, bottom=height - 1)
        )


def parse_cell(text: str, width: int, height: int) -> Cell:
    """``x,y`` or ``x y``, counted from 0 at the top left. Raises IllegalMove."""
    match = _CELL.fullmatch(text.strip())
    if not match:
        raise IllegalMove(
            _("{text!r} is no cell: write x,y counted from 0 at the top left, like 3,0").format(
                text=text
            )
        )
    cell = int(match[1]), int(match[2])
    check_cell(cell, width, height)
    return cell


def cell_of(given: Cell | str, width: int, height: int) -> Cell:
    """A cell, which may be a text. Raises IllegalMove."""
    if isinstance(given, str):
        return parse_cell(given, width, height)
    return checked(given, lambda cell: check_cell(cell, width, height))


@dataclass(frozen=True, slots=True)
class Opened:
    """What a click on a safe cell shows: each cell with its number, in reading order."""

    cells: tuple[tuple[Cell, int], ...]


@dataclass(frozen=True, slots=True)
class Exploded:
    """The answer to a click on a mine."""


Feedback = Opened | Exploded


@dataclass(frozen=True, slots=True, repr=False)
class Minesweeper:
    """A field of ``width`` by ``height`` cells, in which ``mines`` mines are hidden.

    ``first``: what the first click is sure to be. ``noguess``: from the first click on all safe
    cells can be opened by deduction alone, the number of mines included; where there is room for
    that, the first click opens a zero. Raises InvalidSpec for parameters that make no game.
    """

    game: ClassVar[str] = "minesweeper"
    """The name with which specs begin, and for which strategies are made."""
    limit: ClassVar[int | None] = None
    """There may be as many turns as it takes."""

    width: int
    height: int
    mines: int
    first: First = First.SAFE
    noguess: bool = False

    def __repr__(self) -> str:
        return f"Minesweeper.parse({self.spec()!r})"

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if not 1 <= self.mines <= self.most_mines:
            raise InvalidSpec(
                ngettext(
                    "{n} mine in a field of {width}x{height}: there must be 1 to {most}",
                    "{n} mines in a field of {width}x{height}: there must be 1 to {most}",
                    self.mines,
                ).format(n=self.mines, width=self.width, height=self.height, most=self.most_mines)
                if self.most_mines
                else _(
                    "a field of {width}x{height} has no room for a mine away from the first click"
                ).format(width=self.width, height=self.height)
            )
        if self.noguess and self.first is First.ANY:
            raise InvalidSpec(
                _("without guesses the first click is safe: -any and -noguess exclude each other")
            )

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.width * self.height

    @property
    def size(self) -> int:
        """The same as ``cells``, which says what is counted."""
        return self.cells

    @property
    def secret_count(self) -> int:
        """How many layouts a first click in the corner may meet; some need guesses."""
        from mastermine.minesweeper.generate import allowed
        from mastermine.minesweeper.guessing import CORNER

        return comb(len(allowed(self, CORNER)), self.mines)

    @property
    def longest(self) -> int:
        return longest_sensible(self.cells)

    @property
    def usual_strategy(self) -> str:
        return "pseq"

    def first_actions(self) -> Iterable[Cell]:
        from mastermine.minesweeper.guessing import first_cells

        return first_cells(self.width, self.height)

    def describe(self) -> str:
        first = {
            First.SAFE: _("the first click is safe"),
            First.OPEN: _("the first click opens all cells around it"),
            First.ANY: _("the first click may hit a mine"),
        }
        parts = [
            _("{width} x {height} cells").format(
                width=whole(self.width), height=whole(self.height)
            ),
            ngettext("{n} mine", "{n} mines", self.mines).format(n=whole(self.mines)),
            first[self.first],
            *([_("no guess is needed after it")] if self.noguess else []),
        ]
        return ", ".join(parts)

    def sizes(self) -> dict[str, int]:
        return {"cells": self.cells, "mines": self.mines}

    def size_in_words(self) -> str:
        return ngettext("{n} cell", "{n} cells", self.cells).format(n=whole(self.cells))

    def with_limit(self, limit: int | None) -> Minesweeper:
        if limit is None:
            return self
        raise InvalidSpec(_("a limit of guesses is for Mastermind: there is none in Minesweeper"))

    @property
    def most_mines(self) -> int:
        """The most mines for which every first click can be what it is sure to be."""
        around = min(3, self.width) * min(3, self.height)
        return self.cells - (around if self.first is First.OPEN else 1)

    def spec(self) -> str:
        """Such as ``minesweeper:30x16x99``, ``minesweeper:9x9x10-open-noguess``."""
        return (
            f"minesweeper:{self.width}x{self.height}x{self.mines}"
            + (f"-{self.first.value}" if self.first is not First.SAFE else "")
            + "-noguess" * self.noguess
        )

    @classmethod
    def parse(cls, text: str) -> Minesweeper:
        """The rules that a spec names. Raises InvalidSpec."""
        match = _SPEC.fullmatch(text)
        if not match:
            raise InvalidSpec(
                _(
                    "rules {text!r} are not understood; write width x height x mines like "
                    "minesweeper:30x16x99, then -open or -any, then -noguess"
                ).format(text=text)
            )
        kinds = {f"-{first.value}": first for first in First}
        options = read_options(text, match["options"], {*kinds, "-noguess"}, kinds)
        first = [kinds[option] for option in options if option in kinds]
        return cls(
            int(match["width"]),
            int(match["height"]),
            int(match["mines"]),
            first[0] if first else First.SAFE,
            "-noguess" in options,
        )

    def draw(self, rng: Random, first: Cell | None = None) -> Layout:
        """A layout for a game that begins with a click on ``first``.

        Each that gives this click what it is sure to be is equally likely; with ``noguess`` each in
        which no guess is needed, wherever these are not too rare (see ``generate``). Without a
        first click any cell may hold a mine. Raises IllegalMove for a first click outside the
        field, or where there is none with ``noguess``; InvalidSpec where no such layout was found.
        """
        from mastermine.minesweeper.generate import draw_layout

        if first is not None:
            self.check(first)
        return draw_layout(self, rng, first)

    def secrets(self) -> Layouts:
        """Every layout that a first click in the corner may meet. Raises InvalidSpec."""
        from mastermine.minesweeper.layouts import Layouts

        return Layouts(self)

    def check(self, cell: Cell) -> None:
        """Raises IllegalMove when ``cell`` is not in the field."""
        check_cell(cell, self.width, self.height)

    def check_secret(self, layout: Layout) -> None:
        """Raises IllegalMove when ``layout`` is no layout of these rules."""
        self.parse_secret(str(layout))

    def respond(self, secret: Layout, action: Cell) -> Feedback:
        """All that a click shows, whether it was open before or not."""
        self.check(action)
        return Exploded() if action in secret else Opened(secret.opened(action))

    def outcome(self, turns: Sequence[Turn[Cell, Feedback]]) -> Outcome | None:
        """Lost with a mine, won when all safe cells are open."""
        if turns and isinstance(turns[-1].feedback, Exploded):
            return Outcome.LOST
        shown = [turn.feedback.cells for turn in turns if isinstance(turn.feedback, Opened)]
        safe = self.cells - self.mines
        if sum(map(len, shown)) < safe:  # The borders of openings may be shown twice.
            return None
        return Outcome.WON if len({cell for each in shown for cell, _n in each}) == safe else None

    def knowledge(self) -> Field:
        """Nothing is open yet."""
        from mastermine.minesweeper.knowledge import Field

        return Field(self)

    # Notation.

    def format_action(self, action: Cell) -> str:
        return f"{action[0]},{action[1]}"

    def parse_action(self, text: str) -> Cell:
        """``x,y`` or ``x y``, counted from 0 at the top left. Raises IllegalMove."""
        return parse_cell(text, self.width, self.height)

    def format_feedback(self, feedback: Feedback) -> str:
        """``mine``, or each cell that is shown, like ``3,0:1 4,0:0``."""
        if isinstance(feedback, Exploded):
            return "mine"
        return " ".join(f"{x},{y}:{number}" for (x, y), number in feedback.cells)

    def parse_feedback(self, text: str) -> Feedback:
        """What ``format_feedback`` wrote, or ``*`` for a mine. Raises IllegalMove."""
        words = text.lower().split()
        if words in (["mine"], ["*"]):
            return Exploded()
        shown: dict[Cell, int] = {}
        for word in words:
            match = _SHOWN.fullmatch(word)
            if not match:
                break
            cell = int(match[1]), int(match[2])
            self.check(cell)
            shown[cell] = int(match[3])
        if not words or len(shown) < len(words):
            raise IllegalMove(
                _(
                    "{text!r} is no answer: write mine, or each open cell once with its number, "
                    "like 3,0:1 4,0:0"
                ).format(text=text)
            )
        ordered = sorted(shown.items(), key=lambda each: (each[0][1], each[0][0]))
        return Opened(tuple(ordered))

    def format_secret(self, secret: Layout) -> str:
        """Rows of ``.`` and ``*`` with slashes between them."""
        return str(secret).replace("\n", "/")

    def parse_secret(self, text: str) -> Layout:
        """What ``format_secret`` wrote; the rows may also stand in lines. Raises IllegalMove."""
        rows = [row.strip() for row in re.split(r"[/\n]", text.strip())]
        if set("".join(rows)) - set(".*") or [len(row) for row in rows] != [self.width] * (
            self.height
        ):
            told = ngettext("a layout has {n} row", "a layout has {n} rows", self.height)
            raise IllegalMove(
                # Translators: {rows} is "a layout has {n} rows".
                ngettext(
                    "{rows} of {n} sign, . or * for a mine, with slashes between the rows",
                    "{rows} of {n} signs, . or * for a mine, with slashes between the rows",
                    self.width,
                ).format(rows=told.format(n=self.height), n=self.width)
            )
        layout = Layout(self.width, self.height, bytes(sign == "*" for sign in "".join(rows)))
        if layout.count != self.mines:
            raise IllegalMove(
                ngettext(
                    "the layout has {n} mine, but there are {mines}",
                    "the layout has {n} mines, but there are {mines}",
                    layout.count,
                ).format(n=layout.count, mines=self.mines)
            )
        return layout
