"""``mastermine plot``: pictures of runs, in a file or in the terminal."""

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
        "Draw a picture of a run, or of what mastermine evaluate --json printed.\n\n"
        "RUN is its number, or last; several are for --kind density. FILE holds an evaluation; - "
        "is standard input. Without --out the picture is drawn in the terminal. A file that is "
        "there is replaced. The kinds:\n\n"
        "\b\n"
        "  guesses  guesses a game, a histogram for each strategy (Mastermind)\n"
        "  left     codes left after each turn (Mastermind)\n"
        "  start    games won by first cell: a run of safest:first=every\n"
        "  rates    games won, with 95 % intervals (with a limit, in Mastermind)\n"
        "  cost     time a game, and how well it is played\n"
        "  density  games won by density of mines: several runs of one size\n\n"
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
    help=_("What is drawn.  [default: guesses, rates, or density of several runs]"),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("Draw it to a file: .svg, .png or .pdf."),
)
@output.store_option
@output.json_option
def plot(
    what: tuple[str, ...], kind: str | None, out: Path | None, store: str | None, as_json: bool
) -> None:
    from mastermine.arena.plots import Results, picture_of

    if out is not None:
        from mastermine.arena.plots.style import check_matplotlib, form_of

        form_of(out)  # Said before anything is read.
        check_matplotlib()
    with ExitStack() as stack:

        @cache
        def opened() -> Store:
            from mastermine.arena.store import open_store

            return stack.enter_context(open_store(store, create=False))

        results = []
        for text in what:
            if text.isdecimal() or text.strip().lower() == "last":
                results.append(Results.of_kept(opened(), opened().resolve(text)))
            else:
                results.append(_evaluation(text))
        made = picture_of(results, kind)
    if out is not None:
        from mastermine.arena.plots.drawing import draw

        draw(made, out)
        # Translators: the title of a picture, and the file that it is in.
        click.echo(_("{title}: {path}").format(title=made.title, path=out), err=True)
    if as_json:
        output.print_json({**made.to_dict(), "of": [each.name for each in results]})
    elif out is None:
        from mastermine.cli.bars import show

        show(output.console(), made)


def _evaluation(text: str) -> Results:
    """What is in a file, or in standard input, of ``evaluate --json``. Raises InvalidSpec."""
    from mastermine.arena.plots import Results

    if text == "-":
        return Results.of_evaluation(sys.stdin.read(), _("standard input"))
    path = Path(text)
    if not path.exists():
        raise InvalidSpec(
            _(
                "{text!r} is neither a run, such as 7 or last, nor a file of mastermine evaluate "
                "--json; mastermine runs lists the runs"
            ).format(text=text)
        )
    try:
        with reading(path):
            return Results.of_evaluation(path.read_text("utf-8"), path.name)
    except UnicodeDecodeError:
        raise InvalidSpec(
            _("{path} is no text: it must be what mastermine evaluate --json prints").format(
                path=path
            )
        ) from None
