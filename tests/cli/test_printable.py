"""Characters that control a terminal, hide themselves or reorder a text are shown escaped."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.program import run

from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.arena.worker import play_part
from mastermine.i18n.text import printable
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy
from mastermine.session import MastermindSession
from mastermine.session.saved import files

HIDDEN = (
    [*map(chr, range(9)), *map(chr, range(11, 32)), *map(chr, range(127, 160))]
    + list("\xad\u061c\u180e\ufeff\ufff9\ufffb\U000e0041")
    + [chr(code) for first, last in ((0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F))
       for code in range(first, last + 1)]
)  # fmt: skip
SURROGATE = "\udc9b"
EVIL = "a\x1b]0;x\x07\x9b31m\u202eb\u2066\u200bc\x7f\x1b[2J"
"""A title, a colour, a change of direction and a cleared screen."""

few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
texts = st.text(st.sampled_from(["a", "Ž", " ", "1", ":", ".", "{", *HIDDEN]), min_size=1).filter(
    lambda text: "\0" not in text
)


def check(*words: str, **how: Any) -> str:
    """Runs a command; nothing that it prints is hidden. Returns its output."""
    result = run(*words, **how)
    said = result.stdout + result.stderr
    assert not [each for each in said if each in HIDDEN or "\ud800" <= each <= "\udfff"], repr(said)
    return said


@pytest.mark.parametrize("sign", [*HIDDEN, SURROGATE], ids=ascii)
def test_each_sign_is_escaped_as_in_json(sign: str) -> None:
    shown = printable(f"x{sign}y")
    assert shown.isascii()
    assert json.loads(f'"{shown}"') == f"x{sign}y"


@given(st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" \n\t\xa0\u202f")))
def test_other_text_stays(text: str) -> None:
    assert printable(text) == text


ECHOES = (
    "play --link ?b=8{}&m=1",
    "play --link ?rules={}",
    "play --link ?seed=7&word={}",
    "play {}",
    "play --load {}",
    "play --players Ana,{}",
    "play classic --colours {},b,c,d,e,f",
    "play --daily {}",
    "layout ?{}",
    "layout beginner --to {}",
    "share {}",
    "review {}",
    "solve {}",
    "solve classic --strategy {}",
    "hint classic {}",
    "analyze {}",
    "match classic -s {}",
    "match classic -s knuth:{}=1",
    "match classic -s knuth --secrets {}",
    "show {}",
    "runs --store {}/x",
    "plot {}",
    "verify {}",
    "verify --bound {}",
    "stats --{}",
    "{}",
    "--lang {} info",
    "evaluate {}",
    "check {}.py",
    "new-strategy {}/x",
    "optimal {}",
)


@pytest.mark.parametrize("command", ECHOES)
def test_what_is_typed_is_never_raw(command: str) -> None:
    check(*(word.replace("{}", EVIL) for word in command.split()))


@few
@given(text=texts, command=st.sampled_from(ECHOES))
def test_no_text_that_is_typed_is_raw(text: str, command: str) -> None:
    check(*(word.replace("{}", text) for word in command.split()))


# ---- files ----


def saved(**changes: object) -> str:
    """A saved game with other fields."""
    fields = json.loads(files.text_of(MastermindSession(Mastermind(4, 6), seed=1).data()))
    Path("game.json").write_text(json.dumps({**fields, **changes}))
    return "game.json"


@pytest.mark.parametrize(
    "name", ["version", "kind", "rules", "mode", "strategy", "secret", "moves", "id", "daily"]
)
@pytest.mark.parametrize("command", ["share", "review", "play --load"])
def test_a_saved_game_is_never_raw(name: str, command: str) -> None:
    value = [[EVIL]] if name == "moves" else EVIL
    assert "mastermine: " in check(*command.split(), saved(**{name: value}))


@pytest.mark.parametrize("command", ["layout", "analyze", "verify", "plot", "review"])
def test_the_text_of_a_file_is_never_raw(command: str) -> None:
    Path("file.jsonl").write_text(f"{EVIL}\n{EVIL} {EVIL}\n", "utf-8")
    check(command, "file.jsonl")


def test_output_of_a_strategy_is_never_raw() -> None:
    Path("loud.py").write_text(
        "from mastermine import strategy\n"
        f"print('loaded', {EVIL!r})\n"
        "@strategy('loud')\ndef loud(view):\n"
        f"    print('plays', {EVIL!r})\n    return 1, 1, 2, 2\n",
        "utf-8",
    )
    words = "match 2x3 -s loud.py --rounds 2 --no-store --jobs"
    for jobs in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "mastermine", *words.split(), jobs],
            capture_output=True, check=False,
        )  # fmt: skip
        said = (done.stdout + done.stderr).decode()
        assert printable(EVIL) in said
        assert printable(said) == said


# ---- stores ----


@cache
def a_store() -> bytes:
    path = Path("made.sqlite")
    with open_store(path) as store:
        players = [find_strategy("knuth"), find_strategy("random")]
        match = Run.of(Mastermind(2, 3), players, 2, 1)
        store.add(store.begin(match, "mastermine match 2x3"), play_part(match, range(1, 3)))
    return path.read_bytes()


@pytest.mark.parametrize("command", ["runs", "show 1", "plot 1", "export 1", "match --resume 1"])
@pytest.mark.parametrize("option", ["", "--json"])
def test_names_in_a_store_are_never_raw(command: str, option: str) -> None:
    if option and command.startswith("export"):
        pytest.skip("it always prints JSON")
    Path("evil.sqlite").write_bytes(a_store())
    connection = sqlite3.connect("evil.sqlite")
    with connection:
        connection.execute("UPDATE entrants SET name = ? WHERE entrant = 0", (EVIL,))
        connection.execute("UPDATE runs SET run = replace(run, '\"name\": \"knuth\"', ?)",
                           (f'"name": {json.dumps(EVIL)}',))  # fmt: skip
        connection.execute("UPDATE runs SET command = ?, version = ?", (EVIL, EVIL))
        connection.execute("UPDATE games SET outcome = 'failed', reason = ?", (EVIL,))
    connection.close()
    said = check(*command.split(), *option.split(), "--store", "evil.sqlite")
    assert "\\u001b" in said
    if option:
        json.loads(said)
