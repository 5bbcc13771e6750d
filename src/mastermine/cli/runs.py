"""The commands ``mastermine runs``, ``show`` and ``export``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.command_line import colours_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.arena.run import Game
    from mastermine.arena.store import Store, StoredRun


@click.command(
    help=_(
        "List the stored runs.\n\n"
        "Every match and duel is stored, and can be resumed.\n\n"
        "\b\n"
        "  mastermine runs\n"
        "  mastermine runs --remove 3"
    )
)
@click.option("--remove", metavar=_("RUN"), multiple=True, help=_("Remove a run; may be repeated."))
@output.store_option
@output.json_option
def runs(remove: tuple[str, ...], store: str | None, as_json: bool) -> None:
    from mastermine.arena.store import open_store
    from mastermine.registry import bare_spec

    with open_store(store, create=False) as opened:
        for number in dict.fromkeys(opened.resolve(each) for each in remove):
            opened.delete(number)
            click.echo(_("Removed run {n}.").format(n=number), err=True)
        found = opened.runs()
    if as_json:
        output.print_json([_data(stored) for stored in found])
        return
    screen = output.console()
    if not found:
        # Translators: {line} is to be typed.
        message = _("No runs are stored yet. Play one with: {line}")
        screen.print(message.format(line=output.command_line("match classic knuth entropy")))
        return
    heads = [
        # Translators: heads a column: the number of a stored match.
        _("run"),
        # Translators: heads a column: date and time.
        _("played"),
        *(_("game"), _("strategies"), _("rounds"), _("secrets")),
    ]
    rows = output.table(*heads, numbers=(0, 4))
    for stored in found:
        rows.add_row(
            str(stored.id),
            stored.created.astimezone().strftime("%Y-%m-%d %H:%M"),
            bare_spec(stored.rules),
            _few(stored.names),
            _rounds(stored),
            _field(stored),
        )
    screen.print(rows)


def _few(names: Sequence[str], most: int = 4) -> str:
    if len(names) <= most:
        return ", ".join(names)
    # Translators: {names} is a list with commas, {n} a number of others.
    return _("{names} and {n} more").format(
        names=", ".join(names[: most - 1]), n=len(names) - most + 1
    )


def _rounds(stored: StoredRun) -> str:
    if stored.finished:
        return whole(stored.rounds_played)
    # Translators: rounds played of all rounds.
    return _("{n} of {rounds}").format(n=whole(stored.rounds_played), rounds=whole(stored.rounds))


def _field(stored: StoredRun) -> str:
    """Describes the secrets of a run, and a duel as such."""
    from mastermine.arena.reproduce import is_duel
    from mastermine.arena.results import secrets_of

    try:
        secrets = secrets_of(stored.run)
    except InvalidSpec:  # Stored by another version.
        return "?"
    # Translators: {secrets} is such as "seed 7" or "every secret once".
    return _("{secrets}, duel").format(secrets=secrets) if is_duel(stored.command) else secrets


def _data(stored: StoredRun) -> dict[str, Any]:
    return {
        "run": stored.id,
        "created": stored.created.isoformat(),
        "version": stored.version,
        "command": stored.command,
        "rules": stored.rules,
        "strategies": list(stored.names),
        "rounds": stored.rounds_played,
        "rounds_asked": stored.rounds,
    }


@click.command(
    help=_(
        "Show the results of a stored run.\n\n"
        "RUN is a number, or last.\n\n"
        "\b\n"
        "  mastermine show last --pairs --ranking\n"
        "  mastermine show 7 --round 12"
    )
)
@output.run_argument
@click.option(
    "--round", "numbers", type=click.IntRange(min=1), multiple=True, metavar=_("N"),
    help=_("Show this round turn by turn; may be repeated."),
)  # fmt: skip
@output.pairs_option
@output.ranking_option
@colours_option
@output.store_option
@output.json_option
def show(
    run: str,
    numbers: tuple[int, ...],
    colours: str | None,
    store: str | None,
    as_json: bool,
    **comparisons: bool,
) -> None:
    from mastermine.arena.reproduce import command_of_stored, is_duel
    from mastermine.arena.store import open_store
    from mastermine.cli import duel, round_printer, run_options
    from mastermine.cli.run_progress import ActiveRun
    from mastermine.registry import colour_names

    screen = output.console()
    with open_store(store, create=False) as opened:
        number = opened.resolve(run)
        stored = opened.run(number)
        found = [_round(opened, stored, each) for each in numbers]
        resume = duel.resumed if is_duel(stored.command) else ActiveRun.resume
        active = resume(opened, number)
    command = command_of_stored(stored)
    if as_json:
        data = {**active.data(**comparisons), "command": command}
        rounds = [round_printer.data(stored.run, games) for games in found]
        output.print_json({**data, **({"games": rounds} if found else {})})
        return
    notation = run_options.notation_of(stored.run.rules, colour_names(None, colours))
    for games in found:
        round_printer.show(
            screen, stored.run, games, turns=True, hide_codes=False, notation=notation
        )
    if not found:
        active.show(screen, **comparisons)
        screen.print(f"$ {command}", style="dim", soft_wrap=True)


def _round(store: Store, stored: StoredRun, number: int) -> list[Game]:
    """Returns the games of a round. Raises InvalidSpec if it was not played."""
    for games in store.games(stored.id, number, number):
        return games
    raise InvalidSpec(
        # Translators: {run} and {n} are numbers of a run and a round; the form is for {rounds}.
        ngettext(
            "run {run} has no round {n}; {played} of {rounds} round was played",
            "run {run} has no round {n}; {played} of {rounds} rounds were played",
            stored.run.rounds,
        ).format(
            run=stored.id,
            n=number,
            played=whole(stored.rounds_played),
            rounds=whole(stored.run.rounds),
        )
    )


@click.command(
    help=_(
        "Write the games of a run to a file: JSON lines, CSV or Parquet, one record per game.\n\n"
        "RUN is a number, or last. Without --out the records are printed as JSON lines.\n\n"
        "\b\n"
        "  mastermine export last --out games.parquet\n"
        "  mastermine export 7 | head"
    )
)
@output.run_argument
@output.records_option
@output.store_option
def export(run: str, out: str | None, store: str | None) -> None:
    from mastermine.arena.records import line_of, open_records
    from mastermine.arena.store import open_store

    with open_store(store, create=False) as opened:
        stored = opened.run(opened.resolve(run))
        batches = opened.games(stored.id)
        if out is None:
            for games in batches:
                for game in games:
                    sys.stdout.write(line_of(stored.run, game))
            return
        n = 0
        with open_records(out, stored.run) as records:
            for games in batches:
                records.add(games)
                n += len(games)
    click.echo(
        ngettext("Wrote {n} game to {path}.", "Wrote {n} games to {path}.", n).format(
            n=whole(n), path=out
        ),
        err=True,
    )
