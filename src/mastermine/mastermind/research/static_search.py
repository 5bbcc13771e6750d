"""Whether so many guesses, made all at once, can tell all codes apart: proven by search.

Guesses are a set: their order does not matter. The search chooses one of them after the other and
leaves out what cannot be in any set that would do:

- After a guess each class of codes must be small enough for the guesses that are left
  (``most_told_apart``). Those need not be codes of the class.
- Some pair of codes of one class must be told apart, so the next guess is one that does that.
- Of guesses that permutations of places and colours take to each other, while they keep all guesses
  chosen before, one is tried; after that all of them are left out.
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

LOOKED_AT = 8
"""The number of largest classes that are looked at before a guess that is not the last."""
PAIRED = 12
"""The number of codes of a class that are compared with each other."""


class OutOfTime(Exception):
    """The search was not finished."""


def most_told_apart(answers: int, others: int, guesses: int) -> int:
    """The most codes that a number of guesses can tell apart, be they among the codes or not.

    The codes give each guess at most ``answers`` different answers, of which at most ``others`` do
    not say "this is the code". A code that is not guessed gives no answer but those; of codes that
    are guessed there are no more than guesses.
    """
    most: int = min(answers**guesses, others**guesses + guesses)
    return most


def most_answers(game: Answers) -> int:
    """The most different answers that any guess has, be it tried or not."""
    rules = game.rules
    if rules.answer is Answer.PLACES:
        return len(np.unique(game.answers[0]))  # as many as any other
    firsts = symmetry.first_guesses(rules.places, rules.symbols, not rules.repeats)
    most = 0
    for guess in np.array(firsts, np.uint8):
        most = max(most, len(np.unique(respond(rules, guess, game.codes))))
    return most


def fewest_by_answers(game: Answers) -> int:
    """No fewer guesses can tell all codes apart, by the number of different answers alone."""
    answers = most_answers(game)
    guesses = 0
    while most_told_apart(answers, answers - 1, guesses) < len(game.codes):
        guesses += 1
    return guesses


class Search:
    """A search among all codes as guesses (``game.complete``)."""

    def __init__(self, game: Answers, end: float | None = None) -> None:
        self.game = game
        self.end = end
        self.nodes = 0
        """Sets of guesses that were looked at."""

    def find(self, guesses: int) -> list[int] | None:
        """Guesses that tell all codes apart; None where so many cannot. Raises OutOfTime."""
        every = np.arange(len(self.game.codes))
        return self._below(self.game.together(), every, [], min(guesses, len(every)))

    def _below(
        self, classes: Classes, allowed: Indices, chosen: list[int], left: int
    ) -> list[int] | None:
        """The chosen guesses with ``left`` more, all of them ``allowed``."""
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
        for number in order if left == 1 else order[:LOOKED_AT]:
            allowed = self._useful(np.flatnonzero(classes == number), allowed, left)
            if len(allowed) < left:
                return None
        if left == 1:
            return [*chosen, int(allowed[0])]
        needed = self._apart(np.flatnonzero(classes == order[0])[:PAIRED], allowed)
        names = self._alike(allowed, chosen)
        first: dict[int, int] = {}  # of each kind of guesses the first
        for name, guess in zip(names.tolist(), allowed.tolist(), strict=True):
            first.setdefault(name, guess)
        kinds = sorted(set(names[needed].tolist()))
        representatives = np.array([first[name] for name in kinds])
        ranked = np.argsort(-self.game.counts(classes, representatives), kind="stable")
        for at in ranked.tolist():
            guess = int(representatives[at])
            later = self.game.split(classes, guess)
            found = self._below(later, allowed[allowed != guess], [*chosen, guess], left - 1)
            if found is not None:
                return found
            keep = names != kinds[at]
            allowed, names = allowed[keep], names[keep]
            if len(allowed) < left:
                return None
        return None

    def _useful(self, codes: Indices, allowed: Indices, left: int) -> Indices:
        """The guesses after which the parts of one class are small enough for the others."""
        kinds = self.game.kinds
        answers = self.game.answers[allowed[:, np.newaxis], codes].astype(np.int64)
        rows = np.arange(len(allowed))[:, np.newaxis] * kinds
        parts = np.bincount((rows + answers).ravel(), minlength=len(allowed) * kinds)
        parts = parts.reshape(len(allowed), kinds)
        most = int((parts > 0).sum(axis=1).max(initial=0))
        others = int((parts[:, :-1] > 0).sum(axis=1).max(initial=0))  # the last one is the win
        if len(codes) > most_told_apart(most, others, left):
            return allowed[:0]
        later = most_told_apart(most, others, left - 1)
        if len(codes) <= later:
            return allowed
        small: Bools = parts.max(axis=1) <= later
        return allowed[small]

    def _apart(self, codes: Indices, allowed: Indices) -> Bools:
        """Which guesses tell apart those two of some codes that the fewest guesses tell apart."""
        answers = self.game.answers[allowed[:, np.newaxis], codes]
        best = np.ones(len(allowed), np.bool_)
        for one in range(len(codes)):
            for other in range(one):
                apart = answers[:, one] != answers[:, other]
                if apart.sum() < best.sum():
                    best = apart
        return best

    def _alike(self, allowed: Indices, chosen: list[int]) -> Indices:
        """A number for each guess, equal for those that the guesses before cannot tell apart."""
        rules = self.game.rules
        ordered = rules.answer is Answer.PLACES
        guesses = self.game.guesses
        return symmetry.kinds_of(guesses[allowed], guesses[chosen], rules.symbols, ordered)
