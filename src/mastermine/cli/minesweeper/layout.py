"""``mastermine layout``: make layouts of mines, read them, measure them, convert them."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.minesweeper import input_files
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.minesweeper import Cell, Layout, Metrics, Minesweeper

SHOWN = ("text", "mbf", "mine", "url")
"""The formats, as ``minesweeper.formats`` has them (which is not imported for the help page)."""

MAX_LAYOUTS = 100_000
"""The most layouts made at once."""


@dataclass(frozen=True)
class Made:
    """A layout, and where it comes from."""

    layout: Layout
    first: Cell | None
    """The first click that it is for, if any."""
    rules: Minesweeper | None = None
    seed: int | str | None = None
    uniform: bool = True
    """Whether all layouts that the rules allow were equally likely."""

    @property
    def no_guess(self) -> bool | None:
        """Whether no guess is needed; None where the first click is unknown or hits a mine."""
        from mastermine.minesweeper import needs_no_guess

        if self.first is None or self.first in self.layout:
            return None
        noguess = self.rules is not None and self.rules.noguess  # So it was made.
        return noguess or needs_no_guess(self.layout, self.first)


@click.command(
    help=_(
        "Make a layout of mines, or read one, and measure it.\n\n"
        "WHAT is a game of Minesweeper, such as expert, a file with a layout (.mbf, .mine or "
        "text), a link (?b=…&m=…), or - for standard input. A layout is made for the first click, "
        "by default in the middle; mastermine play with the same seed and first click has the same "
        "one. With -noguess no guess is needed after it. Ctrl-C ends the making of many, and "
        "prints what was made.\n\n"
        "\b\n"
        "  mastermine layout expert --seed 7\n"
        "  mastermine layout 30x16x99-noguess --first 0,0 --format url\n"
        "  mastermine layout board.mbf --format text\n"
        "  mastermine layout intermediate --count 100"
    )
)
@click.argument("what", metavar=_("WHAT"))
@click.option("--first", "click_on", metavar=_("X,Y"), help=_("The cell of the first click."))
@click.option(
    "--count",
    type=click.IntRange(1, MAX_LAYOUTS),
    metavar=_("N"),
    default=1,
    show_default=True,
    help=_("How many layouts to make; the seed of each is one more than that of the last."),
)
@click.option(
    "--format",
    "form",
    type=click.Choice(SHOWN),
    help=_("Print the layout in this format, and nothing else."),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("Write to a file; its ending says the format where --format does not."),
)
@seed_option()
@output.json_option
def layout(
    what: str,
    click_on: str | None,
    count: int,
    form: str | None,
    out: Path | None,
    seed: int | str | None,
    as_json: bool,
) -> None:
    form = form or (_format_of(out) if out else None)
    if as_json and form:
        raise InvalidSpec(_("--json has all formats: leave --format and --out out"))
    if form == "mbf" and count > 1:
        raise InvalidSpec(
            _("an .mbf file holds one layout: leave --count out, or take another format")
        )
    made = _made(what, click_on, count, seed)
    sink: Sink
    if form:
        sink = Written(form, out)
    elif as_json:
        sink = Json()
    else:
        sink = Rows(count) if count > 1 else Shown()
    _print(made, count, sink, quiet=count == 1 or (sink.streams and sys.stdout.isatty()))


def _print(made: Iterator[Made], count: int, sink: Sink, quiet: bool) -> None:
    number = 0
    try:
        for each in output.with_progress(made, count, _("making layouts"), quiet):
            sink.add(each)
            number += 1
    except KeyboardInterrupt:
        click.echo(err=True)  # The bar is left where it was.
        if number:
            sink.end()
        # Translators: the form is for {count}.
        told = ngettext(
            "mastermine: stopped after {n} of {count} layout",
            "mastermine: stopped after {n} of {count} layouts",
            count,
        )
        click.echo(told.format(n=whole(number), count=whole(count)), err=True, nl=False)
        raise
    sink.end()


def _made(what: str, click_on: str | None, count: int, seed: int | str | None) -> Iterator[Made]:
    """The layouts that are asked for. Raises InvalidSpec, and IllegalMove for the first click."""
    from mastermine.minesweeper import Minesweeper, parse_cell, read_layout
    from mastermine.registry import parse_rules_of

    def first_click(field: Layout | Minesweeper) -> Cell | None:
        return None if click_on is None else parse_cell(click_on, field.width, field.height)

    data = _read(what)
    if data is not None:
        if count > 1:
            raise InvalidSpec(_("a layout that is read is one: leave --count out"))
        if seed is not None:
            raise InvalidSpec(_("a layout that is read is not drawn: leave --seed out"))
        found = read_layout(data)
        yield Made(found, first_click(found))
        return
    rules = parse_rules_of(Minesweeper, what)
    first = first_click(rules) or (rules.width // 2, rules.height // 2)
    yield from _drawn(rules, first, count, seed)


def _name(seed: int | str, number: int) -> int | str:
    """The seed of a layout that is not the first, which has this seed."""
    if isinstance(seed, int):
        return seed + number
    return f"{seed}+{number}" if number else seed


def _drawn(rules: Minesweeper, first: Cell, count: int, seed: int | str | None) -> Iterator[Made]:
    from mastermine.core.random import Random, fresh_seed
    from mastermine.minesweeper import draw_layout, draw_noguess

    start = fresh_seed() if seed is None else seed
    for number in range(count):
        name, uniform = _name(start, number), True
        if rules.noguess:
            found, uniform = draw_noguess(rules, Random(name), first)
        else:
            found = draw_layout(rules, Random(name), first)
        yield Made(found, first, rules, name, uniform)


def _read(what: str) -> bytes | str | None:
    """What is in the file or link of this name; None where it is the name of a game."""
    data, path = input_files.find(what), Path(what)
    if data is not None:
        return data
    if path.suffix.lower() in {".mbf", ".mine", ".txt"} or path.parent != Path():
        return input_files.read(what)  # Which says why there is none.
    return None


def _format_of(file: Path) -> str:
    """The format that the ending of a file's name stands for. Raises InvalidSpec."""
    endings = {".mbf": "mbf", ".mine": "mine", ".txt": "text", ".url": "url"}
    if file.suffix.lower() not in endings:
        raise InvalidSpec(
            _("{name} does not say the format: end it with {endings}, or add --format").format(
                name=file.name, endings=", ".join(endings)
            )
        )
    return endings[file.suffix.lower()]


