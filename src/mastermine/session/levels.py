"""Names of rules."""

from __future__ import annotations

from functools import lru_cache

from mastermine.i18n.text import _
from mastermine.registry import GAMES, PRESETS, AnyRules, bare_spec, parse_rules


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


def described(spec: str) -> str:
    """Describes stored rules; the short spec for those of a game that is not installed."""
    try:
        return parse_rules(spec).describe()
    except ValueError:
        return bare_spec(spec)


def title_of(rules: AnyRules) -> tuple[str, str]:
    """Returns the title of the game and its level; without a name, the short spec."""
    spec = rules.spec()
    return _(GAMES[rules.game].title), level_of(spec) or bare_spec(spec)
