"""The command ``mastermine report``: an HTML report of a run."""

from __future__ import annotations

from pathlib import Path

import click

from mastermine.cli import output
from mastermine.i18n.text import _
from mastermine.system.folders import writing


@click.command(
    help=_(
        "Write an HTML report of a run: scores, differences, charts, failures and the command that "
        "repeats it.\n\n"
        "RUN is a number, or last. The report needs no other file and no network. Existing files "
        "are overwritten.\n\n"
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
    help=_("File to write; - is standard output.  [default: run-N.html for run N]"),
)
@output.store_option
def report(run: str, out: Path | None, store: str | None) -> None:
    from mastermine.arena.plots import Results
    from mastermine.arena.plots.style import check_matplotlib
    from mastermine.arena.report import RunDetails, page
    from mastermine.arena.store import open_store

    check_matplotlib()
    with open_store(store, create=False) as opened:
        stored = opened.run(opened.resolve(run))
        html = page(Results.of_stored(opened, stored.id), RunDetails.of_stored(stored))
    if out == Path("-"):
        click.echo(html.encode(), nl=False)  # The page declares UTF-8.
        return
    out = out or Path(f"run-{stored.id}.html")
    with writing(out):
        out.write_text(html, "utf-8", newline="\n")
    click.echo(_("Wrote the report of run {n} to {path}.").format(n=stored.id, path=out), err=True)
