"""Candidates: the codes that are consistent with all turns so far."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol, overload

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, TooLarge
from mastermine.core.game import StrategyView, Turn
from mastermine.core.random import Random
from mastermine.i18n.numbers import rough, sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import kernels
from mastermine.mastermind.feedback import Feedback, Unknown
from mastermine.mastermind.kernels import (
    MAX_PLACES,
    MAX_SYMBOLS,
    Table,
    cost_table,
    natively_supported,
    pack,
    rows_of,
)
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.reference import Codes

MAX_CODES = 1 << 21
"""Limit on listed codes; more would take seconds."""

MAX_SEARCHED_CODES = 1 << 17
"""Number of codes above which a search of all guesses takes seconds a move."""

MAX_BYTES = 1 << 28
"""Limit on the tables of listed codes, which take a byte per place and colour."""


class CodeView(StrategyView[Mastermind, "Candidates", Code, Feedback], Protocol):
    """The position that a Mastermind strategy gets."""


MAX_WRITTEN = 20
"""Number of codes that ``str`` shows."""

UNKNOWN = 1.0
"""Value of ``Estimate.error`` for a number that is only a lower bound."""


class Estimate(NamedTuple):
    """Number of candidates, exact or estimated."""

    number: int
    """Rounded to two digits if not exact."""
    error: float = 0.0
    """Relative standard error; 0 if exact, at least ``UNKNOWN`` if the number is a lower bound."""

    @property
    def exact(self) -> bool:
        return self.error == 0

    def __str__(self) -> str:
        if self.exact:
            return sized(self.number)
        if self.error >= UNKNOWN:
            # Translators: {n} is a number of codes.
            return _("at least {n}").format(n=sized(self.number))
        # Translators: {n} is an estimated number of codes.
        return _("about {n}").format(n=rough(self.number, 2))


class Candidates:
    """Immutable set of the codes consistent with all turns so far; computed on first use."""

    __slots__ = ("_cells", "rules", "turns")

    searches_all = True
    """True if ``best`` tries every guess, on every candidate."""

    def __init__(
        self,
        rules: Mastermind,
        turns: tuple[Turn[Code, Feedback], ...] = (),
        cells: bytes | None = None,
    ) -> None:
        """``cells``, if known: the codes consistent with ``turns``, one after the other."""
        self.rules = rules
        self.turns = turns
        self._cells = cells

    def __repr__(self) -> str:
        """Formats the call that creates an equal object; ``str`` shows the codes."""
        turns = [
            f"{self.rules.format_action(turn.action)} {self.rules.format_feedback(turn.feedback)}"
            for turn in self.turns
        ]
        return f"candidates({self.rules.spec()!r}, {turns})"

    def __str__(self) -> str:
        """Formats the number of codes and the first of them."""
        if not listable(self.rules):
            return repr(self)
        texts = list(map(self.rules.format_action, islice(self, MAX_WRITTEN)))
        if len(self) > MAX_WRITTEN:
            texts.append("…")
        return f"{len(self)} codes: {' '.join(texts)}"

    def texts(self) -> list[str]:
        """Formats all codes in numeric order. Raises TooLarge."""
        return list(map(self.rules.format_action, self))

    @property
    def cells(self) -> bytes:
        """Colours of all codes, in numeric order, one code after the other. Raises TooLarge."""
        if self._cells is None:
            cells = every_code(self.rules)
            for turn in self.turns:
                cells = consistent(self.rules, cells, turn)
            self._cells = cells
        return self._cells

    @property
    def codes(self) -> Codes:
        """Codes in numeric order, uint8 of shape (count, places). Raises TooLarge."""
        return _array(self.cells, self.rules.places)

    @property
    def listed(self) -> bool:
        """True if there are few enough codes to list."""
        return self._cells is not None or listable(self.rules)

    def sampled(self) -> Candidates:
        """Returns candidates whose ``best`` rates some guesses by a sample if there are many."""
        from mastermine.mastermind.large.candidates import Unlisted

        return Unlisted(self.rules, self.turns) if self.rules.size > MAX_SEARCHED_CODES else self

    def after(self, turn: Turn[Code, Feedback]) -> Candidates:
        """Returns the candidates after one more turn. Raises Contradiction if none remain."""
        cells = consistent(self.rules, self.cells, turn)
        left = Candidates(self.rules, (*self.turns, turn), cells)
        if not cells:
            raise left.contradiction()
        return left

    def contradiction(self) -> Contradiction:
        """Creates the error for a last turn that leaves no candidate."""
        return contradiction(self.rules.notation, self.turns, len(self.turns) - 1)

    def count(self) -> int:
        """Number of candidates. Raises TooLarge."""
        return len(self) if self.turns else self.rules.size

    def estimate(self) -> Estimate:
        """Number of candidates, estimated if they cannot be listed."""
        return Estimate(self.count())

    def __len__(self) -> int:
        return len(self.cells) // self.rules.places

    def first(self) -> Code:
        """Returns the smallest candidate."""
        return self[0]

    def draw(self, rng: Random) -> Code:
        """Draws a candidate from the uniform distribution."""
        return rng.choice(self)

    def colours_known(self) -> bool:
        """True if all candidates have the same colours, in different orders."""
        colours = sorted(self.first())
        return all(sorted(code) == colours for code in self)

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        places = self.rules.places
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        at = range(len(self))[index] * places
        return tuple(self.cells[at : at + places])

    def __iter__(self) -> Iterator[Code]:
        return zip(*[iter(self.cells)] * self.rules.places, strict=True)

    def __contains__(self, code: Code | str) -> bool:
        try:
            code = self.rules.code(code)
        except IllegalMove:
            return False
        return all(self.rules.fits(code, turn) for turn in self.turns)

    def split(self, action: Code | str) -> dict[Feedback, int]:
        """Number of candidates for each answer to a guess, the best answer first."""
        rules = self.rules
        sizes = kernels.split(rules, rules.code(action), rows_of(self.cells, rules.places))
        return {rules.decode(answer): sizes[answer] for answer in reversed(sizes)}

    def best(self, heuristic: Heuristic, symmetry: bool = True) -> Code:
        """Returns the guess, of all codes, with the least cost.

        Ties go to a candidate, then to the smallest code. ``symmetry`` skips equivalent guesses,
        which changes only the speed. Raises TooLarge.
        """
        return kernels.choose(self.rules, *self._node(heuristic), symmetry)

    def cost(self, heuristic: Heuristic, action: Code) -> int:
        """Computes the cost of a guess, which ``best`` compares. Raises TooLarge."""
        codes, _history, costs = self._node(heuristic)
        guess = pack([action], self.rules.places)
        return int(kernels.score(self.rules, guess, codes, costs)[0])

    def histogram(self, heuristic: Heuristic, symmetry: bool = True) -> list[int]:
        """Plays a heuristic on every candidate: entry i counts those found at guess i + 1.

        Raises InvalidSpec if its costs prefer a guess that gives no information, and TooLarge.
        """
        node = self._node(heuristic)
        try:
            return kernels.evaluate(self.rules, *node, symmetry)
        except ValueError as error:
            if "tells nothing" not in str(error):
                raise
            raise InvalidSpec(
                _(
                    "strategy {name} prefers a guess that gives no information, "
                    "so it never finds some codes"
                ).format(name=heuristic.title)
            ) from None

    def _node(self, heuristic: Heuristic) -> tuple[memoryview, memoryview, Table]:
        rules, codes = self.rules, rows_of(self.cells, self.rules.places)
        # The scale of the costs is the same at every node: that of all codes.
        costs = cost_table(heuristic, rules.size, min(rules.size, rules.answers))
        return codes, pack([turn.action for turn in self.turns], rules.places), costs


def listable(rules: Mastermind) -> bool:
    """True if all codes of these rules fit in memory and are counted fast."""
    return (
        rules.size <= MAX_CODES
        and rules.size * (rules.places + rules.symbols) <= MAX_BYTES
        and natively_supported(rules)
    )


def universe(rules: Mastermind) -> Codes:
    """Lists every code in numeric order, uint8 of shape (n, places). Raises TooLarge."""
    return _array(every_code(rules), rules.places)


def _array(cells: bytes, places: int) -> Codes:
    """Views cells as codes, read-only."""
    import numpy as np

    return np.frombuffer(cells, np.uint8).reshape(-1, places)


def every_code(rules: Mastermind) -> bytes:
    """Lists every code in numeric order, one after the other. Raises TooLarge."""
    if not natively_supported(rules):
        raise TooLarge(
            _(
                "{spec}: codes can be listed only with at most {places} places and "
                "{colours} colours"
            ).format(spec=rules.spec(), places=MAX_PLACES, colours=MAX_SYMBOLS)
        )
    if not listable(rules):
        raise TooLarge(
            # Translators: {most} is 2,097,152.
            ngettext(
                "{spec} has {size} code, too many to list; the limit is {most}",
                "{spec} has {size} codes, too many to list; the limit is {most}",
                rules.size,
            ).format(spec=rules.spec(), size=sized(rules.size), most=whole(MAX_CODES))
        )
    return _every_code(rules.places, rules.symbols, not rules.repeats)


_every_code = lru_cache(maxsize=2)(kernels.all_codes)


def consistent(rules: Mastermind, cells: bytes, turn: Turn[Code, Feedback]) -> bytes:
    """Filters the codes that give this turn's answer to its guess; all if it is not known."""
    rules.check(turn.action)
    if turn.feedback is Unknown.ANSWER:
        return cells
    codes = rows_of(cells, rules.places)
    return kernels.consistent(rules, turn.action, codes, rules.encode(turn.feedback))


