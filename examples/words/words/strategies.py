"""Two strategies for Words."""

from collections.abc import Sequence
from typing import Any

from mastermine.core.game import View
from mastermine.core.strategy import strategy
from words.rules import Known


def possible(view: View[str, str, str]) -> Sequence[str]:
    """Returns the words consistent with all answers so far."""
    known: Any = view.knowledge
    assert isinstance(known, Known)
    return known.words


@strategy("first-word", game="words")
def first_word(view: View[str, str, str]) -> str:
    """Guess the first word consistent with all answers."""
    return possible(view)[0]


@strategy("splitter", game="words")
def splitter(view: View[str, str, str]) -> str:
    """Guess the possible word that splits the possible words into the smallest parts."""
    known: Any = view.knowledge
    return min(possible(view), key=lambda word: sum(n * n for n in known.split(word).values()))
