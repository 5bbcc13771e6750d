"""Answers of every code to every guess of static Mastermind, as one array."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import TooLarge
from mastermine.core.random import Random
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _
from mastermine.mastermind import symmetry
from mastermine.mastermind.kernels import respond
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.research.static_search import most_distinguished
from mastermine.mastermind.rules import Answer, Mastermind

Classes = NDArray[np.int64]
"""Class of each code: codes of one class gave the same answers so far."""
Indices = NDArray[np.int64]

MAX_CODES = 100_000
"""Limit on the codes of a game."""
MAX_PAIRS = 1 << 25
"""Limit on stored answers; beyond it only some guesses are tried."""
_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False)
class Answers:
    """The answer of each code to each guess that is tried.

    ``guesses``: uint8 (n, places), in numeric order. ``answers``: shape (guesses, codes); each is
    below ``kinds``.
    """

    rules: Mastermind
    codes: Codes
    guesses: Codes
    answers: NDArray[np.uint8] | NDArray[np.uint16]
    kinds: int

    @classmethod
    def of(cls, rules: Mastermind) -> Answers:
        """Raises TooLarge."""
        check_static_size(rules)
        codes = universe(rules)
        guesses = codes
        if rules.size**2 > MAX_PAIRS:
            rng = Random(0)
            some = {rng.below(rules.size) for _n in range(MAX_PAIRS // rules.size)}
            guesses = codes[sorted(some)]
        answered = [respond(rules, guess, codes) for guess in guesses]
        # Renumbered to small types, which are sorted faster.
        there = np.zeros(rules.win + 1, np.bool_)
        for row in answered:
            there[row] = True
        kinds = int(there.sum())
        numbers = (np.cumsum(there) - 1).astype(np.uint8 if kinds <= 256 else np.uint16)
        answers = np.stack([numbers[row] for row in answered])
        return cls(rules, codes, guesses, answers, kinds)

    @property
    def complete(self) -> bool:
        """True if every code is tried as a guess."""
        return len(self.guesses) == len(self.codes)

    def together(self) -> Classes:
        """Initial classes: all codes in one."""
        return np.zeros(len(self.codes), np.int64)

    def split(self, classes: Classes, guess: int) -> Classes:
        """Splits classes by a guess; numbered from 0."""
        _names, numbers = np.unique(classes * self.kinds + self.answers[guess], return_inverse=True)
        return numbers.astype(np.int64)

    def counts(self, classes: Classes, guesses: Indices) -> Indices:
        """Counts the classes after one more guess, for each of these guesses."""
        sizes = np.bincount(classes)
        shared = sizes[classes] > 1
        alone = int((sizes == 1).sum())
        if not shared.any():
            return np.full(len(guesses), alone, np.int64)
        _names, own = np.unique(classes[shared], return_inverse=True)
        base = own.ravel() * self.kinds
        short = np.uint16 if (int(own.max()) + 1) * self.kinds <= 1 << 16 else np.uint32
        base = base.astype(short)
        columns = np.flatnonzero(shared)
        every = np.empty(len(guesses), np.int64)
        step = max(1, _AT_ONCE // len(columns))
        for start in range(0, len(guesses), step):
            rows = guesses[start : start + step]
            keys = np.sort(self.answers[rows[:, np.newaxis], columns] + base, axis=1)
            every[start : start + step] = (keys[:, 1:] != keys[:, :-1]).sum(axis=1) + 1
        return every + alone


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


def check_static_size(rules: Mastermind) -> None:
    """Raises TooLarge for rules with too many codes."""
    if rules.size > MAX_CODES:
        raise TooLarge(
            _("{spec} has {size} codes; static guesses can be searched for up to {most}").format(
                spec=rules.spec(), size=sized(rules.size), most=whole(MAX_CODES)
            )
        )
