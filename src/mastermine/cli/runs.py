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
    from mastermine.arena.store import Kept, Store


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
        output.print_json([_data(kept) for kept in found])
        return
    screen = output.console()
    if not found:
        screen.print(_("No runs are stored yet. Play one with: mastermine match"))
        return
    heads = [
        # Translators: heads a column: the number of a stored match.
        _("run"),
        # Translators: heads a column: date and time.
        _("played"),
        *(_("game"), _("strategies"), _("rounds"), _("secrets")),
    ]
    rows = output.table(*heads, numbers=(0, 4))
    for kept in found:
        rows.add_row(
            str(kept.id),
            kept.created.astimezone().strftime("%Y-%m-%d %H:%M"),
            bare_spec(kept.rules),
            _few(kept.names),
            _rounds(kept),
            _field(kept),
        )
    screen.print(rows)


def _few(names: Sequence[str], most: int = 4) -> str:
    if len(names) <= most:
        return ", ".join(names)
    # Translators: {names} is a list with commas, {n} a number of others.
    return _("{names} and {n} more").format(
        names=", ".join(names[: most - 1]), n=len(names) - most + 1
    )


def _rounds(kept: Kept) -> str:
    if kept.finished:
        return whole(kept.rounds_played)
    # Translators: rounds played of all rounds.
    return _("{n} of {rounds}").format(n=whole(kept.rounds_played), rounds=whole(kept.rounds))


def _field(kept: Kept) -> str:
    """Describes the secrets of a run, and a duel as such."""
    from mastermine.arena.reproduce import is_duel
    from mastermine.arena.results import secrets_of

    try:
        secrets = secrets_of(kept.run)
    except InvalidSpec:  # Stored by another version.
        return "?"
    # Translators: {secrets} is such as "seed 7" or "every secret once".
    return _("{secrets}, duel").format(secrets=secrets) if is_duel(kept.command) else secrets


def _data(kept: Kept) -> dict[str, Any]:
    return {
        "run": kept.id,
        "created": kept.created.isoformat(),
        "version": kept.version,
        "command": kept.command,
        "rules": kept.rules,
        "strategies": list(kept.names),
        "rounds": kept.rounds_played,
        "rounds_asked": kept.rounds,
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
        kept = opened.kept(number)
        found = [_round(opened, kept, each) for each in numbers]
        resume = duel.resumed if is_duel(kept.command) else ActiveRun.resume
        active = resume(opened, number)
    command = command_of_stored(kept)
    if as_json:
        data = {**active.data(**comparisons), "command": command}
        rounds = [round_printer.data(kept.run, games) for games in found]
        output.print_json({**data, **({"games": rounds} if found else {})})
        return
    notation = run_options.notation_of(kept.run.rules, colour_names(None, colours))
    for games in found:
        round_printer.show(screen, kept.run, games, turns=True, hide_codes=False, notation=notation)
    if not found:
        active.show(screen, **comparisons)
        screen.print(f"$ {command}", style="dim", soft_wrap=True)


def _round(store: Store, kept: Kept, number: int) -> list[Game]:
    """Returns the games of a round. Raises InvalidSpec if it was not played."""
    for games in store.games(kept.id, number, number):
        return games
    raise InvalidSpec(
        # Translators: {run} and {n} are numbers of a run and a round; the form is for {rounds}.
        ngettext(
            "run {run} has no round {n}; {played} of {rounds} round was played",
            "run {run} has no round {n}; {played} of {rounds} rounds were played",
            kept.run.rounds,
        ).format(
            run=kept.id,
            n=number,
            played=whole(kept.rounds_played),
            rounds=whole(kept.run.rounds),
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
        kept = opened.kept(opened.resolve(run))
        batches = opened.games(kept.id)
        if out is None:
            for games in batches:
                for game in games:
                    sys.stdout.write(line_of(kept.run, game))
            return
        n = 0
        with open_records(out, kept.run) as records:
            for games in batches:
                records.add(games)
                n += len(games)
    click.echo(
        ngettext("Wrote {n} game to {path}.", "Wrote {n} games to {path}.", n).format(
            n=whole(n), path=out
        ),
        err=True,
    )
