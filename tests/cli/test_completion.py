"""Completions of a shell, requested as its script does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from mastermine.arena.run import Run, entrants_of
from mastermine.arena.secret_source import Sample
from mastermine.arena.store import open_store
from mastermine.cli import COMMANDS, main
from mastermine.cli.completion import KINDS, SHELLS, VARIABLE
from mastermine.registry import find_strategy, parse_rules, strategy_names


def completed(*words: str, shell: str = "zsh") -> list[str]:
    """The values for the last word."""
    requested = SHELLS[shell](main, {}, "mastermine", VARIABLE)
    found = requested.get_completions(list(words[:-1]), words[-1])
    return ["FILE" if item.type == "file" else item.value for item in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["st"], ["stats", "static", "strategies"]),
        (["--v"], ["--version"]),
        (["--lang", "sr"], ["sr", "sr-Latn"]),
        (["--lang", "pl", "solve", "--sec"], ["--secret"]),
        (["play", "exp"], ["expert"]),
        (["layout", "exp"], ["expert"]),
        (["play", "--load", ""], ["FILE"]),
        (["review", ""], ["FILE"]),
        (["review", "games.jsonl", "--game", ""], []),
        (["play", "--maker", ""], ["computer", "me"]),
        (["evaluate", "classic", "--strategy", "kn"], ["knuth"]),
        (["evaluate", "classic", "-s", "entropy,kn"], ["entropy,knuth"]),
        (["check", "pat"], ["patterns"]),
        (["check", "./my_strat"], ["FILE"]),
        (["optimal", "classic", "--resume", ""], ["FILE"]),
        (["plot", "--kind", "g"], ["guesses"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["help", "pl"], ["play", "plot"]),
        (["no-such-command", "--v"], ["--version"]),
        (["show", "--store", "postgresql://nowhere/at-all", ""], ["FILE"]),
    ],
)
def test_values(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_strategies_are_those_of_the_game() -> None:
    assert completed("match", "expert", "--strategy", "") == strategy_names("minesweeper")
    assert completed("duel", "--game", "4x6", "") == strategy_names("mastermind")
    assert completed("duel", "classic", "knuth", "") == strategy_names("mastermind")
    assert set(completed("match", "--strategy", "")) > set(strategy_names("minesweeper"))


def test_runs_that_are_kept(tmp_path: Path) -> None:
    rules = parse_rules("classic")
    run = Run(rules, entrants_of([find_strategy("knuth")]), Sample(1), 1)
    where = str(tmp_path / "runs.sqlite")
    with open_store(where) as store:
        numbers = [str(store.begin(run)) for _run in range(2)]
    assert completed("show", "--store", where, "") == ["last", *reversed(numbers)]
    assert completed("runs", "--store", where, "--remove", numbers[0]) == [numbers[0]]


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert completed("show", "--store", str(tmp_path / "none.sqlite"), "") == ["FILE"]
    assert list(tmp_path.iterdir()) == []


def test_values_after_a_sign_of_equality() -> None:
    assert completed("play", "--maker=c") == ["--maker=computer"]
    assert completed("play", "--maker", "=", "c", shell="bash") == ["computer"]
    assert completed("play", "--maker", "=", shell="bash") == ["computer", "me"]


def test_every_kind_is_of_some_parameter() -> None:
    context = click.Context(main)
    commands = [main, *(main.get_command(context, name) for name in COMMANDS)]
    there = {
        name
        for command in commands
        if command is not None
        for parameter in command.params
        for called in [max(parameter.opts, key=len)]
        for name in (called, f"{command.name} {called}")
    }
    assert set(KINDS) <= there


def requested(words: str, number: int, shell: str = "bash") -> subprocess.CompletedProcess[str]:
    """The program, as the script of a shell calls it."""
    wanted = {"COMP_WORDS": words, "COMP_CWORD": str(number), VARIABLE: f"{shell}_complete"}
    code = (
        "import sys\nfrom mastermine.cli import main\n"
        "try:\n    main(prog_name='mastermine')\n"
        "finally:\n    print(*sorted(sys.modules), file=sys.stderr)"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env={**os.environ, **wanted},
        capture_output=True,
        text=True,
    )


def test_commands_are_completed_without_importing_any() -> None:
    done = requested("mastermine so", 1)
    assert done.stdout == "plain,solve\n"
    modules = done.stderr.split()
    assert "mastermine.cli.completion" in modules
    assert not {"numpy", "rich", "sqlalchemy", "mastermine.registry"} & set(modules)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script(shell: str) -> None:
    done = CliRunner().invoke(main, ["completion", shell])
    assert done.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in done.output
    if shell == "fish":
        assert 'string split -m 1 ","' in done.output
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.output, text=True, check=True)


def test_another_shell() -> None:
    done = CliRunner().invoke(main, ["completion", "csh"])
    assert done.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in done.output


@pytest.mark.skipif(not shutil.which("bash"), reason="no Bash")
def test_in_bash(tmp_path: Path) -> None:
    program = tmp_path / "mastermine"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m mastermine "$@"\n')
    program.chmod(0o755)
    script = f"""
        PATH={tmp_path}:$PATH
        eval "$(mastermine completion bash)"
        COMP_WORDS=(mastermine match classic -s knuth,ent) COMP_CWORD=4
        _mastermine_completion mastermine
        echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", script],
        check=True,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("knuth,entropy\n", "")
