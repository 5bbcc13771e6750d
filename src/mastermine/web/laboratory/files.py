"""Downloads of a run: its games as a file, pictures, and the report."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from mastermine.arena.plots import Results, picture_of
from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _
from mastermine.web.time_limits import in_worker

if TYPE_CHECKING:
    from mastermine.arena.plots import Picture
    from mastermine.arena.store import Store

DRAWING = Lock()
"""Lock for matplotlib, whose settings are global: one report is drawn at a time."""

INKS = {"light": "#1a1a1a", "dark": "#ececec"}


def games_file(store: Store, number: int, ending: str) -> Path:
    """Writes all games of a run to a new file, which the caller deletes. Raises InvalidSpec."""
    from mastermine.arena.records import open_records

    run = store.run(number).run
    try:
        handle, name = tempfile.mkstemp(prefix="mastermine-", suffix=f".{ending}")
    except OSError as error:
        raise InvalidSpec(
            _("the server cannot create a file: {reason}").format(reason=system_reason(error))
        ) from None
    os.close(handle)
    path = Path(name)
    try:
        with open_records(path, run) as records:
            for games in store.games(number):
                records.add(games)
    except BaseException:
        path.unlink()
        raise
    return path


def drawing(store: Store, number: int, kind: str, theme: str | None) -> bytes:
    """Draws a picture of a run as SVG; with a ``theme``, without title and background.

    Raises InvalidSpec for a kind that this run does not have, and without matplotlib.
    """
    from mastermine.arena.plots.style import check_matplotlib

    check_matplotlib()
    return in_worker(_drawn, picture_of([Results.of_stored(store, number)], kind), theme)


def _drawn(picture: Picture, theme: str | None) -> bytes:
    from mastermine.arena.plots.drawing import drawn

    if theme is None:
        return drawn(picture, "svg")
    return drawn(picture, "svg", headed=False, ink=INKS[theme])


def figures(store: Store, number: int, kind: str) -> dict[str, Any]:
    """Returns the data of a picture, in words and as a table. Raises InvalidSpec as ``drawing``."""
    from mastermine.arena.report.sections import data_title

    picture = picture_of([Results.of_stored(store, number)], kind)
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


def report(store: Store, number: int) -> str:
    """Renders the report of a run as HTML. Raises InvalidSpec, also without matplotlib."""
    from mastermine.arena.plots.style import check_matplotlib
    from mastermine.arena.report import RunDetails, page

    check_matplotlib()
    description = RunDetails.of_stored(store.run(number))
    with DRAWING:
        return page(Results.of_stored(store, number), description)
