"""``mastermine match``: strategies against each other, and against a person."""

from __future__ import annotations

from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.command_line import colours_option, limit_option, seed_option
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mastermine.arena.records import Records
    from mastermine.arena.run import Game, Run
    from mastermine.cli.round_printer import Notation
    from mastermine.cli.run_progress import Conducted


@click.command(
    help=_(
        "Let strategies play the same codes, or the same minefields.\n\n"
        "A round is one new code, and every strategy looks for it. Then: the codes found (wins) "
        "and not found (losses), and the average guesses of the wins with its standard error. "
        "Minesweeper: the part of the minefields opened without hitting a mine, with its standard "
        "error, the clicks that might have hit one, and the time. "
        "The strategy human is you, in Mastermind only. Ctrl-C ends the match and prints what was "
        "played; it is kept, and --resume goes on.\n\n"
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
    help=_("How many codes, or minefields, are played.  [default: 10]"),
)
@click.option("--every", is_flag=True, help=_("Play every code, or minefield, once."))
@click.option(
    "--secrets",
    type=click.Path(),
    metavar=_("FILE"),
    help=_("Play the codes, or minefields, of a file, one a line."),
)
@limit_option
@output.game_time_option
@click.option("--show", is_flag=True, help=_("Print each round with its guesses and answers."))
@click.option(
    "--hide-codes",
    is_flag=True,
    help=_("Never print the codes or minefields, nor the moves made in them."),
)
@colours_option
@output.pairs_option
@output.ranking_option
@output.records_option
@click.option("--moves", is_flag=True, help=_("Keep the moves in minefields, too; it is slower."))
@output.resume_option
@output.no_store_option
@output.store_option
@output.jobs_option
@output.cluster_option
@seed_option()
@output.json_option
def match(
    spec: str | None,
    players: tuple[str, ...],
    names: tuple[str, ...],
    resume: str | None,
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

    if resume is not None:
        run_options.check_resume(
            ("rounds", "show", "hide_codes", "colours", "pairs", "ranking", "out")
        )
    with run_progress.opened(store, not no_store, create=resume is None) as keeping:
        if keeping and resume is not None:
            conducted = run_options.resumed(keeping, resume, options["rounds"])
            if show and not conducted.run.moves:
                raise click.UsageError(_("the moves of this run are not kept, so none are shown"))
            notation = run_options.notation_of(conducted.run, colours)
        else:
            run = run_options.run_of(spec, (*players, *names), show, options)
            notation = run_options.notation_of(run, colours)
            command = command_of(run, options["secrets"])
            conducted = run_progress.Conducted.begin(run, keeping, command)
        screen = output.console(err=as_json)
        shown: list[dict[str, Any]] = []
        try:
            for games in _played(conducted, screen, hide_codes, notation, show, options):
                if as_json:
                    shown += [round_printer.data(conducted.run, games, hide_codes)] if show else []
                else:
                    round_printer.show(screen, conducted.run, games, show, hide_codes, notation)
        except (EOFError, click.Abort):
            click.echo(err=True)  # The input has ended, after a prompt: so has the match.
        except KeyboardInterrupt:
            conducted.interrupted = True
    if as_json:
        data = conducted.data(pairs=pairs, ranking=ranking)
        output.print_json({**data, **({"games": shown} if show else {})})
    else:
        conducted.show(screen, pairs=pairs, ranking=ranking)
        run_progress.tell_kept(conducted)
    if conducted.interrupted:
        raise KeyboardInterrupt


def _played(
    conducted: Conducted,
    screen: Console,
    hide_codes: bool,
    notation: Notation | None,
    show: bool,
    options: dict[str, Any],
) -> Iterator[list[Game]]:
    """Play the match; the rounds that somebody wants to see, one after the other."""
    from mastermine.cli import round_printer

    run = conducted.run
    people = any(strategy.asks for strategy in run.strategies)
    if people and options["cluster"]:
        raise click.UsageError(_("a person plays here, and on no cluster"))
    with (
        _records(options["out"], conducted) as records,
        _present(screen, run, hide_codes, notation) as person,
    ):
        if not run.risky:
            output.tell_slow(run.rules, conducted.left)
        jobs = 1 if people else options["jobs"]
        quiet = people or show
        for games in conducted.parts(jobs, options["cluster"], records, quiet):
            for one in round_printer.by_round(games) if quiet else ():
                if person:
                    [mine] = [game for game in one if run.strategies[game.entrant].asks]
                    person.ended(mine.record(run))
                yield one
            if people and hide_codes and conducted.left:
                click.pause(_("Press a key for the next code."))


@contextmanager
def _records(path: str | None, conducted: Conducted) -> Iterator[Records | None]:
    """The file for the games, where one is wanted, with those that were played before."""
    from mastermine.arena.records import open_records

    if path is None:
        yield None
        return
    with open_records(path, conducted.run) as records:
        if conducted.store and conducted.id:
            for games in conducted.store.games(conducted.id):
                records.add(games)
        yield records


@contextmanager
def _present(
    screen: Console, run: Run, hide_codes: bool, notation: Notation | None
) -> Iterator[Any]:
    """Let a person at this terminal be asked, where one takes part, on this console's stream."""
    from mastermine.core.person import present
    from mastermine.registry import part

    asking = [strategy.name for strategy in run.strategies if strategy.asks]
    if not asking:
        with redirect_stdout(screen.file):  # What strategies print is no part of the JSON.
            yield None
        return
    person = part(run.rules.game, "cli.person", asking[0])(screen, hide_codes, notation=notation)
    token = present.set(person)
    try:
        with redirect_stdout(screen.file):
            yield person
    finally:
        present.reset(token)
