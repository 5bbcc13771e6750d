"""``mastermine optimal`` for Mastermind: the fewest guesses that find every code."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from mastermine.arena.executors import cores
from mastermine.arena.statistics import table
from mastermine.cli import output, standings
from mastermine.cli.mastermind.searches import NOT_PROVEN, effort, positions, write_tree
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
from mastermine.system.folders import (
    device_reason,
    folder_reason,
    is_special,
    located,
    writing,
)

MAX_SERIAL_CODES = 2000
"""Games of up to this many codes are searched by one thread by default."""

RESTRICTED = {Guesses.CONSISTENT: "--consistent-only", Guesses.PREVIOUS: "--previous-only"}


def optimal(rules: Mastermind, *, first: str | None, game_value: bool, **options: Any) -> None:
    """Finds the best tree and proves bounds, or finds the value of the game."""
    if first is not None:
        raise click.UsageError(_("--first is for Minesweeper"))
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
    below: int | None,
    save: str | None,
    certificate: str | None,
    resume: str | None,
    jobs: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    if objective == Objective.MOST_WITHIN and max_depth is None:
        raise click.UsageError(_("--objective most-within needs --max-depth"))
    requested = Optimum(
        replace(rules, limit=None),
        Objective(objective or Objective.EXPECTED),
        _allowed(consistent_only, previous_only),
        max_depth,
        below=below,
    )
    checkpoint = None if resume is None else located(resume, "classic.jsonl")
    used = {"--resume": checkpoint}
    target = used["--save"] = _target("--save", save, "classic.tree", used)
    proof = _target("--certificate", certificate, "classic.bound.gz", used)
    if rules.size <= MAX_SEARCHED_CODES:
        output.warn_slow(rules, rules.size)
    found, stopped = _search(requested, jobs, seconds, checkpoint, proof is not None)
    if found.impossible:
        raise InvalidSpec(_impossible(found))
    output.print_result(as_json, _data, _show, found)
    if target:
        _save(found, target)
    if proof:
        _save_certificate(found, proof)
    if not found.proven and (checkpoint is None or checkpoint.exists()):
        _print_resume(checkpoint)
    if stopped:
        raise stopped


def _allowed(consistent: bool, previous: bool) -> Guesses:
    if consistent and previous:
        raise output.exclusive("--consistent-only", "--previous-only")
    if consistent:
        return Guesses.CONSISTENT
    return Guesses.PREVIOUS if previous else Guesses.ANY


def _target(
    option: str, path: str | None, like: str, used: Mapping[str, Path | None]
) -> Path | None:
    """Returns the file for a result, which must be writable. Raises InvalidSpec."""
    from tempfile import TemporaryFile

    if path is None:
        return None
    file = located(path, like)
    if file.is_dir():
        raise InvalidSpec(folder_reason(file, like))
    if is_special(file):
        raise InvalidSpec(device_reason(path))
    for other, taken in used.items():
        if taken and os.path.realpath(file) == os.path.realpath(taken):
            raise InvalidSpec(
                _("{option} and {other} need two different files, not both {path}").format(
                    option=option, other=other, path=path
                )
            )
    with writing(path):
        TemporaryFile(dir=file.parent).close()
    return file


def _search(
    requested: Optimum,
    jobs: int | None,
    seconds: float | None,
    checkpoint: Path | None,
    certificate: bool,
) -> tuple[Optimum, BaseException | None]:
    """Returns the result, and the error that stopped the search, if any."""
    from mastermine.mastermind import optimal_play

    known = requested

    def see(progress: Progress) -> None:
        nonlocal known
        known = progress.known
        show(progress)

    if jobs is None:
        jobs = 1 if requested.rules.size <= MAX_SERIAL_CODES else cores()
    with _status_line(requested) as show:
        try:
            found = optimal_play(
                requested.rules,
                requested.objective,
                guesses=requested.guesses,
                max_depth=requested.max_depth,
                below=requested.below,
                jobs=jobs,
                checkpoint=checkpoint,
                time_limit=seconds,
                certificate=certificate,
                progress=see,
            )
        except (KeyboardInterrupt, MastermineError, MemoryError) as error:
            if isinstance(error, InvalidSpec):  # Bounds from a damaged file are not valid.
                raise
            if known.tree is None and not isinstance(error, KeyboardInterrupt):
                raise
            return known, error
    return found, None


@contextmanager
def _status_line(requested: Optimum) -> Iterator[Callable[[Progress], None]]:
    screen = output.console(err=True)
    if not screen.is_terminal:
        yield lambda _progress: None
        return
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=screen, transient=True, refresh_per_second=4) as bar:
        doing = _("searching for the best play of {spec}").format(spec=requested.rules.spec())
        task = bar.add_task(doing, total=None)
        yield lambda progress: bar.update(task, description="  ".join(_standing(progress)))


def _standing(progress: Progress) -> Iterator[str]:
    known = progress.known
    best, bound = known.counted, known.lower_bound
    if best is not None:
        # Translators: the total of the best solution so far.
        yield _("best {n}").format(n=whole(best))
    # Translators: a lower bound of the total.
    yield _("at least {n}").format(n=whole(bound))
    if known.proven:  # The search has ended.
        yield _("making the certificate")
        return
    if best is not None:
        # Translators: the difference between the best total and its lower bound.
        yield _("gap {n}").format(n=whole(best - bound))
    yield positions(known.nodes)
    if progress.guesses:
        yield _("first guess {n} of {m}").format(n=whole(progress.guess), m=whole(progress.guesses))


def _impossible(found: Optimum) -> str:
    n = found.max_depth or 0
    option = RESTRICTED.get(found.guesses)
    if option is None:
        text = ngettext(
            "no strategy finds every code within {n} guess: increase --max-depth",
            "no strategy finds every code within {n} guesses: increase --max-depth",
            n,
        )
    else:
        text = ngettext(
            "with {option}, no strategy finds every code within {n} guess: increase --max-depth",
            "with {option}, no strategy finds every code within {n} guesses: increase --max-depth",
            n,
        )
    return text.format(n=whole(n), option=option)


def _data(found: Optimum) -> dict[str, Any]:
    rules, tree = found.rules, found.tree
    own = {Objective.FEWEST_LAST: "last", Objective.MOST_WITHIN: "missed"}.get(found.objective)
    return {
        "rules": rules.spec(),
        "codes": rules.size,
        "objective": found.objective.value,
        "guesses": found.guesses.value,
        "max_depth": found.max_depth,
        **({} if found.below is None else {"below": found.below}),
        "total": found.total,
        "average": None if found.total is None else found.total / rules.size,
        "worst": found.worst,
        **({own: found.counted} if own else {}),
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
            standings.folded(screen, table(found.histogram)),
            rules.notation.format(found.tree.root.guess),
        )
        screen.print(row)
    else:
        screen.print(title)
        if not found.proven:
            screen.print(_("No strategy was found so far."))
    screen.print()
    for sentence in (*_restrictions(found), *_proven(found)):
        screen.print(sentence, soft_wrap=True)
    if found.tree and not _is_best(found):
        screen.print(_(NOT_PROVEN), soft_wrap=True)
    if found.lost:
        screen.print(
            ngettext(
                "{n} result did not fit in memory; this costs time only.",
                "{n} results did not fit in memory; this costs time only.",
                found.lost,
            ).format(n=whole(found.lost)),
            soft_wrap=True,
        )
    screen.print(effort(found.nodes, found.seconds))


def _is_best(found: Optimum) -> bool:
    """True if no other tree is better; a total that was only decided may not be the least."""
    return found.proven and (found.below is None or found.total == found.lower_bound)


def _restrictions(found: Optimum) -> Iterator[str]:
    match found.guesses:
        case Guesses.CONSISTENT:
            yield _("Each guess had to be a possible code.")
        case Guesses.PREVIOUS:
            yield _("Each guess had to be a code that was possible before the last answer.")
    if found.max_depth is not None and found.objective is not Objective.MOST_WITHIN:
        yield ngettext(
            "Every code had to be found within {n} guess.",
            "Every code had to be found within {n} guesses.",
            found.max_depth,
        ).format(n=whole(found.max_depth))


def _proven(found: Optimum) -> Iterator[str]:
    least = found.lower_bound
    match found.objective:
        case Objective.EXPECTED:
            yield from _no_total(least)
            if found.proven and found.tree is None and found.max_depth is not None:
                yield ngettext(
                    "Whether a strategy with a higher total finds every code within {n} guess was "
                    "not decided; without --below it is.",
                    "Whether a strategy with a higher total finds every code within {n} guesses "
                    "was not decided; without --below it is.",
                    found.max_depth,
                ).format(n=whole(found.max_depth))
        case Objective.WORST:
            yield from _no_worst(found.worst_bound)
        case Objective.EXPECTED_THEN_WORST:
            yield from _no_total(least)
            if least == found.total:
                yield ngettext(
                    "Proven: with this total, no strategy finds every code in fewer than {n} "
                    "guess.",
                    "Proven: with this total, no strategy finds every code in fewer than {n} "
                    "guesses.",
                    found.worst_bound,
                ).format(n=whole(found.worst_bound))
        case Objective.WORST_THEN_EXPECTED:
            yield from _no_worst(found.worst_bound)
            if found.worst_bound == found.worst:
                yield ngettext(
                    "Proven: with this worst case, no strategy needs fewer than {n} guess in "
                    "total.",
                    "Proven: with this worst case, no strategy needs fewer than {n} guesses in "
                    "total.",
                    least,
                ).format(n=whole(least))
        case Objective.FEWEST_LAST:
            yield from _no_last(found)
        case Objective.MOST_WITHIN:
            yield from _no_more(found)


def _no_total(least: int) -> Iterator[str]:
    if least > 0:
        yield ngettext(
            "Proven: no strategy needs fewer than {n} guess in total.",
            "Proven: no strategy needs fewer than {n} guesses in total.",
            least,
        ).format(n=whole(least))


def _no_worst(least: int) -> Iterator[str]:
    yield ngettext(
        "Proven: no strategy finds every code in fewer than {n} guess.",
        "Proven: no strategy finds every code in fewer than {n} guesses.",
        least,
    ).format(n=whole(least))


def _no_last(found: Optimum) -> Iterator[str]:
    """Yields the bounds of ``fewest-last``; without ``--max-depth`` the worst case comes first."""
    if found.max_depth is None:
        yield from _no_worst(found.worst_bound)
        if found.worst_bound != found.worst:
            return
    if found.last is not None:
        yield ngettext(
            "{n} code needs guess {guess}.", "{n} codes need guess {guess}.", found.last
        ).format(n=whole(found.last), guess=whole(found.max_depth or found.worst or 0))
    if found.lower_bound > 0:
        yield ngettext(
            "Proven: no strategy leaves fewer than {n} code for that guess.",
            "Proven: no strategy leaves fewer than {n} codes for that guess.",
            found.lower_bound,
        ).format(n=whole(found.lower_bound))


def _no_more(found: Optimum) -> Iterator[str]:
    if found.missed is not None:
        yield ngettext(
            "{found} of {all} codes are found within {n} guess.",
            "{found} of {all} codes are found within {n} guesses.",
            found.max_depth or 0,
        ).format(
            found=whole(found.rules.size - found.missed),
            all=whole(found.rules.size),
            n=whole(found.max_depth or 0),
        )
    most = found.rules.size - found.lower_bound
    if found.lower_bound > 0:
        yield ngettext(
            "Proven: no strategy finds more than {n} code within this limit.",
            "Proven: no strategy finds more than {n} codes within this limit.",
            most,
        ).format(n=whole(most))


def _save_certificate(found: Optimum, target: Path) -> None:
    if not found.certificate:
        click.echo(_("The certificate was not finished, so none was written."), err=True)
        return
    with writing(target):
        target.write_bytes(found.certificate)
    click.echo(
        _("Wrote the certificate of {n} to {path}; check it with: {command}").format(
            n=whole(found.lower_bound),
            path=target,
            command=f"mastermine verify --bound {shlex.quote(str(target))}",
        ),
        err=True,
    )


def _save(found: Optimum, target: Path) -> None:
    if found.tree is None:
        click.echo(_("No strategy was found so far, so no tree was written."), err=True)
        return
    best = _is_best(found)
    proven = "proven" if best else f"not proven; at least {found.lower_bound}"
    write_tree(found.tree, f"{_command(found)}: {proven}", target, best)


def _command(found: Optimum) -> str:
    words = ["mastermine optimal", found.rules.spec(), f"--objective {found.objective.value}"]
    if option := RESTRICTED.get(found.guesses):
        words.append(option)
    if found.max_depth is not None:
        words.append(f"--max-depth {found.max_depth}")
    if found.below is not None:
        words.append(f"--below {found.below}")
    return " ".join(words)


def _print_resume(checkpoint: Path | None) -> None:
    text = (
        _("With --resume FILE, a search is saved and can be resumed.")
        if checkpoint is None
        else _("Saved the search in {path}; the same command resumes it.")
    )
    click.echo(text.format(path=checkpoint), err=True)
