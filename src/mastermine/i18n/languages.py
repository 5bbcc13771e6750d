"""Supported languages, and the choice of one of them.

The key of a language is its tag (BCP 47), which is also the name of its folder in ``locale``.
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
    """A language and its number format (Unicode CLDR 46)."""

    tag: str
    name: str
    """Name in the language itself."""
    point: str
    """Decimal separator."""
    group: str
    """Thousands separator."""
    grouped: int
    """Minimum number of digits to group."""

    @cached_property
    def catalogue(self) -> NullTranslations:
        """Compiled catalogue. Raises OSError if it is missing."""
        from gettext import GNUTranslations, NullTranslations

        if self is ENGLISH:
            return NullTranslations()
        from importlib.resources import files

        with (files("mastermine") / "locale" / self.tag / "LC_MESSAGES" / "mastermine.mo").open(
            "rb"
        ) as file:
            return GNUTranslations(file)

    @property
    def compiled(self) -> bool:
        """True if its compiled catalogue exists."""
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
"""Languages by tag, in the order of menus."""

NAMED = "mastermine.language"
"""Key, in the context of a command, of the language named on the command line, or None."""


def find_language(name: str) -> Language | None:
    """Finds the language of a tag (``sr-Latn-RS``) or a locale (``sr_RS.UTF-8@latin``)."""
    match = _NAME.fullmatch(name.strip())
    if not match:
        return None
    tag = match["language"].lower()
    parts = re.split("[-_]", (match["parts"] or "").lower())
    variants = (*parts, (match["variant"] or "").lower())
    latin = "latn" in parts or any(name.endswith("latin") for name in variants)
    return LANGUAGES.get(f"{tag}-Latn" if latin else tag) or LANGUAGES.get(tag)


def first_known(names: Iterable[str]) -> Language:
    """Returns the first supported language; English if there is none."""
    return next((found for found in map(find_language, names) if found), ENGLISH)


def of_environment(environ: Mapping[str, str]) -> Language:
    """Reads LANGUAGE, LC_ALL, LC_MESSAGES and LANG as gettext does."""
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "C"
    )
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    return first_known([*environ.get("LANGUAGE", "").split(":"), locale])


def of_header(accepted: str) -> Language:
    """Reads the header Accept-Language of a browser (RFC 9110)."""
    accepted_tags = []
    for part in accepted.split(",")[:50]:
        tag, _semicolon, parameter = part.partition(";")
        weight = parameter.strip().lower().removeprefix("q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0:
            accepted_tags.append((-quality, tag))
    return first_known(tag for _quality, tag in sorted(accepted_tags, key=lambda pair: pair[0]))
