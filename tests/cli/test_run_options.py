"""The run that options describe, and the command that repeats it."""

from __future__ import annotations

from mastermine.arena.reproduce import command_of
from mastermine.arena.run import Entrant, Run
from mastermine.arena.secret_source import Every, Listed, Sample
from mastermine.registry import parse_rules


def test_the_command_plays_the_same_run() -> None:
    rules, own = parse_rules("5x5x4"), (Entrant("safest", "safest"), Entrant("mine", "a b.py:mine"))
    run = Run(rules, own, Sample(30), "a word", 12.5, moves=True)
    assert command_of(run) == (
        "mastermine match minesweeper:5x5x4 --strategy 'safest,a b.py:mine' --rounds 30 --moves "
        "--seed 'a word' --time-limit 12.5"
    )
    classic = parse_rules("classic")
    assert command_of(Run(classic, own[:1], Every.of(classic), 3)) == (
        "mastermine match mastermind:4x6,limit=10 --strategy safest --every --seed 3"
    )
    listed = Run(classic, own[:1], Listed(("1234",)), 3)
    assert "--secrets 'my codes'" in command_of(listed, "my codes")