def conflicting_turns(rules: Mastermind, turns: Sequence[Turn[Code, Feedback]]) -> tuple[int, ...]:
    """Returns turns that contradict each other, as indices from 0; empty if a code is possible.

    Without any one of them the others are consistent. Raises TooLarge.
    """

    def possible(these: Sequence[int]) -> bool:
        cells = every_code(rules)
        for turn in these:
            cells = consistent(rules, cells, turns[turn])
        return bool(cells)

    last = next((n for n in range(len(turns)) if not possible(range(n + 1))), None)
    if last is None:
        return ()
    kept = list(range(last + 1))
    for turn in range(last):
        others = [each for each in kept if each != turn]
        if not possible(others):
            kept = others
    return tuple(kept)


def repairs(
    rules: Mastermind, turns: Sequence[Turn[Code, Feedback]]
) -> dict[int, dict[Feedback, int]]:
    """Returns the answers that alone may be wrong, by turn, counted from 0; empty without any.

    With each, the answers that it could be instead, and the number of codes that each leaves, most
    codes first. Empty also if a code is consistent with all turns. Raises TooLarge.
    """
    import numpy as np

    codes = universe(rules)
    wrong = np.full(len(codes), -1, np.int32)
    """The turn that each code is not consistent with; codes with a second one are removed."""
    for n, turn in enumerate(turns):
        if turn.feedback is Unknown.ANSWER:
            continue
        fits = kernels.respond(rules, turn.action, codes) == rules.encode(turn.feedback)
        wrong[~fits & (wrong >= 0)] = -2
        wrong[~fits & (wrong == -1)] = n
        left = wrong != -2
        codes, wrong = codes.compress(left, axis=0), wrong[left]
    if (wrong == -1).any():
        return {}
    found = {}
    for n in np.unique(wrong).tolist():
        answers = kernels.respond(rules, turns[n].action, codes.compress(wrong == n, axis=0))
        sizes = np.bincount(answers)
        order = sorted(np.flatnonzero(sizes).tolist(), key=lambda answer: -sizes[answer])
        found[n] = {rules.decode(answer): int(sizes[answer]) for answer in order}
    return found


def code_of_row(codes: Codes, index: int) -> Code:
    """Converts a row to a code."""
    code: Code = tuple(codes[index].tolist())
    return code


def contradiction(
    notation: Notation, turns: Sequence[Turn[Code, Feedback]], at: int
) -> Contradiction:
    """Creates the error for turn ``at``, counted from 0, which leaves no candidate."""
    message = (
        _("row {row}: no code gives the answer {answer} to {guess}")
        if at == 0
        else _(
            "row {row}: no code is possible with the answer {answer} to {guess} "
            "and the rows before it"
        )
    )
    answer, guess = notation.format_answer(turns[at].feedback), notation.format(turns[at].action)
    return Contradiction(message.format(row=at + 1, answer=answer, guess=guess), at)
