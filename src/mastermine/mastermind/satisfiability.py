"""Whether a code fits all turns, by a SAT solver: for games of any size.

To tell whether any code fits is NP-complete (Stuckman and Zhang, 2005), with black pegs alone, too
(de Bondt, 2004; Goodrich, 2009). So nothing here is quick for certain; whatever takes longer than
``seconds`` raises Undecided, and None is without limit. Nothing is kept between calls.

A variable says that a place has a colour. A counter of literals is a row of literals, of which the
one at index k says that more than k of them are true (a totalizer: Bailleux and Boufkhad, 2003).
The answer to a guess is then four literals at most: so many black pegs and not one more, and
likewise the pegs in common. ``benchmarks/satisfiability.py`` measures other ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Self

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.numbers import plain
from mastermine.core.text import _
from mastermine.mastermind.feedback import Black, Pegs, Places
from mastermine.mastermind.rules import Code

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.rules import Mastermind

    Turns = Sequence[Turn[Code, Feedback]]

SOLVER = "minisat22"

FIRST_SLICE, LAST_SLICE, GROWTH = 200_000, 2_000_000, 1.5
"""How many propagations pass between two looks at the clock, in the beginning and at most: tenths
of a second. They are counted, not timed, so that the same question has the same answer."""

EFFORT = 500_000
"""So many propagations a question may take at first that others may make superfluous."""

FEW = 5
"""Of so many literals each two are kept apart."""


class Undecided(MastermineError):
    """The time was over. ``found`` are the codes that were found until then, if any."""

    def __init__(self, message: str, found: Sequence[Code] = ()) -> None:
        super().__init__(message)
        self.found = tuple(found)

    def __reduce__(self) -> tuple[type[Undecided], tuple[str, tuple[Code, ...]]]:
        return type(self), (str(self), self.found)


@dataclass(frozen=True)
class Conflict:
    """Turns that contradict each other, as indices from 0, in order.

    ``proven``: no contradiction has fewer turns. ``least``: none is known to have fewer than so
    many. ``irreducible``: without any one of them the others fit together.
    """

    turns: tuple[int, ...]
    proven: bool
    least: int
    irreducible: bool


def find(rules: Mastermind, turns: Turns, seconds: float | None = None) -> Code | None:
    """Some code that fits all turns; None where there is none, for certain."""
    with _Codes(rules, turns, _Clock(seconds)) as codes:
        codes.settle(turns)
        return codes.find()


def smallest(rules: Mastermind, turns: Turns, seconds: float | None = None) -> Code | None:
    """The first code in numeric order that fits all turns; None where there is none."""
    with _Codes(rules, turns, _Clock(seconds)) as codes:
        codes.settle(turns)
        found = best = codes.find()
        if best is None:
            return None
        for place in range(rules.places):
            while found is not None:
                best = found
                found = codes.find([-x for x in codes.has[place][best[place] :] if x])
            found = best
            codes.solver.add(codes.has[place][best[place]])
        return best


def another(
    rules: Mastermind, turns: Turns, known: Iterable[Code], seconds: float | None = None
) -> Code | None:
    """A code that fits all turns and is none of those that are known; None where there is none."""
    with _Codes(rules, turns, _Clock(seconds), alike=False) as codes:
        codes.settle(turns)
        for code in known:
            codes.rule_out(code)
        return codes.find()


def several(rules: Mastermind, turns: Turns, most: int, seconds: float | None = None) -> list[Code]:
    """Codes that fit all turns, ``most`` of them; where fewer come back there are no others."""
    found: list[Code] = []
    try:
        with _Codes(rules, turns, _Clock(seconds), alike=False) as codes:
            codes.settle(turns)
            while len(found) < most and (code := codes.find()) is not None:
                found.append(code)
                codes.rule_out(code)
    except Undecided as late:
        raise Undecided(str(late), found) from None
    return found


def tells(rules: Mastermind, turns: Turns, guess: Code, seconds: float | None = None) -> bool:
    """Whether codes that fit all turns could give different answers to a guess."""
    clock = _Clock(seconds)
    code = find(rules, turns, seconds)
    if code is None:
        return False
    asked = _turn(guess, rules.respond(code, guess))
    with _Codes(rules, [*turns, asked], clock) as codes:
        codes.settle(turns)
        codes.solver.add(*(-literal for literal in codes.answers[-1]))
        return codes.find() is not None


def first_contradiction(
    rules: Mastermind, turns: Turns, seconds: float | None = None
) -> int | None:
    """The first turn, counted from 0, with which no code fits any more; None where some does.

    What is asked first is what is easy: whether a little more than what fits does so, too, and
    whether a little less than what does not still does not.
    """
    with _Codes(rules, turns, _Clock(seconds)) as codes:
        if codes.find_for(range(len(turns))) is not None:
            return None
        # The turns before ``low`` fit together; those up to ``high`` do not.
        low, high = 0, codes.core()[-1]
        effort = EFFORT
        while low < high:
            for longest in (True, False):
                with suppress(_Laborious):
                    while low < high:
                        code = codes.find_for(range(high if longest else low + 1), effort)
                        if code is None:
                            high = codes.core()[-1]
                        else:
                            met = codes.met(code)
                            low = next(turn for turn in range(high + 1) if turn not in met)
            effort *= 4
        return high


def contradiction(rules: Mastermind, turns: Turns, seconds: float | None = None) -> Conflict | None:
    """The fewest turns that contradict each other; None where some code fits all turns.

    When the time is over it is the fewest so far; Undecided is raised where not even is known
    whether a code fits.
    """
    best = None
    with _Codes(rules, turns, _Clock(seconds)) as codes:
        try:
            for smaller in _ever_smaller(codes):
                best = smaller
        except Undecided:
            if best is None:
                raise
    return best


def _ever_smaller(codes: _Codes) -> Iterator[Conflict]:
    """Contradictions, or the same with more known about it; the last one is the smallest.

    First turns are left out, one by one. Then by implicit hitting sets (Ignatiev, Previti, Liffiton
    and Marques-Silva, 2015): where turns fit together, a contradiction has one of the others. The
    smallest set that has one of the others each time either contradicts itself, and then nothing
    smaller does, or some code fits it, and there are others to be hit.
    """
    if codes.find_for(range(len(codes.turns))) is not None:
        return
    best = codes.core()
    yield Conflict(tuple(best), False, 1, False)
    with _Hits(len(codes.turns), codes.clock) as hits:
        needed: set[int] = set()
        effort = EFFORT
        while len(needed) < len(best):
            for turn in list(best):
                if turn in needed or turn not in best:
                    continue
                with suppress(_Laborious):
                    code = codes.find_for([other for other in best if other != turn], effort)
                    if code is None:
                        best = codes.core()
                    else:
                        needed.add(turn)
                        hits.add(codes.missed(code))
                    yield Conflict(tuple(best), False, 1, False)
            effort *= 4
        while len(chosen := hits.smallest()) < len(best):
            yield Conflict(tuple(best), False, len(chosen), True)
            code = codes.find_for(chosen)
            if code is None:
                best = chosen
                break
            hits.add(codes.missed(code))
        yield Conflict(tuple(best), True, len(best), True)


def _denied(counter: list[int], n: int) -> list[int]:
    """What says that fewer than n are true; nothing does for n = 0."""
    return [-counter[n - 1]] if n else []


def _turn(guess: Code, feedback: Feedback) -> Turn[Code, Feedback]:
    from mastermine.core.game import Turn

    return Turn(guess, feedback)


class _Laborious(Exception):
    """More effort than the question was worth for now."""


class _Clock:
    """Raises Undecided when the time is over."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.start = monotonic()

    def check(self) -> None:
        if self.seconds is not None and monotonic() - self.start >= self.seconds:
            raise Undecided(_("not decided within {n} s").format(n=plain(self.seconds)))


