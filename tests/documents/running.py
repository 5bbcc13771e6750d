"""Runs the blocks of a document, one after the other, and says what is not as it is shown."""

from __future__ import annotations

import doctest
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.documents.reading import Block, blocks, commands, matches
from tests.documents.shell import Shell

from mastermine.system.native import NATIVE

MARKS = {
    "assistant",  # A transcript, which tests/web replays.
    "background",
    "engine",  # A transcript, which tests/engines replays.
    "fails",
    "file",
    "holds",
    "keys",
    "native",
    "not run",
    "setup",
    "types",
    "with",
}
ONLY_SHOWN = {"html", "ini", "nginx", "sql", "text"}


def run_document(document: str, name: str, folder: Path) -> list[Block]:
    """Run a document in an empty folder; the blocks that were not left out. Raises AssertionError.

    Background commands and the folder of the document end with it.
    """
    names: dict[str, Any] = {"__name__": "document"}
    ran = []
    with Shell(folder) as shell, pytest.MonkeyPatch.context() as patch:
        patch.chdir(shell.here)
        for variable, value in shell.own.items():
            patch.setenv(variable, value)
        for block in blocks(document):
            where = f"{name}:{block.line}"
            check_marks(block, where)
            if block.marked("not run") or (block.marked("native") and not NATIVE):
                continue
            ran.append(block)
            replace(block, where)
            block.text = shell.on_free_ports(block.text)
            if not about_file(block, where, shell.here):
                run_block(block, name, shell, names)
    return ran


def check_marks(block: Block, where: str) -> None:
    """Raises AssertionError for a mark that is none, or that gives no reason."""
    unknown = {mark for mark, _said in block.marks} - MARKS
    assert not unknown, f"{where}: no such mark: {', '.join(unknown)}"
    assert all(block.marked("not run")), f"{where}: say why: <!-- not run: REASON -->"


def replace(block: Block, where: str) -> None:
    """Take smaller numbers, or what there is only here, as marks say."""
    for said in block.marked("with"):
        new, _for, old = said.partition(" for ")
        assert old, f"{where}: say: <!-- with: NEW for OLD -->"
        assert old in block.text, f"{where}: there is nothing to put {new!r} for"
        block.text = block.text.replace(old, new)


def about_file(block: Block, where: str, folder: Path) -> bool:
    """Write a block into its file, or compare the two; whether it has one."""
    for file in block.marked("file"):
        (folder / file).write_text(block.text, "utf-8")
    for file in block.marked("holds"):
        held = (folder / file).read_text("utf-8")
        assert held == block.text, f"{where}: {file} holds\n{held}"
    return bool(block.marked("file") or block.marked("holds"))


def run_block(block: Block, name: str, shell: Shell, names: dict[str, Any]) -> None:
    match block.language:
        case "python":
            run_python(block, name, names)
        case "console" | "sh":
            run_commands(block, name, shell)
        case "json":
            json.loads(block.text)
        case "toml":
            tomllib.loads(block.text)
        case language:
            assert language in ONLY_SHOWN, f"{name}:{block.line}: what is a block of {language!r}?"


def run_commands(block: Block, name: str, shell: Shell) -> None:
    fails = bool(block.marked("fails"))
    typed = [line.strip() for said in block.marked("types") for line in said.split("|")]
    for command in block.marked("setup"):
        done = shell.run(command)
        assert done.returncode == 0, f"{name}:{block.line}: {command}\n{done.stderr}"
    for line, command, shown in commands(block):
        where = f"{name}:{line}: {command}"
        try:
            if background := block.marked("background"):
                shell.begin(command, background[0])
                continue
            if keys := block.marked("keys"):
                done = shell.press(command, keys[0])
            else:
                done = shell.run(command, "".join(f"{line}\n" for line in typed))
        except AssertionError as error:
            raise AssertionError(f"{where}\n{error}") from None
        assert (done.returncode != 0) == fails, f"{where}\nexits {done.returncode}\n{done.stderr}"
        # A notice on stderr is no part of what a command prints.
        printed = done.stdout + done.stderr if fails else done.stdout
        if shown.strip():
            assert matches(shown, printed), (
                f"{where}\nprints\n{printed}\nwhere the document shows\n{shown}"
            )


def run_python(block: Block, name: str, names: dict[str, Any]) -> None:
    if ">>>" in block.text:
        example = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line - 1)
        message: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(example, out=message.append, clear_globs=False)
        assert not message, "".join(message)
        names |= example.globs
    else:
        exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), names)


def reasons(documents: Mapping[str, str]) -> list[str]:
    """Why blocks are not run, each with its place."""
    return [
        f"{name}:{block.line}: {reason}"
        for name, document in documents.items()
        for block in blocks(document)
        for reason in block.marked("not run")
    ]
