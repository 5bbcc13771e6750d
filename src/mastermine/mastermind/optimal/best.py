"""The optimal guess: from a tree of the whole game, or by a search from the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import count
from math import isqrt
from typing import Any

from mastermine.core.errors import TooLarge
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import CodeView, every_code
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, NONE, TOTAL
from mastermine.mastermind.optimal.search import MAX_SEARCHED_CODES, searchable
from mastermine.mastermind.optimal.shipped import rules_of, shipped_names, shipped_tree
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.system.native import NATIVE

WORK = (500_000, 16_384, 4_096) if NATIVE else (100, 100, 100)
"""Limits on candidates times all codes for a search of about one second (tiny without the native
core): for 4 to 6 places in few colours with black and white pegs; for other games, in which answers
give less information; for games with at most three answers. A limit on size, not on time, gives the
same guess on every machine."""

MAX_CACHED_SEARCHES = 64
"""Number of cached searches."""


def best_guess(view: CodeView, worst: bool, otherwise: Callable[[Any], Code]) -> Code:
    """Returns the guess that minimises the total, then the worst case; ``worst``: vice versa.

    It is from a tree of the whole game while the turns follow that tree, then from a search, or
    from ``otherwise`` if there are too many candidates. Raises TooLarge if the optimal play of the
    game is unknown and takes too long to search.
    """
    rules = view.rules
    tree = shipped_tree(rules, worst)
    if tree is None and _quick(rules, rules.size):
        tree = _searched(rules, worst, every_code(rules))
    guess = tree.guess_after(view.turns) if tree else None
    if guess is not None:
        return guess
    if rules.size <= MAX_SEARCHED_CODES:
        known = view.knowledge
        if known.count() <= 2:
            return known.first()
        if _quick(rules, known.count()):
            return _searched(rules, worst, known.cells).root.guess
    if tree is None:
        raise TooLarge(_unknown_play(rules))
    return otherwise(view)


def check_known(rules: Mastermind) -> None:
    """Raises TooLarge if the optimal play of the game is unknown and takes too long to search."""
    if not _quick(rules, rules.size) and shipped_tree(rules) is None:
        raise TooLarge(_unknown_play(rules))


def _quick(rules: Mastermind, n: int) -> bool:
    """True if ``n`` candidates can be searched quickly."""
    return searchable(rules) and n * rules.size <= _work_limit(rules)


def _work_limit(rules: Mastermind) -> int:
    """Selects the limit of ``WORK`` for these rules."""
    if rules.answers <= 3:
        return WORK[2]
    colours = rules.symbols <= 8 if rules.repeats else rules.symbols > rules.places + 1
    informative = rules.answer is Answer.PEGS and 4 <= rules.places <= 6 and colours
    return WORK[0] if informative else WORK[1]


@lru_cache(maxsize=MAX_CACHED_SEARCHES)
def _searched(rules: Mastermind, worst: bool, cells: bytes) -> Tree:
    """Searches the best tree for some codes, one after the other."""
    import numpy as np

    codes = np.frombuffer(cells, np.uint8).reshape(-1, rules.places)

    def search(cost: int, depth: int, below: int = IMPOSSIBLE) -> Tree | None:
        value, _bound, guesses, _nodes = kernels.optimum(
            rules, codes, depth=depth, cost=cost, below=below
        )
        return None if value < 0 else Tree.from_preorder(rules, cells, guesses)

    depth = next(n for n in count(1) if search(NONE, n, 1)) if worst else 0
    best = search(TOTAL, depth)
    assert best is not None  # Without a limit there is always a tree.
    while not worst and best.worst > 1:  # Depth 0 means no limit.
        shorter = search(TOTAL, best.worst - 1, best.total + 1)
        if shorter is None:
            break
        best = shorter
    return best


def _unknown_play(rules: Mastermind) -> str:
    """Explains that the optimal play is unknown, and lists the games where it is known."""
    known = {rules_of(name) for name in shipped_names()}
    message = _(
        "the optimal play of {spec} is not known; it is known for {games}, and for similar games "
        "with up to {n} codes it is computed when needed"
    ).format(
        spec=rules.spec(),
        games=", ".join(
            game.spec().removeprefix(f"{game.game}:")
            for game in sorted(known, key=lambda game: (game.size, game.spec()))
            if game.size**2 > _work_limit(game)
        ),
        n=whole(isqrt(_work_limit(rules))),
    )
    if rules.size > MAX_SEARCHED_CODES:
        return message
    return _("{reason}; search for it with mastermine optimal {spec} --save FILE").format(
        reason=message, spec=replace(rules, limit=None).spec()
    )
