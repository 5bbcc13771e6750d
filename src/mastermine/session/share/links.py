"""Links that start the same game.

A link is a path and a query, such as ``/mastermind?rules=4x6&seed=hello``. Its parts:

=============  =================================================================================
part           value
=============  =================================================================================
``rules``      Spec without the name of the game, or name of a preset.
``mode``       ``adversary`` or ``person`` [default: ``computer``].
``keep``       ``hardest``, for a Mastermind adversary that keeps those codes.
``seed``       Whole number, or any other text.
``word``       Seed that is a text although it looks like a number, or is empty.
``code``       Chosen code, encoded.
``b``, ``m``   Size and mines of a layout, as ``minesweeper.formats`` describes.
``first``      First click; the mines depend on it and on the seed.
``colours``    Names of the colours, separated by commas.
``strategy``   Strategy that gives hints, or guesses.
``player``     Player of a match, once for each; with ``rounds``, ``score``, ``draw``.
``daily``      Level of a daily puzzle; with ``day``, such as ``2026-11-21``.
=============  =================================================================================

Before the end of a game its link contains neither the secret nor a drawn seed: then it only starts
a game with the same settings.
"""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _, nearest, ngettext, shortened
from mastermine.minesweeper import formats
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import GAMES, bare_spec, find_strategy, parse_rules
from mastermine.session.forms import not_whole
from mastermine.session.saved import daily
from mastermine.session.setup import GameSetup, Labels

if TYPE_CHECKING:
    from mastermine.session import Saved

PARTS = (
    *("rules", "mode", "keep", "seed", "word", "code", "b", "m", "first", "colours", "strategy"),
    *("player", "rounds", "score", "draw", "daily", "day"),
)
"""Names of the parts of a link."""

MAX_LINK_LETTERS = 20_000
"""Maximum length of a link: the largest layout takes about 2000."""
MAX_PART_LETTERS = 1400
"""Maximum length of a part that is not ``FREE``: a code of 255 places needs it."""
FREE = ("seed", "word", "b", "m", "colours", "player")
"""Parts with free text, a layout, or a list of names."""

LABELS = Labels(players="player", secret="code")
"""Parts named differently from the fields of a setup."""

DAMAGED = N_("code in this link is damaged: copy the link again, or leave code out")

_OTHERS = re.compile(r"utm_\w+|\w*clid")
"""Tracking parameters that other sites add."""


# Links.


def link(game: Saved) -> str:
    """Returns a link to the same game, such as ``/mastermind?rules=4x6&seed=hello``."""
    puzzle = daily.of(game)
    again: dict[str, Any] = game.shared() if puzzle is None else {"daily": puzzle}
    if "strategy" in again:
        try:
            find_strategy(again["strategy"], game.rules.game).check(game.rules)
        except MastermineError:  # A game of an earlier version, without hints.
            del again["strategy"]
    return write_link(GameSetup(game.given_rules, **again))


def write_link(setup: GameSetup) -> str:
    """Returns the link of a setup; ``read_link`` is the inverse."""
    plain = setup.plain()
    names = ["daily", "day", "rules", "mode", "seed", "first", "secret", "keep", "colours"]
    names += ["players", "rounds", "score", "draw", "strategy"]
    if setup.players is not None:
        names.append(names.pop(names.index("seed")))
    parts = [part for name in names if name in plain for part in _parts(setup, name, plain[name])]
    query = "&".join(
        f"{name}={quote(value, safe=',=:', errors='surrogatepass')}" for name, value in parts
    )
    return f"/{setup.rules.game}?{query}"


def _parts(setup: GameSetup, name: str, value: Any) -> list[tuple[str, str]]:
    """Returns the parts for a field of a setup."""
    match name:
        case "rules":
            return [(name, bare_spec(setup.rules.spec()))]
        case "seed":
            is_text = isinstance(value, str) and (not value or _number(value) is not None)
            return [("word" if is_text else "seed", str(value))]
        case "secret" if isinstance(setup.secret, Layout):
            return parse_qsl(formats.write_url(setup.secret)[1:])
        case "secret":
            return [("code", base64.urlsafe_b64encode(value.encode()).decode().rstrip("="))]
        case "colours":
            return [(name, ",".join(value))]
        case "players":
            return [("player", player) for player in value]
    return [(name, str(value))]


def _number(text: str) -> int | None:
    """Parses a whole number; None for any other text."""
    return int(text) if re.fullmatch(r"-?\d{1,4300}", text, re.ASCII) else None


