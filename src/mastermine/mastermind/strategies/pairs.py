"""A method that tests new colours while it places the known ones."""

from collections.abc import Iterator
from itertools import chain

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code
from mastermine.mastermind.schemes.taught import (
    Advice,
    Method,
    consistent,
    everywhere,
    halves,
    in_order,
)


def lesson(view: CodeView) -> Iterator[Advice]:
    """Yields ways to tell colours apart, to place them, and to test two new ones; then a code."""
    known, tested = view.knowledge, list(dict.fromkeys(chain(*(t.action for t in view.turns))))
    new = [colour for colour in range(view.rules.symbols) if colour not in tested]
    if known.colours_known():
        yield in_order(known.first())
    yield from _separated(view)
    if new:
        yield from _placed(view, tested, new[0])
    if len(new) > 1:
        yield _both_new(view, *new[:2])
    yield consistent(known.first())


def _separated(view: CodeView) -> Iterator[Advice]:
    """Yields the first colour of a pair whose answer may be of either colour."""
    rules, codes = view.rules, view.knowledge.codes
    for turn in view.turns:
        first, second = turn.action[0], turn.action[-1]
        if first != second and turn.action == halves(rules, first, second):
            number = (codes == first).sum(axis=1)
            if (number != number[0]).any():
                yield Advice(
                    everywhere(rules, first),
                    # Translators: {first} and {second} are names of colours.
                    N_(
                        "{first} everywhere: the black pegs count {first}; the other pegs of this "
                        "pair were {second}."
                    ),
                    {"first": first, "second": second},
                )


def _placed(view: CodeView, tested: list[int], new: int) -> Iterator[Advice]:
    """Yields a place for each colour that is in the code, with a new colour everywhere else."""
    codes = view.knowledge.codes
    for colour in tested:
        here = codes == colour
        certain, possible = here.all(axis=0), here.any(axis=0)
        if here.sum(axis=1).min() > certain.sum():
            place = int((possible & ~certain).argmax())
            guess = [new] * view.rules.places
            guess[place] = colour
            yield Advice(
                tuple(guess),
                # Translators: {colour} and {new} are names of colours.
                N_(
                    "{colour} is in the code: it is tried in place {place}, with {new} in all "
                    "others. Without a white peg it is right there."
                ),
                {"colour": colour, "new": new},
                place,
            )


def _both_new(view: CodeView, first: int, second: int) -> Advice:
    """Returns a test of two new colours: one where the code is known, the other where it is not."""
    rules, codes = view.rules, view.knowledge.codes
    certain = (codes == codes[0]).all(axis=0)
    colours = {"first": first, "second": second}
    if not certain.any():
        return Advice(
            halves(rules, first, second),
            # Translators: {first} and {second} are names of colours.
            N_("Two new colours at once, {first} and {second}: without a peg, neither is in."),
            colours,
        )
    return Advice(
        tuple(first if known else second for known in certain),
        # Translators: {first} and {second} are names of colours.
        N_(
            "Two new colours: {first} in the known places and {second} in the others. White pegs "
            "count {first}, black pegs count {second}."
        ),
        colours,
    )


METHOD = Method("pairs", lesson, listed=True)


@strategy(METHOD.name, cite=N_("folklore"), reasons=METHOD.reasons, check_rules=METHOD.check)
def pairs(view: CodeView) -> Code:
    """Rule out two colours at once; place those that are in the code while testing new ones.

    With four places: 1122, and if there are pegs, 1111 to tell 1 and 2 apart. A colour that is in
    the code is tried in one place, with a new colour in all others (3313). Once no such colour
    remains, two new colours are tested: one in the known places, the other in the unknown ones,
    where white pegs count the first and black pegs the second. When all colours are known or
    tested, it guesses the smallest consistent code. Guesses that give no information are skipped.
    Codes must allow repeats, few enough to list, and answers have black and white pegs.
    """
    return METHOD.guess(view)
