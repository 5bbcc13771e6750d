"""Command line options shared by several interfaces, and the new game that they describe.

It is outside ``session``, which imports whole games, so that ``--help`` stays fast.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mastermine.registry import AnyRules
    from mastermine.session import Saved
    from mastermine.session.setup import GameSetup, Labels

Function = TypeVar("Function", bound=Callable[..., Any])

KEEPS = ("largest", "hardest")
"""Goals of an adversary: the values of ``mastermind.hardest.Keep``."""


def seed(text: str) -> int | str:
    """Parses a seed: a whole number, or any other text."""
    try:
        return int(text)
    except ValueError:
        return text


def seed_option(used: bool = True, default: int | None = None) -> Callable[[Function], Function]:
    """``--seed``; hidden if the command only accepts and ignores it. None means a fresh seed."""
    return click.option(
        "--seed",
        type=seed,
        # Translators: placeholder in the help for a number or a word.
        metavar=_("SEED"),
        default=default,
        show_default=default is not None,
        hidden=not used,
        expose_value=used,
        help=_("Seed of the random numbers: a number or a word."),
    )


def limit_option(function: Function) -> Function:
    """``--limit``, which replaces the limit of the rules."""
    return click.option(
        "--limit",
        type=int,
        metavar=_("N"),
        help=_("Maximum number of guesses.  [default: the game's limit]"),
    )(function)


def colours_option(function: Function) -> Function:
    """``--colours``, also spelled ``--colors``."""
    return click.option(
        "--colours",
        "--colors",
        "colours",
        metavar=_("NAME,…"),
        help=_(
            "Names of the colours, such as red,green,blue, or the words of a kind of game: "
            "colours, digits, letters, bagels or skocko."
        ),
    )(function)


def rowcol_option(function: Function) -> Function:
    """``--rowcol``, for ``cells_as``."""
    return click.option(
        "--rowcol",
        is_flag=True,
        help=_("Cells of Minesweeper as ROW,COLUMN counted from 1, instead of x,y from 0."),
    )(function)


def not_available(option: str, rules: AnyRules) -> click.UsageError:
    """Returns the error for an option that a game does not support."""
    return click.UsageError(
        _("--{option} is not available in {spec}").format(option=option, spec=rules.spec())
    )


def cells_as(rules: AnyRules | None, rowcol: bool) -> ExitStack:
    """Context in which cells are written as ROW,COLUMN if ``rowcol`` is set.

    ``rules`` are None before a game is chosen. Raises UsageError in a game without cells.
    """
    from mastermine.registry import GAMES

    context = ExitStack()
    if not rowcol:
        return context
    games = list(GAMES.values()) if rules is None else [GAMES[rules.game]]
    notations = [notation for game in games if (notation := game.part("rows_first")) is not None]
    if not notations and rules is not None:
        raise not_available("rowcol", rules)
    for notation in notations:
        context.enter_context(notation())
    return context


def strategy_option(help_: str, default: str | None = None) -> Callable[[Function], Function]:
    """``--strategy`` of one strategy, as the parameter ``name``."""
    return click.option(
        "--strategy",
        "-s",
        "name",
        # Translators: placeholder in the help for a name.
        metavar=_("NAME"),
        default=default,
        show_default=default is not None,
        help=help_,
    )


def game_options(function: Function) -> Function:
    """Options of a new game, which ``given_by`` reads."""
    options: list[Callable[[Any], Any]] = [
        click.argument("spec", metavar=_("[SPEC]"), required=False),
        click.option(
            "--maker",
            type=click.Choice(["computer", "me"]),
            help=_("Codemaker; with me, the computer guesses your code.  [default: computer]"),
        ),
        click.option(
            "--adversary",
            is_flag=True,
            help=_("The computer fixes no code or mines, but keeps as many possible as it can."),
        ),
        click.option(
            "--keep",
            type=click.Choice(KEEPS),
            metavar=_("NAME"),
            help=_(
                "Codes that the adversary keeps: the most (largest), or those that need the most "
                "guesses (hardest).  [default: largest]"
            ),
        ),
        click.option(
            "--players",
            metavar=_("NAME,…"),
            help=_("Two to five players at this keyboard."),
        ),
        click.option(
            "--rounds",
            type=int,
            metavar=_("N"),
            help=_("Rounds between players, a multiple of their number.  [default: one each]"),
        ),
        click.option(
            "--score",
            type=click.Choice(["rounds", "points", "pegs", "fewest"]),
            help=_(
                "Scoring between players: rounds won, points of the codemaker (one for each guess, "
                "one more if the code is not found), key pegs (a point to the codemaker for each), "
                "or fewest guesses.  [default: rounds]"
            ),
        ),
        click.option(
            "--draw",
            type=click.Choice(["shared", "hints"]),
            help=_(
                "A draw between players stays a draw (shared), or hints are on and fewer of them "
                "win (hints).  [default: shared]"
            ),
        ),
        strategy_option(
            _(
                "Strategy that gives hints or guesses.  [default: knuth; sampled in large games; "
                "endgame in Minesweeper]"
            )
        ),
        limit_option,
        colours_option,
        seed_option(),
        click.option(
            "--load",
            metavar=_("FILE"),
            help=_("Resume a saved game (without other options)."),
        ),
        click.option(
            "--trust",
            is_flag=True,
            help=_("Run the strategy file that a saved game names, without a question."),
        ),
        click.option(
            "--link",
            metavar=_("LINK"),
            help=_("Play the game of a shared link (without other options)."),
        ),
        click.option(
            "--daily",
            metavar=_("[LEVEL]"),
            is_flag=False,
            flag_value="classic",
            help=_(
                "Play today's puzzle (without other options); mastermine daily lists the levels.  "
                "[default: classic]"
            ),
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def given_by(
    *,
    spec: str | None,
    maker: str | None,
    adversary: bool,
    name: str | None,
    colours: str | None,
    players: str | None,
    **others: Any,
) -> dict[str, Any]:
    """Returns the given options as fields for ``GameSetup.read``, or ``load`` with a file.

    Raises UsageError and InvalidSpec.
    """
    from mastermine.session.setup import check_exclusive

    if maker == "me" and adversary:
        raise click.UsageError(_("use --maker me or --adversary, not both"))
    options = {
        "rules": spec,
        "mode": "person" if maker == "me" else "adversary" if adversary else None,
        "strategy": name,
        "colours": None if colours is None else colours.split(","),
        "players": None if players is None else players.split(","),
        **others,
    }
    given = {each: value for each, value in options.items() if value is not None}
    check_exclusive(given, besides=(), labels=_option_labels(given))
    return given


def _option_labels(given: Mapping[str, Any]) -> Labels:
    """Names the option of each setup field, for error messages."""
    from mastermine.session.setup import Labels

    mode = "--maker" if given.get("mode") == "person" else "--adversary"
    return Labels({name: f"--{name}" for name in given} | {"rules": _("SPEC"), "mode": mode})


def arguments(setup: GameSetup) -> list[str]:
    """Formats a setup, without its rules, as options for ``given_by``."""
    options = {"adversary": ["--adversary"], "person": ["--maker", "me"]}
    written: list[str] = []
    for name, value in setup.plain().items():
        if name == "mode":
            written += options[value]
        elif name != "rules":
            written += [f"--{name}", ",".join(value) if isinstance(value, list) else str(value)]
    return written


def game_of(given: Mapping[str, Any]) -> tuple[Saved, Path | None]:
    """Starts or loads the requested game; returns it and its file, if any. Raises InvalidSpec."""
    if "load" in given:
        from mastermine.session import load
        from mastermine.system.folders import located

        path = located(given["load"])
        return load(path), path
    from mastermine.session.setup import GameSetup

    return GameSetup.read(given, _option_labels(given)).begin(), None
