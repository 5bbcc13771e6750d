"""The ladder of deduction rules, from the simplest to the hardest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from mastermine.core.turns import Turns, turns_of
from mastermine.mastermind.deduction import cases, counting, listing
from mastermine.mastermind.deduction.position import Impossible, Position
from mastermine.mastermind.deduction.state import State, Table
from mastermine.mastermind.deduction.step import Listing, Step, Sum
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates, contradiction, listable
from mastermine.mastermind.rules import Code, Mastermind

Rule = Callable[[State], Iterator[Step]]
"""Function that yields the steps that a rule finds."""

LADDER: tuple[Rule, ...] = (
    counting.one_row,
    counting.one_colour,
    counting.misplaced,
    counting.all_colours,
    counting.two_rows,
    cases.what_if,
    counting.several_rows,
    cases.chains,
    listing.fewest_rows,
)
"""All rules, the simplest first."""

_NAMES_OF = (
    counting.ROW_NAMES,
    counting.COLOUR_NAMES,
    counting.MISPLACED_NAMES,
    counting.ALL_NAMES,
    counting.PAIR_NAMES,
    cases.AT_ONCE_NAMES,
    counting.SEVERAL_NAMES,
    cases.CHAIN_NAMES,
    listing.NAMES,
)
"""Names of each rule of the ladder."""

NAMES: tuple[str, ...] = tuple(chain.from_iterable(_NAMES_OF))
"""Names of all rules."""


def rung(step: Step) -> int:
    """Returns the index in ``LADDER`` of the rule of a step."""
    return next(at for at, names in enumerate(_NAMES_OF) if step.rule in names)


def deduce(
    rules: Mastermind,
    turns: Turns[Code, Feedback],
    *,
    since: int = 0,
    ladder: Sequence[Rule] = LADDER,
) -> Iterator[Step]:
    """Yields all conclusions from the rows of a game, step by step, the simplest first.

    Each step uses what earlier steps concluded; after each one the search starts again with the
    simplest rule. In a game with at most ``listing.MAX_CODES`` codes, the steps find everything
    that all possible codes have in common: the colours that a place may have, and the least and the
    greatest number of pegs of each colour; in a larger game, if at most ``listing.MAX_LEFT`` codes
    are possible. Otherwise they find what counting finds and, if the codes can be listed at all,
    short arguments. Of more than ``state.MAX_TOGETHER`` rows, only the last ones are added up three
    at a time, or used in chains.

    ``turns`` may be texts. ``since``: number of rows whose conclusions are already known, so that
    only those of the later rows are found. Rows with an unknown answer count, but say nothing.
    Raises Contradiction if no code is possible, and IllegalMove for a turn of other rules.
    """
    yield from _steps(_state(rules, turns, since), ladder)


def _state(rules: Mastermind, turns: Turns[Code, Feedback], since: int) -> State:
    """Returns the state with all rows and what is known after the first of them.

    Raises Contradiction, IllegalMove.
    """
    given = tuple(turns_of(rules, turns))
    known = Position.start(rules)
    if not listable(rules):
        for step in deduce(rules, given[:since]) if since else ():
            known = step.after
        return State(Table(rules, given), known)
    candidates = Candidates(rules)
    for turn in given[:since]:
        candidates = candidates.after(turn)
    if since:
        known = Position.of_codes(candidates.codes, rules.symbols)
    for turn in given[since:]:
        candidates = candidates.after(turn)
    return State(Table(rules, given, candidates.codes), known)


def _steps(state: State, ladder: Sequence[Rule] = LADDER) -> Iterator[Step]:
    """Yields all steps from a state. Raises Contradiction."""
    table = state.table
    try:
        while state.position != table.certain:
            step = next(chain.from_iterable(rule(state) for rule in ladder), None)
            if step is None:
                return
            yield step
            state = State(table, step.after)
    except Impossible:
        last = len(table.turns) - 1
        raise contradiction(table.rules.notation, table.turns, last) from None


def proof(
    rules: Mastermind, turns: Turns[Code, Feedback], proved: Callable[[Position], bool]
) -> list[Step]:
    """Returns the steps up to a position with a property, without those that it does not need.

    Empty if the steps do not lead there, or if the property holds from the start. ``deduce`` says
    what it raises.
    """
    start = _state(rules, turns, 0)
    if proved(start.position):
        return []
    steps = list[Step]()
    for step in _steps(start):
        steps.append(step)
        if proved(step.after):
            return _without_detours(start, steps, proved)
    return []


def essence(rules: Mastermind, turns: Turns[Code, Feedback], *, since: int = 0) -> list[Step]:
    """Returns the steps of ``deduce`` that a person needs.

    These are the steps to what is certain of the places, the colours that are in the code and those
    that are not. Other limits of the number of a colour are left out if nothing is concluded from
    them.
    """
    start = _state(rules, turns, since)
    steps = [*_steps(start)]
    if not steps:
        return []
    goal = steps[-1].after

    def proved(position: Position) -> bool:
        return position.domains == goal.domains and position.least == goal.least

    return [] if proved(start.position) else _without_detours(start, steps, proved)


def refutation(rules: Mastermind, turns: Turns[Code, Feedback], code: Code) -> list[Step]:
    """Returns the steps that prove that the code is not ``code``; the last one concludes it.

    Empty if no step excludes it: then it is possible, or it gets another answer in some row though
    all that is certain of places and colours allows it.
    """
    return proof(rules, turns, lambda position: not position.allows(code))


def _without_detours(
    start: State, steps: list[Step], proved: Callable[[Position], bool]
) -> list[Step]:
    """Leaves out the steps without which the others still lead to a position with a property."""
    at = len(steps)
    while at:
        at = min(at, len(steps)) - 1
        fewer = _again(start, [*steps[:at], *steps[at + 1 :]], proved)
        steps = steps if fewer is None else fewer
    return steps


def _again(
    state: State, steps: list[Step], proved: Callable[[Position], bool]
) -> list[Step] | None:
    """Draws the conclusions of some steps again; None if they do not lead there."""
    made = list[Step]()
    for step in steps:
        again = _redone(step, state)
        if again is not None:
            made.append(again)
            state = State(state.table, again.after)
        if proved(state.position):
            return made
    return None


def _redone(step: Step, state: State) -> Step | None:
    """Draws the conclusion of a step in another position; None if it is nothing new there."""
    match step.reason:
        case Sum(clue, at_most):
            return next(state.from_sum(step.rule, clue, at_most), None)
        case Listing():
            return listing.redone(step, state)
        case _:
            return cases.redone(step, state)
