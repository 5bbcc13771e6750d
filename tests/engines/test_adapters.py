"""Known programs as engines: stand-ins of their interfaces, and the programs where they are."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import printed, refused, text_of

from mastermine import evaluate, match
from mastermine.engines.adapters import ADAPTERS, adapted
from mastermine.engines.ladder import Ladder

SWEEPING = (
    "game minesweeper:2x2x1",
    "position ##/##",
    "go",
    "position 1#/##",
    "go",
    "position 11/##",
    "go",
    "game minesweeper:4x4x2-open",
    "position ####/####/####/####",
    "go",
)
"""The first click, two cells of the first row that are safe to the stand-ins, and a guess."""

SWEPT = ["move 0,0", "move 1,0", "move 0,1", "move 3,3"]

SCRIPTS = {
    "Utility/PrimeSieve": "class PrimeSieve {}",
    "Utility/Binomial": "class Binomial {} class BinomialCache {}",
    "Utility/Compression": "",
    "client/Board": """class Board {
      constructor(id, width, height) {
        Object.assign(this, { width, tiles: Array(width * height) });
      }
      getTileXY(x, y) { return { setValue: (value) => (this.tiles[y * this.width + x] = value) } }
      resetForAnalysis() {}
    }""",
    "client/Tile": "",
    "client/solver_main": """const PLAY_STYLE_NOFLAGS = 2, FLAG = 2;
    async function solver(asked) {
      if (!asked) return;
      const at = [...board.tiles.keys()].filter((i) => board.tiles[i] === undefined);
      const made = (i, action) => ({ x: i % 2, y: i >> 1, prob: i < 2 ? 1 : 0.5, action });
      return { actions: [made(0, FLAG), ...at.map((i) => made(i, ACTION_CLEAR))] };
    }""",
    "client/solver_probability_engine": "",
    "client/Brute_force": "",
    "client/BruteForceAnalysis": "",
    "client/MinesweeperGame": "const ACTION_CLEAR = 1; console.log('a remark');",
    "client/SolutionCounter": "",
    "client/EfficiencyHelper": "",
    "client/FiftyFiftyHelper": "",
    "client/LongTermRiskHelper": "",
}

CLASSES = {
    "gamestate.GameStateModel": """abstract class GameStateModel {
      protected int width, height;
      boolean[][] open = new boolean[9][9];
      protected GameStateModel(minesweeper.settings.GameSettings sizes) {
        width = height = sizes.size;
      }
      protected void start(minesweeper.structure.Location cell) {}
      protected void setRevealed(int x, int y) { open[x][y] = true; }
      public int query(int x, int y) { return open[x][y] ? queryHandle(x, y) : -1; }
      protected abstract int queryHandle(int x, int y);
      protected abstract void startHandle(minesweeper.structure.Location cell);
      protected abstract void placeFlagHandle(minesweeper.structure.Location cell);
      protected abstract boolean clearSquareHitMine(minesweeper.structure.Location cell);
      protected abstract boolean clearSurroundHandle(minesweeper.structure.Location cell);
    }""",
    "settings.GameSettings": """class GameSettings {
      public int size;
      public static GameSettings create(int width, int height, int mines) {
        GameSettings made = new GameSettings();
        made.size = width;
        return made;
      }
    }""",
    "structure.Location": """class Location {
      public final int x, y;
      public Location(int x, int y) { this.x = x; this.y = y; }
    }""",
    "structure.Action": """class Action extends Location {
      public static final int CLEAR = 1;
      private final boolean sure;
      public Action(int x, int y, boolean sure) { super(x, y); this.sure = sure; }
      public int getAction() { return CLEAR; }
      public boolean isCertainty() { return sure; }
    }""",
    "solver.settings.PlayStyle": "enum PlayStyle { NO_FLAG }",
    "solver.settings.SolverSettings": "class SolverSettings {}",
    "solver.settings.SettingsFactory": """class SettingsFactory {
      public enum Setting { SMALL_ANALYSIS }
      public static SolverSettings GetSettings(Setting setting) { return new SolverSettings(); }
    }""",
    "solver.utility.BinomialCache": """class BinomialCache {
      public BinomialCache(int size, int limit, Object engine) {}
    }""",
    "solver.Solver": """class Solver {
      public static final int BINOMIAL_CACHE_LIMIT = 1;
      public static final Object binomialEngine = null;
      private final minesweeper.gamestate.GameStateModel game;
      public Solver(minesweeper.gamestate.GameStateModel game, Object settings, boolean talks) {
        this.game = game;
      }
      public void setPlayStyle(minesweeper.solver.settings.PlayStyle style) {}
      public void setBinomialCache(minesweeper.solver.utility.BinomialCache cache) {}
      public void start() { System.out.println("a remark"); }
      public minesweeper.structure.Action[] getResult() {
        var found = new java.util.ArrayList<minesweeper.structure.Action>();
        for (int i = 0; i < 4; i++)
          if (game.query(i % 2, i / 2) != 1)
            found.add(new minesweeper.structure.Action(i % 2, i / 2, i < 2));
        return found.toArray(new minesweeper.structure.Action[0]);
      }
    }""",
}

LIBRARY = """
def cal_probability_onboard(board, mines):
    assert (board, mines) != ([[10, 10], [10, 10]], 1)
    chances = [[0.0 for value in board[0]], [0.5 for value in board[1]]]
    chances[0][0] = 1.0 if board[0][1] == 10 else 0.75
    return chances, [1, mines, 3]
