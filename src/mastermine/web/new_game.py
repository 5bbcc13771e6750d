"""A new game, as a request asks for it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.i18n.text import _, nearest
from mastermine.mastermind import Keep, Mastermind, Notation
from mastermine.minesweeper import Minesweeper
from mastermine.registry import find_strategy, parse_rules, strategy_names, usual_strategy
from mastermine.session import Mode, Score
from mastermine.session.saved import daily
from mastermine.session.setup import Start

if TYPE_CHECKING:
    from enum import Enum

    from mastermine.session import Saved
    from mastermine.web.schemas import NewGame

MOST_PLACES, MOST_COLOURS = 32, 64
"""The largest board of the page; on the command line there are larger ones."""


def begun(wanted: NewGame) -> Saved:
    """The game that is asked for. Raises InvalidSpec, IllegalMove, TooLarge."""
    wanted.check()
    if wanted.link is not None:
        return _linked(wanted)
    if wanted.daily is not None:
        return _daily(wanted)
    rules = parse_rules(wanted.rules or "classic")
    asked = _minesweeper if isinstance(rules, Minesweeper) else _mastermind
    return replace(
        asked(rules, wanted),
        seed=wanted.seed,
        strategy=strategy_of(wanted.strategy, rules.game, usual_strategy(rules)),
        players=None if wanted.players is None else tuple(wanted.players),
        rounds=wanted.rounds,
    ).begin()


def check_board(rules: Mastermind) -> None:
    """Raises TooLarge for rules whose board has no room on a page."""
    if rules.places > MOST_PLACES or rules.colours > MOST_COLOURS:
        raise TooLarge(
            # Translators: {places} is 32, {colours} is 64.
            _(
                "{spec} is too large for a page: there may be {places} places and {colours} "
                "colours; on the command line there may be more"
            ).format(spec=rules.spec(), places=MOST_PLACES, colours=MOST_COLOURS)
        )


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


def _mastermind(rules: Mastermind, wanted: NewGame) -> Start:
    check_board(rules)
    names = None if wanted.colours is None else tuple(wanted.colours)
    mode = _mode(wanted)
    secret = None
    if wanted.players is not None and wanted.seed is not None:
        raise InvalidSpec(_("people choose the codes of a contest: leave seed out"))
    if wanted.secret is not None:
        if mode is not Mode.COMPUTER:
            raise InvalidSpec(_("a code is given to the mode computer only: leave one of them out"))
        secret = Notation(rules, names).parse(wanted.secret)
    return Start(
        rules,
        mode,
        _one_of(Keep, wanted.keep or "largest", _("no adversary keeps {text!r}; {hint}")),
        secret=secret,
        colours=names,
        score=_one_of(Score, wanted.score or "rounds", _("there is no score {text!r}; {hint}")),
    )


def _minesweeper(rules: Minesweeper, wanted: NewGame) -> Start:
    for field in ("keep", "colours", "score"):
        if getattr(wanted, field) is not None:
            raise InvalidSpec(
                _("{field} is for Mastermind; {spec} is Minesweeper").format(
                    field=field, spec=rules.spec()
                )
            )
    mode = _mode(wanted)
    if wanted.secret is not None and mode is not Mode.COMPUTER:
        raise InvalidSpec(_("a layout is given to the mode computer only: leave one of them out"))
    secret = None if wanted.secret is None else rules.parse_secret(wanted.secret)
    return Start(rules, mode, secret=secret)


def _mode(wanted: NewGame) -> Any:
    """Who hides the secret. Raises InvalidSpec."""
    return _one_of(Mode, wanted.mode or "computer", _("there is no mode {text!r}; {hint}"))


def _one_of(kind: type[Enum], text: str, message: str) -> Any:
    """The value of this name. Raises InvalidSpec with the message where there is none."""
    try:
        return kind(text)
    except ValueError:
        raise InvalidSpec(
            message.format(text=text, hint=nearest(text, [each.value for each in kind]))
        ) from None


def _linked(wanted: NewGame) -> Saved:
    from mastermine.session import share

    start = share.read_link(wanted.link or "")
    asked = wanted.strategy or start.strategy
    if asked is not None:
        start = replace(start, strategy=strategy_of(asked, start.rules.game, ""))
    if isinstance(start.rules, Mastermind):
        check_board(start.rules)
    game = start.begin()
    check_text(game.data())
    return game


def _daily(wanted: NewGame) -> Saved:
    game = daily.begin(wanted.daily or "", daily.today())
    if wanted.strategy is not None:
        usual = game.strategy.name
        game.strategy = find_strategy(
            strategy_of(wanted.strategy, game.rules.game, usual), game.rules.game
        )
    return game


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
        if isinstance(read, Mastermind):
            check_board(read)
