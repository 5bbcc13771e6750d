"""What every front end that asks for a match checks, and the command that plays it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.arena.run import Run
    from mastermine.arena.store import Kept, Store
    from mastermine.core.strategy import Strategy


def strategies_of(names: Iterable[str], rules: Any) -> list[Strategy]:
    """The strategies for these rules, of one or more lists of names. Raises InvalidSpec."""
    from mastermine.registry import expand, find_strategy

    words = [word.strip() for text in names for word in text.split(",")]
    homes = [home for word in words if word for home in expand(word, rules)]
    found = [find_strategy(home, rules.game) for home in homes]
    if not found:
        raise InvalidSpec(_("no strategy is named; write names with commas, such as knuth,entropy"))
    return found


def command_of(run: Run, secrets: str | None = None) -> str:
    """The command that plays a match again. ``secrets``: the file that its secrets came from."""
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
    return written([*words, *(["--moves"] if run.risky and run.moves else [])], run)


def command_of_kept(kept: Kept) -> str:
    """The command that plays a run that is kept again; one from Python was begun by none."""
    return kept.command or command_of(kept.run)


def lengthen(store: Store, kept: Kept, rounds: int) -> None:
    """Let a match of the store whose secrets are drawn have so many rounds. Raises InvalidSpec."""
    from dataclasses import replace

    from mastermine.arena.secret_source import Sample

    longer = replace(kept.run, field=Sample(rounds))
    store.resize(kept.id, rounds, command_of(longer))


def written(words: list[str], run: Run) -> str:
    """A command in full, with what is the same for all runs."""
    from mastermine.arena.run import TIME_LIMIT_SECONDS

    words = ["mastermine", *words, "--seed", str(run.seed)]
    if run.time_limit is not None and run.time_limit != TIME_LIMIT_SECONDS:
        words += ["--time-limit", exactly(run.time_limit)]
    return shlex.join(words)


def exactly(value: float) -> str:
    """A number in as many digits as it takes to read the same one again."""
    return repr(float(value)).removesuffix(".0")


def is_ours(strategy: Strategy) -> bool:
    """Whether a strategy came with mastermine: of others nobody knows what they do."""
    return strategy.__module__.startswith("mastermine.")


def is_duel(command: str) -> bool:
    """Whether this command fights a duel."""
    return command.startswith("mastermine duel ")
