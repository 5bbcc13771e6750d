"""The command ``mastermine plot``: charts of runs, in a file or in the terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.system.folders import reading

if TYPE_CHECKING:
    from mastermine.arena.plots import Results
    from mastermine.arena.store import Store


@click.command(
    help=_(
        "Draw a chart of a run or of an evaluation.\n\n"
        "RUN is a number, or last; --kind density takes several. FILE is the output of mastermine "
        "evaluate --json; - is standard input. Without --out the chart is drawn in the terminal. "
        "Existing files are overwritten. Kinds:\n\n"
        "\b\n"
        "  guesses  histogram of guesses for each strategy (Mastermind)\n"
        "  left     possible codes after each turn (Mastermind)\n"
        "  start    win rate by first cell (a run of safest:first=every)\n"
        "  rates    win rates with 95 % intervals (Mastermind: with a limit)\n"
        "  cost     time per game against quality\n"
        "  density  win rate by mine density (several runs of one size)\n\n"
        "\b\n"
        "  mastermine plot last\n"
        "  mastermine plot 7 --kind left --out left.svg\n"
        "  mastermine plot 3 4 5 --kind density --out density.pdf\n"
        "  mastermine evaluate 4x6 -s knuth,entropy --json | mastermine plot -"
    )
)
@click.argument("what", metavar=_("RUN|FILE…"), nargs=-1, required=True)
@click.option(
    "--kind",
    metavar=_("KIND"),
    help=_("Kind of chart (see above).  [default: guesses, or rates; density for several runs]"),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("Write the chart to a file: .svg, .png or .pdf."),
)
@output.store_option
@output.json_option
def plot(
    what: tuple[str, ...], kind: str | None, out: Path | None, store: str | None, as_json: bool
) -> None:
    from mastermine.arena.plots import Results, picture_of

    if out is not None:
        from mastermine.arena.plots.style import check_matplotlib, form_of

        form_of(out)  # Fail before reading runs.
        check_matplotlib()
    with ExitStack() as stack:

        @cache
        def opened() -> Store:
            from mastermine.arena.store import open_store

            return stack.enter_context(open_store(store, create=False))

        results = []
        for text in what:
            if text.isdecimal() or text.strip().lower() == "last":
                results.append(Results.of_stored(opened(), opened().resolve(text)))
            else:
                results.append(_evaluation(text))
        picture = picture_of(results, kind)
    if out is not None:
        from mastermine.arena.plots.drawing import draw

        draw(picture, out)
        # Translators: the title of a chart and its file.
        click.echo(_("{title}: {path}").format(title=picture.title, path=out), err=True)
    if as_json:
        output.print_json({**picture.to_dict(), "of": [each.name for each in results]})
    elif out is None:
        from mastermine.cli.bars import show

        show(output.console(), picture)


def _evaluation(text: str) -> Results:
    """Reads the output of ``evaluate --json`` from a file or standard input. Raises InvalidSpec."""
    from mastermine.arena.plots import Results

    if text == "-":
        return Results.of_evaluation(sys.stdin.read(), _("standard input"))
    path = Path(text)
    if not path.exists():
        raise InvalidSpec(
            _(
                "{text!r} is neither a run, such as 7 or last, nor a file; mastermine runs lists "
                "the runs"
            ).format(text=text)
        )
    try:
        with reading(path):
            return Results.of_evaluation(path.read_text("utf-8"), path.name)
    except UnicodeDecodeError:
        raise InvalidSpec(
            _(
                "{path} is not a text file; it must be the output of mastermine evaluate --json"
            ).format(path=path)
        ) from None
