"""The methodical approach: one colour is the filler, each other colour is tested beside it."""

from collections.abc import Iterator

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.feedback import Pegs
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
    """Yields the filler, each other colour beside it, and at last the order of the colours."""
    rules, known = view.rules, view.knowledge
    filler, *others = range(rules.symbols)
    alone = everywhere(rules, filler)
    if known.colours_known():
        yield in_order(_left_half_first(view))
    yield Advice(
        alone,
        # Translators: {filler} is the name of a colour.
        N_(
            "{filler} everywhere: the black pegs count {filler}. It fills half of the next guesses."
        ),
        {"filler": filler},
    )
    absent = Pegs(0, 0) in known.split(alone)
    for new in others:
        yield Advice(
            halves(rules, filler, new),
            # Translators: {filler} and {new} are names of colours.
            N_(
                "{filler} on the left, {new} on the right. A white peg puts {new} into the left "
                "half, a black one into the right."
            )
            if absent
            # Translators: {filler} and {new} are names of colours.
            else N_(
                "{filler} on the left, {new} on the right. Without the pegs that {filler} alone "
                "would get, a white peg puts {new} into the left half, a black one into the right."
            ),
            {"filler": filler, "new": new},
        )
    yield consistent(_left_half_first(view))


def _left_half_first(view: CodeView) -> Code:
    """Returns the consistent code with the smallest right half, and of these the smallest one."""
    known, middle = view.knowledge, view.rules.places // 2
    if not known.listed:
        return known.first()
    return min(known, key=lambda code: code[middle:] + code[:middle])


METHOD = Method("methodical", lesson)


@strategy(METHOD.name, cite=N_("folklore"), reasons=METHOD.reasons, check_rules=METHOD.check)
def methodical(view: CodeView) -> Code:
    """Test each colour beside a filler, for its number and its half; then find the order.

    With four places: 1111, where 1 becomes the filler, then 1122, 1133, 1144, … until all colours
    are known. A white peg for the new colour means that it belongs in the left half, where the
    filler stands; a black one means the right half. Then it guesses consistent codes and changes
    the left half first. Guesses that give no information are skipped. The method is meant for up
    to six colours; it needs one guess for each more. Codes must allow repeats, and answers have
    black and white pegs.
    """
    return METHOD.guess(view)
