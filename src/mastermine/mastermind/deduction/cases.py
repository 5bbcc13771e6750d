"""Arguments by contradiction: what if a place had a colour, or a colour another number of pegs?

An argument uses only the rules for one row, the places of a colour, misplaced pegs and the sum of
all colours. *What if* is an assumption that one of these contradicts at once; a *chain* has a few
conclusions before the contradiction, so few that it can be followed in the head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mastermine.i18n.text import N_
from mastermine.mastermind.deduction.position import Facts, Impossible, Position
from mastermine.mastermind.deduction.state import State
from mastermine.mastermind.deduction.step import Argument, Line, Step, Sum

# Translators: the name of a rule: an assumption that contradicts a row at once.
AT_ONCE_NAMES = (N_("what if"),)
# Translators: the name of a rule: an assumption that leads to a contradiction in a few steps.
CHAIN_NAMES = (N_("chain"),)

SHORTEST, MAX_LINES = 2, 6
"""Number of lines of the shortest and of the longest chain, the contradiction included."""


def what_if(state: State) -> Iterator[Step]:
    """Yields the step from assumptions that contradict one row, or one colour, at once."""
    assumptions = []
    for assumed in _wrong_assumptions(state):
        position = _supposed(state.position, assumed)
        if position is not None:
            assumptions.append((assumed, position, position.changes(state.position)))
    for reason in _reasons(state):
        wrong = [
            Argument(assumed, (Line(reason, position, Facts()),))
            for assumed, position, changes in assumptions
            if reason.clue.depends_on(*changes) and _contradicts(reason, position)
        ]
        if wrong:
            yield _step(state, AT_ONCE_NAMES[0], wrong)
            return


def _supposed(known: Position, assumed: Facts) -> Position | None:
    """Returns the position with an assumption; None if that contradicts what is known."""
    try:
        return known.after(assumed)
    except Impossible:
        return None


def _contradicts(reason: Sum, position: Position) -> bool:
    try:
        position.after(reason.clue.facts(position, reason.at_most))
    except Impossible:
        return True
    return False


def chains(state: State) -> Iterator[Step]:
    """Yields the step with the shortest argument, for all assumptions that it refutes alike."""
    numbers = {row.number for row in state.table.last}
    reasons = [each for each in _reasons(state) if numbers.issuperset(each.clue.rows)]
    best: Argument | None = None
    for assumed in _wrong_assumptions(state):
        limit = MAX_LINES if best is None else len(best.lines) - 1
        lines = _contradicted(state.position, assumed, reasons, limit)
        if lines is not None:
            best = Argument(assumed, lines)
            if len(lines) == SHORTEST:
                break
    if best is None:
        return
    path = [line.reason for line in best.lines]
    alike = [best]
    for assumed in _wrong_assumptions(state):
        lines = None if assumed == best.assumed else _replayed(state.position, assumed, path)
        if lines is not None:
            alike.append(Argument(assumed, lines))
    yield _step(state, CHAIN_NAMES[0], alike)


def redone(step: Step, state: State) -> Step | None:
    """Returns the step from those of its arguments that hold in another position."""
    arguments = []
    for argument in step.arguments:
        path = [line.reason for line in argument.lines]
        lines = _replayed(state.position, argument.assumed, path)
        if lines is not None:
            arguments.append(Argument(argument.assumed, lines))
    again = _step(state, step.rule, arguments)
    return None if again.after == state.position else again


def _step(state: State, rule: str, arguments: list[Argument]) -> Step:
    known, facts = state.position, Facts()
    for argument in arguments:
        facts = facts.joined(_refuted(known, argument.assumed))
    lines = [line for argument in arguments for line in argument.lines]
    rows = sorted({row for line in lines for row in line.reason.clue.rows})
    after, rules = known.after(facts), state.table.rules
    return Step(rules, rule, tuple(rows), facts, known, after, tuple(arguments))


def _reasons(state: State) -> list[Sum]:
    table = state.table
    clues = [*table.black, *table.pegs, *table.rest, *table.colours, *table.white, *table.all]
    return [Sum(clue, at_most) for clue in clues for at_most in (True, False)]


def _wrong_assumptions(state: State) -> list[Facts]:
    """Returns the assumptions that no code meets; none if the codes are too many to list."""
    known, certain = state.position, state.table.certain
    if certain is None:
        return []
    found = [
        Facts({place: frozenset((colour,))})
        for place, domain in enumerate(known.domains)
        for colour in sorted(domain - certain.domains[place])
    ]
    for colour, (least, most) in enumerate(zip(known.least, known.most, strict=True)):
        if least < certain.least[colour]:
            found.append(Facts(counts={colour: (least, certain.least[colour] - 1)}))
        if most > certain.most[colour]:
            found.append(Facts(counts={colour: (certain.most[colour] + 1, most)}))
    return found


def _refuted(known: Position, assumed: Facts) -> Facts:
    """Returns what follows if an assumption is wrong."""
    places = {place: known.domains[place] - wrong for place, wrong in assumed.places.items()}
    counts = {}
    for colour, (low, high) in assumed.counts.items():
        if low <= known.least[colour]:
            counts[colour] = high + 1, known.most[colour]
        elif high >= known.most[colour]:
            counts[colour] = known.least[colour], low - 1
    return Facts(places, counts)


def _contradicted(
    known: Position, assumed: Facts, reasons: Sequence[Sum], limit: int
) -> tuple[Line, ...] | None:
    """Returns the lines from an assumption to a contradiction; None if there is none so short."""
    position = _supposed(known, assumed)
    if position is None:
        return None
    path: list[Sum] = []
    places, colours = position.changes(known)
    while places or colours:
        before = position
        for each in reasons:
            if each.clue.depends_on(places, colours):
                try:
                    facts = each.clue.facts(position, each.at_most)
                    after = position.after(facts)
                except Impossible:
                    return _shortened(known, assumed, [*path, each], limit)
                if after != position:
                    path.append(each)
                    more_places, more_colours = after.changes(position)
                    places |= more_places
                    colours |= more_colours
                    position = after
        places, colours = position.changes(before)
    return None


def _shortened(
    known: Position, assumed: Facts, path: list[Sum], limit: int
) -> tuple[Line, ...] | None:
    """Leaves out what the contradiction does not need; None if too many lines remain."""
    for at in range(len(path) - 2, -1, -1):
        fewer = [*path[:at], *path[at + 1 :]]
        if _replayed(known, assumed, fewer) is not None:
            path = fewer
    return _replayed(known, assumed, path) if len(path) <= limit else None


def _replayed(known: Position, assumed: Facts, path: Sequence[Sum]) -> tuple[Line, ...] | None:
    """Returns the lines up to the first contradiction; None if there is none."""
    made = list[Line]()
    position = _supposed(known, assumed)
    if position is None:
        return None
    for each in path:
        try:
            facts = each.clue.facts(position, each.at_most)
            after = position.after(facts)
        except Impossible:
            return (*made, Line(each, position, Facts()))
        if after != position:
            made.append(Line(each, position, facts))
        position = after
    return None
