"""A strategy in its own file: found, run, sent, stored, and its mistakes reported."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner
from tests.waiting import PATIENCE

import mastermine
from mastermine.arena.run import Entrant, Run
from mastermine.arena.worker import play_part
from mastermine.cli import main
from mastermine.core.errors import InvalidSpec, StrategyFailed
from mastermine.core.game import View
from mastermine.core.strategy import Heuristic
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import OtherGame, find_strategy

RULES = Mastermind(3, 4)

MINE = '''
"""Two strategies."""

from __future__ import annotations

from dataclasses import dataclass

from mastermine.core.strategy import Array, strategy
from mastermine.mastermind.strategies.knuth import knuth


@dataclass
class Index:
    value: int = -1


@strategy("mine")
def mine(view, *, index=-1):
    """Guess the last code that fits."""
    return view.knowledge[Index(index).value]


@strategy("tall")
def tall(size: Array, *, power: float = 2.0) -> Array:
    """Prefer even parts."""
    return size**power
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("mine.py", MINE)
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(dedent(text).lstrip("\n"), "utf-8")


def complaint(text: str, game: str = "mastermind", source: str | None = None) -> str:
    with pytest.raises(InvalidSpec) as caught:
        find_strategy(text, game, source)
    report = str(caught.value)
    assert "\n" not in report
    return report


def test_a_file_whose_reading_was_interrupted_is_read_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("long.py", MINE + "\nimport os\nif os.environ['BUSY']: raise KeyboardInterrupt\n")
    monkeypatch.setenv("BUSY", "1")
    with pytest.raises(KeyboardInterrupt):
        find_strategy("long.py:mine")
    monkeypatch.setenv("BUSY", "")
    assert find_strategy("long.py:mine").name == "mine"


def test_a_strategy_is_found_in_its_file(folder: Path) -> None:
    mine = find_strategy("mine.py:mine")
    assert mine(View(RULES)) == (3, 3, 3)
    assert (mine.name, mine.home, mine.source) == ("mine", "mine.py:mine", MINE.lstrip("\n"))
    assert mine.summary == "Guess the last code that fits."
    absolute = find_strategy(f"{folder}/mine.py:mine:index=0")
    assert (absolute.name, absolute.home) == ("mine:index=0", f"{folder}/mine.py:mine:index=0")
    assert absolute(View(RULES)) == (0, 0, 0)
    tall = find_strategy("mine.py:tall")
    assert isinstance(tall, Heuristic)
    assert tall(View(RULES)) == find_strategy("expected-size")(View(RULES))


def test_the_file_is_no_module_that_others_find(folder: Path) -> None:
    write("knuth.py", MINE.replace('"tall"', '"json"'))
    path = list(sys.path)
    before = set(sys.modules)
    find_strategy("knuth.py:json")
    assert sys.path == path
    [new] = [name for name in set(sys.modules) - before if "knuth" in name]
    assert not new.isidentifier()
    assert sys.modules[new].__file__ == str(folder / "knuth.py")


def test_the_same_text_is_run_once(folder: Path) -> None:
    write("once.py", MINE + "\nfrom pathlib import Path\nwith Path('ran').open('a') as file:\n"
          "    file.write('x')\n")  # fmt: skip
    one, other = find_strategy("once.py:mine"), find_strategy("once.py:mine")
    assert one == other
    assert hash(one) == hash(other)
    assert Path("ran").read_text() == "x"
    write("once.py", Path("once.py").read_text() + "# changed\n")
    assert find_strategy("once.py:mine") != one
    assert Path("ran").read_text() == "xx"


def test_a_file_with_one_strategy_needs_no_name(folder: Path) -> None:
    assert complaint("mine.py") == (
        "mine.py contains several strategies; write mine.py:mine or mine.py:tall"
    )
    one = MINE.partition('@strategy("tall")')[0]
    write("one.py", one)  # knuth, which it imports, is not its own
    assert find_strategy("one.py").home == "one.py:mine"
    assert find_strategy("one.py:index=0").name == "mine:index=0"
    write("one.py", one + "\nagain = mine\nfirst = mine.having(index=0)\n")
    assert find_strategy("one.py").name == "mine"
    write("both.py", one + dedent('''
        @strategy("mine", game="minesweeper")
        def field(view):
            """Open any."""
            return view.knowledge.closed()[0]
    '''))  # fmt: skip
    assert find_strategy("both.py").game == "mastermind"
    assert find_strategy("both.py:mine", "minesweeper").game == "minesweeper"


def test_what_is_beside_the_file_can_be_imported(folder: Path) -> None:
    text = """
        import {helper}
        from mastermine.core.strategy import strategy

        @strategy("mine")
        def mine(view):
            return ({helper}.COLOUR,) * 3
    """
    for place, colour in (("a", 1), ("b", 2)):
        write(f"{place}/helper.py", f"COLOUR = {colour}")
        write(f"{place}/mine.py", text.format(helper="helper"))
    # Each has the helper that lies beside it, and nobody else finds one.
    assert find_strategy("a/mine.py")(View(RULES)) == (1, 1, 1)
    assert find_strategy("b/mine.py")(View(RULES)) == (2, 2, 2)
    assert "helper" not in sys.modules
    # A module of Python is not hidden by a file beside it.
    write("c/statistics.py", "raise SystemExit")
    write("c/mine.py", text.format(helper="statistics").replace("COLOUR", "mean([1])"))
    assert find_strategy("c/mine.py:mine")(View(RULES)) == (1, 1, 1)


# What is wrong.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\n\nb = x", "bad.py, line 3: NameError: name 'x' is not defined"),
        ("a = (\n", "bad.py, line 1: SyntaxError: '(' was never closed"),
        ("def f():\n  a\n b", "bad.py, line 3: IndentationError: unindent does not match any"),
        ("import no_such_module", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("def f():\n    raise SystemExit(3)\n\nf()", "bad.py, line 2: SystemExit: 3"),
        (
            "from mastermine.core.strategy import strategy\n@strategy('odd')\ndef f(v): ...",
            "bad.py, line 2: strategy odd: a strategy takes one parameter, called view or size",
        ),
        ("raise ValueError('two\\nlines')", "bad.py, line 1: ValueError: two lines"),
        ("a = '\0'", "bad.py"),
        ("# coding: nonsense\n", "the strategy file bad.py is not Python code: SyntaxError: "),
        ("a = 1", 'there is no strategy in bad.py: write @strategy("its-name") above a function'),
    ],
)
def test_a_file_that_does_not_import_says_where(folder: Path, text: str, message: str) -> None:
    Path("bad.py").write_text(text, "utf-8")
    assert message in complaint("bad.py:mine")
    assert complaint("bad.py:mine") == complaint("bad.py:mine")
    assert not [name for name in sys.modules if name.startswith("bad@") and "a = 1" not in text]


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    assert complaint("gone.py:mine") == (
        "the strategy file gone.py cannot be read: No such file or directory"
    )
    Path("folder.py").mkdir()
    assert "the strategy file folder.py cannot be read" in complaint("folder.py")
    Path("bytes.py").write_bytes(b"# \xff\xfe\n")
    assert "the strategy file bytes.py is not Python code" in complaint("bytes.py:a")
    assert "a strategy file must end in .py" in complaint("./mine")


def test_names_that_there_are_not(folder: Path) -> None:
    assert complaint("mine.py:min") == "there is no strategy 'min' in mine.py; it has mine, tall"
    assert "strategy mine has no option indx; did you mean index?" in complaint(
        "mine.py:mine:indx=1"
    )
    assert "no game 'chess'" in complaint("mine.py:mine", "chess")
    with pytest.raises(OtherGame, match="strategy mine plays Mastermind, not Minesweeper"):
        find_strategy("mine.py:mine", "minesweeper")
    assert complaint("mine") == "there is no strategy 'mine'; did you mean the file mine.py?"


def test_a_mistake_in_play_is_reported_with_its_line(folder: Path) -> None:
    write("late.py", MINE.replace("return view", "view.turns and 1 // 0\n    return view"))
    late = find_strategy("late.py:mine")
    view = View(RULES)
    later = view.after(_turn((0, 0, 1)))
    line = Path("late.py").read_text().splitlines().index("    view.turns and 1 // 0") + 1
    with pytest.raises(StrategyFailed, match=rf"by zero \(late.py, line {line}\)$"):
        late(later)


def _turn(code: tuple[int, ...]) -> mastermine.Turn[Code, Feedback]:
    return mastermine.Turn(code, RULES.respond((1, 2, 3), code))


# The text is all there is to it.


def test_with_its_text_the_file_is_not_needed(folder: Path) -> None:
    mine = find_strategy("mine.py:mine:index=0")
    Path("mine.py").unlink()
    again = find_strategy(mine.home, "mastermind", mine.source)
    assert again == mine
    assert again(View(RULES)) == (0, 0, 0)
    other = find_strategy("mine.py:mine", source=MINE.replace("Index(index).value", "0"))
    assert other(View(RULES)) == (0, 0, 0)
    assert "line 1: NameError" in complaint("mine.py:mine", source="x")


@pytest.mark.parametrize("text", ["mine.py:mine", "mine.py:mine:index=0", "mine.py:tall:power=3"])
def test_it_goes_to_a_process_that_has_no_such_file(folder: Path, text: str) -> None:
    found = find_strategy(text)
    parcel = pickle.dumps(found)
    assert pickle.loads(parcel) == found
    Path("parcel").write_bytes(parcel)
    Path("mine.py").unlink()
    code = dedent("""
        import pickle, sys
        from mastermine import View, parse_rules
        with open("parcel", "rb") as file:
            found = pickle.load(file)
        print(found.name, found.home, found(View(parse_rules("3x4"))))
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"{found.name} {text} {found(View(RULES))}", done.stderr


