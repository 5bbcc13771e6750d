"""The start of a game from a request, after checks for a public server."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec, in_field
from mastermine.i18n.text import _, nearest
from mastermine.registry import GAMES, AnyRules, parse_rules, strategy_names, unknown_strategy
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved import daily
from mastermine.session.setup import GameSetup

if TYPE_CHECKING:
    from mastermine.session import Saved
    from mastermine.web.schemas import NewGame


MAX_QUICK_CELLS, MAX_QUICK_CODES = 480, 60_000
"""Maximum size of rules whose games need no long computation: expert; 5 places and 9 colours."""


def takes_long(rules: AnyRules) -> bool:
    """Returns True if a single move or hint may need a long computation."""
    sizes = rules.sizes()
    return (
        sizes.get("cells", 0) > MAX_QUICK_CELLS
        or sizes.get("codes", 0) > MAX_QUICK_CODES
        or bool(getattr(rules, "noguess", False) and 5 * sizes["mines"] > sizes["cells"])
    )


def needs_no_drawing(rules: AnyRules) -> bool:
    """Returns True if a secret is drawn at once: a code, or a small layout."""
    return "cells" not in rules.sizes() or not takes_long(rules)


def setup_of(request: NewGame) -> GameSetup:
    """Reads and checks a requested game. Raises InvalidSpec, IllegalMove, TooLarge."""
    given = request.model_dump()
    for name, value in given.items():
        with in_field(name):
            check_text(value)
    setup = GameSetup.read(given)
    with in_field("rules" if request.link is None else "link"):
        check_size(setup.rules)
    if setup.strategy is not None:
        strategy_of(setup.strategy, setup.rules.game, "")
    if setup.seed is not None:
        daily.check_seed(setup.seed)
    return setup


def start_game(setup: GameSetup) -> Saved:
    """Starts a game. Raises InvalidSpec, IllegalMove, TooLarge."""
    game = setup.begin()
    with in_field("link"):  # Its parts are encoded.
        check_text(game.data())
    return game


def check_size(rules: Any) -> None:
    """Raises TooLarge if the board is too large for the page."""
    check = GAMES[rules.game].part("web.check")
    if check is not None:
        check(rules)


@in_field("strategy")
def strategy_of(text: str | None, game: str, usual: str) -> str:
    """Checks the name of an installed strategy, with an optional first move.

    Raises InvalidSpec for a file, which a request must never read, and for other options, which
    could make any computation long.
    """
    if text is None:
        return usual
    name, *options = text.split(":")
    if name == "cmd" or not re.fullmatch(r"[a-z0-9-]+", name):
        raise InvalidSpec(
            _(
                "{text!r} is not a strategy of this server; give the name of an installed one"
            ).format(text=text)
        )
    names = strategy_names(game)
    if name not in names:
        raise unknown_strategy(name, nearest(name, names))
    if any(not option.startswith("first=") or option == "first=every" for option in options):
        raise InvalidSpec(
            _("{text!r}: the only option here is the first move, as in {name}:first=…").format(
                text=text, name=name
            )
        )
    return text


def check_text(fields: Any) -> None:
    """Raises InvalidSpec for JSON values with lone surrogates, which no response can encode."""
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InvalidSpec(
            _("a text contains invalid Unicode (a lone surrogate); remove it")
        ) from None


def check_seeds(game: Saved) -> None:
    """Raises InvalidSpec if a restored game would show the puzzle of a day that is not over."""
    if isinstance(game, Match):
        seeds = [getattr(game, "seed", ""), *(each.seed for row in game.boards for each in row)]
    else:
        puzzle = daily.of(game)
        seeds = [] if puzzle and puzzle.day <= daily.today() else [game.seed]
    for seed in seeds:
        daily.check_seed(seed)


def decoded(text: str) -> bytes:
    """Decodes the bytes of a file from base64. Raises InvalidSpec."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise InvalidSpec(_("the file is damaged; load it again"), field="file") from None


def check_file(fields: dict[str, Any]) -> None:
    """Raises InvalidSpec, TooLarge for a saved game that a server would not have started."""
    check_text(fields)
    boards = fields.get("boards")
    rows = boards if isinstance(boards, list) else []
    inside = [each for row in rows if isinstance(row, list) for each in row]
    for each in [fields, *(board for board in inside if isinstance(board, dict))]:
        rules = each.get("rules")
        if not isinstance(rules, str):
            continue  # Reading the file reports missing rules.
        read = parse_rules(rules)
        if isinstance(each.get("strategy"), str):
            strategy_of(each["strategy"], read.game, "")
        check_size(read)
