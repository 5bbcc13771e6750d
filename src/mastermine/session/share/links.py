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
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.core.random import Random
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, closest, nearest, ngettext, shortened
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.minesweeper import formats
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import (
    GAMES,
    PRESETS,
    UnknownRules,
    find_strategy,
    parse_rules,
    usual_strategy,
)
from mastermine.session import (
    Contest,
    MastermindSession,
    Match,
    MinesweeperSession,
    Mode,
    Race,
    Score,
)
from mastermine.session.saved import daily
from mastermine.session.setup import Start

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Saved

PARTS = (
    *("rules", "mode", "keep", "seed", "word", "code", "b", "m", "first", "colours", "strategy"),
    *("player", "rounds", "score", "daily", "day"),
)
"""The names of the parts of a link."""

MAX_LINK_LETTERS = 20_000
"""The most letters of a link: the largest layout takes about 2000."""
MAX_PART_LETTERS = 1400
"""So many a part may have that is neither free text, nor a layout, nor a list of names: a code of
255 places takes so many."""

_OTHERS = re.compile(r"utm_\w+|\w*clid")
"""Parts that other sites add to links."""


# Links.


def link(game: Saved) -> str:
    """The path and query that begin the same game, such as ``/mastermind?rules=4x6&seed=hello``."""
    puzzle = daily.of(game)
    if puzzle is not None and not isinstance(game, Match):
        return _written(game.rules.game, [("daily", puzzle.level), ("day", str(puzzle.day))])
    if isinstance(game, Race):
        parts = [("rules", _bare(game.rules)), *_people(game)]
        parts += [_seed(game.seed)] if game.seed_chosen or game.over else []
        return _written(game.rules.game, parts)
    if isinstance(game, Contest):
        parts = [("rules", _bare(game.rules)), *_colours(game.names)]
        parts += [*_people(game), ("score", game.score.value)]
        return _written(game.rules.game, parts)
    parts = [("rules", _bare(game.rules))]
    if game.mode is not Mode.COMPUTER:
        parts.append(("mode", game.mode.value))
    parts += _hidden(game)
    if isinstance(game, MastermindSession):
        if game.keep is not Keep.LARGEST:
            parts.append(("keep", game.keep.value))
        parts += _colours(game.names)
    home = game.strategy.home
    if home != usual_strategy(game.rules) and read_home(home).path is None:
        parts.append(("strategy", home))
    return _written(game.rules.game, parts)


def _written(page: str, parts: list[tuple[str, str]]) -> str:
    query = "&".join(
        f"{name}={quote(value, safe=',=:', errors='surrogatepass')}" for name, value in parts
    )
    return f"/{page}?{query}"


def _bare(rules: Mastermind | Minesweeper) -> str:
    return rules.spec().partition(":")[2]


def _people(match: Match[Any]) -> list[tuple[str, str]]:
    return [*(("player", player) for player in match.players), ("rounds", str(match.rounds))]


def _colours(names: tuple[str, ...] | None) -> list[tuple[str, str]]:
    return [] if names is None else [("colours", ",".join(names))]


def _hidden(game: MastermindSession | MinesweeperSession) -> list[tuple[str, str]]:
    """What brings the secret back, as far as it may be told."""
    if game.mode is not Mode.COMPUTER:
        return []
    secret = game.secret
    if isinstance(game, MinesweeperSession):
        if game.given:
            layout = secret if isinstance(secret, Layout) else None
            return [] if layout is None else parse_qsl(formats.write_url(layout)[1:])
        if secret is None and not game.seed_chosen:
            return []
        first = [("first", game.rules.format_action(turn.action)) for turn in game.turns[:1]]
        return [_seed(game.seed), *first]
    if secret is None or isinstance(secret, Layout):
        return [_seed(game.seed)] if game.seed_chosen else []
    if secret != game.rules.draw(Random(game.seed)):
        return [("code", _veiled(game.rules.format_secret(secret)))]
    return [_seed(game.seed)]


def _seed(seed: int | str) -> tuple[str, str]:
    if isinstance(seed, int) or (seed and _number(seed) is None):
        return "seed", str(seed)
    return "word", seed


