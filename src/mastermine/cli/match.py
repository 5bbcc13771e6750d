"""The command ``mastermine match``: strategies, and you, on the same secrets."""

from __future__ import annotations

from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.command_line import colours_option, limit_option, seed_option
from mastermine.i18n.text import _
from mastermine.system.streams import guarded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mastermine.arena.records import Records
    from mastermine.arena.run import Game, Run
    from mastermine.cli.round_printer import Notation
    from mastermine.cli.run_progress import ActiveRun


@click.command(
    help=_(
        "Compare strategies on the same codes or minefields.\n\n"
        "In each round every strategy plays the same new code or minefield. The table shows wins, "
        "losses and, in Mastermind, the average number of guesses of the wins with its standard "
        "error; in Minesweeper, the win rate with its standard error, the guesses per game and the "
        "time. The strategy human is you (Mastermind only). Ctrl-C stops the match, prints the "
        "results so far and stores them; --resume continues.\n\n"
        "\b\n"
        "  mastermine match classic --strategy knuth,entropy,methodical --rounds 100\n"
        "  mastermine match classic knuth entropy\n"
        "  mastermine match 5x8 -s knuth,random-consistent --rounds 10 --limit 7 --show\n"
        "  mastermine match classic -s knuth,path/to/mine.py:careful --every\n"
        "  mastermine match classic -s human,knuth --rounds 5 --hide-codes\n"
        "  mastermine match expert -s thesis,safest,pseq --rounds 10000\n"
        "  mastermine match --resume last --rounds 100000"
    )
)
@click.argument("spec", metavar=_("[SPEC]"), required=False)
@click.argument("players", metavar=_("[NAME…]"), nargs=-1)
@output.strategies_option(required=False)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Number of codes or minefields.  [default: 10]"),
)
@click.option("--every", is_flag=True, help=_("Play every code or minefield once."))
@click.option(
    "--secrets",
    type=click.Path(),
    metavar=_("FILE"),
    help=_("Play the codes or minefields in a file, one per line."),
)
@limit_option
@output.game_time_option
@click.option("--show", is_flag=True, help=_("Print each round with guesses and answers."))
@click.option("--hide-codes", is_flag=True, help=_("Never print codes, minefields or moves."))
@colours_option
@output.pairs_option
@output.ranking_option
@output.records_option
@click.option("--moves", is_flag=True, help=_("Store the moves of Minesweeper too; slower."))
@output.resume_option
@output.trust_option
@output.no_store_option
@output.store_option
@output.jobs_option
@output.cluster_option
@output.memory_option
@seed_option()
@output.json_option
def match(
    spec: str | None,
    players: tuple[str, ...],
    names: tuple[str, ...],
    resume: str | None,
    trust: bool,
    no_store: bool,
    store: str | None,
    show: bool,
    hide_codes: bool,
    colours: str | None,
    pairs: bool,
    ranking: bool,
    as_json: bool,
    **options: Any,
) -> None:
    from mastermine.arena.reproduce import command_of
    from mastermine.cli import round_printer, run_options, run_progress
    from mastermine.registry import colour_names

    if resume is not None:
        run_options.check_resume(
            ("rounds", "show", "hide_codes", "colours", "pairs", "ranking", "out", "trust")
        )
    with run_progress.optional_store(store, not no_store, create=resume is None) as opened:
        if opened and resume is not None:
            active = run_options.resumed(opened, resume, options["rounds"], trust)
            if show and not active.run.moves:
                raise click.UsageError(_("the moves of this run are not stored; leave --show out"))
            pegs = colour_names(None, colours)
            notation = run_options.notation_of(active.run.rules, pegs)
        else:
            pegs = colour_names(spec, colours)
            run = run_options.run_of(spec, (*players, *names), show, options, pegs)
            notation = run_options.notation_of(run.rules, pegs)
            command = command_of(run, options["secrets"])
            active = run_progress.ActiveRun.begin(run, opened, command)
        screen = output.console(err=as_json)
        rounds: list[dict[str, Any]] = []
        try:
            for games in _play(active, screen, hide_codes, notation, show, options):
                if as_json:
                    rounds += [round_printer.data(active.run, games, hide_codes)] if show else []
                else:
                    round_printer.show(screen, active.run, games, show, hide_codes, notation)
        except (EOFError, click.Abort):
            click.echo(err=True)  # End the line of the prompt.
        except KeyboardInterrupt:
            active.interrupted = True
            # A console that was interrupted while it printed holds back all that follows.
            screen = output.console(err=as_json)
    if as_json:
        data = active.data(pairs=pairs, ranking=ranking)
        output.print_json({**data, **({"games": rounds} if show else {})})
    else:
        active.show(screen, pairs=pairs, ranking=ranking)
        run_progress.report_stored(active)
    if active.interrupted:
        raise KeyboardInterrupt


def _play(
    active: ActiveRun,
    screen: Console,
    hide_codes: bool,
    notation: Notation | None,
    show: bool,
    options: dict[str, Any],
) -> Iterator[list[Game]]:
    """Plays the match and yields the games of each round to print."""
    from mastermine.cli import round_printer

    run = active.run
    people = any(strategy.interactive for strategy in run.strategies)
    if people and options["cluster"]:
        raise click.UsageError(_("the strategy human cannot play on a cluster"))
    with (
        _records(options["out"], active) as records,
        _present(screen, run, hide_codes, notation) as person,
    ):
        if not run.risky:
            output.warn_slow(run.rules, active.left)
        jobs = 1 if people else options["jobs"]
        quiet = people or show
        for games in active.parts(jobs, options["cluster"], records, quiet, options["memory"]):
            for one in round_printer.by_round(games) if quiet else ():
                if person:
                    [mine] = [game for game in one if run.strategies[game.entrant].interactive]
                    person.ended(mine.record(run))
                yield one
            if people and hide_codes and active.left:
                click.pause(_("Press a key for the next code."))


@contextmanager
def _records(path: str | None, active: ActiveRun) -> Iterator[Records | None]:
    """Opens the file for the games, if any, and writes those played before."""
    from mastermine.arena.records import open_records

    if path is None:
        yield None
        return
    with open_records(path, active.run) as records:
        if active.store and active.id:
            for games in active.store.games(active.id):
                records.add(games)
        yield records


@contextmanager
def _present(
    screen: Console, run: Run, hide_codes: bool, notation: Notation | None
) -> Iterator[Any]:
    """Connects the strategy human, if it takes part, to this terminal; redirects other output."""
    from mastermine.core.person import present
    from mastermine.registry import part

    asking = [strategy.name for strategy in run.strategies if strategy.interactive]
    if not asking:
        with redirect_stdout(guarded(screen.file)):  # Keeps what strategies print out of JSON.
            yield None
        return
    person = part(run.rules.game, "cli.person", asking[0])(screen, hide_codes, notation=notation)
    token = present.set(person)
    try:
        with redirect_stdout(guarded(screen.file)):
            yield person
    finally:
        present.reset(token)
