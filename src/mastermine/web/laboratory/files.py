"""Downloads of a run: its games as a file, pictures, and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.arena.plots import Results, picture_of
from mastermine.arena.records import CSV_HEAD, csv_lines, json_lines
from mastermine.arena.store import open_store
from mastermine.web.time_limits import in_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mastermine.arena.plots import Picture
    from mastermine.arena.standings import Standings
    from mastermine.arena.store import Store

DRAWING_SECONDS = 60.0
"""Time limit for drawing; a new worker first loads matplotlib."""
PART_GAMES = 64
"""Number of games in a part of a file, which may be long: a slow reader holds one part."""
INKS = {"light": "#1a1a1a", "dark": "#ececec"}


def games_file(store: Store, number: int, ending: str) -> Iterator[bytes]:
    """Yields a file with all games of a run, part by part, the first one with its head."""
    run = store.run(number).run
    head, encoded = (CSV_HEAD, csv_lines) if ending == "csv" else (b"", json_lines)
    for games in store.games(number, batch=PART_GAMES):
        yield head + encoded(run, games)
        head = b""
    yield head


def drawing(results: Callable[[], Results], kind: str, theme: str | None) -> bytes:
    """Draws a picture of a run as SVG; with a ``theme``, without title and background.

    Raises InvalidSpec for a kind that this run does not have, and without matplotlib.
    """
    from mastermine.arena.plots.style import check_matplotlib

    check_matplotlib()
    picture = picture_of([results()], kind)
    return in_worker(_drawn, picture, theme, seconds=DRAWING_SECONDS)


def _drawn(picture: Picture, theme: str | None) -> bytes:
    from mastermine.arena.plots.drawing import drawn

    if theme is None:
        return drawn(picture, "svg")
    return drawn(picture, "svg", headed=False, ink=INKS[theme])


def figures(results: Callable[[], Results], kind: str) -> dict[str, Any]:
    """Returns the data of a picture, in words and as a table. Raises InvalidSpec as ``drawing``."""
    from mastermine.arena.report.sections import data_title

    picture = picture_of([results()], kind)
    heads, rows = picture.table()
    return {
        "kind": picture.kind,
        "title": picture.title,
        "data_title": data_title(),
        "caption": f"{picture.caption} {picture.legend}".strip(),
        "summary": picture.summary(),
        "heads": list(heads),
        "rows": [list(row) for row in rows],
    }


def report(store: Store, number: int, standings: Standings) -> str:
    """Renders the report of a run as HTML. Raises InvalidSpec, also without matplotlib."""
    from mastermine.arena.plots.style import check_matplotlib

    check_matplotlib()
    return in_worker(_report, store.url, number, standings, seconds=DRAWING_SECONDS)


def _report(url: str, number: int, standings: Standings) -> str:
    from mastermine.arena.report import RunDetails, page

    with open_store(url, create=False) as store:
        details = RunDetails.of_stored(store.run(number))
        return page(Results.of_stored(store, number, standings), details)
