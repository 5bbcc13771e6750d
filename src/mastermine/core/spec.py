"""Options at the end of a spec, such as ``-distinct`` and ``+blank``."""

from __future__ import annotations

import re
from collections.abc import Collection

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _


def read_options(
    text: str, options: str, known: Collection[str], one_of: Collection[str]
) -> set[str]:
    """Parses the options of a spec ``text``, each with its sign.

    ``known`` are all valid options; those in ``one_of`` exclude each other. Raises InvalidSpec.
    """
    found = re.findall(r"[+-][a-z]+", options)
    for option in found:
        if option not in known:
            raise InvalidSpec(
                _("rules {text!r}: there is no option {option}; valid options are {known}").format(
                    text=text, option=option, known=", ".join(sorted(known))
                )
            )
    if len(set(found)) < len(found) or len(set(found).intersection(one_of)) > 1:
        raise InvalidSpec(
            _("rules {text!r}: use each option only once, and only one of {options}").format(
                text=text, options=", ".join(sorted(one_of))
            )
        )
    return set(found)
