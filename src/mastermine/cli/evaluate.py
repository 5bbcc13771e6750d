"""The command ``mastermine evaluate``: every code once, or a sample of the codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mastermine.cli import output, standings
from mastermine.command_line import seed_option
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.arena.evaluation import Evaluation

MAX_SERIAL_CODES = 20_000
"""Maximum number of codes played without worker processes."""

MAX_COLUMNS = 50
"""Maximum number of columns for the numbers of guesses, also without a limit on the width."""


@click.command(
    help=_(
        "Count the guesses that strategies need over all codes.\n\n"
        "Each strategy plays every code once, so the results are exact, except for strategies that "
        "use random numbers: their results depend on --seed. The limit of guesses is ignored.\n\n"
        "With --sample each strategy plays that many random codes, and the results are estimates. "
        "In games of more than 131,072 codes strategies that rate guesses by the sizes of parts "
        "then rate only some guesses, by a sample of the possible codes.\n\n"
        "\b\n"
        "  mastermine evaluate 4x6 --strategy knuth,entropy\n"
        "  mastermine evaluate bulls-and-cows -s first-consistent --json\n"
        "  mastermine evaluate 6x10 -s entropy --sample 2000"
    )
)
@output.spec_argument
@output.strategies_option()
@output.jobs_option
@output.cluster_option
@output.memory_option
@click.option(
    "--sample",
    metavar="N",
    type=click.IntRange(min=1),
    help=_("Number of random codes to play instead of all of them."),
)
@seed_option(default=0)
@output.json_option
def evaluate(
    spec: str,
    names: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    memory: int | None,
    sample: int | None,
    seed: int | str,
    as_json: bool,
) -> None:
    from mastermine.arena import evaluation
    from mastermine.arena.executors import workers
    from mastermine.arena.reproduce import strategies_of
    from mastermine.core.game import Divisible
    from mastermine.registry import other_rules, parse_rules

    rules = parse_rules(spec)
    if not isinstance(rules.knowledge(), Divisible):
        raise other_rules(spec, rules, "mastermind")
    strategies = strategies_of(names, rules)
    for strategy in strategies:
        evaluation.start(rules, strategy, sample)
    codes = rules.secret_count if sample is None else sample
    output.warn_slow(rules, len(strategies))
    results: list[Evaluation] = []
    interrupted = False
    try:
        if jobs is None and cluster is None and codes <= MAX_SERIAL_CODES:
            jobs = 1
        with workers(jobs, cluster, memory=memory) as executor:
            for strategy in strategies:
                activity = ngettext("{name} plays {n} code", "{name} plays {n} codes", codes)
                with output.working(activity.format(name=strategy.name, n=whole(codes))):
                    results.append(evaluation.evaluate(rules, strategy, executor, seed, sample))
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        output.print_json(
            {
                "rules": rules.spec(),
                "codes": rules.secret_count,
                "results": [result.to_dict() for result in results],
            }
        )
    elif results:
        _show(output.console(), output.codes_title(rules), results, sample, seed)
    if interrupted:
        raise KeyboardInterrupt


def _show(
    screen: Console, title: str, results: list[Evaluation], sample: int | None, seed: int | str
) -> None:
    heads = [_("strategy"), _("total"), _("average"), _("worst")]
    guesses = max(result.worst for result in results)
    wide = output.table(
        *heads, *map(str, range(1, guesses + 1)), title=title, numbers=range(1, guesses + 4)
    )
    # Translators: heads a column of numbers of guesses and codes, such as 1:1 2:6 3:62.
    folded = _("guesses: codes")
    narrow = output.table(*heads, folded, title=title, numbers=range(1, 4))
    for result in results:
        figures = [
            result.strategy,
            str(result.total),
            standings.average(result.average, result.standard_error),
            str(result.worst),
        ]
        counts = result.to_dict()["histogram"]
        wide.add_row(*figures, *(str(counts.get(str(g), "")) for g in range(1, guesses + 1)))
        narrow.add_row(*figures, standings.folded(screen, counts))
    fits = guesses <= MAX_COLUMNS and output.fits(screen, wide)
    screen.print(wide if fits else narrow)
    notes = []
    if sample is not None:
        notes.append(
            ngettext(
                "± is the standard error of an estimate from {n} random code (seed {seed}).",
                "± is the standard error of an estimate from {n} random codes (seed {seed}).",
                sample,
            ).format(n=whole(sample), seed=seed)
        )
    elif any(not result.exact for result in results):
        notes.append(_("± is the standard error: these strategies use random numbers."))
    if any(result.rated for result in results):
        notes.append(_("Guesses were rated by samples of the possible codes."))
    for note in notes:
        screen.print(note, soft_wrap=True)
