"""Python code that a saved game or a store names runs only if somebody agrees."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from tests.cli.program import Script, data, printed, refused, run, text_of

from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.arena.worker import play_part
from mastermine.cli import trust
from mastermine.cli.play import resume
from mastermine.cli.terminal import Terminal
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy
from mastermine.session import MastermindSession, load

CODE = """
from pathlib import Path
from mastermine import strategy

with Path("ran.txt").open("a") as log:
    log.write("x")

@strategy("evil")
def evil(view):
    return 1, 1, 2, 3
"""
RULES = Mastermind(4, 6)


def runs() -> int:
    """How often the file was run since the last question."""
    log = Path("ran.txt")
    count = len(log.read_text()) if log.exists() else 0
    log.unlink(missing_ok=True)
    return count


@pytest.fixture(params=["evil.py:evil", "{}/evil.py:evil"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A saved game whose hints come from a file, with its name relative or absolute."""
    session = MastermindSession(RULES, seed=7, secret=RULES.parse_secret("3411"))
    session.guess("1122")
    session.save("game.json")
    fields = json.loads(Path("game.json").read_text())
    fields["strategy"] = request.param.format(tmp_path)
    Path("game.json").write_text(json.dumps(fields))
    Path("evil.py").write_text(CODE)
    return "game.json"


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody answers."""
    monkeypatch.setattr(trust, "_is_person", lambda _terminal: True)


@pytest.mark.parametrize("command", ["share {}", "share {} --picture x.svg", "review {}"])
def test_what_only_looks_at_a_game_runs_nothing(game: str, command: str) -> None:
    printed(*command.format(game).split())
    assert runs() == 0


def test_a_review_says_which_strategy_rates(game: str, tmp_path: Path) -> None:
    said = run("review", game).stderr
    file = tmp_path / "evil.py"
    assert said == f"mastermine: {file} was not run; the strategy knuth takes its place.\n"
    assert run("review", game, "--strategy", "entropy").stderr == ""


def test_without_a_terminal_play_refuses(game: str, tmp_path: Path) -> None:
    assert refused("play", "--load", game, typed="3411\n") == (
        f"game.json would run {tmp_path / 'evil.py'}; add --trust if you trust it"
    )
    assert runs() == 0


def test_with_trust_it_runs_at_once(game: str) -> None:
    text_of("play", "--load", game, "--trust", typed=["hint", "hint", "hint"])
    assert runs() == 1


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize(("answer", "ran"), [("yes", 1), ("no", 0), ("", 0)])
def test_play_asks_and_shows_the_code(game: str, tmp_path: Path, answer: str, ran: int) -> None:
    said = text_of("play", "--load", game, typed=[answer, "3411"])
    # A long path is broken over lines.
    assert f"{tmp_path / 'evil.py'},{len(CODE.splitlines())}lines:" in "".join(said.split())
    assert '@strategy("evil")' in said
    assert "Run it? [no]:" in said
    assert ("knuth takes its place" in said) == (not ran)
    assert "Found in 2 guesses." in said
    assert runs() == ran


def test_who_declines_is_asked_again_next_time(game: str, tmp_path: Path) -> None:
    session = load(game)
    session.save(game)
    again = load(game)
    assert isinstance(again, MastermindSession)
    assert again.file_strategy == f"{tmp_path / 'evil.py'}:evil"
    assert runs() == 0


def test_what_was_shown_is_what_runs(game: str) -> None:
    class Changing(Script):
        """A keyboard of somebody who waits until the file is another one."""

        def line(self, prompt: str) -> str:
            Path("evil.py").write_text("raise SystemError")
            return super().line(prompt)

        unseen = line

    resume(Terminal(keyboard=Changing(["yes"])), game)
    assert runs() == 1


@pytest.mark.usefixtures("person")
def test_a_game_whose_file_is_gone_can_be_played(game: str) -> None:
    Path("evil.py").unlink()
    said = text_of("play", "--load", game, typed=["3411"])
    assert "evil.py cannot be read" in said
    assert "Found in 2 guesses." in said


# ---- stores ----


@pytest.fixture
def store(tmp_path: Path, own_data: Path) -> Path:
    """A store of somebody else with a run of a file, of which one round of three was played."""
    Path("evil.py").write_text(CODE)
    path = tmp_path / "other.sqlite"
    with open_store(path) as opened:
        players = [find_strategy("evil.py:evil"), find_strategy("knuth")]
        match = Run.of(RULES, players, 3, 1)
        for command in ("mastermine match 4x6", "mastermine duel 4x6 evil.py:evil knuth"):
            opened.add(opened.begin(match, command), play_part(match, range(1, 2)))

    Path("evil.py").write_text("raise SystemError")  # The text in the store is what would run.
    forget()
    runs()
    return path


def forget() -> None:
    """Strategies that this process knows already are not run again."""
    import sys

    from mastermine.arena.run import _strategy

    _strategy.cache_clear()
    for name in [name for name in sys.modules if name.startswith("evil@")]:
        del sys.modules[name]


@pytest.fixture
def engine_game() -> str:
    """A saved game whose hints come from a program."""
    session = MastermindSession(RULES, seed=7, secret=RULES.parse_secret("3411"))
    session.guess("1122")
    session.save("game.json")
    fields = json.loads(Path("game.json").read_text())
    Path("game.json").write_text(json.dumps({**fields, "strategy": ENGINE}))
    return "game.json"


ENGINE = "cmd:sh -c 'printf x >> ran.txt'"


@pytest.mark.parametrize("command", ["share {}", "share {} --picture x.svg", "review {}", "stats"])
def test_what_only_looks_at_a_game_starts_no_engine(engine_game: str, command: str) -> None:
    printed(*command.format(engine_game).split())
    assert runs() == 0


def test_a_review_says_that_no_engine_rates(engine_game: str) -> None:
    said = run("review", engine_game).stderr
    assert said == f"mastermine: {ENGINE} was not run; the strategy knuth takes its place.\n"


def test_an_engine_of_a_saved_game_starts_only_with_trust(engine_game: str) -> None:
    line = refused("play", "--load", engine_game, typed="3411\n")
    assert line == f"game.json would run {ENGINE}; add --trust if you trust it"
    assert runs() == 0
    run("play", "--load", engine_game, "--trust", typed=["hint"])
    assert runs() >= 1


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize(("answer", "ran"), [("yes", True), ("no", False)])
def test_play_asks_and_shows_the_command(engine_game: str, answer: str, ran: bool) -> None:
    said = run("play", "--load", engine_game, typed=[answer, "hint"]).output
    assert ENGINE in " ".join(said.split())
    assert (runs() > 0) == ran


def test_an_engine_of_another_store_starts_only_with_trust(tmp_path: Path) -> None:
    store = tmp_path / "other.sqlite"
    named = f"cmd:{sys.executable} {EXAMPLE}"
    words = ["match", "4x6", "--rounds", "2", "--seed", "1", "--store", str(store), "--jobs", "1"]
    printed(*words, "--strategy", named)
    again = ["match", "--resume", "1", "--store", str(store), "--jobs", "1"]
    assert refused(*again) == f"run 1 in {store} would run {named}; add --trust if you trust it"
    assert data(*again, "--trust")["rounds"] == 2


EXAMPLE = Path(__file__).parents[2] / "examples/engines/first.py"


def test_what_only_looks_at_a_store_runs_nothing(store: Path) -> None:
    for command in ("runs", "show last", "show 1 --pairs --ranking", "export 1", "plot 1", "stats"):
        printed(*command.split(), "--store", str(store))
    assert runs() == 0


@pytest.mark.parametrize("command", ["match --resume 1", "duel --resume 2"])
def test_a_run_of_another_store_is_resumed_only_with_trust(store: Path, command: str) -> None:
    words = [*command.split(), "--store", str(store), "--jobs", "1"]
    for line in (
        refused(*words),
        refused(*words[:3], *words[5:], MASTERMINE_STORE=str(store)),
    ):
        assert " would run " in line
        assert line.endswith("; add --trust if you trust it")
    assert runs() == 0
    assert data(*words, "--trust")["rounds"] == 3
    assert runs() >= 1


@pytest.mark.usefixtures("person")
def test_a_person_is_asked_for_a_store(store: Path) -> None:
    words = ["match", "--resume", "1", "--store", str(store), "--jobs", "1"]
    result = run(*words, typed=["no"])
    assert result.exit_code == 2
    assert "was not resumed" in result.stderr
    assert runs() == 0
    assert run(*words, typed=["yes"]).exit_code == 0
    assert runs() >= 1


def test_the_default_store_does_not_ask(store: Path, own_data: Path) -> None:
    (own_data / "mastermine").mkdir(parents=True)
    shutil.copy(store, own_data / "mastermine" / "runs.sqlite")
    assert data("match", "--resume", "1", "--jobs", "1")["rounds"] == 3
    assert runs() >= 1


def test_a_run_never_reads_a_file_of_this_machine(store: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(store)
    with connection:
        [(text,)] = connection.execute("SELECT run FROM runs WHERE id = 1")
        fields = json.loads(text)
        fields["entrants"][0]["source"] = None
        connection.execute("UPDATE runs SET run = ? WHERE id = 1", (json.dumps(fields),))
    connection.close()
    line = refused("match", "--resume", "1", "--store", str(store), "--trust")
    assert line == ("run 1 is damaged: its rounds or strategies do not match its games")
