"""What rules are called."""

from __future__ import annotations

from functools import lru_cache

from mastermine.registry import PRESETS, parse_rules


@lru_cache(maxsize=1000)
def level_of(spec: str) -> str | None:
    """The name of rules, such as ``classic`` or ``expert-noguess``; None where they have none."""
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