def test_a_run_keeps_the_text(folder: Path) -> None:
    names = ["mine.py:mine", "mine.py:mine:index=0", "mine.py:tall", "knuth"]
    run = Run.of(RULES, [find_strategy(name) for name in names], 5, 1)
    assert [entrant.home for entrant in run.entrants] == names
    assert [entrant.source is None for entrant in run.entrants] == [False] * 3 + [True]
    before = [game.result for game in play_part(run, range(1, 6)).games]
    write("mine.py", "changed")
    read = Run.from_json(run.to_json())
    assert [game.result for game in play_part(read, range(1, 6)).games] == before
    assert Entrant.of(read.strategies[0]) == run.entrants[0]


SCRIPT = '''
from mastermine import find_strategy, parse_rules, strategy
from mastermine.arena.worker import play_part
from mastermine.arena.run import Run


@strategy("first-of-all")
def first_of_all(view, *, index=0):
    """Guess the first."""
    assert first_of_all.name == "first-of-all"
    return view.knowledge[index]


def turns(strategy):
    run = Run.of(parse_rules("3x4"), [strategy], 10, 1)
    return [game.turns for game in play_part(run, range(1, 11)).games]


if __name__ == "__main__":
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from loky import get_reusable_executor

    loky = get_reusable_executor(1)
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    for strategy in (first_of_all, first_of_all.having(index=-1)):
        for executor in (loky, pool):
            assert executor.submit(turns, strategy).result() == turns(strategy)
    loky.shutdown()
    pool.shutdown()
    print("done")
'''