def _number(text: str) -> int | None:
    """The whole number that a text is when it is read as one."""
    return int(text) if re.fullmatch(r"-?\d{1,4300}", text, re.ASCII) else None


def _veiled(code: str) -> str:
    return base64.urlsafe_b64encode(code.encode()).decode("ascii").rstrip("=")


def read_link(text: str) -> Start:
    """What a link begins: a URL, a path with a query, or a query. Raises InvalidSpec.

    The error names the part that is wrong, and says what would be right.
    """
    page, parts = _taken_apart(text)
    if "daily" in parts:
        return _read_daily(page, parts)
    if "day" in parts:
        raise InvalidSpec(_("this link has a day, but no daily: write daily=classic before it"))
    rules = _read_rules(page, parts)
    mode = _part(parts, "mode", Mode, [mode.value for mode in Mode]) or Mode.COMPUTER
    colours = parts.get("colours", [None])[0]
    start = Start(
        rules,
        mode,
        _part(parts, "keep", Keep, list(Keep)) or Keep.LARGEST,
        seed=_read_seed(parts),
        secret=_read_secret(parts, rules),
        first=_part(parts, "first", lambda cell: _cell(rules, cell)),
        colours=None if colours is None else tuple(colours.split(",")),
        strategy=_part(parts, "strategy", lambda name: _strategy(name, rules.game)),
        players=tuple(parts["player"]) if "player" in parts else None,
        rounds=_part(parts, "rounds", _whole),
        score=_part(parts, "score", Score, [score.value for score in Score]),
    )
    _check(start, parts)
    return start


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


def _read_daily(page: str | None, parts: dict[str, list[str]]) -> Start:
    for other in parts.keys() - {"daily", "day"}:
        raise InvalidSpec(
            _("a daily puzzle is what it is: leave {name} out of this link").format(name=other)
        )
    day = _part(parts, "day", _day) or daily.today()
    rules, seed = daily.puzzle(parts["daily"][0], day)
    _check_page(page, rules)
    level = parts["daily"][0].strip().lower()
    return Start(rules, seed=seed, puzzle=daily.Puzzle(level, day))


def _read_rules(page: str | None, parts: dict[str, list[str]]) -> Mastermind | Minesweeper:
    text = parts.get("rules", [None])[0]
    if text is None and "m" in parts:
        layout = _layout(parts)
        return Minesweeper(layout.width, layout.height, layout.count, First.ANY)
    if text is None:
        raise InvalidSpec(_("this link has no rules: write rules=4x6, or rules=9x9x10"))
    rules: Mastermind | Minesweeper = _part(parts, "rules", _rules)
    _check_page(page, rules)
    return rules


def _check_page(page: str | None, rules: Mastermind | Minesweeper) -> None:
    if page not in (None, rules.game):
        raise InvalidSpec(
            _("these are rules of {game}: the link must begin with /{right}, not /{page}").format(
                game=_(GAMES[rules.game].title), right=rules.game, page=page
            )
        )


def _read_seed(parts: dict[str, list[str]]) -> int | str | None:
    if "word" in parts and "seed" in parts:
        raise InvalidSpec(_("this link has a seed and a word, which is a seed, too: leave one"))
    if "word" in parts:
        return parts["word"][0]
    if "seed" not in parts:
        return None
    text = parts["seed"][0]
    number = _number(text)
    return text if number is None else number


def _read_secret(
    parts: dict[str, list[str]], rules: Mastermind | Minesweeper
) -> Code | Layout | None:
    if "b" in parts or "m" in parts:
        if not isinstance(rules, Minesweeper):
            raise InvalidSpec(_("b and m are a layout of mines, but the rules are of Mastermind"))
        layout = _layout(parts)
        if (layout.width, layout.height, layout.count) != (rules.width, rules.height, rules.mines):
            raise InvalidSpec(
                _("b and m are a layout of {layout}, but the rules are {rules}").format(
                    layout=f"{layout.width}x{layout.height}x{layout.count}", rules=_bare(rules)
                )
            )
        return layout
    if "code" not in parts:
        return None
    if not isinstance(rules, Mastermind):
        raise InvalidSpec(_("code is for Mastermind, but the rules are of Minesweeper"))
    text = parts["code"][0]
    try:
        code = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        return rules.parse_secret(code.decode())
    except ValueError:
        raise InvalidSpec(
            _("code in this link is damaged: copy the link again, or leave code out")
        ) from None


