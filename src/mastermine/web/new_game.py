"""A new game, as a request asks for it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, nearest
from mastermine.registry import GAMES, parse_rules, strategy_names
from mastermine.session.setup import GameSetup

if TYPE_CHECKING:
    from mastermine.session import Saved
    from mastermine.web.schemas import NewGame


def begun(wanted: NewGame) -> Saved:
    """The game that is asked for. Raises InvalidSpec, IllegalMove, TooLarge."""
    setup = GameSetup.read(wanted.model_dump())
    check_size(setup.rules)
    if setup.strategy is not None:
        strategy_of(setup.strategy, setup.rules.game, "")
    game = setup.begin()
    check_text(game.data())
    return game


def check_size(rules: Any) -> None:
    """Raises TooLarge for rules of which a page has no room for the board."""
    check = GAMES[rules.game].part("web.check")
    if check is not None:
        check(rules)


def strategy_of(text: str | None, game: str, usual: str) -> str:
    """The name of a strategy that is installed here, with its first move where it has one.

    Raises InvalidSpec: a file is never read for somebody else, and options may make any work long.
    """
    if text is None:
        return usual
    name, *options = text.split(":")
    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise InvalidSpec(
            _("{text!r} is no strategy here: only those with a name are played").format(text=text)
        )
    names = strategy_names(game)
    if name not in names:
        raise InvalidSpec(
            _("there is no strategy {name!r}; {hint}").format(name=name, hint=nearest(name, names))
        )
    if any(not option.startswith("first=") or option == "first=every" for option in options):
        raise InvalidSpec(
            _("{text!r}: the only option here is the first move, as in {name}:first=…").format(
                text=text, name=name
            )
        )
    return text


def check_text(fields: Any) -> None:
    """Raises InvalidSpec for JSON values with halves of characters, which no answer can hold."""
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InvalidSpec(_("a text in it holds half a character: write it whole")) from None


def check_file(fields: dict[str, Any]) -> None:
    """Raises InvalidSpec, TooLarge for a saved game that no server would have begun."""
    check_text(fields)
    boards = fields.get("boards")
    rows = boards if isinstance(boards, list) else []
    inside = [each for row in rows if isinstance(row, list) for each in row]
    for each in [fields, *(board for board in inside if isinstance(board, dict))]:
        rules = each.get("rules")
        if not isinstance(rules, str):
            continue  # What is missing is told by who reads it.
        read = parse_rules(rules)
        if isinstance(each.get("strategy"), str):
            strategy_of(each["strategy"], read.game, "")
        check_size(read)
