"""Bookkeeping of a search that is divided into many pieces.

The cost of a *position* is that of its best guess; the cost of a guess is the sum of the costs of
its parts plus its own charge. So the bound of a position is the least bound of its guesses, and the
bound of a guess is the sum of those of its parts. A position is first searched as a whole. If that
takes too long it is divided into its guesses, which are searched in groups; a single guess that
takes too long is divided into its parts, which are positions. Executors and files are not handled
here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.mastermind.kernels import respond
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, PREVIOUS
from mastermine.mastermind.optimal.tasks import Problem, Question, Reply

if TYPE_CHECKING:
    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.rules import Code

Fact = Mapping[str, Any]


@dataclass(frozen=True)
class Pace:
    """Time limits that control the division of a search. They do not change results."""

    at_first: float = 60.0
    """Time limit in seconds of the whole game before it is divided."""
    piece: float = 300.0
    """Time limit in seconds of any other piece before it is divided."""
    target: float = 15.0
    """Target duration in seconds of a group of guesses."""
    levels: int = 0
    """Positions after fewer guesses than this are divided immediately."""
    widths: tuple[int, ...] = (1, 3, 8)
    """Widths of the first searches, for a tree that need not be optimal."""
    few: int = 2_000
    """Number of codes up to which these first searches are skipped, since they save no time."""


@dataclass
class Known:
    """Facts about a position from earlier runs."""

    bound: int = 0
    value: int | None = None
    tree: Codes | None = None
    divided: bool = False
    bounds: dict[str, int] = field(default_factory=dict)
    """Bounds by guess."""
    opened: set[str] = field(default_factory=set)
    """Guesses that were divided."""


def parse_facts(facts: Iterable[Fact], places: int) -> dict[str, Known]:
    """Parses facts by position. Raises KeyError, TypeError or ValueError for invalid ones."""
    known: dict[str, Known] = defaultdict(Known)
    for fact in facts:
        at = known[str(fact["at"])]
        guesses = [str(guess) for guess in fact.get("guesses", ())]
        bound = int(fact.get("bound", 0))
        for guess in guesses:
            at.bounds[guess] = max(bound, at.bounds.get(guess, 0))
        if not guesses:
            at.bound = max(bound, at.bound)
        if fact.get("divided"):
            at.opened.update(guesses)
            at.divided = True
        if "value" in fact:
            at.value = int(fact["value"])
            cells = np.frombuffer(bytes.fromhex(fact["tree"]), np.uint8)
            at.tree = cells.reshape(-1, places)
    return known


class Position:
    """A set of candidates."""

    def __init__(
        self, problem: Problem, codes: Codes, depth: int, key: str = "", above: Option | None = None
    ) -> None:
        self.codes = codes
        self.depth = depth
        self.key = key
        """Identifies the guesses and answers before."""
        self.above = above
        self.level: int = above.position.level + 1 if above else 0
        self.first = codes[:0]
        """Allowed guesses, if they do not follow from the codes."""
        if above and problem.policy == PREVIOUS:
            self.first = above.position.codes
        self.low = problem.floor(len(codes), depth)
        """Proven lower bound of the cost."""
        self.value: int | None = None
        """Cost of the best tree so far."""
        self.tree: Codes | None = None
        if len(codes) == 1 and self.low < IMPOSSIBLE:
            self.value, self.tree = self.low, codes
        self.options: list[Option] | None = None
        """Guesses to search, the most promising first, once it is divided."""
        self.beyond = IMPOSSIBLE
        """Lower bound of all other guesses, once it is divided."""
        self.together = 1
        """Number of guesses to search in a group."""
        self.tried = False
        """True if it was or is being searched as a whole."""
        self.noted = False
        """True if the final bound was recorded."""


class Option:
    """A guess at a position."""

    def __init__(self, position: Position, guess: Codes, low: int) -> None:
        self.position = position
        self.guess = guess
        self.low = low
        self.name = guess.tobytes().hex()
        self.busy = False
        self.parts: list[Position] | None = None
        """Parts in order of their answers, once it is divided."""


@dataclass(frozen=True)
class Piece:
    """A piece of work: a position as a whole, or some of its guesses."""

    question: Question
    position: Position
    options: tuple[Option, ...] = ()


class Proof:
    """State of one search for the least cost below a limit."""

    def __init__(
        self,
        problem: Problem,
        codes: Codes,
        depth: int,
        below: int,
        pace: Pace,
        known: Mapping[str, Known],
        note: Callable[[dict[str, Any]], None],
        sketch: bool = False,
    ) -> None:
        """``known``: facts by position from earlier runs. ``note``: called with each new fact.

        ``sketch``: find some tree without a proof.
        """
        self.problem = problem
        self.below = below
        self.pace = pace
        self.known = known
        self.note = note
        self.root = self._position(codes, depth)
        self.sketch = sketch
        self.widths = [] if self.root.value is not None else list(pace.widths)

    @property
    def low(self) -> int:
        """Lower bound of the cost, at most that of the best tree found."""
        root = self.root
        return root.low if root.value is None else min(root.low, root.value)

    @property
    def done(self) -> bool:
        """True if the proof is complete."""
        return self._closed(self.root)

    def working(self) -> tuple[Code, int, int] | None:
        """Returns the first guess being searched in parts, the number done, and their total."""
        for option in self.root.options or ():
            if option.parts and option.low < self._limit(self.root):
                guess = tuple(option.guess.tolist())
                return guess, sum(map(self._closed, option.parts)), len(option.parts)
        return None

    def offer(self, value: int, tree: Codes) -> None:
        """Records a tree for the whole game from another source."""
        if self.root.value is None or value < self.root.value:
            self.note({"at": self.root.key} | self._found(self.root, value, tree))

    def next(self) -> Piece | None:
        """Returns the next piece; None if all others are in progress or done."""
        root = self.root
        late = len(root.codes) > self.pace.few or root.options is not None
        if self.widths and not self.done and (self.sketch or late):
            width = self.widths.pop(0)
            question = self._question(root, root.first, self._limit(root), self.pace.piece)
            return Piece(replace(question, width=width), root)
        return None if self.sketch else self._next(self.root)

    def learn(self, piece: Piece, reply: Reply, late: bool = False) -> None:
        """Records the result of a piece. ``late``: it had less time than its limit."""
        position, options = piece.position, piece.options
        fact: dict[str, Any] = {"at": position.key}
        if not piece.question.width:
            fact["bound"] = reply.bound
            for each in options or (position,):
                each.low = max(each.low, reply.bound)
        if reply.value >= 0 and (position.value is None or reply.value < position.value):
            fact |= self._found(position, reply.value, reply.tree)
        if options:
            fact["guesses"] = [option.name for option in options]
            for option in options:
                option.busy = False
            position.together = self._together(piece, reply)
        if len(fact) > 1:
            self.note(fact)
        if not late:
            self._divide(piece, reply)
        self._propagate(position)

    # The next piece of work.

    def _next(self, position: Position) -> Piece | None:
        limit = self._limit(position)
        if position.low >= limit:
            return None
        if position.options is None:
            return None if position.tried else self._whole_piece(position, limit)
        for index, option in enumerate(position.options):
            if option.low >= limit or option.busy:
                continue
            if option.parts is None:
                return self._group_piece(position, index, limit)
            for part in sorted(option.parts, key=lambda part: len(part.codes)):
                if piece := self._next(part):
                    return piece
        return None

    def _whole_piece(self, position: Position, limit: int) -> Piece:
        """Creates a piece for a whole position; without a search if that is known to time out."""
        position.tried = True
        seconds: float | None = self.pace.piece if position.above else self.pace.at_first
        if position.level < self.pace.levels or self._known(position).divided:
            seconds = None
        question = self._question(position, position.first, limit, seconds)
        return Piece(replace(question, listing=True), position)

    def _group_piece(self, position: Position, index: int, limit: int) -> Piece:
        """Creates a piece for the next guesses of a position."""
        waiting = (
            option
            for option in (position.options or [])[index:]
            if option.low < limit and option.parts is None and not option.busy
        )
        options = tuple(islice(waiting, position.together))
        for option in options:
            option.busy = True
        first = np.stack([option.guess for option in options])
        return Piece(self._question(position, first, limit, self.pace.piece), position, options)

    def _question(
        self, position: Position, first: Codes, limit: int, seconds: float | None
    ) -> Question:
        return Question(self.problem, position.codes, first, position.depth, limit, seconds)

    def _together(self, piece: Piece, reply: Reply) -> int:
        """Adapts the number of guesses in a group to the time of the last one."""
        tried = len(piece.options)
        if reply.bound < (piece.question.below if reply.value < 0 else reply.value):
            return max(1, tried // 4)  # It timed out.
        target = int(self.pace.target / max(reply.seconds / tried, 1e-9))
        return max(1, min(target, 4 * tried))

    # Facts.

    def _limit(self, position: Position) -> int:
        """Cost that a tree for a position must stay below to be useful. It never rises."""
        limit, option = self.below, position.above
        if option is not None and option.parts is not None:
            others = sum(part.low for part in option.parts if part is not position)
            limit = self._limit(option.position) - self._charge(option) - others
        return limit if position.value is None else min(limit, position.value)

    def _closed(self, position: Position) -> bool:
        return position.low >= self._limit(position)

    def _charge(self, option: Option) -> int:
        return self.problem.charge(len(option.position.codes))

    def _known(self, position: Position) -> Known:
        return self.known.get(position.key) or Known()

    def _position(
        self, codes: Codes, depth: int, key: str = "", above: Option | None = None
    ) -> Position:
        """Creates a position with its facts from earlier runs."""
        position = Position(self.problem, codes, depth, key, above)
        known = self._known(position)
        position.low = max(position.low, known.bound)
        if known.value is not None:
            position.value, position.tree = known.value, known.tree
        return position

    def _found(self, position: Position, value: int, tree: Codes) -> dict[str, Any]:
        """Records a better tree for a position and returns it as part of a fact."""
        position.value, position.tree = value, tree
        return {"value": value, "tree": tree.tobytes().hex()}

    def _divide(self, piece: Piece, reply: Reply) -> None:
        """Divides a position or guess that timed out."""
        position, options = piece.position, piece.options
        if self._closed(position):
            return
        if reply.guesses is not None and reply.bounds is not None:
            self.note({"at": position.key, "divided": True})
            # The reply lists only guesses that could be better than the best tree.
            beyond = piece.question.below if reply.value < 0 else reply.value
            self._list(position, beyond, reply.guesses, reply.bounds.tolist())
        elif len(options) == 1 and options[0].low < self._limit(position):
            self.note({"at": position.key, "guesses": [options[0].name], "divided": True})
            self._open(options[0])

    def _list(self, position: Position, beyond: int, guesses: Codes, bounds: list[int]) -> None:
        """Divides a position into its guesses; all others cost at least ``beyond``."""
        known = self._known(position)
        position.beyond = beyond
        position.options = [
            Option(position, guess, bound) for guess, bound in zip(guesses, bounds, strict=True)
        ]
        for option in position.options:
            option.low = max(option.low, known.bounds.get(option.name, 0))
        for option in position.options:
            if position.level < self.pace.levels or option.name in known.opened:
                self._open(option)

    def _open(self, option: Option) -> None:
        """Divides a guess into its parts."""
        position = option.position
        codes = position.codes
        answers = respond(self.problem.rules, option.guess, codes)
        depth = position.depth - 1 if position.depth else 0
        option.parts = [
            self._position(
                codes[answers == answer], depth, f"{position.key}/{option.name}:{answer}", option
            )
            for answer in sorted(set(answers.tolist()) - {self.problem.rules.win})
        ]
        if any(len(part.codes) == len(codes) for part in option.parts):
            option.low = IMPOSSIBLE  # It gives no information.
        else:
            self._propagate(option.parts[0])

    def _propagate(self, position: Position) -> None:
        """Propagates the bounds of a position to all positions above it."""
        if position.options is not None:
            lows = [option.low for option in position.options]
            position.low = max(position.low, min([position.beyond, *lows]))
            if position.value is not None:
                position.low = min(position.low, position.value)
            if not position.noted and self._closed(position):
                position.noted = True
                self.note({"at": position.key, "bound": position.low})
        option = position.above
        if option is None or option.parts is None:
            return
        above, parts, charge = option.position, option.parts, self._charge(option)
        was_open = option.low < self._limit(above)
        option.low = min(max(option.low, charge + sum(part.low for part in parts)), IMPOSSIBLE)
        values = [part.value for part in parts if part.value is not None]
        value = charge + sum(values)
        if len(values) == len(parts) and (above.value is None or value < above.value):
            trees = [part.tree for part in parts if part.tree is not None]
            tree = np.concatenate([option.guess[np.newaxis], *trees])
            self.note({"at": above.key} | self._found(above, value, tree))
        if was_open and option.low >= self._limit(above):
            self.note({"at": above.key, "guesses": [option.name], "bound": option.low})
        self._propagate(above)
