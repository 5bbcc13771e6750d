"""The languages that are spoken, and which of them is meant.

A language is known by its tag (BCP 47), which is also the name of its folder in ``locale``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from gettext import NullTranslations

_NAME = re.compile(
    r"(?P<language>[a-z]{2,3})(?:[-_](?P<parts>[a-z0-9_-]+))?(?:\.[\w-]+)?(?:@(?P<variant>\w+))?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True)
class Language:
    """A language, and how numbers are written in it (Unicode CLDR 46)."""

    tag: str
    name: str
    """In the language itself."""
    point: str
    """Between a whole number and its fraction."""
    group: str
    """Between thousands."""
    grouped: int
    """The fewest digits that are grouped."""

    @cached_property
    def catalogue(self) -> NullTranslations:
        """What messages are in this language. Raises OSError where it was not compiled."""
        from gettext import GNUTranslations, NullTranslations
        from importlib.resources import files

        if self is ENGLISH:
            return NullTranslations()
        with (files("mastermine") / "locale" / self.tag / "LC_MESSAGES" / "mastermine.mo").open(
            "rb"
        ) as file:
            return GNUTranslations(file)

    @property
    def compiled(self) -> bool:
        """Whether its catalogue is there."""
        try:
            _ = self.catalogue
        except OSError:
            return False
        return True


ENGLISH = Language("en", "English", ".", ",", 4)

LANGUAGES = {
    language.tag: language
    for language in (
        ENGLISH,
        Language("sr", "Српски", ",", ".", 4),
        Language("sr-Latn", "Srpski", ",", ".", 4),
        Language("hr", "Hrvatski", ",", ".", 4),
        Language("pl", "Polski", ",", "\N{NO-BREAK SPACE}", 5),
        Language("sk", "Slovenčina", ",", "\N{NO-BREAK SPACE}", 4),
        Language("ru", "Русский", ",", "\N{NO-BREAK SPACE}", 4),
    )
}
"""All of them by their tags, in the order in which they are offered."""

NAMED = "mastermine.language"
"""Under this name the context of a command has what was named on the command line, or None."""


def find_language(name: str) -> Language | None:
    """The language that a tag (``sr-Latn-RS``) or a locale (``sr_RS.UTF-8@latin``) names."""
    match = _NAME.fullmatch(name.strip())
    if not match:
        return None
    tag = match["language"].lower()
    parts = re.split("[-_]", (match["parts"] or "").lower())
    latin = "latn" in parts or (match["variant"] or "").lower().endswith("latin")
    return LANGUAGES.get(f"{tag}-Latn" if latin else tag) or LANGUAGES.get(tag)


def first_known(names: Iterable[str]) -> Language:
    """The first of these that is spoken here; English where none is."""
    return next((found for found in map(find_language, names) if found), ENGLISH)


def of_environment(environ: Mapping[str, str]) -> Language:
    """What the system speaks: LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as gettext reads them."""
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "C"
    )
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    return first_known([*environ.get("LANGUAGE", "").split(":"), locale])


def of_header(accepted: str) -> Language:
    """What a browser asks for by Accept-Language (RFC 9110)."""
    wanted = []
    for part in accepted.split(",")[:50]:
        tag, _semicolon, parameter = part.partition(";")
        weight = parameter.strip().lower().removeprefix("q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0:
            wanted.append((-quality, tag))
    return first_known(tag for _quality, tag in sorted(wanted, key=lambda pair: pair[0]))
