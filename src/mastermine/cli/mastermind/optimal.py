"""The fewest guesses that find every code, for ``mastermine optimal``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import click
from rich.console import Console

from mastermine.arena.executors import workers
from mastermine.arena.statistics import table
from mastermine.cli import output, standings
from mastermine.cli.mastermind.searches import effort, positions
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import (
    MAX_SEARCHED_CODES,
    Guesses,
    Mastermind,
    Objective,
    Optimum,
    Progress,
)
from mastermine.system.folders import is_special, located, writing

MAX_SERIAL_CODES = 2000
"""Up to this many codes are searched without starting other processes."""

RESTRICTED = {Guesses.CONSISTENT: "--consistent-only", Guesses.PREVIOUS: "--previous-only"}
"""The options that allow only some guesses."""


def optimal(rules: Mastermind, *, first: str | None, game_value: bool, **options: Any) -> None:
    """The best tree that is found, and what is proven of it; or the value of the game."""
    if first is not None:
        raise click.UsageError(_("--first is the first click: it is for Minesweeper"))
    if game_value:
        from mastermine.cli.mastermind.value import game_value as find_value

        find_value(rules, **options)
    else:
        _find_tree(rules, **options)


def _find_tree(
    rules: Mastermind,
    *,
    objective: str | None,
    consistent_only: bool,
    previous_only: bool,
    max_depth: int | None,
    save: str | None,
    resume: str | None,
    jobs: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    asked = Optimum(
        replace(rules, limit=None),
        Objective(objective or Objective.EXPECTED),
        _allowed(consistent_only, previous_only),
        max_depth,
    )
    checkpoint = None if resume is None else located(resume, "classic.jsonl")
    target = None if save is None else _target(save, checkpoint)
    if rules.size <= MAX_SEARCHED_CODES:
        output.warn_slow(rules, rules.size)
    found, stopped = _found(asked, jobs, seconds, checkpoint)
    if found.impossible:
        raise InvalidSpec(_impossible(found))
    output.print_result(as_json, _data, _show, found)
    if target:
        _save(found, target)
    if not found.proven:
        _tell_kept(checkpoint)
    if stopped:
        raise stopped


def _allowed(consistent: bool, previous: bool) -> Guesses:
    """The guesses that the options allow. Raises UsageError."""
    if consistent and previous:
        raise click.UsageError(
            _("--consistent-only and --previous-only are two things: choose one of them")
        )
    if consistent:
        return Guesses.CONSISTENT
    return Guesses.PREVIOUS if previous else Guesses.ANY


def _target(path: str, checkpoint: Path | None) -> Path:
    """The file for the tree, where one can be written. Raises InvalidSpec."""
    file = located(path, "classic.tree")
    if file.is_dir():
        raise InvalidSpec(
            _("{path} is a folder; name a file in it, such as {file}").format(
                path=path, file=file / "classic.tree"
            )
        )
    if is_special(file):
        raise InvalidSpec(_("{path} is a device; name a file").format(path=path))
    if checkpoint and os.path.realpath(file) == os.path.realpath(checkpoint):
        raise InvalidSpec(
            _("{path} cannot be both what --save writes and what --resume goes on from").format(
                path=path
            )
        )
    with writing(path):
        TemporaryFile(dir=file.parent).close()
    return file


def _found(
    asked: Optimum, jobs: int | None, seconds: float | None, checkpoint: Path | None
) -> tuple[Optimum, BaseException | None]:
    """What is found; where something ended the search, what was known, and what ended it."""
    from mastermine.mastermind import optimal_play

    known = asked

    def see(progress: Progress) -> None:
        nonlocal known
        known = progress.known
        tell(progress)

    if jobs is None and asked.rules.size <= MAX_SERIAL_CODES:
        jobs = 1
    with _line(asked) as tell, workers(jobs) as executor:
        try:
            found = optimal_play(
                asked.rules,
                asked.objective,
                guesses=asked.guesses,
                max_depth=asked.max_depth,
                executor=executor,
                workers=getattr(executor, "cores", 1),
                checkpoint=checkpoint,
                time_limit=seconds,
                progress=see,
            )
        except (KeyboardInterrupt, MastermineError, MemoryError) as error:
            if isinstance(error, InvalidSpec):  # What a damaged file made known is worth nothing.
                raise
            if known.tree is None and not isinstance(error, KeyboardInterrupt):
                raise
            return known, error
    return found, None


@contextmanager
def _line(asked: Optimum) -> Iterator[Callable[[Progress], None]]:
    """On a terminal, a line that says what is known so far."""
    screen = output.console(err=True)
    if not screen.is_terminal:
        yield lambda _progress: None
        return
    from rich.progress import Progress as Line
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Line(*columns, console=screen, transient=True, refresh_per_second=4) as line:
        doing = _("searching the best play of {spec}").format(spec=asked.rules.spec())
        task = line.add_task(doing, total=None)
        yield lambda progress: line.update(task, description="  ".join(_standing(progress)))


def _standing(progress: Progress) -> Iterator[str]:
    known = progress.known
    best, bound = known.counted, known.lower_bound
    if best is not None:
        # Translators: the figure of the best that was found so far.
        yield _("best {n}").format(n=whole(best))
    # Translators: a figure that the best cannot be below.
    yield _("at least {n}").format(n=whole(bound))
    if best is not None:
        # Translators: the difference between the best found and what is proven.
        yield _("gap {n}").format(n=whole(best - bound))
    yield positions(known.nodes)
    if progress.first is not None:
        # Translators: {guess} is a code; {part} of {parts} things to be done are done.
        yield _("{guess}: {part} of {parts}").format(
            guess=known.rules.format_action(progress.first),
            part=whole(progress.part),
            parts=whole(progress.parts),
        )


def _impossible(found: Optimum) -> str:
    n = found.max_depth or 0
    option = RESTRICTED.get(found.guesses)
    if option is None:
        told = ngettext(
            "no way of playing finds every code within {n} guess; take a greater --max-depth",
            "no way of playing finds every code within {n} guesses; take a greater --max-depth",
            n,
        )
    else:
        told = ngettext(
            "with {option} no way of playing finds every code within {n} guess; "
            "take a greater --max-depth",
            "with {option} no way of playing finds every code within {n} guesses; "
            "take a greater --max-depth",
            n,
        )
    return told.format(n=whole(n), option=option)


def _data(found: Optimum) -> dict[str, Any]:
    rules, tree = found.rules, found.tree
    fewest = found.objective is Objective.FEWEST_LAST
    return {
        "rules": rules.spec(),
        "codes": rules.size,
        "objective": found.objective.value,
        "guesses": found.guesses.value,
        "max_depth": found.max_depth,
        "total": found.total,
        "average": None if found.total is None else found.total / rules.size,
        "worst": found.worst,
        **({"last": found.last} if fewest else {}),
        "lower_bound": found.lower_bound,
        "worst_bound": found.worst_bound,
        "proven": found.proven,
        "histogram": table(found.histogram),
        "first": None if tree is None else rules.format_action(tree.root.guess),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _show(screen: Console, found: Optimum) -> None:
    rules, title = found.rules, output.codes_title(found.rules)
    if found.tree and found.total:
        heads = [_("total"), _("average"), _("worst"), _("guesses: codes"), _("first guess")]
        row = output.table(*heads, title=title, numbers=range(3))
        row.add_row(
            str(found.total),
            decimal(found.total / rules.size, 4),
            str(found.worst),
            standings.folded(table(found.histogram)),
            rules.format_action(found.tree.root.guess),
        )
        screen.print(row)
    else:
        screen.print(title)
        screen.print(_("No way of playing was found so far."))
    screen.print()
    for sentence in (*_restrictions(found), *_proven(found)):
        screen.print(sentence, soft_wrap=True)
    if not found.proven and found.tree:
        screen.print(
            _("Not proven: there may be a better way of playing than this one."), soft_wrap=True
        )
    screen.print(effort(found.nodes, found.seconds))


def _restrictions(found: Optimum) -> Iterator[str]:
    match found.guesses:
        case Guesses.CONSISTENT:
            yield _("Each guess had to be a code that is still possible.")
        case Guesses.PREVIOUS:
            yield _("Each guess had to be a code that was still possible before the last answer.")
    if found.max_depth is not None:
        yield ngettext(
            "Every code had to be found within {n} guess.",
            "Every code had to be found within {n} guesses.",
            found.max_depth,
        ).format(n=whole(found.max_depth))


def _proven(found: Optimum) -> Iterator[str]:
    """What no way to play does better."""
    least = found.lower_bound
    match found.objective:
        case Objective.EXPECTED:
            yield from _no_total(least)
        case Objective.WORST:
            yield from _no_worst(found.worst_bound)
        case Objective.EXPECTED_THEN_WORST:
            yield from _no_total(least)
            if least == found.total:
                yield ngettext(
                    "Of those that need no more, none finds every code in fewer than {n} guess: "
                    "proven.",
                    "Of those that need no more, none finds every code in fewer than {n} guesses: "
                    "proven.",
                    found.worst_bound,
                ).format(n=whole(found.worst_bound))
        case Objective.WORST_THEN_EXPECTED:
            yield from _no_worst(found.worst_bound)
            if found.worst_bound == found.worst:
                yield ngettext(
                    "Of those that take no more, none needs fewer than {n} guess in all: proven.",
                    "Of those that take no more, none needs fewer than {n} guesses in all: proven.",
                    least,
                ).format(n=whole(least))
        case Objective.FEWEST_LAST:
            yield from _no_last(found)


def _no_total(least: int) -> Iterator[str]:
    if least > 0:
        yield ngettext(
            "No way of playing needs fewer than {n} guess in all: proven.",
            "No way of playing needs fewer than {n} guesses in all: proven.",
            least,
        ).format(n=whole(least))


def _no_worst(least: int) -> Iterator[str]:
    yield ngettext(
        "No way of playing finds every code in fewer than {n} guess: proven.",
        "No way of playing finds every code in fewer than {n} guesses: proven.",
        least,
    ).format(n=whole(least))


def _no_last(found: Optimum) -> Iterator[str]:
    """Where the most guesses are not given, they are the fewest that there can be."""
    if found.max_depth is None:
        yield from _no_worst(found.worst_bound)
        if found.worst_bound != found.worst:
            return
    if found.last is not None:
        yield ngettext(
            "{n} code is left to guess {guess}.", "{n} codes are left to guess {guess}.", found.last
        ).format(n=whole(found.last), guess=whole(found.max_depth or found.worst or 0))
    if found.lower_bound > 0:
        yield ngettext(
            "No way of playing leaves fewer than {n} code to it: proven.",
            "No way of playing leaves fewer than {n} codes to it: proven.",
            found.lower_bound,
        ).format(n=whole(found.lower_bound))


def _save(found: Optimum, target: Path) -> None:
    """Write the tree, with the command that finds it. Raises InvalidSpec."""
    if found.tree is None:
        click.echo(_("No way of playing was found so far, so nothing is saved."), err=True)
        return
    proven = "proven" if found.proven else f"not proven; at least {found.lower_bound}"
    replace(found.tree, notes=(f"{_command(found)}: {proven}",)).save(target)
    told = (
        _("Saved as {path}.")
        if found.proven
        else _("Saved as {path}, which is not proven to be the best.")
    )
    click.echo(told.format(path=target), err=True)


def _command(found: Optimum) -> str:
    words = ["mastermine optimal", found.rules.spec(), f"--objective {found.objective.value}"]
    if option := RESTRICTED.get(found.guesses):
        words.append(option)
    if found.max_depth is not None:
        words.append(f"--max-depth {found.max_depth}")
    return " ".join(words)


def _tell_kept(checkpoint: Path | None) -> None:
    """Say, on standard error, how a search that was stopped goes on."""
    told = (
        _("With --resume FILE a search keeps what it knows, and goes on where it was stopped.")
        if checkpoint is None
        else _("Kept in {path}: the same command with --resume {path} goes on from there.")
    )
    click.echo(told.format(path=checkpoint), err=True)
