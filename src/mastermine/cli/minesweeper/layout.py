"""``mastermine layout``: make, read, measure and convert mine layouts."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.minesweeper import input_files
from mastermine.command_line import rowcol_option, seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.minesweeper import Cell, Layout, Metrics, Minesweeper

FORMATS = ("text", "mbf", "mine", "url", "sgt")
"""The formats of ``minesweeper.formats``, which is too slow to import for the help page."""

ENDINGS = {".mbf": "mbf", ".mine": "mine", ".txt": "text", ".url": "url", ".sgt": "sgt"}
"""Formats by the ending of a file."""

MAX_LAYOUTS = 100_000


@dataclass(frozen=True)
class Item:
    """A layout and its origin."""

    layout: Layout
    first: Cell | None
    """First click of the layout, if known."""
    rules: Minesweeper | None = None
    seed: int | str | None = None
    uniform: bool = True
    """True if all layouts that the rules allow were equally likely."""

    @property
    def no_guess(self) -> bool | None:
        """True if no guess is needed; None if the first click is unknown or hits a mine."""
        from mastermine.minesweeper import needs_no_guess

        if self.first is None or self.first in self.layout:
            return None
        noguess = self.rules is not None and self.rules.noguess  # True by construction.
        return noguess or needs_no_guess(self.layout, self.first)


@click.command(
    help=_(
        "Create, measure and convert mine layouts.\n\n"
        "WHAT is a game of Minesweeper, such as expert, a file with a layout (.mbf, .mine or "
        "text), a link (?b=…&m=…), a game ID of Simon Tatham's Mines (9x9:0,0,m…), or - for "
        "standard input. A new layout depends on the seed and "
        "the first click; mastermine play makes the same one from them. With -noguess, no guess is "
        "needed after the first click. Ctrl-C stops and prints the layouts made so far.\n\n"
        "\b\n"
        "  mastermine layout expert --seed 7\n"
        "  mastermine layout 30x16x99-noguess --first 0,0 --format url\n"
        "  mastermine layout board.mbf --format text\n"
        "  mastermine layout intermediate --count 100"
    )
)
@click.argument("what", metavar=_("WHAT"))
@click.option("--first", "click_on", metavar=_("X,Y"), help=_("First click.  [default: middle]"))
@click.option(
    "--count",
    type=click.IntRange(1, MAX_LAYOUTS),
    metavar=_("N"),
    default=1,
    show_default=True,
    help=_("Number of layouts to make, with consecutive seeds."),
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help=_("Print only the layout, in this format."),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("Write to this file; without --format, its extension sets the format."),
)
@seed_option()
@rowcol_option
@output.json_option
def layout(
    what: str,
    click_on: str | None,
    count: int,
    form: str | None,
    out: Path | None,
    seed: int | str | None,
    rowcol: bool,
    as_json: bool,
) -> None:
    from mastermine.minesweeper import rows_first

    form = form or (output.format_of(out, ENDINGS) if out else None)
    if as_json and form:
        raise InvalidSpec(_("--json excludes --format and --out"))
    if form == "mbf" and count > 1:
        raise InvalidSpec(
            _("an .mbf file holds one layout: leave --count out or choose another format")
        )
    items = _layouts(what, click_on, count, seed)
    sink: Sink
    if form:
        sink = Export(form, out)
    elif as_json:
        sink = Json()
    else:
        sink = Rows(count) if count > 1 else Picture()
    with rows_first(rowcol):
        _print(items, count, sink, quiet=count == 1 or (sink.streams and sys.stdout.isatty()))


def _print(items: Iterator[Item], count: int, sink: Sink, quiet: bool) -> None:
    number = 0
    try:
        for each in output.with_progress(items, count, _("making layouts"), quiet):
            sink.add(each)
            number += 1
    except KeyboardInterrupt:
        click.echo(err=True)  # Ends the line of the progress bar.
        if number:
            sink.end()
        # Translators: the form is for {count}.
        text = ngettext(
            "mastermine: stopped after {n} of {count} layout",
            "mastermine: stopped after {n} of {count} layouts",
            count,
        )
        click.echo(text.format(n=whole(number), count=whole(count)), err=True, nl=False)
        raise
    sink.end()


def _layouts(what: str, click_on: str | None, count: int, seed: int | str | None) -> Iterator[Item]:
    """Yields the requested layouts. Raises InvalidSpec, and IllegalMove for the first click."""
    from mastermine.minesweeper import Minesweeper, parse_cell, read_layout, read_position
    from mastermine.registry import parse_rules_of

    def first_click(field: Layout | Minesweeper) -> Cell | None:
        return None if click_on is None else parse_cell(click_on, field.width, field.height)

    data = _read(what)
    if data is not None:
        if count > 1:
            raise InvalidSpec(_("a file or link has one layout: leave --count out"))
        if seed is not None:
            raise InvalidSpec(_("a file or link needs no seed: leave --seed out"))
        found = read_layout(data)
        yield Item(found, first_click(found) or read_position(data).first)
        return
    rules = parse_rules_of(Minesweeper, what)
    first = first_click(rules) or (rules.width // 2, rules.height // 2)
    yield from _drawn(rules, first, count, seed)


def _name(seed: int | str, number: int) -> int | str:
    """Returns the seed of a layout, given the seed of the first and its number, from 0."""
    if isinstance(seed, int):
        return seed + number
    return f"{seed}+{number}" if number else seed


def _drawn(rules: Minesweeper, first: Cell, count: int, seed: int | str | None) -> Iterator[Item]:
    from mastermine.core.random import Random, fresh_seed
    from mastermine.minesweeper import draw_layout, draw_noguess

    start = fresh_seed() if seed is None else seed
    for number in range(count):
        name, uniform = _name(start, number), True
        if rules.noguess:
            found, uniform = draw_noguess(rules, Random(name), first)
        else:
            found = draw_layout(rules, Random(name), first)
        yield Item(found, first, rules, name, uniform)


def _read(what: str) -> bytes | str | None:
    """Returns the contents of a file, or a link; None for the name of a game."""
    data, path = input_files.find(what), Path(what)
    if data is not None:
        return data
    if path.suffix.lower() in {".mbf", ".mine", ".txt"} or path.parent != Path():
        return input_files.read(what)  # Reports why it cannot be read.
    return None


class Sink(ABC):
    """Receives layouts one by one."""

    streams = True
    """True if each layout is printed as soon as it is made."""

    @abstractmethod
    def add(self, item: Item) -> None:
        """Takes one layout."""

    def end(self) -> None:  # noqa: B027 - optional
        """Finishes the output, also after Ctrl-C."""


class Export(Sink):
    """Layouts in one format; an empty line separates texts."""

    def __init__(self, form: str, out: Path | None) -> None:
        if form == "mbf" and out is None and sys.stdout.isatty():
            raise InvalidSpec(_("mbf is binary: write it to a file with --out board.mbf"))
        self.form = form
        self.out = out
        self.streams = out is None
        self.separator = b"" if form in ("mbf", "url", "sgt") else b"\n"
        self.is_first = True
        self.data: list[bytes] = []
        """Contents of the file, written at the end."""

    def add(self, item: Item) -> None:
        from mastermine.minesweeper import write_layout

        data = (b"" if self.is_first else self.separator) + write_layout(item.layout, self.form)
        self.is_first = False
        if self.streams:
            click.echo(data, nl=False)
        else:
            self.data.append(data)

    def end(self) -> None:
        if self.out is not None:
            with writing(self.out):
                self.out.write_bytes(b"".join(self.data))


class Json(Sink):
    """One JSON object, printed at the end."""

    streams = False

    def __init__(self) -> None:
        self.layouts: list[dict[str, Any]] = []

    def add(self, item: Item) -> None:
        self.layouts.append(_data(item))

    def end(self) -> None:
        output.print_json({"layouts": self.layouts})


def _data(item: Item) -> dict[str, Any]:
    from mastermine.minesweeper import Metrics, write_url

    found, metrics = item.layout, Metrics(item.layout)
    return {
        "rules": item.rules.spec() if item.rules else None,
        "seed": item.seed,
        "first": list(item.first) if item.first else None,
        "uniform": item.uniform if item.rules else None,
        "width": found.width,
        "height": found.height,
        "mines": found.count,
        "layout": str(found).splitlines(),
        "url": write_url(found),
        "3bv": metrics.bbbv,
        "openings": metrics.openings,
        "islands": metrics.islands,
        "zini": metrics.zini,
        "human_zini": metrics.human_zini,
        "no_guess": item.no_guess,
    }


class Picture(Sink):
    """One layout drawn with all cells open, and its metrics."""

    def add(self, item: Item) -> None:
        from mastermine.cli.minesweeper.minefield import Minefield
        from mastermine.minesweeper import CLOSED, Metrics, axes, write_url

        found = item.layout
        screen = output.console()
        if item.rules and item.first:
            heading = _("{spec}, seed {seed}, first click {x},{y}").format(
                spec=item.rules.spec(), seed=item.seed, **axes(item.first)
            )
            screen.print(heading, style="bold", soft_wrap=True)
        board = found.board().having((cell, CLOSED) for cell in found.cells)
        screen.print(Minefield(board, at=item.first, layout=found))
        screen.print(_figures(Metrics(found)), soft_wrap=True)
        guess = item.no_guess
        if guess is not None:
            screen.print(
                _("After the first click, no guess is needed.")
                if guess
                else _("After the first click, deduction alone does not open every cell."),
                soft_wrap=True,
            )
        if not item.uniform:
            screen.print(_changed(1), soft_wrap=True)
        screen.print(write_url(found), soft_wrap=True)


def _figures(metrics: Metrics) -> str:
    n = metrics.layout.count
    # Translators: {mines} is such as "10 mines"; 3BV and ZiNi count the clicks that a board
    # needs; openings are regions of zeros, islands regions of numbers.
    return _(
        "{mines}, 3BV {bbbv}, openings {openings}, islands {islands}, ZiNi {zini} "
        "({efficiency} efficiency)"
    ).format(
        mines=ngettext("{n} mine", "{n} mines", n).format(n=whole(n)),
        bbbv=metrics.bbbv,
        openings=metrics.openings,
        islands=metrics.islands,
        zini=metrics.zini,
        efficiency=percent(metrics.efficiency, 0),
    )


def _changed(n: int) -> str:
    return ngettext(
        "{n} layout was changed to avoid guesses, so layouts are not equally likely.",
        "{n} layouts were changed to avoid guesses, so layouts are not equally likely.",
        n,
    ).format(n=n)


class Rows(Sink):
    """A table row for each layout, and the averages."""

    def __init__(self, count: int) -> None:
        self.heads = (_("seed"), _("3BV"), _("openings"), _("islands"), _("ZiNi"), _("no guess"))
        self.count = count
        self.widths: list[int] = []
        self.figures: list[tuple[int, ...]] = []
        self.changed = 0

    def add(self, item: Item) -> None:
        from mastermine.minesweeper import Metrics

        metrics, guess = Metrics(item.layout), item.no_guess
        row = (metrics.bbbv, metrics.openings, metrics.islands, metrics.zini)
        no_guess = "–" if guess is None else _("yes") if guess else _("no")
        if not self.figures:
            self._head(item)
        self.figures.append((*row, bool(guess)))
        self.changed += not item.uniform
        self._row(str(item.seed), *map(str, row), no_guess)

    def end(self) -> None:
        means = [sum(column) / len(self.figures) for column in zip(*self.figures, strict=True)]
        self._row()
        self._row(_("average"), *(decimal(mean, 1) for mean in means[:4]), percent(means[4], 0))
        if self.changed:
            output.console().print(_changed(self.changed), soft_wrap=True)

    def _head(self, first: Item) -> None:
        """Prints the column heads; the columns are wide enough for all rows to come."""
        last = "" if first.seed is None else _name(first.seed, self.count - 1)
        seeds = max(len(str(first.seed)), len(str(last)), len(_("average")))
        figures = len(str(first.layout.width * first.layout.height)) + len(".0")
        least = (seeds, *[figures] * 4, len(percent(1, 0)))
        self.widths = [max(len(head), n) for head, n in zip(self.heads, least, strict=True)]
        self._row(*self.heads)
        self._row(*("─" * width for width in self.widths), gap="──")

    def _row(self, *cells: str, gap: str = "  ") -> None:
        aligned = [
            f"{cell:>{width}}" if 0 < column < len(self.widths) - 1 else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(cells, self.widths, strict=False))
        ]
        output.console().print(gap.join(aligned).rstrip(), soft_wrap=True)
