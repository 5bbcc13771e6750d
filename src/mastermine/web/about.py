"""What this server has: games with a name, strategies, and the languages of the page."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query

from mastermine import __version__
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import _
from mastermine.registry import GAMES, find_strategy, parse_rules, strategy_names
from mastermine.web.errors import NotFound
from mastermine.web.languages import page_words
from mastermine.web.limits import counted
from mastermine.web.mastermind.size import MOST_COLOURS, MOST_PLACES

router = APIRouter(prefix="/api", tags=["about"], dependencies=[counted("moves")])


@router.get("/about", summary="What there is to play")
def about(
    game: Annotated[Literal["mastermind", "minesweeper"] | None, Query()] = None,
) -> dict[str, Any]:
    """The version, games that have a name, strategies, the largest board, languages by name.

    ``levels`` are the names that are offered first.

    ``game``: only that one.
    """
    return {
        "version": __version__,
        "games": {
            each: {
                "presets": _presets(each),
                "levels": list(GAMES[each].levels),
                "strategies": _strategies(each),
            }
            for each in ([game] if game else GAMES)
        },
        "largest": {"places": MOST_PLACES, "colours": MOST_COLOURS},
        "languages": {tag: language.name for tag, language in LANGUAGES.items()},
    }


@router.get("/words/{lang}", summary="The words of the page")
def words(lang: Annotated[str, Path(examples=["en"])]) -> dict[str, Any]:
    """The messages of the page in a language; English ones are in the page itself."""
    with suppress(KeyError, OSError):
        return page_words(LANGUAGES[lang])
    raise NotFound(
        _("the page has no language {lang!r}; there is {languages}").format(
            lang=lang[:20], languages=", ".join(LANGUAGES)
        )
    )


def _presets(game: str) -> list[dict[str, Any]]:
    return [
        {
            "name": preset.name,
            "spec": preset.spec,
            "rules": _spec(preset.name),
            "title": _(preset.title),
            "facts": _(preset.facts),
            "source": _(preset.source),
        }
        for preset in GAMES[game].presets.values()
    ]


@lru_cache(maxsize=1000)
def _spec(name: str) -> Any:
    return parse_rules(name).spec()


def _strategies(game: str) -> list[dict[str, Any]]:
    """The strategies of a game; one of another package that cannot be had is left out."""
    found = []
    for name in strategy_names(game):
        try:
            strategy = find_strategy(name, game)
        except InvalidSpec:
            continue
        found.append(
            {
                "name": name,
                "summary": _(strategy.summary),
                "cite": _(strategy.cite),
                "asks": strategy.asks,
            }
        )
    return found
