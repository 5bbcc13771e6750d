"""Names of rules."""

from __future__ import annotations

from functools import lru_cache

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


@lru_cache(maxsize=1000)
def level_of(spec: str) -> str | None:
    """Returns the name of rules, such as ``classic`` or ``expert-noguess``, or None."""
    for name, preset in PRESETS.items():
        if preset.spec == spec:
            return name
    for name, preset in PRESETS.items():
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


def title_of(rules: AnyRules) -> tuple[str, str]:
    """Returns the title of the game and its level; without a name, the short spec."""
    spec = rules.spec()
    return _(GAMES[rules.game].title), level_of(spec) or bare_spec(spec)