def read_link(text: str) -> GameSetup:
    """Parses a link: a URL, a path with a query, or a query. Raises InvalidSpec."""
    page, parts = _taken_apart(text)
    given: dict[str, Any] = {name: values[0] for name, values in parts.items()}
    layout = _layout(given)
    if layout is not None and "rules" not in given:
        given["rules"] = Minesweeper(layout.width, layout.height, layout.count, First.ANY).spec()
    if not given.keys() & {"rules", "daily", "day"}:
        raise InvalidSpec(_("this link has no rules: write rules=4x6, or rules=9x9x10"))
    if layout is not None or "code" in given:
        _check_secret(given, layout)
    if "word" in given:
        if "seed" in given:
            raise InvalidSpec(_("this link has both seed and word; remove one of them"))
        given["seed"] = given.pop("word")
    elif "seed" in given:
        number = _number(given["seed"])
        given["seed"] = given["seed"] if number is None else number
    if "code" in given:
        given["secret"] = _decoded(given.pop("code"))
    if "colours" in given:
        given["colours"] = given["colours"].split(",")
    if "player" in given:
        del given["player"]
        given["players"] = parts["player"]
    if "rounds" in given:
        given["rounds"] = _whole(given["rounds"])
    try:
        setup = GameSetup.read(given, LABELS)
    except MastermineError as error:
        damaged = error.field == "secret" and isinstance(error, IllegalMove)
        raise InvalidSpec(_(DAMAGED) if damaged else str(error), field=error.field) from None
    if page not in (None, setup.rules.game):
        raise InvalidSpec(
            _("these are rules of {game}; the link must start with /{right}, not /{page}").format(
                game=_(GAMES[setup.rules.game].title), right=setup.rules.game, page=page
            )
        )
    if setup.strategy is not None:
        if not read_home(setup.strategy).is_installed:
            raise InvalidSpec(_("a link can only name a built-in or installed strategy"))
        find_strategy(setup.strategy, setup.rules.game)
    return setup if layout is None else replace(setup, secret=layout)


def _taken_apart(text: str) -> tuple[str | None, dict[str, list[str]]]:
    """Splits a link into its page, if any, and its parts."""
    text = text.strip()
    if len(text) > MAX_LINK_LETTERS:
        raise InvalidSpec(
            ngettext(
                "this link has {n} character; a link to a game has at most {most}",
                "this link has {n} characters; a link to a game has at most {most}",
                len(text),
            ).format(n=whole(len(text)), most=whole(MAX_LINK_LETTERS))
        )
    try:
        path, query = urlsplit(text)[2:4]
    except ValueError:
        raise _no_link(text) from None
    if not query and "=" in text and "?" not in text:
        path, query = "", text
    page = path.rstrip("/").rpartition("/")[2] or None
    if page is not None and page not in GAMES:
        raise _no_link(text)
    try:
        named = parse_qsl(query, keep_blank_values=True, errors="surrogatepass")
    except UnicodeDecodeError:
        raise InvalidSpec(
            _("a % sequence in this link is damaged: copy the whole link again")
        ) from None
    parts: dict[str, list[str]] = {}
    for name, value in named:
        if _OTHERS.fullmatch(name):
            continue
        if name not in PARTS:
            raise InvalidSpec(
                _("a link to a game has no part {name!r}; {hint}").format(
                    name=shortened(name), hint=nearest(name, PARTS)
                )
            )
        if name in parts and name != "player":
            raise InvalidSpec(
                _("{name} is in this link twice; remove one of them").format(name=name)
            )
        if not value and name != "word":
            raise InvalidSpec(
                _("{name} is empty in this link; write a value after {name}=").format(name=name)
            )
        if len(value) > MAX_PART_LETTERS and name not in FREE:
            raise InvalidSpec(
                # Translators: {name} is the name of a part of a link, such as rules.
                ngettext(
                    "{name} in this link has {n} character; the maximum is {most}",
                    "{name} in this link has {n} characters; the maximum is {most}",
                    len(value),
                ).format(name=name, n=whole(len(value)), most=MAX_PART_LETTERS)
            )
        parts.setdefault(name, []).append(value)
    if page is None and not parts:
        raise _no_link(text)
    return page, parts


def _no_link(text: str) -> InvalidSpec:
    return InvalidSpec(
        _("{link!r} is not a link to a game; write one like /mastermind?rules=4x6&seed=7").format(
            link=shortened(text)
        )
    )


def _layout(given: dict[str, Any]) -> Layout | None:
    """Parses the layout of mines in a link, and removes it from the parts."""
    parts = {name: given.pop(name) for name in ("b", "m") if name in given}
    if not parts:
        return None
    return formats.read_url("?" + "&".join(f"{name}={value}" for name, value in parts.items()))


def _check_secret(given: dict[str, Any], layout: Layout | None) -> None:
    """Raises InvalidSpec for a code or layout that does not go with the rules."""
    rules = parse_rules(given.get("rules", "classic"))
    field = rules.game == Minesweeper.game
    if field and "code" in given:
        raise InvalidSpec(_("code is for Mastermind, but the rules are of Minesweeper"))
    if layout is None:
        return
    if not field:
        raise InvalidSpec(_("b and m are a layout of mines, but the rules are of Mastermind"))
    if (layout.width, layout.height, layout.count) != (rules.width, rules.height, rules.mines):
        raise InvalidSpec(
            _("b and m are a layout of {layout}, but the rules are {rules}").format(
                layout=f"{layout.width}x{layout.height}x{layout.count}",
                rules=bare_spec(rules.spec()),
            )
        )


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(
            text + "=" * (-len(text) % 4), altchars=b"-_", validate=True
        ).decode()
    except ValueError:
        raise InvalidSpec(_(DAMAGED)) from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise not_whole(text)
    return int(text)
