"""The native core: pure functions of arrays, each with a twin in its game's `reference`.

Codes are rows of colour indices. `kind` is 0 for pegs, 1 for black pegs only, 2 for which places
are right. Positions are rows of cells: 0 to 8 is an open number, 9 closed, 10 open without a
number, 11 a known mine; a field has 1 to 32768 cells. Arrays are in C order, and may be any
buffers. The results of Mastermind that a command needs at once are read-only memoryviews, since
to import numpy takes longer than to compute them. An argument of another type raises TypeError,
also an array; one that does not fit the others raises ValueError. Functions that analyse positions
without being told a limit raise MemoryError where one takes more than 2^30 bytes.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

vector_bytes: int
"""The width of the vectors in use: 64 with AVX-512, 32 with AVX2, 16 anywhere."""

def all_codes(places: int, colours: int, distinct: bool) -> memoryview:
    """Every code in numeric order, (n, places) bytes, at most 2^30."""

def split(
    guess: NDArray[np.uint8], codes: NDArray[np.uint8], colours: int, kind: int
) -> memoryview:
    """How many codes give each answer to a guess, by the number of the answer as in `respond`."""

def consistent(
    guess: NDArray[np.uint8], codes: NDArray[np.uint8], colours: int, kind: int, answer: int
) -> memoryview:
    """The codes that give this answer to a guess, in their order: (n, places) bytes."""

def rounded(numbers: NDArray[np.float64], exponent: int) -> memoryview:
    """The whole numbers next to these times 2**exponent, as int64; halves go to the even one.

    Raises ValueError for numbers of more than 63 bits.
    """

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
) -> memoryview:
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
) -> memoryview:
    """How many candidates are found with exactly 1, 2, 3, … further guesses, made by `choose`."""

def optimum(
    codes: NDArray[np.uint8],
    symbols: int,
    distinct: bool,
    kind: int,
    first: NDArray[np.uint8],
    policy: int,
    depth: int,
    cost: int,
    below: int,
    width: int,
    without: int,
    seconds: float,
    weights: NDArray[np.int64] | None = None,
) -> tuple[int, int, NDArray[np.uint8], int]:
    """The tree of guesses that costs least, over all trees there are.

    ``codes``, at most 65535 in numeric order, are what may be the secret. The tree begins with one
    of ``first`` (no row: any that the policy allows). Policy: 0 any code of the rules, 1 only what
    may still be the secret, 2 only what might have been before the last answer. ``depth``: the most
    guesses, 0 for any number. Cost: 0 the sum of the guesses over all codes, 1 how many codes need
    guess number `depth`, 2 nothing. Only a tree that costs less than `below` is wanted. ``width``:
    how many guesses are tried at each position, 0 for all, which alone proves anything.
    ``without``: bits of the rules of pruning that are switched off (1 symmetry, 2 equal partitions,
    4 table, 8 bounds by parts, 16 ideal splits, 32 small sets, 64 looking ahead, 128 sets of one
    form, 256 inherited branches), which changes no result. ``seconds``: the most that it takes, 0
    for any. ``weights``: what each guess for a code costs, in place of 1, for the total without a
    depth; a code without weight has still to be found.

    Returns the cost (-1 where no tree below was found), what is proven that none costs less than
    (2**60: there is no tree), the guesses in preorder (k, places), the parts in the order of their
    answers' numbers, and how many positions were looked at.
    """

class TreeSearch:
    """One game that is searched for its best tree, by any number of threads at once.

    They share the answers, a byte for each pair of a code and a guess, and a table of results of at
    most `memory` bytes. ``codes``, `symbols`, `distinct`, `kind` and `policy` are as in `optimum`.
    """

    def __init__(
        self,
        codes: NDArray[np.uint8],
        symbols: int,
        distinct: bool,
        kind: int,
        policy: int,
        memory: int,
    ) -> None: ...
    def find(
        self, depth: int, cost: int, below: int, width: int, seconds: float
    ) -> tuple[int, int, bytes, int, bool]:
        """Searches the tree that costs least; the arguments are those of `optimum`.

        Returns its cost or -1, a proven bound, its guesses in preorder, the number of positions,
        and True if the search was stopped, by `stop` or after `seconds`.
        """

    def stop(self) -> None:
        """Stops all threads that search now."""

    def progress(self) -> tuple[int, int, int, int, int]:
        """Returns figures of all threads together, while they search.

        The number of positions; the cost of the best tree, or 2**60; the number of the first guess
        that was begun last, and of all to be tried; how many results did not fit in memory.
        """

    def certificate(self, below: int, seconds: float) -> bytes | None:
        """Makes the hints of a certificate that no tree has a total below this.

        Returns None if a tree has one, or after `seconds` (0: no limit).
        """

    def take_facts(self) -> bytes:
        """Returns the results that took long, since the last call: words of 8 bytes."""

    def add_facts(self, facts: bytes) -> None:
        """Adds such results of another search of the same game.

        Raises ValueError for bytes that are no results.
        """

def check_bound(
    places: int,
    symbols: int,
    distinct: bool,
    kind: int,
    bound: int,
    read: Callable[[int], bytes],
) -> tuple[int, NDArray[np.int64], NDArray[np.int64], int, NDArray[np.int64]]:
    """Checks a certificate: a proof that no tree needs fewer guesses than `bound` in total.

    ``read`` returns the next bytes of the hints, and none at their end. At most 32768 codes.

    Returns the fault (``certificate.Fault``; 0: the bound is proven), its numbers, the guesses that
    lead to it, each with the first code of the part that follows; how many sets had their guesses
    checked; and each first guess with its bound. Guesses and codes are numbers, in numeric order.
    """

def distinguishing(
    places: int, symbols: int, distinct: bool, kind: int, most: int, seconds: float
) -> tuple[NDArray[np.uint8] | None, int, bool]:
    """Guesses that distinguish all codes if they are made at once: static Mastermind.

    At most `most` guesses, as rows; None if there is no such set, or after `seconds` (0: no limit).
    Then how many sets of guesses were searched, and whether the time was up. At most 8192 codes.
    """

def listed(
    allowed: NDArray[np.bool_],
    guesses: NDArray[np.uint8],
    black: NDArray[np.int64],
    common: NDArray[np.int64],
    distinct: bool,
    nodes: int,
) -> tuple[bool, NDArray[np.uint8]]:
    """All codes that fit, in numeric order, if there are at most so many `nodes`; else none.

    A node is a prefix of one place or more that no turn rules out by itself. The first value is
    whether the list is all. What the turns demand is as in `constraints.Constraints`: up to 255
    places and 256 symbols, -1 for a number that was not told.
    """

def sampled(
    allowed: NDArray[np.bool_],
    guesses: NDArray[np.uint8],
    black: NDArray[np.int64],
    common: NDArray[np.int64],
    distinct: bool,
    start: NDArray[np.uint8],
    seed: int,
    burn: int,
    sweeps: int,
    every: int,
    samples: int,
    steps: NDArray[np.uint64],
    exchanges: NDArray[np.uint64],
) -> NDArray[np.uint8]:
    """At most `samples` codes that fit, in the order in which they were met; some more than once.

    ``start``: a code for each replica, of allowed colours, the coldest first. A sweep is as many
    steps of each replica as there are places, and then a chance for each two neighbours to exchange
    their codes. After `burn` sweeps there are at most `sweeps` more, and `every` so many of them
    all replicas are looked at. ``steps[r, d]``: the chance, of 2**64, that replica r takes a step
    that costs d; ``exchanges[r, d]``, that replica r takes the code of r + 1 if that is d worse
    than its own. What costs more than a row has entries is not done.
    """

def random_words(seed: int, n: int) -> NDArray[np.uint64]:
    """The first n words of SplitMix64, at most 2^27 of them."""

def analyze(cells: NDArray[np.uint8], mines: int, work: int, memory: int) -> NDArray[np.float64]:
    """The probability of a mine in each cell of a position: of the shape of `cells`.

    The `mines` include known ones. Exactly 0 if and only if no layout has a mine there, exactly 1
    if and only if all have; nan for open cells. An array without cells where no layout fits.
    Raises TimeoutError beyond so much work (about so many states and cells that are looked at),
    and MemoryError beyond so many bytes; zero is without limit.
    """

def front_counts(
    cells: NDArray[np.uint8], mines: int, work: int, memory: int
) -> NDArray[np.uint64]:
    """How many layouts the closed cells next to numbers have, exactly.

    Row m tells it for m mines in them, in 64-bit limbs, lowest first; it is 0 where the closed
    cells elsewhere cannot hold the mines that are left. No row where no layout fits. Raises as
    `analyze` does.
    """

def number_chances(
    cells: NDArray[np.uint8], mines: int, queries: NDArray[np.int64], work: int, memory: int
) -> NDArray[np.float64]:
    """What closed cells show when they are opened, of shape (queries, 10).

    The chances that the cell is safe and shows 0 to 8, and at [9] that it is a mine. Cells are
    given by their place in reading order. No row where no layout fits. Raises as `analyze` does.
    """

def twins(cells: NDArray[np.uint8], mines: int, work: int, memory: int) -> NDArray[np.float64]:
    """The chances of twins, which no number will ever tell apart, of shape (2, cells).

    Row 0: that a cell is one of them; row 1: that it is a mine, and would tell them apart if it was
    safe; both added up over all twins. No row where no layout fits. Raises as `analyze` does.
    """

def fitting_layouts(
    cells: NDArray[np.uint8], mines: int, limit: int, work: int, memory: int
) -> NDArray[np.uint8]:
    """All layouts of so many mines that fit a position, of shape (n, cells), 1 for a mine.

    Each once, in no particular order. Where there are more than `limit`, some limit + 1 of them.
    Raises as `analyze` does.
    """

def best_play(
    layouts: NDArray[np.uint8], cells: NDArray[np.uint8], work: int, memory: int
) -> NDArray[np.int64]:
    """The cell that wins most layouts, how many, and how many positions were looked at.

    `layouts` are all that fit the position, none twice. Of equally good cells one that is safe for
    certain comes first, then one whose number tells something, then the safest, then the first in
    reading order. The cell is -1 where every safe cell is open. Raises as `fitting_layouts` does,
    and MemoryError where more than 2000 clicks may have to follow one another.
    """

def click_wins(
    layouts: NDArray[np.uint8],
    cells: NDArray[np.uint8],
    clicks: NDArray[np.int64],
    work: int,
    memory: int,
) -> NDArray[np.int64]:
    """How many layouts are won if each of some closed cells is opened next, of shape (clicks, 10).

    By the number 0 to 8 that the click shows, and at [9] how many positions were looked at. Raises
    as `fitting_layouts` does.
    """

def draw_layouts(
    allowed: NDArray[np.uint8], mines: int, seeds: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """A layout for each seed: shape (seeds, cells), 1 is a mine.

    ``allowed``, of shape (height, width), is 1 where a mine may be; each way to choose so many of
    these cells is equally likely.
    """

def draw_noguess(
    allowed: NDArray[np.uint8], mines: int, first: int, seed: int, tries: int, patience: int
) -> NDArray[np.uint8]:
    """A layout that needs no guess after a click on the cell ``first``, in reading order.

    At [0] how it came about, and then a byte for each cell. 1: drawn, so that all such layouts are
    equally likely; 2: made out of the last of ``tries`` + 1 layouts by moving mines where deduction
    ended; 0, and nothing else: not found, when ``patience`` moves in a row had won nothing.
    """

def deduce(layout: NDArray[np.uint8], first: int) -> NDArray[np.uint8]:
    """What is known when deduction from a first click has come to its end: a value for each cell.

    0 to 8 where it is open, 11 where there must be a mine, 9 where neither is certain.
    """

def play_games(
    layouts: NDArray[np.uint8],
    width: int,
    safe_start: bool,
    seeds: NDArray[np.uint64],
    player: str,
    first: int = 0,
    few: int = 200,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """Whole games: for each layout, 1 if it is won, and the guesses.

    `layouts` of shape (games, cells), 1 is a mine; `seeds` are those of each game's random numbers.
    A guess is a click that may hit a mine for all that is shown; the first is one unless
    `safe_start`. The first cell opened is that at the place `first` in reading order. Those players
    that play the end of a game as well as can be do so when at most `few` layouts are left. The
    result has the shape (games, 2). Only `champion` needs `weights`, of shape (features, 3).
    """

def guess_outcomes(
    layouts: NDArray[np.uint8],
    width: int,
    seeds: NDArray[np.uint64],
    first: int,
    most: int,
    weights: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What becomes of the cells that `champion` compares: what its rule is trained on.

    It plays the games from the place `first`. At each choice between cells, `most` of them, the
    best by its rule and a random other one, are opened in turn, and the game is played on. A row
    for each cell: the index of the game, that of the decision in it, the part of the safe cells
    that is still closed, 1 if the cell is a mine, and otherwise 1 less the risks that were taken
    later (with the end as well played as can be); then its features; shape (cells, 5 + features).
    """

