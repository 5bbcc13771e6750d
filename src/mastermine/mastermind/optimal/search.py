"""Search for optimal play with a proof.

``kernels.tree_search`` does the work, in as many threads as there are jobs. What took long is
stored in a ``checkpoint``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

from mastermine.core.errors import InvalidSpec, MastermineError, TooLarge
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import every_code
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    MISSED,
    NONE,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.optimal.checkpoint import Checkpoint
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Mastermind

MAX_SEARCHED_CODES = 50_000
"""Limit on the codes of a game."""
MAX_ANSWER = 255
"""Limit on the numbers of encoded answers."""
MAX_DEPTH = 100
"""Greater than the depth of any optimal tree: greater limits have no effect."""

SEARCH_VERSION = 3
"""Version of the search, by which its results are known that an earlier run has stored."""
WIDTHS = (1, 3, 8)
"""Guesses tried at each position by the first searches, for a tree that need not be optimal."""
WIDTH_SECONDS = 300.0
"""Time limit of such a search."""
MIN_WIDE_CODES, MIN_TIMED_CODES = 7_000, 500
"""Games of fewer codes are searched without such searches; the second is with a time limit.

Those of at least the first, with a time limit, begin with ever higher bounds.
"""
STEP = 1 / 128
"""Part of the bound, or of the number of codes, by which the bound is raised at once."""
RAISING_TIME = 0.25
"""Share of the time limit for that, at most."""
PROGRESS_SECONDS = 0.5
"""Interval of progress reports."""
STORE_SECONDS = 10.0
"""Interval at which results are stored."""

_STAGES = ("total", "last", "none", "missed")


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
    MOST_WITHIN = "most-within"
    """Codes that are not found within the limit; the tree then finds them with any number."""


class Guesses(StrEnum):
    """Allowed guesses."""

    ANY = "any"
    CONSISTENT = "consistent"
    """Candidates."""
    PREVIOUS = "previous"
    """Candidates before the last answer; any first guess."""


_COSTS = {Objective.FEWEST_LAST: LAST, Objective.MOST_WITHIN: MISSED}
"""Costs of which the objective has a bound, if not the total."""
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
    """Maximum number of guesses for a code; with ``MOST_WITHIN``, more of them miss the code."""
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
    below: int | None = None
    """Only whether there is a tree with a lower total was to be decided."""
    lost: int = 0
    """Number of results overwritten in a table of full size, which may be searched again."""
    certificate: bytes = field(default=b"", repr=False)
    """Certificate of the lower bound, if requested."""

    @property
    def last(self) -> int | None:
        """Number of codes that need the last guess: of the limit, or else of the tree."""
        if self.worst is None:
            return None
        return sum(self.histogram[(self.max_depth or self.worst) - 1 :])

    @property
    def missed(self) -> int | None:
        """Number of codes that are not found within the limit."""
        return None if self.worst is None else sum(self.histogram[self.max_depth or self.worst :])

    @property
    def counted(self) -> int | None:
        """First quantity of the objective: total, worst, last or missed."""
        match self.objective:
            case Objective.WORST:
                return self.worst
            case Objective.FEWEST_LAST:
                return self.last
            case Objective.MOST_WITHIN:
                return self.missed
        return self.total

    @property
    def impossible(self) -> bool:
        """True if it is proven that there is no tree within the limit of guesses."""
        decided = self.below is None
        if self.max_depth is not None:  # No tree within the limit has a greater total.
            decided |= self.lower_bound > self.max_depth * self.rules.size
        return self.proven and self.tree is None and decided


@dataclass(frozen=True)
class Progress:
    """Progress of a search."""

    known: Optimum
    """Result so far."""
    guess: int = 0
    """Number of the first guess that was started last."""
    guesses: int = 0
    """Number of first guesses to be searched; 0 if it is not known."""


def optimal_play(
    rules: Mastermind,
    objective: Objective = Objective.EXPECTED,
    *,
    guesses: Guesses = Guesses.ANY,
    max_depth: int | None = None,
    below: int | None = None,
    jobs: int = 1,
    checkpoint: Path | None = None,
    time_limit: float | None = None,
    certificate: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Optimum:
    """Finds an optimal tree by an objective, over all trees.

    ``below``: only decides whether a tree has a lower total. ``jobs``: number of threads. A
    ``checkpoint`` is created, or resumed if it exists. After ``time_limit`` seconds returns the
    best so far. ``certificate``: also makes a certificate of the lower bound of the total. The
    limit of the rules is ignored. Raises TooLarge, InvalidSpec for invalid limits and checkpoints
    and for what has no certificate, and MastermineError if a checkpoint can no longer be written.
    """
    check_searchable(rules)
    check_guesses(max_depth)
    requested = Optimum(
        replace(rules, limit=None), Objective(objective), Guesses(guesses), max_depth, below=below
    )
    _check_total(requested, below is not None, certificate)
    end = None if time_limit is None else monotonic() + time_limit
    header = {
        "search": SEARCH_VERSION,
        "rules": requested.rules.spec(),
        "objective": requested.objective.value,
        "guesses": requested.guesses.value,
        "max_depth": max_depth,
    }
    file = None if checkpoint is None else Checkpoint(checkpoint, header)
    search = _Search(requested, jobs, file, end, progress)
    proven = search.find()
    found = replace(search.known(), proven=proven)
    if not certificate:
        return found
    if progress is not None:
        progress(Progress(found))  # The certificate takes long, and may be interrupted.
    return replace(found, certificate=search.certificate(found.lower_bound))


def _check_total(requested: Optimum, decides: bool, certified: bool) -> None:
    """Raises MastermineError for what cannot be decided, or has no certificate."""
    if decides and requested.objective is not Objective.EXPECTED:
        raise InvalidSpec(_("only the smallest total can be decided (objective expected)"))
    if certified and not (
        requested.objective is Objective.EXPECTED
        and requested.guesses is Guesses.ANY
        and requested.max_depth is None
    ):
        raise InvalidSpec(
            _(
                "there are certificates only of the smallest total of all strategies: objective "
                "expected, any guesses, no limit on them"
            )
        )
    if certified:
        from mastermine.mastermind.optimal.certificate import MAX_CODES

        if requested.rules.size > MAX_CODES:
            raise TooLarge(
                _("{spec} has {size} codes; there are certificates for up to {most}").format(
                    spec=requested.rules.spec(),
                    size=whole(requested.rules.size),
                    most=whole(MAX_CODES),
                )
            )
        if not kernels.certifies():
            raise MastermineError(
                _("certificates need the native core, which needs a C++ compiler at installation")
            )


def floor(rules: Mastermind, cost: int, n: int, depth: int) -> int:
    """Lower bound of the cost for ``n`` codes, from the number of different answers."""
    left, room, total = n, 1, 0
    for guess in range(1, (depth or n) + 1):
        found = min(left, room)
        left -= found
        total += guess * found
        if not left:
            return {TOTAL: total, LAST: found if guess == depth else 0}.get(cost, 0)
        room *= rules.answers - 1
    return left if cost == MISSED else IMPOSSIBLE


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


@dataclass
class _Stage:
    """Bounds of the least cost within a number of guesses."""

    low: int = 0
    value: int | None = None
    """Cost of the best tree so far."""
    limit: int = IMPOSSIBLE
    """Only trees that cost less are of interest."""
    decides: bool = False
    """Any tree that costs less is enough."""

    @property
    def below(self) -> int:
        """Cost that another tree must stay below to be of interest."""
        return self.limit if self.value is None else min(self.limit, self.value)

    @property
    def done(self) -> bool:
        return self.low >= self.below or (self.decides and self.value is not None)

    def take(self, value: int) -> None:
        if value < self.below:
            self.value = value


class _Search:
    """The stages of a search, one after another, and the best tree so far."""

    def __init__(
        self,
        requested: Optimum,
        jobs: int,
        checkpoint: Checkpoint | None,
        end: float | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.requested = requested
        self.jobs = jobs
        self.checkpoint = checkpoint
        self.end = end
        self.progress = progress
        rules = requested.rules
        self.codes = every_code(rules)
        most = requested.max_depth or 0
        self.depth = most if most < min(rules.size, MAX_DEPTH) else 0
        """Maximum number of guesses; 0 if the limit has no effect."""
        self.tree: Tree | None = None
        self.worst_bound = 1
        while self._floor(NONE, self.worst_bound) == IMPOSSIBLE:
            self.worst_bound += 1
        self.lower_bound = self._floor(_COSTS.get(requested.objective, TOTAL), most)
        self.stages: dict[str, int] = {}
        """Bounds of the stages that were searched."""
        self.nodes, self.before = 0, 0.0
        rows = kernels.rows_of(self.codes, rules.places)
        self.native = kernels.tree_search(rules, rows, _POLICIES[requested.guesses])
        if checkpoint is not None:
            self._load(checkpoint)
        self.start = monotonic()

    def find(self) -> bool:
        """Runs the search; True if the tree is proven to be optimal, or not to exist."""
        match self.requested.objective:
            case Objective.EXPECTED:
                below = self.requested.below
                limit = IMPOSSIBLE if below is None else min(below, IMPOSSIBLE)
                return self._solve(TOTAL, self.depth, limit, counts=True).done
            case Objective.WORST:
                return self._worst()
            case Objective.EXPECTED_THEN_WORST:
                return self._solve(TOTAL, self.depth, counts=True).done and self._then_worst()
            case Objective.WORST_THEN_EXPECTED:
                return self._worst() and (
                    self.tree is None or self._solve(TOTAL, self.tree.worst, counts=True).done
                )
            case Objective.FEWEST_LAST:
                return self._fewest_last()
            case Objective.MOST_WITHIN:
                most = min(self.requested.max_depth or MAX_DEPTH, MAX_DEPTH)
                return self._solve(MISSED, most, counts=True).done

    def known(self) -> Optimum:
        tree = self.tree
        worst_only = self.requested.objective is Objective.WORST
        nodes, _best, _guess, _guesses, lost = self.native.progress()
        found = replace(
            self.requested,
            lower_bound=self.worst_bound if worst_only else self.lower_bound,
            worst_bound=self.worst_bound,
            nodes=self.nodes + nodes,
            seconds=self._seconds(),
            lost=lost,
        )
        if tree is None:
            return found
        return replace(
            found, total=tree.total, worst=tree.worst, histogram=tree.histogram, tree=tree
        )

    def certificate(self, bound: int) -> bytes:
        """Makes a certificate of a proven lower bound; empty if the time ended before."""
        seconds = self._left()
        try:
            hints = None if seconds < 0 else self.native.certificate(bound, seconds)
        finally:
            self._store()
        if hints is None:
            return b""
        import gzip
        import json

        from mastermine.mastermind.optimal.certificate import FORMAT, VERSION

        spec = self.requested.rules.spec()
        header = {"format": FORMAT, "version": VERSION, "rules": spec, "bound": bound}
        return gzip.compress(f"{json.dumps(header)}\n".encode() + hints, mtime=0)

    def _then_worst(self) -> bool:
        """Minimises the depth among the trees with the least total."""
        while self.tree is not None and self.tree.worst > self.worst_bound:
            total, shorter = self.tree.total, self.tree.worst - 1
            stage = self._solve(TOTAL, shorter, below=total + 1, low=total)
            if not stage.done:
                return False
            if stage.value is None:
                self.worst_bound = shorter + 1
        return True

    def _worst(self) -> bool:
        """Minimises the depth, from below."""
        if self.tree is None:
            self._sketch(TOTAL, self.depth)
        while not (self.depth and self.worst_bound > self.depth):
            stage = self._solve(NONE, self.worst_bound, below=1)
            if not stage.done:
                return False
            if stage.value is not None:
                return True
            self.worst_bound += 1
        return True

    def _fewest_last(self) -> bool:
        depth = self.requested.max_depth
        if depth is None:
            if not self._worst():
                return False
            depth = self.worst_bound
        elif self.tree is None:
            self._sketch(TOTAL, self.depth)
        return self._solve(LAST, depth, counts=True).done

    def _solve(
        self, cost: int, depth: int, below: int = IMPOSSIBLE, low: int = 0, counts: bool = False
    ) -> _Stage:
        """Runs one stage: the least cost within ``depth`` guesses, if less than ``below``.

        ``low``: known lower bound. ``counts``: the bound of this stage is that of the objective.
        """
        name = f"{_STAGES[cost]}/{depth}"
        known = max(self.stages.get(name, 0), low, self._floor(cost, depth))
        stage = _Stage(known, limit=below, decides=self.requested.below is not None)
        if self.tree is not None and (cost == MISSED or not depth or self.tree.worst <= depth):
            stage.take(_cost(self.tree, cost, depth))

        def see() -> None:
            if counts:
                self.lower_bound = max(self.lower_bound, stage.low)
            self._check_bounds(stage.value, stage.low)
            known = self.known()
            self._check_bounds(known.counted, known.lower_bound)
            self._report()

        see()
        least = MIN_TIMED_CODES if self._left() else MIN_WIDE_CODES
        if not stage.done:
            if self.requested.rules.size >= MIN_WIDE_CODES:
                self._raise(cost, depth, stage, see)
            if self.requested.rules.size >= least:
                self._sketch(cost, depth, stage, see)
            if not stage.done:
                self._run(stage, cost, depth, 0, see)
            self._note({"stage": name, "bound": stage.low})
        self.stages[name] = stage.low
        see()
        return stage

    def _sketch(
        self,
        cost: int,
        depth: int,
        stage: _Stage | None = None,
        see: Callable[[], None] | None = None,
    ) -> None:
        """Finds some tree without a proof."""
        stage = stage or _Stage(limit=IMPOSSIBLE)
        for width in WIDTHS:
            if not stage.done and (stage.value is None or stage.value > stage.low):
                self._run(stage, cost, depth, width, see or self._report)

    def _raise(self, cost: int, depth: int, stage: _Stage, see: Callable[[], None]) -> None:
        """Proves ever higher bounds for some time, if it is limited.

        A search that is stopped has proven little; one for a tree just above the bound ends soon.
        """
        end = monotonic() + RAISING_TIME * self._left()
        size = self.requested.rules.size
        low, most = -1, size * (depth or MAX_DEPTH)  # No tree costs more.
        while not stage.done and low < stage.low < most and (seconds := end - monotonic()) > 0:
            low = stage.low
            step = int(STEP * max(low, size)) + 1
            self._run(stage, cost, depth, 0, see, min(low + step, stage.below), seconds)

    def _run(
        self,
        stage: _Stage,
        cost: int,
        depth: int,
        width: int,
        see: Callable[[], None],
        below: int | None = None,
        most: float = inf,
    ) -> None:
        """Searches in threads, of which the first to finish stops the others.

        ``below``: instead of that of the stage. ``most``: maximum number of seconds.
        """
        left = self._left()
        if left < 0:
            return
        if width:
            most = min(most, WIDTH_SECONDS)
        seconds = min(left or inf, most)
        seconds = 0.0 if seconds == inf else seconds
        if below is None:
            below = stage.below
        results: list[tuple[int, int, bytes, int, bool]] = []
        errors: list[BaseException] = []
        ended = Event()

        def work() -> None:
            try:
                results.append(self.native.find(depth, cost, below, width, seconds))
            except BaseException as error:
                errors.append(error)
            ended.set()

        threads = [Thread(target=work, daemon=True) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        stored = monotonic()
        try:
            while not ended.wait(PROGRESS_SECONDS):
                see()
                if stage.decides and self.native.progress()[1] < below:
                    break
                if monotonic() - stored > STORE_SECONDS:
                    self._store()
                    stored = monotonic()
        finally:
            for thread in threads:
                while thread.is_alive():
                    self.native.stop()  # Again: a thread may begin only now.
                    thread.join(PROGRESS_SECONDS)
            for value, bound, tree, _nodes, _stopped in results:
                if value >= 0:
                    self._take(stage, cost, depth, value, tree)
                if not width:
                    stage.low = max(stage.low, bound)
            self._store()
            see()
        for error in errors:
            # The native search found something that contradicts what is known.
            raise _no_tree(str(error)) if isinstance(error, RuntimeError) else error

    def _load(self, checkpoint: Checkpoint) -> None:
        """Loads the facts of earlier runs. Raises InvalidSpec for invalid ones."""
        try:
            for fact in checkpoint.facts:
                nodes, seconds = int(fact["nodes"]), float(fact["seconds"])
                if nodes < 0 or not 0 <= seconds < inf:
                    raise _damaged(checkpoint)
                self.nodes, self.before = max(self.nodes, nodes), max(self.before, seconds)
                self.native.add_facts(bytes.fromhex(fact.get("facts", "")))
                if "tree" in fact:
                    self._grow(bytes.fromhex(fact["tree"]))
                if "bound" in fact:
                    stage, bound = str(fact["stage"]), int(fact["bound"])
                    if bound >= IMPOSSIBLE and stage.endswith("/0"):
                        raise _damaged(checkpoint)  # Without a limit there is always a tree.
                    self.stages[stage] = bound
        except (KeyError, OverflowError, TypeError, ValueError, AttributeError):
            raise _damaged(checkpoint) from None

    def _note(self, fact: dict[str, Any]) -> None:
        if self.checkpoint is not None:
            nodes = self.nodes + self.native.progress()[0]
            self.checkpoint.add(fact | {"nodes": nodes, "seconds": round(self._seconds(), 3)})

    def _store(self) -> None:
        """Stores what took long since the last time."""
        if facts := self.native.take_facts():
            self._note({"facts": facts.hex()})

    def _floor(self, cost: int, depth: int) -> int:
        rules = self.requested.rules
        return floor(rules, cost, rules.size, depth)

    def _take(self, stage: _Stage, cost: int, depth: int, value: int, tree: bytes) -> None:
        """Stores a tree if it is better for a stage."""
        if stage.value is not None and stage.value <= value:
            return
        found = self._grow(tree)
        late = cost != MISSED and 0 < depth < found.worst
        if _cost(found, cost, depth) != value or late:
            raise _wrong_cost(_cost(found, cost, depth), value)
        stage.take(value)
        self._note({"tree": tree.hex()})

    def _grow(self, guesses: bytes) -> Tree:
        """Makes a tree the best one."""
        try:
            self.tree = Tree.from_preorder(
                self.requested.rules,
                self.codes,
                guesses,
                objective=self.requested.objective.value,
            )
        except ValueError as error:
            raise _no_tree(str(error)) from None
        return self.tree

    def _check_bounds(self, found: int | None, least: int) -> None:
        """Raises MastermineError if the cost of a tree contradicts a proven bound."""
        if found is None or found >= least:
            return
        if self.checkpoint is not None:
            raise _damaged(self.checkpoint)
        raise _wrong_cost(found, least)

    def _report(self) -> None:
        if self.progress is not None:
            self.progress(Progress(self.known(), *self.native.progress()[2:4]))

    def _left(self) -> float:
        """Returns the seconds until the end: 0 for no limit, negative if it is over."""
        if self.end is None or self.end == inf:
            return 0.0
        return self.end - monotonic() or -1.0

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
    return (tree.total, last, 0, sum(tree.histogram[depth:]))[cost]