"""

PROGRAM = f"""#!{sys.executable}
import sys
assert sys.argv[1:] == ["-q", "-r", "p2c2r", "-s", "optimal"], sys.argv
print("4 (12: 1, 0, 0; 2A; 1)\\n\\nA = (11: 1, 0, 0; 0; 1)")
"""

GRAPH = """digraph Mastermind_Strategy_knuth_2p2c {
node [shape=plaintext]
root=IG
IG [label="12",shape=circle,color=red]
"02" [label="21",fontcolor=green,style=bold]
IG -> "02" [label="02"]
"10" [label="11",fontcolor=green,style=bold]
IG -> "10" [label="10"]
"1000" [label="22",fontcolor=green,style=bold]
"10" -> "1000" [label="00"]
}
"""


SWEEPER = """
first = True
while True:
    rows = [input().split() for _ in range(2)]
    assert first == (rows == [["?", "?"], ["?", "?"]]), rows
    first = False
    print(*next((x, y) for y in (0, 1) for x in (0, 1) if rows[y][x] == "?"), 1, 1, flush=True)
"""

BREAKER = """
places = int(input())
heard = [input()]
assert (places, heard) == (2, ["-1 -1"])
for guess in ("12", "31", "45"):
    print(guess, flush=True)
    heard.append(input())
assert heard[1:] == ["0 1", "1 0", "0 0"]
"""


def spoken(name: str, path: object, *lines: str) -> list[str]:
    """The moves of an adapter after lines, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "mastermine", "engine", "adapt", name, str(path)],
        input="\n".join(("dep 1", *lines, "quit", "")),
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout.splitlines()
    assert said[0] == "dep 1"
    assert f"id name {name}" in said
    return said[said.index("depok") + 1 :]


