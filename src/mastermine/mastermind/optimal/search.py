"""Search for optimal play with a proof.

``proof`` does the bookkeeping, workers answer its questions, and facts are stored in a
``checkpoint`` immediately.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from mastermine.core.errors import InvalidSpec, MastermineError, TooLarge
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    NONE,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.optimal.checkpoint import Checkpoint
from mastermine.mastermind.optimal.proof import Known, Pace, Proof, parse_facts
from mastermine.mastermind.optimal.tasks import Problem, Reply
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.workers import InlineExecutor, prove
from mastermine.mastermind.rules import Code, Mastermind

MAX_SEARCHED_CODES = 40_000
"""Limit on the codes of a game."""
MAX_ANSWER = 255
"""Limit on the numbers of encoded answers."""
MAX_DEPTH = 100
"""Greater than the depth of any optimal tree: greater limits have no effect."""

_STAGES = ("total", "last", "none")


class Objective(StrEnum):
    """Quantity that the optimal tree minimises."""

    EXPECTED = "expected"
    """Guesses for all codes together."""
    WORST = "worst"
    """Guesses for the hardest code."""
    EXPECTED_THEN_WORST = "expected-then-worst"
    WORST_THEN_EXPECTED = "worst-then-expected"
    FEWEST_LAST = "fewest-last"
    """Codes that need the last allowed guess; without a limit, the least possible one."""


class Guesses(StrEnum):
    """Allowed guesses."""

    ANY = "any"
    CONSISTENT = "consistent"
    """Candidates."""
    PREVIOUS = "previous"
    """Candidates before the last answer; any first guess."""


_POLICIES = {Guesses.ANY: ANY, Guesses.CONSISTENT: CONSISTENT, Guesses.PREVIOUS: PREVIOUS}


@dataclass(frozen=True)
class Optimum:
    """The best tree found, and proven bounds.

    ``tree`` is None if none was found yet, or, if ``proven``, if the limit is too low for any.
    """

    rules: Mastermind
    objective: Objective = Objective.EXPECTED
    guesses: Guesses = Guesses.ANY
    max_depth: int | None = None
    """Maximum number of guesses for a code."""
    total: int | None = None
    """Guesses of the tree for all codes together."""
    lower_bound: int = 0
    """Proven lower bound of ``counted``."""
    proven: bool = False
    """True if the tree is proven to be optimal for the whole objective."""
    worst: int | None = None
    """Guesses of the tree for the hardest code."""
    histogram: tuple[int, ...] = ()
    """Entry i counts the codes found by guess i + 1 of the tree."""
    nodes: int = 0
    """Number of positions searched, including earlier runs."""
    seconds: float = 0.0
    """Duration, including earlier runs."""
    tree: Tree | None = None
    worst_bound: int = 1
    """Proven lower bound of the guesses for the hardest code."""

    @property
    def last(self) -> int | None:
        """Number of codes that need the last guess: of the limit, or else of the tree."""
        if self.worst is None:
            return None
        return sum(self.histogram[(self.max_depth or self.worst) - 1 :])

    @property
    def counted(self) -> int | None:
        """First quantity of the objective: total, worst or last."""
        if self.objective is Objective.WORST:
            return self.worst
        return self.last if self.objective is Objective.FEWEST_LAST else self.total

    @property
    def impossible(self) -> bool:
        """True if it is proven that there is no tree within the limit."""
        return self.proven and self.tree is None


@dataclass(frozen=True)
class Progress:
    """Progress of a search."""

    known: Optimum
    """Result so far."""
    first: Code | None
    """First guess being searched, if the game was divided."""
    part: int
    """Number of positions after it that are done."""
    parts: int
    """Number of positions after it."""


def optimal_play(
    rules: Mastermind,
    objective: Objective = Objective.EXPECTED,
    *,
    guesses: Guesses = Guesses.ANY,
    max_depth: int | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    checkpoint: Path | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    pace: Pace | None = None,
) -> Optimum:
    """Finds an optimal tree by an objective, over all trees.

    ``executor``: runs the search with ``workers`` workers; None for this process. A ``checkpoint``
    is created, or resumed if it exists. After ``time_limit`` seconds returns the best so far.
    ``pace`` does not change the result. The limit of the rules is ignored. Raises TooLarge,
    InvalidSpec for invalid limits and checkpoints, and MastermineError if a checkpoint can no
    longer be written.
    """
    check_searchable(rules)
    check_guesses(max_depth)
    requested = Optimum(
        replace(rules, limit=None), Objective(objective), Guesses(guesses), max_depth
    )
    end = None if time_limit is None else monotonic() + time_limit
    header = {
        "rules": requested.rules.spec(),
        "objective": requested.objective.value,
        "guesses": requested.guesses.value,
        "max_depth": max_depth,
    }
    file = None if checkpoint is None else Checkpoint(checkpoint, header)
    search = _Search(requested, executor, workers, file, end, progress, pace or Pace())
    proven = search.find()
    return replace(search.known(), proven=proven)


def searchable(rules: Mastermind) -> bool:
    """True if the optimal play of these rules can be searched."""
    return rules.size <= MAX_SEARCHED_CODES and rules.win <= MAX_ANSWER


def check_guesses(n: int | None) -> None:
    """Raises InvalidSpec for a limit of less than one guess."""
    if n is not None and n < 1:
        raise InvalidSpec(_("the number of guesses must be at least 1, not {n}").format(n=n))


def check_searchable(rules: Mastermind) -> None:
    """Raises TooLarge for rules whose optimal play cannot be searched."""
    if rules.size > MAX_SEARCHED_CODES:
        raise TooLarge(
            _("{spec} has {size} codes; optimal play can be searched for up to {most}").format(
                spec=rules.spec(), size=sized(rules.size), most=whole(MAX_SEARCHED_CODES)
            )
        )
    if rules.win > MAX_ANSWER:
        raise TooLarge(
            _(
                "{spec} has too many different answers; optimal play can be searched for "
                "up to 15 places, and up to 8 if the answer shows the right places"
            ).format(spec=rules.spec())
        )


class _Search:
    """The stages of a search, one proof after another, and the best tree so far."""

    def __init__(
        self,
        requested: Optimum,
        executor: Executor | None,
        workers: int,
        checkpoint: Checkpoint | None,
        end: float | None,
        progress: Callable[[Progress], None] | None,
        pace: Pace,
    ) -> None:
        self.requested = requested
        self.executor = executor or InlineExecutor()
        self.workers = workers if executor else 1
        self.checkpoint = checkpoint
        self.end = end
        self.progress = progress
        self.pace = pace
        self.codes = universe(requested.rules)
        most = requested.max_depth or 0
        self.depth = most if most < min(len(self.codes), MAX_DEPTH) else 0
        """Maximum number of guesses; 0 if the limit has no effect."""
        self.tree: Tree | None = None
        self.rows = self.codes[:0]
        """Guesses of the tree in preorder."""
        self.worst_bound = self._least_depth()
        last = requested.objective is Objective.FEWEST_LAST
        self.lower_bound = self._problem(LAST if last else TOTAL).floor(len(self.codes), most)
        self.facts: dict[str, dict[str, Known]] = {}
        """Facts from earlier runs, by stage and position."""
        self.nodes, self.before = 0, 0.0
        if checkpoint is not None:
            self._load(checkpoint)
        self.start = monotonic()

    def find(self) -> bool:
        """Runs the search; True if the tree is proven to be optimal, or not to exist."""
        match self.requested.objective:
            case Objective.EXPECTED:
                return self._expected(self.depth)
            case Objective.WORST:
                return self._worst()
            case Objective.EXPECTED_THEN_WORST:
                return self._expected(self.depth) and self._then_worst()
            case Objective.WORST_THEN_EXPECTED:
                return self._worst() and (self.tree is None or self._expected(self.tree.worst))
            case Objective.FEWEST_LAST:
                return self._fewest_last()

    def known(self) -> Optimum:
        tree = self.tree
        worst_only = self.requested.objective is Objective.WORST
        found = replace(
            self.requested,
            lower_bound=self.worst_bound if worst_only else self.lower_bound,
            worst_bound=self.worst_bound,
            nodes=self.nodes,
            seconds=self._seconds(),
        )
        if tree is None:
            return found
        return replace(
            found, total=tree.total, worst=tree.worst, histogram=tree.histogram, tree=tree
        )

    def _expected(self, depth: int) -> bool:
        return self._solve(TOTAL, depth, counts=True).done

    def _then_worst(self) -> bool:
        """Minimises the depth among the trees with the least total."""
        while self.tree is not None and self.tree.worst > self.worst_bound:
            total, shorter = self.tree.total, self.tree.worst - 1
            proof = self._solve(TOTAL, shorter, below=total + 1, low=total)
            if not proof.done:
                return False
            if proof.root.value is None:
                self.worst_bound = shorter + 1
        return True

    def _worst(self) -> bool:
        """Minimises the depth, from below."""
        self._solve(TOTAL, self.depth, sketch=True)
        while not (self.depth and self.worst_bound > self.depth):
            proof = self._solve(NONE, self.worst_bound, below=1)
            if not proof.done:
                return False
            if proof.root.value is not None:
                return True
            self.worst_bound += 1
        return True

    def _fewest_last(self) -> bool:
        depth = self.requested.max_depth
        if depth is None:
            if not self._worst():
                return False
            depth = self.worst_bound
        else:
            self._solve(TOTAL, self.depth, sketch=True)
        return self._solve(LAST, depth, counts=True).done

    def _solve(
        self,
        cost: int,
        depth: int,
        below: int = IMPOSSIBLE,
        low: int = 0,
        *,
        counts: bool = False,
        sketch: bool = False,
    ) -> Proof:
        """Runs one stage: the least cost within ``depth`` guesses, if less than ``below``.

        ``low``: known lower bound. ``counts``: the bound of this stage is that of the objective.
        ``sketch``: find some tree without a proof.
        """
        stage = f"{_STAGES[cost]}/{depth}"

        def note(fact: dict[str, Any]) -> None:
            if self.checkpoint is not None:
                spent = {"nodes": self.nodes, "seconds": round(self._seconds(), 3)}
                self.checkpoint.add({"stage": stage} | fact | spent)

        def received(reply: Reply) -> None:
            self.nodes += reply.nodes

        def tick() -> None:
            if counts:
                self.lower_bound = max(self.lower_bound, proof.low)
            if self.progress is not None:
                self._take(proof)
                self._check_bounds()
                self.progress(self._progress(proof))

        problem, known = self._problem(cost), self.facts.get(stage, {})
        proof = Proof(problem, self.codes, depth, below, self.pace, known, note, sketch)
        proof.root.low = max(proof.root.low, low)
        if self.tree is not None and (not depth or self.tree.worst <= depth):
            proof.offer(_cost(self.tree, cost, depth), self.rows)
        tick()
        prove(proof, self.executor, self.workers, self.end, received, tick)
        self._take(proof)
        if counts:
            self.lower_bound = max(self.lower_bound, proof.low)
        self._check_bounds()
        return proof

    def _load(self, checkpoint: Checkpoint) -> None:
        """Loads the facts of earlier runs. Raises InvalidSpec for invalid ones."""
        stages: dict[str, list[dict[str, Any]]] = {}
        try:
            for fact in checkpoint.facts:
                stages.setdefault(str(fact["stage"]), []).append(fact)
                nodes, seconds = int(fact["nodes"]), float(fact["seconds"])
                if nodes < 0 or not 0 <= seconds < inf:
                    raise _damaged(checkpoint)
                self.nodes, self.before = max(self.nodes, nodes), max(self.before, seconds)
            places = self.requested.rules.places
            self.facts = {stage: parse_facts(facts, places) for stage, facts in stages.items()}
        except (KeyError, OverflowError, TypeError, ValueError):
            raise _damaged(checkpoint) from None
        every = (known for stage in self.facts.values() for known in stage.values())
        if any(known.value is not None and known.value < known.bound for known in every):
            raise _damaged(checkpoint)

    def _problem(self, cost: int) -> Problem:
        return Problem(self.requested.rules, _POLICIES[self.requested.guesses], cost)

    def _least_depth(self) -> int:
        """Lower bound of the depth, from the numbers of codes and answers."""
        problem, depth = self._problem(NONE), 1
        while problem.floor(len(self.codes), depth) == IMPOSSIBLE:
            depth += 1
        return depth

    def _take(self, proof: Proof) -> None:
        """Stores the best tree of a stage."""
        rows, value = proof.root.tree, proof.root.value
        if rows is None or value is None or rows is self.rows:
            return
        cost, depth = proof.problem.cost, proof.root.depth
        try:
            tree = Tree.from_preorder(
                self.requested.rules, self.codes, rows, objective=self.requested.objective.value
            )
        except ValueError as error:
            raise _no_tree(str(error)) from None
        found = _cost(tree, cost, depth)
        if found != value or (depth and tree.worst > depth):
            raise _wrong_cost(found, value)
        self.tree, self.rows = tree, rows

    def _check_bounds(self) -> None:
        """Raises MastermineError if the tree found contradicts the proven bound."""
        known = self.known()
        found, least = known.counted, known.lower_bound
        if found is None or found >= least:
            return
        if self.checkpoint is not None:
            raise _damaged(self.checkpoint)
        raise _wrong_cost(found, least)

    def _progress(self, proof: Proof) -> Progress:
        return Progress(self.known(), *(proof.working() or (None, 0, 0)))

    def _seconds(self) -> float:
        return self.before + monotonic() - self.start


def _no_tree(error: str) -> MastermineError:
    return MastermineError(_("the search failed: {error}").format(error=error))


def _wrong_cost(found: int, claimed: int) -> MastermineError:
    message = _("the cost of its tree is {found}, not {claimed}")
    return _no_tree(message.format(found=whole(found), claimed=whole(claimed)))


def _damaged(checkpoint: Checkpoint) -> InvalidSpec:
    return InvalidSpec(
        _("{path} is damaged: a line is not a fact of this search").format(path=checkpoint.named)
    )


def _cost(tree: Tree, cost: int, depth: int) -> int:
    """Cost of a tree in a stage."""
    last = tree.histogram[depth - 1] if 0 < depth <= tree.worst else 0
    return {TOTAL: tree.total, LAST: last, NONE: 0}[cost]
