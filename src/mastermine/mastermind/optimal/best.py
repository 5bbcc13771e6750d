"""The best guess: out of a tree of the whole game, or by a search from where the game stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import count
from math import isqrt
from typing import Any

import numpy as np

from mastermine.core.errors import TooLarge
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import CodeView, universe
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, NONE, TOTAL
from mastermine.mastermind.optimal.search import MAX_SEARCHED_CODES, searchable
from mastermine.mastermind.optimal.shipped import rules_of, shipped_names, shipped_tree
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.system.native import NATIVE

WORK = (500_000, 16_384, 4_096) if NATIVE else (100, 100, 100)
"""Possible codes times all codes: so much is searched in about a second at most (without the native
core next to nothing is). The first is for 4 to 6 places in few colours with black and white pegs;
the second for other games, in which an answer tells less; the third for those of three answers or
fewer. By size, not by time: a position has the same guess on every machine."""

MAX_CACHED_SEARCHES = 64
"""The number of searches that are remembered."""


def best_guess(view: CodeView, worst: bool, otherwise: Callable[[Any], Code]) -> Code:
    """The guess with which all possible codes take as few guesses as can be.

    Fewest in all, then for the hardest code; ``worst``: the other way round. Out of a tree of the
    whole game, as long as the turns are those of the tree; then found by a search; and where too
    many codes are possible for that, what ``otherwise`` guesses. Raises TooLarge where the best
    play of the game is not known and cannot be found at once.
    """
    rules = view.rules
    tree = shipped_tree(rules, worst)
    if tree is None and _quick(rules, rules.size):
        tree = _found(rules, worst, universe(rules).tobytes())
    guess = tree.guess_after(view.turns) if tree else None
    if guess is not None:
        return guess
    if rules.size <= MAX_SEARCHED_CODES:
        known = view.knowledge
        if known.count() <= 2:
            return known.first()
        if _quick(rules, known.count()):
            return _found(rules, worst, known.codes.tobytes()).root.guess
    if tree is None:
        raise TooLarge(_unknown(rules))
    return otherwise(view)


def _quick(rules: Mastermind, n: int) -> bool:
    """Whether ``n`` possible codes can be searched at once."""
    return searchable(rules) and n * rules.size <= _most_work(rules)


def _most_work(rules: Mastermind) -> int:
    """How much is searched at once, by how much the answers tell."""
    if rules.answers <= 3:
        return WORK[2]
    colours = rules.symbols <= 8 if rules.repeats else rules.symbols > rules.places + 1
    telling = rules.answer is Answer.PEGS and 4 <= rules.places <= 6 and colours
    return WORK[0] if telling else WORK[1]


@lru_cache(maxsize=MAX_CACHED_SEARCHES)
def _found(rules: Mastermind, worst: bool, data: bytes) -> Tree:
    """The best tree for some codes, one after the other in ``data``."""
    codes = np.frombuffer(data, np.uint8).reshape(-1, rules.places)

    def search(cost: int, depth: int, below: int = IMPOSSIBLE) -> Tree | None:
        value, _bound, guesses, _nodes = kernels.optimum(
            rules, codes, depth=depth, cost=cost, below=below
        )
        return None if value < 0 else Tree.from_preorder(rules, codes, guesses)

    depth = next(n for n in count(1) if search(NONE, n, 1)) if worst else 0
    best = search(TOTAL, depth)
    assert best is not None  # Every code can be guessed, one after the other.
    while not worst and best.worst > 1:  # A depth of 0 is none.
        shorter = search(TOTAL, best.worst - 1, best.total + 1)
        if shorter is None:
            break
        best = shorter
    return best


def _unknown(rules: Mastermind) -> str:
    """Why there is no best guess, and what there is."""
    known = {rules_of(name) for name in shipped_names()}
    told = _(
        "the best play of {spec} is not known; it is known of {games}, and in a game like this is "
        "found at once where there are up to {n} codes"
    ).format(
        spec=rules.spec(),
        games=", ".join(
            game.spec().removeprefix(f"{game.game}:")
            for game in sorted(known, key=lambda game: (game.size, game.spec()))
            if game.size**2 > _most_work(game)
        ),
        n=whole(isqrt(_most_work(rules))),
    )
    if rules.size > MAX_SEARCHED_CODES:
        return told
    return _("{told}; mastermine optimal {spec} --save FILE searches for it").format(
        told=told, spec=replace(rules, limit=None).spec()
    )
