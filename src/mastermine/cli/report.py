"""``mastermine report``: all about a run, as one page of HTML."""

from __future__ import annotations

from pathlib import Path

import click

from mastermine.cli import output
from mastermine.i18n.text import _
from mastermine.system.folders import writing


@click.command(
    help=_(
        "Write all about a run to one page of HTML: scores, differences, pictures, failures, and "
        "the command that plays it again.\n\n"
        "RUN is its number, or last. The page needs no other file and no network. A file that is "
        "there is replaced.\n\n"
        "\b\n"
        "  mastermine report last\n"
        "  mastermine report 7 --out knuth.html"
    )
)
@output.run_argument
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar=_("FILE"),
    help=_("The page; - is standard output.  [default: run-N.html for run N]"),
)
@output.store_option
def report(run: str, out: Path | None, store: str | None) -> None:
    from mastermine.arena.plots import Results
    from mastermine.arena.plots.style import check_matplotlib
    from mastermine.arena.report import RunDetails, page
    from mastermine.arena.store import open_store

    check_matplotlib()
    with open_store(store, create=False) as keeping:
        kept = keeping.kept(keeping.resolve(run))
        made = page(Results.of_kept(keeping, kept.id), RunDetails.of_kept(kept))
    if out == Path("-"):
        click.echo(made.encode(), nl=False)  # In the encoding that the page says.
        return
    out = out or Path(f"run-{kept.id}.html")
    with writing(out):
        out.write_text(made, "utf-8", newline="\n")
    click.echo(_("Run {n} is told in {path}.").format(n=kept.id, path=out), err=True)
