"""The program, run in this process as a person runs it, and what it prints."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from typing import Any

from click.testing import CliRunner, Result

from mastermine.cli import main


class Script:
    """A keyboard at which nobody sits: it types what was written before."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)

    def line(self, prompt: str) -> str:
        for line in self.lines:
            return line
        raise EOFError

    unseen = line


def run(
    *words: str, typed: str | bytes | Iterable[str] = "", charset: str = "utf-8", **given: str
) -> Result:
    """Run a command; what is typed is a text, or lines."""
    env: dict[str, str | None] = {"COLUMNS": None, **given}
    if not isinstance(typed, str | bytes):
        typed = "".join(f"{line}\n" for line in typed)
    return CliRunner(charset=charset).invoke(
        main, words, input=typed, env=env, prog_name="mastermine", catch_exceptions=False
    )


def printed(*words: str, **how: Any) -> str:
    """The output of a command that succeeds.

    With COLUMNS no line is too wide but one that is to be copied.
    """
    result = run(*words, **how)
    assert result.exit_code == 0, result.output
    widths = [len(line) for line in result.stdout.splitlines() if "--load" not in line]
    assert "COLUMNS" not in how or max(widths, default=0) <= int(how["COLUMNS"])
    return result.stdout


def text_of(*words: str, **how: Any) -> str:
    """All that a command says that succeeds, in one line."""
    result = run(*words, **how)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def lines(*words: str, **how: Any) -> list[str]:
    """The same as lines, without the spaces that tables are made of."""
    return [" ".join(line.split()) for line in printed(*words, **how).splitlines()]


def data(*words: str, **how: Any) -> Any:
    """What a command says as JSON."""
    result = run(*words, "--json", **how)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def without_times(found: Any) -> Any:
    """A match as JSON, but for what differs from run to run."""
    results = [{**score} for score in found["results"]]
    for score in results:
        del score["milliseconds"]
    return {key: value for key, value in found.items() if key != "run"} | {"results": results}


def refused(*words: str, status: int = 2, **how: Any) -> str:
    """The one line with which a command refuses, and says nothing else."""
    result = run(*words, **how)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    [line] = result.stderr.splitlines()
    assert line.startswith("mastermine: ")
    return line.removeprefix("mastermine: ")


def parsed(command: str) -> tuple[list[str], str]:
    """The words of a command, and what is typed: after a sign ``<``, lines with ``|`` between."""
    words, _sign, typed = command.partition(" < ")
    return shlex.split(words), typed.replace("|", "\n") + "\n"
