"""No word of the command line is left in English: all is run in a language that nobody speaks."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests import pseudo
from tests.cli.program import Script, parsed
from tests.cli.test_refusals import REFUSED
from tests.mastermind.simple_prover import packed, proof

from mastermine.cli import COMMANDS
from mastermine.cli.menu import Menu
from mastermine.cli.terminal import Terminal
from mastermine.core.random import SEED_LETTERS
from mastermine.i18n.text import speaking

pytestmark = pytest.mark.rest

HELP = "help|hint|why|candidates|probabilities|board|legend|correct|check|check which|must i guess?"
MASTERMIND = (
    f"1122|{HELP}|hint|why|undo|redo|review|save g.json|share|share g.svg|foo|hin|red green|rde|"
    "pnik,red,red,red|1|1 2 3 4 5|/hint|1234"
)
FIELD = (
    f"0,0|{HELP}|hint|probabilities|why|why 4,4|why 0,0|flag 1,1|check|check which|mines|open|"
    "flag 0,0|chord 0,0|chord 1,1|99,1|open 9|board 3,3|hnt|foo|review|save f.json|share|"
    "share f.txt|undo|redo|undo|undo|undo|undo"
)

PLAYED = f"""
play mini --seed 3 < {MASTERMIND}|give up|review|share|foo|
play mini --seed 3 < {MASTERMIND}|3632|3421|6543|1111|2222|
play bulls-and-cows --seed 3 < 0123|help|hint|why|4567|q
play 3x4-places --seed 3 < 123|help|hint|why|candidates
play 3x4-black --seed 3 < 123|help|hint|why|candidates|give up
play 4x6+blank --seed 1 < help|hint|123_|why|give up
play mini --adversary < {MASTERMIND}|1111|2222|3333|4444|5555
play --load g.json < board|q
play 4x3 --maker me --seed 1 < help|why|candidates|foo|0,0|0,0|1 1,1|why|correct 1 1,2|correct 1|q
play mini --maker me < 4,0|foo
play 3x2 --maker me --limit 2 < 0,2|1,1|1,1|112|
play 3x2 --maker me --limit 1 < 1,0|foo|111|
play 3x3-places --maker me < foo|+--|hint|q
play 4x6 --players Ana,Boris,Vera --score points --limit 1 < help|1122|help|1111||1122|6543|1122||1212
play 4x6 --players Ana,Boris --score fewest --limit 2 < foo|1122|1122||1111|give up
play 4x6 --players Ana,Boris --limit 2 < 1122|q
play beginner --seed 3 < {FIELD}|give up|review|share|
play 5x5x4 --seed 3 < 0,0|4,4|4,0|0,4|undo|hint|2,2||review|
play beginner --seed 1 --adversary < {FIELD}|give up|
play 5x5x12 --adversary < hint|2,2|1,1|must i guess?||
play 3x4x1-open --seed 1 < 1,1|2,2|0,0
play 5x5x4 --players Ana,Boris --seed 1 < |help|0,0|hint|4,4||give up||0,0|1,1
play --load f.json < q
play --daily mini < 1122|q
play --daily beginner < hint|q
daily
stats
review g.json
review f.json --all
share g.json
share f.json
share f.json --out f.svg
"""  # noqa: E501
SOLVED = """
hint mini
hint mini --turn "1122 1,1" --turn "1344 0,1"
hint mini --turn "1122 1,1" --strategy entropy
hint mini --turn "1122 0,4"
hint super --strategy most-parts --turn "11223 1,2"
hint mini -s first-consistent --turn "1122 1,1"
hint bulls-and-cows -s random-consistent --seed 1
solve mini --seed 1 --explain
solve mini --seed 1
solve 4x6+blank --secret 1_22 --explain
solve 4x10-distinct-black --seed 2 --explain -s entropy
solve 3x4-places --seed 2 --explain
solve mini --limit 2 --seed 3
solve beginner --seed 1 --explain
solve 9x9x20 --seed 4 --explain
solve 5x5x4 --seed 2 --explain -s thesis
solve 5x5x4 --seed 1
solve 7x7x8-noguess --seed 115 --explain
solve 3x3x2 --secret "*../.../..*" --explain
analyze - --mines 3 < ##1|##2|###
analyze - --mines 20 < ###############|###############|#######1#######|###############
analyze - < ##1|##2|###
analyze - --mines 2 < #####|?121?
analyze - --mines 2 < 000|000|#F#
analyze - --mines 1 < #####|13121
analyze - --mines 4 < ######|#1221#|######
analyze - --mines 9 < 9|x
analyze - --rules beginner < ##|##
consistent 2x3 -t "12 0,1" --format dimacs
consistent 2x3 -t "12 0,1" --format smtlib --smallest
analyze f.json
puzzle --seed 1 --solution
puzzle classic --seed 2 --grade expert --solution --sentences
puzzle 4x26 --seed 1 --sentences
puzzle skocko --seed 1 --number 3 --sentences
puzzle 4x6-black --seed 1 --sentences --solution
puzzle 4x10-places --seed 1 --sentences --solution
puzzle --play --seed 1 < help|hint|hint|hint|hint|foo|123|111|board|solution
puzzle --play --seed 1 < 017
puzzle --seed 1 --sheet a.pdf
puzzle --seed 1 --sheet a.svg --per-page 3
optimal 4x4x3
optimal 3x3x1 --first 1,1
optimal 2x3
optimal 2x4 --objective fewest-last
optimal 2x4 --objective expected-then-worst --max-depth 4
optimal 2x3 --objective worst --consistent-only
optimal 2x3 --objective worst-then-expected --previous-only --resume a.jsonl --save a.tree
optimal 3x5 --time-limit 0.001 --save b.tree
optimal 2x3 --game-value
optimal 2x3-distinct --game-value
verify a.tree
verify a.tree --bound 2x3.gz
verify --bound 3x3.gz
layout beginner --count 3 --seed 1
layout beginner --seed 1
layout beginner --seed 1 --out b.mbf
layout b.mbf
layout 7x7x8-noguess --seed 1
layout - < *..|...|..*
"""
COMPARED = """
match mini -s knuth,entropy,random --rounds 5 --pairs --ranking --show --seed 1 --jobs 1
match beginner -s safest,pseq --rounds 5 --pairs --ranking --seed 1 --jobs 1 --moves
match 2x3 -s knuth,random-consistent --every --seed 1 --show --jobs 1
match 4x6 -s random --rounds 300 --seed 1 --limit 1500 --jobs 1
match 4x4x2 -s safest:first=every --rounds 20 --seed 1 --jobs 1 --show
match mini knuth random-consistent --rounds 2 --out x.csv --jobs 1 --hide-codes
match mini human knuth --rounds 1 --jobs 1 --seed 1 < help|1122|foo|board|why|q
match mini -s own.py:wrong,knuth --rounds 3 --jobs 1 --show
duel pseq safest --game 5x5x4 --rounds 60 --seed 1 --jobs 1
duel random-consistent knuth --game 3x4 --rounds 200 --margin 0.1 --seed 1 --jobs 1
duel 3x4 knuth random --rounds 200 --seed 1 --jobs 1
evaluate mini -s knuth,entropy --jobs 1
evaluate 2x3 -s random --jobs 1
evaluate 3x4 -s knuth --sample 9 --jobs 1
runs
show 1 --pairs --ranking
show 1 --round 2
show 2 --pairs --ranking --round 2
show 4
plot 1
plot 1 --kind left
plot 2
plot 2 --kind cost
plot 5 --kind start
plot 2 5
plot 1 --kind guesses --out g.svg
export 1 --out y.csv
report 1 --out r.html
report 2 --out r2.html
runs --remove 1
presets
presets --long
strategies
info
new-strategy mine
new-strategy other --kind size --game 4x6
kit new pupils
kit new pupils
kit grade pupils --cases 1 --seed 1 --out r.md
kit grade missing
check mine.py
check knuth --time-limit 1
lab < help|settings|strategies|help set|help rounds|help match|set rounds 5|set game 2x3|set seed 1|set limit 5|set jobs 1|add colour orange|match knuth random|show last|runs|plot last|evaluate knuth|duel knuth random|remove colour orange|resume last|export last z.csv|report last z.html|reset|quit
lab < foo|set|set foo|set foo 1|set limit x|set blank maybe|se|set s|help foo|add|add colour|remove colour foo|match|match foo|duel a|set game foo|set game beginner|settings|strategies|help mines|set mines x|set rounds 0|show 99|plot|export
"""  # noqa: E501
ERRORS = """
play foo
play 4x6x
play 99x6
play 4x6,foo
play 4x6,limit=x
play 9x9
play 9x9x10,foo
play mini --maker foo
play mini --foo
play mini extra
play mini --limit x
play mini --colours red,red,green,blue,a,b
play mini --colours red
play mini --players Ana,Ana
play mini --players Ana,Boris --maker me
play --link foo
play --link mastermine://foo
play mini -s foo
play mini -s knuth:foo=1
play beginner --maker me
play mini --score foo
hint mini --turn "1122 9,9"
hint mini --turn "11xx 1,1"
hint mini --turn "1122 4,0" --turn "1122 0,0"
hint mini --turn "1122 4,0" --turn "3344 4,0"
hint beginner
hint 20x6
puzzle 2x2
puzzle --daily foo
puzzle 4x10-places --grade hard
puzzle --play --json
puzzle --title x
puzzle --seed 1 --sheet a.png
puzzle --seed 1 --sheet a.pdf --server x
solve beginner --secret foo
analyze own.py
analyze - --mines x < ##
match mini knuth --rounds 99999999999
match mini knuth --time-limit 0
match mini knuth --time-limit 1e9
match mini -s own.py:foo
match mini -s missing.py:foo
match mini -s broken.py:foo
match mini knuth --store foo://bar
match 20x300 knuth
match --resume 99
match --resume x
match --resume 2 --seed 3 --moves
match --resume 2 --rounds 2
duel knuth entropy --alpha 2
runs --remove 99
show
show 99
show x
show 2 --round 99
export 99
export 2 --out x.foo
plot 99
plot 2 --kind foo
plot 2 --kind left
plot 2 --out x.foo
plot missing.json
report 99
evaluate foo
evaluate knuth
evaluate 2x3 -s foo
evaluate 2x3 -s knuth --sample 9
evaluate 8x12 -s knuth
optimal mini --resume g.json
optimal 2x3 --resume a.jsonl
optimal 2x3 --objective worst-then-expected --max-depth 4 --resume a.jsonl
optimal 2x3 --save missing/a.tree
optimal 2x4 --max-depth 1 --consistent-only
verify g.json
verify --bound g.json
verify --bound own.py
verify a.tree --bound 3x3.gz
verify
solve 5x10 --seed 1 -s optimal
new-strategy mine
check broken.py
share g.json --out x.foo
review own.py
review g.json --game 7
"""

WORDS = {
    "": "mastermind minesweeper wrong",
    "--help": """
        computer me rounds points pegs fewest shared hints view size text mbf mine url sgt hardest
        dimacs smtlib minizinc MiniZinc puzzlink cnf smt mzn grade
    """,
    "lab": "last human store",
    "play": "computer person adversary me rounds points pegs fewest shared hints first rules udcff",
    "completion": "bash zsh fish eval source bashrc zshrc config compinit",
    "optimal": "expected worst expected-then-worst worst-then-expected fewest-last most-within",
    "plot": "guesses left start rates cost density",
    "presets": """
        Wikipedia BoardGameGeek Mastermind Minesweeper Mini MasterMind Master Mind Super Royale
        Grand Microsoft Ville Hasbro Games Go Radio Television of Serbia Slagalica BASIC Computer
        Knuth Koyama Lai Tanaka Francis Ahl Erd nyi Chv tal Goodrich Ko Teng El Ouali Glazik
        Sauerland Srivastav to board game
    """,
    "tui": "Ana Boris",
    "strategies": """
        Knuth Neuwirth Irving Shapiro Kooi Koyama Lai Tu et al Hill Horvat Berghman Goossens Leus
        Merelo Doerr Sp hel Thomas Bernier population generations eligible patience consistent few
        Zimmermann Nikolaus
    """,
    "info": "Python",
    "dimacs": "DIMACS CNF cnf",
    "kit": "README md scoring strategy knuth py NotImplementedError pupils",
    "verify": "worst-then-expected tree",
    "match": "SyntaxError invalid syntax red green blue",  # a file of codes is in English
    "adversary": "largest hardest",
    "puzzle": "easy medium hard expert a4 letter sheets",
    "exam": "grid coordinates constraints",
    "engine": "adapt codingame CodinGame",
    "ladder": "add remove run",
    "check": "SyntaxError invalid syntax first",
    "layout": "text mbf mine url sgt",
    "new-strategy": "view size",
}
"""What may be in the output of any command, or of this one: values of options, names of sources."""

STRATEGY = '''
from mastermine import strategy

@strategy("wrong")
def wrong(view):
    """Always the same."""
    return (0, 0, 0, 0)
'''


def printed(commands: list[tuple[list[str], str]], folder: Path) -> list[str]:
    """What these command lines print, in a language that nobody speaks."""
    done = subprocess.run(
        [sys.executable, pseudo.__file__],
        input="".join(f"{json.dumps(command)}\n" for command in commands),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={
            **os.environ,
            "COLUMNS": "400",
            "PYTHONIOENCODING": "utf-8",
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_DATA_HOME": str(folder / "data"),
        },
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_no_word_is_left_in_english(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(STRATEGY)
    (tmp_path / "broken.py").write_text("def (")
    for spec in ("2x3", "3x3"):
        (tmp_path / f"{spec}.gz").write_bytes(packed(f"mastermind:{spec}", *proof(spec)))
    commands = [*([name, "--help"] for name in COMMANDS), ["--help"]]
    everything = [(command, "") for command in commands]
    for part in (PLAYED, SOLVED, COMPARED, ERRORS):
        everything += map(parsed, part.strip().splitlines())
    everything += [parsed(command) for command, _right in REFUSED]
    answers = printed(everything, tmp_path)
    assert len(answers) == len(everything)
    left = {}
    for (arguments, typed), answer in zip(everything, answers, strict=True):
        command = shlex.join(arguments)
        if arguments == ["info"]:  # It names what is installed.
            answer = re.sub(r"(?m)^\S+ +[\w.-]*\d[\w.-]*\s*$", "", answer)
        answer = re.sub(rf"\b[{SEED_LETTERS}]{{13}}\b", "", answer)  # Seeds that were drawn.
        names = {*COMMANDS, *WORDS[""].split()}
        for word in arguments:
            names.update(WORDS.get(word, "").split())
        names.update(re.findall(r"[A-Za-z][A-Za-z0-9-]+", f"{command} {typed}"))
        found = pseudo.english(answer.splitlines(), names)
        if found:
            left[command] = found
    assert left == {}


MENUS = """
mastermind|guess|foo|custom|x|4|6|maybe|yes|no|black|0|
1|hide|classic|foo|knuth
1|watch|classic|knuth|12|
1|people|kids|Ana|Ana,Boris|3|2|fewest|shared
minesweeper|play|custom|9|9|10|safe|no
2|watch|beginner|
2|people|1|Ana,Boris|
"""


def test_the_menu_has_no_word_of_english() -> None:
    names = {"mastermind", "minesweeper", "Ana", "Boris"}
    with speaking(pseudo.Pseudo(pseudo.Known())):
        for typed in MENUS.strip().splitlines():
            screen = StringIO()
            console = Console(file=screen, width=400, highlight=False, markup=False)
            Menu(Terminal(console, Script(typed.split("|")))).ask()
            names_here = {*names, *pseudo.latin_words(typed)}
            assert pseudo.english(screen.getvalue().splitlines(), names_here) == []
