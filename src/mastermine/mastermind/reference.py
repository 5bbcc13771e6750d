"""Slow, simple NumPy implementation of the native core.

Codes are rows of colour indices, uint8 of shape (n, places), in numeric order. ``kind`` of answer:
0 black and white pegs, 1 black pegs only, 2 right places. Answers are encoded as numbers
(``Mastermind.decode``). ``table`` maps a part size to its integer cost; entry 0 is unused.
Arguments may be any buffers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import GOLDEN
from mastermine.mastermind import symmetry as symmetries
from mastermine.mastermind.large.chain import sampled
from mastermine.mastermind.large.listing import listed
from mastermine.mastermind.optimal.brute_force import TreeSearch, optimum
from mastermine.mastermind.optimal.certificate import check_bound
from mastermine.mastermind.research.static_search import distinguishing

__all__ = [
    "Answers",
    "Codes",
    "Integers",
    "TreeSearch",
    "all_codes",
    "check_bound",
    "choose",
    "consistent",
    "distinguishing",
    "evaluate",
    "listed",
    "optimum",
    "random_words",
    "respond",
    "rounded",
    "sampled",
    "score",
    "split",
]

Codes = NDArray[np.uint8]
Answers = NDArray[np.uint16]
Integers = NDArray[np.int64]

_AT_ONCE = 1 << 18  # pairs of guess and candidate in memory at a time


def all_codes(places: int, colours: int, distinct: bool) -> Codes:
    """Lists every code in numeric order, shape (n, places)."""
    codes = np.zeros((1, 0), np.uint8)
    column = np.arange(colours, dtype=np.uint8)
    for _place in range(places):
        longer = np.column_stack([np.repeat(codes, colours, axis=0), np.tile(column, len(codes))])
        if distinct:
            longer = longer[~(longer[:, :-1] == longer[:, -1:]).any(axis=1)]
        codes = longer
    return np.ascontiguousarray(codes)


def respond(guess: Codes, codes: Codes, colours: int, kind: int) -> Answers:  # noqa: ARG001
    """Returns the answer of each code to a guess."""
    answers: Answers = _compare(np.asarray(guess)[np.newaxis], np.asarray(codes), kind)[0]
    return answers


def split(guess: Codes, codes: Codes, colours: int, kind: int) -> Integers:
    """Counts the codes that give each answer to a guess, by the number of the answer."""
    win = int(respond(guess, np.asarray(guess)[np.newaxis], colours, kind)[0])
    answers = respond(guess, codes, colours, kind)
    return np.bincount(answers, minlength=win + 1)


def consistent(guess: Codes, codes: Codes, colours: int, kind: int, answer: int) -> Codes:
    """Returns the codes that give this answer to a guess."""
    fits = respond(guess, codes, colours, kind) == answer
    left: Codes = np.asarray(codes).compress(fits, axis=0)
    return left


def _compare(guesses: Codes, codes: Codes, kind: int) -> Answers:
    """Returns the answer of each code to each guess, shape (guesses, codes)."""
    places = codes.shape[1]
    right = guesses[:, np.newaxis] == codes
    if kind == 2:
        bits: Answers = (right @ (1 << np.arange(places))).astype(np.uint16)
        return bits
    black: Answers = right.sum(axis=2, dtype=np.uint16)
    if kind == 1:
        return black
    common = np.zeros_like(black)
    for colour in np.unique(guesses):
        mine, yours = (np.count_nonzero(c == colour, axis=1) for c in (guesses, codes))
        common += np.minimum(mine[:, np.newaxis], yours).astype(np.uint16)
    answers: Answers = black * (places + 1) + common - black
    return answers


def rounded(numbers: NDArray[np.float64], exponent: int) -> Integers:
    """Returns the integers nearest to numbers times 2**exponent; ties go to the even one."""
    return np.rint(np.ldexp(np.asarray(numbers), exponent)).astype(np.int64)


def score(
    guesses: Codes,
    candidates: Codes,
    colours: int,  # noqa: ARG001
    kind: int,
    table: Integers,
    largest: bool,
    shift: int,
) -> Integers:
    """Computes the cost of each guess: the sum or the maximum of the costs of its parts.

    The result is divided by 2**shift and rounded, so that floating-point noise does not break ties.
    """
    guesses, candidates, table = np.asarray(guesses), np.asarray(candidates), np.asarray(table)
    scores = np.empty(len(guesses), np.int64)
    at_once = max(1, _AT_ONCE // max(1, len(candidates)))
    for start in range(0, len(guesses), at_once):
        some = guesses[start : start + at_once]
        answers = _compare(some, candidates, kind)
        number = int(answers.max(initial=0)) + 1
        rows = np.arange(len(some))[:, np.newaxis] * number
        sizes = np.bincount((rows + answers).ravel(), minlength=len(some) * number)
        sizes = sizes.reshape(len(some), number)
        if largest:
            costs = np.where(sizes > 0, table[sizes], np.iinfo(np.int64).min).max(axis=1)
        else:
            costs = np.where(sizes > 0, table[sizes], 0).sum(axis=1)
        scores[start : start + at_once] = costs
    return (scores + (1 << shift >> 1)) >> shift


def choose(
    candidates: Codes,
    history: Codes,
    colours: int,
    distinct: bool,
    kind: int,
    table: Integers,
    largest: bool,
    shift: int,
    symmetry: bool,
) -> Codes:
    """Returns the guess with the least cost; ties go to a candidate, then to the smallest code.

    With ``symmetry`` only one of each set of guesses equivalent under ``history``, the earlier
    guesses, is scored.
    """
    candidates, history = np.asarray(candidates), np.asarray(history)
    guesses = all_codes(candidates.shape[1], colours, distinct)
    if symmetry:
        guesses = guesses[symmetries.representatives(guesses, history, colours, kind == 2)]
    scores = score(guesses, candidates, colours, kind, table, largest, shift)
    possible = np.isin(
        symmetries.numbers(guesses, colours), symmetries.numbers(candidates, colours)
    )
    best: Codes = guesses[np.lexsort((~possible, scores))[0]]
    return best


def evaluate(
    candidates: Codes,
    history: Codes,
    colours: int,
    distinct: bool,
    kind: int,
    table: Integers,
    largest: bool,
    shift: int,
    symmetry: bool,
) -> Integers:
    """Walks the decision tree: entry i counts the candidates found after i + 1 more guesses.

    Raises ValueError if a chosen guess gives no information.
    """
    candidates, history = np.asarray(candidates), np.asarray(history)
    rules = (colours, distinct, kind, table, largest, shift, symmetry)
    guess = choose(candidates, history, *rules)
    answers = respond(guess, candidates, colours, kind)
    win = respond(guess, guess[np.newaxis], colours, kind)[0]
    history = np.vstack([history, guess])
    histogram = np.array([np.count_nonzero(answers == win)], np.int64)
    if histogram[0] == 0 and len(set(answers.tolist())) == 1:
        raise ValueError("the table prefers a guess that tells nothing")
    for answer in sorted(set(answers.tolist()) - {int(win)}):
        below = evaluate(candidates[answers == answer], history, *rules)
        total = np.zeros(max(len(histogram), len(below) + 1), np.int64)
        total[: len(histogram)] = histogram
        total[1 : len(below) + 1] += below
        histogram = total
    return histogram


def random_words(seed: int, n: int) -> NDArray[np.uint64]:
    """Returns the first n outputs of SplitMix64."""
    words = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(GOLDEN) + np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    mixed: NDArray[np.uint64] = words ^ (words >> np.uint64(31))
    return mixed
