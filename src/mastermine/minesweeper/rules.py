"""The rules of Minesweeper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from math import comb
from typing import TYPE_CHECKING, ClassVar, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Turn, View, longest_sensible
from mastermine.core.spec import read_options
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext, shortened
from mastermine.minesweeper.board import Board, Cell, Layout, check_size
from mastermine.minesweeper.cells import check_cell, parse_x_y
from mastermine.minesweeper.sizes import Size, is_random_seed, leading_size, random_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.core.random import Random
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.layouts import Layouts

_OPTIONS = re.compile(r"(?:[+-][a-z]+)*")
_COLLECTION = re.compile(r"(a?)([:#].*)?")
_OPENED = re.compile(r"(\d{1,9}),(\d{1,9}):([0-8])")


class First(Enum):
    """Guarantee for the first click."""

    SAFE = "safe"
    """It is not a mine."""
    OPEN = "open"
    """It is a zero, which opens all cells around it."""
    ANY = "any"
    """No guarantee: it may be a mine."""


def check_board_size(board: Board, rules: Minesweeper, spec: str) -> None:
    """Raises InvalidSpec if a board does not have the size of the rules, named ``spec``."""
    if (rules.width, rules.height) != (board.width, board.height):
        raise InvalidSpec(
            # Translators: {spec} is a game, such as 9x9x10.
            _("the board has {width}x{height} cells, but {spec} has {w}x{h}").format(
                width=board.width, height=board.height, spec=spec, w=rules.width, h=rules.height
            )
        )


@dataclass(frozen=True, slots=True)
class Opened:
    """Answer to a click on a safe cell: the opened cells with numbers, in reading order."""

    cells: tuple[tuple[Cell, int], ...]


@dataclass(frozen=True, slots=True)
class Exploded:
    """Answer to a click on a mine."""


Feedback = Opened | Exploded


@dataclass(frozen=True, slots=True, repr=False)
class Minesweeper:
    """A board of ``width`` by ``height`` cells with ``mines`` hidden mines.

    ``first`` is the guarantee for the first click. ``noguess``: after the first click all safe
    cells can be opened by deduction alone, using the number of mines; if there is room, the first
    click opens a zero. Raises InvalidSpec for invalid parameters.
    """

    game: ClassVar[str] = "minesweeper"
    """Name of the game in specs and strategies."""
    limit: ClassVar[int | None] = None
    """The number of turns is not limited."""

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
                    "{n} mine on a board of {width}x{height}: there must be 1 to {most}",
                    "{n} mines on a board of {width}x{height}: there must be 1 to {most}",
                    self.mines,
                ).format(
                    n=whole(self.mines),
                    width=self.width,
                    height=self.height,
                    most=whole(self.most_mines),
                )
                if self.most_mines
                else _(
                    "a board of {width}x{height} has no room for a mine away from the first click"
                ).format(width=self.width, height=self.height)
            )
        if self.noguess and self.first is First.ANY:
            raise InvalidSpec(
                _("-any and -noguess exclude each other: without guesses the first click is safe")
            )

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def size(self) -> int:
        """Number of cells, as ``cells``."""
        return self.cells

    @property
    def secret_count(self) -> int:
        """Number of layouts for a first click in the corner, including those that need guesses."""
        from mastermine.minesweeper.generate import allowed
        from mastermine.minesweeper.guessing import CORNER

        return comb(len(allowed(self, CORNER)), self.mines)

    @property
    def longest(self) -> int:
        return longest_sensible(self.cells)

    @property
    def usual_strategy(self) -> str:
        return "endgame"

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
        raise InvalidSpec(_("a limit of guesses is only for Mastermind; remove it for Minesweeper"))

    @property
    def most_mines(self) -> int:
        """Maximum number of mines for which the guarantee holds for every first click."""
        around = min(3, self.width) * min(3, self.height)
        return self.cells - (around if self.first is First.OPEN else 1)

    def spec(self) -> str:
        """Returns the spec, such as ``minesweeper:30x16x99`` or ``minesweeper:9x9x10-open``."""
        return (
            f"minesweeper:{self.width}x{self.height}x{self.mines}"
            + (f"-{self.first.value}" if self.first is not First.SAFE else "")
            + "-noguess" * self.noguess
        )

    @classmethod
    def parse(cls, text: str) -> Minesweeper:
        """Parses a spec, or the parameters of Mines by Simon Tatham, such as ``9x9n10``.

        His boards open around the first click and need no guess, except with a final ``a``. Raises
        InvalidSpec.
        """
        name, _colon, bare = text.partition(":")
        size = leading_size(bare) if name == cls.game else None
        found = _COLLECTION.fullmatch(size.rest) if size and size.sign != "x" else None
        if size and found and (size.mines is not None or found[2]):
            return cls._of_parameters(bare, size, *found.groups())
        if not size or size.sign != "x" or not _OPTIONS.fullmatch(size.rest):
            raise InvalidSpec(
                _(
                    "rules {text!r} are not understood; write width x height x mines, such as "
                    "minesweeper:30x16x99, then -open or -any, then -noguess"
                ).format(text=text)
            )
        kinds = {f"-{first.value}": first for first in First}
        options = read_options(text, size.rest, {*kinds, "-noguess"}, kinds)
        first = [kinds[option] for option in options if option in kinds]
        return cls(
            size.width,
            size.height,
            size.mines or 0,
            first[0] if first else First.SAFE,
            "-noguess" in options,
        )

    @classmethod
    def _of_parameters(
        cls, text: str, size: Size, any_layout: str, rest: str | None
    ) -> Minesweeper:
        """Creates the rules of the collection's parameters. Raises InvalidSpec for a whole game."""
        if rest is not None:
            raise (
                random_seed(text)
                if is_random_seed(rest)
                else InvalidSpec(
                    _(
                        "{text!r} is one board of Simon Tatham's Mines, not rules: use it with "
                        "mastermine play, solve or layout"
                    ).format(text=shortened(text))
                )
            )
        return cls(size.width, size.height, size.mines or 0, First.OPEN, noguess=not any_layout)

    def draw(self, rng: Random, first: Cell | None = None) -> Layout:
        """Draws a layout for a game that starts with a click on ``first``.

        All layouts that keep the guarantee for this click are equally likely; with ``noguess`` all
        that need no guess, unless they are too rare (see ``generate``). Without a first click any
        cell may hold a mine.

        Raises IllegalMove if the first click is outside the board, or missing with ``noguess``, and
        InvalidSpec if no layout without guesses was found.
        """
        from mastermine.minesweeper.generate import draw_layout

        if first is not None:
            self.check(first)
        return draw_layout(self, rng, first)

    def secrets(self) -> Layouts:
        """Returns all layouts for a first click in the corner. Raises InvalidSpec, TooLarge."""
        from mastermine.minesweeper.layouts import Layouts

        return Layouts(self)

    def check(self, cell: Cell) -> None:
        """Raises IllegalMove if ``cell`` is not on the board."""
        check_cell(cell, self.width, self.height)

    def check_secret(self, layout: Layout) -> None:
        """Raises IllegalMove if ``layout`` has another size or number of mines."""
        self.parse_secret(str(layout))

    def respond(self, secret: Layout, action: Cell) -> Feedback:
        """Returns the answer to a click, including cells that were open before."""
        self.check(action)
        return Exploded() if action in secret else Opened(secret.opened(action))

    def outcome(self, turns: Sequence[Turn[Cell, Feedback]]) -> Outcome | None:
        """Returns LOST after a mine, WON if all safe cells are open, else None."""
        if turns and isinstance(turns[-1].feedback, Exploded):
            return Outcome.LOST
        opened = [turn.feedback.cells for turn in turns if isinstance(turn.feedback, Opened)]
        safe = self.cells - self.mines
        if sum(map(len, opened)) < safe:  # Numbers may belong to several openings.
            return None
        return Outcome.WON if len({cell for each in opened for cell, _n in each}) == safe else None

    def knowledge(self) -> Field:
        from mastermine.minesweeper.knowledge import Field

        return Field(self)

    # Notation.

    def position(self, view: View[Layout, Cell, Feedback]) -> str:
        """Formats the board, with a slash between its rows."""
        return str(cast("Field", view.knowledge).board).replace("\n", "/")

    def view_at(self, position: str, rng: Random | None = None) -> View[Layout, Cell, Feedback]:
        """Returns the view of a board, without turns. Raises InvalidSpec."""
        from mastermine.minesweeper.knowledge import Field

        board = Board.parse(position)
        check_board_size(board, self, self.spec())
        return View(self, knowledge=Field(self, board), rng=rng)

    def format_action(self, action: Cell) -> str:
        return f"{action[0]},{action[1]}"

    def parse_action(self, text: str) -> Cell:
        return parse_x_y(text, self.width, self.height)

    def format_feedback(self, feedback: Feedback) -> str:
        """Formats an answer as ``mine``, or as the opened cells, such as ``3,0:1 4,0:0``."""
        if isinstance(feedback, Exploded):
            return "mine"
        return " ".join(f"{x},{y}:{number}" for (x, y), number in feedback.cells)

    def parse_feedback(self, text: str) -> Feedback:
        """Parses the text of ``format_feedback``, or ``*`` for a mine. Raises IllegalMove."""
        words = text.lower().split()
        if words in (["mine"], ["*"]):
            return Exploded()
        opened: dict[Cell, int] = {}
        for word in words:
            match = _OPENED.fullmatch(word)
            if not match:
                break
            cell = int(match[1]), int(match[2])
            self.check(cell)
            opened[cell] = int(match[3])
        if not words or len(opened) < len(words):
            raise IllegalMove(
                _(
                    "{text!r} is not an answer: write mine, or each open cell once with its "
                    "number, such as 3,0:1 4,0:0"
                ).format(text=text)
            )
        ordered = sorted(opened.items(), key=lambda each: (each[0][1], each[0][0]))
        return Opened(tuple(ordered))

    def format_secret(self, secret: Layout) -> str:
        return str(secret).replace("\n", "/")

    def parse_secret(self, text: str) -> Layout:
        """Parses rows of ``.`` and ``*``, separated by slashes or line ends. Raises IllegalMove."""
        rows = [row.strip() for row in re.split(r"[/\n]", text.strip())]
        if set("".join(rows)) - set(".*") or [len(row) for row in rows] != [self.width] * (
            self.height
        ):
            size = ngettext("a layout has {n} row", "a layout has {n} rows", self.height)
            raise IllegalMove(
                # Translators: {rows} is "a layout has {n} rows".
                ngettext(
                    "{rows} of {n} sign, . or * for a mine, with slashes between the rows",
                    "{rows} of {n} signs, . or * for a mine, with slashes between the rows",
                    self.width,
                ).format(rows=size.format(n=self.height), n=self.width)
            )
        layout = Layout(self.width, self.height, bytes(sign == "*" for sign in "".join(rows)))
        if layout.count != self.mines:
            raise IllegalMove(
                ngettext(
                    "the layout has {n} mine, but the game has {mines}",
                    "the layout has {n} mines, but the game has {mines}",
                    layout.count,
                ).format(n=whole(layout.count), mines=whole(self.mines))
            )
        return layout
