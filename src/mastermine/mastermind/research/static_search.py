"""Exact search for static guesses that distinguish all codes.

Guesses form a set, without order. The search chooses one after the other and prunes:

- After a guess each class of codes must be small enough for the remaining guesses
  (``most_distinguished``), which need not be codes of the class.
- Each pair of codes of a class must be distinguished, so the next guess distinguishes one of them.
- Of guesses that are equivalent under permutations of places and colours that fix all chosen
  guesses, one is tried; after that all of them are excluded.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mastermine.mastermind import symmetry
from mastermine.mastermind.kernels import respond
from mastermine.mastermind.rules import Answer

if TYPE_CHECKING:
    from mastermine.mastermind.research.static_answers import Answers, Classes, Indices

Bools = NDArray[np.bool_]

CHECKED_CLASSES = 8
"""Number of largest classes checked before a guess that is not the last."""
PAIRED = 12
"""Number of codes of a class that are compared with each other."""


class OutOfTime(Exception):
    """Raised at the time limit."""


def most_distinguished(answers: int, others: int, guesses: int) -> int:
    """Bounds the number of codes that a number of guesses can distinguish.

    Each guess has at most ``answers`` different answers, ``others`` of them not the win. Codes that
    are not guessed have only those, and at most ``guesses`` codes are guessed.
    """
    most: int = min(answers**guesses, others**guesses + guesses)
    return most


def most_answers(game: Answers) -> int:
    """Maximum number of different answers to any guess, tried or not."""
    rules = game.rules
    if rules.answer is Answer.PLACES:
        return len(np.unique(game.answers[0]))  # the same for every guess
    firsts = symmetry.first_guesses(rules.places, rules.symbols, not rules.repeats)
    most = 0
    for guess in np.array(firsts, np.uint8):
        most = max(most, len(np.unique(respond(rules, guess, game.codes))))
    return most


def fewest_by_answers(game: Answers) -> int:
    """Lower bound on the number of guesses, from the number of different answers."""
    answers = most_answers(game)
    guesses = 0
    while most_distinguished(answers, answers - 1, guesses) < len(game.codes):
        guesses += 1
    return guesses


class Search:
    """A search among all codes as guesses (``game.complete``)."""

    def __init__(self, game: Answers, end: float | None = None) -> None:
        self.game = game
        self.end = end
        self.nodes = 0
        """Number of sets of guesses searched."""

    def find(self, guesses: int) -> list[int] | None:
        """Finds this number of guesses that distinguish all codes, or None. Raises OutOfTime."""
        every = np.arange(len(self.game.codes))
        return self._extend(self.game.together(), every, [], min(guesses, len(every)))

    def _extend(
        self, classes: Classes, allowed: Indices, chosen: list[int], left: int
    ) -> list[int] | None:
        """Extends the chosen guesses by ``left`` more of the ``allowed`` ones."""
        self.nodes += 1
        if self.end is not None and monotonic() > self.end:
            raise OutOfTime
        sizes = np.bincount(classes)
        order = np.argsort(-sizes, kind="stable")
        order = order[sizes[order] > 1]
        if not len(order):
            return chosen
        if left == 0:
            return None
        for number in order if left == 1 else order[:CHECKED_CLASSES]:
            allowed = self._useful(np.flatnonzero(classes == number), allowed, left)
            if len(allowed) < left:
                return None
        if left == 1:
            return [*chosen, int(allowed[0])]
        needed = self._distinguishing(np.flatnonzero(classes == order[0])[:PAIRED], allowed)
        names = self._kinds(allowed, chosen)
        first: dict[int, int] = {}  # the first guess of each kind
        for name, guess in zip(names.tolist(), allowed.tolist(), strict=True):
            first.setdefault(name, guess)
        kinds = sorted(set(names[needed].tolist()))
        representatives = np.array([first[name] for name in kinds])
        ranked = np.argsort(-self.game.counts(classes, representatives), kind="stable")
        for at in ranked.tolist():
            guess = int(representatives[at])
            later = self.game.split(classes, guess)
            found = self._extend(later, allowed[allowed != guess], [*chosen, guess], left - 1)
            if found is not None:
                return found
            keep = names != kinds[at]
            allowed, names = allowed[keep], names[keep]
            if len(allowed) < left:
                return None
        return None

    def _useful(self, codes: Indices, allowed: Indices, left: int) -> Indices:
        """Filters the guesses that split one class into small enough parts."""
        kinds = self.game.kinds
        answers = self.game.answers[allowed[:, np.newaxis], codes].astype(np.int64)
        rows = np.arange(len(allowed))[:, np.newaxis] * kinds
        parts = np.bincount((rows + answers).ravel(), minlength=len(allowed) * kinds)
        parts = parts.reshape(len(allowed), kinds)
        most = int((parts > 0).sum(axis=1).max(initial=0))
        others = int((parts[:, :-1] > 0).sum(axis=1).max(initial=0))  # the last answer is the win
        if len(codes) > most_distinguished(most, others, left):
            return allowed[:0]
        later = most_distinguished(most, others, left - 1)
        if len(codes) <= later:
            return allowed
        small: Bools = parts.max(axis=1) <= later
        return allowed[small]

    def _distinguishing(self, codes: Indices, allowed: Indices) -> Bools:
        """Marks the guesses that distinguish the pair of codes that the fewest guesses do."""
        answers = self.game.answers[allowed[:, np.newaxis], codes]
        best = np.ones(len(allowed), np.bool_)
        for one in range(len(codes)):
            for other in range(one):
                apart = answers[:, one] != answers[:, other]
                if apart.sum() < best.sum():
                    best = apart
        return best

    def _kinds(self, allowed: Indices, chosen: list[int]) -> Indices:
        """Returns a number for each guess that is equal for equivalent ones."""
        rules = self.game.rules
        ordered = rules.answer is Answer.PLACES
        guesses = self.game.guesses
        return symmetry.kinds_of(guesses[allowed], guesses[chosen], rules.symbols, ordered)