def test_jsminesweeper(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    for name, text in SCRIPTS.items():
        file = tmp_path / f"Minesweeper/{name}.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert spoken("jsminesweeper", tmp_path, *SWEEPING) == SWEPT


@pytest.mark.rest
def test_hill(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("there is no javac")
    for name, text in CLASSES.items():
        package, _dot, plain = f"minesweeper.{name}".rpartition(".")
        file = tmp_path / f"{plain}.java"
        file.write_text(f"package {package};\npublic {text}\n")
    files = sorted(map(str, tmp_path.glob("*.java")))
    subprocess.run(["javac", "-d", str(tmp_path), *files], check=True)
    assert spoken("hill", tmp_path, *SWEEPING) == SWEPT


def test_ms_toollib(tmp_path: Path) -> None:
    (tmp_path / "ms_toollib").mkdir()
    (tmp_path / "ms_toollib/__init__.py").write_text(LIBRARY)
    assert spoken("ms-toollib", tmp_path, *SWEEPING[:7]) == SWEPT[:3]


def test_mmstrat(tmp_path: Path) -> None:
    program = tmp_path / "mmstrat"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    lines = ["game mastermind:2x2"]
    for turns in ("", "12 0B 2W", "12 1B 0W", "12 1B 0W; 11 0B 0W", "11 1B 0W"):
        lines += [f"position {turns}", "go"]
    assert spoken("mmstrat", program, *lines) == [
        *("move 12", "move 21", "move 11", "move 22"),
        "refuse these guesses are not those of its tree",
    ]


def test_another_program_is_not_mmstrat() -> None:
    lines = ["game mastermind:2x2", "position", "go"]
    assert spoken("mmstrat", Path("/bin/echo"), *lines) == ["refuse /bin/echo wrote no strategy"]


def test_mikemag(tmp_path: Path) -> None:
    file = tmp_path / "knuth.gv"
    file.write_text(GRAPH)
    lines = ["game mastermind:2x2"]
    for turns in ("", "12 0B 2W", "12 1B 0W", "12 1B 0W; 11 0B 0W"):
        lines += [f"position {turns}", "go"]
    assert spoken("mikemag", file, *lines, "game mastermind:2x3", "position", "go") == [
        *("move 12", "move 21", "move 11", "move 22"),
        "refuse this strategy plays 2x2",
    ]


def bot(folder: Path, text: str) -> str:
    """The command line of a bot."""
    file = folder / "bot.py"
    file.write_text(text)
    return shlex.join([sys.executable, str(file)])


def test_a_bot_for_minesweeper_is_started_for_each_game(tmp_path: Path) -> None:
    lines = [*SWEEPING[:5], *SWEEPING[1:3]]
    made = spoken("codingame-minesweeper", bot(tmp_path, SWEEPER), *lines)
    assert made == ["move 0,0", "move 1,0", "move 0,0"]


def test_a_bot_for_bulls_and_cows_comes_to_each_position(tmp_path: Path) -> None:
    lines = ["game mastermind:2x10-distinct"]
    for turns in ("", "12 0B 1W; 31 1B 0W", "12 0B 1W", "21 0B 1W", "12 0B 1W; 31 1B 0W"):
        lines += [f"position {turns}", "go"]
    lines += ["game mastermind:2x6", "go"]
    made = spoken("codingame-bulls-and-cows", bot(tmp_path, BREAKER), *lines)
    assert made == [
        *("move 12", "move 45", "move 31"),
        "refuse the bot does not come to this position",
        "move 45",
        "refuse it plays Bulls and Cows, such as 4x10-distinct",
    ]


@pytest.mark.parametrize(
    ("name", "text", "rules", "reason"),
    [
        ("codingame-minesweeper", "", "2x2x1", "the bot ended with exit status 0"),
        ("codingame-minesweeper", "print('up')", "2x2x1", "the bot answered 'up', not a cell"),
        ("codingame-bulls-and-cows", "print('1x')", "2x10-distinct", "the bot answered '1x': "),
    ],
)
def test_a_bot_that_fails_loses_with_the_reason(
    name: str, text: str, rules: str, reason: str, tmp_path: Path
) -> None:
    words = [sys.executable, "-m", "mastermine", "engine", "adapt", name, bot(tmp_path, text)]
    [score] = match(rules, [f"cmd:{shlex.join(words)}"], rounds=1, seed=1).scores
    assert reason in str(score.failed[0].reason)


def answered(strategy: str, *lines: str) -> list[str]:
    """The answers of a strategy to a referee of CodinGame."""
    return printed(
        "engine", "--strategy", strategy, "--format", "codingame", typed=lines
    ).splitlines()


def test_our_strategies_answer_a_referee_of_codingame() -> None:
    closed = " ".join("?" * 30)
    opened = " ".join(".1" + "?" * 28)
    assert answered("safest", *[closed] * 16, opened, opened, *[closed] * 14) == ["0 0", "0 2"]
    # Our colours 0, 1, 2, … are their digits 1, 2, 3, …, and no guess begins with 0.
    assert answered("first-consistent", "2", "-1 -1", "0 0", "0 1") == ["12", "34", "45"]
    assert answered("first-consistent", "1", *["-1 -1", *["0 0"] * 8]) == list("123456789")


def test_a_referee_that_says_something_else_is_refused() -> None:
    options = ("engine", "--strategy", "knuth", "--format", "codingame")
    assert "300 places: there must be" in refused(*options, typed=["300", "-1 -1"])
    assert "row 1" in refused("engine", "--strategy", "safest", *options[3:], typed=["? ?", "?"])


@pytest.mark.parametrize("name", [name for name, each in ADAPTERS.items() if each.part is not None])
def test_a_wrong_path_says_what_must_be_there(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command in (("ladder", "add"), ("engine", "adapt")):
        reason = refused(*command, name, str(tmp_path / "nothing"))
        assert reason.startswith(f"there is no {tmp_path / 'nothing'}")
        assert ADAPTERS[name].needs in reason
    assert Ladder.read().engines == {}


REAL = {
    "jsminesweeper": 0.3,
    "hill": 0.3,
    "ms-toollib": 0.3,
    "mmstrat": 5625,
    "mikemag": 5801,
}
"""Part of games at expert that each wins at least, or the guesses for all codes of 4x6."""


@pytest.mark.rest
@pytest.mark.parametrize("name", sorted(REAL))
def test_the_program_itself(name: str) -> None:
    """Plays as the program of the path in ADAPTER_JSMINESWEEPER and so on."""
    path = os.environ.get(f"ADAPTER_{name.upper().replace('-', '_')}")
    if path is None:
        pytest.skip("it is not here")
    words = [sys.executable, "-m", "mastermine", "engine", "adapt", name, path]
    command = shlex.join(words)
    if REAL[name] > 1:
        assert evaluate("4x6", f"cmd:{command}").total == REAL[name]
    else:
        assert " passed. Checked: " in text_of("engine", "check", command)
        [score] = match("expert", [f"cmd:{command}"], rounds=100, seed=1).scores
        assert score.wins / score.games > REAL[name]


def test_a_program_is_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tree.gv").touch()
    assert adapted("mikemag", "tree.gv").endswith(f" mikemag {tmp_path / 'tree.gv'}")