class Sink(ABC):
    """Where layouts go, each when it is made."""

    streams = True
    """Whether a layout is printed as soon as it is made."""

    @abstractmethod
    def add(self, made: Made) -> None:
        """Take one more."""

    def end(self) -> None:  # noqa: B027 - most have nothing to add
        """Print what comes after the last one, be it the last because of Ctrl-C."""


class Written(Sink):
    """The layouts in one format, text with an empty line between them."""

    def __init__(self, form: str, out: Path | None) -> None:
        if form == "mbf" and out is None and sys.stdout.isatty():
            raise InvalidSpec(_("mbf is bytes, not text: write it to a file with --out board.mbf"))
        self.form = form
        self.out = out
        self.streams = out is None
        self.between = b"" if form in ("mbf", "url") else b"\n"
        self.later = False
        """Whether one stands before."""
        self.data: list[bytes] = []
        """What is to be written to the file, once all is there."""

    def add(self, made: Made) -> None:
        from mastermine.minesweeper import write_layout

        data = self.between * self.later + write_layout(made.layout, self.form)
        self.later = True
        if self.streams:
            click.echo(data, nl=False)
        else:
            self.data.append(data)

    def end(self) -> None:
        if self.out is not None:
            with writing(self.out):
                self.out.write_bytes(b"".join(self.data))


class Json(Sink):
    """One JSON object, at the end."""

    streams = False

    def __init__(self) -> None:
        self.layouts: list[dict[str, Any]] = []

    def add(self, made: Made) -> None:
        self.layouts.append(_data(made))

    def end(self) -> None:
        output.print_json({"layouts": self.layouts})


def _data(made: Made) -> dict[str, Any]:
    from mastermine.minesweeper import Metrics, write_url

    found, metrics = made.layout, Metrics(made.layout)
    return {
        "rules": made.rules.spec() if made.rules else None,
        "seed": made.seed,
        "first": list(made.first) if made.first else None,
        "uniform": made.uniform if made.rules else None,
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
        "no_guess": made.no_guess,
    }