def playouts(
    cells: NDArray[np.uint8], mines: int, places: NDArray[np.int64], layouts: int, seed: int
) -> NDArray[np.float64]:
    """What clicks lead to in games that are played on in layouts that fit a position.

    So many layouts are drawn, each that fits equally likely; in each of them every one of the
    closed cells at ``places``, in reading order, is opened, and the game is played on as ``safest``
    guesses, with best play where at most 200 layouts are left. Of shape (layouts, places): 1 less
    the risks that were taken after the click, whose mean is the chance to win if the cell is safe;
    nan where it is a mine. Open cells without a number show that of the layout. No row where no
    layout fits.
    """

def game_choices(
    layouts: NDArray[np.uint8],
    width: int,
    seeds: NDArray[np.uint64],
    player: str,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """What a player chooses where it finds nothing certain, after the first click in the corner.

    A row for each choice: the index of the game, the place of the cell in reading order, and the
    position, in which cells that the player knows to be mines are 11; shape (choices, 2 + cells).
    Best play is searched, by those that do, with at most 200 layouts.
    """

def click_all(
    layouts: NDArray[np.uint8], boards: NDArray[np.uint8], width: int, clicks: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Many boards after a click in each, of shape (boards, cells).

    ``layouts`` and ``boards`` have that shape, too. A closed cell opens, and around zeros all
    connected cells; a mine becomes 11; a click on any other cell changes nothing.
    """

def lay_all(
    width: int,
    height: int,
    mines: int,
    clear: int,
    clicks: NDArray[np.int64],
    seeds: NDArray[np.uint64],
) -> NDArray[np.uint8]:
    """A layout for each first click and seed, of shape (seeds, cells), as `draw_layouts` draws it.

    ``clear``: 0 allows mines anywhere, 1 not in the clicked cell, 2 nor around it.
    """

def risks_all(boards: NDArray[np.uint8], width: int, mines: int) -> NDArray[np.float64]:
    """The probability of a mine in each cell of many boards, as `analyze` has it.

    Of the shape of the boards, (boards, cells); nan in a whole row if no layout fits.
    """

def information_all(boards: NDArray[np.uint8], width: int, mines: int) -> NDArray[np.float64]:
    """The expected information of a click on each closed cell of many boards, in bits.

    That is the entropy of its answer (a number from 0 to 8, or a mine), without the other cells
    that a zero opens. Of the shape of the boards; nan for other cells, and if no layout fits.
    """
