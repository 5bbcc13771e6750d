"""The native core: pure functions of arrays, each with a twin in `mastermine.mastermind.reference`.

Codes are rows of colour indices. `kind` is 0 for pegs, 1 for black pegs only, 2 for which places
are right. An argument that does not fit the others raises ValueError.
"""

import numpy as np
from numpy.typing import NDArray

vector_bytes: int
"""The width of the vectors in use: 64 with AVX-512, 32 with AVX2, 16 anywhere."""

def respond(
    guess: NDArray[np.uint8], codes: NDArray[np.uint8], colours: int, kind: int
) -> NDArray[np.uint16]:
    """The answers of each code, taken as the secret, to one guess.

    Pegs: black * (places + 1) + white. Black: black. Places: bit p is set when place p is right.
    """

def score(
    guesses: NDArray[np.uint8],
    candidates: NDArray[np.uint8],
    colours: int,
    kind: int,
    table: NDArray[np.int64],
    largest: bool,
    shift: int,
) -> NDArray[np.int64]:
    """The score of each guess; less is better.

    A guess splits the candidates by their answers into parts. ``table[size]`` is what a part costs;
    the costs are added up, or the `largest` counts. The result loses its last `shift` bits and is
    rounded.
    """

def choose(
    candidates: NDArray[np.uint8],
    history: NDArray[np.uint8],
    colours: int,
    distinct: bool,
    kind: int,
    table: NDArray[np.int64],
    largest: bool,
    shift: int,
    symmetry: bool,
) -> NDArray[np.uint8]:
    """The best guess among all codes of the rules, in the given colours, distinct or not.

    Of least score; of equal ones a candidate, then the smallest. The candidates are in numeric
    order, and are all codes that fit some answers to the guesses of the `history`; `symmetry`
    relies on that, and only saves time.
    """

def evaluate(
    candidates: NDArray[np.uint8],
    history: NDArray[np.uint8],
    colours: int,
    distinct: bool,
    kind: int,
    table: NDArray[np.int64],
    largest: bool,
    shift: int,
    symmetry: bool,
) -> NDArray[np.int64]:
    """How many candidates are found with exactly 1, 2, 3, … further guesses, made by `choose`."""

def random_words(seed: int, n: int) -> NDArray[np.uint64]:
    """The first n words of SplitMix64."""
