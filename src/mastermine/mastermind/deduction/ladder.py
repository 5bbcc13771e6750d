"""The ladder of deduction rules, from the simplest to the hardest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from mastermine.core.game import Turn
from mastermine.core.turns import Turns, turns_of
from mastermine.i18n.text import _, capital
from mastermine.mastermind.deduction import cases, counting, listing
from mastermine.mastermind.deduction.position import Impossible, Position
from mastermine.mastermind.deduction.state import Row, State, Table
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


def heading(rule: str) -> str:
    """Returns the name of a rule as a heading."""
    return capital(_(rule))


def deduce(
    rules: Mastermind,
    turns: Turns[Code, Feedback],
    *,
    since: int = 0,
    numbers: Sequence[int] | None = None,
    ladder: Sequence[Rule] = LADDER,
) -> Iterator[Step]:
    """Yields all conclusions from the rows of a game, step by step, the simplest first.

    Each step uses what earlier steps concluded; after each one the search starts again with the
    simplest rule. In a game with at most ``listing.MAX_CODES`` codes, the steps find everything
    that all possible codes have in common: the colours that a place may have, and the least and the
    greatest number of pegs of each colour. In larger games they find what counting finds and, if
    the codes can be listed at all, short arguments.

    ``turns`` may be texts. ``since``: number of rows whose conclusions are already known, so that
    only those of the later rows are found. ``numbers`` of the rows [default: 1, 2, 3, …]. Raises
    Contradiction if no code is possible, and IllegalMove for a turn that is not of these rules.
    """
    given = turns_of(rules, turns)
    table, known = _table(rules, given, since, numbers)
    try:
        yield from _steps(State(table, known), ladder)
    except Impossible:
        raise contradiction(rules.notation, given, len(given) - 1) from None


def _table(
    rules: Mastermind,
    turns: Sequence[Turn[Code, Feedback]],
    since: int,
    numbers: Sequence[int] | None,
) -> tuple[Table, Position]:
    """Returns the rows, and what is known after the first of them. Raises Contradiction."""
    rows = tuple(
        Row(number, turn.action, turn.feedback)
        for number, turn in zip(numbers or range(1, len(turns) + 1), turns, strict=True)
        if turn.feedback is not rules.unknown
    )
    known = Position.start(rules)
    if not listable(rules):
        if since:
            for step in deduce(rules, turns[:since]):
                known = step.after
        return Table(rules, rows), known
    candidates = Candidates(rules)
    for turn in turns[:since]:
        candidates = candidates.after(turn)
    if since:
        known = Position.of_codes(candidates.codes, rules.symbols)
    for turn in turns[since:]:
        candidates = candidates.after(turn)
    return Table(rules, rows, candidates.codes), known


def _steps(state: State, ladder: Sequence[Rule]) -> Iterator[Step]:
    while state.position != state.table.certain:
        step = next(chain.from_iterable(rule(state) for rule in ladder), None)
        if step is None:
            return
        yield step
        state = State(state.table, step.after)


def proof(
    rules: Mastermind,
    turns: Turns[Code, Feedback],
    proved: Callable[[Position], bool],
    *,
    since: int = 0,
    numbers: Sequence[int] | None = None,
) -> list[Step]:
    """Returns the steps up to a position with a property, without those that it does not need.

    Empty if the steps do not lead there, or if the property holds from the start. ``since`` and
    ``numbers`` as for ``deduce``, which also says what it raises.
    """
    given = turns_of(rules, turns)
    table, known = _table(rules, given, since, numbers)
    if proved(known):
        return []
    steps = list[Step]()
    for step in _steps(State(table, known), LADDER):
        steps.append(step)
        if proved(step.after):
            return _without_detours(table, known, steps, proved)
    return []


def essence(
    rules: Mastermind,
    turns: Turns[Code, Feedback],
    *,
    since: int = 0,
    numbers: Sequence[int] | None = None,
) -> list[Step]:
    """Returns the steps of ``deduce`` that a person needs.

    These are the steps to what is certain of the places, the colours that are in the code and those
    that are not. Other limits of the number of a colour are left out if nothing is concluded from
    them.
    """
    given = turns_of(rules, turns)
    table, known = _table(rules, given, since, numbers)
    steps = [*_steps(State(table, known), LADDER)]
    if not steps:
        return []
    goal = steps[-1].after

    def proved(position: Position) -> bool:
        return position.domains == goal.domains and position.least == goal.least

    return [] if proved(known) else _without_detours(table, known, steps, proved)


def refutation(
    rules: Mastermind,
    turns: Turns[Code, Feedback],
    code: Code,
    *,
    numbers: Sequence[int] | None = None,
) -> list[Step]:
    """Returns the steps that prove that the code is not ``code``; the last one concludes it.

    Empty if no step excludes it: then it is possible, or it gets another answer in some row though
    all that is certain of places and colours allows it.
    """
    return proof(rules, turns, lambda position: not position.allows(code), numbers=numbers)


def _without_detours(
    table: Table, known: Position, steps: list[Step], proved: Callable[[Position], bool]
) -> list[Step]:
    """Leaves out the steps without which the others still lead to a position with a property."""
    at = len(steps)
    while at:
        at = min(at, len(steps)) - 1
        fewer = _again(table, known, [*steps[:at], *steps[at + 1 :]], proved)
        steps = steps if fewer is None else fewer
    return steps


def _again(
    table: Table, known: Position, steps: list[Step], proved: Callable[[Position], bool]
) -> list[Step] | None:
    """Draws the conclusions of some steps from the start; None if they do not lead there."""
    made = list[Step]()
    for step in steps:
        again = _redone(step, State(table, known))
        if again is not None:
            made.append(again)
            known = again.after
        if proved(known):
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
