"""``mastermine layout``: make layouts of mines, read them, measure them, convert them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.minesweeper import source
from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.minesweeper.board import Cell, Layout
    from mastermine.minesweeper.metrics import Metrics
    from mastermine.minesweeper.rules import Minesweeper

SHOWN = ("text", "mbf", "mine", "url")
"""The formats, as ``minesweeper.formats`` has them (which is not imported for the help page)."""

MARGINS = 7
"""Columns of the screen that the numbers beside a field take."""

MOST = 100_000
"""So many layouts are made at once."""


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


@click.command(
    help=_(
        "Make a layout of mines, or read one, and measure it.\n\n"
        "WHAT is a game of Minesweeper, such as expert, a file with a layout (.mbf, .mine or "
        "text), a link (?b=…&m=…), or - for standard input. A layout is made for the first click, "
        "by default in the middle; mastermine play with the same seed and first click has the same "
        "one. With -noguess no guess is needed after it.\n\n"
        "\b\n"
        "  mastermine layout expert --seed 7\n"
        "  mastermine layout 30x16x99-noguess --first 0,0 --format url\n"
        "  mastermine layout board.mbf --format text\n"
        "  mastermine layout intermediate --count 100"
    )
)
@click.argument("what", metavar="WHAT")
@click.option("--first", "click_on", metavar="X,Y", help=_("The cell of the first click."))
@click.option(
    "--count",
    type=click.IntRange(1, MOST),
    metavar="N",
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
    metavar="FILE",
    help=_("Write to a file; its ending says the format where --format does not."),
)
@output.seed_option()
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
    """Make, read, measure, convert."""
    form = form or (_format_of(out) if out else None)
    if as_json and form:
        raise InvalidSpec(_("--json has all formats: leave --format and --out out"))
    if form == "mbf" and count > 1:
        raise InvalidSpec(
            _("an .mbf file holds one layout: leave --count out, or take another format")
        )
    made = _made(what, click_on, count, seed)
    if form:
        _write(made, form, out)
    elif as_json:
        output.print_json({"layouts": [_data(each) for each in made]})
    elif count > 1:
        _compare(list(made))
    else:
        _show(next(made))


def _made(what: str, click_on: str | None, count: int, seed: int | str | None) -> Iterator[Made]:
    """The layouts that are asked for. Raises InvalidSpec, and IllegalMove for the first click."""
    from mastermine.games import parse_rules_of
    from mastermine.minesweeper.formats import read_layout
    from mastermine.minesweeper.rules import Minesweeper

    data = _read(what)
    if data is not None:
        if count > 1 or seed is not None:
            raise InvalidSpec(_("a layout that is read needs no --seed, and there is one of it"))
        found = read_layout(data)
        yield Made(found, _cell(click_on, found.width, found.height))
        return
    rules = parse_rules_of(Minesweeper, what)
    first = _cell(click_on, rules.width, rules.height) or (rules.width // 2, rules.height // 2)
    yield from _drawn(rules, first, count, seed)


def _drawn(rules: Minesweeper, first: Cell, count: int, seed: int | str | None) -> Iterator[Made]:
    from mastermine.core.random import Random, fresh_seed
    from mastermine.minesweeper.generate import draw, draw_noguess

    start = fresh_seed() if seed is None else seed
    for number in range(count):
        name = (
            start + number if isinstance(start, int) else f"{start}+{number}" if number else start
        )
        if rules.noguess:
            found, uniform = draw_noguess(rules, Random(name), first)
            yield Made(found, first, rules, name, uniform)
        else:
            yield Made(draw(rules, Random(name), first), first, rules, name)


def _read(what: str) -> bytes | str | None:
    """What is in the file or link of this name; None where it is the name of a game."""
    data, path = source.find(what), Path(what)
    if data is not None:
        return data
    if path.suffix.lower() in {".mbf", ".mine", ".txt"} or path.parent != Path():
        return source.read(what)  # Which says why there is none.
    return None


def _cell(text: str | None, width: int, height: int) -> Cell | None:
    """The cell of the first click. Raises IllegalMove."""
    from mastermine.minesweeper.rules import parse_cell

    return None if text is None else parse_cell(text, width, height)


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


def _write(made: Iterator[Made], form: str, out: Path | None) -> None:
    """The layouts in one format, text with an empty line between them."""
    from mastermine.minesweeper.formats import write

    between = b"" if form in ("mbf", "url") else b"\n"
    data = between.join(write(each.layout, form) for each in made)
    if out is not None:
        out.write_bytes(data)
    elif form == "mbf" and sys.stdout.isatty():
        raise InvalidSpec(_("mbf is bytes, not text: write it to a file with --out board.mbf"))
    else:
        click.echo(data, nl=False)


def _no_guess(made: Made) -> bool | None:
    """Whether no guess is needed; None where the first click is unknown or hits a mine."""
    from mastermine.minesweeper.generate import needs_no_guess

    if made.first is None or made.first in made.layout:
        return None
    return needs_no_guess(made.layout, made.first)


def _data(made: Made) -> dict[str, Any]:
    """A layout as JSON has it."""
    from mastermine.minesweeper.formats import write_url
    from mastermine.minesweeper.metrics import Metrics

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
        "no_guess": _no_guess(made),
    }


def _show(made: Made) -> None:
    """The layout as it looks when all is open, and its figures."""
    from mastermine.cli.minesweeper.minefield import OTHER_LINES, Minefield
    from mastermine.minesweeper.board import CLOSED
    from mastermine.minesweeper.formats import write_url
    from mastermine.minesweeper.metrics import Metrics

    found = made.layout
    screen = output.console()
    if made.rules and made.first:
        told = _("{spec}, seed {seed}, first click {x},{y}").format(
            spec=made.rules.spec(), seed=made.seed, x=made.first[0], y=made.first[1]
        )
        screen.print(told, style="bold", soft_wrap=True)
    if found.width + MARGINS <= screen.width:
        screen.height = found.height + OTHER_LINES  # It may scroll.
        board = found.board().having((cell, CLOSED) for cell in found.cells)
        screen.print(Minefield(board, at=made.first, layout=found))
    else:
        screen.print(str(found.board()), soft_wrap=True)
    screen.print(_figures(Metrics(found)), soft_wrap=True)
    guess = _no_guess(made)
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
    return _(
        "{mines}, 3BV {bbbv}, openings {openings}, islands {islands}, ZiNi {zini} "
        "({efficiency:.0%} efficiency)"
    ).format(
        mines=ngettext("{n} mine", "{n} mines", n).format(n=n),
        bbbv=metrics.bbbv,
        openings=metrics.openings,
        islands=metrics.islands,
        zini=metrics.zini,
        efficiency=metrics.efficiency,
    )


def _changed(n: int) -> str:
    return ngettext(
        "{n} layout was changed until no guess was needed: not all such are equally likely.",
        "{n} layouts were changed until no guess was needed: not all such are equally likely.",
        n,
    ).format(n=n)


def _compare(made: list[Made]) -> None:
    """A row for each layout, and their averages."""
    from mastermine.minesweeper.metrics import Metrics

    heads = (_("seed"), _("3BV"), _("openings"), _("islands"), _("ZiNi"), _("no guess"))
    rows = output.table(*heads, numbers=range(1, 5))
    figures = []
    for each in made:
        metrics, guess = Metrics(each.layout), _no_guess(each)
        figures.append((metrics.bbbv, metrics.openings, metrics.islands, metrics.zini, bool(guess)))
        told = "–" if guess is None else _("yes") if guess else _("no")
        rows.add_row(str(each.seed), *map(str, figures[-1][:4]), told)
    means = [sum(column) / len(made) for column in zip(*figures, strict=True)]
    rows.add_section()
    rows.add_row(_("average"), *(f"{mean:.1f}" for mean in means[:4]), f"{means[4]:.0%}")
    screen = output.console()
    screen.print(rows)
    changed = sum(not each.uniform for each in made)
    if changed:
        screen.print(_changed(changed), soft_wrap=True)