def check_script(text: str) -> None:
    Path("script.py").write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout == "done\n", done.stderr


def test_a_strategy_of_a_script_goes_to_workers(folder: Path) -> None:
    check_script(SCRIPT)


CLUSTER = """
    from distributed import Client, LocalCluster

    with (
        LocalCluster(1, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        for strategy in (first_of_all, first_of_all.having(index=-1)):
            assert client.get_executor().submit(turns, strategy).result() == turns(strategy)
    print("done")
"""


@pytest.mark.rest
def test_a_strategy_of_a_script_goes_to_a_cluster(folder: Path) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    check_script(SCRIPT.partition("    from concurrent")[0] + CLUSTER)


# The commands.


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "3x4", "--secret", "123"),
        ("hint", "3x4", "--turn", "111 1,0"),
        ("evaluate", "3x4"),
        ("match", "3x4", "--rounds", "2", "--no-store"),
    ],
)
def test_every_command_takes_a_file(folder: Path, command: tuple[str, ...]) -> None:
    def run(text: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(main, [*command, "--strategy", text], catch_exceptions=False)
        return done.exit_code, done.stdout, done.stderr

    code, report, _error = run("mine.py:mine:index=0")
    assert code == 0
    assert "mine:index=0" in report
    if command[0] in ("evaluate", "match"):
        assert "knuth" in run("mine.py:mine,knuth,mine.py:mine:index=0")[1]
    write("bad.py", "import mastermine\n\nx.y")
    expected = "mastermine: bad.py, line 3: NameError: name 'x' is not defined\n"
    assert run("bad.py:mine") == (2, "", expected)


def test_minesweeper_from_a_file(folder: Path) -> None:
    write("field.py", '''
        from mastermine.core.strategy import strategy

        @strategy("field", game="minesweeper")
        def field(view):
            """Open the safest."""
            return min(view.knowledge.closed(), key=view.knowledge.risk)
    ''')  # fmt: skip
    for command in (
        ["solve", "5x5x3", "--seed", "1"],
        ["match", "5x5x3", "--rounds", "2", "--no-store"],
    ):
        done = CliRunner().invoke(main, [*command, "-s", "field.py"], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        assert "field" in done.stdout


def test_a_saved_game_finds_the_file_of_its_hints(folder: Path) -> None:
    from mastermine.session import load
    from mastermine.session.mastermind import MastermindSession

    session = MastermindSession(RULES, seed=1, strategy="mine.py:mine:index=0")
    session.save("game.json")
    loaded = load("game.json")
    assert isinstance(loaded, MastermindSession)
    assert loaded.strategy.name == "knuth"
    assert loaded.file_strategy == f"{folder}/mine.py:mine:index=0"
    loaded.run_file()
    assert (loaded.strategy.name, loaded.strategy.source) == (
        "mine:index=0",
        session.strategy.source,
    )
    assert loaded.file_strategy is None


def test_two_versions_of_a_strategy_meet(folder: Path) -> None:
    write("newer.py", MINE)
    run = Run.of(RULES, [find_strategy("mine.py:mine"), find_strategy("newer.py:mine")], 2, 1)
    assert run.names == ["mine.py:mine", "newer.py:mine"]
    games = play_part(run, range(1, 3)).games
    assert games[0].moves == games[1].moves  # They are the same, and so are their random numbers.
    with pytest.raises(InvalidSpec, match=r"mine\.py:mine is named twice"):
        Run.of(RULES, [find_strategy("mine.py:mine"), find_strategy("mine.py:mine")], 2, 1)
