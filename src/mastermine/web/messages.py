"""Sentences about a game that the page shows as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import _
from mastermine.registry import part
from mastermine.session import Mode
from mastermine.session.forms import form_of
from mastermine.session.messages import help as help_messages
from mastermine.session.multiplayer.match import Match

if TYPE_CHECKING:
    from mastermine.session import Played, Saved, Tip


def messages(game: Saved) -> dict[str, Any]:
    """Returns the sentences by name; none of them reveals more than ``public``."""
    if isinstance(game, Match):
        role, common = "web.match", _of_match(game)
    else:
        role, common = "web.messages", _of_session(game)
    return {**common, **part(game.rules.game, role, _("the page"))(game)}


def tip_text(tip: Tip) -> dict[str, Any]:
    """Serialises the sentences of a hint; ``more`` offers the next depth, if there is one."""
    return {"depth": int(tip.depth), "lines": list(tip.lines), "more": help_messages.deeper(tip)}


def status(game: Played, *more: str) -> list[str]:
    """Returns the parts of the line below the title: way to play, progress, puzzle, seed."""
    ways = () if game.mode is Mode.COMPUTER else form_of(game.rules.game).ways
    parts = [*(way.title for way in ways if game.mode is way.mode), *more]
    if game.daily:
        parts.append(_("daily puzzle of {day}").format(day=game.daily))
    elif game.seed_chosen:
        parts.append(_("seed {seed}").format(seed=game.seed))
    return parts


def _of_session(game: Played) -> dict[str, Any]:
    return {
        "status": status(game),
        "help": help_messages.used(game),
        "moves": {"undo": help_messages.undone(), "redo": help_messages.redone()},
    }


def _of_match(match: Match[Any]) -> dict[str, Any]:
    standings = match.standings()
    return {
        "status": [match.round_text(), *([] if match.player is None else [match.player])],
        "next": match.winners_text() if match.over else match.next_round_text(),
        "news": _news(match),
        "table": {
            "title": match.table_title(),
            "headings": match.headings(),
            "rows": match.rows(),
            "leads": [each.leads and match.round > 0 for each in standings],
        },
        "rounds": [match.round_lines(number) for number in range(match.round)],
        "moves": {},
    }


def _news(match: Match[Any]) -> list[str]:
    """Returns the result of the last board, or of its round once all its boards are over."""
    if not match.boards:
        return []
    number = len(match.boards) - 1
    if match.round > number:
        return match.round_lines(number)
    over = [each for each in match.results(number) if each[1].outcome is not None]
    return [match.result(*over[-1])] if over else []
