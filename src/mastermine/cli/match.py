"""``mastermine match``: strategies against each other, and against a person."""

from __future__ import annotations

import shlex
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mastermine.arena.records import Records
    from mastermine.arena.run import Run
    from mastermine.cli.mastermind.person import TerminalPerson
    from mastermine.mastermind.notation import Notation


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
        "  mastermine match 5x8 -s knuth,random-consistent --rounds 10 --limit 7 --show\n"
        "  mastermine match classic -s knuth,path/to/mine.py:careful --every\n"
        "  mastermine match classic -s human,knuth --rounds 5 --hide-codes\n"
        "  mastermine match expert -s thesis,safest,pseq --rounds 10000\n"
        "  mastermine match --resume last"
    )
)
@click.argument("spec", metavar="SPEC", required=False)
@click.option(
    "--strategy",
    "-s",
    "names",
    metavar="NAME,…",
    multiple=True,
    help=_(
        "The strategies, with commas; may be repeated. mastermine strategies lists them; "
        "FILE.py:NAME is one of yours."
    ),
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("How many codes, or minefields, are played.  [default: 10]"),
)
@click.option("--every", is_flag=True, help=_("Play every code, or minefield, once."))
@click.option(
    "--secrets",
    type=click.Path(),
    metavar="FILE",
    help=_("Play the codes, or minefields, of a file, one a line."),
)
@output.limit_option
@click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help=_("What a strategy has for a game; who takes longer loses it.  [default: 300]"),
)
@click.option("--show", is_flag=True, help=_("Print each round with its guesses and answers."))
@click.option(
    "--hide-codes",
    is_flag=True,
    help=_("Never print the codes or minefields, nor the moves made in them."),
)
@output.colours_option
@click.option("--pairs", is_flag=True, help=_("Compare each two strategies, secret by secret."))
@click.option("--ranking", is_flag=True, help=_("Rank the strategies as in a league."))
@click.option(
    "--out",
    type=click.Path(),
    metavar="FILE",
    help=_("Write each game to this file: .jsonl, .csv or .parquet."),
)
@click.option("--moves", is_flag=True, help=_("Keep the moves in minefields, too; it is slower."))
@click.option("--resume", metavar="RUN", help=_("Go on with a run that is kept; last is the last."))
@click.option("--no-store", is_flag=True, help=_("Keep nothing."))
@output.store_option
@output.jobs_option
@output.cluster_option
@output.seed_option()
@output.json_option
def match(
    spec: str | None,
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
    """Rounds of the same secret for all."""
    from mastermine.cli import conducting, rounds, standings

    if resume is not None:
        _check_resume(spec, names, no_store, options)
    with conducting.opened(store, not no_store, create=resume is None) as keeping:
        if resume is not None:
            assert keeping is not None
            conducted = conducting.Conducted.resume(keeping, keeping.resolve(resume))
            notation = _notation(conducted.run, colours)
            if show and not conducted.run.moves:
                raise click.UsageError(_("the moves of this run are not kept, so none are shown"))
        else:
            run = _run(spec, names, show, options)
            notation = _notation(run, colours)
            command = _command(run, options)
            conducted = conducting.Conducted.begin(run, keeping, command)
        run, perilous = conducted.run, conducted.standings.perilous
        people = any(strategy.asks for strategy in run.strategies)
        screen = output.console(err=as_json)
        shown: list[dict[str, Any]] = []
        try:
            with (
                _records(options["out"], run) as records,
                _present(screen, hide_codes, people, notation) as person,
            ):
                if records and conducted.id and keeping:
                    for before in keeping.games(conducted.id):
                        records.add(before)
                if not perilous:
                    output.tell_slow(run.rules, conducted.left)
                parts = conducted.parts(
                    1 if people else options["jobs"],
                    options["cluster"],
                    records,
                    quiet=people or show,
                )
                for games in parts:
                    for one in rounds.by_round(games) if show or people else ():
                        if person:
                            person.ended(_record(run, one))
                        if as_json:
                            shown += [rounds.data(run, one, perilous, hide_codes)] if show else []
                        else:
                            rounds.show(screen, run, one, perilous, show, hide_codes, notation)
                    if people and hide_codes and conducted.left:
                        click.pause(_("Press a key for the next code."), err=as_json)
        except (EOFError, click.Abort):
            click.echo(err=True)  # The input has ended, after a prompt: so has the match.
        except KeyboardInterrupt:
            conducted.interrupted = True
    if as_json:
        data = standings.data(run, conducted.standings, conducted.id, pairs=pairs, ranking=ranking)
        output.print_json({**data, **({"games": shown} if show else {})})
    else:
        standings.show(screen, run, conducted.standings, pairs=pairs, ranking=ranking)
        conducting.tell_kept(conducted)
    if conducted.interrupted:
        raise KeyboardInterrupt


def _check_resume(
    spec: str | None, names: tuple[str, ...], no_store: bool, options: dict[str, Any]
) -> None:
    """Raises UsageError for what a run that is gone on with has already."""
    fixed = ("rounds", "secrets", "limit", "seconds", "seed")
    given = [name for name in fixed if options[name] is not None]
    given += [name for name in ("every", "moves") if options[name]]
    if spec is not None or names or given:
        raise click.UsageError(
            _("--resume takes the game, its strategies and all else from the run: leave them out")
        )
    if no_store:
        raise click.UsageError(_("--resume needs the store that the run is in"))


def _run(spec: str | None, names: tuple[str, ...], show: bool, options: dict[str, Any]) -> Run:
    """The run that the options ask for. Raises UsageError, MastermineError."""
    from mastermine.arena.field import Every, Listed, Sample
    from mastermine.arena.run import TIME_LIMIT, Entrant, Run, is_perilous
    from mastermine.core.errors import InvalidSpec
    from mastermine.core.random import fresh_seed
    from mastermine.games import parse_rules
    from mastermine.mastermind.knowledge import listable

    if spec is None:
        raise click.UsageError(_("missing argument SPEC: the game, such as classic or 4x6"))
    if not names:
        raise click.UsageError(_("missing option --strategy: who plays, such as knuth,entropy"))
    rounds, every, secrets = options["rounds"], options["every"], options["secrets"]
    if (rounds is not None) + every + (secrets is not None) > 1:
        raise click.UsageError(_("only one of --rounds, --every and --secrets can be given"))
    rules = parse_rules(spec, options["limit"])
    strategies = output.find_strategies(names, rules)
    perilous = is_perilous(rules)
    if not perilous and rules.limit is None and not listable(rules):
        raise InvalidSpec(
            _("a match on {n:,} codes may never end; give a limit, such as --limit 20").format(
                n=rules.size
            )
        )
    if every:
        field: Every | Listed | Sample = Every.of(rules)
    elif secrets is not None:
        field = Listed.of(rules, _lines(secrets))
    else:
        field = Sample(10 if rounds is None else rounds)
    return Run(
        rules,
        tuple(map(Entrant.of, strategies)),
        field,
        fresh_seed() if options["seed"] is None else options["seed"],
        options["seconds"] or TIME_LIMIT,
        not perilous or show or options["moves"] or bool(options["out"]),
    )


def _lines(path: str) -> list[str]:
    """The lines of a file that are not empty. Raises InvalidSpec."""
    from mastermine.core.errors import InvalidSpec

    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        told = error.strerror if isinstance(error, OSError) else _("it is no text")
        raise InvalidSpec(
            _("the secrets in {path} cannot be read: {error}").format(path=path, error=told)
        ) from None
    return [line.strip() for line in text.splitlines() if line.strip()]


def _command(run: Run, options: dict[str, Any]) -> str:
    """The command that plays this run again."""
    from mastermine.arena.field import Every, Listed
    from mastermine.arena.run import TIME_LIMIT

    words = ["mastermine", "match", run.rules.spec()]
    words += ["--strategy", ",".join(entrant.home for entrant in run.entrants)]
    match run.field:
        case Every():
            words += ["--every"]
        case Listed():
            words += ["--secrets", options["secrets"]]
        case _sample:
            words += ["--rounds", str(run.rounds)]
    words += ["--seed", str(run.seed)]
    if run.time_limit != TIME_LIMIT:
        words += ["--time-limit", f"{run.time_limit:g}"]
    return shlex.join([*words, *(["--moves"] if options["moves"] else [])])


def _records(path: str | None, run: Run) -> AbstractContextManager[Records | None]:
    """The file for the games, where one is wanted."""
    if path is None:
        return nullcontext()
    from mastermine.arena.records import open_records

    return open_records(path, run)


def _record(run: Run, games: list[Any]) -> Any:
    """The game of the person."""
    [mine] = [g for g in games if run.strategies[g.entrant].asks]
    return mine.record(run)


def _notation(run: Run, colours: str | None) -> Notation | None:
    """The colours' own names, where they have any. Raises InvalidSpec, UsageError."""
    from mastermine.mastermind.rules import Mastermind

    if colours is None:
        return None
    if not isinstance(run.rules, Mastermind):
        raise click.UsageError(_("--colours is for Mastermind: there are none in Minesweeper"))
    return output.notation_for(run.rules, colours)


@contextmanager
def _present(
    screen: Console, hide_codes: bool, people: bool, notation: Notation | None
) -> Iterator[TerminalPerson | None]:
    """Let a person at this terminal be asked, where one takes part, on this console's stream."""
    if not people:
        yield None
        return
    from mastermine.cli.mastermind.person import TerminalPerson
    from mastermine.core.person import present

    person = TerminalPerson(screen, hide_codes, notation=notation)
    token = present.set(person)
    try:
        with redirect_stdout(screen.file):
            yield person
    finally:
        present.reset(token)