def _layout(parts: dict[str, list[str]]) -> Layout:
    query = "&".join(f"{name}={parts[name][0]}" for name in ("b", "m") if name in parts)
    return formats.read_url(f"?{query}")


def _check(start: Start, parts: dict[str, list[str]]) -> None:
    """Raises InvalidSpec for parts that do not go together."""
    field = isinstance(start.rules, Minesweeper)
    if field:
        for name in ("keep", "colours", "score"):
            if name in parts:
                raise InvalidSpec(
                    _("{name} is for Mastermind, but the rules are of Minesweeper").format(
                        name=name
                    )
                )
        if start.mode is Mode.PERSON:
            raise InvalidSpec(_("mode=person is for Mastermind: in a minefield nobody answers"))
    for name in ("rounds", "score"):
        if name in parts and not start.players:
            raise InvalidSpec(
                _("{name} is for a match: name its people, like player=Ana&player=Boris").format(
                    name=name
                )
            )
    taken = ("mode", "b", "m", "first") if field else ("mode", "keep", "seed", "word", "code")
    for name in (*taken, "strategy"):
        if name in parts and start.players:
            raise InvalidSpec(_("a match of people has no {name}: leave it out").format(name=name))
    if start.secret is not None and start.mode is not Mode.COMPUTER:
        raise InvalidSpec(
            _("a secret is given, but with mode={mode} the computer hides none").format(
                mode=start.mode.value
            )
        )
    if start.secret is not None and start.first is not None:
        raise InvalidSpec(_("first goes with a seed; here the mines are given: leave it out"))


def _part(
    parts: dict[str, list[str]],
    name: str,
    read: Callable[[str], Any],
    known: list[str] | None = None,
) -> Any:
    """A part as ``read`` reads it; None where it is not there."""
    if name not in parts:
        return None
    text = parts[name][0]
    if known is not None and text not in known:
        raise InvalidSpec(
            _("{name}={text} in this link: {hint}").format(
                name=name, text=shortened(text), hint=nearest(text, known)
            )
        )
    if len(text) > MAX_PART_LETTERS:
        raise InvalidSpec(
            # Translators: {name} is the name of a part of a link, such as rules.
            ngettext(
                "{name} in this link has {n} letter; it takes at most {most}",
                "{name} in this link has {n} letters; it takes at most {most}",
                len(text),
            ).format(name=name, n=whole(len(text)), most=MAX_PART_LETTERS)
        )
    try:
        return read(text)
    except MastermineError as error:
        raise InvalidSpec(
            _("{name} in this link: {error}").format(name=name, error=error)
        ) from None


def _rules(text: str) -> Mastermind | Minesweeper:
    """The rules; where there are none of this name, not all names are told."""
    try:
        rules: Mastermind | Minesweeper = parse_rules(text)
    except UnknownRules:
        close = closest(text, PRESETS)
        hint = (
            _("write such as 4x6, 9x9x10 or classic")
            if close is None
            else _("did you mean {word}?").format(word=close)
        )
        raise InvalidSpec(
            _("there are no rules called {text!r}; {hint}").format(text=shortened(text), hint=hint)
        ) from None
    return rules


def _cell(rules: Mastermind | Minesweeper, text: str) -> tuple[int, int]:
    if not isinstance(rules, Minesweeper):
        raise InvalidSpec(_("a first click is for Minesweeper, but the rules are of Mastermind"))
    return rules.parse_action(text)


def _strategy(text: str, game: str) -> str:
    """The name of a strategy that is there; no file, of which a link must run nothing."""
    if read_home(text).path is not None:
        raise InvalidSpec(_("a strategy in a file cannot be named by a link"))
    find_strategy(text, game)
    return text


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise InvalidSpec(_("{text!r} is no whole number, such as 4").format(text=text))
    return int(text)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise InvalidSpec(_("{text!r} is no day; write one like 2026-11-21").format(text=text))
    return day
