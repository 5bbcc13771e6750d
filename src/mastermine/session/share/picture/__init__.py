"""Pictures of boards, as their players may see them: SVG, or PNG by resvg."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from mastermine.core.errors import InvalidSpec
from mastermine.core.given import short_repr
from mastermine.core.play import Record
from mastermine.i18n.numbers import either
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.probability import Analysis
from mastermine.registry import AnyRules, game_of, parse_rules, part
from mastermine.session.multiplayer.match import Match
from mastermine.session.session import Session
from mastermine.system.folders import located, writing

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Saved

WIDTHS_PIXELS = range(16, 2049)
"""Allowed widths of a PNG."""
MAX_PIXELS = 4_000_000
"""Maximum number of pixels of a PNG: takes about a second."""
SUFFIXES = (".svg", ".png")
"""Suffixes of picture files."""


@overload
def svg(game: Saved | Board | Analysis | str) -> str: ...
@overload
def svg(game: Record) -> str | None: ...
def svg(game: Saved | Board | Analysis | Record | str) -> str | None:
    """Draws an SVG picture, with text as paths as far as there are outlines.

    ``game``: a game or match, a board or its text, an analysis, or a record; None for a record
    whose game has no pictures. Raises InvalidSpec.
    """
    if isinstance(game, str):
        game = Board.parse(game)
    if isinstance(game, Record):
        rules = parse_rules(game.rules)
        painted: Callable[[AnyRules, Record], str] | None = game_of(rules.game).part(
            "picture.record"
        )
        return None if painted is None else painted(rules, game)
    if isinstance(game, Board | Analysis):
        from mastermine.session.share.picture import fields

        if isinstance(game, Board):
            return fields.painted_board(game)
        return fields.painted_analysis(game)
    if isinstance(game, Match):
        from mastermine.session.share.picture import tables

        return tables.painted(game)
    if not isinstance(game, Session):
        raise InvalidSpec(
            _("{given} cannot be drawn; use a game, a board, an analysis or a record").format(
                given=short_repr(game)
            )
        )
    return str(part(game.rules.game, "picture", _("a picture"))(game))


def png(game: Saved | Board | Analysis | Record | str, width: int | None = None) -> bytes:
    """Draws a PNG picture. ``width`` in pixels [default: twice that of the SVG].

    Raises InvalidSpec for an invalid width, a game without pictures, and if resvg is not installed.
    """
    if width is not None and width not in WIDTHS_PIXELS:
        raise InvalidSpec(
            # Translators: {least} is 16, {most} is 2048.
            _("the width of a picture must be {least} to {most} pixels, not {n}").format(
                least=WIDTHS_PIXELS[0], most=WIDTHS_PIXELS[-1], n=width
            )
        )
    try:
        import resvg_py
    except ImportError:
        raise InvalidSpec(
            _("a PNG picture needs resvg: pip install 'mastermine[web]'; SVG needs nothing more")
        ) from None
    drawn = svg(game)
    if drawn is None:
        raise InvalidSpec(_("this game has no pictures"))
    own = _size(drawn)
    wide = min(WIDTHS_PIXELS[-1], round(2 * own[0])) if width is None else width
    # Limits the memory for long games.
    wide = max(1, min(wide, int((MAX_PIXELS * own[0] / own[1]) ** 0.5)))
    # Loading the system's fonts takes longer than all the rest.
    no_fonts = "<text" not in drawn
    made: Any = resvg_py.svg_to_bytes(svg_string=drawn, width=wide, skip_system_fonts=no_fonts)
    return bytes(made)


def drawn(game: Saved, suffix: str) -> bytes:
    """Draws a picture file. ``suffix``: ``.svg`` or ``.png``. Raises InvalidSpec."""
    match suffix.lower():
        case ".svg":
            return svg(game).encode()
        case ".png":
            return png(game)
    raise InvalidSpec(
        _("the name of a picture file must end in {ends}, not {end!r}").format(
            ends=either(SUFFIXES),
            end=suffix,
        )
    )


def save(game: Saved, file: str) -> str:
    """Writes a picture file and says so. Raises InvalidSpec if it cannot be written."""
    path = located(file, "board.png")
    picture = drawn(game, path.suffix)
    with writing(file):
        path.write_bytes(picture)
    return _("Saved the picture to {path}.").format(path=file)


def _size(drawn: str) -> tuple[float, float]:
    box = drawn.partition('viewBox="')[2].partition('"')[0].split()
    return float(box[2]), float(box[3])
