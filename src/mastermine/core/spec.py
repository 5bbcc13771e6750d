"""The options with which a spec ends, such as ``-distinct`` and ``+blank``."""

from __future__ import annotations

import re
from collections.abc import Collection

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _


def read_options(
    text: str, options: str, known: Collection[str], one_of: Collection[str]
) -> set[str]:
    """The options of a spec ``text``, each with its sign.

    ``known`` are all that there are, of which those in ``one_of`` exclude each other. Raises
    InvalidSpec.
    """
    found = re.findall(r"[+-][a-z]+", options)
    for option in found:
        if option not in known:
            raise InvalidSpec(
                _("rules {text!r}: there is no option {option}; there are {known}").format(
                    text=text, option=option, known=", ".join(sorted(known))
                )
            )
    if len(set(found)) < len(found) or len(set(found).intersection(one_of)) > 1:
        raise InvalidSpec(
            _("rules {text!r}: each option may stand once, and only one of {options}").format(
                text=text, options=", ".join(sorted(one_of))
            )
        )
    return set(found)
