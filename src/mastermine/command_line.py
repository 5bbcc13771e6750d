"""What several front ends read from a command line: options that they share, and a new game.

It is in no package: ``session`` imports whole games, and ``--help`` is to be there without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mastermine.session import Saved
    from mastermine.session.setup import GameSetup, Labels

Function = TypeVar("Function", bound=Callable[..., Any])

KEEPS = ("largest", "hardest")
"""What an adversary may keep: the values of ``mastermind.hardest.Keep``."""


def seed(text: str) -> int | str:
    """A whole number, or any other text."""
    try:
        return int(text)
    except ValueError:
        return text


def seed_option(used: bool = True, default: int | None = None) -> Callable[[Function], Function]:
    """``--seed``; hidden where it is taken for uniformity only. None is for a fresh one."""
    return click.option(
        "--seed",
        type=seed,
        # Translators: stands in the help for a number or a word.
        metavar=_("SEED"),
        default=default,
        show_default=default is not None,
        hidden=not used,
        expose_value=used,
        help=_("The number (or word) that random numbers come from; the same one repeats them."),
    )


def limit_option(function: Function) -> Function:
    """``--limit``, in place of that of the rules."""
    return click.option(
        "--limit",
        type=int,
        metavar=_("N"),
        help=_("The most guesses, in place of the limit of the game."),
    )(function)


def colours_option(function: Function) -> Function:
    """``--colours``, also spelled ``--colors``."""
    return click.option(
        "--colours",
        "--colors",
        "colours",
        metavar=_("NAME,…"),
        help=_("Names for the colours, in order, such as red,green,blue."),
    )(function)


def game_options(function: Function) -> Function:
    """The game to be played: what ``given_by`` reads."""
    options: list[Callable[[Any], Any]] = [
        click.argument("spec", metavar=_("[SPEC]"), required=False),
        click.option(
            "--maker",
            type=click.Choice(["computer", "me"]),
            help=_("Who hides the code; me: you have one in mind, and the computer guesses."),
        ),
        click.option(
            "--adversary",
            is_flag=True,
            help=_(
                "The computer settles on no code, or no mines, but keeps as many possible as it "
                "can."
            ),
        ),
        click.option(
            "--keep",
            type=click.Choice(KEEPS),
            metavar=_("NAME"),
            help=_(
                "What an adversary of Mastermind keeps: the most codes (largest, if not said), or "
                "those that need the most guesses (hardest)."
            ),
        ),
        click.option(
            "--players",
            metavar=_("NAME,…"),
            help=_(
                "Two to five people at this keyboard, who hide codes from each other in turn, or "
                "open the same fields."
            ),
        ),
        click.option(
            "--rounds",
            type=int,
            metavar=_("N"),
            help=_("Rounds between players: a multiple of their number. At first, one for each."),
        ),
        click.option(
            "--score",
            type=click.Choice(["rounds", "points", "fewest"]),
            help=_(
                "What counts between players: rounds won, points (the maker gets one for each "
                "guess, one more if the code survives), or the fewest guesses. Rounds, if not said."
            ),
        ),
        click.option(
            "--strategy",
            "-s",
            "name",
            metavar=_("NAME"),
            help=_(
                "Who gives the hints, or guesses; if not said knuth, sampled in large games of "
                "Mastermind, or pseq in Minesweeper."
            ),
        ),
        limit_option,
        colours_option,
        seed_option(),
        click.option(
            "--load",
            metavar=_("FILE"),
            help=_("Go on with a game that was saved; nothing else with it."),
        ),
        click.option(
            "--link",
            metavar=_("LINK"),
            help=_("Play the game of a link that was shared; nothing else."),
        ),
        click.option(
            "--daily",
            metavar=_("[LEVEL]"),
            is_flag=False,
            flag_value="classic",
            help=_(
                "Play the puzzle of today, which is the same for everybody, once; nothing else "
                "with it. Classic, if no level is said; mastermine daily lists them."
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
    """What the options say of a new game, as ``GameSetup.read`` takes it, or a file to ``load``.

    Raises UsageError and InvalidSpec.
    """
    from mastermine.session.setup import check_exclusive

    if maker == "me" and adversary:
        raise click.UsageError(_("--maker me or --adversary: only one can hide the code"))
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
    """Returns the option that sets each setup field."""
    from mastermine.session.setup import Labels

    mode = "--maker" if given.get("mode") == "person" else "--adversary"
    return Labels({name: f"--{name}" for name in given} | {"rules": _("SPEC"), "mode": mode})


def arguments(setup: GameSetup) -> list[str]:
    """The options that ask for a setup, besides its rules: ``given_by`` reads them."""
    options = {"adversary": ["--adversary"], "person": ["--maker", "me"]}
    written: list[str] = []
    for name, value in setup.plain().items():
        if name == "mode":
            written += options[value]
        elif name != "rules":
            written += [f"--{name}", ",".join(value) if isinstance(value, list) else str(value)]
    return written


def game_of(given: Mapping[str, Any]) -> tuple[Saved, Path | None]:
    """The game that is asked for, and the file it comes from. Raises InvalidSpec."""
    if "load" in given:
        from mastermine.session import load
        from mastermine.system.folders import located

        path = located(given["load"])
        return load(path), path
    from mastermine.session.setup import GameSetup

    return GameSetup.read(given, _option_labels(given)).begin(), None
