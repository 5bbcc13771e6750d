"""The command ``mastermine ladder``: our strategies and engines of others on the same secrets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.engines.adapters import ADAPTERS, adapted
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.arena.store import Store
    from mastermine.engines.ladder import Rung


@click.group(
    invoke_without_command=True,
    # Translators: placeholder in the help for a command and its arguments.
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_(
        "Rank our strategies and engines of others on the same secrets.\n\n"
        "Without a command it lists the engines that were added.\n\n"
        "\b\n"
        "  mastermine ladder add mine 'node engine.js'\n"
        "  mastermine ladder add jsminesweeper ./JSMinesweeper\n"
        "  mastermine ladder run"
    ),
)
@click.pass_context
def ladder(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        from mastermine.engines.ladder import Ladder

        found = Ladder.read()
        for name, each in found.engines.items():
            click.echo(f"{name}: {each.command}")
        if not found.engines:
            click.echo(_("No engine was added yet: mastermine ladder add NAME COMMAND"))


@ladder.command(
    help=_(
        "Add an engine: a name and the command that starts it.\n\n"
        "A known program needs only the path where you have it: {programs}."
    ).format(programs=", ".join(ADAPTERS))
)
@click.argument("name", metavar=_("NAME"))
@click.argument("command", metavar=_("COMMAND"))
@click.option(
    "--about",
    default="",
    metavar=_("TEXT"),
    help=_("Text for the page, such as the version of the engine and its commit."),
)
def add(name: str, command: str, about: str) -> None:
    from mastermine.engines.ladder import Ladder

    if name in ADAPTERS:
        command = adapted(name, command)
    plays = Ladder.read().add(name, command, about)
    click.echo(_("{name} was added; it plays {games}.").format(name=name, games=", ".join(plays)))


@ladder.command(help=_("Remove an engine; its games stay in the store."))
@click.argument("name", metavar=_("NAME"))
def remove(name: str) -> None:
    from mastermine.engines.ladder import Ladder

    Ladder.read().remove(name)


@ladder.command(
    help=_(
        "Play the games that are missing and write the page.\n\n"
        "It can be stopped at any time and goes on where it was."
    )
)
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(["mastermind", "minesweeper"]),
    help=_("The game; may be given twice.  [default: both]"),
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Number of minefields; of Mastermind every code is played.  [default: 10,000]"),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="ladder.md",
    metavar=_("FILE"),
    help=_("The page.  [default: ladder.md]"),
)
@output.store_option
@output.jobs_option
@output.memory_option
def run(
    games: tuple[str, ...],
    rounds: int | None,
    out: Path,
    store: str | None,
    jobs: int | None,
    memory: int | None,
) -> None:
    from mastermine.arena.store import open_store
    from mastermine.engines import ladder as ladders
    from mastermine.system.folders import data_folder, writing

    if store is None:
        with writing(data_folder()):
            data_folder().mkdir(parents=True, exist_ok=True)
    found = ladders.Ladder.read()
    sections = []
    with open_store(store or data_folder() / "ladder.sqlite") as opened:
        for game in games or ladders.SPECS:
            rungs = [
                _rung(
                    opened,
                    name,
                    about,
                    ladders.run_of(game, strategy, rounds or ladders.ROUNDS),
                    jobs,
                    memory,
                )
                for name, strategy, about in found.players(game)
            ]
            disputes = out.with_name(f"{out.stem}-{game}.jsonl")
            sections.append(ladders.section(game, rungs, disputes))
    with writing(out):
        out.write_text(ladders.page(sections), "utf-8")
    click.echo(_("Written: {file}").format(file=out))


def _rung(
    opened: Store, name: str, about: str, run: Any, jobs: int | None, memory: int | None
) -> Rung:
    """Plays the missing games of a player. Raises KeyboardInterrupt if it is stopped."""
    from mastermine.arena.reproduce import command_of, lengthen
    from mastermine.cli.run_progress import ActiveRun
    from mastermine.engines.ladder import Rung, pace_of, stored_run

    number = stored_run(opened, run)
    if number is None:
        active = ActiveRun.begin(run, opened, command_of(run))
    else:
        stored = opened.run(number)
        if stored.run.rounds < run.rounds:
            lengthen(opened, stored, run.rounds)
        active = ActiveRun.resume(opened, number)
    click.echo(f"{run.rules.spec()}: {name}", err=True)
    for _games in active.parts(jobs, memory=memory):
        pass
    if active.interrupted or active.id is None:
        raise KeyboardInterrupt
    games = [game for batch in opened.games(active.id, last=run.rounds) for game in batch]
    drew = bool(opened.run(active.id).drew)
    return Rung(name, run, games, drew, pace_of(run).milliseconds, about)
