"""How much is proven about a position, while it is being searched in many pieces.

A *position* costs what its best guess costs; a guess costs what its parts cost together, and a
charge of its own. So a bound of a position is the least one of its guesses, and a bound of a guess
is the sum of those of its parts. A position is first tried as a whole. What takes too long becomes
a list of guesses, which are tried some at a time; a single guess that takes too long becomes its
parts, which are positions again. No executor and no file is known here.
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
    """How long pieces may take, in seconds. None of it changes a result."""

    at_first: float = 60.0
    """Seconds that the whole game is tried before it is divided."""
    piece: float = 300.0
    """Seconds that anything else is tried before it is divided."""
    wanted: float = 15.0
    """Target duration in seconds of the guesses that are tried at a time."""
    levels: int = 0
    """Positions after fewer guesses than this are divided without being tried."""
    widths: tuple[int, ...] = (1, 3, 8)
    """How many guesses are looked at for a tree to begin with, which need not be the best."""
    few: int = 2_000
    """So few codes are first tried without one: their best tree is mostly found as soon."""


@dataclass
class Known:
    """What was proven about a position before."""

    bound: int = 0
    value: int | None = None
    tree: Codes | None = None
    divided: bool = False
    bounds: dict[str, int] = field(default_factory=dict)
    """By guess."""
    opened: set[str] = field(default_factory=set)
    """Guesses that were divided."""


def remembered(facts: Iterable[Fact], places: int) -> dict[str, Known]:
    """What these facts say of each position.

    Raises KeyError, TypeError or ValueError for what says nothing.
    """
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
    """A set of codes, one of which is the secret."""

    def __init__(
        self, problem: Problem, codes: Codes, depth: int, key: str = "", above: Option | None = None
    ) -> None:
        self.codes = codes
        self.depth = depth
        self.key = key
        """The guesses and answers that led here."""
        self.above = above
        self.level: int = above.position.level + 1 if above else 0
        self.first = codes[:0]
        """The guesses that are allowed, where the codes alone do not tell."""
        if above and problem.policy == PREVIOUS:
            self.first = above.position.codes
        self.low = problem.floor(len(codes), depth)
        """No tree costs less."""
        self.value: int | None = None
        """The cost of the best tree so far."""
        self.tree: Codes | None = None
        if len(codes) == 1 and self.low < IMPOSSIBLE:
            self.value, self.tree = self.low, codes
        self.options: list[Option] | None = None
        """The guesses worth trying, the most promising first, once it is divided."""
        self.beyond = IMPOSSIBLE
        """What all other guesses cost at least, once it is divided."""
        self.together = 1
        """How many guesses are to be tried at a time."""
        self.tried = False
        """Whether it was tried as a whole, or is being tried."""
        self.noted = False
        """Whether it was written down that nothing is left to be done."""


class Option:
    """A guess at a position."""

    def __init__(self, position: Position, guess: Codes, low: int) -> None:
        self.position = position
        self.guess = guess
        self.low = low
        self.name = guess.tobytes().hex()
        self.busy = False
        self.parts: list[Position] | None = None
        """In the order of their answers, once it is divided."""


@dataclass(frozen=True)
class Piece:
    """The next piece of work: a position as a whole, or some of its guesses."""

    question: Question
    position: Position
    options: tuple[Option, ...] = ()


class Proof:
    """The bookkeeping of one search, for the least cost below a limit."""

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
        """``known``: what was proven before. ``note``: takes each fact that is proven here.

        ``sketch``: some tree is enough, and nothing need be proven.
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
        """What any tree costs at least: never more than the best one that was found."""
        root = self.root
        return root.low if root.value is None else min(root.low, root.value)

    @property
    def done(self) -> bool:
        """Whether nothing is left to be proven."""
        return self._closed(self.root)

    def working(self) -> tuple[Code, int, int] | None:
        """A first guess that is being looked at in parts, how many are done, and of how many."""
        for option in self.root.options or ():
            if option.parts and option.low < self._limit(self.root):
                guess = tuple(option.guess.tolist())
                return guess, sum(map(self._closed, option.parts)), len(option.parts)
        return None

    def offer(self, value: int, tree: Codes) -> None:
        """Take a tree for the whole that was found elsewhere."""
        if self.root.value is None or value < self.root.value:
            self.note({"at": self.root.key} | self._found(self.root, value, tree))

    def next(self) -> Piece | None:
        """The next piece; None while the rest is in progress, or when nothing is left."""
        root = self.root
        late = len(root.codes) > self.pace.few or root.options is not None
        if self.widths and not self.done and (self.sketch or late):
            width = self.widths.pop(0)
            question = self._question(root, root.first, self._limit(root), self.pace.piece)
            return Piece(replace(question, width=width), root)
        return None if self.sketch else self._next(self.root)

    def learn(self, piece: Piece, reply: Reply, late: bool = False) -> None:
        """Take what came out of a piece. ``late``: it was not tried for as long as it should be."""
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
        self._rise(position)

    # The next piece of work.

    def _next(self, position: Position) -> Piece | None:
        limit = self._limit(position)
        if position.low >= limit:
            return None
        if position.options is None:
            return None if position.tried else self._whole(position, limit)
        for index, option in enumerate(position.options):
            if option.low >= limit or option.busy:
                continue
            if option.parts is None:
                return self._some(position, index, limit)
            for part in sorted(option.parts, key=lambda part: len(part.codes)):
                if piece := self._next(part):
                    return piece
        return None

    def _whole(self, position: Position, limit: int) -> Piece:
        """A position as a whole; only its list where it is known that this takes too long."""
        position.tried = True
        seconds: float | None = self.pace.piece if position.above else self.pace.at_first
        if position.level < self.pace.levels or self._known(position).divided:
            seconds = None
        question = self._question(position, position.first, limit, seconds)
        return Piece(replace(question, listing=True), position)

    def _some(self, position: Position, index: int, limit: int) -> Piece:
        """The next guesses of a position."""
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
        """How many guesses of a position to try at a time, after some were tried."""
        tried = len(piece.options)
        if reply.bound < (piece.question.below if reply.value < 0 else reply.value):
            return max(1, tried // 4)  # Time was over.
        wanted = int(self.pace.wanted / max(reply.seconds / tried, 1e-9))
        return max(1, min(wanted, 4 * tried))

    # What is known.

    def _limit(self, position: Position) -> int:
        """Only a tree that costs less is wanted here. It never rises."""
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
        """A position, with what was proven about it before."""
        position = Position(self.problem, codes, depth, key, above)
        known = self._known(position)
        position.low = max(position.low, known.bound)
        if known.value is not None:
            position.value, position.tree = known.value, known.tree
        return position

    def _found(self, position: Position, value: int, tree: Codes) -> dict[str, Any]:
        """Take a better tree for a position, and tell it as a fact."""
        position.value, position.tree = value, tree
        return {"value": value, "tree": tree.tobytes().hex()}

    def _divide(self, piece: Piece, reply: Reply) -> None:
        """What was tried and took too long is divided."""
        position, options = piece.position, piece.options
        if self._closed(position):
            return
        if reply.guesses is not None and reply.bounds is not None:
            self.note({"at": position.key, "divided": True})
            # Only guesses that could be better than what was found are named.
            beyond = piece.question.below if reply.value < 0 else reply.value
            self._list(position, beyond, reply.guesses, reply.bounds.tolist())
        elif len(options) == 1 and options[0].low < self._limit(position):
            self.note({"at": position.key, "guesses": [options[0].name], "divided": True})
            self._open(options[0])

    def _list(self, position: Position, beyond: int, guesses: Codes, bounds: list[int]) -> None:
        """A position becomes its guesses; all others cost ``beyond`` or more."""
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
        """A guess becomes its parts."""
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
            option.low = IMPOSSIBLE  # It tells nothing.
        else:
            self._rise(option.parts[0])

    def _rise(self, position: Position) -> None:
        """What is known of a position changes what is known of all above it."""
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
        self._rise(above)
