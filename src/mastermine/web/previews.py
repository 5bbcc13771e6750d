"""Previews of links in other programs (Open Graph): a title, a description and a picture.

They show what the address itself contains: the rules of a game, a position. They read no store, so
that they cannot tell anything of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from mastermine.core.errors import MastermineError, TooLarge
from mastermine.core.turns import UNKNOWN
from mastermine.i18n.text import capital
from mastermine.registry import GAMES, other_rules, parse_rules
from mastermine.session import MastermindSession, Mode, restore
from mastermine.session.levels import described
from mastermine.session.setup import GameSetup
from mastermine.web.assets import STATIC
from mastermine.web.limits import counted
from mastermine.web.mastermind.tools import read
from mastermine.web.new_game import check_size, start_game, takes_long
from mastermine.web.time_limits import heavy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mastermine.session import Saved

PICTURE = "icons/preview.png"
"""Picture of pages without one of their own."""
WIDTH_PIXELS = 1200
MAX_QUERY = 2000
"""Maximum number of characters of the part of an address after ``?`` that has a picture."""
MAX_CELLS = 1000
"""Maximum size of a board with a picture; more takes too long."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Preview:
    """Title and picture of a link."""

    address: str
    """The whole address of the page."""
    picture: str
    """The whole address of the picture."""
    title: str | None = None
    """None for the title of the page."""

    def tags(self, title: str, description: str) -> str:
        """Returns the tags for the head of the page, with its title and description, as HTML."""
        shown = {
            "type": "website",
            "site_name": "Mastermine",
            "title": escape(self.title) if self.title else title,
            "description": description,
            "url": escape(self.address),
            "image": escape(self.picture),
        }
        lines = [f'<meta property="og:{name}" content="{value}">' for name, value in shown.items()]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        return "".join(f"{line}\n" for line in lines)


def preview_of(request: Request, page: str) -> Preview:
    """Returns the preview of a requested page; ``page`` is its first part, such as ``/learn``."""
    base = f"{request.url.scheme}://{request.url.netloc}"
    query = request.url.query
    own = f"{base}{request.url.path}{f'?{query}' if query else ''}"
    plain = Preview(own, f"{base}{STATIC}{PICTURE}")
    rules = request.query_params.get("rules")
    if page not in ("/mastermind", "/minesweeper", "/analyse", "/learn") or len(query) > MAX_QUERY:
        return plain
    try:
        title = capital(described(rules)) if rules else None
    except MastermineError:
        return plain
    if not rules and "board" not in request.query_params:
        return plain
    return Preview(own, f"{base}/preview{page}.png?{query}", title)


@router.get("/preview/{page}.png", dependencies=[counted("tools")])
async def picture(request: Request, page: str) -> Response:
    """Draws the empty board of the rules, or the position, that an address names."""
    try:
        if len(request.url.query) > MAX_QUERY:
            raise TooLarge
        drawn = await heavy(request, _picture, page, dict(request.query_params))
    except MastermineError:
        return RedirectResponse(f"{STATIC}{PICTURE}")
    return Response(
        drawn, media_type="image/png", headers={"Cache-Control": "public, max-age=3600"}
    )


def _picture(page: str, given: Mapping[str, str]) -> bytes:
    """Draws a position, or a game without a move. Raises MastermineError."""
    from mastermine.session.share.picture import png

    if "board" in given:
        if len(given["board"]) > MAX_CELLS:
            raise TooLarge
        return png(given["board"], WIDTH_PIXELS)
    if "turns" in given:
        return png(_rows(given), WIDTH_PIXELS)
    rules = parse_rules(given.get("rules", ""))
    if page in GAMES and page != rules.game:
        raise other_rules(rules.spec(), rules, page)
    check_size(rules)
    if takes_long(rules) or rules.sizes().get("cells", 0) > MAX_CELLS:
        raise TooLarge
    return png(start_game(GameSetup(rules)), WIDTH_PIXELS)


def _rows(given: Mapping[str, str]) -> Saved:
    """Returns a game that shows the rows of a position. Raises MastermineError."""
    position = read("", dict(given), None)
    rules = parse_rules(position["rules"])
    check_size(rules)
    rows = [row for row in position["turns"] if row[1] != UNKNOWN]
    game = MastermindSession(rules, mode=Mode.PERSON).data()
    moves = [[number, *row] for number, row in enumerate(rows, start=1)]
    return restore({**game, "moves": moves, "done": len(moves)})
