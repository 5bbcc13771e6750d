"""The strategies of a new match, and the command that reproduces a run."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.core.options import read_home, split_names
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.arena.run import Run
    from mastermine.arena.store import Store, StoredRun
    from mastermine.core.strategy import Strategy


def strategies_of(names: Iterable[str], rules: Any) -> list[Strategy]:
    """Finds the strategies in lists of names with commas. Raises InvalidSpec."""
    from mastermine.registry import expand, find_strategy

    words = [word for text in names for word in split_names(text)]
    homes = [home for word in words for home in expand(word, rules)]
    found = [find_strategy(home, rules.game) for home in homes]
    for each in found:
        if read_home(each.home).command is not None:
            each.check(rules)  # A program that is no engine would lose every game.
    if not found:
        raise InvalidSpec(_("no strategy is given; name one or more, such as knuth,entropy"))
    return found


def command_of(run: Run, secrets: str | None = None) -> str:
    """Returns the command that reproduces a match. ``secrets``: the file of its secrets."""
    from mastermine.arena.secret_source import Every, Listed

    words = ["match", run.rules.spec()]
    words += ["--strategy", ",".join(entrant.home for entrant in run.entrants)]
    match run.field:
        case Every():
            words += ["--every"]
        case Listed():
            words += ["--secrets", secrets or "FILE"]
        case _sample:
            words += ["--rounds", str(run.rounds)]
    return full_command([*words, *(["--moves"] if run.risky and run.moves else [])], run)


def command_of_stored(stored: StoredRun) -> str:
    """Returns the command that reproduces a stored run, also of one started from Python."""
    return stored.command or command_of(stored.run)


def lengthen(store: Store, stored: StoredRun, rounds: int) -> None:
    """Changes the number of rounds of a stored match with drawn secrets. Raises InvalidSpec."""
    from dataclasses import replace

    from mastermine.arena.secret_source import Sample

    longer = replace(stored.run, field=Sample(rounds))
    store.resize(stored.id, rounds, command_of(longer))


def full_command(words: list[str], run: Run) -> str:
    """Formats a command with the seed and the time limit of its run."""
    from mastermine.arena.run import TIME_LIMIT_SECONDS

    words = ["mastermine", *words, "--seed", str(run.seed)]
    if run.time_limit is not None and run.time_limit != TIME_LIMIT_SECONDS:
        words += ["--time-limit", exactly(run.time_limit)]
    return shlex.join(words)


def exactly(value: float) -> str:
    """Formats a number with the digits that it needs to be read back unchanged."""
    return repr(float(value)).removesuffix(".0")


def is_ours(strategy: Strategy) -> bool:
    """Returns True for a strategy of this package, whose code is trusted."""
    return strategy.__module__.startswith("mastermine.") and read_home(strategy.home).is_installed


def is_duel(command: str) -> bool:
    """Returns True for a command that starts a duel."""
    return command.startswith("mastermine duel ")
