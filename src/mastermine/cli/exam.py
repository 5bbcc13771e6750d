"""The command ``mastermine exam``: graded positions for an engine or a chat model."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.engines.exam import RENDERINGS
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.engines.exam.players import Player
    from mastermine.engines.exam.subject import Question

GAMES = ("minesweeper", "mastermind")
PREFIX = "cmd:"
"""Optional before the command of an engine, as in the name of a strategy."""
SUFFIX = ".jsonl"
"""End of the name of the file with the answers."""


@click.command(
    help=_(
        "Let an engine or a chat model answer graded positions, and write a page.\n\n"
        "PLAYER is the command of an engine, or the address of a server with chat completions; "
        "then MASTERMINE_API_KEY is its key, if it needs one. In Minesweeper the grade of a "
        "position is the hardest reason that it needs, in Mastermind the number of possible "
        "codes. Each answer is saved at once beside the page, as .jsonl; the same command goes on "
        "where it stopped.\n\n"
        "\b\n"
        "  mastermine exam 'mastermine engine --strategy single-point'\n"
        "  mastermine exam http://localhost:8080/v1 --model NAME --rendering constraints"
    )
)
@click.argument("player", metavar=_("PLAYER"))
@click.option("--model", metavar=_("NAME"), help=_("The chat model that the server has."))
@click.option(
    "--rendering",
    type=click.Choice(RENDERINGS),
    help=_("How positions are written for a chat model.  [default: grid]"),
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    metavar=_("T"),
    help=_("Temperature of a chat model.  [default: that of the server]"),
)
@click.option(
    "--retries",
    type=click.IntRange(0, 20),
    metavar=_("N"),
    help=_("Retries of a request that fails.  [default: 3]"),
)
@click.option(
    "--seconds",
    type=output.Positive(),
    metavar=_("SECONDS"),
    help=_("Time limit of an answer.  [default: 120]"),
)
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(GAMES),
    help=_("The game; may be given twice.  [default: both]"),
)
@click.option(
    "--positions",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar=_("N"),
    help=_("Number of positions of each grade."),
)
@seed_option(default=1)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="exam.md",
    metavar=_("FILE"),
    help=_("The page.  [default: exam.md]"),
)
@click.pass_context
def exam(
    ctx: click.Context,
    /,
    player: str,
    seconds: float | None,
    games: tuple[str, ...],
    positions: int,
    seed: int | str,
    out: Path,
    **chat: Any,
) -> None:
    from mastermine.engines.exam.page import page
    from mastermine.engines.exam.sitting import Answers, sit
    from mastermine.engines.exam.subject import subject_of
    from mastermine.system.folders import write_at_once, writing

    if out.suffix == SUFFIX:
        raise click.UsageError(_("--out is the page, such as exam.md; the answers go beside it"))
    given = {name: each for name, each in chat.items() if each is not None}
    sitter = _player(player, seconds, given)
    asked = [game for game in games or GAMES if sitter.plays(game)]
    refused = [game for game in games or GAMES if game not in asked]
    if refused and (games or not asked):
        raise InvalidSpec(
            # Translators: {game} may be two games.
            _("{player} does not play {game}").format(player=player, game=listed(refused))
        )
    questions = [each for game in asked for each in subject_of(game).questions(seed, positions)]
    answers_file = out.with_suffix(SUFFIX)
    with writing(answers_file):
        answers = Answers.open(answers_file, sitter.settings)
    try:
        with _progress(questions) as shown, writing(answers_file):
            sit(sitter, shown, answers)
    finally:
        with writing(out):
            write_at_once(out, page(sitter.settings, _command(ctx), questions, answers))
    click.echo(_("Written: {file}").format(file=out))


def _player(player: str, seconds: float | None, chat: dict[str, Any]) -> Player:
    """Returns the player of an argument. Raises UsageError, InvalidSpec."""
    from mastermine.engines.exam.chat import Chat
    from mastermine.engines.exam.players import ChatPlayer, EnginePlayer

    if not player.startswith(("http://", "https://")):
        for option in chat:
            raise click.UsageError(
                _("--{option} is only for the address of a server").format(option=option)
            )
        ms = 0 if seconds is None else max(1, round(1000 * seconds))
        return EnginePlayer(player.removeprefix(PREFIX), ms)
    if "model" not in chat:
        raise click.UsageError(_("missing option --model: the chat model that the server has"))
    rendering = chat.pop("rendering", RENDERINGS[0])
    if seconds is not None:
        chat["seconds"] = seconds
    return ChatPlayer(Chat(player, **chat), rendering)


def _progress(questions: list[Question]) -> AbstractContextManager[Iterable[Question]]:
    """Shows the progress on a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(questions)
    return click.progressbar(questions, file=sys.stderr)


def _command(ctx: click.Context) -> str:
    """Formats the command line without its files."""
    words = ["mastermine", "exam", ctx.params["player"]]
    for option in ctx.command.params:
        name = str(option.name)
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE and name not in (
            "player",
            "out",
        ):
            given = ctx.params[name]
            for value in given if option.multiple else [given]:
                words += [option.opts[0], str(value)]
    return shlex.join(words)
