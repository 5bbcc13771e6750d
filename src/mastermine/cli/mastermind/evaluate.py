"""``mastermine evaluate``: every code once."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from rich.console import Console

    from mastermine.arena.evaluation import Evaluation


@click.command(
    help=_(
        "Count the guesses that strategies need over every code.\n\n"
        "Every code of the game counts once, so the figures are exact; a strategy that uses random "
        "numbers plays one game for each code and depends on --seed. The limit of guesses is "
        "ignored.\n\n"
        "\b\n"
        "  mastermine evaluate 4x6 --strategy knuth,entropy\n"
        "  mastermine evaluate bulls-and-cows -s first-consistent --json"
    )
)
@output.spec_argument
@output.strategies_option
@output.jobs_option
@output.seed_option(default=0)
@output.json_option
def evaluate(spec: str, names: tuple[str, ...], jobs: int, seed: int | str, as_json: bool) -> None:
    """Every code once, by every strategy."""
    from mastermine.arena.evaluation import evaluate as evaluation
    from mastermine.games import parse_rules_of
    from mastermine.mastermind.rules import Mastermind

    rules = parse_rules_of(Mastermind, spec)
    strategies = output.find_strategies(names, rules.game)
    output.tell_slow(rules, len(strategies))
    screen = output.console(err=True)
    results: list[Evaluation] = []
    interrupted = False
    try:
        with processes(jobs) as executor:
            for strategy in strategies:
                doing = ngettext(
                    "{name} plays {n:,} code", "{name} plays {n:,} codes", rules.size
                ).format(name=strategy.name, n=rules.size)
                with screen.status(doing) if screen.is_terminal else nullcontext():
                    results.append(evaluation(rules, strategy, executor, seed))
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        output.print_json(
            {
                "rules": rules.spec(),
                "codes": rules.size,
                "results": [result.to_dict() for result in results],
            }
        )
    elif results:
        _show(output.console(), rules.spec(), rules.size, results)
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes, which stop at once on Ctrl-C; None for one job."""
    if jobs == 1:
        yield None
        return
    import signal
    import threading
    from concurrent.futures import InvalidStateError, ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    previous = threading.excepthook

    def complain(failure: threading.ExceptHookArgs) -> None:
        # After Ctrl-C the pool's thread finds futures that were cancelled already.
        if not isinstance(failure.exc_value, InvalidStateError):
            previous(failure)

    threading.excepthook = complain
    with ProcessPoolExecutor(
        jobs,
        # A forked process would inherit the locks of threads that it does not have.
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),
    ) as executor:
        try:
            yield executor
        except KeyboardInterrupt:
            for process in active_children():
                process.terminate()
            raise


def _show(screen: Console, spec: str, codes: int, results: list[Evaluation]) -> None:
    title = ngettext("{spec}: {codes:,} code", "{spec}: {codes:,} codes", codes).format(
        spec=spec, codes=codes
    )
    heads = [_("strategy"), _("total"), _("average"), _("worst")]
    guesses = max(result.worst for result in results)
    wide = output.table(
        *heads, *map(str, range(1, guesses + 1)), title=title, numbers=range(1, guesses + 4)
    )
    narrow = output.table(*heads, _("guesses: codes"), title=title, numbers=range(1, 4))
    for result in results:
        figures = [
            result.strategy,
            str(result.total),
            average(result.average, result.standard_error),
            str(result.worst),
        ]
        counts = result.to_dict()["histogram"]
        wide.add_row(*figures, *(str(counts.get(str(g), "")) for g in range(1, guesses + 1)))
        narrow.add_row(*figures, folded(counts))
    full = screen.measure(wide, options=screen.options.update(width=1000)).maximum
    screen.print(wide if full <= screen.width else narrow)
    if any(not result.exact for result in results):
        screen.print(
            _("± is the standard error: these strategies use random numbers."), soft_wrap=True
        )


def average(value: float | None, error: float | None) -> str:
    """Such as ``4.476``, or ``4.622 ± 0.024`` with a standard error; a dash for None."""
    if value is None:
        return "–"
    return f"{value:.3f}" if error is None else f"{value:.3f} ± {error:.3f}"


def folded(counts: dict[str, int], most: int = 16) -> str:
    """A histogram in one cell, such as ``1:1 2:6 3:62``; a long one is cut."""
    items = [f"{guesses}:{n}" for guesses, n in counts.items()]
    return " ".join(items[:most]) + (" …" if len(items) > most else "")
