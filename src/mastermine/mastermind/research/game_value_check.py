"""Check of a game value by the rules only: plays every code with every tree.

It shares no code with the search. It proves the upper bound; the lower bound relies on the search.
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
    """Raised for a wrong figure in a game value."""


def confirm_game_value(found: GameValue) -> None:
    """Plays every code with every tree of the codebreaker and checks all figures.

    Raises BrokenTree or WrongValue.
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
    _check_probabilities("codemaker", found.codemaker)
    if found.high is None:
        return
    _check_probabilities("codebreaker", [way.probability for way in found.codebreaker])
    for way, needed in zip(found.codebreaker, guesses, strict=True):
        right = tuple(Fraction(needed[kind.like], kind.codes) for kind in found.kinds)
        _compare("expectation", way.expectation, right)
        against = sum(a * b for a, b in zip(found.codemaker, right, strict=True))
        if against < found.low:
            raise WrongValue(wrong_figure("low", found.low, against))
    _compare("high", found.high, max(found.expectation))


def _check_probabilities(name: str, values: Sequence[Fraction]) -> None:
    if min(values) < 0 or sum(values) != 1:
        raise WrongValue(wrong_figure(name, " + ".join(map(str, values)), 1))


def _compare(name: str, claimed: object, right: object) -> None:
    if claimed != right:
        raise WrongValue(wrong_figure(name, claimed, right))
