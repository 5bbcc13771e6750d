"""Is a game value right? Told by the rules alone: every code is played, with every tree.

Nothing here lists, splits or counts codes as the search does. That the codebreaker needs no more
than is said is proven by it; that he needs no less is the search's to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from mastermine.core.errors import MastermineError
from mastermine.mastermind.optimal.verification import (
    every_code,
    nodes_met,
    verify_tree,
    wrong_figure,
)
from mastermine.mastermind.research.game_value import GameValue, like
from mastermine.mastermind.rules import Code


class WrongValue(MastermineError):
    """A figure of a game value that playing every code does not confirm."""


def confirm_game_value(found: GameValue) -> None:
    """Play every code with every tree of the codebreaker.

    Each tree is a tree, the probabilities are such, and the figures are right. Raises BrokenTree or
    WrongValue.
    """
    rules, trees = found.rules, [way.tree for way in found.codebreaker]
    codes: Counter[Code] = Counter()
    guesses: list[Counter[Code]] = [Counter() for _tree in trees]
    for tree in trees:
        verify_tree(tree)
    for code in every_code(rules):
        kind = like(rules, code)
        codes[kind] += 1
        for tree, needed in zip(trees, guesses, strict=True):
            needed[kind] += len(nodes_met(tree, code))
    _compare("codes", {kind.like: kind.codes for kind in found.kinds}, dict(codes))
    _check_chances("codemaker", found.codemaker)
    if found.high is None:
        return
    _check_chances("codebreaker", [way.probability for way in found.codebreaker])
    for way, needed in zip(found.codebreaker, guesses, strict=True):
        right = tuple(Fraction(needed[kind.like], kind.codes) for kind in found.kinds)
        _compare("expectation", way.expectation, right)
        against = sum(a * b for a, b in zip(found.codemaker, right, strict=True))
        if against < found.low:
            raise WrongValue(wrong_figure("low", found.low, against))
    _compare("high", found.high, max(found.expectation))


def _check_chances(name: str, chances: Sequence[Fraction]) -> None:
    """Raises WrongValue for chances that are no mixture."""
    if min(chances) < 0 or sum(chances) != 1:
        raise WrongValue(wrong_figure(name, " + ".join(map(str, chances)), 1))


def _compare(name: str, told: object, right: object) -> None:
    if told != right:
        raise WrongValue(wrong_figure(name, told, right))
