"""Rules that count: one row, the places of a colour, all colours, two rows, several rows."""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.i18n.text import N_
from mastermine.mastermind.deduction.clues import Kind
from mastermine.mastermind.deduction.state import State
from mastermine.mastermind.deduction.step import Step

ROW_NAMES = EMPTY, FULL, NOTHING_IN_PLACE, IN_PLACE, PEGS, REST = (
    # Translators: the name of a rule: no peg of the row is in the code.
    N_("empty row"),
    # Translators: the name of a rule: all pegs of the row are in the code.
    N_("full row"),
    # Translators: the name of a rule: no peg of the row is in place.
    N_("nothing in place"),
    # Translators: the name of a rule: counting the pegs of a row that are in place.
    N_("places of a row"),
    # Translators: the name of a rule: counting the pegs of a row that are in the code.
    N_("colours of a row"),
    # Translators: the name of a rule: the pegs of the code that are not in a row.
    N_("rest of a row"),
)
# Translators: the name of a rule: where a colour can be.
COLOUR_NAMES = (N_("places of a colour"),)
MISPLACED_NAMES = NOTHING_MISPLACED, MISPLACED = (
    # Translators: the name of a rule: a row without white pegs.
    N_("nothing misplaced"),
    # Translators: the name of a rule: counting the pegs of a row that are misplaced.
    N_("misplaced pegs"),
)
# Translators: the name of a rule: the numbers of all colours together.
ALL_NAMES = (N_("all colours together"),)
PAIR_NAMES = COMPARED, TOGETHER, TWO_PLACES = (
    # Translators: the name of a rule: the difference between two rows.
    N_("two rows compared"),
    # Translators: the name of a rule: two rows without a common colour.
    N_("two rows together"),
    # Translators: the name of a rule: the pegs of two rows that are in place.
    N_("places of two rows"),
)
# Translators: the name of a rule: counting over several rows.
SEVERAL_NAMES = (N_("several rows"),)


def one_row(state: State) -> Iterator[Step]:
    """Yields what follows from each row alone, and from what is known."""
    table, places = state.table, state.table.rules.places
    for clue in table.pegs:
        if clue.total == 0:
            yield from state.from_sum(EMPTY, clue, True)
        elif clue.total == places:
            yield from state.from_sum(FULL, clue, False)
    for clue in table.shown:
        yield from state.from_sum(IN_PLACE, clue, clue.total == 0)
    for clue in table.black:
        if clue.total == 0:
            yield from state.from_sum(NOTHING_IN_PLACE, clue, True)
    for rule, clues in ((IN_PLACE, table.black), (PEGS, table.pegs), (REST, table.rest)):
        for clue in clues:
            for at_most in (True, False):
                yield from state.from_sum(rule, clue, at_most)


def one_colour(state: State) -> Iterator[Step]:
    """Yields what follows from the places that are left for each colour."""
    for clue in state.table.colours:
        for at_most in (True, False):
            yield from state.from_sum(COLOUR_NAMES[0], clue, at_most)


def misplaced(state: State) -> Iterator[Step]:
    """Yields what follows from the pegs of each row that are misplaced."""
    for clue in state.table.white:
        for at_most in (True, False):
            rule = NOTHING_MISPLACED if clue.total == 0 else MISPLACED
            yield from state.from_sum(rule, clue, at_most)


def all_colours(state: State) -> Iterator[Step]:
    """Yields what follows from the number of all pegs."""
    for clue in state.table.all:
        for at_most in (True, False):
            yield from state.from_sum(ALL_NAMES[0], clue, at_most)


def two_rows(state: State) -> Iterator[Step]:
    """Yields what follows from the difference, or the sum, of two rows."""
    names = {Kind.PEGS: COMPARED, Kind.REST: TOGETHER, Kind.BLACK: TWO_PLACES}
    for clue in state.table.pairs:
        for at_most in (True, False):
            yield from state.from_sum(names[clue.kind], clue, at_most)


def several_rows(state: State) -> Iterator[Step]:
    """Yields what follows from sums and differences of several rows."""
    for clue in state.table.several:
        for at_most in (True, False):
            yield from state.from_sum(SEVERAL_NAMES[0], clue, at_most)