class _Solver:
    """Clauses, counters, and a solver that looks at the clock again and again."""

    def __init__(self, clock: _Clock) -> None:
        try:
            from pysat.solvers import Solver
        except ImportError:
            raise InvalidSpec(
                _("this needs a SAT solver, python-sat: pip install 'mastermine[sat]'")
            ) from None
        self.clock = clock
        self.names = 0
        self._solver = Solver(name=SOLVER)

    def delete(self) -> None:
        self._solver.delete()

    def new(self) -> int:
        """A variable."""
        self.names += 1
        return self.names

    def add(self, *literals: int) -> None:
        """One of these is true."""
        self._solver.add_clause(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of these are true. A variable stands for any of the first ones."""
        first, rest = literals[:FEW], literals[FEW:]
        for index, literal in enumerate(first):
            for other in first[:index]:
                self.add(-literal, -other)
        if rest:
            any_of_them = self.new()
            for literal in first:
                self.add(-literal, any_of_them)
            self.at_most_one([any_of_them, *rest])

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        """A counter of these literals, of ``most`` entries or as many as there are literals."""
        if len(literals) <= 1:
            return list(literals[:most])
        half = len(literals) // 2
        left, right = self.counted(literals[:half], most), self.counted(literals[half:], most)
        both = [self.new() for _count in range(min(most, len(literals)))]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                # At least i and at least j make i + j; no more than i and j, no more together.
                if total := min(i + j, len(both)):
                    self.add(both[total - 1], *_denied(left, i), *_denied(right, j))
                if i + j < len(both):
                    self.add(-both[i + j], *left[i : i + 1], *right[j : j + 1])
        return both

    def solve(self, assumed: Iterable[int] = (), effort: int | None = None) -> bool:
        """Whether all clauses can be true, and what is assumed.

        Raises Undecided, and _Laborious after ``effort`` propagations. Other threads run meanwhile,
        and Ctrl-C comes through after a slice.
        """
        assumed = list(assumed)
        slice_, spent = FIRST_SLICE, 0
        while effort is None or spent < effort:
            self.clock.check()
            self._solver.prop_budget(slice_)
            answer = self._solver.solve_limited(assumed, expect_interrupt=True)
            if answer is not None:
                return bool(answer)
            spent += slice_
            slice_ = min(int(slice_ * GROWTH), LAST_SLICE)
        raise _Laborious

    def true(self) -> set[int]:
        """The variables that are true, after ``solve`` said that there is a way."""
        return {literal for literal in self._solver.get_model() or () if literal > 0}

    def core(self) -> list[int]:
        """Of what was assumed, literals that cannot be true together, after there was no way."""
        return list(self._solver.get_core() or ())


class _Codes:
    """The codes of a game, and the answers that they give to the guesses of some turns.

    ``has``: for each place and colour the literal that says so; 0 where it cannot be. ``answers``:
    for each turn the literals that together say that the code gives its answer. ``alike``: of
    colours that no guess has the first stands for all, which changes neither whether a code fits
    nor which is the smallest.
    """

    def __init__(self, rules: Mastermind, turns: Turns, clock: _Clock, alike: bool = True) -> None:
        for turn in turns:
            rules.check(turn.action)
            rules.encode(turn.feedback)
        self.rules = rules
        self.turns = turns
        self.clock = clock
        self.solver = _Solver(clock)
        try:
            self._write(alike)
        except BaseException:
            self.solver.delete()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.solver.delete()

    def _write(self, alike: bool) -> None:
        rules, solver = self.rules, self.solver
        guessed = {colour for turn in self.turns for colour in turn.action}
        spare = [colour for colour in range(rules.symbols) if colour not in guessed]
        left_out = set(spare[1:]) if alike and rules.repeats else set()
        self.has = [
            [0 if colour in left_out else solver.new() for colour in range(rules.symbols)]
            for _place in range(rules.places)
        ]
        for row in self.has:
            self.clock.check()
            solver.add(*filter(None, row))
            solver.at_most_one([x for x in row if x])
        columns = list(zip(*self.has, strict=True))
        if not rules.repeats:
            for column in columns:
                solver.at_most_one(column)
        wanted: Counter[int] = Counter()
        for turn in self.turns:
            if isinstance(turn.feedback, Pegs):
                wanted |= Counter(turn.action)
        stands: dict[int, list[int]] = {}
        for colour, most in wanted.items():
            self.clock.check()
            stands[colour] = solver.counted(columns[colour], most)
        self.answers = [self._answer(turn, stands) for turn in self.turns]

    def _answer(self, turn: Turn[Code, Feedback], stands: dict[int, list[int]]) -> list[int]:
        self.clock.check()
        agree = [row[colour] for row, colour in zip(self.has, turn.action, strict=True)]
        match turn.feedback:
            case Places(right):
                return [x if yes else -x for x, yes in zip(agree, right, strict=True)]
            case Black(black):
                return self._exactly(black, agree)
            case Pegs(black, white):
                common = [x for c, n in Counter(turn.action).items() for x in stands[c][:n]]
                return [*self._exactly(black, agree), *self._exactly(black + white, common)]

    def _exactly(self, n: int, literals: Sequence[int]) -> list[int]:
        """What says that so many of these are true, and not one more."""
        more = self.solver.counted(literals, n + 1)
        return [*more[max(n - 1, 0) : n], *(-x for x in more[n:])]

    def settle(self, turns: Turns) -> None:
        """Only codes that fit these turns, with which the others begin, count from now on."""
        for literals in self.answers[: len(turns)]:
            for literal in literals:
                self.solver.add(literal)

    def rule_out(self, code: Code) -> None:
        """This code does not count from now on."""
        self.rules.check(code)
        self.solver.add(*(-row[colour] for row, colour in zip(self.has, code, strict=True)))

    def find(self, assumed: Iterable[int] = (), effort: int | None = None) -> Code | None:
        """A code of which all that is assumed is true."""
        if not self.solver.solve(assumed, effort):
            return None
        true = self.solver.true()
        return tuple(next(c for c, x in enumerate(row) if x in true) for row in self.has)

    def find_for(self, chosen: Iterable[int], effort: int | None = None) -> Code | None:
        """A code that fits the turns with these indices."""
        return self.find((x for turn in chosen for x in self.answers[turn]), effort)

    def core(self) -> list[int]:
        """The indices of turns that contradict each other, after ``find_for`` found nothing.

        Where places are told, turns may share a literal; the first of them counts.
        """
        literals = set(self.solver.core())
        found: list[int] = []
        for turn, answer in enumerate(self.answers):
            if not literals.isdisjoint(answer):
                found.append(turn)
                literals.difference_update(answer)
        return found

    def met(self, code: Code) -> set[int]:
        """The indices of the turns that a code fits."""
        respond = self.rules.respond
        return {
            n for n, turn in enumerate(self.turns) if respond(code, turn.action) == turn.feedback
        }

    def missed(self, code: Code) -> list[int]:
        """The indices of the turns that a code does not fit, or another that fits more of them.

        A turn of which it takes too much effort to say whether it can be met, too, is missed.
        """
        met = self.met(code)
        for turn in range(len(self.turns)):
            if turn not in met:
                with suppress(_Laborious):
                    better = self.find_for([*sorted(met), turn], FIRST_SLICE)
                    met = met if better is None else self.met(better)
        return [turn for turn in range(len(self.turns)) if turn not in met]


class _Hits:
    """The smallest set of turns that has at least one of each of some sets of turns."""

    def __init__(self, turns: int, clock: _Clock) -> None:
        self.solver = _Solver(clock)
        self.turns = [self.solver.new() for _turn in range(turns)]
        self.more = self.solver.counted(self.turns, turns)
        self.least = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.solver.delete()

    def add(self, turns: Iterable[int]) -> None:
        """One of these is to be in the set, too."""
        self.solver.add(*(self.turns[turn] for turn in turns))

    def smallest(self) -> list[int]:
        """The indices of the turns, in order."""
        while not self.solver.solve([-x for x in self.more[self.least : self.least + 1]]):
            self.least += 1
        true = self.solver.true()
        return [turn for turn, x in enumerate(self.turns) if x in true]
