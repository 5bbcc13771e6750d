"""The board of a game as a picture, as its player may see it: SVG, or PNG by resvg."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from mastermine.core.errors import InvalidSpec
from mastermine.core.given import short_repr
from mastermine.core.play import Record
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.probability import Analysis
from mastermine.registry import AnyRules, game_of, parse_rules, part
from mastermine.session.multiplayer.match import Match
from mastermine.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Saved

WIDTHS_PIXELS = range(16, 2049)
"""How wide a PNG may be, in pixels."""
MAX_PIXELS = 4_000_000
"""The most pixels of a PNG: about a second of work."""
ENDS = (".svg", ".png")
"""The ends of the names of files that can be drawn."""


@overload
def svg(game: Saved | Board | Analysis | str) -> str: ...
@overload
def svg(game: Record) -> str | None: ...
def svg(game: Saved | Board | Analysis | Record | str) -> str | None:
    """The picture as SVG, in which letters are paths, but those of which there is no outline.

    Besides a game in progress it may be a board or its text, its chances, or a record: None where
    its game has no pictures. Raises InvalidSpec.
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
            _("a picture is of a game, a board, its chances or a record, not of {given}").format(
                given=short_repr(game)
            )
        )
    return str(part(game.rules.game, "picture", _("a picture"))(game))


def png(game: Saved, width: int | None = None) -> bytes:
    """The picture as PNG, so many pixels wide; twice its own size where nothing is said.

    Raises InvalidSpec for a width that cannot be, and where resvg is not installed.
    """
    if width is not None and width not in WIDTHS_PIXELS:
        raise InvalidSpec(
            # Translators: {least} is 16, {most} is 2048.
            _("a picture is {least} to {most} pixels wide, not {n}").format(
                least=WIDTHS_PIXELS[0], most=WIDTHS_PIXELS[-1], n=width
            )
        )
    try:
        import resvg_py
    except ImportError:
        raise InvalidSpec(
            _("a picture in PNG needs resvg: pip install 'mastermine[web]'; SVG needs nothing")
        ) from None
    drawn = svg(game)
    own = _size(drawn)
    wide = min(WIDTHS_PIXELS[-1], round(2 * own[0])) if width is None else width
    # A long game must not become a picture that no memory holds.
    wide = max(1, min(wide, int((MAX_PIXELS * own[0] / own[1]) ** 0.5)))
    # To look for the fonts of the system takes longer than all the rest.
    no_fonts = "<text" not in drawn
    made: Any = resvg_py.svg_to_bytes(svg_string=drawn, width=wide, skip_system_fonts=no_fonts)
    return bytes(made)


def drawn(game: Saved, end: str) -> bytes:
    """The picture as a file whose name ends so: ``.svg`` or ``.png``. Raises InvalidSpec."""
    match end.lower():
        case ".svg":
            return svg(game).encode()
        case ".png":
            return png(game)
    raise InvalidSpec(
        _("a picture is a file whose name ends in {ends}, not {end!r}").format(
            # Translators: between things of which one is to be chosen, with the spaces.
            ends=_(" or ").join(ENDS),
            end=end,
        )
    )


def _size(drawn: str) -> tuple[float, float]:
    box = drawn.partition('viewBox="')[2].partition('"')[0].split()
    return float(box[2]), float(box[3])
