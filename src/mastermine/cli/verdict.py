"""The result of a duel in words."""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.arena.comparison import Comparison
from mastermine.arena.run import Run
from mastermine.arena.sequential import SequentialTest, Verdict, lost_turns
from mastermine.i18n.numbers import decimal, plain, whole
from mastermine.i18n.text import _, ngettext


def sentences(run: Run, test: SequentialTest, compared: Comparison) -> Iterator[str]:
    """Yields the lines of the result."""
    names = {"first": compared.first, "second": compared.second}
    n = round(test.margin * (100 if run.risky else 1), 9)
    margin = (
        # Translators: {n} may have a fraction; the text replaces {margin} elsewhere.
        ngettext("{n} percentage point", "{n} percentage points", int(n) if n == int(n) else 2)
        if run.risky
        # Translators: {n} has a fraction, such as 0.05; the text replaces {margin} elsewhere.
        else _("{n} guesses")
    )
    names["margin"] = margin.format(n=plain(n))
    match test.verdict:
        case Verdict.BETTER:
            yield _("{first} is better than {second}.").format(**names)
        case Verdict.NOT_BETTER:
            # Translators: {margin} is such as "0.05 guesses" or "1 percentage point".
            yield _("{first} is not better than {second} by {margin}.").format(**names)
        case _none:
            yield _("No decision yet whether {first} is better than {second}.").format(**names)
    # Translators: {ratio} is such as "LLR 2.95 (-2.94 … 2.94)", {margin} such as "0.05 guesses".
    yield ngettext(
        "{ratio} after {n} round, for a margin of {margin}, alpha {alpha} and beta {beta}",
        "{ratio} after {n} rounds, for a margin of {margin}, alpha {alpha} and beta {beta}",
        test.rounds,
    ).format(
        ratio=ratio(test),
        n=whole(test.rounds),
        margin=names["margin"],
        alpha=plain(test.alpha),
        beta=plain(test.beta),
    )
    if not compared.rounds:
        return
    yield _with_interval(compared)
    # Translators: {better}, {equal} and {worse} are numbers of rounds; the form is for {better}.
    yield ngettext(
        "better in {better} round, equal in {equal}, worse in {worse}",
        "better in {better} rounds, equal in {equal}, worse in {worse}",
        compared.better,
    ).format(
        better=whole(compared.better), equal=whole(compared.equal), worse=whole(compared.worse)
    )
    if compared.winner == compared.second:
        yield _("{second} is significantly better.").format(**names)
    if not run.risky and not compared.lossless:
        lost = lost_turns(run.rules) or 0
        yield ngettext(
            "A code that is not found counts as {n} guess in the test.",
            "A code that is not found counts as {n} guesses in the test.",
            lost,
        ).format(n=whole(lost))


def ratio(test: SequentialTest) -> str:
    """Formats the test's log-likelihood ratio and its bounds."""
    # Translators: LLR is a log-likelihood ratio, shown with its two bounds.
    return _("LLR {llr} ({lower} … {upper})").format(
        llr=decimal(test.llr, 2), lower=decimal(test.lower, 2), upper=decimal(test.upper, 2)
    )


def _with_interval(compared: Comparison) -> str:
    """Formats the comparison with the interval of its last number."""
    turns = compared.lossless and not compared.risky
    value = compared.turns if turns else compared.win_rate
    found = compared.turns_interval if turns else compared.win_rate_interval
    if found is None or value is None:
        return compared.sentence()
    low, high = found if value > 0 else (-found[1], -found[0])
    digits, scale = (3, 1) if turns else (2, 100)
    # Translators: {sentence} has no full stop; in brackets is the interval of its figure.
    return _("{sentence} ({confidence} %: {low} to {high})").format(
        sentence=compared.sentence(),
        confidence=plain(100 * compared.confidence),
        low=decimal(scale * low, digits),
        high=decimal(scale * high, digits),
    )
