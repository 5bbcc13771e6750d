"""Links that begin the same game again, for whoever has them.

A link is a path and a query, such as ``/mastermind?rules=4x6&seed=hello``. Its parts:

=============  =================================================================================
part           what it is
=============  =================================================================================
``rules``      A spec without the name of the game, or the name of a preset.
``mode``       ``adversary`` or ``person``; without it the computer hides the secret.
``keep``       ``hardest``, where an adversary of Mastermind keeps those codes.
``seed``       A whole number, or any other text.
``word``       A seed that is a text although it looks like a number, or is empty.
``code``       A code that somebody chose, veiled.
``b``, ``m``   Size and mines of a layout, in the convention that ``minesweeper.formats`` tells.
``first``      The first click, on which the mines of a seed depend.
``colours``    The names of the colours, with commas.
``strategy``   Who gives hints, or guesses.
``player``     One of the people of a match, once for each; with ``rounds`` and ``score``.
``daily``      The level of a daily puzzle; with ``day``, such as ``2026-11-21``.
=============  =================================================================================

Before the end of a game a link tells neither its secret nor a seed that nobody chose: then it only
begins a game of the same kind.
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
from mastermine.session.saved import daily
from mastermine.session.setup import Called, GameSetup

if TYPE_CHECKING:
    from mastermine.session import Saved

PARTS = (
    *("rules", "mode", "keep", "seed", "word", "code", "b", "m", "first", "colours", "strategy"),
    *("player", "rounds", "score", "daily", "day"),
)
"""The names of the parts of a link."""

MAX_LINK_LETTERS = 20_000
"""The most letters of a link: the largest layout takes about 2000."""
MAX_PART_LETTERS = 1400
"""So many a part may have that is not free: a code of 255 places takes so many."""
FREE = ("seed", "word", "b", "m", "colours", "player")
"""The parts that are free text, a layout, or a list of names."""

CALLED = Called(players="player", secret="code")
"""The parts that have other names than what they say of a setup."""

DAMAGED = N_("code in this link is damaged: copy the link again, or leave code out")

_OTHERS = re.compile(r"utm_\w+|\w*clid")
"""Parts that other sites add to links."""


# Links.


def link(game: Saved) -> str:
    """The path and query that begin the same game, such as ``/mastermind?rules=4x6&seed=hello``."""
    puzzle = daily.of(game)
    again = game.shared() if puzzle is None else {"daily": puzzle}
    return write_link(GameSetup(game.rules, **again))


def write_link(setup: GameSetup) -> str:
    """The path and query of a setup; ``read_link`` gives it back."""
    plain = setup.plain()
    names = ["daily", "day", "rules", "mode", "seed", "first", "secret", "keep", "colours"]
    names += ["players", "rounds", "score", "strategy"]
    if setup.players is not None:
        names.append(names.pop(names.index("seed")))
    parts = [part for name in names if name in plain for part in _parts(setup, name, plain[name])]
    query = "&".join(
        f"{name}={quote(value, safe=',=:', errors='surrogatepass')}" for name, value in parts
    )
    return f"/{setup.rules.game}?{query}"


def _parts(setup: GameSetup, name: str, value: Any) -> list[tuple[str, str]]:
    """The parts that say a field of a setup."""
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
    """The whole number that a text is when it is read as one."""
    return int(text) if re.fullmatch(r"-?\d{1,4300}", text, re.ASCII) else None


def read_link(text: str) -> GameSetup:
    """What a link begins: a URL, a path with a query, or a query. Raises InvalidSpec."""
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
            raise InvalidSpec(_("this link has a seed and a word, which is a seed, too: leave one"))
        given["seed"] = given.pop("word")
    elif "seed" in given:
        number = _number(given["seed"])
        given["seed"] = given["seed"] if number is None else number
    if "code" in given:
        given["secret"] = _unveiled(given.pop("code"))
    if "colours" in given:
        given["colours"] = given["colours"].split(",")
    if "player" in given:
        del given["player"]
        given["players"] = parts["player"]
    if "rounds" in given:
        given["rounds"] = _whole(given["rounds"])
    try:
        setup = GameSetup.read(given, CALLED)
    except MastermineError as error:
        damaged = error.field == "secret" and isinstance(error, IllegalMove)
        raise InvalidSpec(_(DAMAGED) if damaged else str(error), field=error.field) from None
    if page not in (None, setup.rules.game):
        raise InvalidSpec(
            _("these are rules of {game}: the link must begin with /{right}, not /{page}").format(
                game=_(GAMES[setup.rules.game].title), right=setup.rules.game, page=page
            )
        )
    if setup.strategy is not None:
        if read_home(setup.strategy).path is not None:
            raise InvalidSpec(_("a strategy in a file cannot be named by a link"))
        find_strategy(setup.strategy, setup.rules.game)
    return setup if layout is None else replace(setup, secret=layout)


def _taken_apart(text: str) -> tuple[str | None, dict[str, list[str]]]:
    """The page of a link, where it names one, and its parts."""
    text = text.strip()
    if len(text) > MAX_LINK_LETTERS:
        raise InvalidSpec(
            ngettext(
                "this link has {n} letter; one to a game has less than {most}",
                "this link has {n} letters; one to a game has less than {most}",
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
            _("a % in this link stands for no letter: copy the link again, as a whole")
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
            raise InvalidSpec(_("{name} is twice in this link: leave one").format(name=name))
        if not value and name != "word":
            raise InvalidSpec(
                _("{name} is empty in this link: write {name}= and what it is").format(name=name)
            )
        if len(value) > MAX_PART_LETTERS and name not in FREE:
            raise InvalidSpec(
                # Translators: {name} is the name of a part of a link, such as rules.
                ngettext(
                    "{name} in this link has {n} letter; it takes at most {most}",
                    "{name} in this link has {n} letters; it takes at most {most}",
                    len(value),
                ).format(name=name, n=whole(len(value)), most=MAX_PART_LETTERS)
            )
        parts.setdefault(name, []).append(value)
    if page is None and not parts:
        raise _no_link(text)
    return page, parts


def _no_link(text: str) -> InvalidSpec:
    return InvalidSpec(
        _("{link!r} is no link to a game; write one like /mastermind?rules=4x6&seed=7").format(
            link=shortened(text)
        )
    )


def _layout(given: dict[str, Any]) -> Layout | None:
    """The layout of mines in a link, which is taken out of the parts."""
    parts = {name: given.pop(name) for name in ("b", "m") if name in given}
    if not parts:
        return None
    return formats.read_url("?" + "&".join(f"{name}={value}" for name, value in parts.items()))


def _check_secret(given: dict[str, Any], layout: Layout | None) -> None:
    """Raises InvalidSpec where what is hidden is not of these rules."""
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


def _unveiled(text: str) -> str:
    try:
        return base64.b64decode(
            text + "=" * (-len(text) % 4), altchars=b"-_", validate=True
        ).decode()
    except ValueError:
        raise InvalidSpec(_(DAMAGED)) from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise InvalidSpec(_("{text!r} is no whole number, such as 4").format(text=shortened(text)))
    return int(text)
