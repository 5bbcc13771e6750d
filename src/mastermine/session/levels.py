"""Names of rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mastermine.i18n.text import _
from mastermine.registry import (
    GAMES,
    PRESETS,
    AnyRules,
    SomeRules,
    bare_spec,
    colour_names,
    parse_rules,
)

if TYPE_CHECKING:
    from mastermine.session import Saved


def level_of(game: Saved) -> str | None:
    """Returns the name of the rules that a game was started with, or None."""
    return name_of(game.given_rules.spec(), game.words.get("names"))


@lru_cache(maxsize=1000)
def name_of(spec: str, names: tuple[str, ...] | None = None) -> str | None:
    """Returns the name of rules, such as ``classic`` or ``expert-noguess``, or None.

    ``names``: those of the colours, or a vocabulary. Rules of a preset with its own words, such as
    ``skocko``, have its name only with these words.
    """
    words = {preset.colours for preset in PRESETS.values()}
    own = names[0] if names is not None and len(names) == 1 and names[0] in words else ""
    return _named(spec, own) or _named(spec, "")


def _named(spec: str, words: str) -> str | None:
    """Returns the name of the preset with these rules and vocabulary, or None."""
    presets = {name: each for name, each in PRESETS.items() if each.colours == words}
    for name, preset in presets.items():
        if preset.spec == spec:
            return name
    for name, preset in presets.items():
        rest = spec.removeprefix(preset.spec)
        if rest != spec and rest[:1] in ("-", "+"):
            try:
                if parse_rules(name + rest).spec() == spec:
                    return name + rest
            except ValueError:
                continue
    return None


def described(given: str | SomeRules, names: tuple[str, ...] | None = None) -> str:
    """Describes rules in the words of their game [default: those of the preset that is given].

    The result is the short spec for stored rules of a game that is not installed.
    """
    try:
        rules = parse_rules(given)
    except ValueError:
        return bare_spec(str(given))
    notation = GAMES[rules.game].part("notation")
    words = rules if notation is None else notation.of(rules, names or colour_names(given))
    return str(words.describe())


def title_of(rules: AnyRules, level: str | None) -> tuple[str, str]:
    """Returns the title of the game and its level; without a level, the short spec."""
    return _(GAMES[rules.game].title), level or bare_spec(rules.spec())