class Shown(Sink):
    """One layout, as it looks when all is open, with its figures."""

    def add(self, made: Made) -> None:
        from mastermine.cli.minesweeper.minefield import Minefield
        from mastermine.minesweeper import CLOSED, Metrics, write_url

        found = made.layout
        screen = output.console()
        if made.rules and made.first:
            told = _("{spec}, seed {seed}, first click {x},{y}").format(
                spec=made.rules.spec(), seed=made.seed, x=made.first[0], y=made.first[1]
            )
            screen.print(told, style="bold", soft_wrap=True)
        board = found.board().having((cell, CLOSED) for cell in found.cells)
        screen.print(Minefield(board, at=made.first, layout=found))
        screen.print(_figures(Metrics(found)), soft_wrap=True)
        guess = made.no_guess
        if guess is not None:
            screen.print(
                _("From the first click on no guess is needed.")
                if guess
                else _("From the first click on deduction alone does not open everything."),
                soft_wrap=True,
            )
        if not made.uniform:
            screen.print(_changed(1), soft_wrap=True)
        screen.print(write_url(found), soft_wrap=True)


def _figures(metrics: Metrics) -> str:
    n = metrics.layout.count
    # Translators: {mines} is such as "10 mines"; 3BV and ZiNi are measures of the work of a field,
    # openings are regions of zeros, islands regions of numbers.
    return _(
        "{mines}, 3BV {bbbv}, openings {openings}, islands {islands}, ZiNi {zini} "
        "({efficiency} efficiency)"
    ).format(
        mines=ngettext("{n} mine", "{n} mines", n).format(n=n),
        bbbv=metrics.bbbv,
        openings=metrics.openings,
        islands=metrics.islands,
        zini=metrics.zini,
        efficiency=percent(metrics.efficiency, 0),
    )


def _changed(n: int) -> str:
    return ngettext(
        "{n} layout was changed until no guess was needed: not all such are equally likely.",
        "{n} layouts were changed until no guess was needed: not all such are equally likely.",
        n,
    ).format(n=n)


class Rows(Sink):
    """A row for each layout, and their averages."""

    def __init__(self, count: int) -> None:
        self.heads = (_("seed"), _("3BV"), _("openings"), _("islands"), _("ZiNi"), _("no guess"))
        self.count = count
        self.widths: list[int] = []
        self.figures: list[tuple[int, ...]] = []
        self.changed = 0

    def add(self, made: Made) -> None:
        from mastermine.minesweeper import Metrics

        metrics, guess = Metrics(made.layout), made.no_guess
        row = (metrics.bbbv, metrics.openings, metrics.islands, metrics.zini)
        told = "–" if guess is None else _("yes") if guess else _("no")
        if not self.figures:
            self._head(made)
        self.figures.append((*row, bool(guess)))
        self.changed += not made.uniform
        self._row(str(made.seed), *map(str, row), told)

    def end(self) -> None:
        means = [sum(column) / len(self.figures) for column in zip(*self.figures, strict=True)]
        self._row()
        self._row(_("average"), *(decimal(mean, 1) for mean in means[:4]), percent(means[4], 0))
        if self.changed:
            output.console().print(_changed(self.changed), soft_wrap=True)

    def _head(self, first: Made) -> None:
        """The heads, over columns that are wide enough for all that may come."""
        last = "" if first.seed is None else _name(first.seed, self.count - 1)
        seeds = max(len(str(first.seed)), len(str(last)), len(_("average")))
        figures = len(str(first.layout.width * first.layout.height)) + len(".0")
        least = (seeds, *[figures] * 4, len(percent(1, 0)))
        self.widths = [max(len(head), n) for head, n in zip(self.heads, least, strict=True)]
        self._row(*self.heads)
        self._row(*("─" * width for width in self.widths), gap="──")

    def _row(self, *cells: str, gap: str = "  ") -> None:
        """A line of the table, printed at once: the figures in it stand at the right."""
        aligned = [
            f"{cell:>{width}}" if 0 < column < len(self.widths) - 1 else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(cells, self.widths, strict=False))
        ]
        output.console().print(gap.join(aligned).rstrip(), soft_wrap=True)
