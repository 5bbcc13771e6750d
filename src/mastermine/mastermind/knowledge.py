"""The codes that are still possible, and what a guess would do to them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol, overload

import numpy as np

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, TooLarge
from mastermine.core.game import StrategyView, Turn
from mastermine.core.random import Random
from mastermine.i18n.numbers import rough, sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import kernels
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.kernels import MOST_PLACES, MOST_SYMBOLS, Table, cost_table, short
from mastermine.mastermind.reference import Codes, all_codes
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic

MOST_CODES = 1 << 21
"""More codes than this are not listed: a player would wait for seconds."""

MOST_BYTES = 1 << 28
"""Codes are not listed where their tables, a byte per place and colour, would take more."""


class CodeView(StrategyView[Mastermind, "Candidates", Code, Feedback], Protocol):
    """What a Mastermind strategy is shown."""


MOST_WRITTEN = 20
"""The most codes that ``str`` shows."""

UNKNOWN = 1.0
"""The error of a number that is no more than what was found."""


class Reckoned(NamedTuple):
    """How many codes are possible."""

    number: int
    """To two digits where it is not exact."""
    error: float = 0.0
    """The standard error as a share of the number; 0 where it is exact, and ``UNKNOWN`` or more
    where there are at least so many, and nobody knows how many more."""

    @property
    def exact(self) -> bool:
        """Whether it is no estimate."""
        return self.error == 0

    def __str__(self) -> str:
        if self.exact:
            return sized(self.number)
        if self.error >= UNKNOWN:
            # Translators: {n} is a number of codes.
            return _("at least {n}").format(n=sized(self.number))
        # Translators: {n} is a number that was estimated, of codes.
        return _("about {n}").format(n=rough(self.number, 2))


class Candidates:
    """An immutable set of codes that fit all turns so far; listed when it is first looked at."""

    __slots__ = ("_codes", "rules", "turns")

    def __init__(
        self,
        rules: Mastermind,
        turns: tuple[Turn[Code, Feedback], ...] = (),
        codes: Codes | None = None,
    ) -> None:
        """``codes``, where given, are those that fit ``turns``: uint8, (n, places), in order."""
        self.rules = rules
        self.turns = turns
        self._codes = codes

    def __repr__(self) -> str:
        """The call that makes equal knowledge; ``str`` shows the codes."""
        turns = [
            f"{self.rules.format_action(turn.action)} {self.rules.format_feedback(turn.feedback)}"
            for turn in self.turns
        ]
        return f"candidates({self.rules.spec()!r}, {turns})"

    def __str__(self) -> str:
        """How many codes there are, and the first of them."""
        if not listable(self.rules):
            return repr(self)
        texts = list(map(self.rules.format_action, islice(self, MOST_WRITTEN)))
        if len(self) > MOST_WRITTEN:
            texts.append("…")
        return f"{len(self)} codes: {' '.join(texts)}"

    def texts(self) -> list[str]:
        """The codes as they are written, in numeric order. Raises TooLarge."""
        return list(map(self.rules.format_action, self))

    @property
    def codes(self) -> Codes:
        """The codes in numeric order, uint8 of shape (count, places). Raises TooLarge."""
        if self._codes is None:
            codes = universe(self.rules)
            for turn in self.turns:
                codes = fitting(self.rules, codes, turn)
            self._codes = codes
        return self._codes

    @property
    def listed(self) -> bool:
        """Whether there are few enough codes to list."""
        return self._codes is not None or listable(self.rules)

    def after(self, turn: Turn[Code, Feedback]) -> Candidates:
        """What is possible after one more turn. Raises Contradiction when nothing is."""
        codes = fitting(self.rules, self.codes, turn)
        left = Candidates(self.rules, (*self.turns, turn), codes)
        if not len(codes):
            raise left.contradiction()
        return left

    def contradiction(self) -> Contradiction:
        """The error that says that no code fits any more since the last turn."""
        row, turn = len(self.turns), self.turns[-1]
        message = (
            _("row {row}: no code gives the answer {answer} to {guess}")
            if row == 1
            else _(
                "row {row}: no code fits the answer {answer} to {guess} "
                "together with the rows before it"
            )
        )
        return Contradiction(
            message.format(
                row=row,
                answer=self.rules.format_feedback(turn.feedback),
                guess=self.rules.format_action(turn.action),
            ),
            row - 1,
        )

    def count(self) -> int:
        """How many codes are possible."""
        return len(self.codes) if self.turns else self.rules.size

    def reckoned(self) -> Reckoned:
        """How many codes are possible, and whether that is exact."""
        return Reckoned(self.count())

    def __len__(self) -> int:
        return len(self.codes)

    def first(self) -> Code:
        """The smallest possible code."""
        return self[0]

    def draw(self, rng: Random) -> Code:
        """A possible code, each equally likely."""
        return rng.choice(self)

    def colours_known(self) -> bool:
        """Whether all possible codes have the same colours, so that only their places are open."""
        colours = np.sort(self.codes, axis=1)
        return bool((colours == colours[0]).all())

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return list(map(tuple, self.codes[index].tolist()))
        return code_of_row(self.codes, index)

    def __iter__(self) -> Iterator[Code]:
        return map(tuple, self.codes.tolist())

    def __contains__(self, code: Code | str) -> bool:
        try:
            code = self.rules.code(code)
        except IllegalMove:
            return False
        respond = self.rules.respond
        return all(respond(code, turn.action) == turn.feedback for turn in self.turns)

    def split(self, action: Code | str) -> dict[Feedback, int]:
        """How many of the codes would give each answer to a guess, the best answer first."""
        sizes = np.bincount(kernels.respond(self.rules, self.rules.code(action), self.codes))
        return {self.rules.decode(n): int(sizes[n]) for n in np.flatnonzero(sizes)[::-1].tolist()}

    def best(self, heuristic: Heuristic, symmetry: bool = True) -> Code:
        """The guess, of all codes, that costs least.

        Among equals one that could be the code, then the smallest. ``symmetry`` skips guesses that
        the turns so far cannot tell apart: the same answer, sooner. Raises TooLarge.
        """
        return tuple(kernels.choose(self.rules, *self._node(heuristic), symmetry).tolist())

    def histogram(self, heuristic: Heuristic, symmetry: bool = True) -> list[int]:
        """Play a heuristic on every possible code: entry i counts those found at guess i + 1.

        Raises InvalidSpec when its costs prefer a guess that tells nothing, and TooLarge.
        """
        node = self._node(heuristic)
        try:
            return kernels.evaluate(self.rules, *node, symmetry)
        except ValueError as error:
            if "tells nothing" not in str(error):
                raise
            raise InvalidSpec(
                _(
                    "strategy {name} prefers a guess that tells nothing, "
                    "so there are codes that it never finds"
                ).format(name=heuristic.title)
            ) from None

    def _node(self, heuristic: Heuristic) -> tuple[Codes, Codes, Table]:
        rules, codes = self.rules, self.codes
        # The costs are scaled alike at every node: by all the codes, not those that are left.
        costs = cost_table(heuristic, rules.size, min(rules.size, rules.answers))
        history = np.array([turn.action for turn in self.turns], np.uint8)
        return codes, history.reshape(-1, rules.places), costs


def listable(rules: Mastermind) -> bool:
    """Whether all codes of these rules can be held in memory, and counted fast."""
    return (
        rules.size <= MOST_CODES
        and rules.size * (rules.places + rules.symbols) <= MOST_BYTES
        and short(rules)
    )


def universe(rules: Mastermind) -> Codes:
    """Every code of the rules in numeric order, uint8 of shape (n, places). Raises TooLarge."""
    if not short(rules):
        raise TooLarge(
            _(
                "{spec}: all codes of a game are listed only with at most {places} places and "
                "{colours} colours"
            ).format(spec=rules.spec(), places=MOST_PLACES, colours=MOST_SYMBOLS)
        )
    if not listable(rules):
        raise TooLarge(
            # Translators: {most} is 2,097,152.
            ngettext(
                "{spec} has {size} code, too many to list; at most {most} are",
                "{spec} has {size} codes, too many to list; at most {most} are",
                rules.size,
            ).format(spec=rules.spec(), size=sized(rules.size), most=whole(MOST_CODES))
        )
    return _universe(rules.places, rules.symbols, not rules.repeats)


@lru_cache(maxsize=2)
def _universe(places: int, colours: int, distinct: bool) -> Codes:
    codes = all_codes(places, colours, distinct)
    codes.flags.writeable = False
    return codes


def fitting(rules: Mastermind, codes: Codes, turn: Turn[Code, Feedback]) -> Codes:
    """The codes that give this turn's answer to its guess."""
    rules.check(turn.action)
    fits = kernels.respond(rules, turn.action, codes) == rules.encode(turn.feedback)
    left: Codes = codes.compress(fits, axis=0)  # a third of the time of codes[fits]
    left.flags.writeable = False
    return left


def code_of_row(codes: Codes, index: int) -> Code:
    """A row as a code."""
    code: Code = tuple(codes[index].tolist())
    return code
