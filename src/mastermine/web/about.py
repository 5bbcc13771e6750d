"""Presets, strategies and languages of this server."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query

from mastermine import __version__
from mastermine.core.errors import InvalidSpec
from mastermine.core.preset import Preset
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import _, capital
from mastermine.registry import (
    GAMES,
    find_strategy,
    parse_rules,
    strategy_names,
)
from mastermine.session.forms import Field, Form, Way, form_of
from mastermine.session.levels import described
from mastermine.web.assets import constant
from mastermine.web.errors import NotFound
from mastermine.web.languages import page_words
from mastermine.web.limits import counted
from mastermine.web.mastermind.size import MAX_COLOURS, MAX_PLACES

router = APIRouter(prefix="/api", tags=["about"], dependencies=[counted("moves")])


@router.get("/about", dependencies=[Depends(constant)], summary="Games, strategies and languages")
def about(
    game: Annotated[Literal["mastermind", "minesweeper"] | None, Query()] = None,
) -> dict[str, Any]:
    """Returns the version, presets, strategies, the largest board and the languages.

    ``levels`` are the presets that are offered first. ``form`` describes the setup of a new game:
    its ``fields``, together with a ``level``, are accepted as ``rules``. ``keys`` are pairs of keys
    or clicks and their effects.

    ``game`` selects a single game.
    """
    return {
        "version": __version__,
        "games": {
            each: {
                "presets": _presets(each),
                "levels": list(GAMES[each].offered),
                "form": _form(form_of(each)),
                "strategies": _strategies(each),
                "keys": (GAMES[each].part("keys") or list)(),
            }
            for each in ([game] if game else GAMES)
        },
        "largest": {"places": MAX_PLACES, "colours": MAX_COLOURS},
        "languages": {tag: language.name for tag, language in LANGUAGES.items()},
    }


@router.get("/presets", dependencies=[Depends(constant)], summary="Names of the presets")
def presets() -> dict[str, Any]:
    """Returns the name, the rules, the title and a description of each preset, by game."""
    return {game: [_named(each) for each in GAMES[game].presets.values()] for game in GAMES}


@router.get("/words/{lang}", dependencies=[Depends(constant)], summary="Messages of the page")
def words(lang: Annotated[str, Path(examples=["en"])]) -> dict[str, Any]:
    """Returns the messages of the page in a language; the English ones are in the page itself."""
    with suppress(KeyError, OSError):
        return page_words(LANGUAGES[lang])
    raise NotFound(
        _("the page has no language {lang!r}; available are {languages}").format(
            lang=lang[:20], languages=", ".join(LANGUAGES)
        )
    )


def _form(form: Form) -> dict[str, Any]:
    return {
        "question": form.question,
        "ways": [
            {
                "value": _value(way),
                "title": capital(way.title),
                "note": way.note,
            }
            for way in form.ways
            if way.name != "watch"
        ],
        "about": capital(form.about),
        "own": capital(form.own),
        "fields": [_field(field, form) for field in form.fields],
        "choices": [_field(field, form) for field in form.choices],
    }


def _value(way: Way) -> str:
    """Returns the name of a mode in requests."""
    return way.mode.value if way.mode else way.name


def _field(field: Field, form: Form) -> dict[str, Any]:
    return {
        "name": field.name,
        "label": field.label,
        "help": field.does,
        "kind": "choice" if field.options else "switch" if field.kind is bool else "number",
        "options": [
            {"value": each.value, "title": capital(each.meaning)} for each in field.options
        ],
        "optional": field.optional,
        "always": field.always,
        "way": _value(form.way(field.way)) if field.way else None,
    }


def _values(game: str, name: str) -> dict[str, Any]:
    """Returns the values of a preset for the fields of the form."""
    rules = parse_rules(name)
    fields = form_of(game).fields
    return {field.name: field.write(getattr(rules, field.name)) for field in fields}


def _presets(game: str) -> list[dict[str, Any]]:
    return [
        {
            **_named(preset),
            "spec": preset.spec,
            "values": _values(game, preset.name),
            "facts": _(preset.facts),
            "source": _(preset.source),
        }
        for preset in GAMES[game].presets.values()
    ]


def _named(preset: Preset) -> dict[str, Any]:
    return {
        "name": preset.name,
        "rules": _spec(preset.name),
        "title": _(preset.title),
        "description": described(preset.name),
    }


@lru_cache(maxsize=1000)
def _spec(name: str) -> Any:
    return parse_rules(name).spec()


def _strategies(game: str) -> list[dict[str, Any]]:
    """Lists the strategies of a game; skips those of other packages that cannot be loaded."""
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
                "asks": strategy.interactive,
            }
        )
    return found
